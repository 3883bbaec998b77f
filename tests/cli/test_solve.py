"""`saizen solve` on Othello: every move, who wins, threads, a store of proofs, and whole suites."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.engine.installed import ensure_version

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Write: TypeAlias = Callable[[str, str], str]

# FFO #1, and the score of each move.
BOARD = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
SCORES = {"g8": 18, "h1": 12, "h7": 6, "a2": 6, "a3": 4, "b1": -4, "a4": -22, "g2": -24}
FFO_1 = ("solve", "othello", "--position", f"{BOARD} X", "--plain")
SUITES = {
    "suite.obf": f"% FFO #1\n{BOARD} X; g8:+18; h1:+12;\n",
    "suite.csv": f"board,score\n{BOARD},18\n",
    "suite.json": f'[{{"board": "{BOARD}", "to_move": "X", "score": 18}}]',
}


@pytest.fixture(autouse=True)
def version(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make sure that saizen has a version to write into a store."""
    ensure_version(tmp_path_factory.mktemp("installed"), monkeypatch)


def answer(result: subprocess.CompletedProcess[str], status: int = 0) -> dict[str, Any]:
    assert (result.returncode, result.stderr) == (status, "")
    found: dict[str, Any] = json.loads(result.stdout)
    assert found["schema"] == "saizen/solve/1"
    return found


def complaint(result: subprocess.CompletedProcess[str]) -> str:
    """Return the one line that says what was wrong."""
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    return line


def test_all_moves_are_shown_best_first(saizen: Run) -> None:
    result = saizen(*FFO_1, "--all-moves")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert "Value: +18 for black (exact)" in lines
    rows = [line.split() for line in lines if line.split() and line.split()[0] in SCORES]
    assert dict(rows) == {move: f"{score:+d}" for move, score in SCORES.items()}
    assert [int(score) for _, score in rows] == sorted(SCORES.values(), reverse=True)


def test_all_moves_are_listed_in_json(saizen: Run) -> None:
    found = answer(saizen(*FFO_1, "--all-moves", "--json"))
    exact = {"kind": "exact", "depth": None, "selectivity": None}
    assert {move["move"]: move["value"] for move in found["moves"]} == SCORES
    assert all(move["lower"] == move["upper"] == move["value"] for move in found["moves"])
    assert all(move["provenance"] == exact for move in found["moves"])
    assert (found["value"], found["winner"], found["move"]) == (18, "first", "g8")
    assert found["line"] == answer(saizen(*FFO_1, "--json"))["line"]
    assert found["discs"] == [41, 23]  # after the line, which leads to the end of the game


def test_all_moves_are_kept_in_the_store_and_found_there(saizen: Run) -> None:
    first = answer(saizen(*FFO_1, "--all-moves", "--store", "proofs.db", "--json"))
    again = answer(saizen(*FFO_1, "--all-moves", "--store", "proofs.db", "--nodes", "1", "--json"))
    assert again == first
    alone = answer(saizen(*FFO_1, "--store", "proofs.db", "--nodes", "1", "--json"))
    assert (alone["value"], alone["line"], alone["discs"]) == (18, first["line"], [41, 23])
    after = answer(saizen(*FFO_1, "--moves", "a4", "--store", "proofs.db", "--nodes", "1", "--json"))
    assert (after["value"], after["exact"]) == (22, True)


def test_moves_that_a_limit_leaves_open_are_bounds(saizen: Run) -> None:
    found = answer(saizen(*FFO_1, "--all-moves", "--nodes", "1", "--json"))
    assert {move["move"] for move in found["moves"]} == set(SCORES)
    assert {move["provenance"]["kind"] for move in found["moves"]} == {"bound"}
    assert (found["value"], found["move"], found["line"]) == (None, None, [])  # nothing proved, nothing claimed
    result = saizen(*FFO_1, "--all-moves", "--nodes", "1")
    assert "-64..64" in result.stdout
    assert "Best play" not in result.stdout


