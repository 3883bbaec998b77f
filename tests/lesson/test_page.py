"""The page of a search, in a real browser: what it shows at any step is what the replay says."""

import random

import pytest

from saizen.drawing.tidy import tidy_tree
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.lesson.convention import Convention
from saizen.lesson.page import KEYS, TITLES, WORDS, explain_html
from saizen.lesson.pseudocode import line_of, pseudocode
from saizen.lesson.recording import LESSONS, record
from saizen.lesson.replay import next_cut, replay
from saizen.lesson.sentences import sentences, value_text
from saizen.lesson.trace import Kind
from tests.lesson.conftest import OpenPage
from tests.lesson.pages import DRAWN, ELEMENTS, GO, check_step, expected, random_tree, shown, wide_tree

HOSTILE = "</script><img src=x onerror=alert(1)>\u2028&amp;{value}$&"


@pytest.mark.parametrize("algorithm", LESSONS)
def test_the_page_agrees_with_the_replay(algorithm: str, open_page: OpenPage) -> None:
    generator = random.Random(algorithm)
    for source in (((3, 12, 8), (2, 4, 6), (14, 5, 2)), [[[[1]]]], 5, random_tree(generator, 4, 3)):
        trace = record(Tree(source), algorithm)
        page = open_page(explain_html(trace), width=2400, height=1400)
        page.select_option("#view", "all")
        page.keyboard.press("0")
        for step in generator.choices(range(len(trace.events) + 1), k=12):
            page.evaluate(GO, step)
            check_step(page, trace, replay(trace, step))


def test_stepping_by_keyboard_tells_every_sentence_and_line(open_page: OpenPage) -> None:
    trace = record(Tree(), "alphabeta")
    told = list(sentences(trace))
    code = pseudocode("alphabeta")
    page = open_page(explain_html(trace))
    for step, event in enumerate(trace.events):
        assert page.inner_text("#counter") == f"{step} / {len(told)}"
        page.keyboard.press("n" if step % 2 else "ArrowRight")
        assert page.inner_text("#sentence") == told[step]
        line = line_of("alphabeta", event, trace.nodes[event.node])
        marked = page.locator("#code [aria-current]").all_text_contents()
        assert marked == ([] if line is None else [code[line]])
    assert shown(page)[0]["value"] == "3"
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#counter") == f"{len(told)} / {len(told)}"


@pytest.mark.parametrize("algorithm", ["minimax", "pvs"])
def test_stepping_by_mouse_to_the_end_shows_the_value(algorithm: str, open_page: OpenPage) -> None:
    trace = record(Tree(), algorithm)
    told = list(sentences(trace, "ja"))
    page = open_page(explain_html(trace, "ja"))
    for sentence in told:
        page.click("#next")
        assert page.inner_text("#sentence") == sentence
    assert shown(page)[0]["value"] == value_text(trace.value)
    page.click("#back")
    assert page.inner_text("#sentence") == told[-2]
    page.click("#first")
    assert page.inner_text("#sentence") == WORDS["ready"]["ja"]
    page.click("#last")
    assert page.inner_text("#sentence") == told[-1]


def test_the_page_is_paused_until_someone_steps(open_page: OpenPage) -> None:
    trace = record(Tree(), "alphabeta")
    page = open_page(explain_html(trace))
    check_step(page, trace, replay(trace, 0))
    page.clock.install()
    page.reload()
    page.clock.fast_forward(3_600_000)
    check_step(page, trace, replay(trace, 0))
    assert page.evaluate("document.getAnimations().length") == 0


def test_every_convention_is_shown_as_it_is_replayed(open_page: OpenPage) -> None:
    tree = Tree([[3, [3, 5]], [2, [3, 3]], [[3, 1], 4]])
    for convention in (
        Convention(cuts_at_equal, fail_soft) for cuts_at_equal in (True, False) for fail_soft in (True, False)
    ):
        trace = record(tree, convention=convention)
        page = open_page(explain_html(trace))
        for step in range(0, len(trace.events) + 1, 3):
            page.evaluate(GO, step)
            check_step(page, trace, replay(trace, step))


def test_jumps_follow_the_cuts_and_the_keys(open_page: OpenPage) -> None:
    trace = record(Tree([[3, 5], [2, 9], [1, 8], [4, 4]]), "alphabeta")
    page = open_page(explain_html(trace))
    step = 0
    for jump in ("j", "c", "click", "j"):
        step = next_cut(trace, step)
        if jump == "click":
            page.click("#next-cut")
        else:
            page.keyboard.press(jump)
        assert page.inner_text("#counter").startswith(f"{step} /")
    page.keyboard.press("End")
    check_step(page, trace, replay(trace, len(trace.events)))
    for back in ("b", "ArrowLeft"):
        page.keyboard.press(back)
    check_step(page, trace, replay(trace, len(trace.events) - 2))
    page.keyboard.press("Home")
    check_step(page, trace, replay(trace, 0))


def test_the_slider_moves_by_its_own_keys(open_page: OpenPage) -> None:
    trace = record(Tree(), "alphabeta")
    page = open_page(explain_html(trace))
    page.focus("#slider")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    check_step(page, trace, replay(trace, 3))
    assert page.get_attribute("#slider", "aria-valuetext") == f"3 / {len(trace.events)}"
    page.keyboard.press("End")
    check_step(page, trace, replay(trace, len(trace.events)))


