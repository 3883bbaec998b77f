"""The one random generator of saizen: small, seeded, and the same in Python and C++."""

from collections.abc import Sequence
from typing import TypeVar

__all__ = ["Stream"]

T = TypeVar("T")
MASK = (1 << 64) - 1


class Stream:
    """A stream of random numbers fixed by a seed, a game number and a side.

    SplitMix64: Steele, Lea & Flood, "Fast splittable pseudorandom number generators" (2014).
    """

    def __init__(self, seed: int, game: int = 0, side: int = 0) -> None:
        self._state = seed & MASK
        for part in (game, side):
            self._state = (self.bits() + part) & MASK

    def bits(self) -> int:
        """Return the next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        mixed = self._state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & MASK
        return mixed ^ mixed >> 31

    def below(self, count: int) -> int:
        """Return a number from 0 to `count` − 1, each equally likely."""
        reject = (1 << 64) % count  # the first few products would be hit once too often
        while True:
            product = self.bits() * count
            if product & MASK >= reject:
                return product >> 64

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return `items` in random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
