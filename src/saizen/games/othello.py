"""Othello on any board with even sides from 4 to 26; the first player is black."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple, Self

from saizen import _native
from saizen.drawing.boards import board_svg
from saizen.drawing.text import grid_text
from saizen.errors import NotationError, SettingError
from saizen.games import grid
from saizen.games.base import Side, illegal_move, normalise
from saizen.randomness import Stream

__all__ = ["Othello", "Start"]

Start = Literal["standard", "mirrored", "random"]
STARTS: tuple[Start, ...] = ("standard", "mirrored", "random")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Shape(NamedTuple):
    """The steps a line of discs can take on a board, each with the squares it can enter."""

    up: Sequence[tuple[int, int]]  # towards higher squares: east and south
    down: Sequence[tuple[int, int]]  # towards lower squares: west and north
    full: int


@cache
def shape_of(width: int, height: int) -> Shape:
    """Return the steps on a width×height board; masks stop a line at the edge of the board."""
    full = (1 << width * height) - 1
    first_column = sum(1 << row * width for row in range(height))
    east = full & ~first_column
    west = full & ~(first_column << width - 1)
    return Shape(
        up=((1, east), (width - 1, west), (width, full), (width + 1, east)),
        down=((1, west), (width - 1, east), (width, full), (width + 1, west)),
        full=full,
    )


def legal_squares(own: int, other: int, shape: Shape) -> int:
    """Return the empty squares from which a line of `other` discs runs to one of `own`."""
    found = 0
    for step, mask in shape.up:
        line = (own << step) & mask & other
        while line:
            line = (line << step) & mask
            found |= line
            line &= other
    for step, mask in shape.down:
        line = (own >> step) & mask & other
        while line:
            line = (line >> step) & mask
            found |= line
            line &= other
    return found & ~(own | other)


def flips(own: int, other: int, square: int, shape: Shape) -> int:
    """Return the discs turned over by playing `square`; zero if that move is illegal."""
    turned = 0
    start = 1 << square
    for steps, upwards in ((shape.up, True), (shape.down, False)):
        for step, mask in steps:
            line, captured = start, 0
            while True:
                line = ((line << step) if upwards else (line >> step)) & mask
                if not line & other:
                    break
                captured |= line
            if line & own:
                turned |= captured
    return turned


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Othello:
    """An Othello position; `Othello()` is the usual 8×8 start.

    A player who cannot turn a disc over must pass; the game ends when neither side can move.
    The result counts empty squares for the winner, as in tournaments; `discs` are the raw counts.
    """

    width: int
    height: int
    own: int  # discs of the side to move
    other: int
    next_player: Side
    mobility: int = field(compare=False)  # squares the side to move may play

    def __init__(self, width: int = 8, height: int = 8, *, start: Start = "standard", seed: int = 0) -> None:
        for name, side in (("width", width), ("height", height)):
            grid.check_size(name, side, 4, 26)
            if side % 2:
                raise SettingError(f"{name} {side} is odd; an Othello board has even sides from 4 to 26")
        if start not in STARTS:
            raise SettingError(f"unknown start {start!r}; known: {' '.join(STARTS)}")
        if start == "random":
            start = Stream(seed).choice(STARTS[:2])
        north_west = (height // 2 - 1) * width + width // 2 - 1
        rising = 1 << north_west + 1 | 1 << north_west + width
        falling = 1 << north_west | 1 << north_west + width + 1
        black, white = (rising, falling) if start == "standard" else (falling, rising)
        self._fill(width, height, black, white, Side.FIRST)

    def _fill(self, width: int, height: int, own: int, other: int, side: Side) -> None:
        put = object.__setattr__
        put(self, "width", width)
        put(self, "height", height)
        put(self, "own", own)
        put(self, "other", other)
        put(self, "next_player", side)
        put(self, "mobility", legal_squares(own, other, shape_of(width, height)))

    def _position(self, own: int, other: int, side: Side) -> Self:
        position = object.__new__(type(self))
        position._fill(self.width, self.height, own, other, side)
        return position

    @property
    def pass_move(self) -> int:
        """The move that passes: one past the last square."""
        return self.width * self.height

    def legal_moves(self) -> Sequence[int]:
        """Return the squares that turn discs over, a1 first, or else the pass."""
        # By way of a list, because CPython hoards tuples that grew while they were filled.
        return tuple([*grid.squares(self.mobility)]) or (self.pass_move,)  # noqa: C409

    def apply_move(self, move: int) -> Self:
        """Return the position after a disc on `move`, or after a pass."""
        if move == self.pass_move:
            if self.mobility or self.is_over():
                raise illegal_move(self, "pass")
            return self._position(self.other, self.own, self.next_player.other)
        if not (isinstance(move, int) and 0 <= move < self.pass_move and self.mobility >> move & 1):
            raise illegal_move(self, move)
        turned = flips(self.own, self.other, move, shape_of(self.width, self.height))
        return self._position(self.other ^ turned, self.own ^ turned | 1 << move, self.next_player.other)

    def is_over(self) -> bool:
        """Tell whether neither side can move."""
        return not self.mobility and not legal_squares(self.other, self.own, shape_of(self.width, self.height))

    def winner(self) -> Side | None:
        """Return who has more discs, or None."""
        score = self.final_score()
        if score == 0:
            return None
        return self.next_player if score > 0 else self.next_player.other

    def final_score(self) -> int:
        """Return the disc difference for the side to move, empty squares going to the winner."""
        own, other = self.own.bit_count(), self.other.bit_count()
        empties = self.pass_move - own - other
        difference = own - other
        return difference + (difference > 0) * empties - (difference < 0) * empties

    @property
    def score_range(self) -> tuple[int, int]:
        """The results of a wipe-out."""
        return -self.pass_move, self.pass_move

    @property
    def black(self) -> int:
        """The discs of the first player, a bit a square."""
        return self.own if self.next_player is Side.FIRST else self.other

    @property
    def white(self) -> int:
        """The discs of the second player, a bit a square."""
        return self.other if self.next_player is Side.FIRST else self.own

    @property
    def discs(self) -> tuple[int, int]:
        """How many discs black and white have."""
        return self.black.bit_count(), self.white.bit_count()

    @property
    def empties(self) -> int:
        """How many squares hold no disc."""
        return self.pass_move - sum(self.discs)

    def flips(self, move: int) -> int:
        """Return how many discs `move` turns over."""
        return flips(self.own, self.other, move, shape_of(self.width, self.height)).bit_count()

    @property
    def side_names(self) -> tuple[str, str]:
        """Black moves first."""
        return "black", "white"

    def move_name(self, move: int) -> str:
        """Return a square's name, or `pass`."""
        return "pass" if move == self.pass_move else grid.square_name(move, self.width)

    def parse_move(self, text: str) -> int:
        """Return the move written as `d3`, as `yx` digits from 0 (letters from 10 up), or as `pass`."""
        word = normalise(text)
        if word in ("pass", "pa", "ps", "--", "パス"):
            if self.mobility:
                raise illegal_move(self, text, "a pass is for when no square is legal")
            return self.pass_move
        if len(word) == 2 and word[0] in DIGITS and word[1] in DIGITS and (word[0].isdigit() or word[1].isalpha()):
            row, column = DIGITS.index(word[0]), DIGITS.index(word[1])
            if row < self.height and column < self.width:
                return row * self.width + column
            last_row, last_column = DIGITS[self.height - 1], DIGITS[self.width - 1]
            raise NotationError(f"{text!r}: no such square; rows go from 0 to {last_row}, columns to {last_column}")
        return grid.parse_square(text, self.width, self.height)

    def position_text(self) -> str:
        """Return the position as text that `parse_position` reads."""
        return grid.format_position(self.black, self.white, self.pass_move, self.next_player)

    def parse_position(self, text: str) -> Self:
        """Return the position that `text` describes on a board of this size."""
        black, white, side = grid.parse_position(text, self.width, self.height)
        own, other = (black, white) if side is Side.FIRST else (white, black)
        return self._position(own, other, side)

    def cells(self) -> Sequence[Sequence[str]]:
        """Return the rows of the board."""
        return grid.grid_cells(self.black, self.white, self.width, self.height)

    def move_cell(self, move: int) -> tuple[int, int] | None:
        """Return the row and column of a move; a pass has none."""
        return None if move == self.pass_move else divmod(move, self.width)

    def symmetries(self) -> Sequence[Self]:
        """Return this position and its rotations and reflections."""
        images = [self]
        for target in grid.reflections(self.width, self.height):
            own, other = grid.move_bits(self.own, target), grid.move_bits(self.other, target)
            images.append(self._position(own, other, self.next_player))
        return images

    def native(self) -> _native.Othello | None:
        """Return the same position in the native core, which knows boards up to 8×8."""
        if self.width > 8 or self.height > 8:
            return None
        side = self.next_player
        return _native.Othello(self.width, self.height, self.own, self.other, side, side.other)

    def __repr__(self) -> str:
        return f"Othello({self.width}, {self.height}).parse_position({self.position_text()!r})"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the position as notebooks show it."""
        return {"text/plain": str(self), "image/svg+xml": board_svg(self.cells(), self.position_text())}

    def __str__(self) -> str:
        return grid_text(self.cells())
