"""The players of a tournament: by their specs, or a folder of files that each hold one."""

import ast
from collections.abc import Sequence
from pathlib import Path

from saizen.errors import SpecError, UnreadableFileError
from saizen.games.user_file import is_user_spec
from saizen.players.spec import PLAYERS

__all__ = ["is_file", "labels", "read_entries"]

USUAL_NAMES = ("Player", "choose")  # of the class or the function that plays
MOST_FILES = 500


def read_entries(folder: Path) -> tuple[str, ...]:
    """Return the players of a folder's Python files, in order, without running any; one that holds none is refused."""
    try:
        files = sorted(
            path for path in folder.iterdir() if path.suffix == ".py" and not path.name.startswith(("_", "."))
        )
    except OSError as error:
        raise UnreadableFileError(f"cannot read the folder {str(folder)!r}: {error.strerror}") from None
    if not 2 <= len(files) <= MOST_FILES:
        raise SpecError(f"{str(folder)!r} has {len(files)} players' files; a tournament needs 2 to {MOST_FILES}")
    return tuple(f"{path}:{player_name(path)}" for path in files)


def player_name(path: Path) -> str:
    """Return the name of the player in a file: `Player`, `choose`, or the only class or function there is."""
    try:
        tree = ast.parse(path.read_bytes(), filename=str(path))
    except (OSError, SyntaxError, ValueError) as error:
        raise SpecError(f"{str(path)!r} is no player's file: {error}") from None
    defined = [
        part.name
        for part in tree.body
        if isinstance(part, ast.ClassDef | ast.FunctionDef) and not part.name.startswith("_")
    ]
    for name in USUAL_NAMES:
        if name in defined:
            return name
    if len(defined) != 1:
        found = " ".join(defined) or "nothing"
        raise SpecError(f"{str(path)!r} defines {found}; call the player class Player, or the function choose")
    return defined[0]


def is_file(spec: str) -> bool:
    """Tell whether a player is a file's; a built-in one may have a file among its settings or in its command."""
    return is_user_spec(spec) and spec.partition(":")[0].partition("[")[0] not in PLAYERS


def labels(specs: Sequence[str]) -> tuple[str, ...]:
    """Return short names to show: of a file its own name, where no two would be alike."""
    short = [Path(spec.rpartition(":")[0]).stem if is_file(spec) else spec for spec in specs]
    return tuple(specs) if len(set(short)) < len(set(specs)) else tuple(short)
