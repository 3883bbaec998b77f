"""The engine: what every move of an Othello position is worth, and how certain that is."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from saizen import _native
from saizen.engine.book import load_book
from saizen.engine.clock import AT_ONCE
from saizen.engine.evaluation import is_trained_for, load_evaluation
from saizen.engine.levels import DEEPEST, DEFAULT_LEVEL, Level, find_level
from saizen.engine.other_boards import analyse_plainly
from saizen.engine.solving import check_effort, twin_of
from saizen.games.othello import Othello
from saizen.search.limits import NO_LIMITS, REPORT_SECONDS, Limits
from saizen.search.result import Bound, Provenance, SearchResult
from saizen.search.values import MoveValue

__all__ = ["Book", "Engine", "Update"]

Update: TypeAlias = Callable[[list[MoveValue]], object]
BOOK_LEVEL = 10  # of the ladder, from which on the own book is asked: whoever is weaker should be so from the start on
Found: TypeAlias = Sequence[tuple[int, int, int, int, bool, Sequence[int]]]  # as the native core has them


class Book(Protocol):
    """Knows positions that were analysed before."""

    def find(self, state: Othello) -> Sequence[MoveValue]:
        """Return the moves that it knows of a position, best first; none where it does not know the position."""


class Engine:
    """Values the moves of Othello positions: on 8×8 by trained patterns, on smaller boards more plainly.

    It owns its tables, which speed up the next analysis: `new_game` forgets what they hold. One analysis at a time.
    The book of the package answers for the first plies, from level 10 on and wherever limits alone say how deep to go;
    a `book` that is handed over is asked at every level; with False there is none.
    """

    def __init__(self, *, threads: int = 1, hash_mib: int = 64, book: Book | bool = True) -> None:
        check_effort(threads, hash_mib)
        self.threads, self.hash_mib, self.book = threads, hash_mib, book
        self.last: SearchResult | None = None  # what the last analysis found and took, for those who show it
        self._core: _native.Engine | None = None

    def new_game(self) -> None:
        """Forget everything, so that equal games are played equally."""
        self.last = None
        if self._core is not None:
            self._core.clear()

    def prepare(self, start: Othello) -> None:
        """Load what the analysis of a game takes, so that its first move is not slower than the others."""
        if is_trained_for(start):
            self._native_engine()
            self._book_for(DEEPEST)

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
        wanted = chosen_level(level, limits)
        book = self._book_for(wanted)
        known = list(book.find(state)) if book is not None else []
        if known:
            return self._answer(known if all_moves else known[:1], 0, started, on_update, complete=True)
        if is_trained_for(state):
            watch = watcher(limits, on_update, started)
            moves, nodes, complete = self._search(state, wanted, limits, soft_seconds, watch, all_moves=all_moves)
        else:
            shorter = sooner(limits, soft_seconds)
            moves, nodes, complete = analyse_plainly(
                state, wanted, shorter, all_moves=all_moves, threads=self.threads, hash_mib=self.hash_mib
            )
        return self._answer(moves, nodes, started, on_update, complete=complete)

    def _search(
        self,
        state: Othello,
        level: Level,
        limits: Limits,
        soft_seconds: float | None,
        watch: Callable[..., bool] | None,
        *,
        all_moves: bool,
    ) -> tuple[list[MoveValue], int, bool]:
        found, nodes, complete = self._native_engine().analyse(
            twin_of(state),
            level.depth,
            level.selectivity,
            level.end_from,
            level.exact_from,
            all_moves,
            limits.nodes,
            limits.seconds,
            soft_seconds,
            watch,
        )
        return move_values(found), nodes, complete

    def _answer(
        self, moves: list[MoveValue], nodes: int, started: float, on_update: Update | None, *, complete: bool
    ) -> list[MoveValue]:
        self.last = summary(moves, nodes, time.perf_counter() - started, complete=complete)
        if on_update is not None:
            on_update(moves)
        return moves

    def _book_for(self, wanted: Level) -> Book | None:
        if not isinstance(self.book, bool):
            return self.book
        deep = wanted is DEEPEST or wanted.number >= BOOK_LEVEL
        return load_book() if self.book and deep else None

    def _native_engine(self) -> _native.Engine:
        if self._core is None:
            load_evaluation()
            self._core = _native.Engine(self.hash_mib << 20, self.threads)
        return self._core


def chosen_level(level: int | Level | None, limits: Limits) -> Level:
    """Return the level asked for: by itself, by its number, or by limits alone."""
    if isinstance(level, Level):
        return level
    if level is not None:
        return find_level(level)
    return DEFAULT_LEVEL if limits.nodes is None and limits.seconds is None else DEEPEST


def sooner(limits: Limits, soft_seconds: float | None) -> Limits:
    """Return limits that end at the soft one, for a search that does not tell when it begins something new."""
    if soft_seconds is None:
        return limits
    seconds = soft_seconds if limits.seconds is None else min(soft_seconds, limits.seconds)
    return replace(limits, seconds=max(AT_ONCE, seconds))


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
