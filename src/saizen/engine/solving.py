"""Exact results in Othello: the native solver, with threads, windows, all moves, and proofs kept in a file."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from saizen import _native
from saizen.engine.evaluation import is_trained_for, load_evaluation
from saizen.engine.progress import Progress, watcher
from saizen.engine.store import ProofStore
from saizen.errors import SettingError
from saizen.games.base import Move
from saizen.games.othello import Othello
from saizen.search.limits import NO_LIMITS, Limits
from saizen.search.result import Line, SearchResult

__all__ = ["MoveBounds", "Solution", "check_effort", "solve", "twin_of"]

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

    `line` is best play to the end when the score is exact, else the first move of the lower bound, if there is one.
    With all moves valued, `nodes` and `seconds` are those of their proofs together.
    """

    lower: int
    upper: int
    line: Line
    nodes: int
    seconds: float
    complete: bool
    moves: tuple[MoveBounds, ...] = ()
    stored: bool = False  # found in a store rather than proved now; of all moves, when they are valued

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
    Whatever the `store` knows is not searched again, and every exact result is kept there before the next one begins.
    """
    task = Task(window or state.score_range, threads, hash_mib, store)
    task.check(state)
    if all_moves and not state.is_over():
        return task.value_moves(state, limits)
    return task.find(state) or task.prove(state, limits, time.perf_counter())


@dataclass(frozen=True, slots=True)
class Task:
    """What to find out, by what means, and where to keep it."""

    window: tuple[int, int]
    threads: int
    hash_mib: int
    store: ProofStore | None

    def check(self, state: Othello) -> None:
        """Refuse what the solver cannot do."""
        twin_of(state)
        check_effort(self.threads, self.hash_mib)
        if self.window[0] > self.window[1]:
            raise SettingError(f"window={self.window} is empty; its lower end comes first")

    def find(self, state: Othello) -> Solution | None:
        """Return what the store knows."""
        known = None if self.store is None else self.store.find(state)
        if known is None:
            return None
        return Solution(known.value, known.value, known.line, known.nodes, known.seconds, complete=True, stored=True)

    def keep(self, state: Othello, solution: Solution) -> None:
        """Write a solution into the store, unless a limit has left its score or its line open."""
        if self.store is not None and solution.exact and solution.complete:
            self.store.add(state, solution.lower, solution.line, solution.nodes, solution.seconds)

    def prove(self, state: Othello, limits: Limits, asked: float) -> Solution:
        """Let the native solver find out; progress counts the seconds from when someone `asked`."""
        started = time.perf_counter()
        if is_trained_for(state) and state.empties >= _native.JUDGED_FROM:
            load_evaluation()
        lower, upper, line, nodes, complete = twin_of(state).prove(
            *self.window,
            limits.nodes,
            limits.seconds,
            self.hash_mib << 20,
            self.threads,
            watcher(limits, asked),
        )
        solution = Solution(lower, upper, line, nodes, time.perf_counter() - started, complete)
        self.keep(state, solution)
        return solution

    def value_moves(self, state: Othello, limits: Limits) -> Solution:
        """Find out about the position after each move in turn; once a limit is reached, only what is known counts."""
        asked, nodes, stopped = time.perf_counter(), 0, False
        low, high = self.window
        after = replace(self, window=(-high, -low))
        answers: dict[Move, Solution] = {}
        for move in state.legal_moves():
            child = state.apply_move(move)
            answer = self.find(child)
            if answer is None and not stopped:
                answer = after.prove(child, rest(limits, move, nodes, time.perf_counter() - asked), asked)
                nodes, stopped = nodes + answer.nodes, not answer.complete
            answers[move] = answer or Solution(*state.score_range, (), 0, 0.0, complete=False)
        solution = best_of(state, answers)
        self.keep(state, solution)
        return solution


def check_effort(threads: int, hash_mib: int) -> None:
    """Refuse threads and memory out of range."""
    for name, value, most in (("threads", threads, 256), ("hash_mib", hash_mib, MOST_MIB)):
        if not 1 <= value <= most:
            raise SettingError(f"{name}={value} is not between 1 and {most}")


def twin_of(state: Othello) -> _native.Othello:
    """Return the position in the native core, or refuse one that is too large for it."""
    twin = state.native()
    if twin is None:
        raise SettingError(
            f"a {state.width}x{state.height} board is too large for the engine and its solver; they take up to 8x8"
        )
    return twin


def rest(limits: Limits, move: Move, nodes: int, seconds: float) -> Limits:
    """Return the limits for the position after `move` when so much is spent; its progress is told as the mover's."""
    tell = limits.progress

    def progress(result: SearchResult) -> None:
        if tell is not None and isinstance(result, Progress):
            tell(replace(result.turned, line=(move, *result.line), nodes=nodes + result.nodes))

    return Limits(
        None if limits.nodes is None else max(1, limits.nodes - nodes),
        None if limits.seconds is None else max(1e-9, limits.seconds - seconds),
        limits.cancel,
        tell and progress,
    )


def best_of(state: Othello, answers: Mapping[Move, Solution]) -> Solution:
    """Return what the solutions of the positions after each move say of the position before."""
    found = [MoveBounds(move, -answer.upper, -answer.lower) for move, answer in answers.items()]
    moves = tuple(sorted(found, key=lambda bounds: (-bounds.lower, -bounds.upper)))
    best, upper = moves[0], max(bounds.upper for bounds in moves)
    line: Line = ()
    if best.lower == upper:
        line = (best.move, *answers[best.move].line)
    elif best.lower > state.score_range[0]:
        line = (best.move,)
    every = answers.values()
    return Solution(
        best.lower,
        upper,
        line,
        sum(answer.nodes for answer in every),
        sum(answer.seconds for answer in every),
        all(answer.complete for answer in every),
        moves,
        all(answer.stored for answer in every),
    )
