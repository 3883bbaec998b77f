"""The course of a game as one player has seen it."""

from collections.abc import Iterator
from typing import Generic

from saizen.games.base import Move, S

__all__ = ["Course"]

REACH = 2  # plies a player may have missed: its own move and the reply


class Course(Generic[S]):
    """Where a game began and the moves since, also for a player that is only ever shown positions."""

    def __init__(self, start: S) -> None:
        self.begin(start)

    def begin(self, start: S) -> None:
        """Forget what was; a game begins with this position."""
        self.states: list[S] = [start]
        self.moves: list[Move] = []

    def add(self, state: S, move: Move) -> None:
        """Take up a move played in a position."""
        self.reach(state)
        self.moves.append(move)
        self.states.append(state.apply_move(move))

    def reach(self, state: S) -> None:
        """Make a position the last: by moves not seen or taken back, or else as the start of another game."""
        for last in reversed(range(len(self.states))):
            missed = route(self.states[last], state, REACH)
            if missed is not None:
                del self.states[last + 1 :], self.moves[last:]
                for move in missed:
                    self.moves.append(move)
                    self.states.append(self.states[-1].apply_move(move))
                return
        self.begin(state)

    def after(self, plies: int) -> Iterator[tuple[S, Move]]:
        """Yield the moves after the first so many, each with its position."""
        yield from list(zip(self.states, self.moves, strict=False))[plies:]


def route(state: S, target: S, plies: int) -> tuple[Move, ...] | None:
    """Return moves that lead from a position to another, at most so many, or None."""
    if state == target:
        return ()
    if plies > 0 and not state.is_over():
        for move in state.legal_moves():
            rest = route(state.apply_move(move), target, plies - 1)
            if rest is not None:
                return (move, *rest)
    return None
