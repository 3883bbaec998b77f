"""Train the evaluation from nothing: first backwards from exact endings, then by games against itself.

    python training/train.py --data DIR --minutes 10 --threads 16

What is done is kept in DIR; the same command goes on from there. See README.md.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
from fitting import Fit, fit_phase, packed, unpacked
from numpy.typing import NDArray
from positions import Records, Shards, empties_of, label_random, places_of, play_games

from saizen import _native

EXACT_EMPTIES = 12  # up to here random positions are labelled exactly
SEED = 20_260
HELD_OUT = 20  # one game, or position, in so many is never trained on
FEWEST_POSITIONS = 1000  # to fit a phase to


def main() -> None:
    """Train for so many minutes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder for shards and weights")
    parser.add_argument("--out", type=Path, help="folder for the finished weights (default: the data's)")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=400_000, help="for each number of empties, backwards")
    parser.add_argument("--games", type=int, default=20_000, help="in a shard of self-play")
    parser.add_argument("--depth", type=int, default=6, help="of self-play")
    parser.add_argument("--exact", type=int, default=14, help="empties from which self-play is solved")
    parser.add_argument("--shards", type=int, default=8, help="in a round of self-play")
    options = parser.parse_args()
    Training(options).run()


class Training:
    """One run, as far as its time goes."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.deadline = time.monotonic() + 60 * options.minutes
        self.data: Path = options.data
        self.out: Path = options.out or options.data
        for folder in (self.data, self.out):
            folder.mkdir(parents=True, exist_ok=True)
        self.kept = self.data / "weights.bin"
        self.report: list[dict[str, object]] = []

    def run(self) -> None:
        """Go backwards once, and then round after round."""
        if self.kept.exists():
            weights = unpacked(self.kept.read_bytes())
        else:
            weights = self.backwards()
            self.keep(weights, "backwards")
        number = len(list(self.data.glob("round-*.done")))
        while time.monotonic() < self.deadline:
            weights = self.round(weights, number)
            number += 1

    def backwards(self) -> NDArray[np.float32]:
        """Fit the last phase to exact values, then each earlier one to searches that end in later ones."""
        options = self.options
        weights = np.zeros((_native.PHASES, _native.PLACES), np.float32)
        shards = Shards(self.data / "backwards")
        for phase in reversed(range(_native.PHASES)):
            evaluation = _native.Evaluation(packed(weights))
            records = np.concatenate(
                [
                    label_random(
                        shards,
                        f"{empties:02}",
                        evaluation,
                        seed=SEED,
                        count=options.positions,
                        empties=empties,
                        depth=4 + empties % 2,
                        exact_from=EXACT_EMPTIES,
                        threads=options.threads,
                    )
                    for empties in (60 - 2 * phase, 59 - 2 * phase)
                    if 1 <= empties <= 59
                ]
            )
            start = weights[min(phase + 1, _native.PHASES - 1)]
            fit = self.fit(phase, records, held_out_positions(records), start)
            weights[phase] = fit.weights
        return weights

    def round(self, weights: NDArray[np.float32], number: int) -> NDArray[np.float32]:
        """Play games with the weights so far, and fit all phases to how they ended, and the last to exact values."""
        exact = [shard[shard["exact"] == 1] for shard in Shards(self.data / "backwards")]
        records = np.concatenate([*self.earlier(number), *self.played(weights, number), *exact])
        phases, held_out, fitted = phases_of(records), held_out_games(records), weights.copy()
        for phase in reversed(range(_native.PHASES)):
            near = np.flatnonzero(np.abs(phases - phase) <= 1)
            if len(near) >= FEWEST_POSITIONS:
                fit = self.fit(phase, records[near], held_out[near], weights[phase])
                if fit.is_better:
                    fitted[phase] = fit.weights
        self.keep(fitted, f"round {number}")
        (self.data / f"round-{number}.done").touch()
        return fitted

    def played(self, weights: NDArray[np.float32], number: int) -> list[Records]:
        """Play the games of a round, as many shards as the time allows."""
        options = self.options
        evaluation = _native.Evaluation(packed(weights))
        shards = Shards(self.data / f"round-{number}")
        played: list[Records] = []
        for shard in range(options.shards):
            if time.monotonic() > self.deadline and played:
                break
            played.append(
                play_games(
                    shards,
                    f"{shard:04}",
                    evaluation,
                    seed=SEED + 1,
                    first_game=(number * options.shards + shard) * options.games,
                    games=options.games,
                    depth=options.depth,
                    exact_from=options.exact,
                    random_plies=(8, 32),
                    threads=options.threads,
                )
            )
        return played

    def earlier(self, number: int) -> list[Records]:
        """Return the games of the last rounds, which are still nearly as good."""
        return [shard for old in range(max(0, number - 2), number) for shard in Shards(self.data / f"round-{old}")]

    def fit(
        self,
        phase: int,
        records: Records,
        held_out: NDArray[np.bool_],
        start: NDArray[np.float32],
    ) -> Fit:
        """Fit a phase, and note how well it went."""
        values = (records["value"] / _native.DISC).astype(np.float32)
        fit = fit_phase(places_of(records), values, held_out, start)
        self.report.append(
            {"phase": phase, "positions": len(records), "training": fit.training_error, "held_out": fit.held_out_error}
        )
        print(
            f"phase {phase:2}  {len(records):9,} positions  error {fit.training_error:.3f}  "
            f"held out {fit.held_out_error:.3f}",
            flush=True,
        )
        return fit

    def keep(self, weights: NDArray[np.float32], what: str) -> None:
        """Write the weights so far, and the errors of each phase."""
        self.kept.write_bytes(packed(weights))
        (self.out / "weights.bin").write_bytes(packed(weights))
        (self.out / f"{what.replace(' ', '-')}.json").write_text(json.dumps(self.report, indent=1))
        errors = [entry["held_out"] for entry in self.report]
        print(f"{what}: mean held-out error {np.nanmean(np.array(errors, float)):.3f} discs", flush=True)
        self.report = []


def phases_of(records: Records) -> NDArray[np.int64]:
    """Return the phase of each position."""
    return np.clip((60 - empties_of(records)) // 2, 0, _native.PHASES - 1)


def held_out_positions(records: Records) -> NDArray[np.bool_]:
    """Return which positions are never trained on: the board itself decides, so a position is always on one side."""
    mixed = records["player"] * np.uint64(0x9E3779B97F4A7C15) ^ records["opponent"] * np.uint64(0xC2B2AE3D27D4EB4F)
    return (mixed >> np.uint64(40)) % np.uint64(HELD_OUT) == 0


def held_out_games(records: Records) -> NDArray[np.bool_]:
    """Return which positions belong to games that are never trained on: the board that was solved decides.

    Positions of a game follow each other, and the last of them is the one that was solved.
    """
    ends = np.flatnonzero(records["exact"] == 1)
    own_end = ends[np.searchsorted(ends, np.arange(len(records)))]
    return held_out_positions(records)[own_end]


if __name__ == "__main__":
    main()
