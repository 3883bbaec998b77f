"""Exercises: the same tree for the same seed everywhere, and right answers that an alpha-beta of its own confirms."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import SettingError
from saizen.games.base import Side
from saizen.games.tree import Tree
from saizen.lesson.convention import Convention
from saizen.lesson.exercise import MOST_NODES, Exercise, Shape, convention_text, exercise_json, make_exercise, pose
from saizen.search import minimax

SEEDS = st.integers(0, 2**64 - 1)
CONVENTIONS = st.builds(Convention, st.booleans(), st.booleans())
SHAPES = st.builds(
    Shape,
    depth=st.integers(2, 4),
    branching=st.integers(2, 3),
    unbalanced=st.booleans(),
    low=st.integers(-9, -1),
    high=st.integers(0, 9),
    first=st.sampled_from(Side),
)
EXERCISES = st.builds(make_exercise, SEEDS, SHAPES, CONVENTIONS)


def search(
    node: Any, is_max: bool, alpha: float, beta: float, convention: Convention, label: str, found: dict[str, Any]
) -> float:
    """Search nested lists as textbooks write it, with max and min; note value and window of each node."""
    name = label or "root"
    if not isinstance(node, list):
        found[name] = (node, alpha, beta)
        return float(node)
    entry = alpha, beta
    best = -math.inf if is_max else math.inf
    if not convention.fail_soft:
        best = alpha if is_max else beta
    for number, child in enumerate(node, 1):
        below = f"{label}.{number}" if label else str(number)
        value = search(child, not is_max, alpha, beta, convention, below, found)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta < alpha or (beta == alpha and convention.cuts_at_equal):
            break
    if not convention.fail_soft:
        best = min(max(best, entry[0]), entry[1])
    found[name] = (best, *entry)
    return best


def searched(exercise: Exercise) -> dict[str, Any]:
    found: dict[str, Any] = {}
    first = exercise.questions[0].is_max
    search(exercise.tree.to_lists(), first, -math.inf, math.inf, exercise.convention, "", found)
    return found


@given(exercise=EXERCISES)
def test_right_answers_are_those_of_a_plain_alphabeta(exercise: Exercise) -> None:
    found = searched(exercise)
    for question in exercise.questions:
        assert question.is_pruned == (question.label not in found)
        if not question.is_pruned:
            assert question.window is not None
            assert (question.value, *question.window) == found[question.label]


@given(exercise=EXERCISES)
def test_the_root_is_worth_what_minimax_says(exercise: Exercise) -> None:
    sign = 1 if exercise.questions[0].is_max else -1
    assert exercise.questions[0].value == exercise.questions[0].plain_value
    assert exercise.questions[0].value == sign * minimax(exercise.tree).value


@given(exercise=EXERCISES)
def test_what_lies_below_a_pruned_node_is_pruned(exercise: Exercise) -> None:
    for question in exercise.questions[1:]:
        parent = exercise.questions[question.parent]
        assert question.is_pruned == (question.is_struck or parent.is_pruned)
        assert not (question.is_struck and parent.is_pruned)


@given(seed=SEEDS, shape=SHAPES, convention=CONVENTIONS)
def test_there_is_a_cut_that_leaves_something_out(seed: int, shape: Shape, convention: Convention) -> None:
    exercise = make_exercise(seed, shape, convention)
    cutting = {question.parent for question in exercise.questions if question.is_struck}
    assert len(cutting) == exercise.cuts >= 1


@given(seed=SEEDS, cuts=st.integers(0, 4))
def test_as_many_cuts_as_asked_for_are_found(seed: int, cuts: int) -> None:
    exercise = make_exercise(seed, cuts=cuts)
    assert len({question.parent for question in exercise.questions if question.is_struck}) >= cuts


@given(seed=SEEDS, shape=SHAPES)
def test_trees_have_the_shape_asked_for(seed: int, shape: Shape) -> None:
    exercise = make_exercise(seed, shape)
    depths = [0]
    for question in exercise.questions[1:]:
        depths.append(depths[question.parent] + 1)
    ends = {depth for depth, question in zip(depths, exercise.questions, strict=True) if question.leaf is not None}
    counts = {len(question.children) for question in exercise.questions if question.children}
    if shape.unbalanced:
        assert max(ends) == shape.depth > min(ends) >= 1
        assert counts <= set(range(1, shape.branching + 1))
    else:
        assert (ends, counts) == ({shape.depth}, {shape.branching})
    assert all(shape.low <= q.leaf <= shape.high for q in exercise.questions if q.leaf is not None)
    assert exercise.questions[0].is_max == (shape.first is Side.FIRST)


@given(seed=SEEDS, shape=SHAPES, convention=CONVENTIONS)
def test_equal_seeds_give_equal_exercises(seed: int, shape: Shape, convention: Convention) -> None:
    assert make_exercise(seed, shape, convention) == make_exercise(seed, shape, convention)


def test_the_trees_of_a_seed_never_change() -> None:
    assert make_exercise(42).tree.to_lists() == [
        [[-2, 8, -8], [2, 0, -6], [-8, -3, 6]],
        [[-2, 5, -5], [7, 5, 1], [1, 3, -9]],
        [[2, 5, 8], [-2, -4, 1], [0, 6, 6]],
    ]


def test_different_seeds_give_different_trees() -> None:
    assert len({str(make_exercise(seed).tree) for seed in range(50)}) == 50


def test_the_textbook_tree_has_the_answers_of_the_textbook() -> None:
    answers = pose(Tree()).answers()
    assert answers["root"] == {"value": 3, "alpha": None, "beta": None, "pruned": False}
    assert answers["2"] == {"value": 2, "alpha": 3, "beta": None, "pruned": False}
    assert [label for label, answer in answers.items() if answer["pruned"]] == ["2.2", "2.3"]


@given(exercise=EXERCISES)
def test_an_exercise_is_json_as_it_stands(exercise: Exercise) -> None:
    data = exercise_json(exercise)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert list(data["answers"]) == [question.label for question in exercise.questions]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"depth": 0}, "depth 0, branching 3: both must be at least 1"),
        ({"branching": 0}, "depth 3, branching 0: both must be at least 1"),
        ({"depth": 21, "branching": 1}, "depth 21 is more than anyone fills in; use at most 20"),
        ({"depth": 7, "branching": 3}, f"depth 7, branching 3: more than {MOST_NODES} nodes"),
        ({"low": 4, "high": 3}, "low 4 is above high 3"),
        ({"depth": 1, "unbalanced": True}, "unbalanced with depth 1, branching 3: leaves cannot differ"),
        ({"branching": 1, "unbalanced": True}, "unbalanced with depth 3, branching 1: leaves cannot differ"),
    ],
)
def test_impossible_shapes_are_refused_with_the_reason(settings: dict[str, Any], reason: str) -> None:
    with pytest.raises(SettingError) as caught:
        Shape(**settings)
    assert str(caught.value).startswith(reason)


def test_more_cuts_than_trees_have_are_refused() -> None:
    with pytest.raises(SettingError, match=r"^cuts 2: none of 2000 trees with depth 2 and branching 2 .* at most 1 "):
        make_exercise(1, Shape(depth=2, branching=2), cuts=2)


@pytest.mark.parametrize(
    ("shape", "convention", "reason"),
    [
        (Shape(depth=1), Convention(), "depth 1"),
        (Shape(branching=1), Convention(), "branching 1"),
        (Shape(low=2, high=2), Convention(cuts_at_equal=False), "all leaves are equal"),
    ],
)
def test_where_no_cut_can_be_none_is_asked_for_by_default(shape: Shape, convention: Convention, reason: str) -> None:
    assert make_exercise(1, shape, convention).cuts == 0
    with pytest.raises(SettingError, match=f"^cuts 1: .*{reason}.*; use cuts 0$"):
        make_exercise(1, shape, convention, cuts=1)


@given(convention=CONVENTIONS)
def test_a_convention_is_told_in_both_languages(convention: Convention) -> None:
    sign, fail = "≤" if convention.cuts_at_equal else "<", "soft" if convention.fail_soft else "hard"
    for text in (convention_text(convention), convention_text(convention, "ja")):
        assert f"β {sign} α" in text
        assert f"fail-{fail}" in text
        assert "MAX" in text
