"""Games as the moves people write down: `f5d6c3`, `44454`, `a1 b2 c3`."""

import re
from collections.abc import Callable, Sequence

from saizen.errors import IllegalMoveError, NotationError, SaizenError
from saizen.games.base import Move, State, illegal_move, move_name, normalise, parse_move
from saizen.games.connect4 import ConnectFour

__all__ = ["follow", "forced_pass", "move_names", "parse_position", "read_move", "replay"]

LONGEST = 100_000  # characters
PASSES = ("pass", "pa", "ps", "--", "パス")
SQUARE = "|".join((*PASSES, "[a-z][0-9]{1,2}"))


def follow(start: State, text: str) -> tuple[State, tuple[Move, ...]]:
    """Return the position after the moves of `text`, and the moves."""
    if len(text) > LONGEST:
        raise NotationError(f"{len(text)} characters of moves; the most is {LONGEST}")
    return replay(start, split_moves(start, text))


def replay(start: State, words: Sequence[str]) -> tuple[State, tuple[Move, ...]]:
    """Return the position after the moves that `words` name, and the moves; forced passes may be left out."""
    state = start
    moves: list[Move] = []
    for number, word in enumerate(words, 1):
        try:
            if forced_pass(state) and normalise(word) not in PASSES:
                moves.append(state.legal_moves()[0])
                state = state.apply_move(moves[-1])
            if state.is_over():
                raise IllegalMoveError("the game is over")
            moves.append(read_move(state, word))
        except (NotationError, IllegalMoveError) as error:
            reason = str(error).removeprefix(f"{word!r}").removeprefix(":").lstrip()
            raise type(error)(f"move {number} {word!r}: {reason}") from None
        state = state.apply_move(moves[-1])
    return state, tuple(moves)


def read_move(state: State, text: str) -> Move:
    """Return the legal move that `text` names, also where a user's `parse_move` fails on text that names none."""
    try:
        return parse_move(state, text)
    except SaizenError:
        raise
    except (ValueError, LookupError, TypeError) as error:
        raise illegal_move(state, text) from error


def split_moves(start: State, text: str) -> list[str]:
    """Return the words of a transcript: by white space and commas, and run-together squares or columns apart."""
    example = "" if start.is_over() else move_name(start, start.legal_moves()[0])
    single = SQUARE if re.fullmatch(SQUARE, example) else None
    if isinstance(start, ConnectFour) and start.width < 10:
        single = "[0-9]"
    words: list[str] = []
    for piece in re.split(r"[\s,;]+", text.strip()):
        word = normalise(piece)
        if single is not None and re.fullmatch(f"({single})+", word):
            words += re.findall(single, word)
        elif piece:
            words.append(piece)
    return words


def forced_pass(state: State) -> bool:
    """Tell whether the only move is a pass."""
    if state.is_over():
        return False
    moves = state.legal_moves()
    return len(moves) == 1 and move_name(state, moves[0]) == "pass"


def move_names(start: State, moves: Sequence[Move]) -> list[str]:
    """Return the names of moves played one after another."""
    names, state = [], start
    for move in moves:
        names.append(move_name(state, move))
        state = state.apply_move(move)
    return names


def parse_position(start: State, text: str) -> State:
    """Return the position that `text` describes in the game of `start`."""
    own: Callable[[str], State] | None = getattr(start, "parse_position", None)
    if own is None:
        raise NotationError(f"{type(start).__name__} has no parse_position; use --moves to reach a position")
    return own(text)
