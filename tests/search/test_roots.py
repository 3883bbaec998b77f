"""A search among chosen moves, and the answer before any search."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.games.base import Side
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.search import Among, minimax
from saizen.search.roots import first_answer
from tests.search.agreement import ALL_SEARCHES, GAMES, TAKES_FIRST_OF_EQUALS, play

IN_ORDER = ("minimax", *sorted(TAKES_FIRST_OF_EQUALS))


@pytest.mark.parametrize("name", ALL_SEARCHES)
@pytest.mark.parametrize("native", [False, True])
@given(
    game=st.sampled_from(list(GAMES)),
    choices=st.lists(st.integers(0, 99), min_size=1, max_size=60),
    order=st.lists(st.integers(0, 99), min_size=1, max_size=4),
)
@settings(max_examples=15)
def test_a_search_among_some_moves_finds_the_first_best_of_them(
    name: str, native: bool, game: str, choices: list[int], order: list[int]
) -> None:
    state = play(GAMES[game][0], choices, left=4)
    if state.is_over():
        return
    legal = state.legal_moves()
    moves = tuple(dict.fromkeys(legal[index % len(legal)] for index in order))
    values = {}
    for move in moves:
        child = state.apply_move(move)
        value = minimax(child).value
        values[move] = value if child.next_player is state.next_player else -value
    result = ALL_SEARCHES[name](Among(state, moves), native=native)
    assert result.value == max(values.values())
    assert values[result.move] == result.value
    if name in IN_ORDER:
        assert result.move == next(move for move in moves if values[move] == result.value)


def test_all_moves_count_again_after_the_first() -> None:
    among: Any = Among(TicTacToe(), (8,))
    assert among.legal_moves() == (8,)
    assert among.apply_move(8) == TicTacToe().apply_move(8)
    assert (among.next_player, among.is_over(), among.score_range) == (Side.FIRST, False, (-1, 1))


def test_a_finished_game_has_its_own_result() -> None:
    over = Othello(4, 4).parse_position("-XXX" * 4 + "O")
    among: Any = Among(over, ())
    assert (among.is_over(), among.winner(), among.final_score()) == (True, Side.FIRST, -16)
    for name, search in ALL_SEARCHES.items():
        assert search(among, native=False).value == -16, name


def test_the_answer_before_any_search_is_the_first_move_and_the_lowest_result() -> None:
    assert first_answer(TicTacToe()) == (-1, (0,))
    assert first_answer(Othello()) == (-64, (Othello().parse_move("d3"),))
    assert first_answer(Tree([-3, 7])) == (-7, (0,))
    assert first_answer(Tree(2)) == (-2, ())
