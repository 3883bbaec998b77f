"""Principal variation search: iterative deepening alpha-beta that expects its first move to be best."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from saizen.games.base import Move, S, Side, Value, final_score
from saizen.search.deepening import deepen
from saizen.search.evaluation import Evaluator, at_horizon
from saizen.search.limits import NO_LIMITS, Limits, Meter
from saizen.search.native import search_natively
from saizen.search.observer import Observer
from saizen.search.result import Line, SearchResult
from saizen.search.table import Table, just_above, just_below

__all__ = ["pvs"]


def pvs(
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
    """Search 1, 2, … `depth` plies (None: until the game is solved or a limit stops it), beginning at `first_depth`.

    Has the value of `minimax` at the depth reached. With `seconds` it is the search to play with.
    Marsland & Campbell, "Parallel search of strongly ordered game trees" (1982); history: Schaeffer (1989).
    """
    if native and observer is None and table is None and first_depth == 1:
        answer = search_natively("pvs", state, depth=depth, evaluate=evaluate, limits=limits)
        if answer is not None:
            return answer
    meter = limits.start(depth)
    search = PrincipalVariation(at_horizon(evaluate, meter), meter, Table() if table is None else table, observer)
    return deepen(state, (first_depth, depth), meter, search.table, lambda plies: search.visit_root(state, plies))


@dataclass(slots=True)
class PrincipalVariation(Generic[S]):
    """What one search holds while it deepens."""

    judge: Evaluator[S]
    meter: Meter
    table: Table
    observer: Observer | None
    history: defaultdict[tuple[Side, Move], float] = field(default_factory=lambda: defaultdict(float))

    def visit_root(self, root: S, plies: float) -> tuple[Value, Line]:
        """Search every move; of equal ones the first in the game's own order wins."""
        if plies == 0 or root.is_over():
            return self.visit(None, root, plies, -math.inf, math.inf)
        self.meter.count_node()
        rank = {move: index for index, move in enumerate(root.legal_moves())}
        best: Value = -math.inf
        line: Line = ()
        if self.observer is not None:
            self.observer.enter(None, root, plies, -math.inf, math.inf)
        for move in self.ordered(root):
            wins_ties = bool(line) and rank[move] < rank[line[0]]
            alpha = just_below(best) if wins_ties else best
            value, rest = self.visit_child(root, move, plies, alpha, math.inf, first=not line)
            if value > best or (wins_ties and value == best):
                best, line = value, (move, *rest)
                self.meter.keep(best, line)
                if self.observer is not None:
                    self.observer.best(move, best)
        if self.observer is not None:
            self.observer.leave(best)
        self.table.store(root, plies, best, -math.inf, math.inf, line)
        return best, line

    def visit(self, move: Move | None, state: S, plies: float, alpha: Value, beta: Value) -> tuple[Value, Line]:
        """Return the value if it lies inside (alpha, beta), else a bound on that side of it."""
        self.meter.count_node()
        if self.observer is not None:
            self.observer.enter(move, state, plies, alpha, beta)
        value, line = self.look_up_or_expand(state, plies, alpha, beta)
        if self.observer is not None:
            self.observer.leave(value)
        return value, line

    def look_up_or_expand(self, state: S, plies: float, alpha: Value, beta: Value) -> tuple[Value, Line]:
        """Answer from the rules, the evaluator or the table if they can, else search the moves."""
        over = state.is_over()
        if over or plies == 0:
            value = final_score(state) if over else self.judge(state)
            if self.observer is not None:
                self.observer.leaf(value)
            return value, ()
        known = self.table.bounds(state, plies)
        if known is not None:
            if known.lower >= beta or known.lower == known.upper:
                return known.lower, known.lower_line
            if known.upper <= alpha:
                return known.upper, known.upper_line
        value, line = self.expand(state, plies, alpha, beta)
        self.table.store(state, plies, value, alpha, beta, line)
        return value, line

    def expand(self, state: S, plies: float, alpha: Value, beta: Value) -> tuple[Value, Line]:
        """Search the moves, the first with the whole window, the others to show that they are no better."""
        best: Value = -math.inf
        line: Line = ()
        for move in self.ordered(state):
            value, rest = self.visit_child(state, move, plies, max(alpha, best), beta, first=not line)
            if value > best:
                best, line = value, (move, *rest)
                if self.observer is not None:
                    self.observer.best(move, best)
            if best >= beta:
                self.history[state.next_player, move] += plies * plies
                if self.observer is not None:
                    self.observer.cut(move, best)
                break
        return best, line

    def visit_child(
        self, state: S, move: Move, plies: float, alpha: Value, beta: Value, *, first: bool
    ) -> tuple[Value, Line]:
        """Return a move's value for the side that plays it."""
        child = state.apply_move(move)
        sign = 1 if child.next_player is state.next_player else -1

        def within(low: Value, high: Value) -> tuple[Value, Line]:
            window = (low, high) if sign > 0 else (-high, -low)
            value, rest = self.visit(move, child, plies - 1, *window)
            return sign * value, rest

        if first or just_above(alpha) >= beta:
            return within(alpha, beta)
        value, rest = within(alpha, just_above(alpha))
        return within(alpha, beta) if alpha < value < beta else (value, rest)

    def ordered(self, state: S) -> Sequence[Any]:
        """Return the remembered best move first, then those that have cut most."""
        side = state.next_player
        moves = sorted(state.legal_moves(), key=lambda move: -self.history[side, move])
        remembered = self.table.best_move(state)
        return [*remembered, *(move for move in moves if move not in remembered)]
