"""The page of a search as people use it: by keyboard, by list, on a telephone, on paper."""

import random

import pytest

from saizen.drawing.messages import Language
from saizen.games.connect4 import ConnectFour
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.lesson.page import explain_html
from saizen.lesson.recording import record
from saizen.lesson.replay import replay
from saizen.lesson.sentences import sentences
from tests.lesson.conftest import OpenPage, accessibility_faults
from tests.lesson.pages import DRAWN, GO, check_step, shown, wide_tree


def test_subtrees_fold_by_mouse_and_by_keyboard(open_page: OpenPage) -> None:
    trace = record(Tree(), "minimax")
    page = open_page(explain_html(trace))
    page.click("[data-node='1'] .fold")
    assert shown(page).keys() == {0, 1, 2, 3, *trace.children[2], *trace.children[3]}
    page.focus("#box")
    for key in ("ArrowDown", "ArrowDown", "Shift+ArrowRight"):  # into the tree, to its first child, to the next
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.node") == "2"
    page.keyboard.press("Enter")
    assert shown(page).keys() == {0, 1, 2, 3, *trace.children[3]}
    assert shown(page)[2]["fold"] == "false"
    page.keyboard.press("Enter")
    assert shown(page)[2]["fold"] == "true"
    page.keyboard.press("Space")
    assert shown(page)[2]["value"] == "2"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert shown(page).keys() == {0}
    page.keyboard.press("End")
    assert "here" in shown(page)[0]["classes"]


def test_the_list_says_what_the_picture_says(open_page: OpenPage) -> None:
    trace = record(Tree({"a": {"c": 3, "d": 5}, "b": {"e": 2, "f": 9}}), "alphabeta")
    page = open_page(explain_html(trace))
    page.click("#twin summary")
    assert page.locator("#list li").count() == 1
    while page.locator("#list [aria-expanded=false]").count():
        page.locator("#list [aria-expanded=false]").first.press("Enter")
    for step in range(0, len(trace.events) + 1, 5):
        page.evaluate(GO, step)
        told = [node["told"] for node in shown(page).values()]
        assert sorted(page.locator("#list li > :first-child").all_text_contents()) == sorted(told)
    page.locator("#list button").first.click()
    assert page.locator("#list li").count() == 1


def test_a_list_of_many_moves_grows_on_demand(open_page: OpenPage) -> None:
    trace = record(Tree(list(range(450))), "minimax")
    page = open_page(explain_html(trace))
    page.click("#twin summary")
    page.click("#list button")
    assert page.locator("#list ul > li").count() == 201
    page.click("#list ul > li:last-child button")
    page.click("#list ul > li:last-child button")
    assert page.locator("#list ul > li").count() == 450


def test_scrolling_draws_what_comes_into_the_box(open_page: OpenPage) -> None:
    trace = record(Tree(wide_tree(4, 4, random.Random(2))), "alphabeta")
    page = open_page(explain_html(trace))
    page.select_option("#view", "all")
    last = trace.children[trace.children[trace.children[4][-1]][-1]][-1]
    assert last not in shown(page)
    page.evaluate("() => { const box = document.getElementById('box'); box.scrollTo(box.scrollWidth, 9999); }")
    page.wait_for_selector(f"[data-node='{last}']")
    box = page.locator("#box").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 300, box["y"] + 100)
    page.mouse.down()
    before = page.evaluate("document.getElementById('box').scrollLeft")
    page.mouse.move(box["x"] + 400, box["y"] + 100, steps=4)
    page.mouse.up()
    assert page.evaluate("document.getElementById('box').scrollLeft") == before - 100
    assert page.inner_text("#counter").startswith("0 /")


def test_the_focus_stays_on_a_node_that_is_scrolled_away(open_page: OpenPage) -> None:
    trace = record(Tree(wide_tree(4, 4, random.Random(2))), "alphabeta")
    page = open_page(explain_html(trace))
    page.select_option("#view", "all")
    page.click("[data-node='0'] .shape")
    first = trace.children[trace.children[trace.children[1][0]][0]][0]
    page.evaluate("() => document.getElementById('box').scrollTo(0, 9999)")
    page.wait_for_selector(f"[data-node='{first}']")
    assert page.evaluate("document.activeElement.dataset.node") == "0"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.node") == "1"
    assert page.locator("[data-node='1']").is_visible()


def test_keys_zoom_and_show_help(open_page: OpenPage) -> None:
    page = open_page(explain_html(record(Tree(), "alphabeta")))
    width = "document.querySelector('#box svg').getBoundingClientRect().width"
    start = page.evaluate(width)
    page.keyboard.press("+")
    assert page.evaluate(width) == pytest.approx(start * 1.25)
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert page.evaluate(width) == pytest.approx(start / 1.25)
    page.keyboard.press("0")
    assert page.evaluate(width) == pytest.approx(start)
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("n")  # meant for the dialog, not for the page behind it
    page.keyboard.press("Escape")
    assert page.locator("#keys").is_hidden()
    assert page.inner_text("#counter").startswith("0 /")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_everyone_can_use_the_page(language: Language, scheme: str, open_page: OpenPage) -> None:
    trace = record(TicTacToe().parse_position("XO-OX---- X"), "alphabeta", depth=3)
    page = open_page(explain_html(trace, language), color_scheme=scheme)
    assert page.get_attribute("html", "lang") == language
    page.click("#twin summary")
    page.click("#list button")
    for step in (0, 40, len(trace.events)):
        page.evaluate(GO, step)
        assert accessibility_faults(page) == []
    page.click("#help")
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_telephone_shows_all_without_scrolling_sideways(language: Language, open_page: OpenPage) -> None:
    name = "a rather long name that will not fit anywhere " * 3
    for trace in (record(Tree({name: [3, 12], "b": [2, 4]}), "alphabeta"), record(ConnectFour(), "alphabeta", depth=3)):
        page = open_page(explain_html(trace, language, title="x" * 80), width=390, height=844)
        page.click("#twin summary")
        page.click("#list button")
        for step in (0, 12, len(trace.events)):
            page.evaluate(GO, step)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.keyboard.press("?")
        assert page.evaluate("document.getElementById('keys').getBoundingClientRect().width") <= 390


def test_paper_shows_the_tree_and_the_code_but_no_controls(open_page: OpenPage) -> None:
    trace = record(Tree(wide_tree(3, 4, random.Random(3))), "alphabeta")
    page = open_page(explain_html(trace), width=800)
    page.select_option("#view", "all")
    page.evaluate(GO, 50)
    assert page.evaluate(DRAWN) < len(trace.nodes)
    page.emulate_media(media="print")
    page.wait_for_selector(f"[data-node='{len(trace.nodes) - 1}']", state="attached")
    check_step(page, trace, replay(trace, 50))
    assert page.evaluate("document.querySelector('#box svg').getBoundingClientRect().width") <= 800
    for hidden in (".controls >> nth=0", ".controls >> nth=1", "#twin", "#keys"):
        assert page.locator(hidden).is_hidden()
    assert page.locator("#code").is_visible()
    assert page.inner_text("#sentence") == list(sentences(trace))[49]
    page.emulate_media(media="screen")
    page.wait_for_selector("#next")