def test_wld_says_only_who_wins(saizen: Run) -> None:
    found = answer(saizen(*FFO_1, "--wld", "--json"))
    assert (found["winner"], found["exact"], found["value"]) == ("first", False, None)
    assert 0 < found["lower"] <= 18 <= found["upper"]
    result = saizen(*FFO_1, "--wld")
    assert result.returncode == 0
    assert "which is all that was asked" in result.stdout
    lost = "--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O"  # FFO #9, white loses by 8
    assert answer(saizen("solve", "--position", lost, "--wld", "--json"))["winner"] == "first"


@pytest.mark.parametrize("options", [("--threads", "2"), ("--hash", "1"), ("--hash", "256", "--threads", "3")])
def test_threads_and_the_table_leave_the_value_as_it_is(saizen: Run, options: tuple[str, ...]) -> None:
    found = answer(saizen(*FFO_1, *options, "--json"))
    assert (found["value"], found["exact"], found["line"][0]) == (18, True, "g8")


def test_a_second_run_answers_from_the_store(saizen: Run, tmp_path: Path) -> None:
    first = answer(saizen(*FFO_1, "--store", "proofs.db", "--json"))
    assert (tmp_path / "proofs.db").exists()
    again = answer(saizen(*FFO_1, "--store", "proofs.db", "--nodes", "1", "--json"))
    assert again == first
    assert again["exact"]


def test_a_store_that_is_none_is_refused(saizen: Run, write: Write) -> None:
    name = write("proofs.db", "no database" * 100)
    assert f"cannot use the store '{name}': file is not a database" in complaint(saizen(*FFO_1, "--store", name))


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_is_solved_problem_by_problem(saizen: Run, write: Write, name: str) -> None:
    result = saizen("solve", "--file", write(name, SUITES[name]))
    assert (result.returncode, result.stderr) == (0, "")
    header, row, total = result.stdout.splitlines()
    assert header.split() == ["problem", "expected", "found", "nodes", "seconds"]
    assert row.split()[:3] == ["2" if name.endswith("obf") else "1", "+18", "+18"]
    assert total.split()[:2] == ["total", row.split()[3]]
    found = answer(saizen("solve", "--file", name, "--json"))
    assert found["right"]
    (problem,) = found["problems"]
    assert (problem["expected"], problem["value"], problem["move"], problem["exact"]) == (18, 18, "g8", True)
    assert found["nodes"] == problem["nodes"]


def test_a_value_that_differs_from_the_file_is_marked_and_exits_1(saizen: Run, write: Write) -> None:
    name = write("suite.csv", f"board,score\n{BOARD},18\n{BOARD},20\n{BOARD},\n")
    result = saizen("solve", "--file", name)
    assert (result.returncode, result.stderr) == (1, "")
    assert [line.endswith("  wrong") for line in result.stdout.splitlines()] == [False, False, True, False, False]
    found = answer(saizen("solve", "--file", name, "--json"), status=1)
    assert not found["right"]
    assert [problem["expected"] for problem in found["problems"]] == [18, 20, None]


def test_a_suite_takes_the_options_of_a_position(saizen: Run, write: Write) -> None:
    name = write("suite.obf", SUITES["suite.obf"])
    options = ("--wld", "--threads", "2", "--hash", "2", "--store", "proofs.db", "--json")
    (problem,) = answer(saizen("solve", "--file", name, *options))["problems"]
    assert problem["winner"] == "first"
    (bounded,) = answer(saizen("solve", "--file", name, "--nodes", "1", "--json"))["problems"]
    assert (bounded["lower"], bounded["upper"], bounded["value"]) == (-64, 64, None)
    (listed,) = answer(saizen("solve", "--file", name, "--all-moves", "--json"))["problems"]
    assert {move["move"]: move["value"] for move in listed["moves"]} == SCORES
    assert "-64..64" in saizen("solve", "--file", name, "--nodes", "1").stdout


