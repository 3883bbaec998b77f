"""MTD(f): guess the value, then close in on it with yes-or-no searches that remember."""

import math
from itertools import count

from saizen.errors import SettingError
from saizen.games.base import Move, S, Value, final_score
from saizen.search.evaluation import Evaluator, at_horizon
from saizen.search.limits import NO_LIMITS, Limits, SearchStopped
from saizen.search.native import search_natively
from saizen.search.observer import Observer
from saizen.search.result import Line, SearchResult
from saizen.search.roots import first_answer
from saizen.search.table import Table

__all__ = ["mtdf"]


def mtdf(
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluator[S] | None = None,
    limits: Limits = NO_LIMITS,
    observer: Observer | None = None,
    table: Table | None = None,
    native: bool = True,
) -> SearchResult:
    """Search 1, 2, … `depth` plies, each by null windows around the value of the last; whole numbers only.

    Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms" (1996).
    """
    if native and observer is None and table is None:
        answer = search_natively("mtdf", state, depth=depth, evaluate=evaluate, limits=limits)
        if answer is not None:
            return answer
    meter = limits.start(depth)
    judge = at_horizon(evaluate, meter)
    table = Table() if table is None else table
    root = state

    def leaf(state: S, *, over: bool) -> Value:
        value = final_score(state) if over else judge(state)
        if not isinstance(value, int):
            raise SettingError(f"mtdf needs whole-number values, got {value!r}; use pvs or alphabeta")
        if observer is not None:
            observer.leaf(value)
        return value

    def visit(move: Move | None, state: S, plies: float, beta: int) -> tuple[Value, Line]:
        """Return a value ≥ `beta` that is a lower bound, or one below it that is an upper bound."""
        meter.count_node()
        if observer is not None:
            observer.enter(move, state, plies, beta - 1, beta)
        over = state.is_over()
        if over or plies == 0:
            value, line = leaf(state, over=over), ()
        else:
            value, line = look_up_or_expand(state, plies, beta)
        if observer is not None:
            observer.leave(value)
        return value, line

    def look_up_or_expand(state: S, plies: float, beta: int) -> tuple[Value, Line]:
        known = table.bounds(state, plies)
        if known is not None and known.lower >= beta:
            return known.lower, known.lower_line
        if known is not None and known.upper < beta:
            return known.upper, known.upper_line
        value, line = expand(state, plies, beta)
        table.store(state, plies, value, beta - 1, beta, line)
        return value, line

    def expand(state: S, plies: float, beta: int) -> tuple[Value, Line]:
        best: Value = -math.inf
        line: Line = ()
        # The root keeps the game's own order, so that of equal moves the first wins.
        remembered = table.best_move(state) if state is not root else ()
        for move in [*remembered, *(move for move in state.legal_moves() if move not in remembered)]:
            child = state.apply_move(move)
            if child.next_player is not state.next_player:
                value, rest = visit(move, child, plies - 1, 1 - beta)
                value = -value
            else:
                value, rest = visit(move, child, plies - 1, beta)
            if value > best:
                best, line = value, (move, *rest)
                if observer is not None:
                    observer.best(move, best)
            if best >= beta:
                if observer is not None:
                    observer.cut(move, best)
                break
        return best, line

    def converge(guess: Value, plies: float) -> tuple[Value, Line]:
        """Raise the lower bound and lower the upper one until they meet."""
        lower: Value = -math.inf
        upper: Value = math.inf
        line: Line = ()
        while lower < upper:
            beta = int(guess) + 1 if guess == lower else int(guess)
            guess, found = visit(None, root, plies, beta)
            if guess >= beta:
                lower, line = guess, found
            else:
                upper = guess
        return lower, line

    value: Value = 0
    _, line = first_answer(state)
    meter.depth = 0
    try:
        for plies in count(1) if depth is None else range(min(depth, 1), depth + 1):
            table.next_generation()
            meter.horizon = False
            value, line = converge(value, plies)
            meter.keep(value, line)
            meter.depth = plies
            if not meter.horizon:
                break
    except SearchStopped:
        meter.horizon = True
        return meter.stopped_result(first_answer(state))
    return meter.result(value, line)
