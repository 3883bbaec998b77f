"""Train the evaluation from nothing: first backwards from exact endings, then by games against itself.

    python training/train.py --data DIR --rounds 4:14:90 4:14:110 6:14:240:3 8:15:190:3 --threads 16

What is done is kept in DIR; the same command goes on from there. See README.md.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
from evaluate import read_weights
from fitting import Fit, packed, unpacked
from numpy.typing import NDArray
from phases import Phases
from positions import EVERY_CUT_CERTAIN, Play, Records, Shards, label_random, play_games
from targets import target_values
from testing import positions_to_test

from saizen import _native

EXACT_EMPTIES = 12  # up to here random positions are labelled exactly
SEED = 20_260
GAMES_OF_A_ROUND = 10_000_000  # games of different rounds have different numbers
RECENT = 2  # rounds before the last whose games are still fitted
MATCH = Play(depth=4, exact_from=14, random_plies=(8, 16))


def main() -> None:
    """Train as many rounds as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder for shards and weights")
    parser.add_argument("--start", default="backwards", help="'backwards', 'committed', or a file of raw weights")
    parser.add_argument(
        "--rounds",
        nargs="*",
        default=["4:14:90", "4:14:110", "6:14:240:3", "8:15:190:3"],
        metavar="DEPTH:EXACT:SECONDS[:STEP]",
        help="of self-play: plies searched, empties solved, time, and a step of selectivity (5 cuts nothing)",
    )
    parser.add_argument("--target", default="return:0.9", help="what is fitted: mix:M or return:L, see targets.py")
    parser.add_argument(
        "--prior",
        choices=["next", "start"],
        default="next",
        help="what seldom weights stay near: those of the next phase, or those the run started with",
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=400_000, help="for each number of empties, backwards")
    parser.add_argument("--games", type=int, default=10_000, help="in a shard of self-play")
    parser.add_argument("--pairs", type=int, default=2000, help="of games that new weights play against old ones")
    parser.add_argument("--tests", type=int, default=400, help="positions of a phase that are only ever judged")
    Training(parser.parse_args()).run()


