"""`saizen check-engine`: a table, or JSON, and an exit code."""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
ENGINE = Path(__file__).parents[1] / "players" / "engines" / "engine.py"


def spec(mode: str, protocol: str = "nboard") -> str:
    return f"{protocol}[start=30,margin=20]:{shlex.join([sys.executable, str(ENGINE), protocol, mode])}"


def test_a_good_program_is_right_in_all(saizen: Run) -> None:
    result = saizen("check-engine", spec("good"))
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "ok     starts and answers a ping",
        "ok     answers go with legal moves",
        "ok     goes on after an opening",
        "ok     passes when it must",
        "ok     keeps to its time",
        "ok     ends when told to quit",
    ]


def test_what_is_wrong_is_said_on_its_line(saizen: Run) -> None:
    result = saizen("check-engine", spec("illegal"), "--plain")
    assert (result.returncode, result.stderr) == (1, "")
    assert "wrong  answers go with legal moves: illegal: played an illegal move 'A1' for black in " in result.stdout
    assert result.stdout.isascii()


@pytest.mark.parametrize(("mode", "code"), [("good", 0), ("dead on arrival", 1)])
def test_the_checks_are_answered_in_json(saizen: Run, mode: str, code: int) -> None:
    result = saizen("check-engine", spec(mode, "gtp"), "--json")
    assert (result.returncode, result.stderr) == (code, "")
    found = json.loads(result.stdout)
    assert list(found) == ["schema", "program", "ok", "checks"]
    assert found["schema"] == "saizen/check-engine/1"
    assert found["ok"] is (code == 0)
    assert all(list(row) == ["check", "ok", "problem"] for row in found["checks"])
    assert all(row["ok"] is (row["problem"] is None) for row in found["checks"])


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("random", "'random' is no outside program; use gtp:COMMAND or nboard:COMMAND"),
        ("gtp:no-such-program", "no such program 'no-such-program'"),
        ("uci:engine", "unknown player 'uci'; known: human"),
    ],
)
def test_what_is_no_program_is_bad_input(saizen: Run, program: str, words: str) -> None:
    result = saizen("check-engine", program)
    assert (result.returncode, result.stdout) == (2, "")
    assert words in result.stderr


def test_help_has_an_example(saizen: Run) -> None:
    result = saizen("check-engine", "--help")
    assert result.returncode == 0
    assert "Example: saizen check-engine" in result.stdout
    assert "\n  check-engine " in saizen("--help").stdout
