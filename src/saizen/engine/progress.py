"""How far the proof of a score has come, for those who wait for it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from saizen.search.limits import REPORT_SECONDS, Limits
from saizen.search.result import Bound, Line, SearchResult

__all__ = ["Progress", "watcher"]

LEAST_DONE, LEAST_SECONDS = 0.05, 0.5  # of a question, before its end is guessed at


@dataclass(frozen=True, slots=True)
class Progress(SearchResult):
    """How far a proof has come: the score lies between `value` and `upper`.

    The solver asks one question after another: is the score at least `asked`? Of the present one, asked
    `question_seconds` ago, the part `done` seems answered, judging by the moves tried. Once the bounds have met,
    nothing is asked, and `asked` is the score.
    """

    upper: int = 0
    asked: int = 0
    done: float = 0.0
    question_seconds: float = 0.0

    @property
    def turned(self) -> "Progress":
        """The same for the other side."""
        lower: Any = self.value
        return replace(self, value=-self.upper, upper=-lower, asked=-self.asked)

    @property
    def seconds_left(self) -> float | None:
        """How long the present question may still take, or None while there is nothing to go by.

        An estimate: one hard move can take longer than all others, and further questions may follow.
        """
        if self.done < LEAST_DONE or self.question_seconds < LEAST_SECONDS:
            return None
        return self.question_seconds * (1 - self.done) / self.done


def watcher(limits: Limits, asked: float) -> Callable[..., bool] | None:
    """Return what the waiting thread calls: it reports progress, and says whether to stop."""
    if limits.cancel is None and limits.progress is None:
        return None
    next_report = asked + REPORT_SECONDS
    question, began = (0, 0, 0), asked

    def poll(_: int, line: Line, __: int, nodes: int, lower: int, upper: int, score: int, done: float) -> bool:
        nonlocal next_report, question, began
        now = time.perf_counter()
        if question != (lower, upper, score):
            question, began = (lower, upper, score), now
        if limits.progress is not None and now >= next_report:
            next_report = now + REPORT_SECONDS
            limits.progress(
                Progress(
                    lower,
                    Bound.LOWER,
                    line,
                    None,
                    nodes,
                    now - asked,
                    complete=False,
                    upper=upper,
                    asked=score if lower < score <= upper else upper,  # else it has just been answered
                    done=done,
                    question_seconds=now - began,
                )
            )
        return limits.cancel is not None and limits.cancel()

    return poll
