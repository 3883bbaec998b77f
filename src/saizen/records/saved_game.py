"""Unfinished and finished games in a file, written so that an interruption never loses one."""

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from saizen.errors import NotationError, UnreadableFileError
from saizen.games.base import Move, State
from saizen.games.catalogue import make_game
from saizen.records.transcript import parse_position, replay

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

    def replay(self) -> tuple[State, tuple[Move, ...]]:
        """Return where the game stands, and its moves."""
        return replay(self.start(), self.moves)


def save_game(saved: SavedGame, path: Path) -> None:
    """Write a game beside its place and then move it there, so that the old file or the new one is always whole."""
    answer = {"schema": SCHEMA, **{name: getattr(saved, name) for name in SavedGame.__slots__}}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", dir=path.parent, prefix=path.name, delete=False, encoding="utf-8"
        ) as file:
            json.dump(answer, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, path)
    except OSError as error:
        raise UnreadableFileError(f"cannot save to {str(path)!r}: {error.strerror}") from None


def load_game(path: Path) -> SavedGame:
    """Read a game that `save_game` wrote."""
    try:
        if path.stat().st_size > LARGEST:
            raise NotationError(f"{str(path)!r} is too large for a saved game")
        answer = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableFileError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"{str(path)!r} is no saved game: {error}") from None
    return read_saved(answer, path)


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
    return SavedGame(**{name: answer[name] for name in kinds})
