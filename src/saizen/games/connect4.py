"""Connect Four on any board with sides from 1 to 16; the first player is X.

Row 1 is the top row, so a disc dropped into a column lands on its highest-numbered empty row.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple, Self

from saizen import _native
from saizen.drawing.boards import board_svg
from saizen.drawing.text import grid_text
from saizen.errors import NotationError
from saizen.games import grid
from saizen.games.base import Side, illegal_move, normalise

__all__ = ["ConnectFour"]


class Rules(NamedTuple):
    """What all positions on boards of one size share."""

    width: int
    height: int
    columns: Mapping[int, int]  # column → its squares
    full: int
    lines: grid.Lines
    mirror: Sequence[int]  # where each square goes, left and right swapped


@cache
def rules_of(width: int, height: int) -> Rules:
    """Return the rules of four in a row on a width×height board."""
    first_column = sum(1 << row * width for row in range(height))
    columns = {column: first_column << column for column in range(width)}
    mirror = tuple(square - square % width * 2 + width - 1 for square in range(width * height))
    return Rules(width, height, columns, (1 << width * height) - 1, grid.lines_of(width, height, 4), mirror)


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class ConnectFour:
    """A Connect Four position; `ConnectFour()` is the usual empty board, 7 columns by 6 rows.

    A move is a column, and its disc falls to the lowest empty square; four or more in a row win.
    """

    rules: Rules
    own: int  # discs of the side to move, a bit a square
    other: int
    next_player: Side
    lost: bool  # the other side has just made its line

    side_names: ClassVar[tuple[str, str]] = ("X", "O")
    score_range: ClassVar[tuple[int, int]] = (-1, 1)

    def __init__(self, width: int = 7, height: int = 6) -> None:
        grid.check_size("width", width, 1, 16)
        grid.check_size("height", height, 1, 16)
        self._fill(rules_of(width, height), 0, 0, Side.FIRST)

    def _fill(self, rules: Rules, own: int, other: int, side: Side) -> None:
        put = object.__setattr__
        put(self, "rules", rules)
        put(self, "own", own)
        put(self, "other", other)
        put(self, "next_player", side)
        put(self, "lost", grid.has_line(other, rules.lines))

    def _position(self, own: int, other: int, side: Side) -> Self:
        position = object.__new__(type(self))
        position._fill(self.rules, own, other, side)
        return position

    def legal_moves(self) -> Sequence[int]:
        """Return the columns with room, leftmost first."""
        empty = self.rules.full ^ (self.own | self.other)
        return [column for column, squares in self.rules.columns.items() if empty & squares]

    def apply_move(self, move: int) -> Self:
        """Return the position after a disc in column `move`."""
        room = self.rules.columns.get(move, 0) & ~(self.own | self.other)
        if not room or self.lost:
            raise illegal_move(self, move)
        landing = 1 << room.bit_length() - 1
        return self._position(self.other, self.own | landing, self.next_player.other)

    def is_over(self) -> bool:
        """Tell whether a line is made or the board is full."""
        return self.lost or self.own | self.other == self.rules.full

    def winner(self) -> Side | None:
        """Return who made a line, or None."""
        return self.next_player.other if self.lost else None

    def final_score(self) -> int:
        """Return −1 or 0: a line is made by the side that moved last, so the side to move never has one."""
        return -1 if self.lost else 0

    def win_score(self, plies: int) -> int:
        """Return the distance score of a win `plies` from here: 1 for the winner's last disc, 1 more for each saved."""
        discs = (self.own | self.other).bit_count() + plies
        return (self.width * self.height + 2 - discs) // 2

    @property
    def width(self) -> int:
        """How many columns the board has."""
        return self.rules.width

    @property
    def height(self) -> int:
        """How many rows the board has."""
        return self.rules.height

    @property
    def first(self) -> int:
        """The discs of X, a bit a square."""
        return self.own if self.next_player is Side.FIRST else self.other

    @property
    def second(self) -> int:
        """The discs of O, a bit a square."""
        return self.other if self.next_player is Side.FIRST else self.own

    def move_name(self, move: int) -> str:
        """Return a column's number, from 1."""
        return str(move + 1)

    def parse_move(self, text: str) -> int:
        """Return the column that `text` numbers from 1."""
        word = normalise(text)
        if re.fullmatch("[0-9]{1,2}", word) is None or not 1 <= int(word) <= self.width:
            raise NotationError(f"{text!r} is no column; columns are numbered 1 to {self.width}")
        return int(word) - 1

    def position_text(self) -> str:
        """Return the position as text that `parse_position` reads."""
        return grid.format_position(self.first, self.second, self.width * self.height, self.next_player)

    def parse_position(self, text: str) -> Self:
        """Return the position that `text` describes, top row first, on a board of this size."""
        own, other, side = grid.parse_line_game(text, self.width, self.height, self.rules.lines)
        taken = own | other
        floating = taken & ~(taken >> self.width) & self.rules.full >> self.width
        if floating:
            square = next(grid.squares(floating))
            name, below = (grid.square_name(at, self.width) for at in (square, square + self.width))
            raise NotationError(f"position has a disc on {name} above an empty square; fill {below} first")
        return self._position(own, other, side)

    def cells(self) -> Sequence[Sequence[str]]:
        """Return the rows of the board, the top row first."""
        return grid.grid_cells(self.first, self.second, self.width, self.height)

    def move_cell(self, move: int) -> tuple[int, int] | None:
        """Return the row and column where a disc in column `move` lands; a full column has none."""
        room = self.rules.columns.get(move, 0) & ~(self.own | self.other)
        return divmod(room.bit_length() - 1, self.width) if room else None

    def symmetries(self) -> Sequence[Self]:
        """Return this position and its mirror image."""
        mirror = self.rules.mirror
        own, other = grid.move_bits(self.own, mirror), grid.move_bits(self.other, mirror)
        return self, self._position(own, other, self.next_player)

    def native(self) -> _native.ConnectFour | None:
        """Return the same position in the native core, which knows boards of up to 64 squares."""
        rules, side = self.rules, self.next_player
        if rules.width * rules.height > 64:
            return None
        return _native.ConnectFour(rules.width, rules.height, self.own, self.other, side, side.other)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectFour):
            return NotImplemented
        return self.own == other.own and self.other == other.other and self.rules == other.rules

    # X began and turns alternate, so the discs say whose turn it is; the size seldom differs and is left out.
    def __hash__(self) -> int:
        return hash((self.own, self.other))

    def __repr__(self) -> str:
        return f"ConnectFour({self.width}, {self.height}).parse_position({self.position_text()!r})"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the position as notebooks show it."""
        columns = [str(column + 1) for column in range(self.width)]
        picture = board_svg(self.cells(), self.position_text(), columns=columns, rows=[""] * self.height)
        return {"text/plain": str(self), "image/svg+xml": picture}

    def __str__(self) -> str:
        margin = len(str(self.width))
        cells = [[mark.rjust(margin) for mark in row] for row in self.cells()]
        columns = [str(column + 1).rjust(margin) for column in range(self.width)]
        return grid_text(cells, columns=columns, rows=[""] * self.height)
