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
    state: State,
    depths: tuple[int, int | None],
    meter: Meter,
    table: Table,
    iterate: Callable[[int], tuple[Value, Line]],
) -> SearchResult:
    """Call `iterate` with the first of two depths, then with one more ply, up to the last (None: without end).

    It ends when nothing was judged by the evaluator or a limit stops it.

    Slate & Atkin, "Chess 4.5: the Northwestern University chess program" (1977).
    """
    first, last = depths
    value, line = first_answer(state)
    meter.depth = 0
    try:
        for plies in count(first) if last is None else range(min(first, last), last + 1):
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
