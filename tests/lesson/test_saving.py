"""A trace comes back from its lines as it was; other lines are refused, with the line and the reason."""

import json
import math
from collections.abc import Sequence
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.drawing.messages import Language
from saizen.errors import SettingError, UnreadableFileError
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.lesson.convention import USUAL, Convention
from saizen.lesson.recording import LESSONS, record
from saizen.lesson.replay import replay
from saizen.lesson.saving import read_trace, write_trace
from saizen.lesson.sentences import sentences
from saizen.lesson.trace import Kind, Recorder, Trace
from saizen.search import NO_LIMITS, Limits
from tests.search.agreement import ALL_SEARCHES, TAKES_FLOATS, grow_tree, play, scramble
from tests.search.dots_and_boxes import DotsAndBoxes

LANGUAGES: tuple[Language, ...] = get_args(Language)
CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=60)
EVENT_KEYS = ["step", "kind", "node", "depth", "alpha", "beta", "value", "child", "skipped", "reason"]
BOOK = list(write_trace(record(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))))


def strictly(line: str) -> Any:
    """Read a line as JSON, which has no NaN and no infinity."""

    def refuse(name: str) -> Any:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(line, parse_constant=refuse)


def assert_saved(trace: Trace) -> None:
    for language in LANGUAGES:
        lines = list(write_trace(trace, language))
        assert not any("\n" in line for line in lines)
        assert read_trace(lines) == read_trace(f"{line}\n" for line in lines) == trace
        records = [strictly(line) for line in lines]
        assert len(records) == 1 + len(trace.nodes) + len(trace.events)
        events = records[1 + len(trace.nodes) :]
        assert [event["reason"] for event in events] == list(sentences(trace, language))


@given(
    choices=CHOICES,
    name=st.sampled_from(sorted(ALL_SEARCHES)),
    extra_moves=st.booleans(),
    parts=st.sampled_from((1, 4, 10)),
    most_nodes=st.sampled_from((1, 5, 10_000)),
    nodes=st.sampled_from((None, None, 1, 7)),
)
def test_a_trace_of_any_search_comes_back_as_it_was(
    choices: list[int], name: str, extra_moves: bool, parts: int, most_nodes: int, nodes: int | None
) -> None:
    whole = name not in {*TAKES_FLOATS, "minimax"}
    tree = grow_tree(iter(choices), extra_moves=extra_moves, parts=1 if whole else parts)
    recorder = Recorder(tree, name, windows=name not in ("minimax", "negamax"), most_nodes=most_nodes)
    limits = NO_LIMITS if nodes is None else Limits(nodes=nodes)
    assert_saved(recorder.finish(ALL_SEARCHES[name](tree, evaluate=node_value, observer=recorder, limits=limits)))


@given(choices=CHOICES, name=st.sampled_from(sorted(LESSONS)), strict=st.booleans(), hard=st.booleans())
def test_a_trace_of_a_lesson_comes_back_as_it_was(choices: list[int], name: str, strict: bool, hard: bool) -> None:
    convention = Convention(cuts_at_equal=not strict, fail_soft=not hard) if name == "alphabeta" else USUAL
    assert_saved(record(grow_tree(iter(choices)), name, convention=convention))


@pytest.mark.parametrize("start", [TicTacToe(), ConnectFour(4, 4), Othello(4, 4), DotsAndBoxes()], ids=repr)
@pytest.mark.parametrize("name", LESSONS)
def test_a_trace_of_a_game_comes_back_as_it_was(start: Any, name: str) -> None:
    state = play(start, [3, 1, 4, 1, 5], left=4)
    assert_saved(record(state, name, depth=3, evaluate=scramble))


NAMES = st.text(st.characters(exclude_categories=()), max_size=6)  # even halves of letters


@given(names=st.lists(NAMES, min_size=1, max_size=4), value=st.integers(-(10**500), 10**500))
def test_names_and_values_of_any_kind_come_back_as_they_were(names: list[str], value: int) -> None:
    children = [{"name": name, "value": value + place} for place, name in enumerate(names)]
    assert_saved(record(Tree({"children": children})))
    lines = list(write_trace(record(Tree({"children": children}))))
    assert "\n".join(lines).encode().decode().splitlines() == lines


@pytest.mark.parametrize("sign", [1, -1])
def test_an_evaluator_may_say_infinity(sign: int) -> None:
    trace = record(TicTacToe(), depth=1, evaluate=lambda state: sign * math.inf)
    assert trace.value == -sign * math.inf
    assert_saved(trace)


def test_a_value_that_is_no_number_is_refused() -> None:
    trace = record(TicTacToe(), depth=1, evaluate=lambda state: math.nan)
    with pytest.raises(SettingError, match="the value nan cannot be saved; evaluators must return numbers"):
        list(write_trace(trace))


