"""The benchmarks run, agree on values and say what they measured; no test looks at a time."""

import json
import math
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from saizen import Othello, search
from saizen.games.base import final_score
from saizen.games.catalogue import make_game
from saizen.players.evaluators import discs
from saizen.players.games import play_games
from saizen.records.problems import read_problems
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


@pytest.fixture
def oracles(tmp_path: Path) -> Path:
    """Return a folder with files like the oracles', but of short problems."""
    problems = read_problems(ROOT / "tests" / "data" / "othello_ffo.obf")
    rows = [(problem.state.position_text().split(), problem.expected) for problem in problems[:3]]
    ffo = [
        {"id": number, "board": board, "to_move": side, "score": score}
        for number, ((board, side), score) in zip((40, 46, 49), rows, strict=True)
    ]
    (tmp_path / "othello_ffo.json").write_text(json.dumps(ffo))
    lines = ["board_a1_first_X_to_move,empties,score_for_X", *(f"{board},14,{score}" for (board, _), score in rows)]
    (tmp_path / "othello_endgames_20_empties.csv").write_text("\n".join(lines))
    return tmp_path


def test_solver_rows_give_results_nodes_and_what_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "numbers.json"
    done = run("--only", "solver-4x4,solver-4x6,solver-ffo-1-19", "--json", str(file))
    assert done.returncode == 0, done.stderr
    report = json.loads(file.read_text())["solver"]
    found = {name: [trial["result"] for trial in row["trials"]] for name, row in report["results"].items()}
    assert (found["solver-4x4"], found["solver-4x6"]) == ([-10], [16])
    assert len(found["solver-ffo-1-19"]) == 19
    assert all(trial["nodes"] > 0 for row in report["results"].values() for trial in row["trials"])
    assert {target["what"] for target in report["targets"]} == {
        "solver-4x4, CPU",
        "solver-4x6, CPU",
        "solver-ffo-1-19, CPU of all",
    }


def test_solver_rows_read_their_suites_from_the_oracles(oracles: Path) -> None:
    file = oracles / "numbers.json"
    rows = "solver-ffo-40-49,solver-20-empties,solver-threads"
    done = run("--only", rows, "--oracles", str(oracles), "--json", str(file))
    assert done.returncode == 0, done.stderr
    results = json.loads(file.read_text())["solver"]["results"]
    names = {name: [trial["name"] for trial in row["trials"]] for name, row in results.items()}
    assert names == {
        "solver-ffo-40-49": ["#40", "#46", "#49"],
        "solver-20-empties": ["1", "2", "3"],
        "solver-threads": [f"#{number}, {threads}" for number in (46, 49) for threads in ("1 thread", "2 threads")],
    }
    for words in ("    #46 ", "    #49, 2 threads ", "solver-threads, two against one", "at most 3.5 Gnodes"):
        assert words in done.stdout
    quick = run("--only", "solver-20-empties", "--oracles", str(oracles), "--quick")
    assert "solver-20-empties: a sample, every 10th position of the file" in quick.stdout


def test_suites_that_are_not_there_are_named_and_left_out(tmp_path: Path) -> None:
    done = run("--only", "solver-4x4,solver-20-empties", "--oracles", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert f"solver-20-empties: not measured, because {tmp_path}/othello_endgames_20_empties.csv" in done.stdout
    assert "solver-4x4, CPU" in done.stdout
    assert "solver-20-empties, mean CPU" not in done.stdout


def test_a_wrong_score_fails_the_run(oracles: Path) -> None:
    file = oracles / "othello_ffo.json"
    file.write_text(file.read_text().replace('"score": 18', '"score": 20'))
    done = run("--only", "solver-ffo-40-49", "--oracles", str(oracles))
    assert done.returncode == 1
    assert "WRONG   solver-ffo-40-49: #40: found 18, expected 20" in done.stdout


def test_the_solver_is_all_rows_of_the_solver(load: Any) -> None:
    names = load("run").read_names("startup,solver")
    assert names == ["startup", *(row.name for row in load("solver").ROWS)]
    assert set(load("solver_probe").rows(ROOT, 1)) == {*names} - {"startup", "perft-11"}


def test_endgames_are_the_same_every_time(load: Any) -> None:
    probe = load("solver_probe")
    first, again = ([work.problem for work in probe.endgames()] for _ in range(2))
    assert first == again
    assert len({problem.state for problem in first}) == len(first)
    for problem in first:
        assert problem.name == f"{64 - sum(problem.state.discs)} empties"
        assert not problem.state.is_over()


def test_perft_is_counted_as_published(load: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    probe = load("solver_probe")
    monkeypatch.setattr(probe, "PERFT_DEPTH", 6)
    assert probe.count_moves().result == 8200


def test_matches_are_played_and_checked(load: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    arena = load("arena")
    rows = [arena.Row("arena-random", "random", 40, 1), arena.Row("arena-minimax", "minimax:depth=2", 20, 1)]
    section = arena.measure(rows, rounds=1, quick=False)
    assert {name: row["games"] for name, row in section.data.items()} == {"arena-random": 40, "arena-minimax": 20}
    assert [(target.what, target.limit, target.at_least) for target in section.targets] == [
        ("arena-random", 1, True),
        ("arena-minimax", 1, True),
    ]
    assert not section.faults
    assert {name: row["games"] for name, row in arena.measure(rows, rounds=1, quick=True).data.items()} == {
        "arena-random": 4,
        "arena-minimax": 2,
    }
    monkeypatch.setattr(arena, "timed", lambda *_: (39, 1.0))
    assert arena.measure(rows[:1], rounds=1, quick=False).faults == ["arena-random: played 39 of 40 games"]


def test_the_arena_is_all_rows_of_the_arena(load: Any) -> None:
    assert load("run").read_names("arena") == ["arena-random", "arena-minimax"]
    assert [(row.name, row.asked) for row in load("arena").ROWS] == [("arena-random", 20_000), ("arena-minimax", 5_000)]


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "pvs"])
def test_a_copy_without_observer_answers_alike_and_tells_nobody(load: Any, name: str) -> None:
    observing = load("observing")
    source = (ROOT / "src" / "saizen" / "search" / f"{name}.py").read_text("utf-8")
    assert "observer.enter(" in source
    assert "observer." not in observing.without_observer(source).replace("search.observer", "")  # but its import
    copy, told = observing.unobserved(name), Mock()
    found = copy(Othello(4, 4), depth=3, evaluate=discs, observer=told)
    watched = getattr(search, name)(Othello(4, 4), depth=3, evaluate=discs, native=False, observer=told.other)
    assert (found.value, found.line, found.nodes) == (watched.value, watched.line, watched.nodes)
    assert told.other.enter.call_count == found.nodes
    assert not told.enter.called


def test_the_cost_of_observers_is_measured_for_each_search(load: Any) -> None:
    observing = load("observing")
    section = observing.measure(rounds=1, works=[observing.Work("small", Othello(4, 4), {"depth": 2})])
    assert [line[:2] for line in section.lines[1:]] == [[name, "small"] for name in observing.SEARCHES]
    assert [(target.what, target.limit) for target in section.targets] == [
        (f"{name}, all positions", 1.03) for name in ("minimax", "alphabeta", "pvs")
    ]
    assert not section.faults


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
