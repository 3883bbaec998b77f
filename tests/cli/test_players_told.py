"""`saizen play` tells its players of the game's course and lets them go, however the game ends."""

import json
import os
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Terminal: TypeAlias = Callable[..., Any]
Write: TypeAlias = Callable[[str, str], str]

ENGINE = Path(__file__).parents[1] / "players" / "engines" / "engine.py"
OPENING = ("play", "othello", "--moves", "f5d6c3d3", "--first", "human", "--plain")
DIARY = """
class Diary:
    def __init__(self):
        self.note("made")

    def note(self, *words):
        with open("diary", "a") as file:
            print(*words, file=file)

    def start_game(self, start):
        self.note("begin", sum(start.discs))

    def watch(self, state, move):
        self.note(state.move_name(move))

    def choose(self, state):
        return state.legal_moves()[0]

    def close(self):
        self.note("closed")


class Torn(Diary):
    def close(self):
        raise OSError("the diary is locked")


class Absent(Diary):
    def start_game(self, start):
        raise RuntimeError("not today")


class Blind(Diary):
    def watch(self, state, move):
        raise RuntimeError("nothing to see")
"""


class Programs:
    """Gives the specs of scripted programs, and proves that none of their processes is left."""

    def __init__(self, pipe: Path) -> None:
        self.pipe = pipe
        os.mkfifo(pipe)
        self.descriptor = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # every process of a program holds the other end

    def spec(self, protocol: str, mode: str = "good") -> str:
        command = shlex.join([sys.executable, str(ENGINE), protocol, mode, str(self.pipe)])
        return f"{protocol}[start=30]:{command}"

    def started(self) -> int:
        """Return how many processes there were; fails if one is left."""
        text = b""
        while chunk := os.read(self.descriptor, 4096):  # raises BlockingIOError while someone holds the other end
            text += chunk
        return len(text.split())

    def wait_for(self, word: bytes) -> None:
        """Wait until a process has written a word."""
        poller, text = select.poll(), b""
        poller.register(self.descriptor, select.POLLIN)
        while word not in text:
            assert poller.poll(30_000), f"no process wrote {word!r}"
            text += os.read(self.descriptor, 4096)


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    made = Programs(tmp_path / "programs")
    yield made
    os.close(made.descriptor)


@pytest.fixture
def diary(tmp_path: Path, write: Write) -> Callable[[], list[str]]:
    """Write the players of `diary.py`, and return a function that reads what they noted."""
    write("diary.py", DIARY)
    return lambda: (tmp_path / "diary").read_text().splitlines()


def kept_moves(tmp_path: Path) -> list[str]:
    moves = json.loads((tmp_path / "state" / "saizen" / "game.json").read_text(encoding="utf-8"))["moves"]
    assert isinstance(moves, list)
    return moves


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_a_program_joins_after_an_opening_and_is_gone_in_the_end(
    saizen: Run, programs: Programs, protocol: str
) -> None:
    result = saizen(*OPENING, "--second", programs.spec(protocol), typed="c4\nundo\nc4\nmoves\nquit\n")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count(" plays b3\n") == 2
    assert "Moves: f5 d6 c3 d3 c4 b3\n" in result.stderr
    assert programs.started() == 1


def test_two_programs_play_to_the_end(saizen: Run, programs: Programs) -> None:
    players = ("--first", programs.spec("nboard"), "--second", programs.spec("gtp"))
    result = saizen("play", "othello", "--size", "6", *players, "--json")
    found = json.loads(result.stdout)
    assert (result.returncode, result.stderr, found["over"]) == (0, "", True)
    assert programs.started() == 2


@pytest.mark.parametrize("ending", ["", "quit\n"])
def test_whoever_leaves_leaves_no_process(saizen: Run, programs: Programs, ending: str) -> None:
    assert saizen(*OPENING, "--second", programs.spec("gtp"), typed=f"c4\n{ending}").returncode == 0
    assert programs.started() == 1


def test_a_program_that_fails_ends_the_game_in_one_line_and_the_game_is_kept(
    saizen: Run, programs: Programs, tmp_path: Path
) -> None:
    result = saizen("play", "othello", "--first", "human", "--second", programs.spec("gtp", "crash"), typed="d3\n")
    assert result.returncode == 1
    assert "died (it exited with code 3); asked: genmove white; its stderr ends: 'assertion failed" in result.stderr
    assert "Traceback" not in result.stderr
    assert kept_moves(tmp_path) == ["d3"]
    assert programs.started() == 1


def test_a_program_that_resigns_leaves_a_game_that_is_kept(saizen: Run, programs: Programs, tmp_path: Path) -> None:
    result = saizen("play", "othello", "--first", "human", "--second", programs.spec("gtp", "resign"), typed="d3\n")
    assert result.returncode == 0
    assert " resigns for white in " in result.stderr
    assert kept_moves(tmp_path) == ["d3"]
    assert programs.started() == 1


