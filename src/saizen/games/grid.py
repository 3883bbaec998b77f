"""What the board games share: squares, their names, position text and the symmetries of a rectangle.

A board is two integers, one bit a square, row by row from a1: the discs of FIRST and those of SECOND.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from saizen.drawing.text import column_letter
from saizen.errors import NotationError, SettingError
from saizen.games.base import Side, normalise

__all__ = [
    "Lines",
    "check_size",
    "count_lines",
    "format_position",
    "grid_cells",
    "has_line",
    "lines_of",
    "move_bits",
    "parse_line_game",
    "parse_position",
    "parse_square",
    "reflections",
    "square_name",
    "squares",
]

MARKS = {"x": Side.FIRST, "*": Side.FIRST, "o": Side.SECOND}
EMPTY = "-."

Lines: TypeAlias = Sequence[tuple[Sequence[int], int]]  # per direction: shifts, and the squares where a line may start


def squares(bits: int) -> Iterator[int]:
    """Yield the squares of a bitboard, a1 first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def check_size(name: str, value: int, low: int, high: int) -> None:
    """Refuse a side of the board outside `low`–`high`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise SettingError(f"{name} {value!r} is not between {low} and {high}")


def square_name(square: int, width: int) -> str:
    """Return a square as people write it: a1 is the top left."""
    row, column = divmod(square, width)
    return f"{column_letter(column)}{row + 1}"


def parse_square(text: str, width: int, height: int) -> int:
    """Return the square that `text` names, such as d3."""
    match = re.fullmatch(r"([a-z])([0-9]{1,2})", normalise(text))
    if match is None:
        example = square_name(min(width + 1, width * height - 1), width)
        raise NotationError(f"{text!r} is no square; squares are written like {example}")
    column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
    if column >= width or not 0 <= row < height:
        raise NotationError(f"{text!r}: no such square; the board is a1 to {square_name(width * height - 1, width)}")
    return row * width + column


def format_position(first: int, second: int, count: int, next_player: Side) -> str:
    """Return position text: a character a square, a blank, and who is to move."""
    marks = "".join("X" if first >> i & 1 else "O" if second >> i & 1 else "-" for i in range(count))
    return f"{marks} {'X' if next_player is Side.FIRST else 'O'}"


def parse_position(text: str, width: int, height: int) -> tuple[int, int, Side]:
    """Return the discs of FIRST, those of SECOND and who is to move, as read from position text."""
    marks = normalise(text)
    count = width * height
    if len(marks) != count + 1:
        raise NotationError(
            f"position {text!r} has {len(marks)} characters; "
            f"a {width}x{height} board needs {count} and then X or O to move"
        )
    first = second = 0
    for square, mark in enumerate(marks[:count]):
        if mark in EMPTY:
            continue
        if mark not in MARKS:
            raise NotationError(f"position has {mark!r} on {square_name(square, width)}; use X, O or -")
        if MARKS[mark] is Side.FIRST:
            first |= 1 << square
        else:
            second |= 1 << square
    if marks[count] not in MARKS:
        raise NotationError(f"position names {marks[count]!r} as the side to move; use X or O")
    return first, second, MARKS[marks[count]]


@cache
def lines_of(width: int, height: int, length: int) -> Lines:
    """Return how `has_line` looks for `length` in a row, column or diagonal of a width×height board."""
    lines = []
    for step, across, down in ((1, 1, 0), (width - 1, -1, 1), (width, 0, 1), (width + 1, 1, 1)):
        starts = 0
        for square in range(width * height):
            row, column = divmod(square, width)
            if 0 <= column + across * (length - 1) < width and row + down * (length - 1) < height:
                starts |= 1 << square
        shifts, found = [], 1
        while found < length:  # doubling: two runs of 2 make one of 4
            more = min(found, length - found)
            shifts.append(more * step)
            found += more
        if starts:
            lines.append((tuple(shifts), starts))
    return tuple(lines)


def has_line(bits: int, lines: Lines) -> bool:
    """Tell whether a bitboard holds one of the `lines` or a longer one."""
    for shifts, starts in lines:
        run = bits
        for shift in shifts:
            run &= run >> shift
        if run & starts:  # a run that wrapped around an edge begins where no line can start
            return True
    return False


def count_lines(bits: int, lines: Lines) -> int:
    """Return how many of the `lines` lie wholly within a bitboard."""
    total = 0
    for shifts, starts in lines:
        run = bits
        for shift in shifts:
            run &= run >> shift
        total += (run & starts).bit_count()
    return total


def parse_line_game(text: str, width: int, height: int, lines: Lines) -> tuple[int, int, Side]:
    """Return the discs of the side to move, those of the other and who is to move, in a game where a line ends it."""
    first, second, side = parse_position(text, width, height)
    crosses, noughts = first.bit_count(), second.bit_count()
    if crosses - noughts != (side is Side.SECOND):
        mover, wanted = ("X", "as many X as O") if side is Side.FIRST else ("O", "one X more than O")
        raise NotationError(f"position has {crosses} X and {noughts} O with {mover} to move; it needs {wanted}")
    own, other = (first, second) if side is Side.FIRST else (second, first)
    if has_line(own, lines):
        mover, last = ("X", "O") if side is Side.FIRST else ("O", "X")
        winner = "both sides" if has_line(other, lines) else f"{mover} before {last} moved"
        raise NotationError(f"position {text!r} is won by {winner}; only {last}, who moved last, can have a line")
    return own, other, side


def grid_cells(first: int, second: int, width: int, height: int) -> list[list[str]]:
    """Return the rows of the board as `X`, `O` and `-`."""
    marks = format_position(first, second, width * height, Side.FIRST)
    return [list(marks[row * width : (row + 1) * width]) for row in range(height)]


@cache
def reflections(width: int, height: int) -> Sequence[Sequence[int]]:
    """Return, for each symmetry of the rectangle but the identity, where each square goes."""
    maps = []
    for transpose in (False, True) if width == height else (False,):
        for flip_rows in (False, True):
            for flip_columns in (False, True):
                target = []
                for square in range(width * height):
                    row, column = divmod(square, width)
                    row = height - 1 - row if flip_rows else row
                    column = width - 1 - column if flip_columns else column
                    target.append(column * width + row if transpose else row * width + column)
                maps.append(tuple(target))
    return maps[1:]


def move_bits(bits: int, target: Sequence[int]) -> int:
    """Return a bitboard with each of its squares sent to its `target`."""
    return sum(1 << target[square] for square in squares(bits))
