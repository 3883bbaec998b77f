"""How big a game tree is, guessed before it is searched."""

import math

from saizen.games.base import State
from saizen.randomness import Stream

__all__ = ["estimate_nodes"]

LONGEST = 10_000  # plies


def estimate_nodes(state: State, *, probes: int = 50, seed: int = 0) -> float:
    """Return about how many nodes the whole tree below `state` has.

    Knuth, "Estimating the efficiency of backtrack programs" (1975).
    """
    return sum(probe(state, Stream(seed, number)) for number in range(probes)) / probes


def probe(state: State, dice: Stream) -> float:
    """Return the size of the tree if every move had as many replies as those of one random game."""
    total = width = 1.0
    for _ in range(LONGEST):
        if state.is_over():
            return total
        moves = state.legal_moves()
        width *= len(moves)
        total += width
        state = state.apply_move(dice.choice(moves))
    return math.inf  # such a game may have no end
