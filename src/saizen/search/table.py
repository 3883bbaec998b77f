"""A transposition table: what a search remembers of positions it has met before."""

import math
from dataclasses import dataclass

from saizen.errors import SettingError
from saizen.games.base import State, Value
from saizen.search.result import Line

__all__ = ["Entry", "Table", "just_above", "just_below"]


@dataclass(slots=True)
class Entry:
    """The bounds proved for a position, how deep, in which iteration, the play behind each, and the best move known."""

    generation: int
    plies: float
    lower: Value = -math.inf
    lower_line: Line = ()
    upper: Value = math.inf
    upper_line: Line = ()
    move: Line = ()  # the move alone, or nothing


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

    def best_move(self, state: State) -> Line:
        """Return the best move remembered for `state`, from any iteration, as a line of one move or none."""
        entry = self._entries.get(state)
        return entry.move if entry is not None else ()

    def bounds(self, state: State, plies: float) -> Entry | None:
        """Return what this iteration has proved of `state` searched `plies` deep."""
        entry = self._entries.get(state)
        if entry is None or entry.generation != self._generation or entry.plies != plies:
            return None
        return entry

    def store(self, state: State, plies: float, value: Value, alpha: Value, beta: Value, line: Line) -> None:
        """Remember the `value` of a search with the window (alpha, beta), and the `line` that leads to it."""
        entry = self.bounds(state, plies)
        if entry is None:
            entry = Entry(self._generation, plies, move=self.best_move(state))
            if len(self._entries) >= self._limit and state not in self._entries:
                del self._entries[next(iter(self._entries))]
            self._entries[state] = entry
        if value > alpha and value > entry.lower:
            entry.lower, entry.lower_line = value, line
        if value < beta and value < entry.upper:
            entry.upper, entry.upper_line = value, line
        if value > alpha or not entry.move:  # when no move was good enough, none is worth more than an older one
            entry.move = line[:1]


def just_above(value: Value) -> Value:
    """Return the next value a null window can tell apart."""
    return value + 1 if isinstance(value, int) else math.nextafter(value, math.inf)


def just_below(value: Value) -> Value:
    """Return the previous value a null window can tell apart."""
    return -just_above(-value)
