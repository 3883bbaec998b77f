"""The benchmarks run, agree on values and say what they measured; no test looks at a time."""

import json
import math
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from saizen import Othello
from saizen.games.base import final_score
from saizen.games.catalogue import make_game
from saizen.players.evaluators import discs
from saizen.players.games import play_games
from saizen.search import alphabeta, minimax, solve

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


@pytest.mark.parametrize("size", [4, 6, 8])
def test_plain_othello_has_the_moves_and_scores_of_ours(load: Any, size: int) -> None:
    rules = load("games.plain_othello").Rules(size)
    for game in play_games(Othello(size, size), "random", "random", games=20):
        state, board = Othello(size, size), rules.start
        for move in game.moves:
            assert (board.own, board.other) == (state.own, state.other)
            assert tuple(rules.legal_moves(board)) == state.legal_moves()
            assert not rules.is_over(board)
            assert rules.score(board) == discs(state)
            state, board = state.apply_move(move), rules.apply_move(board, move)
        assert rules.is_over(board)
        assert rules.score(board) == final_score(state)


def test_small_othello_by_hand_has_the_value_of_ours(load: Any) -> None:
    assert load("hand_written").solve_small_othello() == solve(Othello(4, 4)).value == -10


def test_native_rows_give_values_nodes_and_what_is_promised(tmp_path: Path) -> None:
    file = tmp_path / "numbers.json"
    done = run("--only", "othello-alphabeta-6,othello-depth-2-game,call-legal-moves", "--json", str(file))
    assert done.returncode == 0, done.stderr
    report = json.loads(file.read_text())["searches"]
    assert report["results"]["othello-alphabeta-6"]["ours"]["nodes"] == 1348
    assert report["results"]["othello-alphabeta-6"]["ours"]["value"] == -2
    promised = [(target["what"], target["unit"], target["at_least"]) for target in report["targets"]]
    assert promised == [("othello-depth-2-game", "games/s", True), ("call-legal-moves", "ns", False)]


def test_a_lead_is_taken_over_the_fastest_peer_only(load: Any) -> None:
    searches, outcome = load("searches"), load("contest").Outcome
    (row,) = (row for row in load("rows").ROWS if row.name == "othello-4x4-solved")
    times = {"ours": 1.0, "hand-written": 5.0, "easyAI 2.0.12": 30.0, "aima3 1.0.11": 25.0}
    result = searches.Result(row, {name: outcome(seconds) for name, seconds in times.items()})
    (target,) = searches.targets(result)
    assert str(target) == "met     othello-4x4-solved, faster than aima3 1.0.11, the fastest peer: 25×, at least 20×"


def test_durations_have_the_unit_that_suits_them(load: Any) -> None:
    duration = load("report").duration
    assert [duration(seconds) for seconds in (2.5, 0.0123, 4.25e-6, 1.5e-7)] == [
        "2.5 s",
        "12.3 ms",
        "4.25 µs",
        "150 ns",
    ]


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
    (row,) = (row for row in load("rows").ROWS if row.name == "tictactoe-alphabeta")
    section = searches.measure([row], rounds=1, peers=True)
    text = report.section_text(section)
    assert "tictactoe-alphabeta: easyAI 2.0.12: no such registry" in text
    assert text.count("no result") == 3
    assert not section.faults


def test_values_that_differ_are_a_fault(load: Any) -> None:
    searches, contest = load("searches"), load("contest")
    outcomes = {"ours": contest.Outcome(1.0, 0), "hand-written": contest.Outcome(1.0, 1)}
    result = searches.Result(load("rows").ROWS[0], outcomes)
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
