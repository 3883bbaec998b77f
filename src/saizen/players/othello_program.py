"""What the protocols of Othello programs share: the board, the command, and the moves in a program's words."""

import os
import re
import shlex
import shutil
from pathlib import Path

from saizen.errors import SpecError
from saizen.games.base import Move, Side, State, illegal_move
from saizen.games.othello import Othello
from saizen.players.outside import OutsideProgram

__all__ = ["colour", "othello_board", "read_move", "split_command", "square"]

PASSES = ("pass", "pa")


def othello_board(start: State, protocol: str) -> Othello:
    """Return the start of a game, if it is Othello on a board that the protocols can name."""
    if not isinstance(start, Othello):
        raise SpecError(f"player '{protocol}' plays Othello only, not {type(start).__name__}")
    if start.width != start.height:
        raise SpecError(f"player '{protocol}' plays on square boards only, not {start.width}x{start.height}")
    return start


def split_command(command: str, protocol: str, cwd: str | None) -> list[str]:
    """Return the words of a command, which must name a program that is there."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"{command!r} is no command: {str(error).lower()}") from None
    if not words:
        raise SpecError(f"player '{protocol}' needs a command, e.g. {protocol}:./engine --level 3")
    if cwd is not None and not os.path.isdir(cwd):
        raise SpecError(f"no such folder {cwd!r} to run {words[0]!r} in")
    program = Path(cwd or "", words[0]) if "/" in words[0] else words[0]
    if shutil.which(program) is None:
        raise SpecError(f"no such program {str(program)!r}; {protocol}:COMMAND runs a program that speaks {protocol}")
    return words


def colour(state: Othello) -> str:
    """Return the colour that is to move."""
    return "black" if state.next_player is Side.FIRST else "white"


def square(state: Othello, move: Move, columns: str) -> str:
    """Return a move that is no pass in a protocol's letters."""
    row, column = divmod(move, state.width)
    return f"{columns[column]}{row + 1}"


def read_move(program: OutsideProgram, state: Othello, word: str, columns: str) -> Move:
    """Return the move that a program named; one that is none, or is not legal, is its fault."""
    name = word.lower()
    found = re.fullmatch(r"([a-z])([0-9]{1,2})", name)
    if found is None and name not in PASSES:
        raise program.fault("unparsable", f"answered {word[:80]!r}, which is no move")
    move = state.pass_move
    if found is not None:
        row, column = int(found[2]) - 1, columns.find(found[1])
        on_board = 0 <= row < state.height and 0 <= column < state.width
        move = row * state.width + column if on_board else -1
    if move not in state.legal_moves():
        raise program.fault("illegal", f"played an {illegal_move(state, word)}")
    return move
