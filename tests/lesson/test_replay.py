"""A frame is what a watcher of the search would know if it had looked away after so many events."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.games.base import Move, Side, State, Value
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.lesson.convention import Convention, alphabeta_by
from saizen.lesson.recording import LESSONS, record
from saizen.lesson.replay import Frame, Meaning, NodeView, Status, next_cut, replay
from saizen.lesson.trace import Kind, Recorder, Trace
from saizen.search import SearchResult
from tests.search.agreement import ALL_SEARCHES, grow_tree, play, scramble, value_for_max
from tests.search.dots_and_boxes import DotsAndBoxes

Search: TypeAlias = Callable[..., SearchResult]
Path: TypeAlias = tuple[Move, ...]

CONVENTIONS = [Convention(cuts_at_equal=equal, fail_soft=soft) for equal in (True, False) for soft in (True, False)]
BY_CONVENTION: Mapping[str, Search] = {
    str(convention): lambda state, convention=convention, **options: alphabeta_by(convention, state, **options)
    for convention in CONVENTIONS
}
# Proof-number search shows its leaves alone, so it has no nodes on the way to them.
SEARCHES: Mapping[str, Search] = {
    **{name: search for name, search in ALL_SEARCHES.items() if name != "proof_number"},
    **{f"lesson {name}": lesson.search for name, lesson in LESSONS.items()},
    **BY_CONVENTION,
}
CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=60)


@dataclass
class Note:
    """What is known of a node; its window and its values are the side to move's at the time, turned at the end."""

    flips: bool
    entry: tuple[Value, Value]
    window: tuple[Value, Value]
    visits: int = 0
    is_open: bool = True
    value: Value | None = None
    meaning: str = ""
    best: Path | None = None
    looked_at: list[Move] = field(default_factory=list)
    is_leaf: bool = False
    is_cut: bool = False


@dataclass
class Notebook:
    """An observer that looks away after `left` events, and knows the nodes by the moves that lead to them."""

    left: int
    windows: bool
    notes: dict[Path, Note] = field(default_factory=dict)
    skipped: set[Path] = field(default_factory=set)
    states: list[State] = field(default_factory=list)
    path: list[Move] = field(default_factory=list)
    current: Path = ()
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("entered", "leaves", "cuts", "skipped"), 0))

    def looks(self) -> bool:
        """Use up an event, if one is left."""
        self.left -= 1
        if self.left >= 0:
            self.current = tuple(self.path)
        return self.left >= 0

    def enter(self, move: Move | None, state: State, depth: float, alpha: Value, beta: Value) -> None:
        if move is not None:
            self.path.append(move)
        self.states.append(state)
        here = tuple(self.path)
        visits = self.notes[here].visits if here in self.notes else 0
        if self.looks():
            flips = state.next_player is Side.SECOND
            self.notes[here] = Note(flips, (alpha, beta), (alpha, beta), visits + 1)
            self.skipped.discard(here)
            self.counts["entered"] += 1

    def leaf(self, value: Value) -> None:
        if self.looks():
            note = self.notes[tuple(self.path)]
            note.value, note.is_leaf = value, True
            self.counts["leaves"] += 1

    def best(self, move: Move, value: Value) -> None:
        if self.looks():
            note = self.notes[tuple(self.path)]
            note.value, note.best = value, (*self.path, move)
            if self.windows:
                note.window = max(note.window[0], value), note.window[1]

    def cut(self, move: Move, value: Value) -> None:
        if self.looks():
            note, state = self.notes[tuple(self.path)], self.states[-1]
            rest = {(*self.path, other) for other in state.legal_moves() if other not in note.looked_at}
            note.is_cut = bool(rest)
            self.skipped |= rest
            self.counts["cuts"] += bool(rest)
            self.counts["skipped"] += len(rest)

    def leave(self, value: Value) -> None:
        here = tuple(self.path)
        note = self.notes.get(here)
        fresh = note is not None and not note.looked_at and note.value is None
        if fresh and self.looks():  # the table had the answer, which is an event of its own
            assert note is not None
            note.value = value
        found = note is not None and note.value is not None
        if self.looks():
            assert note is not None
            note.value, note.is_open = value, False
            note.meaning = "" if note.is_leaf else self.bound(note, value, found=found)
        self.states.pop()
        if self.path:
            move = self.path.pop()
            if self.left >= 0:
                self.notes[tuple(self.path)].looked_at.append(move)

    def bound(self, note: Note, value: Value, *, found: bool) -> str:
        alpha, beta = note.entry
        if alpha == beta and not found:
            return "?"
        signs = ("≤", "≥") if not note.flips else ("≥", "≤")
        if alpha == beta == value:  # then it is both
            return "≤"
        return signs[0] if value <= alpha else signs[1] if value >= beta else ""


