"""An explanation shows itself: in notebooks, as files, as text."""

import sys
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import saizen
from saizen.errors import NotationError, SettingError
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.lesson.explanation import explain
from saizen.lesson.widget import framed
from tests.lesson.conftest import OpenPage

LISTS = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


@pytest.mark.parametrize("source", [LISTS, str(LISTS), Tree(LISTS), {"a": [3, 12], "b": 2}, "MAX\n  3\n  2"])
def test_a_tree_may_be_given_in_any_way(source: Any) -> None:
    assert saizen.explain(source).trace.value == 3


def test_a_wrong_tree_is_refused_with_the_path_of_the_fault() -> None:
    with pytest.raises(NotationError, match=r"node 2: an empty list"):
        explain([1, []])


def test_an_explanation_shows_itself_in_every_form() -> None:
    explained = explain(LISTS)
    shown = explained._repr_mimebundle_()
    assert list(shown) == ["text/plain", "text/html", "image/svg+xml"]
    assert shown["text/plain"] == str(explained) == explained.text()
    assert len(explained.sentences()) == len(explained)
    assert explained.tikz().startswith(r"\documentclass")
    assert explained.png().startswith(b"\x89PNG")
    ET.fromstring(explained.svg(5))


def test_the_page_works_in_the_frame_of_a_notebook(open_page: OpenPage) -> None:
    page = open_page(f'<!doctype html><html lang="en"><title>n</title>{framed(explain(LISTS).html())}</html>')
    inside = page.frame_locator("iframe")
    inside.get_by_role("button", name="Next", exact=False).first.click()
    assert "Start at the root" in inside.locator("body").inner_text()


def test_the_widget_carries_the_page() -> None:
    explained = explain(LISTS)
    widget = explained.widget()
    assert widget.page == explained.html()
    assert "allow-scripts" in widget._esm


def test_without_the_extra_a_widget_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from saizen.lesson import widget

    widget.widget_class.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(SettingError, match=r"widgets need the extra notebook: pip install 'saizen\[notebook\]'"):
        explain(LISTS).widget()
    widget.widget_class.cache_clear()


@pytest.mark.parametrize(
    "state", [Othello(), TicTacToe(), ConnectFour(), Tree(LISTS), Tree(LISTS).children[0]], ids=repr
)
def test_positions_show_themselves(state: Any) -> None:
    shown = state._repr_mimebundle_()
    assert shown["text/plain"] == str(state)
    ET.fromstring(shown["image/svg+xml"])


def test_a_large_tree_shows_itself_as_text() -> None:
    assert list(Tree([list(range(30))] * 30)._repr_mimebundle_()) == ["text/plain"]
