"""What a player is, and how two of them play a game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from saizen.errors import IllegalMoveError, ProtocolError, SaizenError
from saizen.games.base import Move, Side, State, illegal_move
from saizen.games.user_file import where

__all__ = [
    "Clock",
    "GameRecord",
    "Player",
    "ask",
    "begin_game",
    "close_player",
    "give_clock",
    "play_game",
    "show_move",
]


class Player(Protocol):
    """Decides a move.

    A player may also have any of these, which whoever runs the game then uses:
    `start_game(start)`: a new game begins with this position;
    `watch(state, move)`: sees every move played, its own and those of an opening too, with the position before it;
    `clock`: set to a `Clock`, or to None, before each move is asked for;
    `seconds`: how long it measured its last answer to have taken, where it measures that;
    `close()`: lets go of what it holds, such as a process. Whoever made the player closes it.
    """

    def choose(self, state: Any) -> Move:
        """Return one of the legal moves of a position that is not over."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds a player has: for the rest of the game, more after each move, and for this move; None is no limit."""

    left: float | None = None
    increment: float = 0.0
    per_move: float | None = None

    @property
    def allowance(self) -> float | None:
        """How many seconds this move may take, or None."""
        return min((limit for limit in (self.left, self.per_move) if limit is not None), default=None)


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
    with reported(name):
        move = player.choose(state)
    try:
        moves = list(state.legal_moves())
        return moves[moves.index(move)]  # the game's own move, where a player answers 3.0 or a NumPy 3
    except ValueError:  # not in the list, or nothing that can be compared
        raise IllegalMoveError(f"{name}: {illegal_move(state, move)}") from None


@contextmanager
def reported(name: str) -> Iterator[None]:
    """Report whatever a player raises as the failure of that player."""
    try:
        yield
    except SaizenError:
        raise
    except Exception as error:
        raise ProtocolError(f"{name} failed: {type(error).__name__}: {error}{where(error)}") from error


def begin_game(player: Player, start: State, name: str = "player") -> None:
    """Tell a player that wants to know that a game begins."""
    call_if_present(player, "start_game", name, start)


def show_move(player: Player, state: State, move: Move, name: str = "player") -> None:
    """Show a player that wants to see it a move, and the position in which it is played."""
    call_if_present(player, "watch", name, state, move)


def give_clock(player: Player, clock: Clock | None) -> None:
    """Set the clock of a player that has one."""
    if hasattr(player, "clock"):
        player.clock = clock


def close_player(player: Player, name: str = "player") -> None:
    """Let a player go."""
    call_if_present(player, "close", name)


def call_if_present(player: Player, method: str, name: str, *arguments: Any) -> None:
    """Call a method that a player may or may not have."""
    call: object = getattr(player, method, None)
    if callable(call):
        with reported(name):
            call(*arguments)


def play_game(
    start: State, first: Player, second: Player, *, watch: Callable[[State, Move], None] | None = None
) -> GameRecord:
    """Play a game to its end; `watch` sees each position and the move played in it."""
    state, moves = start, []
    for player in (first, second):
        begin_game(player, start)
    while not state.is_over():
        move = ask(first if state.next_player is Side.FIRST else second, state)
        if watch is not None:
            watch(state, move)
        for player in (first, second):
            show_move(player, state, move)
        moves.append(move)
        state = state.apply_move(move)
    return GameRecord(start, tuple(moves), state)
