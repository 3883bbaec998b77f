"""The protocol every game follows, and the defaults for what a game may leave out."""

import enum
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from saizen.errors import IllegalMoveError, NotationError

__all__ = [
    "Move",
    "S",
    "Side",
    "State",
    "Value",
    "board_text",
    "final_score",
    "illegal_move",
    "move_name",
    "normalise",
    "parse_move",
    "position_text",
    "score_range",
    "side_name",
    "symmetries",
]

Move: TypeAlias = Any  # hashable, of the game's own kind
Value: TypeAlias = int | float


class Side(enum.Enum):
    """A seat at the table: who moves first and who moves second. A `Side` sits, a `Player` decides."""

    FIRST = "first"
    SECOND = "second"

    other: "Side"

    __hash__ = object.__hash__  # members are single objects; Enum's own hash is a slow Python call


Side.FIRST.other = Side.SECOND
Side.SECOND.other = Side.FIRST


class State(Protocol):
    """One position of a two-player, zero-sum, perfect-information game: an immutable, hashable value.

    Games may also offer `final_score`, `score_range`, `win_score`, `side_names`, `move_name`, `parse_move`,
    `position_text`, `parse_position`, `cells`, `move_cell`, `symmetries`, `native` and `__str__`;
    the functions of this module supply what they leave out.
    """

    @property
    def next_player(self) -> Side:
        """Whose turn it is."""

    def legal_moves(self) -> Sequence[Move]:
        """Return the moves in a fixed order; asked only while the game is not over."""

    def apply_move(self, move: Move) -> Self:
        """Return the position after `move`, or raise IllegalMoveError."""

    def is_over(self) -> bool:
        """Tell whether the game has ended; searches ask this first."""

    def winner(self) -> Side | None:
        """Return who won; asked when the game is over; None is a draw."""


S = TypeVar("S", bound=State)


def final_score(state: State) -> Value:
    """Return the result of a finished game for its `next_player`: +1, 0 or −1 unless the game says more."""
    own: Callable[[], Value] | None = getattr(state, "final_score", None)
    if own is not None:
        return own()
    winner = state.winner()
    if winner is None:
        return 0
    return 1 if winner is state.next_player else -1


def score_range(state: State) -> tuple[Value, Value]:
    """Return the lowest and the highest result the game can have."""
    low, high = getattr(state, "score_range", (-1, 1))
    return low, high


def side_name(state: State, side: Side) -> str:
    """Return what people call this side: black and white, X and O."""
    first, second = getattr(state, "side_names", ("first", "second"))
    return str(first if side is Side.FIRST else second)


def move_name(state: State, move: Move) -> str:
    """Return the move as people write it."""
    own: Callable[[Move], str] | None = getattr(state, "move_name", None)
    return own(move) if own is not None else str(move)


def parse_move(state: State, text: str) -> Move:
    """Return the legal move that `text` names, or raise NotationError or IllegalMoveError."""
    own: Callable[[str], Move] | None = getattr(state, "parse_move", None)
    if own is not None:
        move = own(text)
        if move in state.legal_moves():
            return move
        raise illegal_move(state, text)
    wanted = normalise(text)
    for move in state.legal_moves():
        if normalise(move_name(state, move)) == wanted:
            return move
    raise illegal_move(state, text)


def position_text(state: State) -> str:
    """Return the position in notation that can be read again where the game has one, else its `repr`."""
    own: Callable[[], str] | None = getattr(state, "position_text", None)
    return own() if own is not None else repr(state)


def board_text(state: State) -> str:
    """Return the board as the game draws it."""
    return str(state)


def symmetries(state: S) -> Sequence[S]:
    """Return the positions equivalent to this one, itself first; only itself unless the game knows more."""
    own: Callable[[], Sequence[S]] | None = getattr(state, "symmetries", None)
    return own() if own is not None else (state,)


def normalise(text: str) -> str:
    """Return `text` as input is compared: NFKC, lower case, no white space."""
    return "".join(unicodedata.normalize("NFKC", text).lower().split())


def illegal_move(state: State, move: object, reason: str | None = None) -> IllegalMoveError:
    """Return the error for a move the rules forbid: the move, the position, the reason, and what is legal."""
    shown = move if isinstance(move, str) else move_text(state, move)
    if state.is_over():
        return IllegalMoveError(f"illegal move {shown!r} in {position_text(state)}; the game is over")
    legal = " ".join(move_name(state, legal) for legal in state.legal_moves())
    mover = side_name(state, state.next_player)
    where = position_text(state) + ("" if reason is None else f": {reason}")
    return IllegalMoveError(f"illegal move {shown!r} for {mover} in {where}; legal: {legal}")


def move_text(state: State, move: object) -> str:
    """Return a move's name, or its repr when it is no move of this game at all."""
    try:
        return move_name(state, move)
    except (NotationError, TypeError, ValueError, LookupError):
        return repr(move)
