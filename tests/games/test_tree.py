"""Game trees: every notation, the rules, and what is refused."""

import json
import os
import pickle
import re
import subprocess
import sys
from typing import Any

import anytree
import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import IllegalMoveError, NotationError
from saizen.games.base import Side
from saizen.games.tree import Tree, node_value, parse_tree

values = st.integers(-99, 99) | st.floats(-1e9, 1e9)
lists = st.recursive(values, lambda subtree: st.lists(subtree, min_size=1, max_size=4), max_leaves=30)
names = st.text("ab1 :=.MAXIN手", max_size=6).map(str.strip)
players = st.sampled_from([None, "max", "min"])
leaf_nodes = st.fixed_dictionaries({"value": values}, optional={"name": names, "player": players})
nodes = st.recursive(
    leaf_nodes,
    lambda subtree: st.fixed_dictionaries(
        {"children": st.lists(subtree, min_size=1, max_size=4)},
        optional={"name": names, "player": players, "value": st.none() | values},
    ),
    max_leaves=20,
)


def exactly(message: str) -> str:
    return f"^{re.escape(message)}$"


def minimax(tree: Tree) -> Any:
    """Return MAX's value of a tree."""
    if tree.is_over():
        return tree.value
    best = max if tree.next_player is Side.FIRST else min
    return best(minimax(child) for child in tree.children)


def all_nodes(tree: Tree) -> list[Tree]:
    found = [tree]
    for node in found:
        found += node.children
    return found


