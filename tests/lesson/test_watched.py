"""Watched trees: ordinary lists to whoever uses them, and a true record of what was read."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.games.tree import Tree
from saizen.lesson.watched import SeenType, WatchedList, WatchedNode, watched_lists, watched_nodes

TREES = st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=12)
NUMBERS = st.lists(st.integers(-9, 9), min_size=1, max_size=6)


def table(source: Any) -> tuple[Any, list[int]]:
    nodes = Tree(source).nodes
    return nodes.values, [len(children) for children in nodes.children]


def watched(source: Any) -> tuple[Any, set[int]]:
    reads: set[int] = set()
    return watched_lists(*table(source), reads), reads


def leaves(source: Any) -> set[int]:
    return {number for number, count in enumerate(table(source)[1]) if not count}


@given(source=TREES)
def test_it_holds_what_the_tree_holds(source: Any) -> None:
    tree, reads = watched(source)
    assert isinstance(tree, list) == isinstance(source, list)
    assert repr(tree) == repr(source)
    assert reads == ({0} if not isinstance(source, list) else set())  # printing reads nothing
    assert tree == source
    assert reads == leaves(source)


@given(numbers=NUMBERS, data=st.data())
def test_a_loop_reads_as_far_as_it_goes(numbers: list[int], data: st.DataObject) -> None:
    taken = data.draw(st.integers(0, len(numbers)))
    for ways in (iter, reversed):
        way: Any = ways
        tree, reads = watched(numbers)
        steps = way(tree)
        assert [next(steps) for _ in range(taken)] == [*way(numbers)][:taken]
        places = [*way(range(1, len(numbers) + 1))][:taken]
        assert reads == set(places)


@given(numbers=NUMBERS, data=st.data())
def test_an_index_reads_one_number_and_a_slice_none(numbers: list[int], data: st.DataObject) -> None:
    tree, reads = watched(numbers)
    place = data.draw(st.integers(-len(numbers), len(numbers) - 1))
    start = data.draw(st.integers(0, len(numbers)))
    part = tree[start:]
    assert (len(tree), len(part), isinstance(part, list), reads) == (len(numbers), len(numbers) - start, True, set())
    assert type(tree[place]) is int
    assert reads == {place % len(numbers) + 1}
    assert [*part] == numbers[start:]
    assert reads == {place % len(numbers) + 1, *range(start + 1, len(numbers) + 1)}


READERS: dict[str, Callable[[list[Any]], Any]] = {
    "max": max,
    "sum": sum,
    "sorted": sorted,
    "tuple": tuple,
    "unpacked": lambda numbers: [*numbers],
    "split": lambda numbers: (lambda first, *rest: (first, rest))(*numbers),
    "enumerate": lambda numbers: [*enumerate(numbers)],
    "add": lambda numbers: numbers + [1],  # noqa: RUF005
    "add to": lambda numbers: [1] + numbers,  # noqa: RUF005
    "count": lambda numbers: numbers.count(numbers[0]),
    "find last": lambda numbers: numbers.index(numbers[-1]) >= 0 and 10 not in numbers,
    "less": lambda numbers: (numbers < [99], numbers > [99]),
    "pickle": lambda numbers: pickle.loads(pickle.dumps(numbers)),
    "sort": lambda numbers: (numbers.sort(), [*numbers]),
    "append": lambda numbers: (numbers.append(5), [*numbers], numbers[-1]),  # type: ignore[func-returns-value]
    "pop all": lambda numbers: [numbers.pop(0) for _ in range(len(numbers))],
    "delete": lambda numbers: (numbers.__delitem__(0), [*numbers]),  # type: ignore[func-returns-value]
    "copy": lambda numbers: [*copy.copy(numbers), *numbers.copy(), *copy.deepcopy(numbers)],
}


@pytest.mark.parametrize("name", READERS)
@given(numbers=NUMBERS)
def test_whatever_looks_at_all_numbers_gives_what_a_list_gives_and_is_noted(name: str, numbers: list[int]) -> None:
    tree, reads = watched(numbers)
    assert READERS[name](tree) == READERS[name](numbers.copy())
    assert reads == leaves(numbers)


def test_looking_without_reading_is_not_noted() -> None:
    tree, reads = watched([[3, 5], [2, 9]])
    assert tree
    assert tree != []
    assert tree != 3
    assert tree[0] != [1]
    assert [len(child) for child in tree] == [2, 2]
    copies = [copy.copy(tree), copy.deepcopy(tree), tree.copy(), tree[:]]
    assert [type(each) for each in copies] == [WatchedList] * 4
    assert tree.pop()[:1] is not None
    assert reads == set()
    assert tree.index(tree[0]) == 0


def test_popping_reads_what_is_popped() -> None:
    tree, reads = watched([3, 5, 2])
    assert tree.pop(0) == 3
    assert reads == {1}
    assert tree[0] == 5
    assert reads == {1, 2}


def test_it_passes_for_a_list_where_its_type_is_asked() -> None:
    tree, _ = watched([1, [2]])
    seen: Any = SeenType
    assert seen(tree) is list
    assert seen(tree[1]) is seen([]) is tree.__class__
    assert (seen(1), seen("x"), seen(seen)) == (int, str, type(SeenType))
    assert isinstance(int, seen)
    assert not isinstance(tree, seen)
    assert seen("Made", (), {})().__class__.__name__ == "Made"


def nodes_of(source: Any) -> tuple[WatchedNode, set[int]]:
    reads: set[int] = set()
    return watched_nodes(*table(source), reads), reads


def test_nodes_have_what_those_of_anytree_have() -> None:
    root, reads = nodes_of({"value": 1, "children": [{"value": 2, "children": [3, 4]}, 5]})
    left, right = root.children
    assert [node.name for node in (root, left, right, *left.children)] == ["root", "1", "2", "1.1", "1.2"]
    assert [node.is_leaf for node in (root, left, right)] == [False, False, True]
    assert (root.is_root, left.is_root, left.parent, root.parent) == (True, False, root, None)
    assert (root.depth, left.children[0].depth, root.height, right.height) == (0, 2, 2, 0)
    assert repr(left.children[1]) == "Node('1.2')"
    assert reads == set()
    assert (right.value, left.children[0].value) == (5, 3)
    assert reads == {2, 3}


def test_a_value_that_the_program_wrote_itself_is_not_noted() -> None:
    root, reads = nodes_of({"value": 1, "children": [2]})
    root.value = 7
    assert root.value == 7
    assert reads == set()
