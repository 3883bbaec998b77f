"""Checks of students' searches: right ones pass, wrong ones are refused for the right reason, at the first tree."""

import importlib.util
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import SettingError
from saizen.games.base import Side
from saizen.lesson.calling import Style, find_caller
from saizen.lesson.check import (
    ALGORITHMS,
    DEAL,
    MOST_LEAVES,
    Aspect,
    Case,
    Group,
    Report,
    Task,
    check,
    cut_nodes,
    expect,
    make_cases,
)
from saizen.lesson.check_words import (
    WORDS,
    call_text,
    convention_text,
    difference,
    difference_svg,
    difference_text,
    heading,
    worths,
)
from saizen.lesson.convention import Convention
from saizen.lesson.student import Kind
from saizen.lesson.watched import watched_lists, watched_nodes
from saizen.search import minimax

STUDENTS = Path(__file__).parent / "students"
CALM = 60.0
STRICT = Convention(cuts_at_equal=False)


def grade(file: str, name: str, task: Task | None = None, *, seconds: float = CALM) -> Report:
    return check(f"{STUDENTS / file}.py:{name}", task or Task(trees=40), seconds=seconds)


def load(file: str, name: str) -> Callable[..., Any]:
    """Return a sample function to be called here."""
    spec = importlib.util.spec_from_file_location(f"sample_{file}", STUDENTS / f"{file}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function: Callable[..., Any] = getattr(module, name)
    return function


def call_here(function: Callable[..., Any], case: Case, style: Style = Style.LISTS) -> tuple[Any, frozenset[int]]:
    """Return what a function answers in our own process, and what it reads."""
    reads: set[int] = set()
    asked = case.question
    tree = (watched_lists if style is Style.LISTS else watched_nodes)(asked.values, asked.counts, reads)
    value = find_caller(function, "sample", style).call(tree, maximizing=asked.maximizing, depth=asked.depth)
    return value, frozenset(reads)


@pytest.mark.parametrize(
    ("file", "name", "algorithm"),
    [
        *(("right_lists", name, "minimax") for name in ("minimax", "by_type", "by_class", "by_match", "by_halves")),
        *(("right_lists", name, "minimax") for name in ("value_and_move", "move_and_value")),
        *(("right_lists", name, "alphabeta") for name in ("alphabeta", "alphabeta_hard", "negamax")),
        *(("right_lists", name, None) for name in ("minimax", "alphabeta", "alphabeta_strict")),
        *(("right_nodes", name, "minimax") for name in ("minimax", "writes_values")),
        ("right_nodes", "alphabeta", "alphabeta"),
        ("document", "minimax", "minimax"),
        ("wrong", "never_cuts", "minimax"),
    ],
)
def test_a_right_search_is_right_on_all_trees(file: str, name: str, algorithm: str | None) -> None:
    report = grade(file, name, Task(algorithm=algorithm))
    assert report.is_right
    assert report.first_wrong is None
    assert report.points() == (100 * len(report.task.aspects),) * 2
    assert report.groups == tuple(Group)
    assert report.style is (Style.NODES if file in ("right_nodes", "document") else Style.LISTS)


def test_the_convention_decides_which_leaves_are_right() -> None:
    usual, strict = Task(algorithm="alphabeta"), Task(algorithm="alphabeta", convention=STRICT)
    assert grade("right_lists", "alphabeta_strict", strict).is_right
    for name, task in (("alphabeta", strict), ("alphabeta_strict", usual)):
        report = grade("right_lists", name, task)
        assert report.points(aspect=Aspect.VALUE) == (100, 100)
        assert report.points(Group.EQUAL, Aspect.LEAVES)[0] < 15
        wrong = report.first_wrong
        assert wrong is not None
        assert bool(wrong.extra) == (task is usual)
        assert bool(wrong.missed) == (task is strict)


@given(
    seed=st.integers(0, 1 << 40),
    depth=st.integers(1, 5),
    branching=st.integers(1, 4),
    sample=st.sampled_from(
        [("alphabeta", Convention()), ("alphabeta_hard", Convention()), ("alphabeta_strict", STRICT)]
    ),
)
@settings(max_examples=40)
def test_the_trees_and_answers_agree_with_right_searches(
    seed: int, depth: int, branching: int, sample: tuple[str, Convention]
) -> None:
    name, convention = sample
    function = load("right_lists", name)
    task = Task(20, seed, depth, branching, "alphabeta", convention)
    for case in make_cases(task, Style.LISTS):
        expected = expect(case, task)
        assert call_here(function, case) == (expected.value, expected.visited)
        value = minimax(case.tree).value
        assert expected.value == (value if case.maximizing else -value) == worths(case)[0]


@given(seed=st.integers(0, 1 << 40))
@settings(max_examples=20)
def test_nodes_are_searched_to_their_depth(seed: int) -> None:
    task = Task(20, seed, algorithm="alphabeta")
    cases = make_cases(task, Style.NODES)
    for case in cases:
        expected = expect(case, task)
        assert call_here(load("right_nodes", "alphabeta"), case, Style.NODES) == (expected.value, expected.visited)
        assert worths(case)[0] == expected.value
    assert len({case.depth for case in cases}) > 2
    assert any(case.tree.nodes.children[node] for case in cases for node in expect(case, task).visited)


@pytest.mark.parametrize(
    ("name", "algorithm", "groups"),
    [
        ("max_everywhere", None, {*Group} - {Group.LEAF}),
        ("never_alternates", None, {*Group} - {Group.LEAF}),
        ("always_max_first", None, {Group.MIN_FIRST}),
        ("starts_at_zero", None, {*Group} - {Group.LEAF, Group.EQUAL}),
        ("returns_nothing", None, {*Group}),
        ("raises", None, {*Group}),
        ("hedges", None, {*Group}),
        ("cuts_too_early", "alphabeta", {*Group} - {Group.LEAF}),
        ("never_cuts", "alphabeta", {*Group} - {Group.LEAF}),
    ],
)
def test_a_wrong_search_is_wrong_where_its_fault_shows(name: str, algorithm: str | None, groups: set[Group]) -> None:
    report = grade("wrong", name, Task(algorithm=algorithm))
    assert not report.is_right
    wrong = {group for group in Group if report.wrong(group) is not None}
    assert wrong == groups if name != "hedges" else len(wrong) > 2


def test_what_is_right_of_a_wrong_search_counts() -> None:
    never = grade("wrong", "never_cuts", Task(algorithm="alphabeta"))
    assert never.points(aspect=Aspect.VALUE) == (100, 100)
    assert never.points(aspect=Aspect.LEAVES)[0] < 60
    wrong = never.first_wrong
    assert wrong is not None
    assert wrong.right == frozenset({Aspect.VALUE})
    assert wrong.missed == []
    assert wrong.extra
    early = grade("wrong", "cuts_too_early", Task(algorithm="alphabeta")).first_wrong
    assert early is not None
    assert early.missed
    assert grade("right_lists", "alphabeta", Task(algorithm="minimax")).points(aspect=Aspect.LEAVES)[0] < 60


@pytest.mark.parametrize("name", ["max_everywhere", "starts_at_zero", "always_max_first", "never_alternates"])
def test_the_first_tree_that_differs_is_the_first(name: str) -> None:
    report = grade("wrong", name, Task(seed=5))
    function, plain = load("wrong", name), load("right_lists", "minimax")
    trees = [(case.tree.to_lists(), case.maximizing) for case in make_cases(report.task, Style.LISTS)]
    wrong = [place for place, call in enumerate(trees, start=1) if function(*call) != plain(*call)]
    first = report.first_wrong
    assert first is not None
    assert first.case.number == wrong[0]
    assert [verdict.case.number for verdict in report.verdicts if not verdict.is_right] == wrong
    assert (first.expected.value, first.value) == (plain(*trees[wrong[0] - 1]), function(*trees[wrong[0] - 1]))


def test_equal_seeds_give_equal_reports_and_others_other_trees() -> None:
    tasks = Task(trees=20, seed=3, algorithm="alphabeta"), Task(trees=20, seed=4, algorithm="alphabeta")
    one, same, other = (grade("wrong", "returns_an_object", task) for task in (tasks[0], *tasks))
    assert one == same
    assert one.verdicts != other.verdicts
    few, many = (make_cases(Task(trees=trees), Style.LISTS) for trees in (7, 40))
    assert {case.tree for case in few} < {case.tree for case in many}


def test_the_value_of_a_pair_stands_at_one_place() -> None:
    report = grade("wrong", "hedges")
    assert 0 < report.points()[0] < report.points()[1]
    assert all(verdict.value in (verdict.expected.value, 1000) for verdict in report.verdicts)


def test_after_some_faults_no_more_calls_are_made() -> None:
    report = grade("wrong", "exits_at_once")
    kinds = [verdict.answer.kind for verdict in report.verdicts]
    assert (kinds.count(Kind.DIED), kinds.count(Kind.NOT_RUN)) == (6, 34)
    assert report.points() == (0, 40)
    only_leaves = grade("wrong", "ends_on_leaves", Task(trees=100))
    assert only_leaves.points(Group.LEAF) == (0, 5)
    assert only_leaves.points() == (95, 100)


def test_late_answers_are_told_as_such() -> None:
    wrong = grade("wrong", "loops", Task(trees=1), seconds=0.3).first_wrong
    assert wrong is not None
    assert difference(wrong, "en") == [f"Expected the value {wrong.expected.value}, but no answer came within 0.3 s."]
    assert difference(wrong, "ja")[0].endswith("0.3 秒以内に答えが返りませんでした。")


def test_each_group_is_what_its_name_says() -> None:
    groups: dict[Group, list[Case]] = {group: [] for group in Group}
    for case in make_cases(Task(trees=400, depth=5), Style.LISTS):
        groups[case.group].append(case)

    def leaves(case: Case) -> list[Any]:
        return [value for value in case.tree.nodes.values if value is not None]

    assert all(case.depth == 0 for case in groups[Group.LEAF])
    assert {case.maximizing for case in groups[Group.LEAF]} == {True, False}
    assert {case.depth for case in groups[Group.SMALL]} == {2}
    assert {case.depth for case in groups[Group.DEEPER]} == {5}
    assert all(case.tree.next_player is Side.SECOND for case in groups[Group.MIN_FIRST])
    assert all(max(leaves(case)) < 0 for case in groups[Group.NEGATIVE])
    assert all({*leaves(case)} <= {0, 1, 2} for case in groups[Group.EQUAL])
    assert any(len({type(child) for child in case.tree.to_lists()}) == 2 for case in groups[Group.UNBALANCED])
    assert {group: DEAL.count(group) for group in Group} == {
        group: {Group.LEAF: 1, Group.SMALL: 4}.get(group, 3) for group in Group
    }


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"trees": 0}, "trees=0 is not between 1 and 10000"),
        ({"trees": 10_001}, "trees=10001 is not between 1 and 10000"),
        ({"depth": 13}, "depth=13 is not between 1 and 12"),
        ({"branching": 65}, "branching=65 is not between 1 and 64"),
        (
            {"depth": 12, "branching": 3},
            "depth=12 with branching=3 gives up to 531,441 leaves; choose them for at most",
        ),
        ({"algorithm": "pvs"}, "algorithm='pvs' cannot be checked; use minimax or alphabeta"),
    ],
)
def test_what_is_too_much_is_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingError) as caught:
        Task(**settings)
    assert words in str(caught.value)


