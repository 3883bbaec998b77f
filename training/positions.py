"""Positions and their values, made by the native core on all cores, in shards that a stopped run finds again."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from saizen import _native

__all__ = [
    "EVERY_CUT_CERTAIN",
    "GROUPS",
    "RECORD",
    "Play",
    "Records",
    "Shards",
    "boards_of",
    "empties_of",
    "game_ends",
    "held_out_games",
    "label_random",
    "label_records",
    "phases_of",
    "places_of",
    "play_games",
]

GROUPS = 46
EVERY_CUT_CERTAIN = 4  # the step of selectivity on which searches cut nothing by chance
HELD_OUT = 40  # one game in so many is never trained on

# A position seen by the side to move; what its own search found and the score its game came to, in parts of a disc; the
# number of its game; and whether both are the score with best play.
RECORD = np.dtype(
    [("player", "<u8"), ("opponent", "<u8"), ("searched", "<i4"), ("final", "<i4"), ("game", "<u4"), ("exact", "<u4")]
)
Records = NDArray[np.void]


@dataclass(frozen=True, slots=True)
class Play:
    """How games are played: plies at random, then searches of some depth, solved from so many empties on."""

    depth: int
    exact_from: int
    selectivity: int = EVERY_CUT_CERTAIN
    random_plies: tuple[int, int] = (6, 34)


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
    return shards.keep(name, evaluation.label(boards, depth, EVERY_CUT_CERTAIN, exact_from, threads))


def play_games(
    shards: Shards,
    name: str,
    evaluation: _native.Evaluation,
    play: Play,
    *,
    seed: int,
    first_game: int,
    games: int,
    threads: int,
) -> Records:
    """Return the positions of games of an evaluation against itself."""
    if shards.has(name):
        return shards.load(name)
    data = evaluation.self_play(
        seed, first_game, games, play.depth, play.selectivity, play.exact_from, *play.random_plies, threads
    )
    return shards.keep(name, data)


def label_records(
    records: Records, evaluation: _native.Evaluation, *, depth: int, exact_from: int, selectivity: int, threads: int
) -> Records:
    """Return the same positions with labels of their own."""
    data = evaluation.label(boards_of(records), depth, selectivity, exact_from, threads)
    return np.frombuffer(data, RECORD)


def boards_of(records: Records) -> bytes:
    """Return the positions as the core takes them."""
    boards = np.empty((len(records), 2), "<u8")
    boards[:, 0], boards[:, 1] = records["player"], records["opponent"]
    return boards.tobytes()


def places_of(records: Records, threads: int) -> NDArray[np.int32]:
    """Return the places of each position's weights within its phase."""
    places = np.frombuffer(_native.pattern_places(boards_of(records), threads), "<i4")
    return places.reshape(len(records), GROUPS)


def empties_of(records: Records) -> NDArray[np.int64]:
    """Return how many squares of each position are empty."""
    return 64 - np.bitwise_count(records["player"] | records["opponent"]).astype(np.int64)


def phases_of(records: Records) -> NDArray[np.int64]:
    """Return the phase of each position."""
    return np.clip((60 - empties_of(records)) // 2, 0, _native.PHASES - 1)


def game_ends(records: Records) -> NDArray[np.int64]:
    """Return where each game has its last position; positions of a game follow each other."""
    games = records["game"]
    return np.append(np.flatnonzero(games[1:] != games[:-1]), len(records) - 1)


def held_out_games(records: Records) -> NDArray[np.bool_]:
    """Return which positions belong to games that are never trained on: the board a game ended with decides."""
    ends = game_ends(records)
    last = records[ends]
    mixed = last["player"] * np.uint64(0x9E3779B97F4A7C15) ^ last["opponent"] * np.uint64(0xC2B2AE3D27D4EB4F)
    held_out = (mixed >> np.uint64(40)) % np.uint64(HELD_OUT) == 0
    return np.repeat(held_out, np.diff(ends, prepend=-1))
