"""SQLite files of our own: a new one gets its tables, another program's is left as it was."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from saizen.records.database import claim

MARK = 0x5361697A
SCHEMA = "CREATE TABLE IF NOT EXISTS things (name TEXT);"


def test_a_new_file_is_claimed_and_known_again(tmp_path: Path) -> None:
    for _ in range(2):
        with closing(sqlite3.connect(tmp_path / "ours")) as file:
            claim(file, MARK, "store of things", SCHEMA)
            assert file.execute("PRAGMA application_id").fetchone() == (MARK,)
            assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert file.execute("SELECT count(*) FROM things").fetchone() == (0,)


def test_a_file_with_another_mark_is_refused_and_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "theirs"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with closing(sqlite3.connect(path)) as file, pytest.raises(sqlite3.DatabaseError, match="no store of things"):
        claim(file, MARK, "store of things", SCHEMA)
    assert path.read_bytes() == before
