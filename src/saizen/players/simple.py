"""Players that do not search: at random, by discs turned over, and by asking someone."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from saizen.games.base import Move, State
from saizen.games.othello import Othello
from saizen.randomness import Stream

__all__ = ["FunctionPlayer", "MaxFlipPlayer", "RandomPlayer"]


@dataclass(slots=True)
class RandomPlayer:
    """Plays any legal move, each equally likely."""

    dice: Stream = field(default_factory=lambda: Stream(0))

    def choose(self, state: State) -> Move:
        """Return a random move."""
        return self.dice.choice(state.legal_moves())


@dataclass(slots=True)
class MaxFlipPlayer:
    """Turns over as many discs as it can; of equal moves it takes the first."""

    def choose(self, state: Othello) -> Move:
        """Return the move that turns most discs."""
        return max(state.legal_moves(), key=lambda move: 0 if move == state.pass_move else state.flips(move))


@dataclass(slots=True)
class FunctionPlayer:
    """Asks a function: a user's own, or one that asks a person by whatever means the caller brings."""

    function: Callable[[Any], Move]

    def choose(self, state: State) -> Move:
        """Return what the function answers."""
        return self.function(state)
