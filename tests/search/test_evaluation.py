"""An evaluator is asked at the horizon only; finished games score themselves."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.games.base import Value
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.search import alphabeta, minimax, negamax, zero
from tests.search.agreement import ALL_SEARCHES, Search, grow_tree

WITH_A_DEPTH = {name: search for name, search in ALL_SEARCHES.items() if name != "solve"}
CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=80)


class Asked:
    """An evaluator that remembers what it was asked of."""

    def __init__(self) -> None:
        self.trees: list[Tree] = []

    def __call__(self, tree: Tree) -> Value:
        self.trees.append(tree)
        return node_value(tree)


@pytest.mark.parametrize("search", WITH_A_DEPTH.values(), ids=WITH_A_DEPTH)
@given(choices=CHOICES, depth=st.sampled_from((None, 0, 1, 2, 3)))
def test_a_finished_game_is_never_evaluated(search: Search, choices: list[int], depth: int | None) -> None:
    asked = Asked()
    result = search(grow_tree(iter(choices)), depth=depth, evaluate=asked)
    assert not any(tree.is_over() for tree in asked.trees)
    assert result.horizon <= bool(asked.trees)  # an earlier iteration may have asked, the last one not
    assert result.exact is not result.horizon


@pytest.mark.parametrize("search", [minimax, negamax, alphabeta])
@given(choices=CHOICES, depth=st.integers(0, 4))
def test_only_positions_at_the_horizon_are_evaluated(search: Search, choices: list[int], depth: int) -> None:
    root = grow_tree(iter(choices))
    at_depth = {root}
    for _ in range(depth):
        at_depth = {child for tree in at_depth for child in tree.children}
    asked = Asked()
    search(root, depth=depth, evaluate=asked)
    assert set(asked.trees) <= at_depth


@pytest.mark.parametrize("search", WITH_A_DEPTH.values(), ids=WITH_A_DEPTH)
@pytest.mark.parametrize("native", [False, True])
def test_without_an_evaluator_every_unfinished_position_is_even(search: Search, native: bool) -> None:
    state = TicTacToe().parse_position("XX-OO---- X")  # X wins at once by c1
    without: Any = search(TicTacToe(), depth=2, native=native)
    assert (without.value, without.horizon, without.exact) == (0, True, False)
    assert search(state, depth=1, native=native).value == 1
    assert zero(state) == 0


def test_the_heuristic_of_the_other_side_is_turned_round() -> None:
    # MAX at the root, MIN to move at the horizon: the node worth 5 to MAX is the best.
    tree = Tree({"children": [{"value": 3, "children": [0]}, {"value": 5, "children": [0]}]})
    for name, search in WITH_A_DEPTH.items():
        result = search(tree, depth=1, evaluate=node_value)
        assert (result.value, result.move) == (5, 1), name
