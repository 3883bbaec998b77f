"""Minimax: the definition of the best move, and the specification of every other search."""

import math

from saizen.games.base import Move, S, Value, final_score
from saizen.search.evaluation import Evaluator, at_horizon
from saizen.search.limits import NO_LIMITS, Limits, SearchStopped
from saizen.search.native import search_natively
from saizen.search.observer import Observer
from saizen.search.result import Line, SearchResult
from saizen.search.roots import first_answer

__all__ = ["minimax"]


def minimax(
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluator[S] | None = None,
    limits: Limits = NO_LIMITS,
    observer: Observer | None = None,
    native: bool = True,
) -> SearchResult:
    """Search `depth` plies (None: the whole game), one side taking the highest value, the other the lowest.

    von Neumann, "Zur Theorie der Gesellschaftsspiele" (1928);
    Shannon, "Programming a computer for playing chess" (1950).
    """
    if native and observer is None:
        answer = search_natively("minimax", state, depth=depth, evaluate=evaluate, limits=limits)
        if answer is not None:
            return answer
    meter = limits.start(depth)
    judge = at_horizon(evaluate, meter)
    root, maximiser = state, state.next_player

    def visit(move: Move | None, state: S, plies: float) -> tuple[Value, Line]:
        """Return the value for the side to move at the root, and the best play."""
        meter.count_node()
        mine = state.next_player is maximiser
        if observer is not None:
            observer.enter(move, state, plies, -math.inf, math.inf)
        over = state.is_over()
        if over or plies == 0:
            value = final_score(state) if over else judge(state)
            if observer is not None:
                observer.leaf(value)
                observer.leave(value)
            return value if mine else -value, ()
        best: Value = -math.inf if mine else math.inf
        line: Line = ()
        for move in state.legal_moves():
            value, rest = visit(move, state.apply_move(move), plies - 1)
            if value > best if mine else value < best:
                best, line = value, (move, *rest)
                if observer is not None:
                    observer.best(move, best if mine else -best)
                if state is root:
                    meter.keep(best, line)
        if observer is not None:
            observer.leave(best if mine else -best)
        return best, line

    try:
        return meter.result(*visit(None, state, math.inf if depth is None else depth))
    except SearchStopped:
        return meter.stopped_result(first_answer(state))
