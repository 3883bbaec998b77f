"""Alpha-beta as different books write it: when they cut, and what they return outside of the window."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from saizen.games.base import Move, S, State, Value, final_score
from saizen.search import NO_LIMITS, Evaluator, Limits, Line, Observer, SearchResult
from saizen.search.evaluation import at_horizon
from saizen.search.limits import SearchStopped
from saizen.search.roots import first_answer

__all__ = ["USUAL", "Convention", "Order", "alphabeta_by", "best_first"]

Order: TypeAlias = Callable[[Any, float], Iterable[Move]]


@dataclass(frozen=True, slots=True)
class Convention:
    """When to cut: at β ≤ α, or only at β < α; and whether a value outside of the window is returned as it is."""

    cuts_at_equal: bool = True
    fail_soft: bool = True

    def cuts(self, alpha: Value, beta: Value) -> bool:
        """Tell whether nothing below a node with this window matters."""
        return beta <= alpha if self.cuts_at_equal else beta < alpha

    def __str__(self) -> str:
        cut, fail = "≤" if self.cuts_at_equal else "<", "soft" if self.fail_soft else "hard"
        return f"cut at β {cut} α, fail-{fail}, MAX's view"


USUAL = Convention()


def alphabeta_by(
    convention: Convention,
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluator[S] | None = None,
    limits: Limits = NO_LIMITS,
    observer: Observer | None = None,
    order: Order | None = None,
) -> SearchResult:
    """Search as `saizen.search.alphabeta` does, but by a convention, and with the moves in another order.

    `order(state, plies)` returns the moves of a position as they are to be tried.
    """
    meter = limits.start(depth)
    judge = at_horizon(evaluate, meter)
    root = state

    def visit(move: Move | None, state: S, plies: float, alpha: Value, beta: Value) -> tuple[Value, Line]:
        meter.count_node()
        if observer is not None:
            observer.enter(move, state, plies, alpha, beta)
        over = state.is_over()
        if over or plies == 0:
            value = final_score(state) if over else judge(state)
            if observer is not None:
                observer.leaf(value)
                observer.leave(value)
            return value, ()
        best: Value = -math.inf if convention.fail_soft else alpha
        line: Line = ()
        for move in state.legal_moves() if order is None else order(state, plies):
            child = state.apply_move(move)
            turns = child.next_player is not state.next_player
            window = (-beta, -alpha) if turns else (alpha, beta)
            value, rest = visit(move, child, plies - 1, *window)
            if turns:
                value = -value
            if value > best:
                best, line = value, (move, *rest)
                if observer is not None:
                    observer.best(move, value)
                alpha = max(alpha, value)
                best = best if convention.fail_soft else min(best, beta)
                if state is root:
                    meter.keep(best, line)
                if convention.cuts(alpha, beta):
                    if observer is not None:
                        observer.cut(move, value)
                    break
        if observer is not None:
            observer.leave(best)
        return best, line

    try:
        return meter.result(*visit(None, state, math.inf if depth is None else depth, -math.inf, math.inf))
    except SearchStopped:
        return meter.stopped_result(first_answer(state))


def best_first(evaluate: Evaluator[Any] | None = None) -> Order:
    """Return the order of someone who knows every value.

    With it alpha-beta looks at the fewest leaves that prove the value of a uniform tree whose leaves all differ.
    """
    known: dict[tuple[State, float], Value] = {}

    def value_of(state: Any, plies: float) -> Value:
        key = state, plies
        if key not in known:
            if state.is_over():
                known[key] = final_score(state)
            elif plies == 0:
                known[key] = 0 if evaluate is None else evaluate(state)
            else:
                known[key] = max(move_value(state, move, plies) for move in state.legal_moves())
        return known[key]

    def move_value(state: Any, move: Move, plies: float) -> Value:
        child = state.apply_move(move)
        value = value_of(child, plies - 1)
        return -value if child.next_player is not state.next_player else value

    def order(state: Any, plies: float) -> Sequence[Move]:
        return sorted(state.legal_moves(), key=lambda move: -move_value(state, move, plies))

    return order
