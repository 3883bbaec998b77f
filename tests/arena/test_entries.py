"""The players of a tournament: a folder of files, read without being run."""

from pathlib import Path

import pytest

from saizen.arena.entries import is_file, labels, read_entries
from saizen.errors import SpecError, UnreadableFileError


def fill(folder: Path, **files: str) -> None:
    for name, code in files.items():
        (folder / f"{name}.py").write_text(code, encoding="utf-8")


def test_each_file_of_a_folder_is_a_player_in_order(tmp_path: Path) -> None:
    fill(
        tmp_path,
        zoe="class Player:\n    pass\ndef choose(state): pass\n",
        ann="def helper(x): pass\ndef choose(state): pass\n",
        bob="import random\nclass Genius:\n    def choose(self, state): pass\n",
        _shared="raise SystemExit\n",
    )
    (tmp_path / ".hidden.py").write_text("x =")
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "folder").mkdir()
    assert read_entries(tmp_path) == (
        f"{tmp_path}/ann.py:choose",
        f"{tmp_path}/bob.py:Genius",
        f"{tmp_path}/zoe.py:Player",
    )


def test_no_file_is_run(tmp_path: Path) -> None:
    fill(tmp_path, a="def choose(state): pass\nopen('ran', 'w')\n1 / 0\n", b="def choose(state): pass\n")
    assert len(read_entries(tmp_path)) == 2


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def choose(:", r"bad\.py' is no player's file: invalid syntax"),
        ("x = 1\n", r"bad\.py' defines nothing; call the player class Player, or the function choose"),
        ("def one(): pass\ndef two(): pass\n", r"bad\.py' defines one two; call the player class Player"),
        ("\0", r"bad\.py' is no player's file: "),
    ],
)
def test_a_file_without_a_player_is_refused_by_name(tmp_path: Path, code: str, message: str) -> None:
    fill(tmp_path, bad=code, good="def choose(state): pass\n")
    with pytest.raises(SpecError, match=message):
        read_entries(tmp_path)


def test_a_folder_with_too_few_files_or_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="has 0 players' files; a tournament needs 2 to 500"):
        read_entries(tmp_path)
    fill(tmp_path, alone="def choose(state): pass\n")
    with pytest.raises(SpecError, match="has 1 players' files"):
        read_entries(tmp_path)
    with pytest.raises(UnreadableFileError, match=r"cannot read the folder '.*missing': No such file or directory"):
        read_entries(tmp_path / "missing")


def test_a_player_is_a_file_only_if_it_is_one() -> None:
    assert is_file("folder/ann.py:Player")
    assert is_file("C.py:choose")
    for spec in (
        "random",
        "alphabeta:depth=3",
        "alphabeta:depth=3,eval=mine.py:judge",
        "gtp:python engine.py",
        "gtp[cwd=here,stop=1]:./engine.py",
        "nboard:./engine.py:x",
    ):
        assert not is_file(spec)


def test_files_are_called_by_their_own_names_where_no_two_are_alike() -> None:
    assert labels(["class/ann.py:Player", "class/bob.py:choose", "random"]) == ("ann", "bob", "random")
    alike = ("a/ann.py:Player", "b/ann.py:Player")
    assert labels(alike) == alike
    assert labels(["random", "random"]) == ("random", "random")
    assert labels(["gtp:python a.py", "gtp:python b.py"]) == ("gtp:python a.py", "gtp:python b.py")
