"""The contract every game keeps, checked by playing it: the first thing a user's own class meets."""

from collections.abc import Sequence
from typing import Any

from saizen.errors import ProtocolError
from saizen.games.base import Side, State, final_score, score_range
from saizen.games.user_file import where
from saizen.randomness import Stream

__all__ = ["check_contract"]

MEMBERS = ("next_player", "legal_moves", "apply_move", "is_over", "winner")
GAMES, PLIES = 4, 400


def check_contract(start: State, *, games: int = GAMES, seed: int = 0) -> None:
    """Play a few random games from `start` and raise ProtocolError at the first broken promise."""
    name = type(start).__name__
    try:
        check_members(start, name)
        for game in range(games):
            check_game(start, name, Stream(seed, game))
    except ProtocolError:
        raise
    except Exception as error:  # whatever a user's class may raise
        raise ProtocolError(f"{name} failed: {type(error).__name__}: {error}{where(error)}") from error


def check_members(start: Any, name: str) -> None:
    """Check that the members every game has are there."""
    for member in MEMBERS:
        if not hasattr(start, member):
            raise ProtocolError(f"{name} has no {member}; a game needs {', '.join(MEMBERS)}")
    for member in MEMBERS[1:]:
        if not callable(getattr(start, member)):
            raise ProtocolError(f"{name}.{member} is no method; write 'def {member}(self…)'")


def check_game(state: Any, name: str, dice: Stream) -> None:
    """Play one random game, checking each position on the way."""
    for _ in range(PLIES):
        require(
            isinstance(state.next_player, Side), f"{name}.next_player", "Side.FIRST or Side.SECOND", state.next_player
        )
        over = state.is_over()
        require(isinstance(over, bool), f"{name}.is_over", "True or False", over)
        if over:
            return check_end(state, name)
        moves = state.legal_moves()
        check_moves(state, moves, name)
        state = check_move(state, dice.choice(moves), name)


def require(holds: bool, member: str, wanted: str, got: object) -> None:
    """Raise ProtocolError unless the promise holds."""
    if not holds:
        raise ProtocolError(f"{member} must be {wanted}, got {got!r}")


def check_moves(state: Any, moves: Any, name: str) -> None:
    """Check the list of moves: a sequence, not empty, without repeats, hashable, the same when asked again."""
    require(isinstance(moves, Sequence) and not isinstance(moves, str), f"{name}.legal_moves", "a list or tuple", moves)
    require(len(moves) > 0, f"{name}.legal_moves", "non-empty while the game is not over", moves)
    for move in moves:
        check_hashable(move, f"{name}.legal_moves")
    require(len(set(moves)) == len(moves), f"{name}.legal_moves", "free of repeats", moves)
    require(
        list(state.legal_moves()) == list(moves),
        f"{name}.legal_moves",
        f"the same when asked again ({moves!r})",
        state.legal_moves(),
    )


def check_move(state: Any, move: Any, name: str) -> Any:
    """Apply a move twice: equal, equally hashed results, and the parent unchanged."""
    check_hashable(state, name)
    before, moves = hash(state), list(state.legal_moves())
    following, again = state.apply_move(move), state.apply_move(move)
    require(type(following) is type(state), f"{name}.apply_move", f"a new {name}", following)
    require(
        hash(state) == before and list(state.legal_moves()) == moves,
        f"{name}.apply_move",
        "free of changes to the position it is asked of",
        move,
    )
    require(following == again, f"{name}.__eq__", f"true of two positions after the same move {move!r}", False)
    require(
        hash(following) == hash(again),
        f"{name}.__hash__",
        f"equal for equal positions, here after {move!r}",
        "two hashes",
    )
    require(following != state, f"{name}.apply_move", f"another position than before the move {move!r}", following)
    return following


def check_hashable(value: object, member: str) -> None:
    """Raise ProtocolError unless the value can be a key."""
    try:
        hash(value)
    except TypeError as error:
        raise ProtocolError(f"{member} must be hashable: {error}; use a frozen dataclass, tuples or numbers") from None


def check_end(state: Any, name: str) -> None:
    """Check a finished game: its winner and its result."""
    winner = state.winner()
    require(winner is None or isinstance(winner, Side), f"{name}.winner", "a Side, or None for a draw", winner)
    score, (low, high) = final_score(state), score_range(state)
    require(isinstance(score, int | float), f"{name}.final_score", "a number", score)
    require(low <= score <= high, f"{name}.final_score", f"within its score_range ({low}, {high})", score)
    require(low == -high, f"{name}.score_range", "(-n, n), for what one side wins the other loses", (low, high))
