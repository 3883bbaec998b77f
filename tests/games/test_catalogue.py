"""The games by the names people type, and what is said of names that are none."""

from pathlib import Path
from typing import Any

import pytest

from saizen.errors import NotationError, ProtocolError, SaizenError, SettingError, SpecError
from saizen.games.base import State
from saizen.games.catalogue import GAMES, make_game
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.games.tree import Tree, parse_tree

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [
        ("tictactoe", None, TicTacToe()),
        ("mnk", None, MNK(3, 3, 3)),
        ("mnk", "5,5,4", MNK(5, 5, 4)),
        ("mnk", "5x4x3", MNK(5, 4, 3)),
        ("connect4", None, ConnectFour(7, 6)),
        ("connect4", "5x4", ConnectFour(5, 4)),
        ("othello", None, Othello(8, 8)),
        ("othello", "6", Othello(6, 6)),
        ("othello", "6x4", Othello(6, 4)),
        ("[[3, 12], [2, 4]]", None, Tree([[3, 12], [2, 4]])),
        ("(1, 2)", None, Tree([1, 2])),
        (' {"a": 1, "b": 2}', None, Tree({"a": 1, "b": 2})),
    ],
)
def test_a_name_and_a_size_give_the_start_of_a_game(name: str, size: str | None, expected: State) -> None:
    assert make_game(name, size=size) == expected


def test_every_listed_game_has_a_usual_start() -> None:
    for name in GAMES:
        assert not make_game(name).is_over()


def test_othello_has_three_starts() -> None:
    assert make_game("othello", start="mirrored") == Othello(start="mirrored")
    drawn = {make_game("othello", start="random", seed=seed) for seed in range(20)}
    assert drawn == {Othello(), Othello(start="mirrored")}
    assert make_game("othello", start="random", seed=3) == make_game("othello", start="random", seed=3)


@pytest.mark.parametrize(
    ("name", "text"),
    [("tree.json", '{"a": [3, 12], "b": {"c": 2, "d": 4}}'), ("tree.txt", "MAX\n  MIN\n    3\n    12\n  4")],
)
def test_a_tree_may_stand_in_a_file(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert make_game(str(tmp_path / name)) == parse_tree(text)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", r"tree\.json' is no UTF-8 text; a tree is like \[\[3, 12\], \[2, 4\]\]$"),
        (b"[1, []]", r"^node 2: an empty list; a node needs a number or children, as in "),
        (None, r"^cannot read the tree '.*tree\.json': No such file or directory$"),
    ],
)
def test_a_file_that_holds_no_tree_is_told_why(tmp_path: Path, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / "tree.json").write_bytes(content)
    with pytest.raises(SaizenError, match=message):
        make_game(str(tmp_path / "tree.json"))


@pytest.mark.parametrize(
    "code",
    [
        "tree = [[3, 12], [2, 4]]",
        "import saizen\ntree = saizen.Tree([[3, 12], [2, 4]])",
        "import anytree\ntree = anytree.Node('r')\n"
        "for values in ((3, 12), (2, 4)):\n    inner = anytree.Node('', parent=tree)\n"
        "    for value in values:\n        anytree.Node('', parent=inner, value=value)",
        "import networkx\ntree = networkx.DiGraph()\n"
        "for node, parent, value in ((1, 0, None), (2, 0, None), (3, 1, 3), (4, 1, 12), (5, 2, 2), (6, 2, 4)):\n"
        "    tree.add_edge(parent, node)\n    tree.nodes[node]['value'] = value",
    ],
    ids=["lists", "tree", "anytree", "networkx"],
)
def test_a_tree_of_ones_own_is_a_game(tmp_path: Path, code: str) -> None:
    (tmp_path / "own.py").write_text(code, encoding="utf-8")
    tree = make_game(f"{tmp_path / 'own.py'}:tree")
    assert isinstance(tree, Tree)
    assert tree.to_lists() == [[3, 12], [2, 4]]


def test_an_own_class_is_a_game() -> None:
    start = make_game(f"{EXAMPLES / 'nim.py'}:Nim")
    assert start.legal_moves() == [1, 2, 3]


@pytest.mark.parametrize(
    ("name", "size", "start", "kind", "message"),
    [
        (
            "chess",
            None,
            "standard",
            SpecError,
            "unknown game 'chess'; known: tictactoe mnk connect4 othello, a tree like",
        ),
        ("", None, "standard", SpecError, "unknown game ''; known: tictactoe mnk connect4 othello, a tree like"),
        ("chess", "8", "random", SpecError, "unknown game 'chess'; known: "),
        ("tictactoe", "3", "standard", SettingError, "tictactoe has one size only; leave out --size 3"),
        ("[1, 2]", "3", "standard", SettingError, "a tree has one size only; leave out --size 3"),
        ("x.py:Game", "3", "standard", SettingError, "x.py:Game has one size only; leave out --size 3"),
        ("connect4", None, "random", SettingError, "connect4 has one start only; start='random' is for othello"),
        ("[1, 2]", None, "random", SettingError, "a tree has one start only; start='random' is for othello"),
        ("x.py:Game", None, "mirrored", SettingError, "x.py:Game has one start only; start='mirrored' is for othello"),
        ("othello", None, "odd", SettingError, "unknown start 'odd'; known: standard mirrored random"),
        ("othello", "8x", "standard", SettingError, "'8x' is no size for othello; use e.g. 8 or 6x4"),
        ("othello", "", "standard", SettingError, "'' is no size for othello; use e.g. 8 or 6x4"),
        ("othello", "-8", "standard", SettingError, "'-8' is no size for othello; use e.g. 8 or 6x4"),
        ("othello", "8888", "standard", SettingError, "'8888' is no size for othello; use e.g. 8 or 6x4"),
        ("othello", "８", "standard", SettingError, "'８' is no size for othello; use e.g. 8 or 6x4"),
        ("othello", "9", "standard", SettingError, "width 9 is odd; an Othello board has even sides from 4 to 26"),
        ("connect4", "7", "standard", SettingError, "'7' is no size for connect4; use e.g. 7x6"),
        ("connect4", "99x6", "standard", SettingError, "width 99 is not between 1 and 16"),
        ("mnk", "3,3", "standard", SettingError, "'3,3' is no size for mnk; use e.g. 5,5,4"),
        ("mnk", "3,3,9", "standard", SettingError, "k 9 is not between 1 and 3"),
        ("[1, x]", None, "standard", NotationError, "'x' at character 5 is no number"),
    ],
)
def test_what_is_no_game_is_told_why(
    name: str, size: str | None, start: Any, kind: type[SaizenError], message: str
) -> None:
    with pytest.raises(kind) as caught:
        make_game(name, size=size, start=start)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("Game = 3", r"own\.py:Game is no class; a game is a class that is called without arguments"),
        ("def Game(size): pass", r"own\.py:Game\(\) failed: TypeError: .*; a game starts without arguments"),
        (
            "class Game: pass",
            "Game has no next_player; a game needs next_player, legal_moves, apply_move, is_over, winner",
        ),
    ],
)
def test_an_own_class_that_is_no_game_is_told_why(tmp_path: Path, code: str, message: str) -> None:
    (tmp_path / "own.py").write_text(code, encoding="utf-8")
    with pytest.raises(ProtocolError, match=message):
        make_game(f"{tmp_path / 'own.py'}:Game")
