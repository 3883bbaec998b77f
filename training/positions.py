"""Positions and their values, made by the native core on all cores, in shards that a stopped run finds again."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from saizen import _native

__all__ = ["GROUPS", "RECORD", "Shards", "empties_of", "label_random", "places_of", "play_games"]

GROUPS = 46
# A position seen by the side to move, its value in parts of a disc, and whether best play from there on decided it.
RECORD = np.dtype([("player", "<u8"), ("opponent", "<u8"), ("value", "<i4"), ("exact", "<i4")])
Records = NDArray[np.void]


class Shards:
    """A folder of files, each with the records of one piece of work; a piece that is there is not done again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, name: str) -> Path:
        """Return where a piece of work is kept."""
        return self.folder / f"{name}.records"

    def keep(self, name: str, data: bytes) -> Records:
        """Write a piece of work whole or not at all, and return it."""
        unfinished = self.path(name).with_suffix(".part")
        unfinished.write_bytes(data)
        unfinished.replace(self.path(name))
        return self.load(name)

    def load(self, name: str) -> Records:
        """Return a piece of work."""
        return np.fromfile(self.path(name), RECORD)

    def has(self, name: str) -> bool:
        """Tell whether a piece of work is done."""
        return self.path(name).exists()

    def __iter__(self) -> Iterator[Records]:
        """Yield all there is, in the order of the names."""
        for path in sorted(self.folder.glob("*.records")):
            yield np.fromfile(path, RECORD)


def label_random(
    shards: Shards,
    name: str,
    evaluation: _native.Evaluation,
    *,
    seed: int,
    count: int,
    empties: int,
    depth: int,
    exact_from: int,
    threads: int,
) -> Records:
    """Return positions with so many empties, labelled exactly or by a search that ends in phases already fitted."""
    if shards.has(name):
        return shards.load(name)
    boards = _native.random_positions(seed, count, empties, threads)
    return shards.keep(name, evaluation.label(boards, depth, exact_from, threads))


def play_games(
    shards: Shards,
    name: str,
    evaluation: _native.Evaluation,
    *,
    seed: int,
    first_game: int,
    games: int,
    depth: int,
    exact_from: int,
    random_plies: tuple[int, int],
    threads: int,
) -> Records:
    """Return the positions of games of an evaluation against itself, each with the score its game came to."""
    if shards.has(name):
        return shards.load(name)
    data = evaluation.self_play(seed, first_game, games, depth, exact_from, *random_plies, threads)
    return shards.keep(name, data)


def boards_of(records: Records) -> bytes:
    """Return the positions as the core takes them."""
    boards = np.empty((len(records), 2), "<u8")
    boards[:, 0], boards[:, 1] = records["player"], records["opponent"]
    return boards.tobytes()


def places_of(records: Records) -> NDArray[np.int32]:
    """Return the places of each position's weights within its phase."""
    places = np.frombuffer(_native.pattern_places(boards_of(records)), "<i4")
    return places.reshape(len(records), GROUPS).copy()


def empties_of(records: Records) -> NDArray[np.int64]:
    """Return how many squares of each position are empty."""
    return 64 - np.bitwise_count(records["player"] | records["opponent"]).astype(np.int64)
