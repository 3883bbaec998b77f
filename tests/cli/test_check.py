"""`saizen check`: a report, or JSON that an autograder reads, and an exit code."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias
from xml.etree import ElementTree

import pytest

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Write: TypeAlias = Callable[[str, str], str]

STUDENTS = Path(__file__).parents[1] / "lesson" / "students"
RIGHT, WRONG = f"{STUDENTS / 'right_lists.py'}:", f"{STUDENTS / 'wrong.py'}:"
CALM = ("--seconds", "60")


def test_a_right_search_exits_with_0(saizen: Run) -> None:
    result = saizen("check", f"{RIGHT}alphabeta", "--algorithm", "alphabeta", "--trees", "20", *CALM)
    assert (result.returncode, result.stderr) == (0, "")
    title, convention, *_, verdict = result.stdout.splitlines()
    assert title.endswith(
        "right_lists.py:alphabeta: 20 trees, seed 0, given as nested lists; compared: value, leaves, cuts"
    )
    assert convention == "Convention: cut at β ≤ α, fail-soft, MAX's view"
    assert verdict == "Right on all trees."
    assert "\nall                  20  20/20   20/20  20/20   60/60  100.0\n" in result.stdout


def test_a_wrong_one_exits_with_1_and_shows_where(saizen: Run) -> None:
    result = saizen("check", f"{WRONG}never_cuts", "--algorithm", "alphabeta", "--convention", "lt", *CALM)
    assert (result.returncode, result.stderr) == (1, "")
    assert "Convention: cut at β < α, fail-soft, MAX's view\n\nFirst difference: Tree " in result.stdout
    assert "\n  never_cuts([[" in result.stdout
    assert "not needed\n" in result.stdout
    assert "\nVisited, but should have been left out: " in result.stdout
    assert "group             trees    value  leaves" in result.stdout


def test_plain_is_ascii_and_japanese_is_japanese(saizen: Run) -> None:
    arguments = ("check", f"{WRONG}starts_at_zero", "--fail", "hard", *CALM)
    plain, japanese = saizen(*arguments, "--plain"), saizen(*arguments, "--lang", "ja")
    assert plain.stdout.isascii()
    assert "?" not in plain.stdout
    assert "Convention: cut at beta <= alpha, fail-hard, MAX's view" in plain.stdout
    assert "規約: β ≤ α で枝刈り、fail-hard、値は MAX から見たもの" in japanese.stdout
    assert "正しい評価値は " in japanese.stdout
    assert "本の木で誤りです。" in japanese.stdout


def answer(result: subprocess.CompletedProcess[str], code: int) -> dict[str, Any]:
    assert result.returncode == code, result.stderr
    assert result.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(result.stdout, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert next(iter(found.items())) == ("schema", "saizen/check/1")
    return found


@pytest.mark.parametrize(
    ("spec", "code"),
    [(f"{RIGHT}alphabeta", 0), (f"{WRONG}never_cuts", 1), (f"{WRONG}returns_not_a_number", 1), (f"{WRONG}raises", 1)],
)
def test_json_has_the_tests_that_an_autograder_reads(saizen: Run, spec: str, code: int) -> None:
    found = answer(saizen("check", spec, "--algorithm", "alphabeta", "--trees", "20", "--json", *CALM), code)
    assert found["convention"] == "cut at β ≤ α, fail-soft, MAX's view"
    assert (found["ok"], found["max_score"], found["seed"], found["trees"]) == (code == 0, 60, 0, 20)
    assert len(found["tests"]) == 21
    assert all(list(test) == ["name", "score", "max_score", "output"] for test in found["tests"])
    assert found["tests"][0]["name"] == "single leaf: value"
    for key in ("score", "max_score"):
        assert sum(test[key] for test in found["tests"]) == found[key]
    assert (found["first_difference"] is None) == (code == 0)


def test_the_first_difference_is_in_the_json(saizen: Run) -> None:
    found = answer(saizen("check", f"{WRONG}returns_infinity", "--trees", "7", "--json", *CALM), 1)["first_difference"]
    assert (found["tree"], found["group"], found["came"], found["outcome"]) == (1, "leaf", "inf", "value")
    assert found["call"].startswith("returns_infinity(")
    assert found["message"].endswith(", but the answer was +∞.")


def test_equal_seeds_give_equal_reports(saizen: Run) -> None:
    arguments = ("check", f"{WRONG}cuts_too_early", "--algorithm", "alphabeta", "--json", *CALM, "--seed")
    one, same, other = (saizen(*arguments, seed).stdout for seed in ("3", "3", "4"))
    assert one == same != other


def test_the_first_tree_that_differs_is_drawn(saizen: Run, tmp_path: Path) -> None:
    result = saizen("check", f"{WRONG}max_everywhere", "--svg", "tree.svg", "--trees", "10", *CALM)
    assert (result.returncode, result.stderr) == (1, "Written: tree.svg\n")
    picture = ElementTree.parse(tmp_path / "tree.svg").getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    result = saizen("check", f"{RIGHT}minimax", "--svg", "none.svg", "--trees", "10", *CALM)
    assert (result.returncode, result.stderr) == (0, "No tree differs, so none.svg is not written\n")
    assert not (tmp_path / "none.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nobody.py:f"], "no such file 'nobody.py'; write it as path/to/file.py:function"),
        (["nobody"], "'nobody' names no function; write it as file.py:function"),
        ([f"{WRONG}nobody"], "wrong.py has no 'nobody'; it has: max_everywhere"),
        ([f"{WRONG}no_function"], "no_function is no function but of type int"),
        ([f"{WRONG}takes_too_much"], "takes_too_much(tree, this, that) cannot be called with a tree and who moves"),
        ([f"{RIGHT}minimax", "--trees", "0"], "'--trees': 0 is not in the range 1<=x<=10000"),
        ([f"{RIGHT}minimax", "--depth", "9", "--branching", "9"], "depth=9 with branching=9 gives up to 387,420,489"),
        ([f"{RIGHT}minimax", "--seconds", "nan"], "seconds=nan is no limit for a call"),
        ([f"{RIGHT}minimax", "--roster", "none.csv"], "cannot read 'none.csv': No such file or directory"),
        (["{name}.py:f"], "'{name}.py:f' has a {name}, which stands for each name of a class; give them with --roster"),
    ],
)
def test_bad_input_exits_with_2_and_one_line(saizen: Run, arguments: list[str], words: str) -> None:
    result = saizen("check", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_autograder_gets_its_object_even_for_what_cannot_be_loaded(saizen: Run, write: Write) -> None:
    write("mine.py", "def f(tree, maximizing:")
    result = saizen("check", "mine.py:f", "--trees", "10", "--json")
    found = answer(result, 2)
    assert (found["score"], found["max_score"], found["ok"]) == (0, 10, False)
    assert found["tests"][0]["output"] == found["error"]
    assert found["error"].startswith("'mine.py' failed: SyntaxError")
    assert result.stderr == f"saizen: {found['error']}\n"


@pytest.fixture
def hand_in(tmp_path: Path, write: Write) -> None:
    """Hand in three files of four students."""
    (tmp_path / "in").mkdir()
    for name, file in (("aki", "right_lists.py"), ("太郎", "wrong.py")):
        text = (STUDENTS / file).read_text(encoding="utf-8")
        write(f"in/{name}.py", f"{text}\n\nmine = {'minimax' if name == 'aki' else 'max_everywhere'}\n")
    write("in/eva.py", "import nothing_at_all\n")
    write("class.csv", "id,name\n1,aki\n2,ben\n3,太郎\n4,eva\n")


@pytest.mark.usefixtures("hand_in")
def test_a_class_has_a_row_for_each(saizen: Run) -> None:
    result = saizen("check", "in/{name}.py:mine", "--roster", "class.csv", "--trees", "20", *CALM)
    assert (result.returncode, result.stderr) == (1, "")
    convention, _, heads, *rows = result.stdout.splitlines()
    assert convention == "Convention: cut at β ≤ α, fail-soft, MAX's view"
    assert heads.split()[:4] == ["student", "seed", "points", "%"]
    assert [row.split()[0] for row in rows] == ["aki", "ben", "太郎", "eva"]
    assert rows[0].endswith("20/20  100.0")
    assert "0/20    0.0  no such file 'in/ben.py'" in rows[1]
    assert "Tree " in rows[2]
    assert "ModuleNotFoundError: No module named 'nothing_at_all'" in rows[3]


@pytest.mark.usefixtures("hand_in")
def test_each_of_a_class_has_a_seed_that_gives_the_same_report_alone(saizen: Run) -> None:
    options = ("--trees", "20", "--json", *CALM)
    found = answer(saizen("check", "in/{name}.py:mine", "--roster", "class.csv", *options), 1)
    students = {student["name"]: student for student in found["students"]}
    assert [student["ok"] for student in found["students"]] == [True, False, False, False]
    assert len({student["seed"] for student in found["students"]}) == 4
    assert students["ben"]["tests"][0]["output"].startswith("no such file 'in/ben.py'")
    alone = answer(saizen("check", "in/太郎.py:mine", "--seed", str(students["太郎"]["seed"]), *options), 1)
    for key in ("tests", "score", "max_score", "first_difference"):
        assert alone[key] == students["太郎"][key]


@pytest.mark.usefixtures("hand_in")
def test_a_class_that_is_right_exits_with_0(saizen: Run, write: Write) -> None:
    write("names.txt", "ann\nbob\n")
    result = saizen("check", "in/aki.py:mine", "--roster", "names.txt", "--trees", "10", "--lang", "ja", *CALM)
    assert (result.returncode, result.stderr) == (0, "")
    assert [row.split()[0] for row in result.stdout.splitlines()[2:]] == ["学生", "ann", "bob"]
    result = saizen("check", "in/aki.py:mine", "--roster", "names.txt", "--svg", "x.svg")
    assert (result.returncode, result.stdout) == (2, "")
    assert "--svg draws the tree of one student" in result.stderr


def test_help_has_an_example(saizen: Run) -> None:
    result = saizen("check", "--help")
    assert result.returncode == 0
    assert "Example: saizen check" in result.stdout
