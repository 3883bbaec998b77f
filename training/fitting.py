"""Fitting the weights of a phase: what a position is worth is the sum of 46 of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from products import Columns, Matrix

from saizen import _native

__all__ = ["RIDGES", "Fit", "fit_weights", "packed", "unpacked"]

LIMIT = 32_767
RIDGES = (160.0, 40.0)  # how many positions the prior counts as, for each weight
TOLERANCE = 1e-3
MOST_STEPS = 120


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights in discs for every place of a phase, the ridge that was best, and mean absolute errors in discs.

    `before` is the error of the weights it began with, over the same held-out positions as `held_out`.
    """

    weights: NDArray[np.float32]
    ridge: float
    steps: int
    training: float
    held_out: float
    before: float


def fit_weights(
    matrix: Matrix,
    values: NDArray[np.float32],
    importance: NDArray[np.float32],
    tested: NDArray[np.bool_],
    prior: NDArray[np.float32],
    start: NDArray[np.float32],
    ridges: Sequence[float] = RIDGES,
) -> Fit:
    """Solve ridge least squares: the weighted squared error plus `ridge` times the squared distance from the prior.

    Rows of importance zero are not learned from; the ridge with the least error over the `tested` rows is taken.
    """
    wanted, counted = matrix.rows(values), matrix.rows(importance)
    chosen, learned = matrix.rows(tested), matrix.rows(importance == 1)
    target = matrix.transposed_times(counted * wanted)
    diagonal = matrix.transposed_times(counted)

    def error(weights: Columns, rows: object) -> float:
        return float((abs(matrix.times(weights) - wanted) * rows).sum() / max(1.0, float(rows.sum())))  # type: ignore[attr-defined]

    before = error(start.astype(np.float64), chosen)
    best: Fit | None = None
    weights, origin = start.astype(np.float64), prior.astype(np.float64)
    steps = 0
    for ridge in ridges:
        weights, taken = conjugate_gradients(matrix, counted, diagonal, target, origin, weights, ridge)
        steps += taken
        held_out = error(weights, chosen)
        if best is None or held_out < best.held_out:
            best = Fit(weights.astype(np.float32), ridge, steps, error(weights, learned), held_out, before)
    assert best is not None
    return best


def conjugate_gradients(
    matrix: Matrix,
    counted: object,
    diagonal: Columns,
    target: Columns,
    prior: Columns,
    weights: Columns,
    ridge: float,
) -> tuple[Columns, int]:
    """Return the solution of (XᵀWX + ridge) w = XᵀWy + ridge · prior, and the steps it took.

    Hestenes & Stiefel (1952), preconditioned with how often each weight is looked up.
    """

    def applied(columns: Columns) -> Columns:
        return matrix.transposed_times(counted * matrix.times(columns)) + ridge * columns

    right = target + ridge * prior
    scale = 1 / (diagonal + ridge)
    rest = right - applied(weights)
    near = scale * rest
    direction = near.copy()
    product = float(rest @ near)
    enough = TOLERANCE**2 * float(right @ (scale * right))
    weights = weights.copy()
    for step in range(MOST_STEPS):
        if product <= enough:
            return weights, step
        image = applied(direction)
        length = product / float(direction @ image)
        weights += length * direction
        rest -= length * image
        near = scale * rest
        product, last = float(rest @ near), product
        direction = near + product / last * direction
    return weights, MOST_STEPS


def standing() -> NDArray[np.bool_]:
    """Return which places stand for themselves: the others share the weight of their mirror image."""
    places = np.frombuffer(_native.standing_places(), "<i4")
    return places == np.arange(len(places))


def packed(weights: NDArray[np.float32]) -> bytes:
    """Return the weights of all phases as the core reads them."""
    whole = np.rint(weights * _native.DISC).clip(-LIMIT, LIMIT).astype("<i2")
    return whole[:, standing()].tobytes()


def unpacked(data: bytes) -> NDArray[np.float32]:
    """Return the weights that `packed` gave; places that stand for none are zero."""
    weights = np.zeros((_native.PHASES, _native.PLACES), np.float32)
    weights[:, standing()] = np.frombuffer(data, "<i2").reshape(_native.PHASES, -1) / _native.DISC
    return weights
