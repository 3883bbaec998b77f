"""The engine: what every move of an Othello position is worth, and how certain that is."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from saizen import _native
from saizen.engine.evaluation import load_evaluation
from saizen.engine.levels import DEEPEST, DEFAULT_LEVEL, Level, find_level
from saizen.engine.other_boards import analyse_plainly
from saizen.engine.solving import check_effort, twin_of
from saizen.games.othello import Othello
from saizen.search.limits import NO_LIMITS, REPORT_SECONDS, Limits
from saizen.search.result import Bound, Provenance, SearchResult
from saizen.search.values import MoveValue

__all__ = ["Book", "Engine", "Update"]

Update: TypeAlias = Callable[[list[MoveValue]], object]
Found: TypeAlias = Sequence[tuple[int, int, int, int, bool, Sequence[int]]]  # as the native core has them


class Book(Protocol):
    """Knows positions that were analysed before."""

    def find(self, state: Othello) -> Sequence[MoveValue]:
        """Return the moves that it knows of a position, best first; none where it does not know the position."""


class Engine:
    """Values the moves of Othello positions: on 8×8 by trained patterns, on smaller boards more plainly.

    It owns its tables, which speed up the next analysis: `new_game` forgets what they hold. One analysis at a time.
    """

    def __init__(self, *, threads: int = 1, hash_mib: int = 64, book: Book | None = None) -> None:
        check_effort(threads, hash_mib)
        self.threads, self.hash_mib, self.book = threads, hash_mib, book
        self.last: SearchResult | None = None  # what the last analysis found and took, for those who show it
        self._core: _native.Engine | None = None

    def new_game(self) -> None:
        """Forget everything, so that equal games are played equally."""
        self.last = None
        if self._core is not None:
            self._core.clear()

    def analyse(
        self,
        state: Othello,
        limits: Limits = NO_LIMITS,
        *,
        level: int | Level | None = None,
        all_moves: bool = True,
        soft_seconds: float | None = None,
        on_update: Update | None = None,
    ) -> list[MoveValue]:
        """Value every legal move, or only find the best, and return them best first.

        Without a `level` it goes as deep as the seconds or nodes of `limits` allow, and without those to level 10.
        After `soft_seconds` nothing deeper is begun. `on_update` and `limits.progress` hear about ten times a second
        what is found so far, and `on_update` once more the answer. A limit leaves the best answer so far; every move is
        judged whatever the limits.
        """
        twin_of(state)  # refuses a board that is too large
        started = time.perf_counter()
        self.last = None
        if state.is_over():
            return []
        known = list(self.book.find(state)) if self.book is not None else []
        if known:
            return self._answer(known, 0, started, on_update, complete=True)
        wanted = chosen_level(level, limits)
        if (state.width, state.height) != (8, 8):
            plain, nodes, complete = analyse_plainly(
                state, wanted, limits, all_moves=all_moves, threads=self.threads, hash_mib=self.hash_mib
            )
            return self._answer(plain, nodes, started, on_update, complete=complete)
        poll = watcher(limits, on_update, started)
        found, nodes, complete = self._search(state, wanted, all_moves, limits, soft_seconds, poll)
        return self._answer(move_values(found), nodes, started, on_update, complete=complete)

    def _answer(
        self, moves: list[MoveValue], nodes: int, started: float, on_update: Update | None, *, complete: bool
    ) -> list[MoveValue]:
        self.last = summary(moves, nodes, time.perf_counter() - started, complete=complete)
        if on_update is not None:
            on_update(moves)
        return moves

    def _search(
        self,
        state: Othello,
        level: Level,
        all_moves: bool,
        limits: Limits,
        soft_seconds: float | None,
        poll: Callable[..., bool] | None,
    ) -> tuple[Found, int, bool]:
        if self._core is None:
            load_evaluation()
            self._core = _native.Engine(self.hash_mib << 20, self.threads)
        settings = level.depth, level.selectivity, level.end_from, level.exact_from
        return self._core.analyse(
            twin_of(state), *settings, all_moves, limits.nodes, limits.seconds, soft_seconds, poll
        )


def chosen_level(level: int | Level | None, limits: Limits) -> Level:
    """Return the level asked for: by itself, by its number, or by limits alone."""
    if isinstance(level, Level):
        return level
    if level is not None:
        return find_level(level)
    return DEFAULT_LEVEL if limits.nodes is None and limits.seconds is None else DEEPEST


def watcher(limits: Limits, on_update: Update | None, started: float) -> Callable[..., bool] | None:
    """Return what the waiting thread calls: it reports what is found so far, and says whether to stop."""
    if limits.cancel is None and limits.progress is None and on_update is None:
        return None
    next_report = started + REPORT_SECONDS

    def poll(found: Found, nodes: int) -> bool:
        nonlocal next_report
        now = time.perf_counter()
        if found and now >= next_report:
            next_report = now + REPORT_SECONDS
            moves = move_values(found)
            if on_update is not None:
                on_update(moves)
            if limits.progress is not None:
                limits.progress(summary(moves, nodes, now - started, complete=False))
        return limits.cancel is not None and limits.cancel()

    return poll


def move_values(found: Found) -> list[MoveValue]:
    """Return what the native core has found, in discs: proved values whole, others in hundredths."""
    return [
        MoveValue(
            move,
            value // _native.DISC if exact else round(value / _native.DISC, 2),
            Provenance("exact") if exact else Provenance("search", depth, percent),
            tuple(line),
        )
        for move, value, depth, percent, exact, line in found
    ]


def summary(moves: Sequence[MoveValue], nodes: int, seconds: float, *, complete: bool) -> SearchResult:
    """Return the best of the moves as the answer of a search."""
    best = moves[0]
    papers: Any = best.provenance
    exact = papers.kind == "exact"
    bound = Bound.EXACT if complete or exact else Bound.LOWER
    return SearchResult(
        best.value, bound, best.line, papers.depth, nodes, seconds, complete, not exact, papers.selectivity
    )
