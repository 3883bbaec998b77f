"""Ways to start a search: with chosen moves only, and with an answer in hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from saizen.games.base import Move, S, Side, State, Value, final_score, score_range
from saizen.search.result import Line

__all__ = ["Among", "first_answer"]


@dataclass(frozen=True, slots=True)
class Among(Generic[S]):
    """A position in which only `moves` are considered, in that order: how players break ties."""

    state: S
    moves: tuple[Move, ...]

    @property
    def next_player(self) -> Side:
        """Whose turn it is."""
        return self.state.next_player

    def legal_moves(self) -> Sequence[Move]:
        """Return the chosen moves."""
        return self.moves

    def apply_move(self, move: Move) -> Any:
        """Return the position after `move`, where all moves count again."""
        return self.state.apply_move(move)

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.state.is_over()

    def winner(self) -> Side | None:
        """Return who won."""
        return self.state.winner()

    def final_score(self) -> Value:
        """Return the result of the finished game."""
        return final_score(self.state)

    @property
    def score_range(self) -> tuple[Value, Value]:
        """The results the game can have."""
        return score_range(self.state)


def first_answer(state: State) -> tuple[Value, Line]:
    """Return what is known before any search: the lowest result, and the first legal move."""
    return score_range(state)[0], tuple(state.legal_moves()[:1]) if not state.is_over() else ()
