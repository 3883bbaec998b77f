"""How long to think about a move, when a clock counts the seconds of the whole game."""

from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Allotment", "Stopwatch", "allot"]

# How much a move is worth thinking about, by the empty squares: openings are soon judged, the middle game decides,
# and the end is solved in a moment.
WORTH = ((0, 0.05), (16, 0.1), (22, 0.8), (28, 1.2), (42, 1.0), (52, 0.5), (60, 0.25))
LATENCY = 0.01  # seconds that a move may cost beside the search
KEPT = 0.05  # of the seconds left, never to be planned with
FIRST, LAST = 0.55, 2.2  # of a move's share: when no new iteration begins, and when the search ends
MOST = 0.3  # of the seconds left, on one move
AT_ONCE = 1e-3


@dataclass(frozen=True, slots=True)
class Allotment:
    """The seconds of a move: after `soft` no new iteration begins (None: any time), after `hard` the search ends."""

    soft: float | None
    hard: float


def allot(
    *, empties: int, left: float | None = None, increment: float = 0.0, per_move: float | None = None
) -> Allotment | None:
    """Return the seconds for a move with so many squares empty, or None where no clock runs.

    `left` are the seconds for the rest of the game, `increment` those added after each move, `per_move` the most that
    a single move may take. Whoever keeps to it never runs out of time, but for the last thousandths of a second.
    """
    most = None if per_move is None else max(AT_ONCE, per_move * (1 - KEPT) - LATENCY)
    if left is None:
        return None if most is None else Allotment(None, most)
    worths = [worth(squares) for squares in range(empties, 0, -2)]  # our own moves, this one first
    plannable = max(left / 4, left * (1 - KEPT) - LATENCY * len(worths))
    share = plannable * worths[0] / sum(worths) + (1 - KEPT) * increment
    hard = max(AT_ONCE, min(LAST * share, MOST * plannable, *(() if most is None else (most,))))
    return Allotment(min(FIRST * share, hard), hard)


def worth(empties: int) -> float:
    """Return how much a move is worth thinking about, between the points of `WORTH`."""
    for (low, first), (high, last) in pairwise(WORTH):
        if empties <= high:
            return first + (last - first) * (empties - low) / (high - low)
    return WORTH[-1][1]


class Stopwatch:
    """The clock of one player who keeps it himself: so many seconds for a game, and more after each move."""

    def __init__(self, seconds: float, increment: float = 0.0) -> None:
        self.seconds, self.increment = seconds, increment
        self.restart()

    def restart(self) -> None:
        """Begin a new game."""
        self.left = self.seconds

    def spend(self, seconds: float) -> None:
        """Take off what a move has taken, and add the increment."""
        self.left = max(0.0, self.left - seconds) + self.increment