def test_a_click_on_a_node_goes_to_the_step_that_left_it(open_page: OpenPage) -> None:
    trace = record(Tree(), "pvs")
    page = open_page(explain_html(trace))
    left = [step + 1 for step, event in enumerate(trace.events) if event.kind is Kind.LEAVE and event.node == 2]
    page.click("[data-node='2'] .shape")
    assert page.inner_text("#counter").startswith(f"{left[-1]} /")
    check_step(page, trace, replay(trace, left[-1]))
    assert page.evaluate("document.activeElement.dataset.node") == "2"
    page.click("[data-node='8'] .shape")  # cut off: nothing to go to
    assert page.inner_text("#counter").startswith(f"{left[-1]} /")


def test_a_folded_tree_is_as_tidy_as_one_of_its_own(open_page: OpenPage) -> None:
    generator = random.Random(7)
    trace = record(Tree([random_tree(generator, 4, 3) for _ in range(5)]), "minimax")
    depths = [len(trace.path(node)) - 1 for node in range(len(trace.nodes))]
    assert max(depths) > 3
    page = open_page(explain_html(trace), width=2400, height=1400)
    page.select_option("#view", "3")
    page.keyboard.press("0")
    kept = [children if depths[node] < 3 else () for node, children in enumerate(trace.children)]
    places = tidy_tree(kept)
    left = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".node")].map(
            (group) => [group.dataset.node, group.transform.baseVal.consolidate().matrix.e]))"""
    )
    assert {int(node) for node in left} == {node for node, depth in enumerate(depths) if depth <= 3}
    unit = 88  # from one node to the next
    for node, place in left.items():
        assert (place - left["0"]) / unit == pytest.approx(places[int(node)] - places[0])


@pytest.mark.parametrize("view", ["all", "path", "2"])
def test_of_ten_thousand_nodes_few_are_drawn(view: str, open_page: OpenPage) -> None:
    trace = record(Tree(wide_tree(21, 3, random.Random(1))), "alphabeta")
    assert len(trace.nodes) > 9_700
    page = open_page(explain_html(trace))
    page.select_option("#view", view)
    cuts = [step + 1 for step, event in enumerate(trace.events) if event.kind is Kind.CUT]
    for step in (*cuts[:3], 1500, len(trace.events), 1000, 0, cuts[-1]):
        page.evaluate(GO, step)
        frame = replay(trace, step)
        nodes = shown(page)
        assert 0 < len(nodes) < 200
        assert page.evaluate(ELEMENTS) < 3000
        for node, told in nodes.items():
            assert (told["value"], told["window"]) == expected(trace, node, frame.views[node])[:2]
        assert any("here" in told["classes"] for told in nodes.values())
        if view != "2":
            assert page.locator(f"[data-node='{frame.current}']").is_visible()
    for key in ("-", "-", "-", "-", "-", "-"):
        page.keyboard.press(key)
    assert page.evaluate(DRAWN) < 1000


def test_hostile_names_are_only_words(open_page: OpenPage) -> None:
    trace = record(Tree({HOSTILE: {HOSTILE: 3, "b": 5}, "c": 1}), "alphabeta")
    page = open_page(explain_html(trace, title=HOSTILE))
    page.on("dialog", lambda _: pytest.fail("a script of the name ran"))
    assert page.text_content("h1") == HOSTILE
    page.click("#twin summary")
    page.click("#list button")
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert page.text_content("#sentence") == list(sentences(trace))[1]
    assert HOSTILE in (page.text_content("#list ul") or "")
    assert HOSTILE in shown(page)[1]["told"]
    assert page.locator("img").count() == 0


def test_boards_show_their_discs(open_page: OpenPage) -> None:
    trace = record(Othello(), "alphabeta", depth=1)
    page = open_page(explain_html(trace))
    for node, kind, count in ((0, "full", 2), (0, "empty", 2), (1, "full", 4), (1, "empty", 1)):
        outline = page.get_attribute(f"[data-node='{node}'] .{kind}", "d")
        assert outline is not None
        assert outline.count("M") == count


def test_what_is_not_kept_is_marked_where_it_is(open_page: OpenPage) -> None:
    trace = record(TicTacToe(), "alphabeta", depth=3, most_nodes=60)
    assert trace.truncated
    page = open_page(explain_html(trace), width=2400, height=1400)
    page.select_option("#view", "all")
    page.keyboard.press("0")
    marked = page.locator(".node:has(.truncated)").evaluate_all(
        "(groups) => groups.map((group) => +group.dataset.node)"
    )
    assert set(marked) == trace.truncated & shown(page).keys()
    assert marked
    page.keyboard.press("End")
    assert page.inner_text("#sentence") == list(sentences(trace))[-1]


def test_sides_are_told_by_shape_and_word(open_page: OpenPage) -> None:
    trace = record(Tree(), "alphabeta")
    page = open_page(explain_html(trace))
    outlines = {node: page.get_attribute(f"[data-node='{node}'] .shape", "d") for node in (0, 1, 4)}
    assert len(set(outlines.values())) == 3
    assert page.text_content("[data-node='0'] .label") == "▲ root"
    assert page.text_content("[data-node='1'] .label") == "▼ 1"
    assert shown(page)[1]["told"].startswith("MIN 1:")


@pytest.mark.parametrize("algorithm", LESSONS)
def test_every_algorithm_has_a_page_in_both_languages(algorithm: str) -> None:
    trace = record(Tree(), algorithm)
    for language, title in TITLES[algorithm].items():
        html = explain_html(trace, language)
        assert f"<title>{title}</title>" in html
        assert not any(address in html.replace("http://www.w3.org/2000/svg", "") for address in ("http:", "https:"))


def test_all_words_exist_in_both_languages() -> None:
    for texts in (*WORDS.values(), *TITLES.values(), *KEYS.values()):
        assert texts.keys() == {"en", "ja"}
        assert all(texts.values())
