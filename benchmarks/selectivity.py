"""Two players that differ only in Multi-ProbCut, for a match at equal time.

saizen match othello benchmarks/selectivity.py:Selective benchmarks/selectivity.py:Thorough --games 2000 --sprt 0,30
"""

from dataclasses import replace

from saizen.engine import Engine
from saizen.engine.levels import DEEPEST, SELECTIVITIES, Level
from saizen.games.base import Move
from saizen.games.othello import Othello
from saizen.search import Limits

__all__ = ["Selective", "Thorough"]

SECONDS = 0.02


class Selective:
    """Leaves out what is unlikely to matter, as the engine does by default."""

    level: Level = DEEPEST

    def __init__(self) -> None:
        self.engine = Engine(book=False)

    def choose(self, state: Othello) -> Move:
        """Return the best move that can be found in time."""
        return self.engine.analyse(state, Limits(seconds=SECONDS), level=self.level, all_moves=False)[0].move


class Thorough(Selective):
    """Leaves out nothing in the middle game, and only what the solver's first guess leaves out at the end."""

    level = replace(DEEPEST, selectivity=len(SELECTIVITIES) - 1, end_from=0, exact_from=20)
