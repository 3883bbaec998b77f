"""Lessons show each search by its name, with what was asked of it, and refuse what it cannot do."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import SettingError, SpecError
from saizen.games.connect4 import ConnectFour
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.lesson.convention import Convention, alphabeta_by
from saizen.lesson.recording import LESSONS, find_lesson, record
from saizen.lesson.trace import Kind
from saizen.search import Limits, alphabeta, minimax
from tests.search.agreement import grow_tree, play, scramble

CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=80)
CONVENTIONS = [Convention(cuts_at_equal=equal, fail_soft=soft) for equal in (True, False) for soft in (True, False)]


@given(choices=CHOICES, extra_moves=st.booleans(), depth=st.sampled_from((None, 0, 1, 3)))
def test_all_searches_agree_on_the_value_and_no_cutting_one_looks_at_more_than_minimax(
    choices: list[int], extra_moves: bool, depth: int | None
) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    traces = {name: record(tree, name, depth=depth, evaluate=node_value) for name in LESSONS}
    assert len({trace.value for trace in traces.values()}) == 1
    assert traces["minimax"].entered == traces["negamax"].entered
    assert max(traces[name].entered for name in ("alphabeta", "ordered")) <= traces["minimax"].entered
    assert [trace.algorithm for trace in traces.values()] == list(LESSONS)


def test_the_best_move_first_may_look_at_more_where_it_has_the_larger_subtree() -> None:
    tree = Tree([0, [0, [-1]]])
    assert [record(tree, name).entered for name in ("alphabeta", "ordered")] == [4, 5]


def test_without_a_word_alphabeta_is_shown() -> None:
    assert record(Tree()) == record(Tree(), "alphabeta")


@pytest.mark.parametrize("name", ["pvs", "mtdf"])
@pytest.mark.parametrize("depth", [None, 4])
def test_a_search_that_deepens_is_shown_at_its_full_depth_only(name: str, depth: int | None) -> None:
    state = play(ConnectFour(4, 4), [1, 4, 2], left=6)
    trace = record(state, name, depth=depth, evaluate=scramble)
    plies = {event.depth for event in trace.events if event.kind is Kind.ENTER and event.node == 0}
    assert plies == {1_000_000 if depth is None else depth}
    assert trace.value == record(state, "minimax", depth=depth, evaluate=scramble).value


@pytest.mark.parametrize("name", LESSONS)
def test_only_searches_with_windows_show_them(name: str) -> None:
    trace = record(Tree(), name)
    windows = {(event.alpha, event.beta) for event in trace.events}
    assert (windows == {(-math.inf, math.inf)}) == (not LESSONS[name].windows)
    kinds = {event.kind for event in trace.events}
    assert (kinds & {Kind.RAISE, Kind.LOWER, Kind.CUT} == set()) == (not LESSONS[name].windows)


@pytest.mark.parametrize("name", LESSONS)
def test_depth_evaluator_limits_and_cap_reach_the_search(name: str) -> None:
    def one(state: Any) -> int:
        return 1

    state = TicTacToe()
    trace = record(state, name, depth=1, evaluate=one)
    assert (trace.value, trace.entered >= 10, len(trace.nodes)) == (-1, True, 10)
    stopped = record(state, name, depth=5, limits=Limits(nodes=20))
    assert (stopped.complete, stopped.entered) == (False, 20)
    assert [event.kind for event in stopped.events].count(Kind.ENTER) == 20
    capped = record(state, name, depth=3, most_nodes=15)
    assert len(capped.nodes) <= 15
    assert capped.truncated


@pytest.mark.parametrize("convention", CONVENTIONS, ids=str)
@given(choices=CHOICES, extra_moves=st.booleans())
def test_alphabeta_follows_the_convention(convention: Convention, choices: list[int], extra_moves: bool) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    trace = record(tree, convention=convention)
    assert trace.entered == alphabeta_by(convention, tree).nodes
    assert trace.cut_sign == ("≤" if convention.cuts_at_equal else "<")
    for event in trace.events:
        if event.kind is Kind.CUT:
            assert convention.cuts(event.alpha, event.beta)


@pytest.mark.parametrize("name", [name for name in LESSONS if name != "alphabeta"])
def test_a_search_without_conventions_refuses_one(name: str) -> None:
    with pytest.raises(SettingError, match=f"{name} cannot follow the convention 'cut at β < α.*; use alphabeta"):
        record(Tree(), name, convention=Convention(cuts_at_equal=False))


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SpecError, match="unknown algorithm 'astar'; known: minimax negamax alphabeta ordered pvs mtdf"):
        find_lesson("astar")
    with pytest.raises(SpecError, match="unknown algorithm 'astar'"):
        record(Tree(), "astar")


def test_a_lesson_is_the_search_of_the_library() -> None:
    assert (find_lesson("minimax").search, find_lesson("alphabeta").search) == (minimax, alphabeta)


def test_mtdf_refuses_fractions() -> None:
    with pytest.raises(SettingError, match="mtdf needs whole-number values"):
        record(Tree([0.5, [1, 2]]), "mtdf")