def known(path: Path, notebook: Notebook) -> dict[str, Any]:
    """Return what a notebook says of a node, as MAX sees it."""
    note = notebook.notes.get(path)
    if note is None:
        return {"status": Status.UNSEEN, "is_skipped": path in notebook.skipped, "visits": 0, "value": None}

    def turned(window: tuple[Value, Value]) -> tuple[Value, Value]:
        return (-window[1], -window[0]) if note.flips else window

    return {
        "status": Status.OPEN if note.is_open else Status.DONE,
        "window": turned(note.window),
        "entry": turned(note.entry),
        "value": -note.value if note.flips and note.value is not None else note.value,
        "meaning": Meaning(note.meaning),
        "best": note.best,
        "visits": note.visits,
        "is_skipped": path in notebook.skipped,
        "is_cut": note.is_cut,
        "is_leaf": note.is_leaf,
    }


def shown(view: NodeView, paths: list[Path], keys: Any) -> dict[str, Any]:
    """Return the same of a view, with nodes by the moves that lead to them."""
    best = None if view.best is None else paths[view.best]
    return {key: best if key == "best" else getattr(view, key) for key in keys}


def move_paths(trace: Trace, root: Any) -> list[Path]:
    """Return the moves that lead to each node of a trace, whose children stand in the order of the moves."""
    paths: list[Path] = [()] * len(trace.nodes)
    states = [root] * len(trace.nodes)
    for parent, children in enumerate(trace.children):
        for place, child in enumerate(children):
            move = states[parent].legal_moves()[place]
            paths[child], states[child] = (*paths[parent], move), states[parent].apply_move(move)
    return paths


def assert_replayed(name: str, state: Any, depth: int | None, steps: Callable[[int], Any]) -> None:
    """Replay a search to some of its steps, and watch it again from the start for each of them."""
    search, windows = SEARCHES[name], not name.endswith(("minimax", "negamax"))
    evaluate = node_value if isinstance(state, Tree) else scramble
    recorder = Recorder(state, name, windows=windows, most_nodes=1_000_000)
    trace = recorder.finish(search(state, depth=depth, evaluate=evaluate, observer=recorder))
    paths = move_paths(trace, state)
    for step in steps(len(trace.events) - 1):
        notebook = Notebook(step, windows)
        search(state, depth=depth, evaluate=evaluate, observer=notebook)
        compare(replay(trace, step), notebook, paths)
    last, whole = replay(trace, len(trace.events) - 1), replay(trace, len(trace.events))
    assert (whole.views, whole.current) == (last.views, 0)


def compare(frame: Frame, notebook: Notebook, paths: list[Path]) -> None:
    for view, path in zip(frame.views, paths, strict=True):
        expected = known(path, notebook)
        assert shown(view, paths, expected) == expected
    assert {key: getattr(frame, key) for key in notebook.counts} == notebook.counts
    assert paths[frame.current] == notebook.current


@pytest.mark.parametrize("name", SEARCHES)
@settings(max_examples=25)
@given(choices=st.lists(st.integers(0, 999), min_size=1, max_size=24), extra_moves=st.booleans())
def test_every_step_of_a_small_search_is_what_a_watcher_knew_then(
    name: str, choices: list[int], extra_moves: bool
) -> None:
    assert_replayed(name, grow_tree(iter(choices), extra_moves=extra_moves), None, lambda last: range(last + 1))


