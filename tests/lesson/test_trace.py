"""A trace has everything that a search did, in order, as MAX sees it, and never more than was allowed."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.games.base import Side, Value, move_name
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.lesson.recording import LESSONS
from saizen.lesson.trace import EVENTS_A_NODE, Event, Kind, Recorder, Trace
from saizen.search import NO_LIMITS, Bound, Limits, SearchResult
from tests.search.agreement import ALL_SEARCHES, TAKES_FLOATS, dice, grow_tree, play, scramble
from tests.search.dots_and_boxes import DotsAndBoxes

Search: TypeAlias = Callable[..., SearchResult]

# Every search there is, those that lessons show as lessons show them, and whether it has windows.
RECORDED: dict[str, tuple[Search, bool]] = {
    **{name: (search, name not in ("minimax", "negamax")) for name, search in ALL_SEARCHES.items()},
    **{f"lesson {name}": (lesson.search, lesson.windows) for name, lesson in LESSONS.items()},
}
SHOWS_ALL = ("minimax", "negamax", "alphabeta", "pvs", "mtdf", *(f"lesson {name}" for name in LESSONS))
HANDS_ITS_WINDOW_DOWN = ("minimax", "negamax", "alphabeta", "lesson minimax", "lesson alphabeta", "lesson ordered")
GAMES = (TicTacToe(), ConnectFour(4, 4), Othello(4, 4), DotsAndBoxes())
CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=80)
DEPTHS = st.sampled_from((None, None, 0, 1, 2, 3, 5))
PARTS = st.sampled_from((1, 1, 4, 10))


def recorded(
    name: str, state: Any, depth: int | None = None, most_nodes: int = 10_000, limits: Limits = NO_LIMITS
) -> tuple[Trace, SearchResult]:
    """Return the trace of a search, and what the search itself answered."""
    search, windows = RECORDED[name]
    recorder = Recorder(state, name, windows=windows, most_nodes=most_nodes)
    result = search(state, depth=depth, evaluate=evaluator(state), limits=limits, observer=recorder)
    return recorder.finish(result), result


def evaluator(state: Any) -> Any:
    return node_value if isinstance(state, Tree) else scramble


def fitting(name: str, choices: Sequence[int], extra_moves: bool, parts: int, depth: int | None) -> tuple[Tree, Any]:
    """Return a tree and a depth that a search takes: some take whole numbers only, and one no depth."""
    parts = parts if name.removeprefix("lesson ") in {*TAKES_FLOATS, "minimax", "ordered"} else 1
    return grow_tree(iter(choices), extra_moves=extra_moves, parts=parts), None if name == "solve" else depth


@dataclass
class Visit:
    """A node that the events have entered and not yet left."""

    node: int
    depth: float
    alpha: Value
    beta: Value
    last: Kind = Kind.ENTER
    value: Value | None = None
    entered: set[int] = field(default_factory=set)


@dataclass
class Reader:
    """Holds the events of a trace to what they promise."""

    trace: Trace
    windows: bool = True
    passed_down: bool = False  # does a child get the window of its parent as it stands?
    open: list[Visit] = field(default_factory=list)

    def read(self) -> None:
        for event in self.trace.events:
            if event.kind in (Kind.TRUNCATED, Kind.ANSWER):
                assert event.node == 0
            elif event.kind is Kind.ENTER:
                self.enter(event)
            else:
                self.stay(event)
        assert not self.open or not self.trace.complete

    def enter(self, event: Event) -> None:
        if self.open:
            parent = self.open[-1]
            assert self.trace.nodes[event.node].parent == parent.node
            assert parent.last not in (Kind.LEAF, Kind.KNOWN, Kind.CUT)
            assert parent.depth == math.inf or event.depth == parent.depth - 1
            parent.entered.add(event.node)
            if self.passed_down:
                assert (event.alpha, event.beta) == (parent.alpha, parent.beta)
        assert event.value is None
        self.open.append(Visit(event.node, event.depth, event.alpha, event.beta))

    def stay(self, event: Event) -> None:
        visit = self.open[-1]
        assert (event.node, event.depth) == (visit.node, visit.depth)
        assert event.value is not None
        assert (event.alpha, event.beta) == self.expected_window(event, visit)
        if event.kind in (Kind.LEAF, Kind.KNOWN):
            assert visit.last is Kind.ENTER
            assert not visit.entered
        elif event.kind is Kind.CUT:
            self.cut(event, visit)
        elif event.kind is not Kind.LEAVE:
            self.improve(event, visit)
        if event.kind in (Kind.CUT, Kind.LEAVE) and visit.value is not None:
            assert event.value == visit.value
        visit.alpha, visit.beta, visit.value, visit.last = event.alpha, event.beta, event.value, event.kind
        if event.kind is Kind.LEAVE:
            self.open.pop()

    def expected_window(self, event: Event, visit: Visit) -> tuple[Value | None, Value | None]:
        """Return the window after an event: only a rise or a fall changes it."""
        if event.kind is Kind.RAISE:
            return event.value, visit.beta
        if event.kind is Kind.LOWER:
            return visit.alpha, event.value
        return visit.alpha, visit.beta

    def improve(self, event: Event, visit: Visit) -> None:
        is_max, children = self.trace.nodes[event.node].is_max, self.trace.children[event.node]
        assert event.value is not None
        assert visit.value is None or (event.value >= visit.value if is_max else event.value <= visit.value)
        assert event.child in (visit.entered if event.node not in self.trace.truncated else {None, *children})
        if event.kind is Kind.BEST:
            assert not self.windows or (event.value <= visit.alpha if is_max else event.value >= visit.beta)
        elif event.kind is Kind.RAISE:
            assert is_max
            assert event.alpha > visit.alpha
        else:
            assert event.kind is Kind.LOWER
            assert not is_max
            assert event.beta < visit.beta

    def cut(self, event: Event, visit: Visit) -> None:
        assert event.beta <= event.alpha
        children = self.trace.children[event.node]
        unseen = tuple(child for child in children if child not in visit.entered)
        if event.node in self.trace.truncated:  # some may have been entered without a word
            assert set(event.skipped) <= set(unseen)
        else:
            assert event.skipped == unseen


def for_max(state: Any, result: SearchResult) -> Value:
    return result.value if state.next_player is Side.FIRST else -result.value


def assert_told(name: str, state: Any, depth: int | None) -> None:
    """Hold a trace to the search it is of."""
    search, windows = RECORDED[name]
    trace, _ = recorded(name, state, depth)
    alone = search(state, depth=depth, evaluate=evaluator(state))
    Reader(trace, windows, passed_down=name in HANDS_ITS_WINDOW_DOWN).read()
    assert trace.events[-1].kind is Kind.ANSWER
    assert trace.value == for_max(state, alone)
    assert [event.kind for event in trace.events].count(Kind.ANSWER) == 1
    assert trace.complete
    if name.removeprefix("lesson ") not in ("mcts", "proof_number", "solve"):  # their native twins count other nodes
        assert trace.entered == search(state, depth=depth, evaluate=evaluator(state), **plainly(name)).nodes
    if name in SHOWS_ALL:
        assert [event.kind for event in trace.events].count(Kind.ENTER) == trace.entered
        assert not trace.truncated
    if not windows:
        assert {(event.alpha, event.beta) for event in trace.events} == {(-math.inf, math.inf)}


def plainly(name: str) -> dict[str, Any]:
    """Return the option that keeps a search from its native twin."""
    return {} if name == "lesson ordered" else {"native": False}


@pytest.mark.parametrize("name", RECORDED)
@settings(max_examples=250)
@given(choices=CHOICES, extra_moves=st.booleans(), parts=PARTS, depth=DEPTHS)
def test_a_trace_of_a_tree_is_the_search_event_by_event(
    name: str, choices: list[int], extra_moves: bool, parts: int, depth: int | None
) -> None:
    assert_told(name, *fitting(name, choices, extra_moves, parts, depth))


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("start", GAMES, ids=repr)
def test_a_trace_of_a_game_is_the_search_event_by_event(name: str, start: Any) -> None:
    for seed in range(3):
        state = play(start, [seed, 5, 7 * seed, 2, 11], left=5)
        assert_told(name, state, None)
        assert_told(name, state, None if name == "solve" else 2)


@given(choices=CHOICES, extra_moves=st.booleans(), depth=DEPTHS, name=st.sampled_from(SHOWS_ALL))
def test_every_node_of_a_tree_is_in_its_trace_with_what_is_known_of_it(
    choices: list[int], extra_moves: bool, depth: int | None, name: str
) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    trace, _ = recorded(name, tree, depth)
    assert len(trace.nodes) == len(tree.nodes.sides)

    def compare(tree: Tree, index: int) -> int:
        node, children = trace.nodes[index], trace.children[index]
        leaves = sum(compare(child, at) for child, at in zip(tree.children, children, strict=True)) or 1
        assert node.leaves == leaves
        assert (node.side, node.name, node.is_over) == (tree.next_player, tree.name, tree.is_over())
        assert node.written == (tree.value if tree.is_over() else None)
        assert node.is_max == (tree.next_player is Side.FIRST)
        assert [trace.nodes[at].move for at in children] == [tree.move_name(move) for move in tree.legal_moves()]
        return leaves

    compare(tree, 0)


@pytest.mark.parametrize("start", GAMES, ids=repr)
def test_the_nodes_of_a_game_are_its_positions_with_their_boards(start: Any) -> None:
    state = play(start, [3, 1, 4, 1, 5], left=4)
    trace, _ = recorded("alphabeta", state)
    states = {0: state}
    for index, node in enumerate(trace.nodes):
        if index:
            parent = states[node.parent]
            (move,) = (move for move in parent.legal_moves() if move_name(parent, move) == node.move)
            states[index] = parent.apply_move(move)
        here = states[index]
        assert (node.side, node.is_over, node.leaves) == (here.next_player, here.is_over(), None)
        assert node.cells == (tuple("".join(row) for row in here.cells()) if hasattr(here, "cells") else None)
        assert trace.path(index) == ((*trace.path(node.parent), index) if index else (0,))
    entered = {event.node for event in trace.events if event.kind is Kind.ENTER}
    assert {trace.nodes[index].parent for index in entered} - {-1} <= entered


def test_nodes_are_called_by_their_names_their_numbers_or_the_moves_that_lead_to_them() -> None:
    trace, _ = recorded("minimax", Tree({"a": 3, "b": [1, [2]]}))
    assert [trace.label(index) for index in range(len(trace.nodes))] == ["root", "a", "b", "b.1", "b.2", "b.2.1"]
    state = play(TicTacToe(), [0, 1, 2], left=2)
    trace, _ = recorded("minimax", state)
    deepest = max(range(len(trace.nodes)), key=lambda index: len(trace.path(index)))
    assert len(trace.label(deepest).split()) == 2
    assert trace.label(0) == "root"


def kept_or_marked(trace: Trace, tree: Tree) -> None:
    """Hold a trace to saying where something of the tree is left out."""
    waiting = [(tree, 0)]
    for here, index in waiting:
        children = trace.children[index]
        assert len(children) in (0, len(here.children))
        if len(children) < len(here.children):
            assert index in trace.truncated
        waiting += zip(here.children, children, strict=False)


@pytest.mark.parametrize("name", RECORDED)
@given(seed=st.integers(0, 10_000), extra_moves=st.booleans(), most_nodes=st.integers(1, 40))
def test_a_cap_on_nodes_bounds_the_trace_and_leaves_the_answer_right(
    name: str, seed: int, extra_moves: bool, most_nodes: int
) -> None:
    tree = grow_tree(dice(seed), extra_moves=extra_moves)
    trace, result = recorded(name, tree, most_nodes=most_nodes)
    size = len(tree.nodes.sides)
    assert len(trace.nodes) <= max(most_nodes, 1)
    assert len(trace.events) <= EVENTS_A_NODE * most_nodes + 8 * 8 + 3  # 7 nodes deep, 4 moves wide
    assert (trace.value, trace.entered) == (for_max(tree, result), result.nodes)
    Reader(trace, RECORDED[name][1]).read()
    kept_or_marked(trace, tree)
    if name in SHOWS_ALL:
        seen = [event.kind for event in trace.events].count(Kind.ENTER)
        assert (trace.events[-2].kind is Kind.TRUNCATED) == (seen < trace.entered)
        assert bool(trace.truncated) == (len(trace.nodes) < size or seen < trace.entered)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "pvs", "mtdf", "lesson pvs"])
def test_a_trace_of_a_huge_game_with_a_small_cap_does_not_grow(name: str) -> None:
    search, windows = RECORDED[name]
    for depth in (4, 5) if name == "minimax" else (5, 6):
        trace, _ = recorded(name, Othello(), depth, most_nodes=20)
        assert trace.entered > 250
        assert len(trace.nodes) <= 20
        assert len(trace.events) <= EVENTS_A_NODE * 20 + 7 * 15
        assert trace.truncated
        assert trace.value == for_max(Othello(), search(Othello(), depth=depth, evaluate=scramble))
        Reader(trace, windows).read()


def test_a_search_that_comes_back_again_and_again_is_cut_short_and_says_so() -> None:
    trace, result = recorded("mcts", TicTacToe(), most_nodes=20)
    assert len(trace.events) <= EVENTS_A_NODE * 20 + 40
    assert 0 in trace.truncated
    assert trace.events[-2].kind is Kind.TRUNCATED
    assert trace.value == result.value == 0


def test_a_move_searched_without_a_word_is_not_said_to_be_skipped() -> None:
    tree = Tree([1, 2, 3])
    recorder = Recorder(tree, "by hand", most_nodes=4)
    recorder.enter(None, tree, math.inf, -math.inf, 2)
    for move in (*[0] * (EVENTS_A_NODE * 4 // 3 + 1), 1):  # the second move comes too late to be told
        recorder.enter(move, tree.apply_move(move), math.inf, -2, math.inf)
        recorder.leaf(-1 - move)
        recorder.leave(-1 - move)
    recorder.best(1, 2)
    recorder.cut(1, 2)
    recorder.leave(2)
    trace = recorder.finish(SearchResult(2, Bound.LOWER, (1,), None, 30, 0.0, True))
    (cut,) = (event for event in trace.events if event.kind is Kind.CUT)
    assert (cut.child, cut.skipped) == (2, (3,))
    assert trace.truncated == {0}
    assert 2 not in {event.node for event in trace.events if event.kind is Kind.ENTER}


def test_a_leaf_shown_alone_is_never_taken_for_another_position() -> None:
    state = play(ConnectFour(4, 4), [1, 2, 3], left=5)
    trace, _ = recorded("proof_number", state)
    for event in trace.events:
        if event.kind is Kind.LEAF:
            assert trace.nodes[event.node].is_over


@given(choices=CHOICES, nodes=st.integers(1, 30), name=st.sampled_from(SHOWS_ALL))
def test_a_search_stopped_by_a_limit_is_told_as_far_as_it_came(choices: list[int], nodes: int, name: str) -> None:
    tree = grow_tree(iter(choices))
    trace, result = recorded(name, tree, limits=Limits(nodes=nodes))
    assert (trace.complete, trace.entered, trace.value) == (result.complete, result.nodes, for_max(tree, result))
    assert [event.kind for event in trace.events].count(Kind.ENTER) == result.nodes
    Reader(trace, RECORDED[name][1]).read()


def test_the_textbook_tree_is_cut_where_the_textbook_cuts_it() -> None:
    trace, _ = recorded("alphabeta", Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    cuts = [event for event in trace.events if event.kind is Kind.CUT]
    assert [(trace.label(cut.node), cut.alpha, cut.beta, list(map(trace.label, cut.skipped))) for cut in cuts] == [
        ("2", 3, 2, ["2.2", "2.3"]),
        ("3", 3, 2, []),
    ]
    assert (trace.value, trace.line, trace.entered, len(trace.nodes)) == (3, ("1", "1"), 11, 13)
