"""Handing a search to its native twin, where the game and the evaluator have one."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from saizen.games.base import S, Value
from saizen.search.evaluation import Evaluator, zero
from saizen.search.limits import REPORT_SECONDS, Limits
from saizen.search.result import Bound, Line, SearchResult
from saizen.search.roots import Among, first_answer

__all__ = ["has_twin", "native_position", "search_natively"]

TABLE_BYTES = 1 << 26
MOST_ENTRIES = TABLE_BYTES // 32
DEEPEST = 1 << 20  # no game is so long


class Answer(NamedTuple):
    """What the native core returns."""

    value: Value
    line: Line
    depth: int
    nodes: int
    complete: bool
    horizon: bool
    estimate: bool


def search_natively(
    algorithm: str,
    state: S,
    *,
    depth: int | None,
    evaluate: Evaluator[S] | None,
    limits: Limits,
    **options: Any,
) -> SearchResult | None:
    """Return the answer of the native twin of a search, or None where there is none."""
    if not has_twin(state, evaluate):
        return None
    twin = native_position(state.state if isinstance(state, Among) else state)
    judge = vars(evaluate or zero)["native"]
    limits.start(depth)  # refuses a depth that is none
    plies = None if depth is None else min(depth, DEEPEST)
    common = {"depth": plies, "evaluator": judge, "nodes": limits.nodes, "seconds": limits.seconds}
    started = time.perf_counter()
    poll = poller(limits, started)
    if algorithm == "solve" and hasattr(twin, "prove"):
        high = twin.score_range[1]
        value, _, line, nodes, complete = twin.prove(-high, high, limits.nodes, limits.seconds, TABLE_BYTES, 1, poll)
        answer = Answer(value, line, 0, nodes, complete, horizon=False, estimate=False)
    elif algorithm == "solve":
        answer = Answer(*twin.solve(limits.nodes, limits.seconds, TABLE_BYTES, poll))
    elif algorithm == "mcts":
        answer = Answer(*twin.mcts(**common, **options, poll=poll))
    else:
        moves = state.moves if isinstance(state, Among) else None
        answer = Answer(*twin.search(algorithm, **common, moves=moves, entries=MOST_ENTRIES, poll=poll))
    reached = answer.depth if algorithm in ("pvs", "mtdf") else depth
    return result(state, answer, reached, time.perf_counter() - started)


def has_twin(state: Any, evaluate: Evaluator[Any] | None) -> bool:
    """Tell whether the native core knows both the game and the evaluator."""
    root = state.state if isinstance(state, Among) else state
    return hasattr(evaluate or zero, "native") and native_position(root) is not None


def native_position(state: Any) -> Any:
    """Return the native twin of a position, or None where it has none."""
    own: Callable[[], Any] | None = getattr(state, "native", None)
    return None if own is None else own()


def result(state: S, answer: Answer, depth: int | None, seconds: float) -> SearchResult:
    """Return a native answer as every search gives it."""
    value, line = answer.value, answer.line
    if not answer.complete and not line:
        value, line = first_answer(state)
    bound = Bound.ESTIMATE if answer.estimate else Bound.EXACT if answer.complete else Bound.LOWER
    return SearchResult(value, bound, line, depth, answer.nodes, seconds, answer.complete, answer.horizon)


def poller(limits: Limits, started: float) -> Callable[..., bool] | None:
    """Return what the waiting thread calls: it reports progress, and says whether to stop."""
    if limits.cancel is None and limits.progress is None:
        return None
    next_report = started + REPORT_SECONDS

    def poll(value: int, line: Line, depth: int, nodes: int, *_: float) -> bool:
        nonlocal next_report
        now = time.perf_counter()
        if limits.progress is not None and line and now >= next_report:
            next_report = now + REPORT_SECONDS
            limits.progress(SearchResult(value, Bound.LOWER, line, depth, nodes, now - started, False, True))
        return limits.cancel is not None and limits.cancel()

    return poll