@pytest.mark.parametrize("name", SEARCHES)
@given(choices=CHOICES, extra_moves=st.booleans(), place=st.floats(0, 1), depth=st.sampled_from((None, 1, 3)))
def test_any_step_of_a_search_is_what_a_watcher_knew_then(
    name: str, choices: list[int], extra_moves: bool, place: float, depth: int | None
) -> None:
    depth = None if name == "solve" else depth
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    assert_replayed(name, tree, depth, lambda last: [round(place * last)])


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("start", [TicTacToe(), ConnectFour(4, 4), Othello(4, 4), DotsAndBoxes()], ids=repr)
def test_some_steps_of_a_game_are_what_a_watcher_knew_then(name: str, start: Any) -> None:
    state = play(start, [2, 7, 1, 8], left=4)
    assert_replayed(name, state, None, lambda last: range(0, last + 1, 1 + last // 7))


def true_values(tree: Tree, trace: Trace) -> Callable[[int, float], Value]:
    """Return what a node of a trace is worth when searched so deep."""
    trees = [tree] * len(trace.nodes)
    for parent, children in enumerate(trace.children):
        for place, child in enumerate(children):
            trees[child] = trees[parent].children[place]
    return lambda node, depth: value_for_max(trees[node], None if depth == math.inf else int(depth))


@pytest.mark.parametrize("name", [name for name in SEARCHES if name not in ("mcts", "solve")])
@settings(max_examples=200)
@given(choices=CHOICES, extra_moves=st.booleans(), depth=st.sampled_from((None, 2, 4)))
def test_what_the_value_of_a_node_is_said_to_mean_is_true(
    name: str, choices: list[int], extra_moves: bool, depth: int | None
) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    recorder = Recorder(tree, name, windows=not name.endswith(("minimax", "negamax")))
    trace = recorder.finish(SEARCHES[name](tree, depth=depth, evaluate=node_value, observer=recorder))
    true_value = true_values(tree, trace)
    frame = replay(trace, 0)
    for event in trace.events:
        frame.apply(event)
        if event.kind is Kind.LEAVE:
            view, true = frame.views[event.node], true_value(event.node, event.depth)
            assert view.value is not None
            fits = {
                Meaning.EXACT: true == view.value,
                Meaning.AT_LEAST: true >= view.value,
                Meaning.AT_MOST: true <= view.value,
                Meaning.UNKNOWN: name == str(Convention(cuts_at_equal=False, fail_soft=False)),
            }
            assert fits[view.meaning]


@given(choices=CHOICES, place=st.floats(0, 1), name=st.sampled_from(sorted(LESSONS)))
def test_the_next_cut_is_the_first_one_ahead_or_the_end(choices: list[int], place: float, name: str) -> None:
    trace = record(grow_tree(iter(choices)), name)
    step = round(place * len(trace.events))
    found = next_cut(trace, step)
    passed = [event.kind for event in trace.events[step:found]]
    assert Kind.CUT not in passed[:-1]
    assert found == len(trace.events) or passed[-1] is Kind.CUT


@pytest.mark.parametrize("step", [-1, 39])
def test_a_step_that_is_not_there_is_refused(step: int) -> None:
    trace = record(Tree())
    assert len(trace.events) == 38
    with pytest.raises(IndexError, match=rf"step {step} is not in 0\.\.38"):
        replay(trace, step)


def test_the_textbook_tree_ends_with_its_values_bounds_and_cuts() -> None:
    trace = record(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    frame = replay(trace, len(trace.events))
    said = {trace.label(index): f"{view.meaning}{view.value}" for index, view in enumerate(frame.views)}
    assert [said[label] for label in ("root", "1", "2", "3")] == ["3", "3", "≤2", "≤2"]
    assert [trace.label(index) for index, view in enumerate(frame.views) if view.is_skipped] == ["2.2", "2.3"]
    assert [trace.label(index) for index, view in enumerate(frame.views) if view.is_cut] == ["2"]
    assert (frame.entered, frame.leaves, frame.cuts, frame.skipped) == (11, 7, 1, 2)
    assert [trace.label(view.best) for view in frame.views[:2] if view.best is not None] == ["1", "1.1"]
