"""What a player is, and how two of them play a game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from saizen.errors import IllegalMoveError, ProtocolError, SaizenError
from saizen.games.base import Move, Side, State, illegal_move
from saizen.games.user_file import where

__all__ = ["GameRecord", "Player", "ask", "play_game"]


class Player(Protocol):
    """Decides a move."""

    def choose(self, state: Any) -> Move:
        """Return one of the legal moves of a position that is not over."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game: where it began, its moves, and where it ended."""

    start: State
    moves: tuple[Move, ...]
    end: State

    @property
    def winner(self) -> Side | None:
        """Who won, or None."""
        return self.end.winner()


def ask(player: Player, state: State, name: str = "player") -> Move:
    """Return a player's move, refusing an illegal one and reporting a player that fails."""
    try:
        move = player.choose(state)
    except SaizenError:
        raise
    except Exception as error:
        raise ProtocolError(f"{name} failed: {type(error).__name__}: {error}{where(error)}") from error
    try:
        moves = list(state.legal_moves())
        return moves[moves.index(move)]  # the game's own move, where a player answers 3.0 or a NumPy 3
    except ValueError:  # not in the list, or nothing that can be compared
        raise IllegalMoveError(f"{name}: {illegal_move(state, move)}") from None


def play_game(
    start: State, first: Player, second: Player, *, watch: Callable[[State, Move], None] | None = None
) -> GameRecord:
    """Play a game to its end; `watch` sees each position and the move played in it."""
    state, moves = start, []
    while not state.is_over():
        player = first if state.next_player is Side.FIRST else second
        move = ask(player, state)
        if watch is not None:
            watch(state, move)
        moves.append(move)
        state = state.apply_move(move)
    return GameRecord(start, tuple(moves), state)
