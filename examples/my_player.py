"""Two players of one's own, for any game: a function, and a class that is given a seed."""

import random

from saizen import State
from saizen.games.base import Move


def wins(state: State, move: Move) -> bool:
    """Tell whether a move wins at once."""
    after = state.apply_move(move)
    return after.is_over() and after.winner() is state.next_player


def greedy(state: State) -> Move:
    """Win at once if that is possible, else take the first legal move."""
    moves = state.legal_moves()
    return next((move for move in moves if wins(state, move)), moves[0])


class Careful:
    """Wins at once or, failing that, plays at random where the opponent cannot win at once."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return a move."""
        moves = state.legal_moves()
        winning = [move for move in moves if wins(state, move)]
        return self.dice.choice(winning or [move for move in moves if self.is_safe(state, move)] or moves)

    def is_safe(self, state: State, move: Move) -> bool:
        """Tell whether the opponent cannot win at once after a move."""
        after = state.apply_move(move)
        return after.is_over() or not any(wins(after, reply) for reply in after.legal_moves())
