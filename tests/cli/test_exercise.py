"""`saizen exercise` as a process: sheets, JSON, the marking of a file, and the questions at a terminal."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias
from xml.etree import ElementTree

import pexpect
import pytest

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Write: TypeAlias = Callable[[str, str], str]

SMALL = ("exercise", "--depth", "2", "--branching", "2", "--seed", "1")  # [[4, 9], [-1, 6]]


def answer(result: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert (result.returncode, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    assert next(iter(found)) == "schema"
    assert found["schema"] == "saizen/exercise/1"
    return found


def complaint(result: subprocess.CompletedProcess[str]) -> str:
    """Return the one line that says what was wrong."""
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    return line


def test_without_a_terminal_the_tree_and_its_convention_are_shown(saizen: Run) -> None:
    result = saizen(*SMALL, "--convention", "lt", "--fail", "soft")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert "Convention: cut at β < α, fail-soft, MAX's view" in lines
    assert any(line.endswith("1.1: 4") for line in lines)


def test_plain_output_is_ascii(saizen: Run, write: Write) -> None:
    write("answers.json", '{"1": {"value": 5, "alpha": 3}}')
    for options in ((), ("--check", "answers.json"), ("--json",)):
        result = saizen(*SMALL, "--plain", *options)
        assert result.returncode == 0, result.stderr
        assert result.stdout.isascii()
        assert "?" not in result.stdout  # the stand-in for what cannot be shown


def test_json_holds_tree_convention_and_answers(saizen: Run) -> None:
    found = answer(saizen(*SMALL, "--json"))
    assert found["tree"] == [[4, 9], [-1, 6]]
    assert found["convention"] == {"cut": "le", "fail": "soft", "text": "cut at β ≤ α, fail-soft, MAX's view"}
    assert (found["first"], found["value"], found["cuts"], found["seed"]) == ("max", 4, 1, 1)
    assert found["answers"]["2"] == {"value": -1, "alpha": 4, "beta": None, "pruned": False}
    assert found["answers"]["2.2"] == {"value": None, "alpha": None, "beta": None, "pruned": True}


def test_min_may_move_first_and_the_convention_may_change(saizen: Run) -> None:
    found = answer(saizen(*SMALL, "--min", "--convention", "le", "--fail", "hard", "--cuts", "0", "--json"))
    assert found["first"] == "min"
    assert found["convention"]["text"] == "cut at β ≤ α, fail-hard, MAX's view"
    rows = [max(row) for row in found["tree"]]
    assert found["value"] == min(rows)


def test_an_unbalanced_tree_has_leaves_at_several_depths(saizen: Run) -> None:
    found = answer(saizen("exercise", "--unbalanced", "--depth", "4", "--cuts", "2", "--seed", "3", "--json"))
    parents = {label.rpartition(".")[0] for label in found["answers"]}
    depths = {label.count(".") + 1 for label in found["answers"] if label not in parents and label != "root"}
    assert max(depths) == 4 > min(depths)
    assert found["cuts"] >= 2


@pytest.mark.parametrize("kind", ["svg", "html", "tikz"])
def test_a_sheet_and_its_answers_are_written(saizen: Run, tmp_path: Path, kind: str) -> None:
    result = saizen(*SMALL, f"--{kind}", "sheet", "--answers", "answers")
    assert (result.returncode, result.stdout) == (0, "")
    assert len(result.stderr.splitlines()) == 2
    sheet, answers = ((tmp_path / name).read_text("utf-8") for name in ("sheet", "answers"))
    assert "answers" not in sheet
    assert "answers" in answers
    assert "fail-soft" in sheet
    if kind == "svg":
        assert ElementTree.fromstring(sheet).tag == ElementTree.fromstring(answers).tag


def test_the_page_and_japanese_sheets_are_written(saizen: Run, tmp_path: Path) -> None:
    result = saizen(*SMALL, "--page", "page.html", "--svg", "sheet.svg", "--lang", "ja")
    assert result.returncode == 0, result.stderr
    assert '<html lang="ja">' in (tmp_path / "page.html").read_text("utf-8")
    assert "枝刈り" in (tmp_path / "sheet.svg").read_text("utf-8")


def test_json_may_stand_beside_a_sheet(saizen: Run, tmp_path: Path) -> None:
    result = saizen(*SMALL, "--svg", "sheet.svg", "--json")
    assert json.loads(result.stdout)["tree"] == [[4, 9], [-1, 6]]
    assert (tmp_path / "sheet.svg").exists()


def test_what_json_prints_gets_every_point(saizen: Run, write: Write) -> None:
    write("answers.json", saizen(*SMALL, "--json").stdout)
    result = saizen(*SMALL, "--check", "answers.json")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == "15 of 15 points"
    assert "✗" not in result.stdout


def test_marking_shows_a_line_a_node_and_a_hint_a_mistake(saizen: Run, write: Write) -> None:
    write(
        "answers.json",
        '{"root": {"value": -4, "alpha": null, "beta": null}, "1": {"value": 9, "alpha": null, "beta": null},'
        ' "2": {"value": -1, "alpha": null, "beta": null}}',
    )
    result = saizen(*SMALL, "--check", "answers.json")
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Convention: cut at β ≤ α, fail-soft, MAX's view"
    assert [line.split()[0] for line in lines if line[:1].isalnum()][1:8] == [
        "root",
        "1",
        "1.1",
        "1.2",
        "2",
        "2.1",
        "2.2",
    ]
    for hint in ("the sign is not", "the largest value below; MIN", "came to the parent", "Missed cut"):
        assert sum(hint in line for line in lines) == 1
    assert lines[-1] == "11 of 15 points"


def test_marking_in_json_names_each_mistake(saizen: Run, write: Write) -> None:
    write("answers.json", '{"1": {"pruned": true}}')
    found = answer(saizen(*SMALL, "--check", "answers.json", "--json"))
    assert (found["points"], found["possible"]) == (0, 15)
    marks = {(mark["node"], mark["field"]): mark for mark in found["marks"]}
    assert marks["1", "pruned"]["mistake"] == "too early"
    assert marks["2.2", "pruned"]["mistake"] == "missed"
    assert marks["1.1", "pruned"]["mistake"] == "below"
    assert all(mark["hint"] for mark in found["marks"])


def test_hints_come_in_japanese(saizen: Run, write: Write) -> None:
    write("answers.json", '{"1": {"pruned": true}}')
    result = saizen(*SMALL, "--check", "answers.json", "--lang", "ja")
    assert "枝刈りが早すぎます。" in result.stdout
    assert result.stdout.splitlines()[-1] == "15 点中 0 点"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--answers", "a.svg"), "--answers is of the kind of one sheet; give one of --svg --html --tikz"),
        (("--svg", "s", "--html", "h", "--answers", "a"), "--answers is of the kind of one sheet"),
        (("--check", "none.json"), "cannot read 'none.json': No such file or directory"),
        (("--check", "bad.json"), "'bad.json' is no JSON"),
        (("--check", "list.json"), "answers must be an object"),
        (("--check", "list.json", "--svg", "s"), "--check writes no file; leave out --svg"),
        (("--svg", "no/such/folder.svg"), "cannot write 'no/such/folder.svg'"),
        (("--low", "5", "--high", "4"), "low 5 is above high 4"),
        (("--depth", "9", "--branching", "9"), "more than 1000 nodes"),
        (("--depth", "0"), "both must be at least 1"),
        (("--cuts", "99"), "cuts 99: none of"),
        (("--cuts", "-1"), "-1 is not in the range"),
        (("--depth", "1", "--cuts", "1"), "a tree of depth 1 and branching 2 has none; use cuts 0"),
    ],
)
def test_bad_input_gets_one_line(saizen: Run, write: Write, options: tuple[str, ...], reason: str) -> None:
    write("bad.json", "{")
    write("list.json", "[]")
    assert reason in complaint(saizen(*SMALL, *options))


def test_at_a_terminal_each_node_is_asked_and_marked_at_once(terminal: Callable[..., Any]) -> None:
    child = terminal(*SMALL)
    dialogue = [
        ("root .MAX.: α β: ", "-inf inf", "✓ β"),
        ("1 .MIN.: α β, or x: ", "x", "Cut too early"),
        ("1 .MIN.: α β: ", "3", "two numbers are wanted"),
        ("1 .MIN.: α β: ", "inf -inf", "mixed up"),
        (r"1\.1 .leaf 4.: ", "y", "press Enter"),
        (r"1\.1 .leaf 4.: ", "", "✓ searched"),
        (r"1\.2 .leaf 9.: ", "?", "Search the tree"),
        (r"1\.2 .leaf 9.: ", "", "✓ searched"),
        ("1 .MIN.: value: ", "nine", "is no number"),
        ("1 .MIN.: value: ", "9", r"the largest value below.*right: 4"),
        ("2 .MIN.: α β, or x: ", "4 ∞", "✓ β"),
        (r"2\.1 .leaf −1.: ", "", "✓ searched"),
        (r"2\.2 .leaf 6.: ", "x", "✓ cut off"),
        ("2 .MIN.: value: ", "-1", "✓ value"),
        ("root .MAX.: value: ", "4", "✓ value"),
    ]
    for prompt, reply, said in dialogue:
        child.expect(prompt)
        child.sendline(reply)
        child.expect(said)
    child.expect("11 of 15 points")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_missed_cut_is_told_and_the_node_skipped(terminal: Callable[..., Any]) -> None:
    child = terminal(*SMALL)
    replies = ["-inf inf", "-inf inf", "", "", "4", "4 inf", ""]
    for reply in replies:
        child.expect(r"\): (α β: |α β, or x: |Enter, or x: |value: )")
        child.sendline(reply)
    child.expect(r"2\.2 .leaf 6.: ")
    child.sendline("")
    child.expect("✗ cut off: Missed cut")
    child.expect("2 .MIN.: value: ")


@pytest.mark.parametrize("typed", ["q\n", "\x04"])
def test_leaving_early_counts_the_points_so_far(terminal: Callable[..., Any], typed: str) -> None:
    child = terminal(*SMALL, "--lang", "ja")
    child.expect("α β: ")
    child.sendline("-inf inf")
    child.expect("または x: ")
    child.send(typed)
    child.expect("15 点中 2 点")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_help_shows_the_shape_of_answers(saizen: Run) -> None:
    text = saizen("exercise", "--help").stdout
    assert '"2.1": {"value": 3, "alpha": null, "beta": 5, "pruned": false}' in text
    assert "Example: saizen exercise" in text
