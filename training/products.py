"""Positions as a sparse matrix with 46 ones a row, one column for each weight: NumPy, or PyTorch where it has a GPU.

Only the products differ; whoever uses them sees columns as NumPy arrays and rows as something to calculate with.
"""

import warnings
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from saizen import _native

__all__ = ["Columns", "Matrix", "Places", "Rows", "make_matrix", "on_device", "same_positions"]

try:
    import torch
except ModuleNotFoundError:
    torch = None  # type: ignore[assignment]

Columns = NDArray[np.float64]
Rows = Any  # an array of NumPy or a tensor of PyTorch
Places = Any

SLICE = 1 << 18  # rows looked up at a time
KEYS = np.random.default_rng(8).integers(-(2**62), 2**62, _native.PLACES)


class Matrix(Protocol):
    """A matrix of positions and weights."""

    def rows(self, values: NDArray[np.generic]) -> Rows:
        """Return one number for each row, where products can use them."""

    def times(self, columns: Columns) -> Rows:
        """Return what the positions are worth with these weights."""

    def transposed_times(self, rows: Rows) -> Columns:
        """Return for each weight the sum over the positions that look it up."""


class NumpyMatrix:
    """A matrix in memory, of the columns that are not empty."""

    def __init__(self, blocks: Sequence[Places]) -> None:
        places = np.concatenate(blocks)
        self.used, used_places = np.unique(places, return_inverse=True)
        self.places = used_places.reshape(places.shape)

    def rows(self, values: NDArray[np.generic]) -> Rows:
        """Return one number for each row."""
        return values.astype(np.float64)

    def times(self, columns: Columns) -> Rows:
        """Return what the positions are worth with these weights."""
        weights = columns[self.used]
        pieces = range(0, len(self.places), SLICE)
        return np.concatenate([weights[self.places[first : first + SLICE]].sum(1) for first in pieces])

    def transposed_times(self, rows: Rows) -> Columns:
        """Return for each weight the sum over the positions that look it up."""
        sums = np.zeros(_native.PLACES)
        for first in range(0, len(self.places), SLICE):
            piece = self.places[first : first + SLICE]
            repeated = np.repeat(rows[first : first + SLICE], piece.shape[1])
            sums[self.used] += np.bincount(piece.ravel(), repeated, len(self.used))
        return sums


class TorchMatrix:
    """A matrix on a GPU, and its transpose: positions in the order of the weights they look up.

    Sums run over segments in a fixed order, so that they are the same every time.
    """

    def __init__(self, blocks: Sequence[Places]) -> None:
        self.places = torch.cat(list(blocks))
        places, order = self.places.flatten().sort(stable=True)
        self.looking = order.div_(self.places.shape[1], rounding_mode="floor").int()
        self.counts = torch.bincount(places, minlength=_native.PLACES)

    def rows(self, values: NDArray[np.generic]) -> Rows:
        """Return one number for each row."""
        return torch.from_numpy(values.astype(np.float32)).to(self.places.device)

    def times(self, columns: Columns) -> Rows:
        """Return what the positions are worth with these weights."""
        weights = torch.from_numpy(columns.astype(np.float32)).to(self.places.device)
        return weights.index_select(0, self.places.flatten()).view(self.places.shape).sum(1)

    def transposed_times(self, rows: Rows) -> Columns:
        """Return for each weight the sum over the positions that look it up."""
        looked_up = rows.index_select(0, self.looking)
        sums = torch.segment_reduce(looked_up, "sum", lengths=self.counts, unsafe=True)
        return sums.cpu().numpy().astype(np.float64)


def has_gpu() -> bool:
    """Tell whether PyTorch is there and has a GPU."""
    return torch is not None and torch.cuda.is_available()


def on_device(places: NDArray[np.int32]) -> Places:
    """Return places where products are made of them."""
    if not has_gpu():
        return places
    with warnings.catch_warnings(action="ignore"):  # PyTorch would rather have an array it may write to
        return torch.from_numpy(places).cuda()


def make_matrix(blocks: Sequence[Places]) -> Matrix:
    """Return the matrix of the positions of some blocks."""
    return TorchMatrix(blocks) if has_gpu() else NumpyMatrix(blocks)


def same_positions(places: Places, others: Sequence[Places]) -> NDArray[np.bool_]:
    """Return which positions are among others: mirror images, which share all their weights, count as the same."""
    keys, known = keys_of(places), [keys_of(other) for other in others]
    if has_gpu():
        found: NDArray[np.bool_] = torch.isin(keys, torch.cat(known)).cpu().numpy()
        return found
    return np.isin(keys, np.concatenate(known))


def keys_of(places: Places) -> Rows:
    """Return a number for each position, the sum of random ones for its weights."""
    if has_gpu():
        table = torch.from_numpy(KEYS).cuda()
        return torch.cat([table[piece.long()].sum(1) for piece in places.split(SLICE)])
    pieces = [KEYS[places[first : first + SLICE]].sum(1) for first in range(0, len(places), SLICE)]
    return np.concatenate([np.empty(0, np.int64), *pieces])
