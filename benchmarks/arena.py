"""Matches: games a second of the whole command, with two workers and a journal on disk."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.environment import ROOT
from benchmarks.report import Section, Target, duration

__all__ = ["ROWS", "Found", "Row", "measure"]

WORKERS = 2
QUICK = 10  # a quick run plays one game of so many


@dataclass(frozen=True, slots=True)
class Row:
    """A match of a player against itself, and the games a second that are asked for."""

    name: str
    player: str
    games: int
    asked: float


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a row."""

    games: int
    seconds: float  # by the clock on the wall, from the start of the command to its end
    resumed_seconds: float  # of the same command once more: all games are read and played again

    @property
    def games_per_second(self) -> float:
        """The speed of the match."""
        return self.games / self.seconds


ROWS = (Row("arena-random", "random", 200_000, 20_000), Row("arena-minimax", "minimax:depth=2", 50_000, 5_000))
NOTES = (
    f"saizen match othello PLAYER PLAYER --workers {WORKERS} --journal FILE, from start to report; the best round.",
    "Checked: the same command again, which reads the journal and plays each of its games again to verify it.",
)


def measure(rows: Sequence[Row], *, rounds: int, quick: bool) -> Section:
    """Play each match so often, and keep its fastest round."""
    results = {row: best_round(row, rounds, row.games // QUICK if quick else row.games) for row in rows}
    return Section(
        heading=f"Matches on Othello, {WORKERS} workers, rounds: {rounds}",
        lines=[["", "games", "wall", "games/s", "checked"], *(table_line(row, results[row]) for row in rows)],
        notes=NOTES,
        targets=[
            Target(row.name, found.games_per_second, row.asked, " games/s", at_least=True)
            for row, found in results.items()
        ],
        data={row.name: asdict(found) for row, found in results.items()},
        faults=[
            f"{row.name}: played {found.games} of {row.games} games"
            for row, found in results.items()
            if not quick and found.games != row.games
        ],
    )


def best_round(row: Row, rounds: int, games: int) -> Found:
    """Return the fastest of some rounds."""
    found = []
    for number in range(rounds):
        print(f"{row.name}: round {number + 1} of {rounds}", file=sys.stderr)
        found.append(play(row.player, games))
    return min(found, key=lambda one: one.seconds)


def play(player: str, games: int) -> Found:
    """Play a match, and then have its journal checked."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "games.journal"
        played, seconds = timed(player, games, journal)
        _, resumed = timed(player, games, journal)
    return Found(played, seconds, resumed)


def timed(player: str, games: int, journal: Path) -> tuple[int, float]:
    """Run the command; return how many games it reports, and the seconds it took."""
    command = [sys.executable, "-m", "saizen", "match", "othello", player, player, "--games", str(games)]
    command += ["--workers", str(WORKERS), "--journal", str(journal), "--json"]
    began = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)["games"], time.perf_counter() - began


def table_line(row: Row, found: Found) -> list[str]:
    """Return the line of a row."""
    speed = f"{found.games_per_second:,.0f}"
    return [row.name, f"{found.games:,}", duration(found.seconds), speed, duration(found.resumed_seconds)]