def test_the_default_is_the_textbook_tree_worth_3() -> None:
    tree = Tree()
    assert tree.to_lists() == [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    assert minimax(tree) == 3
    assert len(all_nodes(tree)) == 13
    assert tree.score_range == (-14, 14)
    assert tree.side_names == ("MAX", "MIN")
    assert repr(tree.apply_move(1).apply_move(2)) == "<Tree of 13 nodes at 2/3>"
    assert str(tree).splitlines()[:4] == ["MAX", "  MIN", "    3", "    12"]


@given(lists)
def test_lists_come_back_as_they_went_in(source: Any) -> None:
    tree = Tree(source)
    assert tree.to_lists() == source
    for text in (json.dumps(source), repr(source), repr(source).replace("[", "(").replace("]", ")")):
        assert parse_tree(text) == tree
    assert Tree.from_json(json.dumps(source)) == tree


@given(nodes)
def test_every_notation_gives_the_same_tree(source: Any) -> None:
    tree = Tree(source)
    assert Tree.from_json(json.dumps(source)) == tree
    assert parse_tree(json.dumps(source)) == tree
    assert Tree.from_text(str(tree)) == tree
    assert parse_tree(str(tree)) == tree
    assert hash(Tree.from_text(str(tree))) == hash(tree)


@given(nodes, st.sampled_from(Side))
def test_every_node_keeps_the_contract(source: Any, first: Side) -> None:
    found = all_nodes(Tree(source, first=first))
    assert len(set(found)) == len(found)  # equal values in different places are different nodes
    assert found == all_nodes(Tree(source, first=first))
    for node in found:
        assert node.is_over() == (not node.children)
        assert [node.apply_move(move) for move in node.legal_moves()] == list(node.children)
        assert [node.parse_move(node.move_name(move)) for move in node.legal_moves()] == list(node.legal_moves())
        low, high = node.score_range
        assert low == -high <= -1
        if node.value is not None:
            assert low <= node_value(node) <= high


@given(lists, st.sampled_from(Side))
def test_turns_alternate_and_a_leaf_scores_for_the_side_to_move(source: Any, first: Side) -> None:
    tree = Tree(source, first=first)
    assert tree.next_player is first
    for node in all_nodes(tree):
        assert all(child.next_player is node.next_player.other for child in node.children)
        if node.is_over():
            assert node.value is not None
            assert node.final_score() == (node.value if node.next_player is Side.FIRST else -node.value)
            assert node.winner() is (None if node.value == 0 else Side.FIRST if node.value > 0 else Side.SECOND)


def test_a_player_named_at_a_node_turns_the_order_there_and_below() -> None:
    tree = Tree({"player": "MIN", "children": [{"player": "min", "children": [1, 2]}, [3]]})
    assert [node.next_player.value for node in all_nodes(tree)] == [
        "second",
        "second",
        "first",
        "first",
        "first",
        "second",
    ]
    assert Tree({"player": Side.SECOND, "value": 1}).next_player is Side.SECOND


def test_a_mapping_is_a_node_by_its_keys_or_else_names_its_children() -> None:
    tree = Tree({"a": 3, "b": {"c": 1, "d": {"value": 2, "name": "own"}}})
    assert [tree.move_name(move) for move in tree.legal_moves()] == ["a", "b"]
    inner = tree.apply_move(tree.parse_move("Ｂ"))
    assert [child.name for child in inner.children] == ["c", "own"]
    assert inner.path == "b"
    assert inner.children[1].path == "b/own"
    assert Tree({"children": {"a": 3, "b": 4}}) == Tree({"a": 3, "b": 4})
    assert Tree({"value": 3, "children": None, "name": None, "player": None}) == Tree(3)
    assert Tree({"value": 3, "children": []}) == Tree({"value": 3, "name": ""}) == Tree(3)


@pytest.mark.parametrize(
    ("children", "shown"),
    [
        (["left", "right"], ["left", "right"]),
        (["left", None], ["left", "2"]),
        (["x", "x", "y"], ["1", "2", "y"]),
        (["x", "Ｘ ", "y"], ["1", "2", "y"]),
        (["2", None], ["1", "2"]),
        (["2", "1"], ["2", "1"]),
        ([None, None], ["1", "2"]),
    ],
)
def test_a_child_is_called_by_its_name_unless_that_is_missing_or_shared(
    children: list[str | None], shown: list[str]
) -> None:
    tree = Tree([{"value": 0, "name": name} for name in children])
    assert [tree.move_name(move) for move in tree.legal_moves()] == shown


def test_inner_nodes_may_have_heuristic_values_for_the_side_to_move() -> None:
    tree = Tree([{"value": 5, "children": [1, 2]}, {"name": "b", "children": [3]}])
    assert node_value(tree.children[0]) == -5
    assert tree.children[0].value == 5
    assert tree.score_range == (-5, 5)
    with pytest.raises(
        NotationError, match=exactly("node b has no value; give inner nodes values or search the whole tree")
    ):
        node_value(tree.children[1])


def test_values_below_one_leave_a_range_of_one() -> None:
    assert Tree([0, 0.5]).score_range == (-1, 1)


def test_equal_sources_give_equal_trees_and_others_do_not() -> None:
    assert Tree([[1], [1]]) == Tree(((1,), (1,)))
    assert hash(Tree([[1], [1]])) == hash(Tree(((1,), (1,))))
    tree = Tree([[1], [1]])
    assert tree.apply_move(0) != tree.apply_move(1)
    others: list[Any] = [[[1], 1], [[1], [2]], [{"a": 1}, [1]], [{"player": "max", "children": [1]}, [1]]]
    assert all(Tree(other) != tree for other in others)


def test_a_stored_tree_equals_its_twin_in_another_process() -> None:
    program = (
        "import pickle, sys; from saizen.games.tree import Tree; "
        "tree = pickle.load(sys.stdin.buffer); assert {tree} == {Tree({'a': 1, 'b': 2})}"
    )
    stored = pickle.dumps(Tree({"a": 1, "b": 2}))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "1"}
    subprocess.run([sys.executable, "-c", program], input=stored, env=environment, check=True)


