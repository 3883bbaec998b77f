"""The page of an exercise in a real browser: it marks as Python does, by mouse, by keys, on a phone and on paper."""

import json
import math
import random
import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from saizen.games.base import Side
from saizen.lesson.convention import Convention
from saizen.lesson.exercise import Exercise, Shape, convention_text, make_exercise
from saizen.lesson.exercise_page import MISTAKES, exercise_html
from saizen.lesson.marking import Field, Given, Marker, Mistake, hint, read_answers, right_number
from tests.lesson.conftest import OpenPage, accessibility_faults

EXERCISE = make_exercise(42, Shape(depth=3, branching=2))
NUMBERS = (Field.VALUE, Field.ALPHA, Field.BETA)
FILL = """answers => {
  for (const [index, answer] of answers.entries()) {
    for (const field of ["value", "alpha", "beta"]) {
      const input = document.getElementById(`${field}-${index}`);
      if (input) input.value = answer[field];
    }
    const cut = document.getElementById(`pruned-${index}`);
    if (cut && (cut.getAttribute("aria-pressed") === "true") !== answer.pruned) cut.click();
  }
}"""
READ = """() => Object.fromEntries([...document.querySelectorAll(".field[data-mistake]")].map(
  (box) => [box.querySelector("input, button").id, box.dataset.mistake]))"""


def typed(number: float | None) -> str:
    if number is None:
        return ""
    return str(number) if math.isfinite(number) else "inf" if number > 0 else "-∞"


def fill_in(page: Page, exercise: Exercise, answers: dict[str, Given]) -> None:
    """Type answers into the page and have them checked."""
    rows: list[dict[str, Any]] = []
    for question in exercise.questions:
        given = answers.get(question.label, Given())
        rows.append({field: typed(getattr(given, field)) for field in NUMBERS} | {"pruned": given.pruned})
    page.evaluate(FILL, rows)
    page.click("#check")


def assert_marked_as_in_python(page: Page, exercise: Exercise, answers: dict[str, Given]) -> None:
    marker = Marker(exercise)
    marks = marker.mark(answers)
    assert page.evaluate(READ) == {f"{mark.field}-{mark.node}": str(mark.mistake or "") for mark in marks}
    points = sum(mark.mistake is None for mark in marks)
    assert page.inner_text("#score").startswith(f"{points} of {marker.possible} points")
    told = " ".join(page.locator("#mistakes li").all_text_contents())
    for mark in marks:
        if mark.mistake not in (None, Mistake.MISSING, Mistake.BELOW):
            assert hint(exercise, mark) in told


def random_answers(exercise: Exercise, source: random.Random) -> dict[str, Given]:
    """Return answers of which many are right, and many wrong in a way that is known."""
    marker = Marker(exercise)
    numbers = [None, math.inf, -math.inf, *range(-9, 10)]
    answers = {}
    for node, question in enumerate(exercise.questions):
        pruned = question.is_struck if source.random() < 0.8 else node > 0 and source.random() < 0.3
        drawn: list[Any] = [source.choice(numbers) for _ in NUMBERS]
        if question.is_asked:
            for place, field in enumerate(NUMBERS):
                likely = [right_number(question, field)] * 6 + [*marker.traps(node, field), None]
                drawn[place] = source.choice(likely) if source.random() < 0.9 else drawn[place]
            if source.random() < 0.2 and marker.pairs(node):
                drawn[1], drawn[2] = source.choice(list(marker.pairs(node)))
        answers[question.label] = Given(drawn[0], drawn[1], drawn[2], pruned)
    return answers


@pytest.mark.parametrize("convention", [Convention(*choice) for choice in product((True, False), repeat=2)], ids=str)
@pytest.mark.parametrize(("first", "unbalanced"), [(Side.FIRST, False), (Side.SECOND, True)])
def test_the_page_marks_random_answers_as_python_does(
    open_page: OpenPage, convention: Convention, first: Side, unbalanced: bool
) -> None:
    source = random.Random(7)
    seen = set()
    for seed in range(3):
        exercise = make_exercise(seed, Shape(depth=3, first=first, unbalanced=unbalanced), convention)
        page = open_page(exercise_html(exercise))
        for _ in range(8):
            answers = random_answers(exercise, source)
            fill_in(page, exercise, answers)
            assert_marked_as_in_python(page, exercise, answers)
            seen |= {mark.mistake for mark in Marker(exercise).mark(answers)}
    assert seen >= {None, Mistake.SIGN, Mistake.TOO_EARLY, Mistake.MISSED, Mistake.NOT_RENEWED, Mistake.EXCHANGED}


def test_the_page_knows_a_hint_for_every_mistake_that_can_be_made() -> None:
    assert {mistake for mistakes in MISTAKES.values() for mistake in mistakes} == set(Mistake)


def test_right_answers_get_every_point(open_page: OpenPage) -> None:
    page = open_page(exercise_html(EXERCISE))
    fill_in(page, EXERCISE, read_answers(EXERCISE, EXERCISE.answers()))
    possible = Marker(EXERCISE).possible
    assert page.inner_text("#score") == f"{possible} of {possible} points: all right!"
    expect(page.locator("#review")).to_be_hidden()


def test_a_blank_page_gets_no_points_and_no_hints_for_blanks(open_page: OpenPage) -> None:
    page = open_page(exercise_html(EXERCISE))
    page.click("#check")
    assert page.inner_text("#score").startswith("0 of ")
    struck = [question.label for question in EXERCISE.questions if question.is_struck]
    assert page.locator("#mistakes button").all_text_contents() == struck


