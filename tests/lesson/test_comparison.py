"""Searches side by side: the same value, and none with fewer leaves than there must be."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.lesson.comparison import COMPARED, compare_lessons, comparison_html, comparison_svg, fewest_leaves
from saizen.randomness import Stream
from saizen.records.transcript import follow
from saizen.search import minimax
from tests.lesson.conftest import OpenPage, accessibility_faults
from tests.search.agreement import grow_tree

CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=40)


def uniform(branching: int, depth: int, seed: int) -> Tree:
    """Return a tree in which all values differ."""
    values = list(range(branching**depth))
    dice = Stream(seed)
    nodes: list[object] = [values.pop(dice.below(len(values))) for _ in range(branching**depth)]
    for _ in range(depth):
        nodes = [nodes[start : start + branching] for start in range(0, len(nodes), branching)]
    return Tree(nodes[0])  # type: ignore[arg-type]


@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 5), (3, 4), (4, 3), (5, 2)])
def test_the_fewest_leaves_of_a_uniform_tree_are_those_of_knuth_and_moore(branching: int, depth: int) -> None:
    expected = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    for seed in range(5):
        tree = uniform(branching, depth, seed)
        assert fewest_leaves(tree) == expected
        rows = {row.algorithm: row for row in compare_lessons(tree)}
        assert rows["ordered"].different_leaves == expected
        assert rows["minimax"].different_leaves == branching**depth


@given(choices=CHOICES, extra_moves=st.booleans())
def test_no_search_does_with_fewer_leaves_and_all_find_the_value(choices: list[int], extra_moves: bool) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    fewest = fewest_leaves(tree)
    value = minimax(tree).value * (1 if tree.next_player.value == "first" else -1)
    rows = compare_lessons(tree)
    assert tuple(row.algorithm for row in rows) == COMPARED
    assert {row.trace.value for row in rows} == {value}
    assert all(row.different_leaves >= fewest for row in rows)
    assert rows[0].different_leaves >= max(row.different_leaves for row in rows)


def test_a_game_is_compared_to_a_depth() -> None:
    position, _ = follow(TicTacToe(), "a1b2")
    rows = compare_lessons(position, depth=2)
    assert len({row.trace.value for row in rows}) == 1
    assert fewest_leaves(position, depth=2) <= min(row.different_leaves for row in rows)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_and_the_picture_show_every_search(open_page: OpenPage, language: str) -> None:
    rows = compare_lessons(Tree())
    page = open_page(comparison_html(rows, 5, language), width=390)  # type: ignore[arg-type]
    assert page.locator("tbody tr").count() == len(COMPARED) + 1
    assert page.locator("figure svg").count() == len(COMPARED)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert accessibility_faults(page) == []
    assert ET.fromstring(comparison_svg(rows, 5, language)).tag.endswith("svg")  # type: ignore[arg-type]


def test_a_tree_too_large_to_be_drawn_still_has_its_numbers() -> None:
    rows = compare_lessons(uniform(3, 7, 0))
    html = comparison_html(rows, 107)
    assert "<svg" not in html
    assert "107" in html
