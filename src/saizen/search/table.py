"""A transposition table: what a search remembers of positions it has met before."""

import math
from dataclasses import dataclass

from saizen.errors import SettingError
from saizen.games.base import State, Value
from saizen.search.result import Line

__all__ = ["Entry", "Table", "just_above", "just_below"]


@dataclass(slots=True)
class Entry:
    """The bounds proved for a position, how deep, in which iteration, and the best play known."""

    generation: int
    plies: float
    lower: Value
    upper: Value
    line: Line


class Table:
    """At most `entries` positions; when full, the oldest makes room.

    Bounds are used only in the iteration that proved them, the best move in later ones too:
    so a search with a table has the value of the search without.
    """

    def __init__(self, entries: int = 1 << 18) -> None:
        if entries < 1:
            raise SettingError(f"a table of {entries} entries holds nothing; use 1 or more")
        self._limit = entries
        self._entries: dict[State, Entry] = {}
        self._generation = 0

    def __len__(self) -> int:
        return len(self._entries)

    def next_generation(self) -> None:
        """Begin an iteration: older bounds no longer count."""
        self._generation += 1

    def best_line(self, state: State) -> Line:
        """Return the best play remembered for `state`, from any iteration."""
        entry = self._entries.get(state)
        return entry.line if entry is not None else ()

    def bounds(self, state: State, plies: float) -> Entry | None:
        """Return what this iteration has proved of `state` searched `plies` deep."""
        entry = self._entries.get(state)
        if entry is None or entry.generation != self._generation or entry.plies != plies:
            return None
        return entry

    def store(self, state: State, plies: float, value: Value, alpha: Value, beta: Value, line: Line) -> None:
        """Remember the `value` of a search with the window (alpha, beta)."""
        lower = value if value > alpha else -math.inf
        upper = value if value < beta else math.inf
        known = self.bounds(state, plies)
        if known is not None:
            known.lower, known.upper = max(known.lower, lower), min(known.upper, upper)
            if value > alpha:
                known.line = line
            return
        if value <= alpha:  # no move was good enough, so none is worth remembering over an older one
            line = self.best_line(state) or line
        if len(self._entries) >= self._limit and state not in self._entries:
            del self._entries[next(iter(self._entries))]
        self._entries[state] = Entry(self._generation, plies, lower, upper, line)


def just_above(value: Value) -> Value:
    """Return the next value a null window can tell apart."""
    return value + 1 if isinstance(value, int) else math.nextafter(value, math.inf)


def just_below(value: Value) -> Value:
    """Return the previous value a null window can tell apart."""
    return -just_above(-value)
