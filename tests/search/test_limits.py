"""Limits stop a search at once, with the best answer so far."""

import math
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import SettingError
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.games.tree import Tree
from saizen.search import Bound, Limits, SearchResult, Table, alphabeta, minimax, mtdf, negamax, pvs
from saizen.search import limits as limits_module
from saizen.search.limits import REPORT_SECONDS, STRIDE
from tests.search.agreement import ALL_SEARCHES, Search, grow_tree, scramble
from tests.search.dots_and_boxes import DotsAndBoxes

SEARCHES = pytest.mark.parametrize("search", ALL_SEARCHES.values(), ids=ALL_SEARCHES)
BIG_GAMES = st.sampled_from([MNK(5, 5, 4), ConnectFour(), Othello(), DotsAndBoxes()])
FINISHED = (TicTacToe().parse_position("XXXOO---- O"), Othello(4, 4).parse_position("-XXX" * 4 + "O"), Tree(7))
PROVING = ("minimax", "negamax", "alphabeta", "proof_number", "solve")


def without_time(result: SearchResult) -> SearchResult:
    return replace(result, seconds=0)


def assert_playable(state: Any, line: tuple[Any, ...]) -> None:
    for move in line:
        assert not state.is_over()
        assert move in state.legal_moves()
        state = state.apply_move(move)


@SEARCHES
@given(state=BIG_GAMES, nodes=st.integers(1, 1500))
@settings(max_examples=25)
def test_a_node_limit_is_kept_to_the_node(search: Search, state: Any, nodes: int) -> None:
    result = search(state, limits=Limits(nodes=nodes), native=False)
    assert (result.nodes, result.complete, result.exact) == (nodes, False, False)
    assert result.bound is (Bound.ESTIMATE if search is ALL_SEARCHES["mcts"] else Bound.LOWER)
    assert result.move in state.legal_moves()
    assert_playable(state, result.line)


@SEARCHES
def test_a_node_limit_is_kept_to_the_node_beside_other_limits(search: Search) -> None:
    watched = Limits(nodes=STRIDE + 9, seconds=3600, cancel=lambda: False)
    assert search(ConnectFour(), limits=watched, native=False).nodes == STRIDE + 9


@SEARCHES
def test_a_node_limit_that_suffices_changes_nothing(search: Search) -> None:
    state = TicTacToe().parse_position("XO--X---- O")
    whole = search(state, native=False)
    assert without_time(search(state, limits=Limits(nodes=whole.nodes), native=False)) == without_time(whole)
    short = search(state, limits=Limits(nodes=whole.nodes - 1), native=False)
    if search is ALL_SEARCHES["solve"]:  # the value comes first, then the line
        assert (short.value, short.exact, short.line) == (whole.value, True, whole.line[: len(short.line)])
    assert short.line != whole.line or not short.complete


@pytest.mark.parametrize("name", PROVING)
@given(choices=st.lists(st.integers(0, 999), max_size=100), nodes=st.integers(1, 40), extra_moves=st.booleans())
def test_a_stopped_search_of_the_whole_game_has_proved_its_value_as_a_lower_bound(
    name: str, choices: list[int], nodes: int, extra_moves: bool
) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    result = ALL_SEARCHES[name](tree, limits=Limits(nodes=nodes), native=False)
    value = minimax(tree).value
    assert result.value == value if result.complete else result.value <= value
    assert result.provenance.kind == ("exact" if result.complete else "bound")


