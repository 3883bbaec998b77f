"""Solving: best play to the end, and what a game must promise for it."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import ProtocolError
from saizen.games.base import Side
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.games.tree import Tree
from saizen.search import Limits, minimax, solve
from tests.search.agreement import grow_tree, play
from tests.search.dots_and_boxes import DotsAndBoxes


def assert_best_play(state: Any, *, native: bool = True) -> None:
    """Hold each move of the line to be the first that keeps the value, until the game is over."""
    for move in solve(state, native=native).line:
        assert move == minimax(state).move
        state = state.apply_move(move)
    assert state.is_over()


@given(choices=st.lists(st.integers(0, 999), max_size=100), extra_moves=st.booleans(), parts=st.sampled_from((1, 4)))
def test_the_line_is_best_play_to_the_end_of_a_tree(choices: list[int], extra_moves: bool, parts: int) -> None:
    assert_best_play(grow_tree(iter(choices), extra_moves=extra_moves, parts=parts))


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("start", [TicTacToe(), ConnectFour(4, 4), Othello(4, 4), DotsAndBoxes()], ids=repr)
def test_the_line_is_best_play_to_the_end_of_a_game(start: Any, native: bool) -> None:
    for seed in range(5):
        assert_best_play(play(start, [seed, 3, 2 * seed, 8], left=6), native=native)


@dataclass(frozen=True)
class Lopsided:
    """A game that may score more than it says: take one or two of five; the last counts what is said."""

    left: int = 5
    next_player: Side = Side.FIRST

    score_range: ClassVar[tuple[int, int]] = (-2, 2)

    def legal_moves(self) -> list[int]:
        return [1, 2][: self.left]

    def apply_move(self, move: int) -> "Lopsided":
        return Lopsided(self.left - move, self.next_player.other)

    def is_over(self) -> bool:
        return self.left == 0

    def winner(self) -> Side | None:
        return self.next_player.other

    def final_score(self) -> int:
        return -3


def test_a_result_outside_the_range_the_game_has_named_is_refused() -> None:
    with pytest.raises(ProtocolError, match=r"Lopsided.final_score is -3, outside its score_range \(-2, 2\)"):
        solve(Lopsided())


class Plain:
    """A board game without its symmetries."""

    score_range: ClassVar[tuple[int, int]] = (-1, 1)

    def __init__(self, state: Any) -> None:
        self.state, self.next_player = state, state.next_player
        self.legal_moves, self.is_over, self.winner = state.legal_moves, state.is_over, state.winner

    def apply_move(self, move: Any) -> "Plain":
        return Plain(self.state.apply_move(move))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)


@pytest.mark.parametrize("start", [TicTacToe(), MNK(4, 3, 3), ConnectFour(4, 4)], ids=repr)
def test_symmetries_save_nodes_and_change_nothing(start: Any) -> None:
    with_them, without = solve(start, native=False), solve(Plain(start))
    assert (with_them.value, with_them.line) == (without.value, without.line)
    assert with_them.nodes < without.nodes


def test_a_limit_met_after_the_value_only_shortens_the_line() -> None:
    tree = Tree([[[3, 5], [2, 9]], [[0, 1], [7, 4]]])
    whole = solve(tree)
    assert whole.value == minimax(tree).value
    lines = {
        len(result.line) for nodes in range(1, whole.nodes) if (result := solve(tree, limits=Limits(nodes=nodes))).exact
    }
    assert lines <= set(range(len(whole.line)))
    assert lines
