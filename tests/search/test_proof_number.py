"""Proof-number search: whole numbers, any range, and a line that shows the proof."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import SettingError
from saizen.games.base import final_score
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.search import Bound, Limits, minimax, mtdf, proof_number
from saizen.search.proof_number import next_goal
from tests.search.agreement import Search, grow_tree

BOTH = pytest.mark.parametrize(("search", "name"), [(proof_number, "proof_number"), (mtdf, "mtdf")])


@BOTH
def test_a_result_that_is_no_whole_number_is_refused(search: Search, name: str) -> None:
    with pytest.raises(SettingError, match=f"{name} needs whole-number values, got 0.5; use pvs or alphabeta"):
        search(Tree([-0.5]))


@BOTH
def test_an_evaluation_that_is_no_whole_number_is_refused(search: Search, name: str) -> None:
    with pytest.raises(SettingError, match=f"{name} needs whole-number values, got 0.25; use pvs or alphabeta"):
        search(TicTacToe(), depth=2, evaluate=lambda state: 0.25)


@BOTH
def test_whole_results_beside_heuristics_with_fractions_are_proved(search: Search, name: str) -> None:
    tree = Tree({"children": [{"value": 3.5, "children": [3, 3]}, {"value": -3.5, "children": [3, -3]}]})
    result = search(tree, limits=Limits(nodes=10_000))
    assert (result.value, result.exact) == (3, True)


@given(value=st.integers(-(10**6), 10**6))
@BOTH
def test_an_evaluator_may_go_beyond_the_results_of_the_game(search: Search, name: str, value: int) -> None:
    assert search(TicTacToe(), depth=1, evaluate=lambda state: value).value == -value


@given(low=st.integers(-100, 100), width=st.integers(1, 100), value=st.integers(0, 100))
def test_goals_close_in_on_every_value_of_a_range(low: int, width: int, value: int) -> None:
    high, wanted = low + width, low + value % (width + 1)
    left, right, proofs = low, high, 0
    while left < right:
        goal = next_goal(left, right)
        assert left < goal <= right
        left, right = (goal, right) if wanted >= goal else (left, goal - 1)
        proofs += 1
    assert left == wanted
    assert proofs <= width.bit_length() + 1


@given(choices=st.lists(st.integers(0, 999), max_size=100), extra_moves=st.booleans())
def test_the_line_reaches_the_value_or_more(choices: list[int], extra_moves: bool) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    result = proof_number(tree)
    end: Any = tree
    for move in result.line:
        end = end.apply_move(move)
    if end.is_over():
        score = final_score(end)
        assert (score if end.next_player is tree.next_player else -score) >= result.value
    if result.line:
        child = tree.apply_move(result.line[0])
        value = minimax(child).value
        assert (value if child.next_player is tree.next_player else -value) == result.value


def test_a_stopped_proof_keeps_what_it_has_proved() -> None:
    tree = Tree([[5, 9], [7, 8]])
    whole = proof_number(tree)
    assert (whole.value, whole.move) == (7, 1)
    values = [proof_number(tree, limits=Limits(nodes=nodes)) for nodes in range(1, whole.nodes)]
    assert [result.value for result in values] == sorted(result.value for result in values)
    assert values[0].value == -9  # the lowest number of the tree, before anything is proved
    assert values[-1].value > -9
    assert {result.bound for result in values} == {Bound.LOWER}


def test_a_horizon_is_proved_like_an_end() -> None:
    tree = Tree({"children": [{"value": 4, "children": [-9]}, {"value": 6, "children": [-8]}]})
    result = proof_number(tree, depth=1, evaluate=node_value)
    assert (result.value, result.line, result.horizon) == (6, (1,), True)
