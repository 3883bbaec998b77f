"""How to find the best move in any game: one readable function an algorithm, all called alike."""

from collections.abc import Callable, Mapping

from saizen.search.alphabeta import alphabeta
from saizen.search.distance import Distance
from saizen.search.evaluation import Evaluator, zero
from saizen.search.limits import NO_LIMITS, Limits
from saizen.search.mcts import mcts
from saizen.search.minimax import minimax
from saizen.search.mtdf import mtdf
from saizen.search.negamax import negamax
from saizen.search.observer import Observer
from saizen.search.perft import Convention, perft
from saizen.search.proof_number import proof_number
from saizen.search.pvs import pvs
from saizen.search.result import Bound, Line, Provenance, SearchResult
from saizen.search.roots import Among
from saizen.search.solve import solve
from saizen.search.table import Table

__all__ = [
    "ALGORITHMS",
    "NO_LIMITS",
    "Among",
    "Bound",
    "Convention",
    "Distance",
    "Evaluator",
    "Limits",
    "Line",
    "Observer",
    "Provenance",
    "SearchResult",
    "Table",
    "alphabeta",
    "mcts",
    "minimax",
    "mtdf",
    "negamax",
    "perft",
    "proof_number",
    "pvs",
    "solve",
    "zero",
]

# The searches that take a depth and an evaluator, by the name people type.
ALGORITHMS: Mapping[str, Callable[..., SearchResult]] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "pvs": pvs,
    "mtdf": mtdf,
    "mcts": mcts,
    "proof_number": proof_number,
}
