"""Positions sorted by phase, ready to be fitted, and the fit of all phases."""

from collections.abc import Sequence

import numpy as np
from fitting import RIDGES, Fit, fit_weights
from numpy.typing import NDArray
from positions import Records, held_out_games, phases_of, places_of
from products import make_matrix, on_device, same_positions

from saizen import _native

__all__ = ["Phases"]

NEIGHBOUR = 0.25  # what a position of a neighbouring phase counts
CLOSE = np.float32(16)  # discs by which a position counts half
FEWEST_POSITIONS = 200  # to fit a phase to


class Phases:
    """Positions by phase; those held out, and those among `tests` up to symmetry, are never learned from."""

    def __init__(self, records: Records, tests: Records, threads: int) -> None:
        phases = phases_of(records).astype(np.int8)
        self.order = np.argsort(phases, kind="stable")
        self.bounds = np.searchsorted(phases[self.order], np.arange(_native.PHASES + 1))
        held_out = held_out_games(records)[self.order]
        test_phases = phases_of(tests)
        self.places, self.held_out, self.learned = [], [], []
        for phase in range(_native.PHASES):
            part = self.part(phase)
            places = on_device(places_of(records[self.order[part]], threads))
            away = held_out[part]
            others = [places[np.flatnonzero(away)], on_device(places_of(tests[test_phases == phase], threads))]
            self.places.append(places)
            self.held_out.append(away)
            self.learned.append(~same_positions(places, others))

    def part(self, phase: int) -> slice:
        """Return which of the sorted positions are of a phase."""
        return slice(self.bounds[phase], self.bounds[phase + 1])

    def count(self, phase: int) -> int:
        """Return how many positions of a phase are learned from."""
        return int(self.learned[phase].sum())

    def fit(
        self,
        phase: int,
        values: NDArray[np.float32],
        prior: NDArray[np.float32],
        start: NDArray[np.float32],
        ridges: Sequence[float] = RIDGES,
    ) -> Fit | None:
        """Fit a phase to its positions and, with less importance, to those of the phases beside it, if there are any.

        Values are in the order of the records.
        """
        window = [near for near in (phase - 1, phase, phase + 1) if 0 <= near < _native.PHASES]
        if sum(self.count(near) for near in window) < FEWEST_POSITIONS:
            return None
        wanted = [values[self.order[self.part(near)]] for near in window]
        counted = [closeness(part) for part in wanted]
        shares = [np.float32(1 if near == phase else NEIGHBOUR) for near in window]
        importance = [
            self.learned[near] * part * share for near, part, share in zip(window, counted, shares, strict=True)
        ]
        tested = [self.held_out[near] * part * (near == phase) for near, part in zip(window, counted, strict=True)]
        return fit_weights(
            make_matrix([self.places[near] for near in window]),
            np.concatenate(wanted),
            np.concatenate(importance),
            np.concatenate(tested),
            prior,
            start,
            ridges,
        )


def closeness(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what positions count: less the clearer they are won or lost, as the others decide games."""
    return 1 / (1 + (values / CLOSE) ** 2)
