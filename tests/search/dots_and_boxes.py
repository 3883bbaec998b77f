"""A game with extra moves, such as a user may write: who closes a box moves again."""

from dataclasses import dataclass
from typing import ClassVar, Self

from saizen.games.base import Side

EDGES = 12  # of 2×2 boxes: six horizontal ones row by row, then six vertical ones
BOXES = tuple(
    1 << 2 * row + column | 1 << 2 * row + column + 2 | 1 << 6 + 3 * row + column | 1 << 7 + 3 * row + column
    for row in range(2)
    for column in range(2)
)


@dataclass(frozen=True)
class DotsAndBoxes:
    """Dots and boxes on 2×2 boxes; a move is an edge, and the result is the lead in boxes."""

    drawn: int = 0
    lead: int = 0  # of the first player
    next_player: Side = Side.FIRST

    score_range: ClassVar[tuple[int, int]] = (-4, 4)

    def legal_moves(self) -> list[int]:
        return [edge for edge in range(EDGES) if not self.drawn >> edge & 1]

    def apply_move(self, move: int) -> Self:
        after = self.drawn | 1 << move
        closed = sum(after & box == box and self.drawn & box != box for box in BOXES)
        if not closed:
            return type(self)(after, self.lead, self.next_player.other)
        return type(self)(after, self.lead + (closed if self.next_player is Side.FIRST else -closed), self.next_player)

    def is_over(self) -> bool:
        return self.drawn.bit_count() == EDGES

    def winner(self) -> Side | None:
        if self.lead == 0:
            return None
        return Side.FIRST if self.lead > 0 else Side.SECOND

    def final_score(self) -> int:
        return self.lead if self.next_player is Side.FIRST else -self.lead
