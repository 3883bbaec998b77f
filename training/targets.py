"""What positions are fitted to: their own searches, the score of their game, or something between."""

import numpy as np
from numpy.typing import NDArray
from positions import Records, game_ends

from saizen import _native

__all__ = ["target_values"]


def target_values(records: Records, target: str) -> NDArray[np.float32]:
    """Return values in discs for the side to move: `mix:M` or `return:L`.

    `mix:M` is a share M of the score of the game and the rest of the position's own search. `return:L` is a share L of
    what the next position returns and the rest of the position's own search, up to the first position that was solved.
    Sutton, "Learning to predict by the methods of temporal differences" (1988).
    """
    kind, _, share = target.partition(":")
    searched = records["searched"].astype(np.float32) / _native.DISC
    final = records["final"].astype(np.float32) / _native.DISC
    if kind == "mix":
        return (1 - np.float32(share)) * searched + np.float32(share) * final
    if kind == "return":
        return returns(records, searched, final, np.float32(share))
    raise SystemExit(f"unknown target {target!r}; known: mix:M, return:L")


def returns(
    records: Records, searched: NDArray[np.float32], final: NDArray[np.float32], share: np.float32
) -> NDArray[np.float32]:
    """Return a share of what the next position returns and the rest of each position's own search.

    Sides take turns in the records of a game, so that what is good for the next position is bad for this one.
    """
    values = final.copy()
    ends = game_ends(records)
    begins = np.append(0, ends[:-1] + 1)
    solved = np.add.reduceat(records["exact"].astype(np.int64), begins)  # in each game, and they come last
    at = ends - solved
    while True:
        open_ = at >= begins
        at, begins = at[open_], begins[open_]
        if not len(at):
            return values
        inside = np.minimum(at + 1, len(records) - 1)
        followed = records["game"][inside] == records["game"][at]
        next_values = np.where(followed & (inside > at), -values[inside], searched[at])
        values[at] = (1 - share) * searched[at] + share * next_values
        at = at - 1