def test_a_suite_that_is_none_is_refused(saizen: Run, write: Write) -> None:
    assert "cannot read 'none.obf': No such file or directory" in complaint(saizen("solve", "--file", "none.obf"))
    name = write("suite.txt", "")
    assert "'suite.txt' is no suite of problems" in complaint(saizen("solve", "--file", name))
    name = write("suite.obf", f"{BOARD}\n")
    assert "is no OBF line" in complaint(saizen("solve", "--file", name))


@pytest.mark.parametrize("place", [("connect4",), ("tictactoe",), ("othello", "--size", "10"), ("--distance",)])
@pytest.mark.parametrize(
    "option",
    [
        ("--all-moves",),
        ("--wld",),
        ("--threads", "2"),
        ("--threads", "1"),
        ("--hash", "64"),
        ("--store", "proofs.db"),
        ("--file", "suite.obf"),
    ],
)
def test_options_of_the_othello_solver_are_refused_elsewhere(
    saizen: Run, tmp_path: Path, place: tuple[str, ...], option: tuple[str, ...]
) -> None:
    line = complaint(saizen("solve", *place, *option))
    assert f"{option[0]} is for othello on boards up to 8x8, without --distance" in line
    assert not (tmp_path / "proofs.db").exists()


@pytest.mark.parametrize(
    "option", [("--position", f"{BOARD} X"), ("--moves", "f5"), ("--size", "8"), ("--start", "standard")]
)
def test_a_suite_takes_no_position_beside_its_own(saizen: Run, write: Write, option: tuple[str, str]) -> None:
    line = complaint(saizen("solve", "--file", write("suite.obf", SUITES["suite.obf"]), *option))
    assert f"{option[0]} is for one position, and --file has its own; leave out one of the two" in line


def test_a_cluster_is_for_a_suite_without_a_store(saizen: Run, write: Write, tmp_path: Path) -> None:
    cluster = ("--cluster", "tcp://127.0.0.1:1")
    suite = ("--file", write("suite.obf", SUITES["suite.obf"]))
    assert "--cluster is for a suite; give one with --file" in complaint(saizen(*FFO_1, *cluster))
    assert "--store is a file of this machine" in complaint(saizen("solve", *suite, "--store", "proofs.db", *cluster))
    assert not (tmp_path / "proofs.db").exists()


def test_a_cluster_out_of_reach_is_told_in_one_line(saizen: Run, write: Write) -> None:
    line = complaint(saizen("solve", "--file", write("suite.obf", SUITES["suite.obf"]), "--cluster", "tcp://nowhere"))
    assert "cannot reach a cluster at 'tcp://nowhere': missing port number" in line


@pytest.mark.parametrize("option", ["--threads", "--hash"])
def test_no_thread_and_no_table_are_refused(saizen: Run, option: str) -> None:
    assert f"'{option}': 0 is not in the range 1<=x<=" in complaint(saizen(*FFO_1, option, "0"))


def test_a_limit_in_seconds_gives_the_range_that_is_proved(saizen: Run) -> None:
    result = saizen("solve", "othello", "--seconds", "0.05", "--plain")
    assert result.returncode == 0
    assert "for black; the limit came first" in result.stdout
    assert "Value: between " in result.stdout
    assert "Best play: \n" not in result.stdout  # nothing proved, nothing claimed
    found = answer(saizen("solve", "othello", "--seconds", "0.05", "--json"))
    assert (found["value"], found["exact"], found["winner"]) == (None, False, None)
    assert found["lower"] <= 0 <= found["upper"]  # Takizawa (2023): a draw


def test_bench_prints_the_same_node_count_every_time(saizen: Run) -> None:
    first, again = saizen("bench"), saizen("bench", "--json")
    answer = json.loads(again.stdout)
    assert next(iter(answer)) == "schema"
    assert first.returncode == again.returncode == 0
    assert int(first.stdout) == answer["nodes"] > 0
