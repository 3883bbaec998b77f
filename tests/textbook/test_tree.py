import random
from typing import Any

import anytree
import pytest

from saizen import search
from saizen.errors import NotationError, SettingError
from saizen.games.base import Side
from saizen.games.tree import Tree, node_value
from saizen.textbook.tree import NODES, VALUES, Node, example, get_next_valid_moves, minimax

MAKERS = pytest.mark.parametrize("make_node", [Node, anytree.Node], ids=["own", "anytree"])


@MAKERS
@pytest.mark.parametrize(
    ("name", "max_depth", "player_a_moves", "value"),
    [
        ("root", 0, True, 7),
        ("root", 2, True, 7),
        ("root", 3, True, 7),
        ("root", 7, True, 7),
        ("node_2_2", 1, True, 8),
        ("node_2_2", 1, False, 7),
        ("node_1_1", 1, False, 2),
    ],
)
def test_the_documents_calls(make_node: Any, name: str, max_depth: int, player_a_moves: bool, value: int) -> None:
    assert minimax(example(make_node)[name], max_depth, player_a_moves) == value


def test_the_documents_four_tests_pass_even_without_a_search_but_the_added_ones_do_not() -> None:
    nodes = example()
    assert nodes["root"].value == 7
    assert nodes["node_2_2"].value != minimax(nodes["node_2_2"], 1, True)


@MAKERS
def test_the_heuristic_is_asked_only_at_leaves_and_at_the_horizon(make_node: Any) -> None:
    nodes = example(make_node)
    for max_depth in range(5):
        asked: list[Any] = []

        def get_value(node: Any, asked: list[Any] = asked) -> int:
            asked.append(node)
            return int(node.value)

        minimax(nodes["root"], max_depth, True, get_value=get_value)
        reached = [node for name, node in nodes.items() if depth_of(name) <= max_depth]
        expected = [node for node in reached if not node.children or depth_of(names(nodes)[id(node)]) == max_depth]
        assert sorted(map(id, asked)) == sorted(map(id, expected))


def depth_of(name: str) -> int:
    """Return how far a node is from the root, which its name tells."""
    return 0 if name == "root" else int(name.split("_")[1])


def names(nodes: dict[str, Any]) -> dict[int, str]:
    return {id(node): name for name, node in nodes.items()}


def test_inner_nodes_need_no_value() -> None:
    root = Node("root")
    for value in (3, 5):
        Node("leaf", root, value)
    assert minimax(root, 1, True) == 5
    assert minimax(root, 1, False) == 3


def test_a_node_without_a_value_at_the_horizon_is_named() -> None:
    with pytest.raises(NotationError, match="node 'root' has no value"):
        minimax(Node("root"), 3, True)


def test_own_functions_are_used_for_values_and_moves() -> None:
    def moves(number: int) -> list[int]:
        return [2 * number, 2 * number + 1] if number < 4 else []

    # 1 → 2 3 → 4 5 and 6 7: A takes the better of min(4, 5) and min(6, 7).
    assert minimax(1, 9, True, get_value=lambda number: number, get_next_valid_moves=moves) == 6


def test_the_documents_own_functions_fit_anytree_nodes_that_have_names_only() -> None:
    root = anytree.Node("Move Y")
    anytree.Node("Move X", root)
    anytree.Node("Move V", root)
    assert minimax(root, 1, True, get_value=lambda node: VALUES[node.name]) == 8


@pytest.mark.parametrize("max_depth", [-1, -7, 1.5, True, None])
def test_a_depth_that_is_none_is_refused(max_depth: Any) -> None:
    with pytest.raises(SettingError, match="max_depth"):
        minimax(example()["root"], max_depth, True)


@MAKERS
def test_the_example_is_the_documents_tree(make_node: Any) -> None:
    nodes = example(make_node)
    assert list(nodes) == list(NODES)
    assert [child.name for child in nodes["node_1_1"].children] == ["Move X", "Move Y", "Move Z"]
    assert all(nodes[name].parent is (parent and nodes[parent]) for name, (_, parent) in NODES.items())


@pytest.mark.parametrize("seed", range(40))
def test_it_agrees_with_the_search_of_the_library(seed: int) -> None:
    dice = random.Random(seed)
    root = anytree.Node("root", value=dice.randint(-9, 9))
    nodes = [root]
    for number in range(dice.randint(1, 40)):
        nodes.append(anytree.Node(str(number), dice.choice(nodes), value=dice.randint(-9, 9)))
    for depth in range(6):
        for a_moves, side in ((True, Side.FIRST), (False, Side.SECOND)):
            found = search.minimax(Tree.from_anytree(root, first=side), depth=depth, evaluate=node_value).value
            assert minimax(root, depth, a_moves) == (found if a_moves else -found)


def test_the_moves_of_a_node_are_its_children() -> None:
    nodes = example()
    assert list(get_next_valid_moves(nodes["root"])) == [nodes["node_1_1"], nodes["node_1_2"]]
