"""Suites of Othello problems: OBF, CSV and JSON files of positions and their scores."""

import csv
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from saizen.errors import NotationError, UnreadableFileError
from saizen.games.othello import Othello

__all__ = ["Problem", "read_problems"]

LARGEST = 1 << 24  # bytes


@dataclass(frozen=True, slots=True)
class Problem:
    """A position to solve, and its score for the side to move where the file gives one."""

    name: str
    state: Othello
    expected: int | None


def read_problems(path: Path) -> list[Problem]:
    """Return the problems of a file, whose ending says how it is written: .obf, .csv or .json."""
    readers = {".obf": read_obf, ".csv": read_csv, ".json": read_json}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise NotationError(f"{str(path)!r} is no suite of problems; its name must end in {', '.join(readers)}")
    try:
        if path.stat().st_size > LARGEST:
            raise NotationError(f"{str(path)!r} is too large; the most is {LARGEST >> 20} MiB")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UnreadableFileError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise NotationError(f"{str(path)!r} is no text: {error.reason}") from None
    problems = reader(text)
    if not problems:
        raise NotationError(f"{str(path)!r} holds no problem")
    return problems


def position(name: str, board: str, side: str) -> Othello:
    """Return the 8×8 position of a problem, naming the problem when it is none."""
    try:
        return Othello().parse_position(f"{board} {side}")
    except NotationError as error:
        raise NotationError(f"problem {name}: {error}") from None


def read_obf(text: str) -> list[Problem]:
    """Read lines such as `BOARD X; f5:+3; d6:-2;`: the best of the moves' scores is the expected one."""
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        content = line.split("%")[0].strip()
        if content:
            words = content.split(";")[0].split()
            if len(words) != 2:
                raise NotationError(f"problem {number}: {line!r} is no OBF line; write BOARD SIDE; MOVE:SCORE; …")
            scores = [read_score(str(number), score) for score in re.findall(r":\s*([+-]?\d+)", content)]
            problems.append(Problem(str(number), position(str(number), *words), max(scores, default=None)))
    return problems


def read_csv(text: str) -> list[Problem]:
    """Read rows whose header names a board and a score, perhaps an id and the side to move (else X)."""
    reader = csv.DictReader(text.splitlines())
    try:
        header, rows = reader.fieldnames or (), list(reader)
    except csv.Error as error:
        raise NotationError(f"the file is no CSV: {error}") from None
    names = {
        part: next((name for name in header if name.lower().startswith(part)), None)
        for part in ("board", "score", "id", "to_move")
    }
    if names["board"] is None:
        raise NotationError("the CSV header names no board; it needs a column 'board', and may have 'score' and 'id'")
    problems = []
    for number, row in enumerate(rows, 1):
        cells = {part: row.get(name) if name else None for part, name in names.items()}
        problems.append(problem(cells, str(number)))
    return problems


def read_json(text: str) -> list[Problem]:
    """Read a list of objects with `board`, and perhaps `to_move` (else X), `score` and `id`."""
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"the file is no JSON: {error}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "board" in row for row in rows):
        raise NotationError("the JSON is no list of objects with a 'board'")
    return [problem(row, str(number)) for number, row in enumerate(rows, 1)]


def read_score(name: str, score: object) -> int:
    """Return the score of a problem; a fraction is none."""
    try:
        return int(str(score))
    except ValueError:
        raise NotationError(f"problem {name}: {score!r} is no score") from None


def problem(cells: dict[str, Any], number: str) -> Problem:
    """Return the problem of a row."""
    name = str(cells.get("id") or number)
    score = cells.get("score")
    expected = None if score in (None, "") else read_score(name, score)
    return Problem(name, position(name, str(cells["board"]), str(cells.get("to_move") or "X")), expected)
