"""The benchmarks run, agree on values and say what they measured; no test looks at a time."""

import json
import math
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from saizen.games.catalogue import make_game
from saizen.search import alphabeta, minimax

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import a module of the benchmarks."""
    monkeypatch.syspath_prepend(ROOT)
    return lambda name: import_module(f"benchmarks.{name}")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "benchmarks/run.py", "--peers", "none", "--repeats", "1", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_the_game_of_the_benchmark_keeps_the_contract_with_five_members_only() -> None:
    start = make_game(f"{ROOT}/benchmarks/games/plain_tictactoe.py:TicTacToe")
    members = {name for name in dir(start) if not name.startswith("_")}
    assert members == {"board", "next_player", "legal_moves", "apply_move", "is_over", "winner"}


def test_hand_written_recursions_have_the_values_of_our_searches(load: Any) -> None:
    hand_written = load("hand_written")
    start = load("games.plain_tictactoe").TicTacToe()
    for first, second in [(0, 1), (1, 0), (4, 1), (1, 4), (0, 4)]:
        state = start.apply_move(first).apply_move(second)
        value = minimax(state).value
        assert alphabeta(state).value == value
        assert hand_written.minimax(state) == value  # the first side is to move
        assert hand_written.alphabeta(state, -math.inf, math.inf) == value


def test_the_table_and_the_json_have_the_rows_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "numbers.json"
    done = run("--only", "tictactoe-alphabeta,startup", "--json", str(file))
    assert done.returncode == 0, done.stderr
    for name in ("ours", "hand-written", "tictactoe-alphabeta", "saizen --help", "import saizen"):
        assert name in done.stdout
    assert "tictactoe-minimax" not in done.stdout
    report = json.loads(file.read_text())
    assert report["schema"] == "saizen/benchmarks/1"
    row = report["searches"]["results"]["tictactoe-alphabeta"]
    assert {name: outcome["value"] for name, outcome in row.items()} == {"ours": 0, "hand-written": 0}
    assert row["ours"]["nodes"] == 18297


def test_a_peer_that_cannot_be_installed_is_named_with_the_reason(load: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    searches, report = load("searches"), load("report")
    monkeypatch.setattr(load("environment"), "install", lambda requirements: "no such registry")
    (row,) = (row for row in searches.ROWS if row.name == "tictactoe-alphabeta")
    section = searches.measure([row], rounds=1, peers=True)
    text = report.section_text(section)
    assert "tictactoe-alphabeta: easyAI 2.0.12: no such registry" in text
    assert text.count("no result") == 3
    assert not section.faults


def test_values_that_differ_are_a_fault(load: Any) -> None:
    searches, contest = load("searches"), load("contest")
    outcomes = {"ours": contest.Outcome(1.0, 0), "hand-written": contest.Outcome(1.0, 1)}
    result = searches.Result(searches.ROWS[0], outcomes)
    assert searches.disagreements(result) == ["tictactoe-minimax: values differ: {'ours': 0, 'hand-written': 1}"]


@pytest.mark.slow
def test_memory_of_a_search_does_not_follow_its_nodes() -> None:
    done = run("--only", "memory")
    assert done.returncode == 0, done.stderr
    assert "met     alphabeta, memory for each further node" in done.stdout


def test_an_unknown_row_is_refused_with_the_known_ones() -> None:
    done = run("--only", "chess")
    assert done.returncode == 2
    assert "unknown row 'chess'; known: tictactoe-minimax" in done.stderr


def test_no_rounds_are_refused() -> None:
    done = run("--repeats", "0")
    assert done.returncode == 2
    assert "--repeats 0 measures nothing; use 1 or more" in done.stderr
