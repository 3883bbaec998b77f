"""A class: the names of its students, and a seed for each, so that no two get the same trees."""

import csv
import hashlib
import reprlib
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from saizen.errors import NotationError, UnreadableFileError
from saizen.randomness import Stream

__all__ = ["read_roster", "student_seed"]

MOST_STUDENTS = 2000
MOST_BYTES = 1 << 20
LONGEST_NAME = 100
SEEDS = 1_000_000_000
HEADS = ("name", "student", "名前", "氏名", "学生")  # of the column that holds the names


def read_roster(path: Path) -> tuple[str, ...]:
    """Return the names in a file: one a line, or the column `name` of CSV, or its first where none is so called."""
    rows = [row for row in csv.reader(read_text(path).splitlines()) if any(cell.strip() for cell in row)]
    if len(rows) > MOST_STUDENTS + 1:
        raise NotationError(f"{str(path)!r} has {len(rows)} rows; a roster has at most {MOST_STUDENTS} names")
    heads = [normal(cell).casefold() for cell in rows[0]] if rows else []
    column = next((heads.index(head) for head in HEADS if head in heads), None)
    names = [cell_of(row, column or 0) for row in (rows if column is None else rows[1:])]
    if not names:
        raise NotationError(f"{str(path)!r} has no names; write one a line")
    check_names(names, path)
    return tuple(names)


def read_text(path: Path) -> str:
    """Return a text file that is not too large."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableFileError(f"cannot read {str(path)!r}: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise UnreadableFileError(f"{str(path)!r} is larger than {MOST_BYTES:,} bytes; a roster has one name a line")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFileError(f"{str(path)!r} is no UTF-8 text; save it as UTF-8") from None


def normal(text: str) -> str:
    """Return a name as it is compared: the same letters however they were typed."""
    return unicodedata.normalize("NFC", text).strip()


def cell_of(row: Sequence[str], column: int) -> str:
    """Return the name in a row, nothing where the row is too short."""
    return normal(row[column]) if column < len(row) else ""


def check_names(names: Sequence[str], path: Path) -> None:
    """Refuse names that cannot be part of a file's name, and those that come twice."""
    seen: set[str] = set()
    for place, name in enumerate(names, start=1):
        where, shown = f"{str(path)!r}, name {place}", reprlib.repr(name)
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise NotationError(f"{where}: {shown} is no name; use 1 to {LONGEST_NAME} letters")
        if set(name) & set("/\\") or name in (".", ".."):
            raise NotationError(f"{where}: {shown} cannot be part of a file's name; leave out slashes")
        if name in seen:
            raise NotationError(f"{where}: {shown} comes twice; tell the two apart")
        seen.add(name)


def student_seed(seed: int, name: str) -> int:
    """Return the seed of a student, by the seed of the class and the name."""
    number = int.from_bytes(hashlib.sha256(normal(name).encode()).digest()[:8], "big")
    return Stream(seed, number).below(SEEDS)
