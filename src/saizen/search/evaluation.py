"""Judging positions at the horizon."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from saizen.games.base import S, Value
from saizen.search.limits import Meter

__all__ = ["Evaluator", "at_horizon", "native_twin", "zero"]

Evaluator: TypeAlias = Callable[[S], Value]
F = TypeVar("F", bound=Callable[..., Value])


def native_twin(name: str) -> Callable[[F], F]:
    """Mark an evaluator that the native core has too, under `name`."""

    def mark(evaluate: F) -> F:
        vars(evaluate)["native"] = name
        return evaluate

    return mark


@native_twin("zero")
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
