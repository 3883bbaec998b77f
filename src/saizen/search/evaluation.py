"""Judging positions at the horizon."""

from collections.abc import Callable
from typing import TypeAlias

from saizen.games.base import S, Value
from saizen.search.limits import Meter

__all__ = ["Evaluator", "at_horizon", "zero"]

Evaluator: TypeAlias = Callable[[S], Value]


def zero(state: S) -> Value:
    """Call every unfinished position even."""
    return 0


def at_horizon(evaluate: Evaluator[S] | None, meter: Meter) -> Evaluator[S]:
    """Return `evaluate` (default: even) such that the meter knows it was asked."""
    judge: Evaluator[S] = zero if evaluate is None else evaluate

    def judged(state: S) -> Value:
        meter.horizon = True
        return judge(state)

    return judged
