"""The value of every move, best first."""

import time
from dataclasses import dataclass, replace
from typing import Any

from saizen.errors import SettingError
from saizen.games.base import Move, S, Value
from saizen.search.evaluation import Evaluator
from saizen.search.limits import NO_LIMITS, Limits
from saizen.search.native import has_twin
from saizen.search.pvs import pvs
from saizen.search.result import Line, Provenance, SearchResult
from saizen.search.roots import Among
from saizen.search.table import Table

__all__ = ["MoveValue", "move_values", "search_moves"]


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the side that plays it, where that comes from, and the play expected after it."""

    move: Move
    value: Value
    provenance: Provenance
    line: Line

    def loss(self, best: "MoveValue") -> Value:
        """Return how much worse the move is than the best."""
        return max(0, round(best.value - self.value, 2))


def move_values(
    state: S, *, depth: int | None = None, evaluate: Evaluator[S] | None = None, limits: Limits = NO_LIMITS
) -> list[MoveValue]:
    """Value each legal move by search, all to one depth, ever deeper until a limit or the end of the game.

    The first ply is searched whatever the limits, so that every move has a value.
    """
    found, _ = search_moves(state, depth=depth, evaluate=evaluate, limits=limits)
    return [MoveValue(result.move, result.value, result.provenance, result.line) for result in found]


def search_moves(
    state: S, *, depth: int | None = None, evaluate: Evaluator[S] | None = None, limits: Limits = NO_LIMITS
) -> tuple[list[SearchResult], int]:
    """Return what `move_values` finds, best first, as a search of each move, and the nodes that all of them took."""
    limits.start(depth)  # refuses a depth that is none
    if depth == 0:
        raise SettingError("depth=0 values no move; use 1 or more")
    moves = () if state.is_over() else state.legal_moves()
    table = None if has_twin(state, evaluate) else Table()  # native searches bring tables of their own
    found: list[SearchResult] = []
    left = Budget(limits)
    plies = 0
    while depth is None or plies < depth:
        plies += 1
        round_: list[SearchResult] = []
        for move in moves:
            allowed = left.limits() if found else NO_LIMITS
            if allowed is None:
                break
            one_move: Any = Among(state, (move,))
            round_.append(pvs(one_move, depth=plies, evaluate=evaluate, limits=allowed, table=table))
            left.nodes_used += round_[-1].nodes
        if len(round_) == len(moves) and all(result.complete for result in round_):
            found = round_
        if left.limits() is None or all(result.exact for result in found):
            break
    best_first = sorted(found, key=lambda result: -result.value)  # stable: of equals the first in the game's order
    return best_first, left.nodes_used


class Budget:
    """What remains of limits that several searches share."""

    def __init__(self, limits: Limits) -> None:
        self.whole, self.started, self.nodes_used = limits, time.perf_counter(), 0

    def limits(self) -> Limits | None:
        """Return the limits for the next search, or None when nothing is left."""
        nodes, seconds = self.whole.nodes, self.whole.seconds
        if nodes is not None:
            nodes -= self.nodes_used
        if seconds is not None:
            seconds -= time.perf_counter() - self.started
        cancelled = self.whole.cancel is not None and self.whole.cancel()
        if cancelled or (nodes is not None and nodes < 1) or (seconds is not None and seconds <= 0):
            return None
        return replace(self.whole, nodes=nodes, seconds=seconds)