def test_the_largest_trees_are_answered() -> None:
    task = Task(trees=7, depth=2, branching=64, algorithm="minimax")
    assert task.branching**task.depth == MOST_LEAVES
    assert grade("right_lists", "minimax", task).is_right
    assert grade("right_nodes", "minimax", task).is_right


def test_cuts_are_where_something_was_left_out() -> None:
    children = (range(1, 3), range(3, 5), range(5, 7), range(0), range(0), range(0), range(0))
    assert cut_nodes(children, frozenset({3, 4, 5, 6})) == frozenset()
    assert cut_nodes(children, frozenset({3, 4, 5})) == {2}
    assert cut_nodes(children, frozenset({3})) == {0, 1}
    assert cut_nodes(children, frozenset({1, 2})) == frozenset()  # a horizon is no cut


def wrong_report(algorithm: str = "alphabeta") -> Report:
    return grade("wrong", "never_cuts", Task(algorithm=algorithm, convention=Convention()))


def test_a_difference_is_told_and_drawn() -> None:
    report = wrong_report()
    wrong = report.first_wrong
    assert wrong is not None
    label = wrong.case.label(wrong.extra[0])
    told = difference(wrong, "en")
    assert told[0].startswith(f"Visited, but should have been left out: {label} (")
    assert told[1].startswith("Cuts belong at ")
    assert told[1].endswith("; they came at no node.")
    drawn = difference_text(wrong, report.task, "en")
    assert drawn.count("not needed") == len(wrong.extra)
    assert drawn.startswith(f"MAX = {wrong.expected.value}".replace("-", "−"))
    assert "不要" in difference_text(wrong, report.task, "ja")
    assert difference_text(wrong, report.task, "en", plain=True).isascii()
    picture = ElementTree.fromstring(difference_svg(wrong, report.task, "ja"))
    title = picture.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text is not None
    assert heading(wrong.case, "ja") in title.text


