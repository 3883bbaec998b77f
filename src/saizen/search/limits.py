"""How long a search may take, and the meter that holds it to that."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from saizen.errors import SettingError
from saizen.games.base import Value
from saizen.search.result import Bound, Line, SearchResult

__all__ = ["NO_LIMITS", "Limits", "Meter", "SearchStopped"]

STRIDE = 32  # nodes between two looks at the clock
REPORT_SECONDS = 0.1


class SearchStopped(Exception):  # noqa: N818 - a signal inside the package, not an error
    """Unwind a search that has reached a limit."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: after so many nodes, so many seconds, or as soon as `cancel()` is true.

    `progress` is called about ten times a second with the answer so far.
    """

    nodes: int | None = None
    seconds: float | None = None
    cancel: Callable[[], bool] | None = None
    progress: Callable[[SearchResult], None] | None = None

    def __post_init__(self) -> None:
        if self.nodes is not None and self.nodes < 1:
            raise SettingError(f"nodes={self.nodes} is no limit; use 1 or more")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise SettingError(f"seconds={self.seconds} is no limit; use a number above 0")

    def start(self, depth: int | None) -> "Meter":
        """Start the clock for one search, refusing a depth that is none."""
        if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 0):
            raise SettingError(f"depth={depth!r} is no depth; use 0, 1, 2 … or None for the whole game")
        return Meter(self, depth)


NO_LIMITS = Limits()


@dataclass(slots=True)
class Meter:
    """Counts nodes, stops the search at its limits and keeps the best answer so far."""

    limits: Limits
    depth: int | None
    nodes: int = 0
    horizon: bool = False  # has an evaluator been asked?
    started: float = field(default_factory=time.perf_counter)
    _next_look: float = 0
    _next_report: float = 0
    _best: tuple[Value, Line] | None = None

    def __post_init__(self) -> None:
        self._next_report = self.started + REPORT_SECONDS
        self._schedule()

    def count_node(self) -> None:
        """Count a position entered."""
        self.nodes += 1
        if self.nodes >= self._next_look:
            self._look()

    def keep(self, value: Value, line: Line) -> None:
        """Remember the best answer so far."""
        self._best = value, line

    def result(self, value: Value, line: Line, bound: Bound = Bound.EXACT) -> SearchResult:
        """Return the finished answer."""
        return self._answer(value, line, bound, complete=True)

    def stopped_result(self, fallback: tuple[Value, Line], bound: Bound = Bound.LOWER) -> SearchResult:
        """Return the best answer so far, or `fallback` when there is none yet."""
        value, line = self._best or fallback
        return self._answer(value, line, bound, complete=False)

    def _answer(self, value: Value, line: Line, bound: Bound, *, complete: bool) -> SearchResult:
        seconds = time.perf_counter() - self.started
        return SearchResult(value, bound, line, self.depth, self.nodes, seconds, complete, self.horizon)

    def _schedule(self) -> None:
        limits = self.limits
        watched = limits.seconds or limits.cancel or limits.progress
        ceiling = math.inf if limits.nodes is None else limits.nodes + 1
        self._next_look = min(ceiling, self.nodes + STRIDE) if watched else ceiling

    def _look(self) -> None:
        limits, now = self.limits, time.perf_counter()
        over_nodes = limits.nodes is not None and self.nodes > limits.nodes
        if over_nodes:
            self.nodes -= 1  # this position was refused, not entered
        over_time = limits.seconds is not None and now - self.started >= limits.seconds
        if over_nodes or over_time or (limits.cancel is not None and limits.cancel()):
            raise SearchStopped
        if limits.progress is not None and now >= self._next_report:
            self._next_report = now + REPORT_SECONDS
            if self._best is not None:
                limits.progress(self._answer(*self._best, Bound.LOWER, complete=False))
        self._schedule()
