"""Monte-Carlo tree search: estimates that improve, and proofs where the game is small."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import SettingError
from saizen.games.base import score_range
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.search import Bound, Limits, mcts, minimax
from tests.search.agreement import grow_tree, play
from tests.search.dots_and_boxes import DotsAndBoxes

NATIVE = pytest.mark.parametrize("native", [False, True])


@pytest.mark.parametrize("playouts", [0, -5])
def test_a_search_without_playouts_is_refused(playouts: int) -> None:
    with pytest.raises(SettingError, match=f"playouts={playouts} plays no game; use 1 or more"):
        mcts(TicTacToe(), playouts=playouts)


@NATIVE
@given(
    start=st.sampled_from([TicTacToe(), ConnectFour(), Othello(), Othello(4, 4), DotsAndBoxes()]),
    choices=st.lists(st.integers(0, 99), min_size=1, max_size=30),
    playouts=st.integers(1, 60),
    seed=st.integers(0, 2**64),
)
@settings(max_examples=40)
def test_an_estimate_is_a_possible_result_with_a_playable_line(
    native: bool, start: Any, choices: list[int], playouts: int, seed: int
) -> None:
    state = play(start, choices, left=12)
    result = mcts(state, playouts=playouts, seed=seed, native=native)
    low, high = score_range(state)
    assert low <= result.value <= high
    assert result.complete
    assert result.bound in (Bound.ESTIMATE, Bound.EXACT)
    for move in result.line:
        assert move in state.legal_moves()
        state = state.apply_move(move)


@NATIVE
def test_equal_seeds_play_equal_playouts_and_others_do_not(native: bool) -> None:
    answers = {seed: [mcts(Othello(), playouts=50, seed=seed, native=native) for _ in range(2)] for seed in (1, 2, -1)}
    for first, second in answers.values():
        assert (first.value, first.line, first.nodes) == (second.value, second.line, second.nodes)
    assert len({first.nodes for first, _ in answers.values()}) == 3


@NATIVE
def test_a_win_in_one_is_found_and_proved(native: bool) -> None:
    result = mcts(TicTacToe().parse_position("XX-OO---- X"), playouts=1000, native=native)
    assert (result.move, result.value, result.bound) == (2, 1, Bound.EXACT)


@NATIVE
def test_a_threat_is_met(native: bool) -> None:
    state = ConnectFour().parse_position("-" * 28 + "-------" + "XXX-OO- O")
    assert mcts(state, playouts=500, native=native).move == 3


def test_a_proof_ends_the_search_before_its_playouts() -> None:
    few = mcts(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), playouts=1000)
    many = mcts(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), playouts=None)
    assert (few.value, few.bound, few.line) == (3, Bound.EXACT, (0, 0))
    assert few.nodes == many.nodes < 100


@given(choices=st.lists(st.integers(0, 999), max_size=80), seed=st.integers(0, 99), exploration=st.floats(0, 5))
def test_every_seed_and_exploration_proves_the_same_value(choices: list[int], seed: int, exploration: float) -> None:
    tree = grow_tree(iter(choices), extra_moves=bool(seed % 2))
    result = mcts(tree, playouts=None, seed=seed, exploration=exploration)
    assert (result.value, result.exact) == (minimax(tree).value, True)


def test_more_playouts_come_closer_to_the_truth() -> None:
    state = TicTacToe().parse_position("X---O---- X")  # a draw, though X has more ways to win

    def error(playouts: int) -> float:
        return sum(abs(mcts(state, playouts=playouts, seed=seed, native=False).value) for seed in range(8)) / 8

    assert error(400) < error(40) / 2


def test_a_depth_cuts_the_playouts_short() -> None:
    asked: list[Tree] = []

    def evaluate(tree: Tree) -> int | float:
        asked.append(tree)
        return node_value(tree)

    tree = Tree({"children": [{"value": 5, "children": [[[1]]]}, {"value": 40, "children": [[[2]]]}]})
    result = mcts(tree, depth=1, playouts=None, evaluate=evaluate)
    # The evaluator may go beyond what the game can score, and is believed.
    assert (result.value, result.move, result.horizon, result.exact) == (40, 1, True, False)
    assert {node.index for node in asked} == {1, 2}


def test_a_depth_of_zero_is_the_evaluation() -> None:
    result = mcts(Tree({"value": 6, "children": [1, 2]}), depth=0, evaluate=node_value)
    assert (result.value, result.line, result.nodes) == (6, (), 1)


def test_a_stopped_search_answers_with_its_most_visited_move() -> None:
    result = mcts(TicTacToe().parse_position("XX-OO---- X"), playouts=None, limits=Limits(nodes=40), native=False)
    assert result.nodes <= 40
    assert result.move == 2
    first = mcts(ConnectFour(), playouts=None, limits=Limits(nodes=1), native=False)
    assert (first.line, first.value, first.complete) == ((0,), -1, False)  # before any playout is known
