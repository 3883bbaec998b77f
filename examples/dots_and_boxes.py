"""Dots and Boxes on 3×3 dots: whoever closes a box gets it and moves again."""

from dataclasses import dataclass

from saizen import Side

ACROSS = [f"{a}{row}{b}{row}" for row in "123" for a, b in ("ab", "bc")]  # a1b1: from dot a1 to dot b1
DOWN = [f"{column}{a}{column}{b}" for column in "abc" for a, b in ("12", "23")]
BOXES = [
    {f"{a}{top}{b}{top}", f"{a}{low}{b}{low}", f"{a}{top}{a}{low}", f"{b}{top}{b}{low}"}
    for a, b in ("ab", "bc")
    for top, low in ("12", "23")
]


@dataclass(frozen=True)
class DotsAndBoxes:
    """The lines drawn, how many boxes more the first player has, and whose turn it is."""

    drawn: frozenset[str] = frozenset()
    lead: int = 0
    next_player: Side = Side.FIRST

    score_range = (-4, 4)

    def legal_moves(self) -> list[str]:
        """Return the lines not yet drawn."""
        return [line for line in ACROSS + DOWN if line not in self.drawn]

    def apply_move(self, move: str) -> "DotsAndBoxes":
        """Draw a line; the turn changes unless it closes a box."""
        drawn = self.drawn | {move}
        closed = sum(move in box and box <= drawn for box in BOXES)
        lead = self.lead + (closed if self.next_player is Side.FIRST else -closed)
        return DotsAndBoxes(drawn, lead, self.next_player if closed else self.next_player.other)

    def is_over(self) -> bool:
        """Tell whether all lines are drawn."""
        return len(self.drawn) == 12

    def winner(self) -> Side | None:
        """Return who has more boxes."""
        if self.lead == 0:
            return None
        return Side.FIRST if self.lead > 0 else Side.SECOND

    def final_score(self) -> int:
        """Return the lead in boxes, for the side to move."""
        return self.lead if self.next_player is Side.FIRST else -self.lead

    def __str__(self) -> str:
        rows = []
        for row in "123":
            across = ["--" if line in self.drawn else "  " for line in ACROSS if line[1] == row]
            down = ["|" if line in self.drawn else " " for line in DOWN if line[1] == row]
            rows += ["+".join(["", *across, ""]), "  ".join(down)]
        return "\n".join(line.rstrip() for line in rows[:-1])
