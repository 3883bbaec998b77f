"""`saizen explain` and the pictures of `saizen compare`: at a terminal, in pipes and in files."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, TypeAlias

import pexpect
import pytest

from saizen.games.tree import Tree
from saizen.lesson.recording import LESSONS, record
from saizen.lesson.saving import read_trace
from saizen.lesson.sentences import sentences

Run: TypeAlias = Any
Terminal: TypeAlias = Any

BOOK = "[[3,12,8],[2,4,6],[14,5,2]]"
CUT = "β = 2 ≤ α = 3, so the remaining 2 moves cannot matter: MAX already has 3 elsewhere."


def test_in_a_pipe_every_step_is_told_and_then_the_tree_is_shown(saizen: Run) -> None:
    result = saizen("explain", BOOK)
    assert (result.returncode, result.stderr) == (0, "")
    steps, _, tree = result.stdout.partition("\n\n")
    told = [line.split(maxsplit=1)[1] for line in steps.splitlines()]
    assert told == list(sentences(record(Tree())))
    assert CUT in told
    assert tree.startswith("MAX = 3")


@pytest.mark.parametrize("algorithm", LESSONS)
def test_every_algorithm_can_be_watched(saizen: Run, algorithm: str) -> None:
    answer = json.loads(saizen("explain", BOOK, "--algorithm", algorithm, "--json").stdout)
    assert answer["schema"] == "saizen/explain/1"
    assert (answer["algorithm"], answer["value"], answer["line"]) == (algorithm, 3, ["1", "1"])
    assert read_trace([json.dumps(line) for line in answer["trace"]]) == record(Tree(), algorithm)


def test_stepping_line_by_line_needs_no_terminal(saizen: Run) -> None:
    result = saizen("explain", BOOK, "--lines", typed="n\n\nj\nb\nlast\n99999\n1\nzebra\n?\nt\nq\nn\n")
    assert result.returncode == 0
    shown = [line for line in result.stdout.splitlines() if line.startswith("[")]
    numbers = [line.split("/")[0] for line in shown]
    assert numbers == ["[1", "[2", "[20", "[19", "[38", "[38", "[1"]
    assert CUT in shown[2]
    assert "'zebra' means nothing here" in result.stderr
    assert result.stderr.count("n: next step") == 2


def test_at_a_terminal_keys_step_through_the_search(terminal: Terminal) -> None:
    child = terminal("explain", BOOK)
    child.expect("n: next step")
    child.expect("3: 2\r\n")
    for key, shown in (
        ("\x1b[C", r"\[1/38\] Start"),
        ("n", r"\[2/38\]"),
        ("j", r"\[20/38\] β"),
        ("\x1b[D", r"\[19/38\]"),
    ):
        child.send(key)
        child.expect(shown)
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_large_tree_is_shown_only_when_asked_for(saizen: Run) -> None:
    result = saizen("explain", "tictactoe", "--moves", "a1b2c3", "--lines", typed="n\nn\n")
    assert result.stdout.count("MAX") + result.stdout.count("MIN") < 500
    assert "[2/" in result.stdout


def test_all_files_are_written(saizen: Run, tmp_path: Path) -> None:
    names = {"--html": "a.html", "--svg": "a.svg", "--png": "a.png", "--tikz": "a.tex", "--trace": "a.jsonl"}
    result = saizen("explain", BOOK, *(word for pair in names.items() for word in pair))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr.splitlines() == [f"Written: {name}" for name in names.values()]
    assert (tmp_path / "a.html").read_text("utf-8").startswith("<!doctype html>")
    ET.parse(tmp_path / "a.svg")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a.tex").read_text("utf-8").startswith(r"\documentclass")
    assert read_trace((tmp_path / "a.jsonl").read_text("utf-8").splitlines()) == record(Tree())


def test_the_tree_is_shown_at_the_step_asked_for(saizen: Run) -> None:
    first, last = (saizen("explain", BOOK, "--text", *step).stdout for step in (("--step", "0"), ()))
    assert first.startswith("MAX\n")
    assert last.startswith("MAX = 3")
    assert saizen("explain", BOOK, "--step", "38").stdout == last


def test_plain_output_is_ascii_and_japanese_is_japanese(saizen: Run) -> None:
    assert saizen("explain", BOOK, "--plain").stdout.isascii()
    assert "β = 2 ≤ α = 3 なので、残りの 2 手は" in saizen("explain", BOOK, "--lang", "ja").stdout


def test_a_game_is_explained_from_a_position_and_a_large_one_to_a_few_plies(saizen: Run) -> None:
    answer = json.loads(saizen("explain", "tictactoe", "--moves", "a1b2c3a3c1", "--json").stdout)
    assert (answer["value"], answer["depth"]) == (1, None)
    answer = json.loads(saizen("explain", "othello", "--json", "--most-nodes", "500").stdout)
    assert answer["depth"] == 3
    assert len([line for line in answer["trace"] if "parent" in line]) <= 500


def test_a_convention_changes_where_the_cut_comes(saizen: Run) -> None:
    tree = "[3,[3,5]]"
    usual, strict = (json.loads(saizen("explain", tree, "--json", *options).stdout) for options in ((), ("--strict",)))
    assert (usual["value"], usual["nodes"]) == (3, 4)
    assert (strict["value"], strict["nodes"]) == (3, 5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("[[1,2],[]]",), "node 2: an empty list; a node needs a number or children, as in [[3, 12], [2, 4]]"),
        ((BOOK, "--step", "39"), "--step 39 is too far; this search has 38 steps"),
        ((BOOK, "--svg", "no/such/place.svg"), "cannot write 'no/such/place.svg': No such file or directory"),
        ((BOOK, "--strict", "--algorithm", "pvs"), "--strict and --fail-hard are conventions of alphabeta"),
        (("[[1.5,2],[3,4]]", "--algorithm", "mtdf"), "mtdf needs whole-number values"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(saizen: Run, arguments: tuple[str, ...], message: str) -> None:
    result = saizen("explain", *arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_compare_draws_what_each_search_visits(saizen: Run, tmp_path: Path) -> None:
    result = saizen("compare", BOOK, "--html", "c.html", "--svg", "c.svg")
    assert result.returncode == 0
    assert "No search can do with fewer than 5 leaves" in (tmp_path / "c.html").read_text("utf-8")
    ET.parse(tmp_path / "c.svg")
