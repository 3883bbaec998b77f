"""Exact results in Othello: the native solver, with threads, windows, all moves, and proofs kept in a file."""

import time
from dataclasses import dataclass, replace

from saizen.engine.store import ProofStore
from saizen.errors import SettingError
from saizen.games.base import Move
from saizen.games.othello import Othello
from saizen.search.limits import NO_LIMITS, Limits
from saizen.search.native import poller
from saizen.search.result import Line

__all__ = ["MoveBounds", "Solution", "solve"]

MOST_MIB = 1 << 16


@dataclass(frozen=True, slots=True)
class MoveBounds:
    """What a move's score is proved to lie between, for the side that plays it."""

    move: Move
    lower: int
    upper: int


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proved of a position, for the side to move; empty squares go to the winner.

    `line` is best play to the end when the score is exact, else the first move of the lower bound; with all moves
    valued it is the best of them.
    """

    lower: int
    upper: int
    line: Line
    nodes: int
    seconds: float
    complete: bool
    moves: tuple[MoveBounds, ...] = ()
    stored: bool = False  # found in a store rather than proved now

    @property
    def exact(self) -> bool:
        """Whether the score itself is known."""
        return self.lower == self.upper

    @property
    def sign(self) -> int | None:
        """Who wins: 1 for the side to move, −1 for the other, 0 for a draw, None when it is not known."""
        if self.lower > 0 or self.upper < 0:
            return 1 if self.lower > 0 else -1
        return 0 if self.exact else None


def solve(
    state: Othello,
    *,
    window: tuple[int, int] | None = None,
    all_moves: bool = False,
    threads: int = 1,
    hash_mib: int = 64,
    limits: Limits = NO_LIMITS,
    store: ProofStore | None = None,
) -> Solution:
    """Prove the score of a position on a board within 8×8.

    A score at or beyond the ends of `window` is not worked out further: (−1, 1) asks only who wins.
    `all_moves` values every legal move. What a limit leaves open stays between `lower` and `upper`.
    """
    twin = state.native()
    if twin is None:
        raise SettingError(f"a {state.width}x{state.height} board is too large for the solver; it takes up to 8x8")
    for name, value, most in (("threads", threads, 256), ("hash_mib", hash_mib, MOST_MIB)):
        if not 1 <= value <= most:
            raise SettingError(f"{name}={value} is not between 1 and {most}")
    if store is not None and not all_moves and (known := store.find(state)) is not None:
        return Solution(known.value, known.value, known.line, known.nodes, known.seconds, complete=True, stored=True)
    low, high = window or state.score_range
    if low > high:
        raise SettingError(f"window=({low}, {high}) is empty; its lower end comes first")
    started = time.perf_counter()
    poll = poller(limits, started)
    effort = (low, high, limits.nodes, limits.seconds, hash_mib << 20, threads, poll)
    if all_moves and not state.is_over():
        found, nodes, complete = twin.prove_moves(*effort)
        solution = best_of(tuple(MoveBounds(*move) for move in found), nodes, complete)
    else:
        lower, upper, line, nodes, complete = twin.prove(*effort)
        solution = Solution(lower, upper, line, nodes, 0.0, complete)
    solution = replace(solution, seconds=time.perf_counter() - started)
    if store is not None and solution.exact and solution.complete and not all_moves:
        store.add(state, solution.lower, solution.line, solution.nodes, solution.seconds)
    return solution


def best_of(moves: tuple[MoveBounds, ...], nodes: int, complete: bool) -> Solution:
    """Return what the values of the moves say of the position."""
    best = max(moves, key=lambda move: move.lower)
    ordered = tuple(sorted(moves, key=lambda move: (-move.lower, -move.upper)))
    return Solution(best.lower, max(move.upper for move in moves), (best.move,), nodes, 0.0, complete, ordered)
