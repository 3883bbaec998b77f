"""Winning soon and losing late: a game whose results count the plies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic

from saizen.games.base import Move, S, Side, State, Value, final_score, symmetries
from saizen.search.evaluation import Evaluator

__all__ = ["Distance", "win_score"]

FAR = 10_000


def win_score(state: State, plies: int) -> int:
    """Return what a win `plies` from `state` counts: more when it comes sooner."""
    own: Callable[[int], int] | None = getattr(state, "win_score", None)
    return own(plies) if own is not None else FAR - plies


@dataclass(frozen=True, slots=True)
class Distance(Generic[S]):
    """The same game, in which a win in fewer plies is worth more and a loss in more plies costs less.

    Any search can be given `Distance(state)` in place of `state`; its moves are the same.
    """

    state: S
    plies: int = 0
    root: S | None = field(default=None, compare=False)

    @property
    def origin(self) -> S:
        """The position from which plies are counted."""
        return self.state if self.root is None else self.root

    @property
    def next_player(self) -> Side:
        """Whose turn it is."""
        return self.state.next_player

    def legal_moves(self) -> Sequence[Move]:
        """Return the moves of the game."""
        return self.state.legal_moves()

    def apply_move(self, move: Move) -> "Distance[S]":
        """Return the position after `move`, one ply further."""
        return Distance(self.state.apply_move(move), self.plies + 1, self.origin)

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.state.is_over()

    def winner(self) -> Side | None:
        """Return who won."""
        return self.state.winner()

    def final_score(self) -> int:
        """Return how much the result counts, its sign that of the game's own."""
        result = final_score(self.state)
        if result == 0:
            return 0
        worth = win_score(self.origin, self.plies)
        return worth if result > 0 else -worth

    @property
    def score_range(self) -> tuple[Value, Value]:
        """From a loss at once to a win at once."""
        best = win_score(self.origin, 0)
        return -best, best

    def symmetries(self) -> "Sequence[Distance[S]]":
        """Return the equivalent positions, as many plies on."""
        return [Distance(image, self.plies, self.root) for image in symmetries(self.state)]

    @staticmethod
    def evaluator(evaluate: Evaluator[S] | None) -> "Evaluator[Distance[S]] | None":
        """Return the evaluator of the game as one of this game."""
        return None if evaluate is None else lambda state: evaluate(state.state)
