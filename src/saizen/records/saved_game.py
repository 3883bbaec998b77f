"""Unfinished and finished games in a file, written so that an interruption never loses one."""

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from saizen.errors import NotationError, UnreadableFileError
from saizen.games.base import State
from saizen.games.catalogue import make_game
from saizen.records.transcript import parse_position

__all__ = ["SavedGame", "load_game", "save_game"]

SCHEMA = "saizen/game/1"
LARGEST = 1 << 20  # bytes


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it stands in a file: which one, who plays, where it began, and the moves."""

    game: str
    size: str | None
    position: str | None  # where it began, if not at the game's own start
    moves: Sequence[str]
    first: str
    second: str
    seed: int = 0

    def start(self) -> State:
        """Return the position the game began with."""
        start = make_game(self.game, size=self.size)
        return start if self.position is None else parse_position(start, self.position)


def save_game(saved: SavedGame, path: Path) -> None:
    """Write a game beside its place and then move it there, so that the old file or the new one is always whole."""
    answer = {"schema": SCHEMA, **{name: getattr(saved, name) for name in SavedGame.__slots__}}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number, draft = tempfile.mkstemp(dir=path.parent, prefix=".saizen-")
        try:
            with open(number, "w", encoding="utf-8") as file:
                json.dump(answer, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        except BaseException:
            os.unlink(draft)
            raise
    except (OSError, ValueError) as error:
        raise UnreadableFileError(f"cannot save to {str(path)!r}: {reason(error)}") from None


def load_game(path: Path) -> SavedGame:
    """Read a game that `save_game` wrote."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UnreadableFileError(f"cannot read {str(path)!r}: {reason(error)}") from None
    if len(content) > LARGEST:
        raise NotationError(f"{str(path)!r} is no saved game: it has more than {LARGEST} bytes")
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{str(path)!r} is no saved game: {error}") from None
    return read_saved(answer, path)


def reason(error: Exception) -> str:
    """Return why a file could not be opened, without its name."""
    return str(getattr(error, "strerror", None) or error)


def read_saved(answer: Any, path: Path) -> SavedGame:
    """Return the saved game in a JSON object, refusing one of another shape."""
    if not isinstance(answer, dict) or answer.get("schema") != SCHEMA:
        raise NotationError(f"{str(path)!r} is no saved game: its schema is not {SCHEMA!r}")
    kinds: dict[str, tuple[type, ...]] = {
        "game": (str,),
        "size": (str, type(None)),
        "position": (str, type(None)),
        "moves": (list,),
        "first": (str,),
        "second": (str,),
        "seed": (int,),
    }
    for name, kind in kinds.items():
        if not isinstance(answer.get(name), kind):
            raise NotationError(f"{str(path)!r} is no saved game: {name!r} is {answer.get(name)!r}")
    for move in answer["moves"]:
        if not isinstance(move, str):
            raise NotationError(f"{str(path)!r} is no saved game: the move {move!r} is no text")
    return SavedGame(**{name: answer[name] for name in kinds})
