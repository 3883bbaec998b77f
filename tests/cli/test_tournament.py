"""`saizen tournament`: a class of players, good and bad, each in a process of its own, and a ladder."""

import json
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Write: TypeAlias = Callable[[str, str], str]
Terminal: TypeAlias = Callable[..., Any]
Class: TypeAlias = Callable[..., str]

FIRST = "return state.legal_moves()[0]"
STUDENTS = {
    "ann": (  # wins where she can, else the centre, else a corner
        "class Player:\n"
        "    def choose(self, state):\n"
        "        moves = state.legal_moves()\n"
        "        def good(move):\n"
        "            after = state.apply_move(move)\n"
        "            return after.is_over() and after.winner() is state.next_player, move == 4, move % 2 == 0\n"
        "        return max(moves, key=good)\n"
    ),
    "bob": f"print('hello')\ndef choose(state):\n    print('thinking', flush=True)\n    {FIRST}\n",
    "eve": "def choose(state): raise RuntimeError('again')\n",
    "joe": "class Joker:\n    def choose(self, state): return 99\n",
    "sam": (  # finds no secret
        "import os\n"
        "def choose(state):\n"
        "    secrets = open('/proc/self/environ').read() + str(os.environ) + str(os.listdir('.'))\n"
        "    assert 'password' not in secrets, 'found it'\n"
        "    assert not os.path.exists('bob.py')\n"
        f"    {FIRST}\n"
    ),
}
COMMAND = ("tournament", "tictactoe", "class", "--games", "2", "--workers", "2")


@pytest.fixture
def students(tmp_path: Path) -> Class:
    """Return a function that fills a folder with players' files."""

    def fill(**files: str) -> str:
        (tmp_path / "class").mkdir()
        for name, code in files.items():
            (tmp_path / "class" / f"{name}.py").write_text(code, encoding="utf-8")
        return "class"

    return fill


