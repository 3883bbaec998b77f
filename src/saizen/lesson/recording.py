"""The searches that lessons show, and the trace of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from saizen.errors import SettingError, SpecError
from saizen.games.base import State
from saizen.lesson.convention import USUAL, Convention, alphabeta_by, best_first
from saizen.lesson.trace import MOST_NODES, Recorder, Trace
from saizen.search import NO_LIMITS, Evaluator, Limits, SearchResult, alphabeta, minimax, mtdf, negamax, pvs

__all__ = ["LESSONS", "Lesson", "find_lesson", "record"]

TO_THE_END = 1_000_000  # plies: more than any game here has


@dataclass(frozen=True, slots=True)
class Lesson:
    """A search as lessons show it."""

    search: Callable[..., SearchResult]
    windows: bool = True  # does it have alpha and beta?


def ordered(state: State, *, depth: int | None, evaluate: Evaluator[Any] | None, **options: Any) -> SearchResult:
    """Search by alpha-beta with the best moves first, as if all values were known."""
    return alphabeta_by(USUAL, state, depth=depth, evaluate=evaluate, order=best_first(evaluate), **options)


def at_once(search: Callable[..., SearchResult]) -> Callable[..., SearchResult]:
    """Return a search that deepens, without the deepening: textbooks show its last search alone."""

    def run(state: State, *, depth: int | None, **options: Any) -> SearchResult:
        return search(state, depth=depth, first_depth=TO_THE_END if depth is None else depth, **options)

    return run


LESSONS: Mapping[str, Lesson] = {
    "minimax": Lesson(minimax, windows=False),
    "negamax": Lesson(negamax, windows=False),
    "alphabeta": Lesson(alphabeta),
    "ordered": Lesson(ordered),
    "pvs": Lesson(at_once(pvs)),
    "mtdf": Lesson(at_once(mtdf)),
}


def find_lesson(algorithm: str) -> Lesson:
    """Return the search of a name."""
    if algorithm not in LESSONS:
        raise SpecError(f"unknown algorithm {algorithm!r}; known: {' '.join(LESSONS)}")
    return LESSONS[algorithm]


def record(
    state: State,
    algorithm: str = "alphabeta",
    *,
    depth: int | None = None,
    evaluate: Evaluator[Any] | None = None,
    limits: Limits = NO_LIMITS,
    convention: Convention = USUAL,
    most_nodes: int = MOST_NODES,
) -> Trace:
    """Search a position and return everything that happened."""
    lesson = find_lesson(algorithm)
    if convention != USUAL and algorithm != "alphabeta":
        raise SettingError(f"{algorithm} cannot follow the convention '{convention}'; use alphabeta")
    sign = "≤" if convention.cuts_at_equal else "<"
    recorder = Recorder(state, algorithm, windows=lesson.windows, cut_sign=sign, most_nodes=most_nodes)
    options: dict[str, Any] = {"depth": depth, "evaluate": evaluate, "limits": limits, "observer": recorder}
    if convention != USUAL:
        return recorder.finish(alphabeta_by(convention, state, **options))
    return recorder.finish(lesson.search(state, **options))