def test_the_lines_say_what_was_asked_of_them() -> None:
    header, *records = (strictly(line) for line in BOOK)
    assert next(iter(header)) == "schema"
    assert header == {
        "schema": "saizen/trace/1",
        "algorithm": "alphabeta",
        "line": ["1", "1"],
        "entered": 11,
        "complete": True,
        "cut_sign": "≤",
        "truncated": [],
        "nodes": 13,
        "events": 38,
    }
    assert all(list(event) == EVENT_KEYS for event in records[13:])
    assert records[0]["parent"] == -1
    start, cut = records[13], records[13 + 19]
    assert (start["kind"], start["depth"], start["alpha"], start["beta"], start["value"]) == ("enter", *[None] * 4)
    assert (cut["kind"], cut["alpha"], cut["beta"], cut["value"], len(cut["skipped"])) == ("cut", 3, 2, 2, 2)
    assert cut["reason"].startswith("β = 2 ≤ α = 3, so the remaining 2 moves cannot matter")


def changed(place: int, **parts: Any) -> list[str]:
    """Return the lines of the textbook tree with some parts of one of them changed, or left out."""
    record = {**strictly(BOOK[place]), **parts}
    kept = {key: value for key, value in record.items() if value != "left out"}
    return [*BOOK[:place], json.dumps(kept), *BOOK[place + 1 :]]


ENTER, RAISE, CUT, ANSWER = 14, 14 + 13, 14 + 19, 51  # their places in the lines
REFUSED = {
    "nothing": ([], "the trace ends before the end of its header"),
    "wrong schema": (changed(0, schema="saizen/trace/2"), "line 1: 'schema' is 'saizen/trace/2', not 'saizen/trace/1'"),
    "no schema": (changed(0, schema="left out"), "line 1: 'schema' is None"),
    "not JSON": ([*BOOK[:5], "{", *BOOK[6:]], "line 6: this is no JSON"),
    "not an object": ([*BOOK[:5], "[1, 2]", *BOOK[6:]], "line 6: [1, 2] is no JSON object"),
    "too deep": (["[" * 100_000], "line 1: this is no JSON"),
    "too long": ([" " * 10_000_000 + "{}"], "line 1: it has 10000002 characters"),
    "NaN": ([*BOOK[:20], BOOK[20].replace('"alpha":null', '"alpha":NaN'), *BOOK[21:]], "line 21: this is no JSON: NaN"),
    "beyond floats": (
        [*BOOK[:20], BOOK[20].replace('"alpha":null', '"alpha":1e999'), *BOOK[21:]],
        "line 21: 'alpha' is inf, not a number or null",
    ),
    "too many digits": ([*BOOK[:5], f'{{"node": {"9" * 5000}}}'], "line 6: this is no JSON"),
    "missing key": (changed(ENTER, alpha="left out"), "line 15: 'alpha' is missing"),
    "missing reason": (changed(ENTER, reason="left out"), "line 15: 'reason' is missing"),
    "node out of range": (changed(ENTER, node=13), "line 15: 'node' is 13, not a whole number in 0..12"),
    "node below range": (changed(ENTER, node=-1), "line 15: 'node' is -1, not a whole number in 0..12"),
    "parent not before child": (changed(3, parent=2), "line 4: 'parent' is 2, not a whole number in 0..1"),
    "root with a parent": (changed(1, parent=0), "line 2: 'parent' is 0, not a whole number in -1..-1"),
    "unknown kind": (changed(ENTER, kind="jump"), "line 15: 'kind' is 'jump', not one of enter leaf known best"),
    "unknown side": (changed(1, side="third"), "line 2: 'side' is 'third', not 'first' or 'second'"),
    "side of another kind": (changed(1, side=["first"]), "line 2: 'side' is ['first'], not 'first' or 'second'"),
    "absurd nodes": (changed(0, nodes=10**9), "line 1: 'nodes' is 1000000000, not a whole number in 1..1000000"),
    "absurd events": (changed(0, events=10**12), "line 1: 'events' is 1000000000000, not a whole number in 1.."),
    "no events": (changed(0, events=0), "line 1: 'events' is 0, not a whole number in 1.."),
    "fraction": (changed(0, entered=1.5), "line 1: 'entered' is 1.5, not a whole number from 0"),
    "truth as a number": (changed(0, entered=True), "line 1: 'entered' is True, not a whole number from 0"),
    "number as a truth": (changed(0, complete=1), "line 1: 'complete' is 1, not true or false"),
    "unknown sign": (changed(0, cut_sign="="), "line 1: 'cut_sign' is '=', not '≤' or '<'"),
    "number as text": (changed(0, algorithm=3), "line 1: 'algorithm' is 3, not a text"),
    "line of numbers": (changed(0, line=[1]), "line 1: 'line' is [1], not a list of texts"),
    "repetition": (changed(CUT, skipped=[8, 8]), "line 34: 'skipped' is [8, 8], not a list without repetitions"),
    "skipped elsewhere": (
        changed(CUT, skipped=[12]),
        "line 34: 'child' or 'skipped' names a node that is no child of 2",
    ),
    "child elsewhere": (changed(RAISE, child=5), "line 28: 'child' or 'skipped' names a node that is no child of 0"),
    "best without a value": (changed(RAISE, value=None), "line 28: 'raise' has no value"),
    "text as a value": (changed(RAISE, value="three"), "line 28: 'value' is 'three', not a number or null"),
    "early answer": (changed(RAISE, kind="answer"), "line 28: an answer must be the last event"),
    "no answer": (changed(ANSWER, kind="leave"), "line 52: an answer must be the last event"),
    "answer elsewhere": (changed(ANSWER, node=1), "line 52: 'answer' belongs to node 0"),
    "somewhere else": (changed(RAISE, node=2, child=None), "line 28: the search is not at node 2"),
    "entered from afar": (changed(ENTER + 1, node=12), "line 16: node 12 cannot be entered from here"),
    "steps out of order": ([*BOOK[:-2], BOOK[-1], BOOK[-2]], "line 51: 'step' is 37, not a whole number in 36..36"),
    "nodes out of order": ([BOOK[0], BOOK[2], BOOK[1], *BOOK[3:]], "line 2: 'node' is 1, not a whole number in 0..0"),
    "cut short in its nodes": (BOOK[:5], "the trace ends before the end of its nodes"),
    "cut short in its events": (BOOK[:-1], "the trace ends before the end of its events"),
    "more than it says": ([*BOOK, BOOK[-1]], "line 53: the header says 13 nodes and 38 events, and here is more"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_trace_is_refused_with_the_line_and_the_reason(name: str) -> None:
    lines, message = REFUSED[name]
    with pytest.raises(UnreadableFileError) as caught:
        read_trace(lines)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_blank_lines_do_no_harm() -> None:
    assert read_trace([*BOOK[:4], "", *BOOK[4:], "\n"]) == read_trace(BOOK)


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-2, 15),
        st.integers(),
        st.floats(),
        st.sampled_from(list(Kind)),
        st.text(),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=2)),
    max_leaves=4,
)


