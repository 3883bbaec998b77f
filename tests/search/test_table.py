"""The transposition table: bounded, and never in the way of the true value."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import SettingError
from saizen.games.base import State
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.search import Table, minimax, mtdf, pvs
from saizen.search.table import just_above, just_below
from tests.search.agreement import Search, play, scramble

LEFT, RIGHT, MIDDLE = (ConnectFour().apply_move(column) for column in (0, 6, 3))
INF = math.inf


def known(table: Table, state: State, plies: float = 3) -> tuple[float, tuple[Any, ...], float, tuple[Any, ...]]:
    entry = table.bounds(state, plies)
    assert entry is not None
    return entry.lower, entry.lower_line, entry.upper, entry.upper_line


@pytest.mark.parametrize("entries", [0, -1])
def test_a_table_that_holds_nothing_is_refused(entries: int) -> None:
    with pytest.raises(SettingError, match=f"a table of {entries} entries holds nothing; use 1 or more"):
        Table(entries)


def test_a_value_inside_the_window_is_exact_and_one_outside_is_a_bound() -> None:
    table = Table()
    table.store(LEFT, 3, 5, 0, 9, (1, 2))
    table.store(RIGHT, 3, 9, 0, 9, (3,))
    table.store(MIDDLE, 3, 0, 0, 9, (4,))
    assert known(table, LEFT) == (5, (1, 2), 5, (1, 2))
    assert known(table, RIGHT) == (9, (3,), INF, ())
    assert known(table, MIDDLE) == (-INF, (), 0, (4,))


def test_bounds_close_in_and_each_keeps_the_line_behind_it() -> None:
    table = Table()
    table.store(LEFT, 3, 2, 1, 2, (1,))  # at least 2
    table.store(LEFT, 3, 6, 6, 7, (2,))  # at most 6
    assert known(table, LEFT) == (2, (1,), 6, (2,))
    table.store(LEFT, 3, 1, 0, 1, (3,))  # at least 1: nothing new
    assert known(table, LEFT) == (2, (1,), 6, (2,))
    table.store(LEFT, 3, 4, 3, 9, (4,))  # exactly 4
    assert known(table, LEFT) == (4, (4,), 4, (4,))


def test_bounds_count_for_their_own_depth_and_iteration_only() -> None:
    table = Table()
    table.store(LEFT, 3, 5, 0, 9, (1, 2))
    assert table.bounds(LEFT, 4) is None
    assert table.bounds(RIGHT, 3) is None
    table.next_generation()
    assert table.bounds(LEFT, 3) is None
    assert table.best_move(LEFT) == (1,)  # but the move is still worth trying first


def test_the_best_move_outlives_a_search_in_which_no_move_was_good_enough() -> None:
    table = Table()
    assert table.best_move(LEFT) == ()
    table.store(LEFT, 1, -3, 0, 9, (5,))  # too low, but better than nothing
    assert table.best_move(LEFT) == (5,)
    table.store(LEFT, 1, 4, 0, 9, (1,))
    table.next_generation()
    table.store(LEFT, 2, -3, 0, 9, (2,))
    assert table.best_move(LEFT) == (1,)
    table.store(LEFT, 2, 3, 0, 9, (3,))
    assert table.best_move(LEFT) == (3,)


def test_the_oldest_makes_room() -> None:
    table = Table(2)
    for value, state in enumerate((LEFT, RIGHT, LEFT, MIDDLE)):
        table.store(state, 1, value, -INF, INF, (value,))
    assert len(table) == 2
    assert table.best_move(LEFT) == ()
    assert (table.best_move(RIGHT), table.best_move(MIDDLE)) == ((1,), (3,))


@pytest.mark.parametrize("search", [pvs, mtdf])
@given(
    start=st.sampled_from([TicTacToe(), ConnectFour(4, 4), Othello(4, 4)]),
    choices=st.lists(st.integers(0, 99), min_size=1, max_size=20),
    entries=st.integers(1, 40),
    depth=st.sampled_from((None, 2, 4)),
)
@settings(max_examples=40)
def test_a_table_of_any_size_is_kept_to_it_and_changes_no_value(
    search: Search, start: Any, choices: list[int], entries: int, depth: int | None
) -> None:
    state = play(start, choices, left=6)
    table = Table(entries)
    wanted = minimax(state, depth=depth, evaluate=scramble)
    for _ in range(2):  # the second time the table is full of the first
        result = search(state, depth=depth, evaluate=scramble, table=table)
        assert (result.value, result.move) == (wanted.value, wanted.move)
        assert len(table) <= entries


@pytest.mark.parametrize("value", [0, 7, -3, 0.0, 0.1, -2.5, -0.0])
def test_no_value_lies_between_a_value_and_the_next(value: float) -> None:
    assert just_below(value) < value < just_above(value)
    assert just_below(just_above(value)) == value
    if isinstance(value, float):
        assert just_above(value) == math.nextafter(value, INF)
    else:
        assert just_above(value) == value + 1
