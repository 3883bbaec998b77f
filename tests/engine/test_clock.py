"""Time: a clock is never overrun, and its seconds go where they help."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.engine.clock import AT_ONCE, LATENCY, Allotment, Stopwatch, allot


def by_clock(empties: int, left: float, increment: float = 0.0, per_move: float | None = None) -> Allotment:
    found = allot(empties=empties, left=left, increment=increment, per_move=per_move)
    assert found is not None
    return found


def thought(seconds: float, increment: float, used: float, *, first: int = 60) -> dict[int, float]:
    """Play a game in which each move takes that part of what it is allowed; return the seconds by empty squares."""
    watch, spent = Stopwatch(seconds, increment), {}
    for empties in range(first, 0, -2):
        given_ = by_clock(empties, watch.left, increment)
        assert given_.soft is not None
        spent[empties] = given_.soft + used * (given_.hard - given_.soft)
        assert spent[empties] + LATENCY < watch.left
        watch.spend(spent[empties] + LATENCY)
    return spent


@given(
    seconds=st.floats(1, 1e5),
    increment=st.floats(0, 60),
    used=st.floats(0, 1),
    first=st.sampled_from((60, 59, 40, 23)),
)
def test_a_game_is_never_lost_on_time(seconds: float, increment: float, used: float, first: int) -> None:
    thought(seconds, increment, used, first=first)


@given(
    empties=st.integers(1, 60),
    left=st.floats(0, 1e6),
    increment=st.floats(0, 1e3),
    per_move=st.none() | st.floats(1e-3, 1e3),
)
def test_what_is_allotted_is_there(empties: int, left: float, increment: float, per_move: float | None) -> None:
    found = by_clock(empties, left, increment, per_move)
    assert found.soft is not None
    assert 0 <= found.soft <= found.hard
    assert AT_ONCE <= found.hard <= max(AT_ONCE, left)
    assert per_move is None or found.hard <= max(AT_ONCE, per_move)


def test_the_middle_game_gets_more_than_the_opening_and_the_end() -> None:
    spent = thought(300, 0, 0.2)
    assert spent[40] > 1.5 * spent[60]
    assert spent[30] > 1.5 * spent[58]
    assert spent[30] > 5 * spent[12]
    assert 0.6 * 300 < sum(spent.values()) < 300


def test_a_reserve_is_kept() -> None:
    assert 300 - sum(thought(300, 0, 0.2).values()) > 5
    assert 300 - sum(thought(300, 0, 1).values()) > LATENCY * 30
    assert by_clock(2, 10).hard < 5


def test_an_increment_is_there_to_be_used() -> None:
    assert by_clock(40, 60, 5).hard > by_clock(40, 60).hard
    assert sum(thought(60, 5, 0.3).values()) > 100


def test_a_limit_for_each_move_is_used_almost_to_the_full() -> None:
    found = allot(empties=40, per_move=1.0)
    assert found is not None
    assert found.soft is None
    assert 0.9 < found.hard < 1
    assert by_clock(40, 300, per_move=0.5).hard < 0.5


def test_without_a_clock_nothing_is_allotted() -> None:
    assert allot(empties=40) is None


def test_a_stopwatch_counts_down_and_adds_the_increment() -> None:
    watch = Stopwatch(10, 2)
    watch.spend(4)
    assert watch.left == 8
    watch.spend(100)
    assert watch.left == 2
    watch.restart()
    assert watch.left == 10


@pytest.mark.parametrize("empties", [0, 1, 2])
def test_the_last_moves_have_time_too(empties: int) -> None:
    found = allot(empties=empties, left=1.0)
    assert found is not None
    assert found.hard > 0.05
