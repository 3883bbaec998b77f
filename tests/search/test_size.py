"""How big a game tree is, guessed."""

import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.games.base import Side
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.randomness import Stream
from saizen.search import minimax
from saizen.search.size import estimate_nodes, probe


@given(widths=st.lists(st.integers(1, 4), max_size=4), seed=st.integers(0, 99))
def test_a_regular_tree_is_guessed_exactly(widths: list[int], seed: int) -> None:
    source: object = 1
    for width in widths:
        source = [source] * width
    tree = Tree(source)  # type: ignore[arg-type]
    assert probe(tree, Stream(seed)) == len(tree.nodes.sides)
    assert estimate_nodes(tree, probes=3, seed=seed) == len(tree.nodes.sides)


def test_the_guesses_have_the_true_size_as_their_mean() -> None:
    tree = Tree([[1, [2, [3, 4, 5]], 6], 7, [8, 9]])
    assert estimate_nodes(tree, probes=5000) == pytest.approx(len(tree.nodes.sides), rel=0.05)


def test_tictactoe_is_guessed_to_have_about_549946_nodes() -> None:
    assert estimate_nodes(TicTacToe(), probes=1000) == pytest.approx(549946, rel=0.1)
    assert minimax(TicTacToe()).nodes == 549946


def test_a_guess_is_the_same_when_asked_again_and_another_with_another_seed() -> None:
    assert estimate_nodes(Othello()) == estimate_nodes(Othello())
    assert estimate_nodes(Othello()) != estimate_nodes(Othello(), seed=1)


def test_othello_is_guessed_to_be_out_of_reach() -> None:
    assert estimate_nodes(Othello()) > 1e40


def test_a_finished_game_is_one_node() -> None:
    assert estimate_nodes(Tree(3)) == 1


@dataclass(frozen=True)
class Endless:
    """A game that goes on and on."""

    plies: int = 0
    next_player: Side = Side.FIRST

    def legal_moves(self) -> tuple[int, ...]:
        return (0,)

    def apply_move(self, move: int) -> "Endless":
        return Endless(self.plies + 1, self.next_player.other)

    def is_over(self) -> bool:
        return False

    def winner(self) -> None:
        raise AssertionError("asked of a game that is not over")


def test_a_game_that_may_have_no_end_is_out_of_reach() -> None:
    assert estimate_nodes(Endless(), probes=1) == math.inf
