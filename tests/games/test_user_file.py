"""Loading what a user has written, and saying what is wrong with it."""

import json
import sys
from pathlib import Path

import pytest

from saizen.errors import SpecError, UnreadableFileError
from saizen.games.user_file import is_user_spec, load_object, where


def write(tmp_path: Path, code: str, name: str = "own.py") -> Path:
    path = tmp_path / name
    path.write_text(code, encoding="utf-8")
    return path


@pytest.mark.parametrize("spec", ["a.py:Name", "folder/a.py:Name", "a.py", "C:\\a.py:Name"])
def test_a_file_is_told_from_a_name(spec: str) -> None:
    assert is_user_spec(spec)
    assert not is_user_spec("othello")
    assert not is_user_spec("alphabeta:depth=2")


def test_an_object_is_loaded_from_a_file_that_runs_once(tmp_path: Path) -> None:
    path = write(tmp_path, "made = []\nclass Game: pass\n")
    assert load_object(f"{path}:Game").__name__ == "Game"
    assert load_object(f"{path}:made") is load_object(f"{path}:made")


def test_two_files_of_one_name_are_two_modules(tmp_path: Path) -> None:
    for folder, value in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder, f"value = {value}")
    assert [load_object(f"{tmp_path / folder / 'own.py'}:value") for folder in "ab"] == [1, 2]


def test_a_dataclass_finds_its_module(tmp_path: Path) -> None:
    code = "from __future__ import annotations\nfrom dataclasses import *\n@dataclass\nclass Game:\n    size: int = 3\n"
    assert load_object(f"{write(tmp_path, code)}:Game")().size == 3


@pytest.mark.parametrize("spec", ["own.py", "own.py:", ":Name"])
def test_a_spec_without_a_name_is_refused(spec: str) -> None:
    with pytest.raises(SpecError, match=f"^'{spec}' names no object; write it as file.py:Name$"):
        load_object(spec)


@pytest.mark.parametrize("name", ["nowhere.py", "folder", "x" * 5000 + ".py", "a\0b.py"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(UnreadableFileError, match=r"^no such file .*; write it as path/to/file\.py:Name$"):
        load_object(f"{tmp_path / name}:Name")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match=r"own\.txt' is no Python file; its name must end in \.py"):
        load_object(f"{write(tmp_path, 'x = 1', 'own.txt')}:x")


def test_a_missing_name_lists_what_the_file_itself_holds(tmp_path: Path) -> None:
    code = (
        "from dataclasses import dataclass\nclass Nim: pass\ndef greedy(state): pass\ndef _hidden(): pass\nsize = 3\n"
    )
    with pytest.raises(SpecError, match=r"own\.py has no 'Game'; it has: Nim greedy$"):
        load_object(f"{write(tmp_path, code)}:Game")
    with pytest.raises(SpecError, match=r"empty\.py has no 'Game'; it has: nothing callable$"):
        load_object(f"{write(tmp_path, '', 'empty.py')}:Game")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("1 / 0", r"ZeroDivisionError: division by zero \(in <module>, line 1 of own\.py\)$"),
        ("def f():\n    raise OSError('no')\nf()", r"OSError: no \(in f, line 2 of own\.py\)$"),
        ("import json\njson.loads('?')", r"JSONDecodeError: .* \(in <module>, line 2 of own\.py\)$"),
        ("x = (", r"SyntaxError: '\(' was never closed \(own\.py, line 1\)$"),
        ("import sys\nsys.exit(2)", r"SystemExit: 2 \(in <module>, line 2 of own\.py\)$"),
    ],
)
def test_a_file_that_fails_is_reported_and_can_be_mended(tmp_path: Path, code: str, reason: str) -> None:
    path = write(tmp_path, code)
    with pytest.raises(SpecError, match=rf"own\.py' failed: {reason}"):
        load_object(f"{path}:Game")
    assert not any(str(path) in name for name in sys.modules)
    write(tmp_path, "Game = 3 # mended")
    assert load_object(f"{path}:Game") == 3


def test_where_names_only_the_users_own_lines(tmp_path: Path) -> None:
    path = write(tmp_path, "import json\ndef f(): json.loads(0)")
    function = load_object(f"{path}:f")
    with pytest.raises(TypeError) as caught:
        function()
    assert where(caught.value) == " (in f, line 2 of own.py)"
    with pytest.raises(ValueError) as caught_elsewhere:  # noqa: PT011 - any will do
        json.loads("?")
    assert where(caught_elsewhere.value) == ""
