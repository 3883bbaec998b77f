"""Rosters: the names of a class, and the seed of each student."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import NotationError, UnreadableFileError
from saizen.lesson.roster import read_roster, student_seed


@pytest.mark.parametrize(
    "text",
    [
        "aki\nben\n太郎\n",
        "\ufeffaki\r\n\r\n ben \r\n太郎",
        "name\naki\nben\n太郎\n",
        "id,氏名\n1,aki\n2,ben\n3,太郎\n",
        '"aki",1\n"ben",2\n"太郎",3\n',
    ],
)
def test_a_roster_is_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "class.csv"
    path.write_text(text, encoding="utf-8")
    assert read_roster(path) == ("aki", "ben", "太郎")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "has no names; write one a line"),
        (b"name\n", "has no names"),
        (b"aki\nben\naki\n", "name 3: 'aki' comes twice; tell the two apart"),
        (b"../ben\n", "name 1: '../ben' cannot be part of a file's name; leave out slashes"),
        (b"aki\n..\n", "name 2: '..' cannot be part"),
        (b"a\x07b\n", "is no name; use 1 to 100 letters"),
        (b"id,name\n1\n", "name 1: '' is no name"),
        (b"x" * 101, "is no name; use 1 to 100 letters"),
        (b"\x93\xfa\x96\x7b\n", "is no UTF-8 text; save it as UTF-8"),
        (b"x\n" * 2002, "has 2002 rows; a roster has at most 2000 names"),
        (b"x" * (1 << 20) + b"xx", "is larger than 1,048,576 bytes"),
    ],
)
def test_a_roster_that_cannot_be_used_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "class.csv"
    path.write_bytes(content)
    with pytest.raises((NotationError, UnreadableFileError)) as caught:
        read_roster(path)
    assert words in str(caught.value)


def test_no_roster_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match=r"cannot read .*: No such file or directory"):
        read_roster(tmp_path / "none.csv")


@given(seed=st.integers(0, 1 << 60), names=st.lists(st.text(min_size=1), min_size=2, max_size=5, unique=True))
def test_seeds_of_students_depend_on_the_name_and_the_seed(seed: int, names: list[str]) -> None:
    seeds = [student_seed(seed, name) for name in names]
    assert all(0 <= found < 1_000_000_000 for found in seeds)
    assert seeds == [student_seed(seed, name) for name in names]


def test_seeds_of_students_differ() -> None:
    names = [f"student {number}" for number in range(300)]
    assert len({student_seed(0, name) for name in names}) == 300
    assert student_seed(0, "aki") != student_seed(1, "aki")
    assert student_seed(0, "e\u0301va") == student_seed(0, "\u00e9va ")
