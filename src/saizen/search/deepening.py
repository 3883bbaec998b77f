"""Iterative deepening: one ply, then two, then three, each search ordered by what the last one found."""

from collections.abc import Callable
from itertools import count

from saizen.games.base import State, Value
from saizen.search.limits import Meter, SearchStopped
from saizen.search.result import Line, SearchResult
from saizen.search.roots import first_answer
from saizen.search.table import Table

__all__ = ["deepen"]


def deepen(
    state: State, depth: int | None, meter: Meter, table: Table, iterate: Callable[[int], tuple[Value, Line]]
) -> SearchResult:
    """Call `iterate` with 1, 2, … `depth` plies, until nothing was judged by the evaluator or a limit stops it.

    Slate & Atkin, "Chess 4.5: the Northwestern University chess program" (1977).
    """
    value, line = first_answer(state)
    meter.depth = 0
    try:
        for plies in count(1) if depth is None else range(min(depth, 1), depth + 1):
            table.next_generation()
            meter.horizon = False
            value, line = iterate(plies)
            meter.keep(value, line)
            meter.depth = plies
            if not meter.horizon:
                break
    except SearchStopped:
        meter.horizon = True
        return meter.stopped_result((value, line))
    return meter.result(value, line)
