"""MTD(f): guess the value, then close in on it with yes-or-no searches that remember."""

import math
from dataclasses import dataclass
from typing import Generic

from saizen.errors import SettingError
from saizen.games.base import Move, S, Value, final_score
from saizen.search.deepening import deepen
from saizen.search.evaluation import Evaluator, at_horizon
from saizen.search.limits import NO_LIMITS, Limits, Meter
from saizen.search.native import search_natively
from saizen.search.observer import Observer
from saizen.search.result import Line, SearchResult
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
    first_depth: int = 1,
    native: bool = True,
) -> SearchResult:
    """Search 1, 2, … `depth` plies, each by null windows around the value of the last; whole numbers only.

    It begins at `first_depth`, with 0 for a value.

    Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms" (1996).
    """
    if native and observer is None and table is None and first_depth == 1:
        answer = search_natively("mtdf", state, depth=depth, evaluate=evaluate, limits=limits)
        if answer is not None:
            return answer
    meter = limits.start(depth)
    search = NullWindows(state, at_horizon(evaluate, meter), meter, Table() if table is None else table, observer)
    return deepen(state, (first_depth, depth), meter, search.table, search.converge)


@dataclass(slots=True)
class NullWindows(Generic[S]):
    """What one search holds: the position it is about, and the last value found as the next guess."""

    root: S
    judge: Evaluator[S]
    meter: Meter
    table: Table
    observer: Observer | None
    guess: Value = 0

    def converge(self, plies: float) -> tuple[Value, Line]:
        """Raise the lower bound and lower the upper one until they meet."""
        lower: Value = -math.inf
        upper: Value = math.inf
        line: Line = ()
        while lower < upper:
            beta = int(self.guess) + 1 if self.guess == lower else int(self.guess)
            self.guess, found = self.visit(None, self.root, plies, beta)
            if self.guess >= beta:
                lower, line = self.guess, found
            else:
                upper = self.guess
        return lower, line

    def visit(self, move: Move | None, state: S, plies: float, beta: int) -> tuple[Value, Line]:
        """Return a value ≥ `beta` that is a lower bound, or one below it that is an upper bound."""
        self.meter.count_node()
        if self.observer is not None:
            self.observer.enter(move, state, plies, beta - 1, beta)
        over = state.is_over()
        if over or plies == 0:
            value, line = self.leaf(state, over=over), ()
        else:
            value, line = self.look_up_or_expand(state, plies, beta)
        if self.observer is not None:
            self.observer.leave(value)
        return value, line

    def leaf(self, state: S, *, over: bool) -> Value:
        """Return the value of a finished position or of one at the horizon, which must be a whole number."""
        value = final_score(state) if over else self.judge(state)
        if not isinstance(value, int):
            raise SettingError(f"mtdf needs whole-number values, got {value!r}; use pvs or alphabeta")
        if self.observer is not None:
            self.observer.leaf(value)
        return value

    def look_up_or_expand(self, state: S, plies: float, beta: int) -> tuple[Value, Line]:
        """Answer from the table if it can, else search the moves."""
        known = self.table.bounds(state, plies)
        if known is not None and known.lower >= beta:
            return known.lower, known.lower_line
        if known is not None and known.upper < beta:
            return known.upper, known.upper_line
        value, line = self.expand(state, plies, beta)
        self.table.store(state, plies, value, beta - 1, beta, line)
        return value, line

    def expand(self, state: S, plies: float, beta: int) -> tuple[Value, Line]:
        """Search the moves, the remembered best one first."""
        best: Value = -math.inf
        line: Line = ()
        # The root keeps the game's own order, so that of equal moves the first wins.
        remembered = self.table.best_move(state) if state is not self.root else ()
        for move in [*remembered, *(move for move in state.legal_moves() if move not in remembered)]:
            child = state.apply_move(move)
            if child.next_player is not state.next_player:
                value, rest = self.visit(move, child, plies - 1, 1 - beta)
                value = -value
            else:
                value, rest = self.visit(move, child, plies - 1, beta)
            if value > best:
                best, line = value, (move, *rest)
                if self.observer is not None:
                    self.observer.best(move, best)
            if best >= beta:
                if self.observer is not None:
                    self.observer.cut(move, best)
                break
        return best, line
