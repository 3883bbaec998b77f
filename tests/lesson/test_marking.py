"""Marking: right answers get every point, and each kind of mistake is known by its name."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import NotationError
from saizen.games.base import Side
from saizen.games.tree import Tree
from saizen.lesson.convention import Convention
from saizen.lesson.exercise import Exercise, Shape, make_exercise, pose
from saizen.lesson.marking import (
    HINTS,
    Field,
    Given,
    Mark,
    Marker,
    Mistake,
    hint,
    read_answers,
    read_number,
    right_number,
)

EXERCISES = st.builds(
    make_exercise,
    st.integers(0, 10_000),
    st.builds(Shape, depth=st.integers(2, 3), unbalanced=st.booleans(), first=st.sampled_from(Side)),
    st.builds(Convention, st.booleans(), st.booleans()),
)
# MAX, then MIN, then MAX: node 1 is worth 3, so 2 is entered with alpha 3, and cut after 2.1.
TREE = pose(Tree([[[3, 1], [5, 4]], [[2, -7], [9, 8], [6]]]))


def right_answers(exercise: Exercise) -> dict[str, Given]:
    return read_answers(exercise, json.loads(json.dumps(exercise.answers())))


def mistakes(exercise: Exercise, answers: dict[str, Given]) -> dict[tuple[str, str], Mistake]:
    """Return the mistakes by label and field."""
    marks = Marker(exercise).mark(answers)
    labels = [question.label for question in exercise.questions]
    return {(labels[mark.node], str(mark.field)): mark.mistake for mark in marks if mark.mistake is not None}


def mistakes_after(exercise: Exercise, label: str, **changes: Any) -> dict[tuple[str, str], Mistake]:
    """Return the mistakes of right answers with one changed."""
    answers = right_answers(exercise)
    return mistakes(exercise, answers | {label: replace(answers[label], **changes)})


@given(exercise=EXERCISES)
def test_right_answers_get_every_point(exercise: Exercise) -> None:
    marks = Marker(exercise).mark(right_answers(exercise))
    assert [mark.mistake for mark in marks] == [None] * Marker(exercise).possible


@given(exercise=EXERCISES)
def test_a_blank_sheet_gets_no_point(exercise: Exercise) -> None:
    assert all(mark.mistake in (Mistake.MISSING, Mistake.MISSED) for mark in Marker(exercise).mark({}))


@given(exercise=EXERCISES, choice=st.integers(0), wrong=st.integers(-20, 20))
def test_one_wrong_number_loses_one_point(exercise: Exercise, choice: int, wrong: int) -> None:
    asked = [question for question in exercise.questions if question.is_asked]
    question, field = asked[choice % len(asked)], (Field.VALUE, Field.ALPHA, Field.BETA)[choice % 3]
    found = mistakes_after(exercise, question.label, **{field: wrong})
    expected = set() if wrong == right_number(question, field) else {(question.label, str(field))}
    assert set(found) == expected


@given(exercise=EXERCISES)
def test_cutting_everything_off_gets_the_points_of_right_cuts_only(exercise: Exercise) -> None:
    answers = {question.label: Given(pruned=True) for question in exercise.questions[1:]}
    struck = sum(question.is_struck for question in exercise.questions)
    marks = Marker(exercise).mark(answers)
    assert sum(mark.mistake is None for mark in marks) == struck


@given(exercise=EXERCISES, data=st.data())
def test_any_answers_get_a_mark_and_a_hint_for_each_field(exercise: Exercise, data: st.DataObject) -> None:
    number = st.none() | st.integers(-9, 9) | st.sampled_from([math.inf, -math.inf])
    answer = st.builds(Given, number, number, number, st.booleans())
    answers = data.draw(st.fixed_dictionaries({}, optional={q.label: answer for q in exercise.questions}))
    marks = Marker(exercise).mark(answers)
    assert len(marks) == Marker(exercise).possible
    for mark in marks:
        for text in (hint(exercise, mark), hint(exercise, mark, "ja")):
            assert (text == "") == (mark.mistake is None)
            assert "{" not in text


def test_the_tree_of_these_examples_is_cut_where_they_say() -> None:
    assert [question.label for question in TREE.questions if question.is_struck] == ["1.2.2", "2.2", "2.3"]
    assert TREE.answers()["2"] == {"value": 2, "alpha": 3, "beta": None, "pruned": False}
    assert TREE.answers()["2.1"] == {"value": 2, "alpha": 3, "beta": None, "pruned": False}


def test_a_value_negated_is_a_wrong_sign() -> None:
    assert mistakes_after(TREE, "2.1", value=-2) == {("2.1", "value"): Mistake.SIGN}


def test_a_bound_negated_is_a_wrong_sign() -> None:
    assert mistakes_after(TREE, "2", alpha=-3) == {("2", "alpha"): Mistake.SIGN}


def test_the_smallest_at_a_node_of_max_is_the_wrong_side() -> None:
    found = mistakes_after(TREE, "1.1", value=1)
    assert found == {("1.1", "value"): Mistake.WRONG_SIDE}
    assert hint(TREE, Mark(2, Field.VALUE, Mistake.WRONG_SIDE)).startswith("That is the smallest value below; MAX")


def test_the_largest_at_a_node_of_min_is_the_wrong_side() -> None:
    assert mistakes_after(TREE, "1", value=5) == {("1", "value"): Mistake.WRONG_SIDE}
    assert hint(TREE, Mark(1, Field.VALUE, Mistake.WRONG_SIDE)).startswith("That is the largest value below; MIN")


def test_alpha_and_beta_in_each_others_place_are_exchanged() -> None:
    found = mistakes_after(TREE, "2", alpha=math.inf, beta=3)
    assert found == {("2", "alpha"): Mistake.EXCHANGED, ("2", "beta"): Mistake.EXCHANGED}


def test_the_window_negated_is_that_of_the_other_side() -> None:
    found = mistakes_after(TREE, "2", alpha=-math.inf, beta=-3)
    assert found == {("2", "alpha"): Mistake.VIEW, ("2", "beta"): Mistake.VIEW}


def test_the_bound_of_the_parent_on_entering_is_not_renewed() -> None:
    assert mistakes_after(TREE, "2", alpha=-math.inf) == {("2", "alpha"): Mistake.NOT_RENEWED}


def test_no_bound_where_the_parent_has_one_is_not_passed_down() -> None:
    assert mistakes_after(TREE, "2.1", alpha=-math.inf) == {("2.1", "alpha"): Mistake.NOT_PASSED}


def test_the_bound_on_leaving_is_known_as_such() -> None:
    assert mistakes_after(TREE, "1", beta=3) == {("1", "beta"): Mistake.LEAVING}


def test_an_inner_node_cut_off_that_has_to_be_searched_is_cut_too_early() -> None:
    found = mistakes_after(TREE, "1.1", pruned=True)
    assert found[("1.1", "pruned")] is Mistake.TOO_EARLY


def test_a_leaf_cut_off_that_has_to_be_searched_is_cut_too_early() -> None:
    assert mistakes_after(TREE, "1.1.2", pruned=True) == {("1.1.2", "pruned"): Mistake.TOO_EARLY}


def test_what_is_blank_below_a_cut_too_early_is_no_mistake_of_its_own() -> None:
    answers = right_answers(TREE)
    answers = {label: given for label, given in answers.items() if not label.startswith("1.1")}
    found = mistakes(TREE, answers | {"1.1": Given(pruned=True)})
    assert found.pop(("1.1", "pruned")) is Mistake.TOO_EARLY
    assert set(found.values()) == {Mistake.BELOW}
    assert {label for label, _ in found} == {"1.1", "1.1.1", "1.1.2"}


def test_an_edge_left_alone_that_is_cut_off_is_a_missed_cut() -> None:
    assert mistakes_after(TREE, "2.2", pruned=False) == {("2.2", "pruned"): Mistake.MISSED}


def test_a_cut_at_equal_bounds_is_too_early_under_the_other_convention() -> None:
    tree = Tree([[3, 5], [3, 4]])
    assert mistakes_after(pose(tree), "2.2", pruned=False) == {("2.2", "pruned"): Mistake.MISSED}
    strict = pose(tree, Convention(cuts_at_equal=False))
    found = mistakes_after(strict, "2.2", pruned=True)
    assert found == {("2.2", "pruned"): Mistake.TOO_EARLY}
    assert "only at β < α" in hint(strict, Mark(6, Field.PRUNED, Mistake.TOO_EARLY))


def test_the_fail_hard_value_is_known_where_fail_soft_is_asked_and_the_other_way_round() -> None:
    tree = Tree([[3, 5], [2, 4]])
    assert mistakes_after(pose(tree), "2", value=3) == {("2", "value"): Mistake.FAIL}
    hard = pose(tree, Convention(fail_soft=False))
    assert mistakes_after(hard, "2", value=2) == {("2", "value"): Mistake.FAIL}


def test_the_value_of_an_only_child_is_of_no_side() -> None:
    hard = pose(Tree([[3], [[2]]]), Convention(fail_soft=False))
    assert mistakes_after(hard, "1", value=-3) == {("1", "value"): Mistake.SIGN}
    assert Mistake.WRONG_SIDE not in Marker(hard).traps(1, Field.VALUE).values()


def test_a_value_that_counts_what_is_cut_off_is_known_as_such() -> None:
    assert mistakes_after(pose(Tree([[3, 5], [2, 0]])), "2", value=0) == {("2", "value"): Mistake.CUT_COUNTED}


def test_a_value_that_follows_from_wrong_ones_below_is_carried_over() -> None:
    answers = right_answers(TREE)
    answers |= {"1.1": replace(answers["1.1"], value=4), "1": replace(answers["1"], value=4)}
    found = mistakes(TREE, answers)
    assert found == {("1.1", "value"): Mistake.OTHER, ("1", "value"): Mistake.CARRIED}


def test_every_mistake_has_a_hint_in_both_languages() -> None:
    assert {str(mistake) for mistake in Mistake} <= set(HINTS)
    assert all(set(texts) == {"en", "ja"} for texts in HINTS.values())


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        (" -3 ", -3),
        ("−3", -3),
        ("+4", 4),
        ("０", 0),
        ("0.5", 0.5),
        ("inf", math.inf),
        ("-INF", -math.inf),
        ("−∞", -math.inf),
        ("+∞", math.inf),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, number: float) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["", "x", "--3", "+-inf", "1e9", "nan", "3 4 x", "9" * 400, "٣.٣.٣"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no number; write one such as"):
        read_number(text)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ([], "answers must be an object"),
        ({"9": {}}, "no node is called '9'"),
        ({"1": 3}, "node 1: an answer is an object with the keys alpha beta pruned value"),
        ({"1": {"valeu": 3}}, "node 1: an answer is an object with the keys alpha beta pruned value"),
        ({"1": {"value": "three"}}, "node 1: 'three' is no number"),
        ({"1": {"value": True}}, "node 1: value is True; use a number"),
        ({"1": {"beta": math.nan}}, "node 1: beta is nan; use a number"),
        ({"1": {"alpha": []}}, "node 1: alpha is []; use a number"),
        ({"1": {"pruned": "yes"}}, "node 1: pruned is 'yes'; use true or false"),
        ({"root": {"pruned": True}}, "node root: pruned is True, but nothing can cut the root off"),
        ({"tree": [[1, 2], [3, 4]], "answers": {}}, "these are answers to another tree"),
    ],
)
def test_answers_that_cannot_be_read_are_refused_with_the_reason(source: Any, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_answers(TREE, source)
    assert str(caught.value).startswith(reason)


def test_null_is_infinity_in_a_bound_and_a_blank_in_a_value() -> None:
    answers = read_answers(TREE, {"1": {"value": None, "alpha": None, "beta": None}, "2": {"alpha": "inf"}})
    assert answers == {"1": Given(None, -math.inf, math.inf), "2": Given(alpha=math.inf)}
