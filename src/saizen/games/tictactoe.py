"""Tic-tac-toe and the m,n,k games: k in a row on a board of m columns and n rows; the first player is X."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple, Self

from saizen import _native
from saizen.drawing.boards import board_svg
from saizen.drawing.text import grid_text
from saizen.games import grid
from saizen.games.base import Side, illegal_move

__all__ = ["MNK", "TicTacToe"]


class Rules(NamedTuple):
    """What all positions of one m,n,k game share."""

    m: int
    n: int
    k: int
    bits: Mapping[int, int]  # square → its bit
    full: int
    lines: grid.Lines


@cache
def rules_of(m: int, n: int, k: int) -> Rules:
    """Return the rules of k in a row on m columns and n rows."""
    bits = {square: 1 << square for square in range(m * n)}
    return Rules(m, n, k, bits, (1 << m * n) - 1, grid.lines_of(m, n, k))


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class MNK:
    """A position of an m,n,k game; `MNK(m, n, k)` is its empty board.

    A row, column or diagonal of k or more wins; a full board without one is a draw.
    """

    rules: Rules
    own: int  # stones of the side to move, a bit a square
    other: int
    next_player: Side
    lost: bool  # the other side has just made its line

    side_names: ClassVar[tuple[str, str]] = ("X", "O")
    score_range: ClassVar[tuple[int, int]] = (-1, 1)

    def __init__(self, m: int, n: int, k: int) -> None:
        grid.check_size("m", m, 1, 19)
        grid.check_size("n", n, 1, 19)
        grid.check_size("k", k, 1, max(m, n))
        self._fill(rules_of(m, n, k), 0, 0, Side.FIRST)

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
        """Return the empty squares, a1 first."""
        taken = self.own | self.other
        return [square for square, bit in self.rules.bits.items() if not taken & bit]

    def apply_move(self, move: int) -> Self:
        """Return the position after a stone on `move`."""
        bit = self.rules.bits.get(move)
        if bit is None or (self.own | self.other) & bit or self.lost:
            raise illegal_move(self, move)
        return self._position(self.other, self.own | bit, self.next_player.other)

    def is_over(self) -> bool:
        """Tell whether a line is made or the board is full."""
        return self.lost or self.own | self.other == self.rules.full

    def winner(self) -> Side | None:
        """Return who made a line, or None."""
        return self.next_player.other if self.lost else None

    def final_score(self) -> int:
        """Return −1 or 0: a line is made by the side that moved last, so the side to move never has one."""
        return -1 if self.lost else 0

    @property
    def m(self) -> int:
        """How many columns the board has."""
        return self.rules.m

    @property
    def n(self) -> int:
        """How many rows the board has."""
        return self.rules.n

    @property
    def k(self) -> int:
        """How many in a row win."""
        return self.rules.k

    @property
    def first(self) -> int:
        """The stones of X, a bit a square."""
        return self.own if self.next_player is Side.FIRST else self.other

    @property
    def second(self) -> int:
        """The stones of O, a bit a square."""
        return self.other if self.next_player is Side.FIRST else self.own

    def move_name(self, move: int) -> str:
        """Return a square's name."""
        return grid.square_name(move, self.m)

    def parse_move(self, text: str) -> int:
        """Return the square written as `b2`."""
        return grid.parse_square(text, self.m, self.n)

    def position_text(self) -> str:
        """Return the position as text that `parse_position` reads."""
        return grid.format_position(self.first, self.second, self.m * self.n, self.next_player)

    def parse_position(self, text: str) -> Self:
        """Return the position that `text` describes in this game."""
        return self._position(*grid.parse_line_game(text, self.m, self.n, self.rules.lines))

    def cells(self) -> Sequence[Sequence[str]]:
        """Return the rows of the board."""
        return grid.grid_cells(self.first, self.second, self.m, self.n)

    def move_cell(self, move: int) -> tuple[int, int]:
        """Return the row and column of a move."""
        return divmod(move, self.m)

    def symmetries(self) -> Sequence[Self]:
        """Return this position and its rotations and reflections."""
        images = [self]
        for target in grid.reflections(self.m, self.n):
            own, other = grid.move_bits(self.own, target), grid.move_bits(self.other, target)
            images.append(self._position(own, other, self.next_player))
        return images

    def native(self) -> _native.MNK | None:
        """Return the same position in the native core, which knows boards of up to 64 squares."""
        if self.m * self.n > 64:
            return None
        side = self.next_player
        return _native.MNK(self.m, self.n, self.k, self.own, self.other, side, side.other)

    # Written out, because a dataclass would hold TicTacToe() and MNK(3, 3, 3) apart.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MNK):
            return NotImplemented
        return self.own == other.own and self.other == other.other and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.own, self.other))

    def __repr__(self) -> str:
        return f"MNK({self.m}, {self.n}, {self.k}).parse_position({self.position_text()!r})"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the position as notebooks show it."""
        return {"text/plain": str(self), "image/svg+xml": board_svg(self.cells(), self.position_text(), stones="marks")}

    def __str__(self) -> str:
        return grid_text(self.cells())


class TicTacToe(MNK):
    """A tic-tac-toe position; `TicTacToe()` is the empty board."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(3, 3, 3)

    def __repr__(self) -> str:
        return f"TicTacToe().parse_position({self.position_text()!r})"