def test_a_start_that_a_program_cannot_have_is_refused_before_the_game(saizen: Run, programs: Programs) -> None:
    result = saizen("play", "othello", "--start", "mirrored", "--first", "random", "--second", programs.spec("gtp"))
    assert (result.returncode, result.stdout) == (2, "")
    assert "GTP cannot set up " in result.stderr
    assert programs.started() == 1


def test_control_c_while_a_program_thinks_ends_it(terminal: Terminal, programs: Programs, tmp_path: Path) -> None:
    child = terminal("play", "othello", "--first", "human", "--second", programs.spec("gtp", "stall"))
    child.expect("black, your move: ")
    child.sendline("d3")
    programs.wait_for(b"\n0\n")  # it thinks
    child.sendintr()
    child.sendintr()
    shown = child.read()
    child.close()
    assert child.exitstatus == 130
    assert "Game saved to " in shown
    assert "Traceback" not in shown
    assert kept_moves(tmp_path) == ["d3"]
    programs.started()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_the_prompt_leaves_no_process(terminal: Terminal, programs: Programs, number: int) -> None:
    child = terminal(*OPENING, "--second", programs.spec("nboard"))
    child.expect("black, your move: ")
    child.kill(number)
    assert "Game saved to " in child.read()
    child.close()
    assert programs.started() == 1


def test_a_player_sees_the_game_from_its_start_and_again_after_an_undo(
    saizen: Run, diary: Callable[[], list[str]]
) -> None:
    typed = "c4\nundo\nundo\nredo\ne3\nquit\n"
    result = saizen(*OPENING[:4], "--first", "human", "--second", "diary.py:Diary", typed=typed)
    assert result.returncode == 0
    opening = ["begin 4", "f5", "d6", "c3", "d3"]
    assert diary() == [
        *("made", *opening, "c4", "b3"),
        *opening,  # without the person's c4 and the reply
        *("begin 4", "f5", "d6"),  # without the c3 of the opening, the person's too, and the reply
        *("c3", "d3"),
        *("e3", "b2", "closed"),
    ]


def test_the_end_of_a_game_is_seen_too(saizen: Run, diary: Callable[[], list[str]]) -> None:
    players = ("--first", "diary.py:Diary", "--second", "random")
    line = json.loads(saizen("play", "othello", "--size", "4", *players, "--json").stdout)["line"]
    assert diary() == ["made", "begin 4", *line, "closed"]


def test_a_game_that_is_loaded_has_its_own_players(saizen: Run, diary: Callable[[], list[str]], tmp_path: Path) -> None:
    """The former ones go when the new ones are ready; where these cannot be, the former ones stay."""
    saved = {"schema": "saizen/game/1", "game": "othello", "size": "4", "position": None, "seed": 0, "moves": ["b1"]}
    for name, first, second in (("good", "diary.py:Diary", "human"), ("bad", "diary.py:Diary", "diary.py:Absent")):
        (tmp_path / f"{name}.json").write_text(json.dumps(saved | {"first": first, "second": second}))
    arguments = ("play", "othello", "--first", "human", "--second", "diary.py:Diary")
    result = saizen(*arguments, typed="load bad.json\nmoves\nload good.json\nmoves\n")
    assert "diary.py:Absent failed: RuntimeError: not today" in result.stderr
    assert "Moves: \n" in result.stderr
    assert "Moves: b1\n" in result.stderr
    assert diary() == [
        *("made", "begin 4"),
        *("made", "begin 4", "made", "closed", "closed"),
        *("made", "begin 4", "closed", "b1", "closed"),
    ]


def test_a_player_that_fails_to_close_costs_no_game(saizen: Run, diary: Callable[[], list[str]]) -> None:
    players = ("--first", "diary.py:Diary", "--second", "diary.py:Torn")
    result = saizen("play", "othello", "--size", "4", *players)
    assert result.returncode == 0
    assert "\nResult: " in result.stdout
    assert "diary.py:Torn failed: OSError: the diary is locked" in result.stderr
    assert diary()[-1] == "closed"


def test_a_player_that_fails_to_watch_ends_the_game(
    saizen: Run, diary: Callable[[], list[str]], tmp_path: Path
) -> None:
    result = saizen("play", "othello", "--first", "human", "--second", "diary.py:Blind", typed="d3\nc3\n")
    assert result.returncode == 2
    assert "diary.py:Blind failed: RuntimeError: nothing to see" in result.stderr
    assert kept_moves(tmp_path) == ["d3"]
    assert diary()[-1] == "closed"
