"""Values and counts that others have published."""

from pathlib import Path
from typing import Any

import pytest

from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.search import Distance, alphabeta, minimax, mtdf, negamax, proof_number, pvs, solve

DATA = Path(__file__).parents[1] / "data"


def facts(name: str) -> list[tuple[str, int]]:
    """Return the positions of a data file, each with its score."""
    lines = (line.split() for line in (DATA / name).read_text().splitlines() if not line.startswith("#"))
    return [(text, int(score)) for text, score in lines]


@pytest.mark.parametrize(("search", "native"), [(minimax, False), (minimax, True), (negamax, True)])
def test_tictactoe_is_a_draw_after_549946_nodes(search: Any, native: bool) -> None:
    result = search(TicTacToe(), native=native)
    assert (result.value, result.nodes, result.exact, len(result.line)) == (0, 549946, True, 9)


@pytest.mark.parametrize("search", [alphabeta, pvs, mtdf, proof_number, solve])
def test_every_search_finds_the_draw_of_tictactoe(search: Any) -> None:
    assert search(TicTacToe()).value == 0


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize(
    ("game", "value"),
    [((3, 3, 3), 0), ((4, 3, 3), 1), ((3, 4, 3), 1), ((4, 4, 3), 1), ((5, 2, 3), 0), ((4, 3, 4), 0)],
)
def test_m_n_k_games_have_their_published_values(game: tuple[int, int, int], value: int, native: bool) -> None:
    result = solve(MNK(*game), native=native)
    assert (result.value, result.exact) == (value, True)


def test_four_in_a_row_on_4x4_is_a_draw() -> None:
    assert solve(MNK(4, 4, 4)).value == 0


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("size", [(4, 4), (4, 5)])
def test_small_connect_four_boards_are_drawn(size: tuple[int, int], native: bool) -> None:
    assert solve(ConnectFour(*size), native=native).value == 0


@pytest.mark.parametrize("size", [(5, 4), (4, 6)])
def test_larger_connect_four_boards_are_drawn(size: tuple[int, int]) -> None:
    assert solve(ConnectFour(*size)).value == 0


@pytest.mark.parametrize(("columns", "score"), facts("connect4_end.txt"))
def test_connect_four_endings_have_their_published_distance_scores(columns: str, score: int) -> None:
    state = ConnectFour()
    for column in columns:
        state = state.apply_move(state.parse_move(column))
    assert solve(Distance(state)).value == score
    assert solve(state).value == (score > 0) - (score < 0)


@pytest.mark.parametrize("native", [False, True])
def test_4x4_othello_is_lost_3_to_11(native: bool) -> None:
    result = solve(Othello(4, 4), native=native)
    assert (result.value, result.exact) == (-10, True)  # the two empty squares go to the winner
    end = Othello(4, 4)
    for move in result.line:
        end = end.apply_move(move)
    assert end.is_over()
    assert end.discs == (3, 11)


@pytest.mark.parametrize("size", [(4, 6), (6, 4)])
def test_4x6_othello_is_won_by_16_discs(size: tuple[int, int]) -> None:
    result = solve(Othello(*size))
    assert (result.value, result.exact) == (16, True)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize(("board", "score"), facts("othello_10_empties.txt"))
def test_othello_endings_have_their_published_scores(board: str, score: int, native: bool) -> None:
    result = solve(Othello().parse_position(f"{board} X"), native=native)
    assert (result.value, result.exact) == (score, True)
