"""The command at a pseudo-terminal: keys, the live line, and the ways to leave."""

import contextlib
import json
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pexpect
import pytest

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Terminal: TypeAlias = Callable[..., Any]

PROMPT = "black, your move: "
LIVE = r"depth \d+(, \d+ %)?  value \S+  [a-h].*nodes/s"
PEOPLE = ("play", "othello", "--first", "human", "--second", "human")
SLOW = ("play", "othello", "--first", "human", "--second", "pvs:seconds=60")


def leave(child: Any) -> tuple[str, int | None]:
    """Read to the end; return what was shown and the exit code."""
    shown: str = child.read()
    child.close()
    return shown, child.exitstatus


def kept_moves(tmp_path: Path) -> list[str]:
    moves = json.loads((tmp_path / "state" / "saizen" / "game.json").read_text(encoding="utf-8"))["moves"]
    assert isinstance(moves, list)
    return moves


def test_a_person_plays_against_the_machine(terminal: Terminal) -> None:
    child = terminal("play", "othello", "--second", "maxflip")
    child.expect(PROMPT)
    assert "3 . . . + . . . ." in child.before
    child.sendline("d3")
    child.expect("black \\(human\\) plays d3")
    child.expect("white \\(maxflip\\) plays c3")
    child.expect(PROMPT)
    child.sendline("quit")
    shown, code = leave(child)
    assert code == 0
    assert "Game saved to " in shown


def test_a_person_who_names_nobody_plays_against_a_search(terminal: Terminal) -> None:
    child = terminal("play", "tictactoe")
    child.expect("X, your move: ")
    child.sendline("b2")
    child.expect("O \\(pvs:seconds=1\\) plays a1")
    child.expect("X, your move: ")
    child.sendeof()
    assert leave(child)[1] == 0


def test_a_person_who_names_nobody_plays_othello_against_an_engine_that_errs(terminal: Terminal) -> None:
    child = terminal("play")
    child.expect(PROMPT)
    child.sendline("d3")
    child.expect("white \\(engine:human=800\\) plays ")
    child.expect(PROMPT)
    child.sendline("hint")
    child.expect(r"Best: \w\d \(\S+, depth \d+, \d+ %\)")
    child.sendline("quit")
    assert leave(child)[1] == 0


def test_the_tab_key_completes_moves_and_commands(terminal: Terminal) -> None:
    child = terminal(*PEOPLE)
    child.expect(PROMPT)
    child.send("d\t\n")
    child.expect("black \\(human\\) plays d3")
    child.expect("white, your move: ")
    child.send("und\t\n")
    child.expect("2 \\| black to move")
    child.expect(PROMPT)
    child.send("F\t\n")
    child.expect("black \\(human\\) plays f5")


def test_the_tab_key_completes_names_of_any_character(terminal: Terminal) -> None:
    child = terminal("play", '{"go left": 1, "go-right": 2}', "--first", "human", "--second", "random")
    child.expect("MAX, your move: ")
    child.send("go-\t\n")
    child.expect("MAX \\(human\\) plays go-right")


