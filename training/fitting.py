"""Fitting the weights of a phase: what a position is worth is the sum of 46 of them."""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from saizen import _native

__all__ = ["Fit", "fit_phase", "packed", "unpacked"]

LIMIT = 32_767
LEAST_BATCH = 20_000


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights in discs for every place of a phase, and mean absolute errors in discs.

    `start_error` is that of the weights it began with, over the same held-out positions.
    """

    weights: NDArray[np.float32]
    training_error: float
    held_out_error: float
    start_error: float

    @property
    def is_better(self) -> bool:
        """Whether the held-out positions, which the fit has not seen, are judged better than before."""
        return self.held_out_error < self.start_error


def fit_phase(
    places: NDArray[np.int32],
    values: NDArray[np.float32],
    held_out: NDArray[np.bool_],
    start: NDArray[np.float32],
    *,
    steps: int = 160,
    batch: int = 1 << 18,
    seed: int = 0,
) -> Fit:
    """Minimise the squared error over the positions that are not held out, beginning with the weights of `start`.

    Weights that are seldom looked up are held near where they began, in proportion to how seldom.
    """
    device = "cuda" if torch.cuda.is_available() else "cpu"
    batch = max(LEAST_BATCH, min(batch, 6 * len(np.unique(places[::7]))))  # few weights need few positions a step
    generator = torch.Generator(device="cpu").manual_seed(seed)
    learned = torch.from_numpy(np.flatnonzero(~held_out))
    x = torch.from_numpy(places).to(device)
    y = torch.from_numpy(values).to(device)
    origin = torch.from_numpy(start).to(device)
    weights = origin.clone().requires_grad_()
    optimizer = torch.optim.Adam([weights], lr=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=steps)
    size = min(batch, len(learned))
    for _ in range(steps):
        chosen = learned[torch.randint(len(learned), (size,), generator=generator)].to(device)
        errors = weights[x[chosen]].sum(1) - y[chosen]
        loss = errors.square().mean() + 2e-6 * (weights - origin).square().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    outside = torch.from_numpy(held_out).to(device)
    with torch.no_grad():
        wrong, wrong_before = (absolute_errors(x, y, tried) for tried in (weights, origin))
    return Fit(
        weights.detach().cpu().numpy(),
        float(wrong[~outside].mean()),
        float(wrong[outside].mean()),
        float(wrong_before[outside].mean()),
    )


def absolute_errors(x: torch.Tensor, y: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Return by how much each position is misjudged."""
    return torch.cat([weights[part].sum(1) for part in x.split(1 << 20)]).sub(y).abs()


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