def test_indented_text_takes_names_values_numbers_and_who_moves() -> None:
    text = """
    root
    \ta: 3

    \tb
    \t\tc = −1.5
    \t\tMAX d：２
    \t\t7
    """
    tree = Tree.from_text(text)
    assert [(node.name, node.value) for node in all_nodes(tree)] == [
        ("root", None),
        ("a", 3),
        ("b", None),
        ("c", -1.5),
        ("d", 2),
        (None, 7),
    ]
    assert all(node.next_player is Side.FIRST for node in tree.children[1].children)
    assert Tree.from_text("MIN\n 3\n 5").next_player is Side.SECOND
    assert Tree.from_text("3\n 5\n 6", first=Side.SECOND) == Tree({"value": 3, "children": [5, 6]}, first=Side.SECOND)
    assert Tree.from_text("a: 1e3").value == 1000


def test_names_that_look_like_values_are_written_with_a_colon() -> None:
    tree = Tree({"12": [1, 2], "a=b": [3], "MAX x": 4})
    assert str(tree).splitlines() == ["MAX", "  12:", "    1", "    2", "  a=b:", "    3", "  MIN MAX x: 4"]


def test_nested_lists_may_be_typed_with_round_brackets_blanks_and_wide_characters() -> None:
    expected = Tree([[3, 12], [-2]])
    for text in (
        "[[3,12],[-2]]",
        "((3, 12,), (-2,))",
        "[[3 12] [-2]]",
        "［［３，１２］，［−２］］",
        " [[3, 12], [-2.0]]",
    ):
        assert parse_tree(text) == expected
    assert parse_tree("[[3, 12], [-2]]", first=Side.SECOND).next_player is Side.SECOND
    assert parse_tree('[{"a": 3}, 4]') == Tree([{"a": 3}, 4])
    assert parse_tree("5") == Tree(5)


def chain(depth: int, innermost: Any) -> Any:
    for _ in range(depth):
        innermost = [innermost]
    return innermost


def test_depth_costs_no_recursion() -> None:
    tree = Tree(chain(50_000, 7))
    assert parse_tree("[" * 50_000 + "7" + "]" * 50_000) == tree
    lists, depth = tree.to_lists(), 0
    while isinstance(lists, list):
        lists, depth = lists[0], depth + 1
    assert (lists, depth) == (7, 50_000)
    with pytest.raises(NotationError, match=re.escape("node …/1/1/1/1/1/1/1/1/1/1: an empty list")):
        Tree(chain(50_000, []))
    with pytest.raises(
        NotationError, match=re.escape("JSON is nested too deeply to be read; give the tree as nested lists")
    ):
        Tree.from_json("[" * 200_000 + "7" + "]" * 200_000)


def test_a_source_that_holds_itself_is_refused() -> None:
    lists: list[Any] = [1]
    lists.append([2, lists])
    mapping: dict[str, Any] = {"b": 3}
    mapping["a"] = mapping
    for source, path in ((lists, "2/2/2/2/2/2/2/2/2/2"), (mapping, "a/a/a/a/a/a/a/a/a/a")):
        with pytest.raises(NotationError, match=f"^node …/{path}: it holds itself, so the tree has no end; "):
            Tree(source)
    twice = [1, 2]
    assert Tree([twice, twice]) == Tree([[1, 2], [1, 2]])


