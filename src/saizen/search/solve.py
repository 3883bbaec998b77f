"""Solving: the exact value of a position, remembered for every position equivalent to one met before."""

import math
from dataclasses import dataclass, field
from typing import Generic

from saizen.errors import ProtocolError
from saizen.games.base import Move, S, Value, final_score, score_range, symmetries
from saizen.search.limits import NO_LIMITS, Limits, Meter, SearchStopped
from saizen.search.native import search_natively
from saizen.search.observer import Observer
from saizen.search.result import Line, SearchResult
from saizen.search.roots import Among, first_answer
from saizen.search.table import Entry, Table, just_below

__all__ = ["solve"]

SYMMETRIC_PLIES = 6  # deeper down, making the images costs more than the transpositions they find
ENTRIES = 1 << 19


def solve(
    state: S, *, limits: Limits = NO_LIMITS, observer: Observer | None = None, native: bool = True
) -> SearchResult:
    """Search to the end of the game with alpha-beta, a table and the game's symmetries.

    The line runs to the end of the game. When a limit stops the search, the value is a proven lower bound.
    """
    if native and observer is None and not isinstance(state, Among):
        answer = search_natively("solve", state, depth=None, evaluate=None, limits=limits)
        if answer is not None:
            return answer
    meter = limits.start(None)
    low, high = score_range(state)
    solver = Solver[S](meter, low, high, observer)
    try:
        value = solver.visit_root(state)
    except SearchStopped:
        return meter.stopped_result(first_answer(state))
    return meter.result(value, solver.line(state, value))


@dataclass(slots=True)
class Solver(Generic[S]):
    """What one solution holds: the range of results, and the bounds of positions met."""

    meter: Meter
    low: Value
    high: Value
    observer: Observer | None
    table: Table = field(default_factory=lambda: Table(ENTRIES))

    def visit_root(self, root: S) -> Value:
        """Return the value of the position to be solved, keeping the best move so far."""
        if root.is_over():
            return self.visit(None, root, 0, self.low, self.high)
        self.meter.count_node()
        if self.observer is not None:
            self.observer.enter(None, root, math.inf, self.low, self.high)
        best: Value = -math.inf
        for move in root.legal_moves():
            value = self.visit_child(root, move, 0, max(best, self.low), self.high)
            if value > best:
                best = value
                self.meter.keep(best, (move,))
                if self.observer is not None:
                    self.observer.best(move, best)
            if best >= self.high:
                if self.observer is not None:
                    self.observer.cut(move, best)
                break
        if self.observer is not None:
            self.observer.leave(best)
        return best

    def visit(self, move: Move | None, state: S, ply: int, alpha: Value, beta: Value) -> Value:
        """Return the value if it lies inside (alpha, beta), else a bound on that side of it."""
        self.meter.count_node()
        if self.observer is not None:
            self.observer.enter(move, state, math.inf, alpha, beta)
        value = self.score(state) if state.is_over() else self.look_up_or_expand(state, ply, alpha, beta)
        if self.observer is not None:
            self.observer.leave(value)
        return value

    def score(self, state: S) -> Value:
        """Return the result of a finished game, which must lie in the range the game has named."""
        value = final_score(state)
        if not self.low <= value <= self.high:
            raise ProtocolError(
                f"{type(state).__name__}.final_score is {value}, outside its score_range ({self.low}, {self.high})"
            )
        if self.observer is not None:
            self.observer.leaf(value)
        return value

    def look_up_or_expand(self, state: S, ply: int, alpha: Value, beta: Value) -> Value:
        """Answer from the table if it can, else search the moves."""
        known = self.known(state, ply)
        if known is not None:
            if known.lower >= beta or known.lower == known.upper:
                return known.lower
            if known.upper <= alpha:
                return known.upper
        value, line = self.expand(state, ply, alpha, beta)
        self.table.store(state, math.inf, value, alpha, beta, line)
        return value

    def known(self, state: S, ply: int) -> Entry | None:
        """Return what is known of the position or, near the root, of any of its images."""
        known = self.table.bounds(state, math.inf)
        if known is None and ply <= SYMMETRIC_PLIES:
            images = symmetries(state)[1:]
            return next((entry for image in images if (entry := self.table.bounds(image, math.inf))), None)
        return known

    def expand(self, state: S, ply: int, alpha: Value, beta: Value) -> tuple[Value, Line]:
        """Search the moves, the remembered best one first."""
        best: Value = -math.inf
        line: Line = ()
        remembered = self.table.best_move(state)
        for move in [*remembered, *(move for move in state.legal_moves() if move not in remembered)]:
            value = self.visit_child(state, move, ply, max(alpha, best), beta)
            if value > best:
                best, line = value, (move,)
                if self.observer is not None:
                    self.observer.best(move, best)
            if best >= beta:
                if self.observer is not None:
                    self.observer.cut(move, best)
                break
        return best, line

    def visit_child(self, state: S, move: Move, ply: int, alpha: Value, beta: Value) -> Value:
        """Return a move's value for the side that plays it."""
        child = state.apply_move(move)
        if child.next_player is state.next_player:
            return self.visit(move, child, ply + 1, alpha, beta)
        return -self.visit(move, child, ply + 1, -beta, -alpha)

    def line(self, state: S, value: Value) -> Line:
        """Return best play to the end, as far as the limits allow: at each turn the first move that keeps the value."""
        self.observer = None  # the search is over; what follows only retraces it
        moves: list[Move] = []
        try:
            while not state.is_over():
                move = next(move for move in state.legal_moves() if self.keeps(state, move, value))
                following = state.apply_move(move)
                if following.next_player is not state.next_player:
                    value = -value
                state = following
                moves.append(move)
        except SearchStopped:
            pass
        return tuple(moves)

    def keeps(self, state: S, move: Move, value: Value) -> bool:
        """Tell whether `move` is worth `value`."""
        return self.visit_child(state, move, 0, just_below(value), value) >= value
