"""Players that search."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from saizen.errors import SpecError
from saizen.games.base import Move, State
from saizen.randomness import Stream
from saizen.search import ALGORITHMS, NO_LIMITS, Among, Distance, Evaluator, Limits, SearchResult, zero
from saizen.search.size import estimate_nodes

__all__ = ["SearchPlayer", "Ties", "refuse_endless"]

Ties = Literal["first", "last", "random"]
MOST_NODES = 3e7
FULL_WIDTH = ("minimax", "negamax")


@dataclass(slots=True)
class SearchPlayer:
    """Plays the best move of one of the searches; a single legal move is played without a search.

    `ties` says which of equal moves to take, `distance` whether to win sooner and lose later.
    """

    algorithm: str
    evaluate: Evaluator[Any] = zero
    depth: int | None = None
    limits: Limits = NO_LIMITS
    ties: Ties = "first"
    distance: bool = False
    playouts: int | None = None
    dice: Stream | None = None
    last: SearchResult | None = None  # what the last search answered, for those who show it

    def choose(self, state: State) -> Move:
        """Return the best move found."""
        self.last = None
        moves = tuple(state.legal_moves())
        if len(moves) == 1:
            return moves[0]
        dice = self.dice or Stream(0)
        if self.ties != "first":
            moves = moves[::-1] if self.ties == "last" else tuple(dice.shuffled(moves))
        self.last = self.search(state, moves, dice)
        return self.last.move

    def search(self, state: State, moves: tuple[Move, ...], dice: Stream) -> SearchResult:
        """Return what the search finds among `moves`, tried in that order."""
        root: Any = Among(state, moves) if self.ties != "first" else state
        evaluate: Any = self.evaluate
        if self.distance:
            root, evaluate = Distance(root), Distance.evaluator(evaluate)
        options: dict[str, Any] = {"depth": self.depth, "evaluate": evaluate, "limits": self.limits}
        if self.algorithm == "mcts":
            options |= {"playouts": self.playouts, "seed": dice.bits()}
        run: Callable[..., SearchResult] = ALGORITHMS[self.algorithm]
        return run(root, **options)


def refuse_endless(algorithm: str, start: State) -> None:
    """Refuse a search to the end of a game that it cannot finish."""
    nodes = estimate_nodes(start)
    if (nodes if algorithm in FULL_WIDTH else nodes**0.6) > MOST_NODES:
        raise SpecError(
            f"{algorithm} without a depth would search about {nodes:.0e} positions here; "
            f"try {algorithm}:depth=4" + ("" if algorithm in FULL_WIDTH else f" or {algorithm}:seconds=1")
        )