def test_end_of_input_leaves_cleanly_with_the_game_kept(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal(*PEOPLE)
    child.expect(PROMPT)
    child.sendline("d3")
    child.expect("white, your move: ")
    child.sendeof()
    shown, code = leave(child)
    assert code == 0
    assert "Game saved to " in shown
    assert kept_moves(tmp_path) == ["d3"]


def test_control_c_at_the_prompt_leaves_with_the_game_kept(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal(*PEOPLE)
    child.expect(PROMPT)
    child.sendline("d3")
    child.expect("white, your move: ")
    child.sendintr()
    shown, code = leave(child)
    assert code == 130
    assert "Game saved to " in shown
    assert "Traceback" not in shown
    assert kept_moves(tmp_path) == ["d3"]


def test_control_c_while_the_machine_thinks_leaves_with_the_game_kept(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal(*SLOW)
    child.expect(PROMPT)
    child.sendline("d3")
    child.expect(LIVE)
    child.sendintr()
    child.sendintr()  # impatience must not cost the game
    shown, code = leave(child)
    assert code == 130
    assert "Game saved to " in shown
    assert "Traceback" not in shown
    assert kept_moves(tmp_path) == ["d3"]
    again = terminal("play", "--load", str(tmp_path / "state" / "saizen" / "game.json"), "--second", "maxflip")
    again.expect("white \\(maxflip\\) plays c3")


def test_a_closed_terminal_keeps_the_game(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal(*PEOPLE)
    child.expect(PROMPT)
    child.sendline("d3")
    child.expect("white, your move: ")
    with contextlib.suppress(pexpect.ExceptionPexpect):  # raised if the process takes its time
        child.close(force=False)
    for _ in range(300):
        if not child.isalive():
            break
        time.sleep(0.1)
    assert kept_moves(tmp_path) == ["d3"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("hint", "othello", "--seconds", "60", "--no-book"),
        ("solve", "othello", "--size", "6", "--seconds", "60"),
        ("compare", "othello", "--depth", "30", "--seconds", "60"),
        ("perft", "othello", "--depth", "30"),
    ],
)
def test_control_c_stops_any_search(terminal: Terminal, arguments: tuple[str, ...]) -> None:
    child = terminal(*arguments)
    child.expect(pexpect.TIMEOUT, timeout=1.2)
    child.sendintr()
    shown, code = leave(child)
    assert code == 130
    assert "Traceback" not in shown


def test_a_long_search_shows_a_live_line_and_wipes_it(terminal: Terminal) -> None:
    child = terminal("play", "othello", "--first", "pvs:seconds=2", "--second", "human")
    child.expect(LIVE)
    child.expect("\r +\r")
    child.expect("black \\(pvs:seconds=2\\) plays")
    child.expect("white, your move: ")


def test_the_engine_shows_what_it_has_found_so_far(terminal: Terminal) -> None:
    child = terminal("hint", "othello", "--seconds", "60", "--no-book")
    child.expect(r"depth \d+, 73 %  value \S+  [a-h]\d .*nodes/s")
    child.sendintr()
    assert leave(child)[1] == 130


def test_the_live_line_is_shown_in_japanese_too(terminal: Terminal) -> None:
    child = terminal("hint", "othello", "--seconds", "2", "--no-book", "--lang", "ja")
    child.expect(r"深さ \d+、\d+ %  値 ")
    child.expect("黒の番")


def test_no_live_line_where_stderr_is_no_terminal(saizen: Run, terminal: Terminal) -> None:
    result = saizen("hint", "othello", "--seconds", "1.5", "--no-book")
    assert (result.returncode, result.stderr) == (0, "")
    child = terminal("hint", "othello", "--seconds", "1.5", "--no-book", "--json")
    shown, code = leave(child)
    assert code == 0
    assert json.loads(shown)["schema"] == "saizen/hint/1"


def test_no_colour_means_no_colour(terminal: Terminal) -> None:
    for settings in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        child = terminal("play", "tictactoe", "--first", "human", "--second", "random", **settings)
        child.expect("X, your move: ")
        before = child.before
        child.sendline("hint")
        child.expect("Best: ")
        child.sendline("quit")
        shown = before + child.before + leave(child)[0]
        assert re.search(r"\x1b\[[0-9;]*m", shown) is None


def test_a_plain_terminal_is_ascii(terminal: Terminal) -> None:
    for encoding in ("ascii", "cp1252"):
        child = terminal(*PEOPLE, "--plain", "--lang", "ja", PYTHONIOENCODING=encoding)
        child.expect(PROMPT)
        shown = child.before
        child.sendline("d3")
        child.expect("white, your move: ")
        shown += child.before
        child.sendline("quit")
        assert (shown + leave(child)[0]).isascii()


def test_japanese_is_typed_and_shown(terminal: Terminal) -> None:
    child = terminal(*PEOPLE, "--lang", "ja")
    child.expect("黒、あなたの番です: ")
    child.sendline("ｄ３")
    child.expect("白、あなたの番です: ")
    child.sendline("パス")
    child.expect("illegal move 'パス'")
    child.expect("白、あなたの番です: ")
    child.sendline("quit")
    child.expect("対局を .* に保存しました")
    child.expect(pexpect.EOF)
