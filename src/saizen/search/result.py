"""What a search answers, and where a value comes from."""

import enum
from dataclasses import dataclass
from typing import Any, TypeAlias

from saizen.games.base import Move, Value

__all__ = ["Bound", "Line", "Provenance", "SearchResult"]

Line: TypeAlias = tuple[Move, ...]


class Bound(enum.StrEnum):
    """What a value says about the true one."""

    EXACT = "exact"
    LOWER = "lower"
    UPPER = "upper"
    ESTIMATE = "estimate"  # a mean of playouts: no bound at all


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a value was found: `exact`, `bound`, `search` or `book`; the depth of a search, and its selectivity.

    The selectivity says, in percent, how often a cut of the search is right; None where it cuts nothing by guess.
    """

    kind: str
    depth: int | None = None
    selectivity: int | None = None

    @property
    def strength(self) -> tuple[int, int, int]:
        """How much the value can be trusted, to compare: an exact one most, then by selectivity, then by depth.

        A search without selectivity misses nothing, and counts as one of 100 %; a bound is no value yet.
        """
        if self.kind == "exact":
            return 2, 0, 0
        everything = 100 if self.selectivity is None else self.selectivity
        return (0 if self.kind == "bound" else 1), everything, self.depth or 0

    def replaces(self, other: "Provenance") -> bool:
        """Tell whether a value of this kind may take the place of another: a weaker one never does."""
        return self.strength >= other.strength

    def as_json(self) -> dict[str, Any]:
        """Return the value's papers as they stand in every JSON answer."""
        return {"kind": self.kind, "depth": self.depth, "selectivity": self.selectivity}


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer of a search; `value` is for the side to move, `line` the best play found.

    `depth` counts plies, None when the search had no horizon. `complete` is False when a limit stopped it.
    `horizon` tells whether any position was judged by an evaluator rather than by the rules.
    `selectivity` is that of the `Provenance`.
    """

    value: Value
    bound: Bound
    line: Line
    depth: int | None
    nodes: int
    seconds: float
    complete: bool
    horizon: bool = False
    selectivity: int | None = None

    @property
    def move(self) -> Move | None:
        """The best move, or None when the game is over."""
        return self.line[0] if self.line else None

    @property
    def exact(self) -> bool:
        """Whether the rules alone, and no limit or evaluator, decided the value."""
        return self.complete and self.bound is Bound.EXACT and not self.horizon

    @property
    def provenance(self) -> Provenance:
        """How the value was found."""
        if self.exact:
            return Provenance("exact")
        if self.bound in (Bound.LOWER, Bound.UPPER) and not self.horizon:
            return Provenance("bound")
        return Provenance("search", self.depth, self.selectivity)
