"""Who takes part in the benchmarks, in which task, and what is asked of us there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from benchmarks.contest import Contestant, Outcome

__all__ = ["CONTESTANTS", "NOTES", "OURS", "ROWS", "Promise", "Row"]

OURS = Contestant("ours", "benchmarks.ours")
HAND_WRITTEN = Contestant("hand-written", "benchmarks.hand_written")
EASYAI = Contestant("easyAI 2.0.12", "benchmarks.peers.easyai_search", ("easyAI==2.0.12",))
# Without its dependencies: they are a whole Jupyter, and its searches need these two only.
AIMA = Contestant("aima3 1.0.11", "benchmarks.peers.aima_search", ("--no-deps", "aima3==1.0.11", "numpy", "tqdm"))
OPEN_SPIEL = Contestant("open_spiel 2.0.2", "benchmarks.peers.open_spiel_search", ("open_spiel==2.0.2",))
PGX = Contestant("pgx 2.6.0", "benchmarks.peers.pgx_games", ("pgx==2.6.0", "jax==0.10.2"))
CONTESTANTS = (OURS, HAND_WRITTEN, EASYAI, AIMA, OPEN_SPIEL, PGX)


@dataclass(frozen=True, slots=True)
class Promise:
    """What we alone have to reach, or to stay below."""

    measure: Callable[[Outcome], float]
    limit: float
    unit: str
    at_least: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A task, how often each process does it at most, who does it, and what is asked of us.

    `limits` say what our time may be in units of theirs, `lead` how many times faster than the fastest peer we are.
    """

    name: str
    runs: int
    contestants: tuple[Contestant, ...]
    limits: Mapping[Contestant, float] = field(default_factory=dict)
    lead: float | None = None
    promise: Promise | None = None


def per_second(outcome: Outcome) -> float:
    """Return how many are done in a second."""
    return 1 / (outcome.cpu_seconds or float("inf"))


def million_nodes_per_second(outcome: Outcome) -> float:
    """Return the speed of a search."""
    return (outcome.nodes or 0) * per_second(outcome) / 1e6


def nanoseconds(outcome: Outcome) -> float:
    """Return how long one takes."""
    return (outcome.cpu_seconds or 0) * 1e9


PEERS = {EASYAI: 1.0, AIMA: 1.0}
EVERY_PEER = (OURS, EASYAI, AIMA, OPEN_SPIEL)
CALL = Promise(nanoseconds, 1000, " ns", at_least=False)
ROWS = (
    Row("tictactoe-minimax", 1, (OURS, HAND_WRITTEN, *EVERY_PEER[1:]), {HAND_WRITTEN: 1.3, **PEERS}),
    Row("tictactoe-alphabeta", 10, (OURS, HAND_WRITTEN, *EVERY_PEER[1:]), {HAND_WRITTEN: 1.3, **PEERS}),
    Row("shipped-minimax", 1, EVERY_PEER, PEERS),
    Row("shipped-alphabeta", 10, EVERY_PEER, PEERS),
    Row("native-tictactoe-minimax", 20, EVERY_PEER, lead=20),
    Row("native-tictactoe-alphabeta", 100, EVERY_PEER, lead=20),
    Row("connect4-alphabeta-8", 100, EVERY_PEER, lead=20),
    Row("othello-minimax-4", 100, (OURS, EASYAI, OPEN_SPIEL), lead=20),
    Row("othello-minimax-6", 100, (OURS, EASYAI, OPEN_SPIEL), lead=20),
    Row("othello-alphabeta-6", 100, EVERY_PEER, lead=20),
    Row("othello-alphabeta-8", 100, EVERY_PEER, lead=20),
    Row("othello-4x4-solved", 10, (OURS, HAND_WRITTEN, EASYAI, AIMA), lead=20),
    Row("othello-random-game", 10, (OURS, PGX), lead=30),
    Row("othello-depth-2-game", 10, (OURS,), promise=Promise(per_second, 5000, " games/s")),
    Row("othello-alphabeta-11", 20, (OURS,), promise=Promise(million_nodes_per_second, 20, " Mnodes/s")),
    Row("call-legal-moves", 10, (OURS,), promise=CALL),
    Row("call-apply-move", 10, (OURS,), promise=CALL),
)
NOTES = (
    "(N×) is their time divided by ours: above 1 we are faster. An empty cell: nothing there does this task.",
    "tictactoe: peers play the same rules, in the form that is fastest there; shipped: the game as it comes with them.",
    "In these four rows ours searches the Python class of a user, as hand-written does; in all others our own games.",
    "easyAI always prunes; for minimax its window is NaN, which cuts nothing. open_spiel's own rules are C++.",
    "Othello is judged by discs. easyAI and aima3 have none: they play plain Python rules on integers.",
    "pgx plays 1000 random games side by side on the CPU; compiling them is not timed.",
)
