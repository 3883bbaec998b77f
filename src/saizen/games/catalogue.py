"""The games by the names people type."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from saizen.errors import ProtocolError, SettingError, SpecError, UnreadableFileError
from saizen.games.base import State
from saizen.games.connect4 import ConnectFour
from saizen.games.contract import check_contract
from saizen.games.othello import Othello, Start
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.games.tree import Tree, parse_tree
from saizen.games.user_file import is_user_spec, load_object

__all__ = ["GAMES", "make_game"]

GAMES = ("tictactoe", "mnk", "connect4", "othello")
TREE_FILES = (".json", ".txt")
MOST_BYTES = 1 << 26  # of the file of a tree


def make_game(name: str, *, size: str | None = None, start: Start = "standard", seed: int = 0) -> State:
    """Return the start of the game called `name`.

    It is built in, a tree such as `[[3, 12], [2, 4]]`, a file of one that ends in .json or .txt, a class of the user's
    as `file.py:Class`, or a tree of the user's as `file.py:name`.
    """
    is_own = is_user_spec(name)
    is_tree = not is_own and (name.lstrip()[:1] in ("[", "(", "{") or name.endswith(TREE_FILES))
    if name not in GAMES and not is_tree and not is_own:
        raise SpecError(
            f"unknown game {name!r}; known: {' '.join(GAMES)}, a tree like [[3,12],[2,4]], a file of one "
            "(.json, .txt), or file.py:Class"
        )
    if name != "othello" and start != "standard":
        raise SettingError(f"{'a tree' if is_tree else name} has one start only; start={start!r} is for othello")
    if name not in ("mnk", "connect4", "othello") and size is not None:
        raise SettingError(f"{'a tree' if is_tree else name} has one size only; leave out --size {size}")
    if is_own:
        return user_game(name)
    if is_tree:
        return read_tree(Path(name)) if name.endswith(TREE_FILES) else parse_tree(name)
    if name == "tictactoe":
        return TicTacToe()
    if name == "mnk":
        return MNK(*read_size("3,3,3" if size is None else size, "mnk", r"(\d+)\D(\d+)\D(\d+)", "5,5,4"))
    if name == "connect4":
        return ConnectFour(*read_size("7x6" if size is None else size, "connect4", r"(\d+)\D(\d+)", "7x6"))
    sides = read_size("8" if size is None else size, "othello", r"(\d+)(?:\D(\d+))?", "8 or 6x4")
    return Othello(sides[0], sides[-1], start=start, seed=seed)


def read_size(size: str, name: str, pattern: str, example: str) -> list[int]:
    """Return the numbers of a size such as `7x6` or `5,5,4`."""
    match = re.fullmatch(pattern, size, re.ASCII)
    numbers = [number for number in match.groups() if number] if match else []
    if not numbers or max(map(len, numbers)) > 3:
        raise SettingError(f"{size!r} is no size for {name}; use e.g. {example}")
    return [int(number) for number in numbers]


def read_tree(path: Path) -> Tree:
    """Return the tree in a file: nested lists, JSON or indented text."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UnreadableFileError(f"{str(path)!r} has more than {MOST_BYTES >> 20} MiB; use a smaller tree")
        return parse_tree(path.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnreadableFileError(f"{str(path)!r} is no UTF-8 text; a tree is like [[3, 12], [2, 4]]") from None
    except OSError as error:
        raise UnreadableFileError(f"cannot read the tree {str(path)!r}: {error.strerror}") from None


def user_tree(made: Any) -> Tree | None:
    """Return the tree that an object of the user's is: nested lists, a node of anytree or a graph of networkx."""
    if isinstance(made, Tree):
        return made
    if isinstance(made, (list, tuple, Mapping)):
        return Tree(made)
    if isinstance(made, type):
        return None
    if hasattr(made, "successors") and hasattr(made, "nodes"):
        return Tree.from_networkx(made)
    return Tree.from_anytree(made) if hasattr(made, "children") else None


def user_game(spec: str) -> State:
    """Return the start of a user's own game, after checking that it keeps the contract, or a tree of theirs."""
    made: Callable[[], Any] = load_object(spec)
    tree = user_tree(made)
    if tree is not None:
        return tree
    if not callable(made):
        raise ProtocolError(f"{spec} is no class; a game is a class that is called without arguments")
    try:
        start = made()
    except Exception as error:
        raise ProtocolError(
            f"{spec}() failed: {type(error).__name__}: {error}; a game starts without arguments"
        ) from error
    check_contract(start)
    state: State = start
    return state
