"""Sheets: valid files that show the tree, keep the answers off the blank one, and name the convention."""

import re
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from saizen.drawing.messages import Language
from saizen.games.base import Side
from saizen.lesson.convention import Convention
from saizen.lesson.exercise import Exercise, Shape, convention_text, make_exercise
from saizen.lesson.sentences import value_text
from saizen.lesson.sheets import Sheet, lay_out, sheet_html, sheet_svg, sheet_tikz
from tests.lesson.conftest import OpenPage, accessibility_faults

SVG = "{http://www.w3.org/2000/svg}"
SHEETS = st.builds(
    Sheet,
    st.builds(
        make_exercise,
        st.integers(0, 10_000),
        st.builds(Shape, depth=st.integers(2, 4), unbalanced=st.booleans(), first=st.sampled_from(Side)),
        st.builds(Convention, st.booleans(), st.booleans()),
    ),
    answers=st.booleans(),
    language=st.sampled_from(get_args(Language)),
    number=st.none() | st.integers(0, 99),
)
EXERCISE = make_exercise(42)


def texts(svg: str) -> list[str]:
    """Return the words of an SVG file, which must be valid XML."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def leaves(exercise: Exercise) -> list[str]:
    return [value_text(question.leaf) for question in exercise.questions if question.leaf is not None]


def without_points(text: str) -> str:
    """Return a sheet without the number of points, which tells how much there is to be found."""
    return re.sub(r"of \d+", "of", text)


@given(sheet=SHEETS)
@settings(max_examples=40)
def test_svg_sheets_are_valid_and_show_every_leaf(sheet: Sheet) -> None:
    words = texts(sheet_svg(sheet))
    for leaf in set(leaves(sheet.exercise)):
        assert words.count(leaf) >= leaves(sheet.exercise).count(leaf)
    assert words.count("α") == sum(question.leaf is None for question in sheet.exercise.questions)


@given(sheet=SHEETS)
@settings(max_examples=40)
def test_every_sheet_names_its_convention(sheet: Sheet) -> None:
    convention = convention_text(sheet.exercise.convention, sheet.language)
    assert convention in "".join(ElementTree.fromstring(sheet_svg(sheet)).itertext())
    assert convention.replace("'", "&#x27;").replace("<", "&lt;") in sheet_html(sheet)
    tikz = sheet_tikz(sheet).replace(r"$\le$", "≤").replace(r"$\alpha$", "α").replace(r"$\beta$", "β")
    assert convention in tikz


@given(sheet=SHEETS)
@settings(max_examples=40)
def test_a_blank_sheet_depends_on_nothing_that_is_to_be_found(sheet: Sheet) -> None:
    others = [
        replace(question, value=77, window=(66, 88), is_struck=not question.is_struck, is_pruned=not question.is_pruned)
        for question in sheet.exercise.questions
    ]
    other = replace(sheet.exercise, questions=tuple(others))
    for draw in (partial(sheet_svg, heading=False), sheet_tikz):
        assert without_points(draw(Sheet(sheet.exercise))) == without_points(draw(Sheet(other)))


@given(sheet=SHEETS)
@settings(max_examples=40)
def test_an_answer_sheet_marks_each_cut_and_fills_each_box(sheet: Sheet) -> None:
    svg = sheet_svg(Sheet(sheet.exercise, answers=True))
    questions = sheet.exercise.questions
    assert svg.count("m-18 13l18 -7") == sum(question.is_struck for question in questions)
    words = texts(svg)
    windows = [value_text(bound) for question in questions if question.is_asked for bound in question.window or ()]
    for text in set(windows):
        assert words.count(text) >= windows.count(text)


@given(sheet=SHEETS)
@settings(max_examples=40)
def test_tikz_sheets_are_whole_documents(sheet: Sheet) -> None:
    tikz = sheet_tikz(sheet)
    assert tikz.startswith("\\documentclass[tikz,")
    for kind in ("document", "tikzpicture"):
        assert tikz.count(f"\\begin{{{kind}}}") == tikz.count(f"\\end{{{kind}}}") == 1
    assert "\\usetikzlibrary" not in tikz
    assert tikz.count("{") == tikz.count("}")
    assert tikz.count("$") % 2 == 0
    drawing = tikz.partition("line width=0.5pt")[2]
    commands = [line for line in drawing.splitlines() if line.startswith(("  \\draw", "  \\node["))]
    assert sum(line.endswith(";") for line in commands) == len(commands) - 1  # the heading takes two lines
    assert sheet.language == "ja" or tikz.isascii()


def test_tikz_shows_the_cuts_on_the_answer_sheet_only() -> None:
    struck = sum(question.is_struck for question in EXERCISE.questions)
    assert sheet_tikz(Sheet(EXERCISE, answers=True)).count("\\draw[cut]") == 2 * struck > 0
    assert "[cut]" not in sheet_tikz(Sheet(EXERCISE))
    assert "[pruned]" not in sheet_tikz(Sheet(EXERCISE))


@given(sheet=SHEETS)
def test_no_two_nodes_of_a_row_overlap(sheet: Sheet) -> None:
    questions = sheet.exercise.questions
    layout = lay_out(questions, 88, 30, 8)
    rows: dict[int, list[tuple[float, float]]] = {}
    for question, place, row in zip(questions, layout.places, layout.rows, strict=True):
        half = 44 if question.leaf is None else 15
        rows.setdefault(row, []).append((place - half, place + half))
    for spans in rows.values():
        assert all(left[1] + 8 <= right[0] + 1e-6 for left, right in pairwise(spans))
        assert min(spans)[0] >= -1e-6
        assert max(end for _, end in spans) <= layout.width + 1e-6


def open_sheet(open_page: OpenPage, sheet: Sheet, **options: object) -> Page:
    return open_page(sheet_html(sheet), **options)


@pytest.mark.parametrize("answers", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_html_sheets_fit_the_window_and_have_no_accessibility_faults(
    open_page: OpenPage, answers: bool, width: int
) -> None:
    page = open_sheet(open_page, Sheet(EXERCISE, answers, number=42), width=width)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("unbalanced", [False, True])
def test_html_sheets_print_on_one_page(open_page: OpenPage, unbalanced: bool) -> None:
    exercise = make_exercise(7, Shape(depth=4 if unbalanced else 3, unbalanced=unbalanced))
    page = open_sheet(open_page, Sheet(exercise, number=7))
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
