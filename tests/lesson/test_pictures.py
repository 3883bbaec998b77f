"""The tree of a search at any step says what replaying the search says."""

import pytest

from saizen.errors import SettingError
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.lesson.pictures import pictures, png_of, step_svg, step_text, step_tikz
from saizen.lesson.recording import LESSONS, record
from saizen.lesson.replay import replay
from saizen.lesson.sentences import value_text
from saizen.records.transcript import follow

TREE = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


@pytest.mark.parametrize("algorithm", LESSONS)
def test_every_step_shows_the_values_of_its_frame(algorithm: str) -> None:
    trace = record(TREE, algorithm)
    for step in range(len(trace.events) + 1):
        frame = replay(trace, step)
        for picture, view in zip(pictures(trace, step, "en"), frame.views, strict=True):
            assert picture.is_skipped is view.is_skipped
            if view.value is not None:
                assert picture.value.endswith(value_text(view.value))


def test_leaves_show_their_values_before_the_search_comes_to_them() -> None:
    first = pictures(record(TREE), 0, "en")
    assert [picture.value for picture in first if picture.value] == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]
    assert not any(picture.is_current for picture in first)


def test_minimax_shows_no_windows() -> None:
    assert not any(picture.window for picture in pictures(record(TREE, "minimax"), None, "en"))


def test_a_cut_says_how_many_leaves_it_saves_in_both_languages() -> None:
    trace = record(Tree([5, [3, [1, 2], 4]]))
    notes = [[picture.note for picture in pictures(trace, None, language) if picture.note] for language in ("en", "ja")]
    assert notes == [["2 leaves cut", "1 leaf cut"], ["葉 2 個を省略", "葉 1 個を省略"]]


def test_what_is_not_kept_is_marked() -> None:
    trace = record(TicTacToe(), most_nodes=50)
    marked = [picture.note for picture in pictures(trace, None, "en")]
    assert marked.count("truncated here") == len(trace.truncated) > 0


def test_games_show_their_boards() -> None:
    position, _ = follow(TicTacToe(), "a1b2c3a3c1")
    assert step_svg(record(position)).count("<circle") > 5 * 10


def test_a_picture_becomes_a_png() -> None:
    png = png_of(step_svg(record(TREE)))
    assert png[:8] == b"\x89PNG\r\n\x1a\n"


def test_without_the_extra_a_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(SettingError, match=r"PNG needs the extra png: pip install 'saizen\[png\]'"):
        png_of("<svg/>")


def test_text_and_latex_tell_the_same_tree() -> None:
    trace = record(TREE)
    assert step_text(trace).count("\n") == len(trace.nodes) - 1
    assert step_tikz(trace).count(r"\draw[") == len(trace.nodes) - 1
