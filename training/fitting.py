"""Fitting the weights of a phase: what a position is worth is the sum of 46 of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from products import Columns, Matrix, Rows

from saizen import _native

__all__ = ["RIDGES", "Fit", "fit_weights", "packed", "unpacked"]

LIMIT = 32_767
RIDGES = (160.0, 40.0)  # how many positions the prior counts as, for each weight
TOLERANCE = 1e-3
MOST_STEPS = 120


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights in discs for every place of a phase, the ridge that was best, and mean absolute errors in discs.

    Positions count in the errors as they do in the fit; `before` is the error of the weights it began with, over the
    same held-out positions as `held_out`.
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
    tested: NDArray[np.float32],
    prior: NDArray[np.float32],
    start: NDArray[np.float32],
    ridges: Sequence[float] = RIDGES,
) -> Fit:
    """Solve ridge least squares: the weighted squared error plus `ridge` times the squared distance from the prior.

    Rows of importance zero are not learned from. Of the ridges the one with the least error over the rows of importance
    `tested` is taken.
    """
    wanted, learned, chosen = matrix.rows(values), matrix.rows(importance), matrix.rows(tested)
    target, diagonal = matrix.transposed_times(learned * wanted), matrix.transposed_times(learned)
    weights, origin = start.astype(np.float64), prior.astype(np.float64)

    def error(weights: Columns, rows: Rows) -> float:
        return float((abs(matrix.times(weights) - wanted) * rows).sum() / max(1.0, float(rows.sum())))

    before = error(weights, chosen)
    fits = []
    for ridge in ridges:
        weights, steps = conjugate_gradients(matrix, learned, diagonal, target, origin, weights, ridge)
        errors = error(weights, learned), error(weights, chosen)
        fits.append(Fit(weights.astype(np.float32), ridge, steps, *errors, before))
    return min(fits, key=lambda fit: fit.held_out)


def conjugate_gradients(
    matrix: Matrix,
    learned: Rows,
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
        return matrix.transposed_times(learned * matrix.times(columns)) + ridge * columns

    right = target + ridge * prior
    scale = 1 / (diagonal + ridge)
    rest = right - applied(weights)
    near = scale * rest
    direction = near.copy()
    product = dot(rest, near)
    enough = TOLERANCE**2 * dot(right, scale * right)
    weights = weights.copy()
    for step in range(MOST_STEPS):
        if product <= enough:
            return weights, step
        image = applied(direction)
        length = product / dot(direction, image)
        weights += length * direction
        rest -= length * image
        near = scale * rest
        product, last = dot(rest, near), product
        direction = near + product / last * direction
    return weights, MOST_STEPS


def dot(one: Columns, other: Columns) -> float:
    """Return the sum of the products, added up in the same order on every machine."""
    return float((one * other).sum())


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