def test_a_tree_of_more_than_a_million_nodes_is_refused() -> None:
    with pytest.raises(
        NotationError, match=exactly("node root: the tree has more than 1000000 nodes here; use a smaller one")
    ):
        Tree([0] * 1_000_000)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([], "node root: an empty list; a node needs a number or children, as in [[3, 12], [2, 4]]"),
        ([1, [2, []]], "node 2/2: an empty list; a node needs a number or children, as in [[3, 12], [2, 4]]"),
        ({"a": {}}, "node a: an empty mapping; a node needs a number or children, as in [[3, 12], [2, 4]]"),
        ({"a": [1, {"children": []}]}, "node a/2: a leaf without a value; give it a number or children"),
        ([1, True], "node 2: value True is no number; use an int or a float"),
        ({"value": "3"}, "node root: value '3' is no number; use an int or a float"),
        ([float("nan")], "node 1: value nan is not finite; use a number that can be compared and negated"),
        ([[float("-inf")]], "node 1/1: value -inf is not finite; use a number that can be compared and negated"),
        ("[1, 2]", "node root: '[1, 2]' is no node; use a number, a list or a mapping, as in [[3, 12], [2, 4]]"),
        ({"a": None}, "node a: None is no node; use a number, a list or a mapping, as in [[3, 12], [2, 4]]"),
        ({"value": 1, "kids": []}, "node root: unknown key 'kids' in a node; known: name value player children"),
        ({"children": 3}, "node root: children 3 are no list; use a list or a mapping"),
        ([{"value": 1, "name": 3}], "node 1: name 3 is no text; write it in quotes"),
        ({1: 2}, "node root: name 1 is no text; write it in quotes"),
        ({"value": 1, "player": "white"}, "node root: player 'white' is unknown; use max or min"),
        ({"value": 1, "player": 1}, "node root: player 1 is unknown; use max or min"),
    ],
)
def test_a_source_that_is_no_tree_is_refused_by_the_path_of_the_node(source: Any, message: str) -> None:
    with pytest.raises(NotationError, match=exactly(message)):
        Tree(source)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' holds no node; write one a line, such as 'a: 3'"),
        ("a\n  b: 1\n  c", "node c: a leaf without a value; give it a number or children"),
        ("a: 1\nb: 2", "line 2: 'b: 2' is a second root; indent it under the first line"),
        ("a\n    b: 1\n  c: 2", "line 3: 'c: 2' lies between two depths; line it up with a line above"),
        ("a\n  b: x", "line 2: 'x' is no number; write a node as 'name: 5'"),
        ("a: nan", "line 1: 'nan' is no number; write a node as 'name: 5'"),
        ("[1, 2", "brackets still open at the end: 1; close the last with ']'"),
        ("[1, 2)", "')' at character 6 closes nothing; check the brackets"),
        ("[1], [2]", "2 trees side by side; put one pair of brackets around them"),
        ("[1, , 2]", "',' at character 5 follows no number; write a number before it"),
        ("[, 2]", "',' at character 2 follows no number; write a number before it"),
        ("[1, x]", "'x' at character 5 is no number; a tree is like [[3, 12], [2, 4]]"),
        ("[1, []]", "node 2: an empty list; a node needs a number or children, as in [[3, 12], [2, 4]]"),
        ('{"a": 1, "a": 2}', "key 'a' appears twice in a JSON object; use a list of nodes for names that repeat"),
        ('{"a": NaN}', "node a: value nan is not finite; use a number that can be compared and negated"),
        (
            '{"a": 1',
            "bad JSON: expecting ',' delimiter: line 1 column 8 (char 7); a tree is like [[3, 12], [2, 4]]",
        ),
    ],
)
def test_text_that_is_no_tree_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=exactly(message)):
        parse_tree(text)


def test_numbers_longer_than_python_reads_are_refused() -> None:
    with pytest.raises(NotationError, match=re.escape("node 1: value inf is not finite")):
        parse_tree(f"[{'9' * 5000}]")
    with pytest.raises(NotationError, match=re.escape("bad JSON: exceeds the limit")):
        parse_tree('{"a": ' + "9" * 5000 + "}")


@pytest.mark.parametrize("move", [3, -1, None, "1", 0.5])
def test_a_move_without_a_child_is_refused(move: int) -> None:
    message = f"illegal move {str(move)!r} for MAX in <Tree of 4 nodes at root>; legal: a 2 3"
    with pytest.raises(IllegalMoveError, match=exactly(message)):
        Tree([{"name": "a", "value": 1}, 2, 3]).apply_move(move)


def test_a_move_at_a_leaf_is_refused() -> None:
    leaf = Tree([1]).apply_move(0)
    with pytest.raises(IllegalMoveError, match=exactly("illegal move '0' in <Tree of 2 nodes at 1>; the game is over")):
        leaf.apply_move(0)
    with pytest.raises(NotationError, match=exactly("'1' names no child of 1; children: none")):
        leaf.parse_move("1")


