"""A tidy tree: parents over the middle of their children, nothing too close, subtrees in order, and in linear time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import SupportsIndex, overload

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.drawing.tidy import Contour, merged, needed, tidy_tree


def tree_of(parents: Sequence[int]) -> list[list[int]]:
    """Return the children of each node; node n + 1 hangs below the node `parents[n]` of those before it."""
    children: list[list[int]] = [[] for _ in range(len(parents) + 1)]
    for child, parent in enumerate(parents, 1):
        children[parent % child].append(child)
    return children


def rows(children: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the nodes of each row from left to right."""
    found = [[0]]
    while below := [child for node in found[-1] for child in children[node]]:
        found.append(below)
    return found


def assert_tidy(children: Sequence[Sequence[int]], places: Sequence[float]) -> None:
    for node, below in enumerate(children):
        if below:
            assert abs(places[node] - (places[below[0]] + places[below[-1]]) / 2) < 1e-9
    for row in rows(children):
        for left, right in pairwise(row):
            assert places[right] - places[left] >= 1 - 1e-9
    assert min(places) == 0


TREES = st.lists(st.integers(0, 10_000), max_size=60).map(tree_of)


@settings(max_examples=1000)
@given(children=TREES)
def test_parents_stand_over_the_middle_and_nodes_of_a_row_in_order_and_apart(children: list[list[int]]) -> None:
    assert_tidy(children, tidy_tree(children))


@settings(max_examples=300)
@given(children=TREES)
def test_the_mirror_of_a_tree_of_two_children_at_most_is_drawn_mirrored(children: list[list[int]]) -> None:
    # With three, the middle ones lean to the left: only first and last child say where the parent stands.
    binary = [below[:2] for below in children]
    reached = {node for row in rows(binary) for node in row}
    places, mirrored = tidy_tree(binary), tidy_tree([below[::-1] for below in binary])
    width = max(places)
    assert {node: mirrored[node] for node in reached} == pytest.approx({node: width - places[node] for node in reached})


@settings(max_examples=300)
@given(children=TREES, data=st.data())
def test_a_subtree_looks_the_same_wherever_it_stands(children: list[list[int]], data: st.DataObject) -> None:
    root = data.draw(st.integers(0, len(children) - 1))
    places, alone = tidy_tree(children), tidy_tree(children, root)
    below = [root]
    for node in below:
        below += children[node]
    for node in below:
        assert places[node] - places[root] == pytest.approx(alone[node] - alone[root])
    assert all(alone[node] == 0 for node in set(range(len(children))) - set(below))


@given(children=TREES)
def test_siblings_stand_as_close_as_they_can(children: list[list[int]]) -> None:
    places = tidy_tree(children)
    for below in children:
        for left, right in pairwise(below):
            # Somewhere the subtrees on the left and the one on the right are a unit apart.
            gaps = []
            left_rows = subtree_rows(children, below[: below.index(right)])
            for ours, theirs in zip(left_rows, subtree_rows(children, [right]), strict=False):
                gaps.append(places[theirs[0]] - max(places[node] for node in ours))
            assert min(gaps) == pytest.approx(1)
            assert left in left_rows[0]


def subtree_rows(children: Sequence[Sequence[int]], roots: Sequence[int]) -> list[list[int]]:
    found = [list(roots)]
    while below := [child for node in found[-1] for child in children[node]]:
        found.append(below)
    return found


def test_small_trees_stand_where_one_would_draw_them() -> None:
    assert tidy_tree([[]]) == [0]
    assert tidy_tree([[1], []]) == [0, 0]
    assert tidy_tree([[1, 2, 3], [], [], []]) == [1, 0, 1, 2]
    textbook = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12], *([] for _ in range(9))]
    assert tidy_tree(textbook) == [4, 1, 4, 7, 0, 1, 2, 3, 4, 5, 6, 7, 8]


def chain(size: int) -> list[list[int]]:
    return [*([node + 1] for node in range(size - 1)), []]


def comb(size: int, *, left: bool) -> list[list[int]]:
    """Return a spine with a tooth at each node, on one side of it."""
    half = size // 2
    children: list[list[int]] = [[] for _ in range(2 * half)]
    for node in range(half - 1):
        children[node] = [half + node, node + 1] if left else [node + 1, half + node]
    return children


def two_chains(size: int) -> list[list[int]]:
    half = size // 2
    children = [[node + 2] if node + 2 < size else [] for node in range(2 * half)]
    return [[1, 2], *children[1:]]


def star(size: int) -> list[list[int]]:
    return [list(range(1, size)), *([] for _ in range(size - 1))]


DEGENERATE = {
    "chain": chain(200_000),
    "left comb": comb(200_000, left=True),
    "right comb": comb(200_000, left=False),
    "two chains": two_chains(200_000),
    "star": star(200_000),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_huge_degenerate_trees_are_drawn_without_recursion(name: str) -> None:
    children = DEGENERATE[name]
    assert_tidy(children, tidy_tree(children))


class Counted(list[float]):
    """A row of places that counts how often it is asked."""

    asked = 0

    @overload
    def __getitem__(self, key: SupportsIndex) -> float: ...
    @overload
    def __getitem__(self, key: slice) -> list[float]: ...
    def __getitem__(self, key: SupportsIndex | slice) -> float | list[float]:
        type(self).asked += 1
        return super().__getitem__(key)


@contextmanager
def counting() -> Iterator[type[Counted]]:
    """Count how often contours are read."""
    original = Contour.__init__

    def counted(self: Contour, left: list[float], right: list[float]) -> None:
        original(self, Counted(left), Counted(right))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Contour, "__init__", counted)
        patch.setattr(Counted, "asked", 0)
        yield Counted


@pytest.mark.parametrize("name", DEGENERATE)
def test_the_steps_follow_the_number_of_nodes(name: str) -> None:
    with counting() as counted:
        tidy_tree(DEGENERATE[name])
        assert counted.asked <= 3 * len(DEGENERATE[name])


@given(children=st.lists(st.integers(0, 10_000), min_size=4, max_size=300).map(tree_of))
def test_the_steps_follow_the_number_of_nodes_in_any_tree(children: list[list[int]]) -> None:
    with counting() as counted:
        tidy_tree(children)
        assert counted.asked <= 3 * len(children)
        assert (counted.asked > 0) == any(len(below) > 1 for below in children)


def test_only_shared_rows_are_compared() -> None:
    deep, flat = Contour([0.0] * 9, [0.0] * 9), Contour([-3.0, 0.0], [5.0, 0.0])
    assert needed(deep, flat) == 4
    flat.shift += 4
    whole = merged(deep, flat)
    assert whole is deep
    assert [place + whole.shift for place in whole.right] == [*[0.0] * 7, 9.0, 4.0]