def test_the_answers_can_be_shown_and_hidden_again(open_page: OpenPage) -> None:
    page = open_page(exercise_html(EXERCISE))
    page.fill("#value-0", "7")
    page.click("#pruned-1")
    page.click("#show")
    for node, question in enumerate(EXERCISE.questions):
        if question.is_asked:
            assert page.input_value(f"#value-{node}") == str(question.value).replace("-", "−")
        if node:
            assert page.get_attribute(f"#pruned-{node}", "aria-pressed") == str(question.is_struck).lower()
    assert not page.is_editable("#value-0")
    page.click("#show")
    assert page.input_value("#value-0") == "7"
    assert page.input_value("#alpha-0") == ""
    assert page.is_editable("#value-0")
    assert page.get_attribute("#pruned-1", "aria-pressed") == "true"


def test_checking_while_the_answers_are_shown_marks_ones_own(open_page: OpenPage) -> None:
    page = open_page(exercise_html(EXERCISE))
    page.click("#show")
    page.click("#check")
    assert page.inner_text("#score").startswith("0 of ")
    assert page.get_attribute("#show", "aria-pressed") == "false"


def test_the_exercise_can_be_done_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page(exercise_html(EXERCISE))
    page.focus("#value-0")
    page.keyboard.type("7")
    page.keyboard.press("Tab")
    page.keyboard.type("-inf")
    page.keyboard.press("Tab")
    page.keyboard.type("inf")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "pruned-1"
    page.keyboard.press("Space")
    assert page.get_attribute("#pruned-1", "aria-pressed") == "true"
    page.focus("#value-0")
    page.keyboard.press("Enter")
    assert page.evaluate(READ)["alpha-0"] == page.evaluate(READ)["beta-0"] == ""
    assert page.evaluate(READ)["pruned-1"] == "too early"
    page.focus("#mistakes li:nth-child(2) button")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "pruned-1"


def test_a_mark_goes_when_the_answer_changes(open_page: OpenPage) -> None:
    page = open_page(exercise_html(EXERCISE))
    page.fill("#alpha-0", "7")
    page.click("#check")
    assert page.get_attribute("#alpha-0", "aria-invalid") == "true"
    page.fill("#alpha-0", "-inf")
    assert page.get_attribute("#alpha-0", "aria-invalid") is None
    assert "alpha-0" not in page.evaluate(READ)


def test_the_buttons_write_infinity_into_the_field_last_used(open_page: OpenPage) -> None:
    page = open_page(exercise_html(EXERCISE))
    page.focus("#alpha-0")
    page.click('.insert[data-text="−∞"]')
    page.focus("#beta-0")
    page.click('.insert[data-text="+∞"]')
    page.click("#check")
    assert page.evaluate(READ)["alpha-0"] == page.evaluate(READ)["beta-0"] == ""


def test_what_is_no_number_is_said_to_be_none(open_page: OpenPage) -> None:
    page = open_page(exercise_html(EXERCISE))
    page.fill("#value-0", "two")
    page.click("#check")
    assert page.evaluate(READ)["value-0"] == "unreadable"
    assert "This is no number" in page.inner_text("#hint-0") + page.inner_text("#mistakes")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_has_no_accessibility_faults_in_any_state(open_page: OpenPage, width: int, scheme: str) -> None:
    page = open_page(exercise_html(EXERCISE, number=42), width=width, color_scheme=scheme)
    assert accessibility_faults(page) == []
    answers = random_answers(EXERCISE, random.Random(3))
    fill_in(page, EXERCISE, answers)
    assert accessibility_faults(page) == []
    page.click("#show")
    assert accessibility_faults(page) == []


def test_the_page_fits_a_phone_and_its_buttons_a_finger(open_page: OpenPage) -> None:
    page = open_page(exercise_html(make_exercise(1, Shape(depth=4))), width=390)
    page.click("#check")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heights = "buttons => buttons.map((button) => button.getBoundingClientRect().height)"
    assert min(page.locator(".cut button, .tools button").evaluate_all(heights)) >= 40


def test_the_page_prints_the_tree_on_one_sheet_without_buttons(open_page: OpenPage) -> None:
    page = open_page(exercise_html(make_exercise(1)))
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1
    page.emulate_media(media="print")
    expect(page.locator(".tools")).to_be_hidden()
    expect(page.locator("#value-0")).to_be_visible()


def test_the_page_names_its_convention_in_both_languages(open_page: OpenPage) -> None:
    exercise = make_exercise(1, convention=Convention(False))
    assert convention_text(exercise.convention) in open_page(exercise_html(exercise)).inner_text("body")
    page = open_page(exercise_html(exercise, "ja"))
    assert convention_text(exercise.convention, "ja") in page.inner_text("body")
    assert page.get_attribute("html", "lang") == "ja"
    page.click("#check")
    assert page.inner_text("#score").endswith("点中 0 点")


def test_the_data_of_the_page_is_plain_json() -> None:
    html = exercise_html(EXERCISE)
    found = re.search(r'<script type="application/json" id="exercise">(.*?)</script>', html)
    assert found is not None
    assert [node["label"] for node in json.loads(found[1])["nodes"]] == [q.label for q in EXERCISE.questions]
