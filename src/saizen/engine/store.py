"""Proofs kept in a file: each exact result is written before it is reported, and found again at once."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from saizen.errors import NotationError, UnreadableFileError
from saizen.games import grid
from saizen.games.othello import Othello
from saizen.records.database import claim
from saizen.search.result import Line

__all__ = ["KnownProof", "ProofStore"]

SCHEMA = """
CREATE TABLE IF NOT EXISTS proofs (
    position TEXT PRIMARY KEY,  -- size, and the board seen by the side to move as X, in the least of its images
    value INTEGER NOT NULL,     -- for the side to move, empty squares to the winner
    line TEXT NOT NULL,         -- best play from that image
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    version TEXT NOT NULL
) WITHOUT ROWID;
"""
MARK = 0x5361697A  # "Saiz", the file's application id
WAIT_SECONDS = 30.0  # for another process to finish writing


@dataclass(frozen=True, slots=True)
class KnownProof:
    """An exact result found in a store."""

    value: int
    line: Line
    nodes: int
    seconds: float


class ProofStore:
    """A SQLite file of exact results, shared by as many processes as like; positions that mirror each other are one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._reported():
            self._file = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
            try:
                claim(self._file, MARK, "store of proofs", SCHEMA)
            except sqlite3.Error:
                self._file.close()
                raise

    def __enter__(self) -> "ProofStore":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def __len__(self) -> int:
        with self._reported():
            count: int = self._file.execute("SELECT count(*) FROM proofs").fetchone()[0]
        return count

    def find(self, state: Othello) -> KnownProof | None:
        """Return what is known of a position or of one of its images."""
        key, target = canonical(state)
        with self._reported():
            found = self._file.execute(
                "SELECT value, line, nodes, seconds FROM proofs WHERE position = ?", (key,)
            ).fetchone()
        if found is None:
            return None
        value, line, nodes, seconds = found
        return KnownProof(value, read_line(line, inverse(target)), nodes, seconds)

    def add(self, state: Othello, value: int, line: Line, nodes: int, seconds: float) -> None:
        """Write an exact result; once this returns, not even a crash loses it."""
        from importlib.metadata import version  # slow to load, and not needed to read

        key, target = canonical(state)
        text = " ".join(str(target[move]) for move in line)
        with self._reported():
            self._file.execute(
                "INSERT OR IGNORE INTO proofs VALUES (?, ?, ?, ?, ?, ?)",
                (key, value, text, nodes, seconds, version("saizen")),
            )

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise UnreadableFileError(f"cannot use the store {str(self.path)!r}: {error}") from None


def canonical(state: Othello) -> tuple[str, Sequence[int]]:
    """Return the key of a position, and where each of its moves goes in the image that the key stands for."""
    size = state.pass_move
    identity = tuple(range(size + 1))
    targets = [identity, *((*target, size) for target in grid.reflections(state.width, state.height))]
    images = [
        (f"{grid.move_bits(state.own, target):x}/{grid.move_bits(state.other, target):x}", target) for target in targets
    ]
    image, target = min(images)
    return f"{state.width}x{state.height} {image}", target


def inverse(target: Sequence[int]) -> Sequence[int]:
    """Return the symmetry that takes back what `target` does."""
    back = [0] * len(target)
    for square, image in enumerate(target):
        back[image] = square
    return back


def read_line(text: str, target: Sequence[int]) -> Line:
    """Return the moves of a stored line, each sent to its `target`."""
    try:
        return tuple(target[int(move)] for move in text.split())
    except (ValueError, IndexError):
        raise NotationError(f"the store holds a line that is none: {text!r}") from None