class Training:
    """One run, which goes on where an earlier one stopped."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.data: Path = options.data
        self.data.mkdir(parents=True, exist_ok=True)
        self.report: list[dict[str, object]] = []

    def run(self) -> None:
        """Go backwards once, and then round after round."""
        options = self.options
        first = self.data / "start.bin"
        if not first.exists():
            start = packed(self.backwards()) if options.start == "backwards" else read_weights(options.start)
            self.keep(start, "start")
        self.tests = positions_to_test(
            Shards(self.data / "test"), evaluation(first.read_bytes()), each=options.tests, threads=options.threads
        )
        weights = first.read_bytes()
        for number, wanted in enumerate(options.rounds):
            finished = self.data / f"round-{number}.bin"
            if not finished.exists():
                self.keep(self.round(weights, number, wanted), finished.stem)
            weights = finished.read_bytes()

    def backwards(self) -> NDArray[np.float32]:
        """Fit the last phase to exact values, then each earlier one to searches that end in later ones."""
        weights = np.zeros((_native.PHASES, _native.PLACES), np.float32)
        for phase in reversed(range(_native.PHASES)):
            records = np.concatenate(
                [self.random(weights, empties) for empties in (60 - 2 * phase, 59 - 2 * phase) if 1 <= empties <= 59]
            )
            later = weights[min(phase + 1, _native.PHASES - 1)]
            fit = Phases(records, records[:0], self.options.threads).fit(
                phase, target_values(records, "mix:1"), later, later
            )
            if fit is not None:
                self.note(phase, len(records), fit)
                weights[phase] = fit.weights
        return weights

    def random(self, weights: NDArray[np.float32], empties: int) -> Records:
        """Return labelled positions with so many empties."""
        return label_random(
            Shards(self.data / "backwards"),
            f"{empties:02}",
            evaluation(packed(weights)),
            seed=SEED,
            count=self.options.positions,
            empties=empties,
            depth=4 + empties % 2,
            exact_from=EXACT_EMPTIES,
            threads=self.options.threads,
        )

    def round(self, weights: bytes, number: int, wanted: str) -> bytes:
        """Play games with the weights so far and fit all phases to them; return what wins a match."""
        began = time.monotonic()
        played = self.played(weights, number, wanted)
        records = np.concatenate([*self.earlier(number), *played])
        print(f"{sum(map(len, played)):,} positions played in {time.monotonic() - began:.0f} s", flush=True)
        fitted = packed(self.fit(records, unpacked(weights), self.options.target))
        return fitted if self.wins(fitted, weights) else weights

    def played(self, weights: bytes, number: int, wanted: str) -> list[Records]:
        """Play the games of a round, as many shards as the time allows and those that are there."""
        depth, exact_from, seconds, *step = (int(part) for part in wanted.split(":"))
        play = Play(depth, exact_from, *(step or [EVERY_CUT_CERTAIN]))
        shards = Shards(self.data / f"round-{number}")
        deadline = time.monotonic() + seconds
        played: list[Records] = []
        while not played or time.monotonic() < deadline or shards.has(f"{len(played):04}"):
            played.append(
                play_games(
                    shards,
                    f"{len(played):04}",
                    evaluation(weights),
                    play,
                    seed=SEED + 1,
                    first_game=number * GAMES_OF_A_ROUND + len(played) * self.options.games,
                    games=self.options.games,
                    threads=self.options.threads,
                )
            )
        return played

    def earlier(self, number: int) -> list[Records]:
        """Return the games of the last rounds, which are nearly as good, and exact values, which stay true."""
        old, recent = range(max(0, number - RECENT)), range(max(0, number - RECENT), number)
        folders = ["backwards", *(f"round-{round_}" for round_ in old)]
        exact = [shard[shard["exact"] == 1] for folder in folders for shard in Shards(self.data / folder)]
        return exact + [shard for round_ in recent for shard in Shards(self.data / f"round-{round_}")]

    def fit(self, records: Records, weights: NDArray[np.float32], target: str) -> NDArray[np.float32]:
        """Fit all phases, from the last to the first, weights that are seldom looked up staying near their prior."""
        began = time.monotonic()
        phases = Phases(records, self.tests, self.options.threads)
        values = target_values(records, target)
        print(f"{len(records):,} positions sorted in {time.monotonic() - began:.0f} s", flush=True)
        fitted = np.zeros_like(weights)
        first = unpacked((self.data / "start.bin").read_bytes()) if self.options.prior == "start" else None
        for phase in reversed(range(_native.PHASES)):
            later = fitted[min(phase + 1, _native.PHASES - 1)]
            prior = first[phase] if first is not None else later
            fit = phases.fit(phase, values, prior, weights[phase])
            if fit is None:
                fitted[phase] = prior
            else:
                fitted[phase] = fit.weights
                self.note(phase, phases.count(phase), fit)
        print(f"fitted to {target} in {time.monotonic() - began:.0f} s", flush=True)
        return fitted

    def wins(self, new: bytes, old: bytes) -> bool:
        """Play the match and tell whether the new weights are at least as good."""
        data = evaluation(new).match(
            evaluation(old),
            SEED + 2,
            self.options.pairs,
            MATCH.depth,
            MATCH.selectivity,
            MATCH.exact_from,
            *MATCH.random_plies,
            self.options.threads,
        )
        scores = np.frombuffer(data, "<i4")
        points, margin = float(np.mean((np.sign(scores) + 1) / 2)), float(scores.mean())
        self.report.append({"games": len(scores), "points": points, "margin": margin})
        print(f"new against old: {points:.1%} of {len(scores)} games, {margin:+.2f} discs a game", flush=True)
        return points >= 0.5

    def note(self, phase: int, positions: int, fit: Fit) -> None:
        """Note how well a phase was fitted."""
        self.report.append(
            {
                "phase": phase,
                "positions": positions,
                "ridge": fit.ridge,
                "training": fit.training,
                "held_out": fit.held_out,
                "before": fit.before,
            }
        )
        print(
            f"phase {phase:2}  {positions:10,} positions  ridge {fit.ridge:4.0f}  {fit.steps:3} steps  "
            f"error {fit.training:.3f}  held out {fit.held_out:.3f}  before {fit.before:.3f}",
            flush=True,
        )

    def keep(self, weights: bytes, name: str) -> None:
        """Write weights and what was noted about them."""
        (self.data / f"{name}.json").write_text(json.dumps(self.report, indent=1))
        (self.data / "weights.bin").write_bytes(weights)
        unfinished = self.data / f"{name}.part"
        unfinished.write_bytes(weights)
        unfinished.replace(self.data / f"{name}.bin")
        self.report = []


def evaluation(weights: bytes) -> _native.Evaluation:
    """Return the evaluation with these weights."""
    return _native.Evaluation(weights)


if __name__ == "__main__":
    main()
