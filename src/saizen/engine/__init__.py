"""The strong Othello player: exact results, and what proves them."""

from saizen.engine.progress import Progress
from saizen.engine.solving import MoveBounds, Solution, solve
from saizen.engine.store import ProofStore

__all__ = ["MoveBounds", "Progress", "ProofStore", "Solution", "solve"]
