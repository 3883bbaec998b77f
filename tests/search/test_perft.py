"""Counting move sequences: published numbers, under each convention."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import SettingError
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.games.tree import Tree
from saizen.search import Convention, perft
from tests.search.agreement import play
from tests.search.dots_and_boxes import DotsAndBoxes

PLIES, FINISHED, DISCS = Convention
BOARD_4X4 = {
    PLIES: [1, 4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112, 31396, 12920],
    FINISHED: [1, 4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980],
    DISCS: [1, 4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060, 60060],
}
BOARD_6X6 = [1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912]
BOARD_8X8 = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]  # OEIS A124004


@pytest.mark.parametrize("convention", Convention)
def test_4x4_othello_has_the_published_counts_under_each_convention(convention: Convention) -> None:
    counts = [perft(Othello(4, 4), depth, convention, native=False) for depth in range(9)]
    assert counts == BOARD_4X4[convention][:9]


@pytest.mark.slow
@pytest.mark.parametrize("convention", [FINISHED, DISCS])
def test_4x4_othello_has_60060_games(convention: Convention) -> None:
    assert perft(Othello(4, 4), 60, convention) == 60060  # 4 · 15015, as published


@pytest.mark.parametrize(("size", "counts"), [(4, BOARD_4X4[PLIES]), (6, BOARD_6X6), (8, BOARD_8X8)])
def test_othello_has_the_published_counts(size: int, counts: list[int]) -> None:
    start = Othello(size, size)
    assert [perft(start, depth) for depth in range(len(counts))] == counts
    assert [perft(start, depth, native=False) for depth in range(6)] == counts[:6]


@pytest.mark.parametrize("convention", Convention)
@pytest.mark.parametrize(("size", "counts"), [(6, BOARD_6X6), (8, BOARD_8X8)])
def test_the_conventions_do_not_differ_before_the_first_pass(
    size: int, counts: list[int], convention: Convention
) -> None:
    assert perft(Othello(size, size), 6, convention, native=False) == counts[6]


@pytest.mark.slow
def test_tictactoe_has_255168_games() -> None:
    # 1440 are won after 5 plies and 5328 after 6, and so go on no further.
    counts = [perft(TicTacToe(), depth) for depth in range(8)]
    assert counts == [1, 9, 72, 504, 3024, 15120, (15120 - 1440) * 4, ((15120 - 1440) * 4 - 5328) * 3]
    assert perft(TicTacToe(), 9, FINISHED) == 255168


def test_m_n_k_counts_are_falling_factorials_until_someone_can_win() -> None:
    assert [perft(MNK(5, 5, 4), depth) for depth in range(4)] == [1, 25, 25 * 24, 25 * 24 * 23]
    assert perft(MNK(2, 1, 1), 2) == 0  # the first stone wins
    assert perft(MNK(2, 1, 1), 2, FINISHED) == 2


def test_connect_four_counts_are_powers_of_seven_until_a_column_is_full() -> None:
    assert [perft(ConnectFour(), depth) for depth in range(6)] == [7**depth for depth in range(6)]
    assert perft(ConnectFour(7, 4), 5) == 7**5 - 7


def test_a_game_without_passes_counts_alike_with_and_without_them() -> None:
    tree = Tree([[3, 12, 8], 4, [[1, 2]]])
    assert [perft(tree, depth) for depth in range(5)] == [1, 3, 4, 2, 0]
    assert [perft(tree, depth, FINISHED) for depth in range(5)] == [1, 3, 5, 6, 6]
    assert [perft(tree, depth, DISCS) for depth in range(5)] == [1, 3, 5, 6, 6]
    assert perft(DotsAndBoxes(), 3) == 12 * 11 * 10


@given(
    start=st.sampled_from([Othello(4, 4), Othello(6, 4), Othello(), ConnectFour(4, 4), TicTacToe()]),
    choices=st.lists(st.integers(0, 99), min_size=1, max_size=70),
    left=st.integers(0, 6),
    depth=st.integers(0, 5),
)
@settings(max_examples=60)
def test_the_native_count_is_that_of_python(start: Any, choices: list[int], left: int, depth: int) -> None:
    state = play(start, choices, left=left)
    assert perft(state, depth) == perft(state, depth, native=False)


@pytest.mark.parametrize("depth", [-1, 2.0, True, "3"])
def test_a_depth_that_is_none_is_refused(depth: Any) -> None:
    with pytest.raises(SettingError, match=f"depth={depth!r} is no depth; use 0, 1, 2 …"):
        perft(Othello(), depth)


def test_a_convention_that_is_none_is_refused() -> None:
    with pytest.raises(SettingError, match="'ply' is no Convention; known: plies finished discs"):
        perft(Othello(), 3, "ply")  # type: ignore[arg-type]


def test_each_convention_says_what_it_counts() -> None:
    assert [convention.rule for convention in Convention] == [
        "a pass is a ply, a finished game is not counted (OEIS A124004)",
        "a pass is a ply, a finished game counts once",
        "a pass is no ply, a finished game counts once",
    ]
