"""The pseudocode: every event of every search stands for a line that says what happened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import SpecError
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, TreeSource
from saizen.lesson.pseudocode import line_of, pseudocode
from saizen.lesson.recording import LESSONS, record
from saizen.lesson.trace import Kind, Trace

TREES: st.SearchStrategy[TreeSource] = st.recursive(
    st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=20
)
SAYS = {  # what the line of a kind of event must hold
    Kind.ENTER: "(",
    Kind.LEAF: "return its value",
    Kind.KNOWN: "table knows",
    Kind.BEST: "best ←",
    Kind.RAISE: "←",
    Kind.LOWER: "←",
    Kind.CUT: "# cut",
}


def lines_told(trace: Trace) -> list[tuple[Kind, bool, str]]:
    """Return the kind of each event, whether MAX moves, and the line that it stands for."""
    code = pseudocode(trace.algorithm)
    told = []
    for event in trace.events:
        line = line_of(trace.algorithm, event, trace.nodes[event.node])
        told.append((event.kind, trace.nodes[event.node].is_max, "" if line is None else code[line]))
    return told


@pytest.mark.parametrize("algorithm", LESSONS)
def test_every_search_has_a_short_listing(algorithm: str) -> None:
    code = pseudocode(algorithm)
    assert 8 <= len(code) <= 16
    assert max(map(len, code)) <= 56
    assert all(line == line.rstrip() and line for line in code)


@pytest.mark.parametrize("algorithm", LESSONS)
@given(source=TREES)
def test_every_event_stands_for_a_line_that_says_it(algorithm: str, source: TreeSource) -> None:
    for kind, _, line in lines_told(record(Tree(source), algorithm)):
        if kind is Kind.LEAVE:
            assert "return" in line or "guess" in line
        elif kind is not Kind.ANSWER:
            assert SAYS[kind] in line, kind


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "ordered"])
@given(source=TREES)
def test_max_and_min_have_lines_of_their_own(algorithm: str, source: TreeSource) -> None:
    code = pseudocode(algorithm)
    middle = next(place for place, line in enumerate(code) if line.strip().startswith("else"))
    trace = record(Tree(source), algorithm)
    for event in trace.events:
        if event.kind in (Kind.BEST, Kind.RAISE, Kind.LOWER, Kind.CUT):
            line = line_of(algorithm, event, trace.nodes[event.node])
            assert line is not None
            assert (line < middle) == trace.nodes[event.node].is_max
            if event.kind in (Kind.RAISE, Kind.LOWER):
                assert ("α ← max" if event.kind is Kind.RAISE else "β ← min") in code[line]


def test_leaves_and_inner_nodes_return_on_different_lines() -> None:
    for algorithm in ("minimax", "negamax", "alphabeta", "ordered", "pvs"):
        returns = {line.strip() for kind, _, line in lines_told(record(Tree(), algorithm)) if kind is Kind.LEAVE}
        assert len(returns) == 2, algorithm


def test_a_position_at_the_horizon_is_a_leaf() -> None:
    trace = record(TicTacToe(), "alphabeta", depth=1)
    returns = [line for kind, is_max, line in lines_told(trace) if kind is Kind.LEAVE and not is_max]
    assert len(returns) == 9
    assert all("leaf" in line for line in returns)


def test_mtdf_asks_in_its_loop() -> None:
    trace = record(Tree(), "mtdf")
    code = pseudocode("mtdf")
    at_root = [event for event in trace.events if not event.node]
    lines = {event.kind: code[line_of("mtdf", event, trace.nodes[0]) or 0].strip() for event in at_root}
    assert lines[Kind.ENTER] == "guess ← search(root, β)"
    assert "lower ← guess" in lines[Kind.LEAVE]
    assert lines[Kind.ANSWER] == "return guess"


def test_the_listing_cuts_as_the_trace_does() -> None:
    assert sum("if β < α" in line for line in pseudocode("alphabeta", "<")) == 2
    assert not any("≤" in line for line in pseudocode("alphabeta", "<"))


def test_an_unknown_search_is_named_with_the_known_ones() -> None:
    with pytest.raises(SpecError, match="'magic'; known: minimax negamax alphabeta ordered pvs mtdf"):
        pseudocode("magic")