def found(result: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the answer of a run that went well, without its times."""
    assert result.returncode == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    for place in answer["ladder"]:
        del place["seconds_per_move"]
    return answer


def complaint(result: subprocess.CompletedProcess[str]) -> str:
    """Return the one line that says what was wrong."""
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    return line


def test_a_class_of_good_and_bad_players_gets_a_ladder(saizen: Run, students: Class) -> None:
    students(**STUDENTS)
    answer = found(saizen(*COMMAND, "--recover", "--json", SECRET="the password", PASSWORD_FILE="password"))
    assert list(answer) == ["schema", "players", "games", "reason", "ladder", "pairings"]
    assert answer["schema"] == "saizen/tournament/1"
    assert answer["players"] == ["ann", "bob", "eve", "joe", "sam"]
    assert (answer["games"], answer["reason"]) == (20, "all games played")
    ladder = {place["player"]: place for place in answer["ladder"]}
    faults = {name: place["faults"] for name, place in ladder.items()}
    assert faults == {"ann": {}, "bob": {}, "sam": {}, "eve": {"died": 7}, "joe": {"illegal": 7}}
    assert answer["ladder"][0]["player"] == "ann"
    assert {place["player"] for place in answer["ladder"][-2:]} == {"eve", "joe"}
    assert sum(place["points"] for place in answer["ladder"]) == 20
    assert {place["games"] for place in answer["ladder"]} == {8}
    points = [0.0] * 5
    for pairing in answer["pairings"]:
        one, two = pairing["players"]
        points[one] += pairing["wins"] + pairing["draws"] / 2
        points[two] += pairing["losses"] + pairing["draws"] / 2
        assert pairing["wins"] + pairing["draws"] + pairing["losses"] == 2
    assert {name: points[place] for place, name in enumerate(answer["players"])} == {
        name: place["points"] for name, place in ladder.items()
    }


def test_a_file_that_fails_all_the_time_does_not_stop_its_class(saizen: Run, students: Class) -> None:
    students(bad=STUDENTS["eve"], good=STUDENTS["bob"])
    answer = found(saizen("tournament", "tictactoe", "class", "--games", "8", "--faults", "3", "--json"))
    assert (answer["games"], answer["reason"]) == (8, "all games played")


def test_a_named_player_that_fails_all_the_time_stops_a_tournament(saizen: Run, students: Class) -> None:
    students(bad=STUDENTS["eve"])
    result = saizen(
        "tournament", "tictactoe", "class/bad.py:choose", "random", "--games", "8", "--faults", "3", "--json"
    )
    answer = json.loads(result.stdout)
    assert (result.returncode, answer["games"]) == (1, 3)
    assert answer["reason"] == "class/bad.py:choose failed 3 times in a row"


def test_a_player_that_never_answers_loses_by_the_clock(saizen: Run, students: Class) -> None:
    students(good=STUDENTS["ann"], looping="def choose(state):\n    while True: pass\n")
    answer = found(saizen("tournament", "tictactoe", "class", "--games", "1", "--per-move", "0.2", "--json"))
    assert [(place["player"], place["faults"]) for place in answer["ladder"]] == [
        ("good", {}),
        ("looping", {"no reply": 1}),
    ]


def test_people_get_a_cross_table(saizen: Run) -> None:
    result = saizen("tournament", "othello", "random", "alphabeta:depth=3", "maxflip", "--games", "20", "--plain")
    assert (result.returncode, result.stderr) == (0, "")
    head, *rows, last = result.stdout.splitlines()
    assert head.split() == ["Elo", "95", "%", "points", "1", "2", "3"]
    assert last == "  ended                 all games played"
    assert rows[0].split()[:2] == ["1", "alphabeta:depth=3"]
    table = [re.findall(r"(?:[\d.]+/\d+|(?<= )-(?= |$))", row) for row in rows]
    assert [len(row) for row in table] == [4, 4, 4]
    for number, (total, *cells) in enumerate(table):
        assert cells[number] == "-"
        points = [cell.split("/") for cell in cells if cell != "-"]
        assert float(total.split("/")[0]) == sum(float(won) for won, _ in points)
        assert int(total.split("/")[1]) == sum(int(games) for _, games in points) == 40
    assert sum(float(row[0].split("/")[0]) for row in table) == 60


def test_a_gauntlet_is_that_of_the_first(saizen: Run) -> None:
    answer = found(
        saizen("tournament", "tictactoe", "minimax", "random", "random", "--games", "4", "--gauntlet", "--json")
    )
    assert [pairing["players"] for pairing in answer["pairings"]] == [[0, 1], [0, 2]]
    assert answer["games"] == 8


def test_the_number_of_workers_and_a_journal_change_nothing(saizen: Run) -> None:
    command = (
        "tournament",
        "othello",
        "random",
        "maxflip",
        "minimax:depth=1",
        "--size",
        "6",
        "--games",
        "51",
        "--json",
    )
    answers = [found(saizen(*command, "--workers", str(workers))) for workers in (1, 2, 5)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0] == found(saizen(*command, "--journal", "games.journal"))
    assert answers[0] == found(saizen(*command, "--journal", "games.journal"))
    line = complaint(saizen(*command, "--gauntlet", "--journal", "games.journal"))
    assert "gauntlet was false, now true" in line


def test_a_page_and_the_games_are_written(saizen: Run, tmp_path: Path) -> None:
    files = ("--html", "report.html", "--transcripts", "games.txt")
    result = saizen("tournament", "tictactoe", "minimax", "random", "random", "--games", "2", *files)
    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "report.html").read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    games = [line.split("\t") for line in (tmp_path / "games.txt").read_text().splitlines()]
    assert [game[1:3] for game in games] == [
        ["minimax", "random"],
        ["random", "minimax"],
        ["minimax", "random"],
        ["random", "minimax"],
        ["random", "random"],
        ["random", "random"],
    ]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def choose(:\n", "'class/bad.py' is no player's file: invalid syntax"),
        ("x = 1\n", "'class/bad.py' defines nothing; call the player class Player, or the function choose"),
        ("import no_such_module\ndef choose(state): pass\n", "No module named 'no_such_module'"),
        ("class Player:\n    pass\n", "class/bad.py:Player has no method choose"),
    ],
)
def test_a_broken_file_is_refused_before_the_first_game(saizen: Run, students: Class, code: str, words: str) -> None:
    students(good=STUDENTS["bob"], bad=code)
    line = complaint(saizen(*COMMAND))
    assert words in line
    assert "bad.py" in line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("othello", "missing argument 'PLAYER... | DIRECTORY'"),
        ("othello random", "no folder 'random'; name two or more players, or a folder of their files"),
        ("othello empty", "'empty' has 0 players' files; a tournament needs 2 to 500"),
        ("othello missing/class", "no folder 'missing/class'; name two or more players"),
        ("othello random nobody", "unknown player 'nobody'"),
        ("othello random random --games 0", "'--games': 0 is not in the range x>=1"),
        ("othello random random --per-game x", "--per-game x: write SECONDS"),
    ],
)
def test_bad_input_is_refused(saizen: Run, tmp_path: Path, arguments: str, words: str) -> None:
    (tmp_path / "empty").mkdir()
    assert words in complaint(saizen("tournament", *arguments.split()))


def test_the_live_line_tells_how_far_it_is_and_control_c_leaves(terminal: Terminal) -> None:
    players = ("alphabeta:depth=3", "alphabeta:depth=2", "alphabeta:depth=4")
    child = terminal("tournament", "othello", *players, "--games", "20000", "--workers", "2", "--plain")
    child.expect(r"\r(\d+) of 60000 games +about \d+ (s|min) left")
    child.kill(signal.SIGINT)
    child.expect(r"ended +interrupted")
    assert "Traceback" not in child.read()
    child.close()
    assert child.exitstatus == 130
