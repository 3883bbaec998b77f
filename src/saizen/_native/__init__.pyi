"""The native core: rules and searches in C++, for boards given as bits row * width + column."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Self, TypeAlias

__all__ = [
    "DISC",
    "JUDGED_FROM",
    "MNK",
    "PHASES",
    "PLACES",
    "ConnectFour",
    "Engine",
    "Evaluation",
    "Othello",
    "__variant__",
    "install_evaluation",
    "pattern_places",
    "random_positions",
    "standing_places",
]

DISC: int
JUDGED_FROM: int  # empties from which proofs on 8x8 boards use the installed evaluation
PHASES: int
PLACES: int

__variant__: str

VARIANTS: dict[str, tuple[str, ...]]

def load(name: str) -> ModuleType | None: ...
def choose(wanted: str | None) -> tuple[str, ModuleType]: ...

# Asked now and then with the value, line, depth and nodes so far; true ends the search.
Poll: TypeAlias = Callable[..., bool]
# Value, line, depth, nodes, complete, horizon, estimate.
Answer: TypeAlias = tuple[int | float, tuple[int, ...], int, int, bool, bool, bool]
# Moves, result for the side that moved first, and nodes and seconds of that side and the other.
Played: TypeAlias = tuple[tuple[int, ...], int, tuple[int, int], tuple[float, float]]
# Strategy, depth, evaluator, ties.
NamedPlayer: TypeAlias = tuple[str, int | None, str, str]

# Move, value in parts of a disc for the side that plays it, depth, selectivity in percent, whether proved, line.
ValuedMove: TypeAlias = tuple[int, int, int, int, bool, Sequence[int]]

class Position:
    """A position of a native game: a saizen.games.base.State with searches of its own."""

    next_player: Any
    def legal_moves(self) -> list[int]: ...
    def apply_move(self, move: int) -> Self: ...
    def is_over(self) -> bool: ...
    def winner(self) -> Any: ...
    def final_score(self) -> int: ...
    @property
    def score_range(self) -> tuple[int, int]: ...
    def key(self) -> tuple[int, int]: ...
    def search(
        self,
        algorithm: str,
        depth: int | None,
        evaluator: str,
        moves: Sequence[int] | None,
        nodes: int | None,
        seconds: float | None,
        entries: int,
        poll: Poll | None,
    ) -> Answer: ...
    def mcts(
        self,
        depth: int | None,
        evaluator: str,
        playouts: int | None,
        seed: int,
        exploration: float,
        nodes: int | None,
        seconds: float | None,
        poll: Poll | None,
    ) -> Answer: ...
    def play_games(
        self, first: NamedPlayer, second: NamedPlayer, seed: int, from_game: int, games: int
    ) -> list[Played]: ...
    def play_pairs(
        self, one: NamedPlayer, two: NamedPlayer, seed: int, pairs: list[int], openings: list[tuple[int, ...]]
    ) -> list[Played]: ...
    def replay(self, moves: Sequence[int]) -> Self: ...

class RowGame(Position):
    """A position of a game that ends with a row."""

    def solve(self, nodes: int | None, seconds: float | None, bytes: int, poll: Poll | None) -> Answer: ...

class MNK(RowGame):
    def __init__(self, m: int, n: int, k: int, own: int, other: int, side: object, other_side: object) -> None: ...

class ConnectFour(RowGame):
    def __init__(self, width: int, height: int, own: int, other: int, side: object, other_side: object) -> None: ...

class Othello(Position):
    def __init__(self, width: int, height: int, own: int, other: int, side: object, other_side: object) -> None: ...
    def perft(self, depth: int, table_bytes: int = 0, threads: int = 1) -> int: ...
    def prove(
        self,
        low: int,
        high: int,
        nodes: int | None,
        seconds: float | None,
        bytes: int,
        threads: int,
        poll: Poll | None,
    ) -> tuple[int, int, tuple[int, ...], int, bool]: ...

class Evaluation:
    """The weights of the pattern evaluation; boards and labels travel as bytes."""

    def __init__(self, weights: bytes) -> None: ...
    @staticmethod
    def size() -> int: ...
    def discs(self, own: int, other: int) -> int: ...
    def values(self, boards: bytes) -> bytes: ...
    def label(self, boards: bytes, depth: int, selectivity: int, exact_from: int, threads: int) -> bytes: ...
    def self_play(
        self,
        seed: int,
        first_game: int,
        games: int,
        depth: int,
        selectivity: int,
        exact_from: int,
        least_random: int,
        most_random: int,
        threads: int,
    ) -> bytes: ...
    def match(
        self,
        other: Evaluation,
        seed: int,
        pairs: int,
        depth: int,
        selectivity: int,
        exact_from: int,
        least_random: int,
        most_random: int,
        threads: int,
    ) -> bytes: ...

class Engine:
    """The search of 8×8 positions with the installed evaluation; owns its tables."""

    def __init__(self, bytes: int, threads: int) -> None: ...
    def clear(self) -> None: ...
    def analyse(
        self,
        position: Othello,
        depth: int,
        selectivity: int,
        end_from: int,
        exact_from: int,
        all_moves: bool,
        nodes: int | None,
        seconds: float | None,
        soft_seconds: float | None,
        poll: Callable[[list[ValuedMove], int], bool] | None,
    ) -> tuple[list[ValuedMove], int, bool]: ...

def install_evaluation(evaluation: Evaluation) -> None: ...
def pattern_places(boards: bytes, threads: int) -> bytes: ...
def standing_places() -> bytes: ...
def random_positions(seed: int, count: int, empties: int, threads: int) -> bytes: ...