def test_text_that_names_no_child_is_refused() -> None:
    with pytest.raises(NotationError, match=exactly("'c' names no child of root; children: a b")):
        Tree({"a": 1, "b": 2}).parse_move("c")


def test_an_anytree_gives_the_tree_of_its_nodes() -> None:
    root = anytree.Node("Move Y")
    left = anytree.Node("Move X", root, value=4)
    anytree.Node("Move X", left, value=1)
    anytree.Node("Move X", left, value=2.5)
    anytree.Node(7, root, value=3, player="max")
    expected = {
        "name": "Move Y",
        "children": [
            {
                "name": "Move X",
                "value": 4,
                "children": [{"name": "Move X", "value": 1}, {"name": "Move X", "value": 2.5}],
            },
            {"name": "7", "value": 3, "player": "max"},
        ],
    }
    assert Tree.from_anytree(root) == Tree(expected)
    assert Tree.from_anytree(left).name == "Move X"
    assert Tree.from_anytree(root, first=Side.SECOND).next_player is Side.SECOND


def test_an_anytree_without_values_and_other_objects_are_refused() -> None:
    root = anytree.Node("a", children=[anytree.Node("b", value=1), anytree.Node("c")])
    with pytest.raises(NotationError, match=exactly("node c: a leaf without a value; give it a number or children")):
        Tree.from_anytree(root)
    with pytest.raises(
        NotationError, match=exactly("node root: 5 has no children attribute; give a node like anytree's")
    ):
        Tree.from_anytree(5)


def test_a_networkx_graph_gives_the_tree_of_its_nodes() -> None:
    graph = networkx.DiGraph()
    graph.add_node("root", player="min")
    graph.add_node(1, name="x")
    graph.add_nodes_from([(2, {"value": 5}), (3, {"value": 6, "name": "x"})])
    graph.add_edges_from([("root", 1), ("root", 2), (1, 3)])
    expected = {
        "name": "root",
        "player": "min",
        "children": [{"name": "x", "children": [{"name": "x", "value": 6}]}, {"name": "2", "value": 5}],
    }
    assert Tree.from_networkx(graph) == Tree(expected)
    assert Tree.from_networkx(graph, 1) == Tree({"name": "x", "children": [{"name": "x", "value": 6}]})


@pytest.mark.parametrize(
    ("edges", "root", "message"),
    [
        ([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")], None, "node 'd' has two parents, 'b' and 'c'; give it one"),
        ([("a", "b"), ("b", "c"), ("c", "b")], None, "node 'b' lies on a cycle; a tree has none"),
        ([("a", "b"), ("b", "a")], None, "node 'a' lies on a cycle; a tree has none"),
        ([("a", "b"), ("b", "a")], "b", "node 'b' lies on a cycle; a tree has none"),
        ([("a", "a")], None, "node 'a' lies on a cycle; a tree has none"),
        ([("a", "b"), ("d", "c"), ("c", "d"), ("d", "e")], None, "node 'd' lies on a cycle; a tree has none"),
        ([("a", "b"), ("c", "d")], None, "nodes without a parent: ['a', 'c']; a tree has one, or name it by root="),
        ([], None, "nodes without a parent: []; a tree has one, or name it by root="),
        ([("a", "b")], "z", "root 'z' is no node of the graph; use one of its nodes"),
        ([("a", "b")], None, "node b: a leaf without a value; give it a number or children"),
    ],
)
def test_a_graph_that_is_no_tree_is_refused_by_name(
    edges: list[tuple[str, str]], root: str | None, message: str
) -> None:
    with pytest.raises(NotationError, match=exactly(message)):
        Tree.from_networkx(networkx.DiGraph(edges), root)


def test_an_undirected_graph_is_refused() -> None:
    with pytest.raises(
        NotationError, match=exactly("the graph is undirected; use a DiGraph with edges from parent to child")
    ):
        Tree.from_networkx(networkx.Graph([("a", "b")]))