@SEARCHES
def test_the_seconds_are_kept(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    late = SimpleNamespace(perf_counter=lambda: time.perf_counter() + 3600)
    monkeypatch.setattr(limits_module, "time", late)
    in_time = search(ConnectFour(), limits=Limits(nodes=5 * STRIDE, seconds=7200), native=False)
    too_late = search(ConnectFour(), limits=Limits(nodes=5 * STRIDE, seconds=3600), native=False)
    assert (in_time.nodes, too_late.nodes) == (5 * STRIDE, STRIDE)
    assert not too_late.complete
    assert too_late.move in ConnectFour().legal_moves()


@SEARCHES
def test_a_cancelled_search_stops_where_it_is(search: Search) -> None:
    asked: Iterator[int] = count(1)
    result = search(Othello(), limits=Limits(nodes=100 * STRIDE, cancel=lambda: next(asked) == 3), native=False)
    assert (result.nodes, result.complete) == (3 * STRIDE, False)
    assert result.move in Othello().legal_moves()


@SEARCHES
def test_progress_is_reported_while_a_search_runs(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count(time.perf_counter())
    monkeypatch.setattr(limits_module, "time", SimpleNamespace(perf_counter=lambda: next(seconds)))
    state = TicTacToe().parse_position("X--O----- X")
    reports: list[SearchResult] = []
    search(state, limits=Limits(nodes=3000, progress=reports.append), native=False)
    nodes = [report.nodes for report in reports]
    assert nodes
    assert nodes == sorted(set(nodes))
    assert not any(report.complete for report in reports)
    for report in reports:
        assert_playable(state, report.line)


def test_progress_is_not_reported_at_every_look_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = (time.perf_counter() + REPORT_SECONDS * tick / 4 for tick in count())
    monkeypatch.setattr(limits_module, "time", SimpleNamespace(perf_counter=lambda: next(ticks)))
    nodes: list[int] = []
    limits = Limits(progress=lambda report: nodes.append(report.nodes))
    minimax(TicTacToe().parse_position("X--O----- X"), limits=limits, native=False)
    assert all(later - earlier >= 3 * STRIDE for earlier, later in pairwise(nodes))
    assert len(nodes) > 2


@pytest.mark.parametrize("nodes", [0, -1])
def test_a_node_limit_below_one_is_refused(nodes: int) -> None:
    with pytest.raises(SettingError, match=f"nodes={nodes} is no limit; use 1 or more"):
        Limits(nodes=nodes)


@pytest.mark.parametrize("seconds", [0, -0.5, math.inf, math.nan])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(SettingError, match=f"seconds={seconds} is no limit; use a number above 0"):
        Limits(seconds=seconds)


@pytest.mark.parametrize("depth", [-1, 1.5, True, "3"])
@pytest.mark.parametrize("search", [s for name, s in ALL_SEARCHES.items() if name != "solve"])
@pytest.mark.parametrize("native", [True, False])
def test_a_depth_that_is_none_is_refused(search: Search, depth: Any, native: bool) -> None:
    with pytest.raises(SettingError, match=f"depth={depth!r} is no depth; use 0, 1, 2 … or None for the whole game"):
        search(TicTacToe(), depth=depth, native=native)


@SEARCHES
@given(state=BIG_GAMES)
@settings(max_examples=8)
def test_equal_calls_give_equal_answers(search: Search, state: Any) -> None:
    first, second = (search(state, limits=Limits(nodes=700), native=False) for _ in range(2))
    assert without_time(first) == without_time(second)


@SEARCHES
@pytest.mark.parametrize(("state", "value"), list(zip(FINISHED, (-1, -16, 7), strict=True)))
def test_a_finished_game_needs_no_search(search: Search, state: Any, value: int) -> None:
    for native in (True, False):
        result = search(state, native=native)
        assert (result.value, result.line, result.move, result.exact) == (value, (), None, True)


@SEARCHES
def test_a_finished_game_is_answered_within_any_limit(search: Search) -> None:
    for state in FINISHED:
        result = search(state, limits=Limits(nodes=1), native=False)
        assert (result.line, result.nodes) == ((), 1)


def peak_bytes(search: Callable[[], object]) -> int:
    """Return how much memory a search holds at most, beyond what is there before it."""
    search()  # fills the caches of the rules
    tracemalloc.start()
    try:
        search()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("search", [minimax, negamax, alphabeta])
def test_a_search_to_a_depth_holds_no_more_for_visiting_more(search: Search) -> None:
    def to_depth(depth: int) -> SearchResult:
        return search(ConnectFour(), depth=depth, evaluate=scramble, native=False)

    assert to_depth(4).nodes > to_depth(2).nodes + 500
    assert peak_bytes(lambda: to_depth(4)) < peak_bytes(lambda: to_depth(2)) + 4096  # a stack two plies deeper


@pytest.mark.parametrize("search", [pvs, mtdf])
def test_a_search_with_a_full_table_holds_no_more_for_visiting_more(search: Search) -> None:
    def to_depth(depth: int) -> SearchResult:
        return search(ConnectFour(), depth=depth, evaluate=scramble, native=False, table=Table(20))

    assert to_depth(5).nodes > to_depth(3).nodes + 3000
    assert peak_bytes(lambda: to_depth(5)) < peak_bytes(lambda: to_depth(3)) + 16384  # entries with longer lines
