"""Winning in fewer plies and losing in more."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.games.base import Side
from saizen.games.connect4 import ConnectFour
from saizen.games.contract import check_contract
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.search import Distance, minimax, solve
from saizen.search.distance import FAR, win_score
from tests.search.agreement import SEARCHES, TAKES_FIRST_OF_EQUALS, disagreement, play, problems_of, scramble

STARTS = st.sampled_from([TicTacToe(), MNK(4, 3, 3), ConnectFour(4, 4), Othello(4, 4)])
CHOICES = st.lists(st.integers(0, 99), min_size=1, max_size=20)


@given(start=STARTS, choices=CHOICES)
@settings(max_examples=60)
def test_a_win_is_as_near_as_a_search_of_that_depth_sees_and_no_other(start: Any, choices: list[int]) -> None:
    state = play(start, choices, left=7)
    if state.is_over():
        return
    value = solve(Distance(state)).value
    result = solve(state).value
    assert (value > 0) - (value < 0) == (result > 0) - (result < 0)
    if value == 0:
        return
    plies = next(plies for plies in range(60) if win_score(state, plies) == abs(value))
    if isinstance(state, ConnectFour):  # its score counts the winner's discs: the winner's own move comes last
        plies += plies % 2 != (value > 0)

    def sees_the_end(depth: int) -> bool:
        seen = minimax(state, depth=depth).value  # unfinished games count as even
        return (seen > 0) - (seen < 0) == (1 if value > 0 else -1)

    assert sees_the_end(plies)
    assert not sees_the_end(plies - 1)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_takes_the_distance_into_account(name: str, native: bool) -> None:
    for start in (TicTacToe(), ConnectFour(4, 4), Othello(4, 4)):
        for seed in range(4):
            state: Any = Distance(play(start, [seed, 4, 3 * seed, 1], left=5))
            for problem in problems_of(state, lambda distance: scramble(distance.state)):
                if problem.suits(name):
                    assert disagreement(name, SEARCHES[name], problem, native=native) is None


@pytest.mark.parametrize("name", sorted(TAKES_FIRST_OF_EQUALS))
def test_the_nearest_win_is_taken(name: str) -> None:
    state = TicTacToe().parse_position("-X-OX---O X")  # b3 wins at once, a1 in three plies
    assert SEARCHES[name](state, native=False).move == 0
    result = SEARCHES[name](Distance(state), native=False)
    assert (result.value, result.line) == (FAR - 1, (7,))


@pytest.mark.parametrize("name", sorted(TAKES_FIRST_OF_EQUALS))
def test_the_farthest_loss_is_taken(name: str) -> None:
    state = TicTacToe().parse_position("-O--XX--- O")  # X threatens a2, and no answer holds
    assert SEARCHES[name](state, native=False).move == 0
    result = SEARCHES[name](Distance(state), native=False)
    assert (result.value, result.move, len(result.line)) == (4 - FAR, 3, 4)


def test_connect_four_counts_as_its_oracles_do() -> None:
    state = ConnectFour(4, 4)
    for column in "112233":
        state = state.apply_move(state.parse_move(column))
    assert solve(Distance(state)).value == 9 - 4  # of 8 discs X needs 4: one point for the last, one for each saved


def test_a_game_with_distance_keeps_the_contract() -> None:
    starts: list[Any] = [TicTacToe(), ConnectFour(4, 4), Othello(4, 4)]
    for start in starts:
        check_contract(Distance(start))


def test_the_same_position_after_as_many_plies_is_the_same() -> None:
    one: Any = Distance(TicTacToe()).apply_move(0).apply_move(4).apply_move(8)
    other: Any = Distance(TicTacToe()).apply_move(8).apply_move(4).apply_move(0)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Distance(one.state)
    assert (one.plies, one.origin, one.next_player) == (3, TicTacToe(), Side.SECOND)
    assert {image.plies for image in one.symmetries()} == {3}
    assert [image.state for image in one.symmetries()] == list(one.state.symmetries())


def test_an_evaluator_of_the_game_is_made_one_of_the_game_with_distance() -> None:
    evaluate = Distance.evaluator(scramble)
    assert evaluate is not None
    assert evaluate(Distance(Othello())) == scramble(Othello())
    assert Distance.evaluator(None) is None


def test_a_draw_has_no_distance() -> None:
    assert solve(Distance(TicTacToe())).value == 0
    assert Distance(TicTacToe()).score_range == (-FAR, FAR)
