"""The value of every move, best first."""

from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import SettingError
from saizen.games.base import State, Value
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.search import Evaluator, Limits, Provenance, minimax, zero
from saizen.search.limits import STRIDE
from saizen.search.values import MoveValue, move_values, search_moves
from tests.search.agreement import GAMES, grow_tree, play, scramble


def value_of_move(state: State, move: Any, depth: int | None, evaluate: Evaluator[Any]) -> Value:
    """Return what minimax says of a move, for the side that plays it."""
    child = state.apply_move(move)
    value = minimax(child, depth=None if depth is None else depth - 1, evaluate=evaluate).value
    return value if child.next_player is state.next_player else -value


def assert_valued(state: Any, depth: int | None, evaluate: Evaluator[Any]) -> None:
    found = move_values(state, depth=depth, evaluate=evaluate)
    wanted = {move: value_of_move(state, move, depth, evaluate) for move in state.legal_moves()}
    assert [(move.move, move.value) for move in found] == sorted(wanted.items(), key=lambda item: -item[1])
    assert all(move.line[0] == move.move for move in found)
    if depth is None:
        assert {move.provenance.kind for move in found} == {"exact"}


@given(
    choices=st.lists(st.integers(0, 999), min_size=1, max_size=80),
    extra_moves=st.booleans(),
    depth=st.sampled_from((None, 1, 2, 3)),
)
def test_each_move_of_a_tree_has_the_value_of_minimax(choices: list[int], extra_moves: bool, depth: int | None) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    if not tree.is_over():
        assert_valued(tree, depth, node_value)


@given(
    game=st.sampled_from(list(GAMES)),
    choices=st.lists(st.integers(0, 99), min_size=1, max_size=70),
    depth=st.sampled_from((None, 1, 3)),
    evaluate=st.sampled_from((scramble, zero)),  # only the second has a native twin
)
@settings(max_examples=60)
def test_each_move_of_a_game_has_the_value_of_minimax(
    game: str, choices: list[int], depth: int | None, evaluate: Evaluator[Any]
) -> None:
    state = play(GAMES[game][0], choices, left=5)
    if not state.is_over():
        assert_valued(state, depth, evaluate)


def test_of_equal_moves_the_first_of_the_game_comes_first() -> None:
    assert [move.move for move in move_values(Tree([2, 5, 2, 5]))] == [1, 3, 0, 2]


def test_a_finished_game_has_no_moves_to_value() -> None:
    assert move_values(Othello(4, 4).parse_position("-XXX" * 4 + "O")) == []
    assert move_values(Tree(3)) == []


@pytest.mark.parametrize(
    ("depth", "message"),
    [(0, "depth=0 values no move; use 1 or more"), (-2, "depth=-2 is no depth"), (1.5, "depth=1.5 is no depth")],
)
def test_a_depth_that_values_nothing_is_refused(depth: Any, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        move_values(TicTacToe(), depth=depth)


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(cancel=lambda: True), Limits(seconds=1e-9)])
def test_every_move_has_a_value_however_tight_the_limits(limits: Limits) -> None:
    winning = TicTacToe().parse_position("XX-OO---- X")
    found = move_values(winning, limits=limits)
    assert sorted(move.move for move in found) == list(winning.legal_moves())
    assert (found[0].move, found[0].value) == (2, 1)


@given(nodes=st.integers(1, 1000))
@settings(max_examples=15)
def test_all_moves_are_valued_to_one_depth_and_deeper_with_more_nodes(nodes: int) -> None:
    found = move_values(ConnectFour(), limits=Limits(nodes=nodes))
    depths = {move.provenance.depth for move in found}
    assert len(found) == 7
    assert len(depths) == 1
    more = move_values(ConnectFour(), limits=Limits(nodes=nodes * 5))
    assert (more[0].provenance.depth or 0) >= (depths.pop() or 0)


def test_the_nodes_are_shared_by_all_moves() -> None:
    looks = count()
    limits = Limits(nodes=2000, cancel=lambda: next(looks) < 0)
    move_values(ConnectFour(), evaluate=lambda _: 0, limits=limits)  # an evaluator without a native twin
    # A look for every 32 nodes, and two for each move and depth.
    assert 2000 / STRIDE / 2 < next(looks) < 2000 / STRIDE + 2 * 7 * 5


def test_a_loss_is_what_the_best_move_is_worth_more() -> None:
    found = move_values(Tree([2, 5, 2, 5]))
    assert [move.loss(found[0]) for move in found] == [0, 0, 3, 3]
    better, worse = (MoveValue(0, value, Provenance("search", 4), (0,)) for value in (0.3, 0.1))
    assert (worse.loss(better), better.loss(worse)) == (0.2, 0)


def test_the_nodes_of_all_moves_are_counted() -> None:
    found, nodes = search_moves(ConnectFour(), depth=3)
    assert nodes > sum(result.nodes for result in found) > 0
    assert [result.move for result in found] == [value.move for value in move_values(ConnectFour(), depth=3)]
