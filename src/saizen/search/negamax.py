"""Negamax: minimax written once, because what is good for one side is bad for the other."""

import math

from saizen.games.base import Move, S, Value, final_score
from saizen.search.evaluation import Evaluator, at_horizon
from saizen.search.limits import NO_LIMITS, Limits, SearchStopped
from saizen.search.native import search_natively
from saizen.search.observer import Observer
from saizen.search.result import Line, SearchResult
from saizen.search.roots import first_answer

__all__ = ["negamax"]


def negamax(
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluator[S] | None = None,
    limits: Limits = NO_LIMITS,
    observer: Observer | None = None,
    native: bool = True,
) -> SearchResult:
    """Search `depth` plies as minimax does, every value seen by the side to move.

    Knuth & Moore, "An analysis of alpha-beta pruning" (1975), procedure F1.
    """
    if native and observer is None:
        answer = search_natively("minimax", state, depth=depth, evaluate=evaluate, limits=limits)
        if answer is not None:
            return answer
    meter = limits.start(depth)
    judge = at_horizon(evaluate, meter)
    root = state

    def visit(move: Move | None, state: S, plies: float) -> tuple[Value, Line]:
        """Return the value for the side to move here, and the best play."""
        meter.count_node()
        if observer is not None:
            observer.enter(move, state, plies, -math.inf, math.inf)
        over = state.is_over()
        if over or plies == 0:
            value = final_score(state) if over else judge(state)
            if observer is not None:
                observer.leaf(value)
                observer.leave(value)
            return value, ()
        best: Value = -math.inf
        line: Line = ()
        for move in state.legal_moves():
            child = state.apply_move(move)
            value, rest = visit(move, child, plies - 1)
            if child.next_player is not state.next_player:
                value = -value
            if value > best:
                best, line = value, (move, *rest)
                if observer is not None:
                    observer.best(move, best)
                if state is root:
                    meter.keep(best, line)
        if observer is not None:
            observer.leave(best)
        return best, line

    try:
        return meter.result(*visit(None, state, math.inf if depth is None else depth))
    except SearchStopped:
        return meter.stopped_result(first_answer(state))
