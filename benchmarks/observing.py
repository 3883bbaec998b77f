"""What it costs that a search could be watched, when nobody does: `python -m benchmarks.observing`.

Each search is timed beside a copy of itself from which every word to an observer is taken out. Both take turns.
"""

import ast
import importlib
import inspect
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from benchmarks.report import Section, Target, duration, section_text
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.players.evaluators import discs
from saizen.search import SearchResult

__all__ = ["measure", "unobserved", "without_observer"]

Search: TypeAlias = Callable[..., SearchResult]

SEARCHES = ("minimax", "alphabeta", "pvs")
RUNS = 8  # in each round
LIMIT = 1.03


@dataclass(frozen=True, slots=True)
class Work:
    """A position to be searched."""

    name: str
    state: Any
    options: Mapping[str, Any]


def positions() -> Sequence[Work]:
    """Return the positions, from the one whose rules cost most to a tree that has nearly none."""
    return (
        Work("othello", Othello(), {"depth": 5, "evaluate": discs}),
        Work("connect4", ConnectFour(), {"depth": 5}),
        Work("tictactoe", TicTacToe().apply_move(0).apply_move(4), {}),
        Work("tree", Tree(uniform(3, 8)), {}),
    )


def uniform(branching: int, depth: int, number: int = 1) -> Any:
    """Return a tree of equal width and depth with well mixed leaves."""
    if depth == 0:
        return number * 7919 % 1009
    return [uniform(branching, depth - 1, number * branching + place) for place in range(branching)]


class Forgetting(ast.NodeTransformer):
    """Takes out every `if observer is not None:` with what stands below it."""

    def visit_If(self, node: ast.If) -> Any:
        """Take out a word to the observer."""
        if ast.unparse(node.test) in ("observer is not None", "self.observer is not None"):
            assert not node.orelse
            return None
        return self.generic_visit(node)


def without_observer(source: str) -> str:
    """Return the source of a search that tells nobody anything."""
    return ast.unparse(Forgetting().visit(ast.parse(source)))


def unobserved(name: str) -> Search:
    """Return the copy of a search that cannot be watched."""
    module = importlib.import_module(f"saizen.search.{name}")
    source = inspect.getsource(module)
    copy: dict[str, Any] = {"__name__": module.__name__}
    exec(compile(without_observer(source), f"{name} without observer", "exec"), copy)
    search: Search = copy[name]
    return search


def measure(*, rounds: int, works: Sequence[Work] | None = None) -> Section:
    """Time each search and its copy on each position, and compare the sums of the best times."""
    works = positions() if works is None else works
    results = {name: {work.name: race(name, work, rounds * RUNS) for work in works} for name in SEARCHES}
    return Section(
        heading=f"Observing: CPU time of a search that nobody watches, best of {rounds * RUNS}",
        lines=[["", "position", "could be watched", "could not", "ratio"], *table(results)],
        notes=["Both are Python; the copy is the same source without a word to an observer."],
        targets=[
            Target(f"{name}, all positions", total(found, 0) / total(found, 1), LIMIT, "×")
            for name, found in results.items()
        ],
        data=results,
    )


def race(name: str, work: Work, runs: int) -> tuple[float, float]:
    """Return the best time of a search and of its copy, which must answer alike."""
    searches = [getattr(importlib.import_module("saizen.search"), name), unobserved(name)]
    best = [float("inf"), float("inf")]
    answers: list[Any] = [None, None]
    for run in range(runs):
        for which in (0, 1) if run % 2 else (1, 0):
            started = time.process_time()
            found = searches[which](work.state, native=False, **work.options)
            best[which] = min(best[which], time.process_time() - started)
            answers[which] = found.value, found.line, found.nodes
    assert answers[0] == answers[1], f"{name} of {work.name}: the copy answers otherwise"
    return best[0], best[1]


def total(found: Mapping[str, tuple[float, float]], which: int) -> float:
    """Return the time for all positions."""
    return sum(times[which] for times in found.values())


def table(results: Mapping[str, Mapping[str, tuple[float, float]]]) -> list[list[str]]:
    """Return a line for each search and position."""
    return [
        [name, position, duration(watchable), duration(copy), f"{watchable / copy:.3f}×"]
        for name, found in results.items()
        for position, (watchable, copy) in found.items()
    ]


if __name__ == "__main__":
    print(section_text(measure(rounds=int(sys.argv[1]) if len(sys.argv) > 1 else 5)))