def read_or_refused(lines: Sequence[str]) -> None:
    """Read lines that nobody vouches for: what is accepted can be shown."""
    try:
        trace = read_trace(lines)
    except UnreadableFileError:
        return
    assert read_trace(write_trace(trace)) == trace
    replay(trace, len(trace.events))
    for language in LANGUAGES:
        assert len(list(sentences(trace, language))) == len(trace.events)
    assert trace.value is not None


@settings(max_examples=1500)
@given(data=st.data(), place=st.integers(0, len(BOOK) - 1), value=JSON)
def test_nothing_but_a_refusal_comes_of_a_part_that_was_changed(data: st.DataObject, place: int, value: Any) -> None:
    record = strictly(BOOK[place])
    key = data.draw(st.sampled_from(sorted(record)))
    read_or_refused([*BOOK[:place], json.dumps({**record, key: value}), *BOOK[place + 1 :]])


@settings(max_examples=1000)
@given(places=st.lists(st.integers(0, len(BOOK) - 1), min_size=1, max_size=3), others=st.lists(st.integers(0, 51)))
def test_nothing_but_a_refusal_comes_of_lines_that_were_mixed(places: list[int], others: list[int]) -> None:
    lines = list(BOOK)
    for place, other in zip(places, others, strict=False):
        lines[place] = lines[other]
    read_or_refused(lines)


@settings(max_examples=1000)
@given(
    place=st.integers(0, len(BOOK) - 1), start=st.integers(0, 400), text=st.text(max_size=8), length=st.integers(0, 9)
)
def test_nothing_but_a_refusal_comes_of_letters_that_were_changed(
    place: int, start: int, text: str, length: int
) -> None:
    line = BOOK[place]
    read_or_refused([*BOOK[:place], line[:start] + text + line[start + length :], *BOOK[place + 1 :]])


@given(lines=st.lists(st.one_of(st.text(), JSON.map(json.dumps))))
def test_nothing_but_a_refusal_comes_of_any_lines(lines: list[str]) -> None:
    read_or_refused(lines)
    read_or_refused([BOOK[0], *lines])


@settings(max_examples=300)
@given(
    kinds=st.lists(st.tuples(st.sampled_from(list(Kind)), st.integers(0, 2), st.integers(-3, 3)), max_size=12),
    drop=st.booleans(),
)
def test_events_in_an_impossible_order_are_refused_or_can_be_shown(kinds: list[Any], drop: bool) -> None:
    nodes = [strictly(line) for line in BOOK[1:4]]
    events = [
        {**strictly(BOOK[14]), "step": step, "kind": kind, "node": node, "value": value, "alpha": None if drop else 0}
        for step, (kind, node, value) in enumerate([*kinds, (Kind.ANSWER, 0, 1)])
    ]
    header = {**strictly(BOOK[0]), "nodes": 3, "events": len(events)}
    read_or_refused([json.dumps(record) for record in (header, *nodes, *events)])
