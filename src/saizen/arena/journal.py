"""Games kept in a file: each is written before it is counted, and a run that was killed goes on where it stopped."""

import fcntl
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult
from saizen.arena.verifying import Verifier
from saizen.errors import SettingError, UnreadableFileError
from saizen.records.database import claim

__all__ = ["Journal"]

MARK = 0x5361694A  # "SaiJ", the file's application id
SCHEMA = """
CREATE TABLE IF NOT EXISTS run (
    plan TEXT NOT NULL,     -- JSON: everything that decides which games are played
    version TEXT NOT NULL   -- of saizen
);
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY,  -- pair 2k and 2k + 1: the same opening, sides changed
    moves TEXT NOT NULL,
    opening INTEGER NOT NULL,    -- plies of it
    score REAL NOT NULL,         -- 1, 0.5 or 0 for the first of the two who met
    margin REAL,                 -- by how much the first of the two won
    cause TEXT NOT NULL,         -- of its end
    at_fault INTEGER,            -- 0 or 1, of the two
    detail TEXT NOT NULL,
    thought_one INTEGER NOT NULL, thought_two INTEGER NOT NULL,
    seconds_one REAL NOT NULL, seconds_two REAL NOT NULL,
    nodes_one INTEGER NOT NULL, nodes_two INTEGER NOT NULL
);
"""
INSERT = f"INSERT INTO games VALUES ({', '.join('?' * 14)}) ON CONFLICT (number) DO NOTHING"


class Journal:
    """A SQLite file of the games of one plan, for one run at a time; without a path, it lasts as long as the run.

    With `force`, the games of another plan or version count as those of this one, as far as it has such games.
    """

    def __init__(self, path: Path | None, plan: Plan, *, force: bool = False) -> None:
        self.path, self.plan, self.force = path, plan, force
        with self._reported():
            self._lock = None if path is None else lock(path)
            self._file = sqlite3.connect(":memory:" if path is None else path, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise

    def _prepare(self) -> None:
        """Make the tables of a new file; refuse another program's, or another plan's."""
        claim(self._file, MARK, "journal of games", SCHEMA)
        plan = json.loads(json.dumps(self.plan.as_json()))
        kept = self._file.execute("SELECT plan, version FROM run").fetchone()
        if kept is not None and not self.force:
            refuse_other(json.loads(kept[0]), plan, kept[1])
        with self._transaction():
            self._file.execute("DELETE FROM run")
            self._file.execute("INSERT INTO run VALUES (?, ?)", (json.dumps(plan), version("saizen")))

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
        if self._lock is not None:
            self._lock.close()

    def games(self) -> Iterator[GameResult]:
        """Yield the games kept, in their order, each once its moves have been played again."""
        verifier = Verifier(self.plan, openings=not self.force)
        with self._reported():
            for row in self._file.execute("SELECT * FROM games ORDER BY number"):
                result = GameResult.of_row(row)
                game = self.plan.scheduled(result.number)
                if game is None and self.force:
                    continue
                fault = "the plan has no such game" if game is None else verifier.fault(game, result)
                if fault is not None:
                    raise sqlite3.DatabaseError(f"game {result.number} cannot be true: {fault}")
                yield result

    def add(self, results: Iterable[GameResult]) -> None:
        """Keep some games; once this returns, not even a crash loses them."""
        with self._reported(), self._transaction():
            self._file.executemany(INSERT, [result.row for result in results])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._file.execute("ROLLBACK")
            raise
        self._file.execute("COMMIT")

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise UnreadableFileError(f"cannot use the journal {str(self.path)!r}: {error}") from None


def lock(path: Path) -> IO[bytes]:
    """Take hold of a file that one run at a time may use; a run that dies lets go of it."""
    try:
        file = path.open("ab")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise
    except BlockingIOError:
        raise UnreadableFileError(f"another run is using the journal {str(path)!r}") from None
    except OSError as error:
        raise UnreadableFileError(f"cannot use the journal {str(path)!r}: {error}") from None
    return file


def refuse_other(kept: dict[str, Any], plan: dict[str, Any], kept_version: str) -> None:
    """Refuse to mix the games of two plans or versions, naming what differs."""
    names = [name for name in plan if plan[name] != kept.get(name)]
    reasons = [f"{name} was {brief(kept.get(name))}, now {brief(plan[name])}" for name in names]
    if kept_version != version("saizen"):
        reasons.append(f"it was written by saizen {kept_version}, this is {version('saizen')}")
    if reasons:
        raise SettingError(f"the journal is of another run: {'; '.join(reasons)}; use another file, or --force")


def brief(value: Any) -> str:
    """Return a setting short enough for a message."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."
