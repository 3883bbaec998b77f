"""Positions that are only ever judged: taken from games of their own, and valued by deep searches or exactly."""

import numpy as np
from numpy.typing import NDArray
from positions import RECORD, Play, Records, Shards, boards_of, label_records, phases_of, play_games

from saizen import _native

__all__ = ["label_tests", "mean_errors", "positions_to_test"]

SEED = 777
TESTS = "tests"


def positions_to_test(shards: Shards, evaluation: _native.Evaluation, *, each: int, threads: int) -> Records:
    """Return so many positions of each phase, or as many as there are, of games that serve for nothing else."""
    if shards.has(TESTS):
        return shards.load(TESTS)
    play = Play(depth=4, exact_from=12)
    played = play_games(shards, "games", evaluation, play, seed=SEED, first_game=0, games=8 * each, threads=threads)
    phases = phases_of(played)
    chosen = [np.flatnonzero(phases == phase) for phase in range(_native.PHASES)]
    some = [at[np.linspace(0, len(at) - 1, each).astype(int)] if len(at) > each else at for at in chosen]
    return shards.keep(TESTS, played[np.concatenate(some)].tobytes())


def label_tests(
    shards: Shards,
    evaluation: _native.Evaluation,
    *,
    name: str,
    depth: int,
    exact_from: int,
    selectivity: int,
    threads: int,
) -> Records:
    """Return the same positions valued as well as time allows."""
    if shards.has(name):
        return shards.load(name)
    tests = shards.load(TESTS)
    labelled = label_records(
        tests, evaluation, depth=depth, exact_from=exact_from, selectivity=selectivity, threads=threads
    )
    return shards.keep(name, labelled.astype(RECORD).tobytes())


def mean_errors(labelled: Records, weights: bytes, *, most_discs: int = 64) -> NDArray[np.float64]:
    """Return for each phase by how many discs an evaluation misjudges positions worth at most so many discs.

    There is no number where there are no positions.
    """
    some = labelled[np.abs(labelled["final"]) <= most_discs * _native.DISC]
    judged = np.frombuffer(_native.Evaluation(weights).values(boards_of(some)), "<i4")
    errors = np.abs(judged - some["final"]) / _native.DISC
    phases = phases_of(some)
    with np.errstate(invalid="ignore"):
        return np.bincount(phases, errors, _native.PHASES) / np.bincount(phases, minlength=_native.PHASES)