def test_the_call_that_is_shown_gives_the_answer_again() -> None:
    report = grade("wrong", "max_everywhere")
    wrong = report.first_wrong
    assert wrong is not None
    names = {"max_everywhere": load("wrong", "max_everywhere")}
    assert eval(call_text(report.spec, report.style, wrong.case), names) == wrong.value
    nodes = replace(wrong.case, depth=2)
    assert call_text("x.py:f", Style.NODES, nodes) == f"f(root, 2, {wrong.case.maximizing})"
    assert call_text("x.py:f", Style.LISTS, nodes, longest=3).startswith(f"f({str(nodes.tree.to_lists())[:3]}…, ")


def test_a_large_difference_is_clipped() -> None:
    report = grade("wrong", "never_cuts", Task(trees=7, depth=2, branching=64, algorithm="alphabeta"))
    wrong = report.first_wrong
    assert wrong is not None
    assert " more." in difference(wrong, "en")[0]
    assert "more lines" in difference_text(wrong, report.task, "en").splitlines()[-1]


def test_all_words_have_both_languages_and_the_same_blanks() -> None:
    for key, words in WORDS.items():
        assert set(words) == {"en", "ja"}, key
        blanks = [set(text.replace("{", "\0{").split("\0")[1:]) for text in words.values()]
        names = [{blank.partition("}")[0] for blank in found} for found in blanks]
        assert names[0] == names[1], key
    for kind in Kind:
        assert kind in (Kind.VALUE, Kind.PAIR) or f"came_{kind}" in WORDS
    for word in (*Group, *Aspect, *(f"style_{style}" for style in Style)):
        assert word in WORDS


def test_conventions_are_named() -> None:
    assert convention_text(Convention(), "en") == f"Convention: {Convention()}"
    assert convention_text(Convention(False, False), "en") == f"Convention: {Convention(False, False)}"
    assert convention_text(STRICT, "ja") == "規約: β < α で枝刈り、fail-soft、値は MAX から見たもの"


def test_every_algorithm_compares_the_value() -> None:
    assert all(aspects[0] is Aspect.VALUE for aspects in ALGORITHMS.values())
    assert json.dumps([*Aspect]) == '["value", "leaves", "cuts"]'
