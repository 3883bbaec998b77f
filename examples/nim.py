"""Nim: take one, two or three matches; whoever takes the last one wins."""

from dataclasses import dataclass

from saizen import Side


@dataclass(frozen=True)
class Nim:
    """The matches on the table, and whose turn it is."""

    matches: int = 10
    next_player: Side = Side.FIRST

    def legal_moves(self) -> list[int]:
        """Return how many matches may be taken."""
        return [taken for taken in (1, 2, 3) if taken <= self.matches]

    def apply_move(self, move: int) -> "Nim":
        """Return the game after taking `move` matches."""
        return Nim(self.matches - move, self.next_player.other)

    def is_over(self) -> bool:
        """Tell whether the table is empty."""
        return self.matches == 0

    def winner(self) -> Side | None:
        """Return who took the last match."""
        return self.next_player.other
