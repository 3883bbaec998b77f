"""Minimax is the specification: what every other search is held to, and the positions it is held to it on."""

import math
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import cycle
from typing import Any, TypeAlias

from saizen.games.base import Side, Value, final_score
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.randomness import Stream
from saizen.search import (
    Bound,
    Evaluator,
    SearchResult,
    alphabeta,
    mcts,
    minimax,
    mtdf,
    negamax,
    proof_number,
    pvs,
    solve,
)
from tests.search.dots_and_boxes import DotsAndBoxes

Search: TypeAlias = Callable[..., SearchResult]


def solve_without_horizon(
    state: Any, *, depth: int | None = None, evaluate: Evaluator[Any] | None = None, **options: Any
) -> SearchResult:
    """Call `solve`, which knows no horizon, as the other searches are called."""
    assert depth is None
    return solve(state, **options)


def mcts_to_the_proof(state: Any, **options: Any) -> SearchResult:
    """Call `mcts` without a limit on its playouts: then it ends when the value is proved."""
    return mcts(state, playouts=None, **options)


def proof_number_in_python(state: Any, *, native: bool = False, **options: Any) -> SearchResult:
    """Call `proof_number`, which has no native twin, as the other searches are called."""
    return proof_number(state, **options)


SEARCHES: Mapping[str, Search] = {
    "negamax": negamax,
    "alphabeta": alphabeta,
    "pvs": pvs,
    "mtdf": mtdf,
    "mcts": mcts_to_the_proof,
    "proof_number": proof_number_in_python,
    "solve": solve_without_horizon,
}
ALL_SEARCHES: Mapping[str, Search] = {"minimax": minimax, **SEARCHES}
TAKES_FLOATS = frozenset({"negamax", "alphabeta", "pvs", "mcts", "solve"})
TAKES_FIRST_OF_EQUALS = frozenset({"negamax", "alphabeta", "pvs", "mtdf", "solve"})
SAME_LINE = frozenset({"negamax", "alphabeta"})
DEPTHS = (None, 0, 1, 2, 3, 4)


@dataclass(frozen=True)
class Problem:
    """A position, how deep to search it, and what minimax says."""

    state: Any
    depth: int | None
    evaluate: Evaluator[Any] | None
    answer: SearchResult

    @property
    def has_floats(self) -> bool:
        """Whether some values are no whole numbers."""
        return isinstance(self.state, Tree) and float in map(type, self.state.nodes.values)

    @cached_property
    def nodes_needed(self) -> int:
        """How many nodes of a tree alpha-beta must enter."""
        return count_needed(self.state, self.depth, -math.inf, math.inf)

    def suits(self, name: str) -> bool:
        """Tell whether the search called `name` takes such a problem."""
        return not (name == "solve" and self.depth is not None) and (name in TAKES_FLOATS or not self.has_floats)


def value_for_max(tree: Tree, depth: int | None) -> Value:
    """Return the value as the definition has it: MAX takes the highest, MIN the lowest."""
    if tree.is_over() or depth == 0:
        assert tree.value is not None
        return tree.value
    values = [value_for_max(child, None if depth is None else depth - 1) for child in tree.children]
    return max(values) if tree.next_player is Side.FIRST else min(values)


def count_needed(tree: Tree, depth: int | None, for_max: Value, for_min: Value) -> int:
    """Count the nodes to the left of which MAX has been offered less than MIN: those alpha-beta enters.

    Pearl, "Heuristics" (1984). The offers are true values, so this says nothing of windows or bounds.
    """
    total = 1
    if tree.is_over() or depth == 0:
        return total
    below = None if depth is None else depth - 1
    for child in tree.children:
        if for_max >= for_min:
            break
        total += count_needed(child, below, for_max, for_min)
        value = value_for_max(child, below)
        if tree.next_player is Side.FIRST:
            for_max = max(for_max, value)
        else:
            for_min = min(for_min, value)
    return total


def problems_of(state: Any, evaluate: Evaluator[Any]) -> list[Problem]:
    """Return the problems that a position sets at every depth."""
    return [
        Problem(state, depth, evaluate, minimax(state, depth=depth, evaluate=evaluate, native=False))
        for depth in DEPTHS
    ]


def disagreement(name: str, search: Search, problem: Problem, *, native: bool = False) -> str | None:
    """Return in what the answer of a search is not that of minimax, or None."""
    found = search(problem.state, depth=problem.depth, evaluate=problem.evaluate, native=native)
    fault = fault_of_answer(name, problem, found)
    if fault is None:
        # Native searches with a table show no more of the line than the table still holds.
        may_stop_short = name == "proof_number" or (native and name in ("pvs", "mtdf"))
        fault = fault_of_line(problem, found, may_stop_short=may_stop_short, is_proof=name == "proof_number")
    return None if fault is None else f"{name} of {problem.state!r} to depth {problem.depth}: {fault}"


def fault_of_answer(name: str, problem: Problem, found: SearchResult) -> str | None:
    """Return in what value, move or number of nodes differ, or None."""
    answer = problem.answer
    if found.value != answer.value:
        return f"value {found.value}, not {answer.value}"
    if not found.complete or found.bound is not Bound.EXACT:
        return f"complete={found.complete}, {found.bound}"
    if name in TAKES_FIRST_OF_EQUALS and found.move != answer.move:
        return f"move {found.move}, not {answer.move}"
    if name in SAME_LINE and found.line != answer.line:
        return f"line {found.line}, not {answer.line}"
    if name == "negamax" and found.nodes != answer.nodes:
        return f"{found.nodes} nodes, minimax {answer.nodes}"
    if name == "alphabeta" and found.nodes > answer.nodes:
        return f"{found.nodes} nodes, minimax {answer.nodes}"
    if name == "alphabeta" and isinstance(problem.state, Tree) and found.nodes != problem.nodes_needed:
        return f"{found.nodes} nodes, needed {problem.nodes_needed}"
    return None


def fault_of_line(problem: Problem, found: SearchResult, *, may_stop_short: bool, is_proof: bool) -> str | None:
    """Return why a line is no best play: it must be legal and end, at the horizon or in a result, at the value."""
    state, evaluate = problem.state, problem.evaluate
    for move in found.line:
        if state.is_over() or move not in state.legal_moves():
            return f"goes on with {move} in {state!r}"
        state = state.apply_move(move)
    if not state.is_over() and len(found.line) != problem.depth:
        return None if may_stop_short else f"stops short at {state!r}"
    value = final_score(state) if state.is_over() or evaluate is None else evaluate(state)
    value = value if state.next_player is problem.state.next_player else -value
    # A proof shows that the value is reached against every reply, and its line holds any one of them.
    agrees = value >= found.value if is_proof else value == found.value
    return None if agrees else f"ends at {value}, not {found.value}"


def dice(seed: int) -> Iterator[int]:
    """Yield random choices without end."""
    stream = Stream(seed)
    while True:
        yield stream.below(1000)


def grow_tree(choices: Iterator[int], *, extra_moves: bool = False, parts: int = 1) -> Tree:
    """Return the tree that `choices` make: unbalanced, with chains and equal values; a leaf when they run out.

    Every node has a value, a multiple of 1 / `parts`; with `extra_moves` some nodes name their player.
    """
    reach = (1, 3, 50)[next(choices, 0) % 3]

    def grow(depth: int) -> dict[str, Any]:
        shape, number = next(choices, 0), next(choices, 0)
        value = number % (2 * reach + 1) - reach
        node: dict[str, Any] = {"value": value if parts == 1 else value / parts}
        player = shape // 8 % 5
        if extra_moves and player < 2:
            node["player"] = ("max", "min")[player]
        children = (0, 1, 1, 2, 2, 2, 3, 4)[shape % 8]
        if depth > 0 and children:
            node["children"] = [grow(depth - 1) for _ in range(children)]
        return node

    return Tree(grow((0, 2, 3, 4, 5, 6)[next(choices, 0) % 6]), first=(Side.FIRST, Side.SECOND)[next(choices, 0) % 2])


def scramble(state: Any) -> Value:
    """Judge a position at the horizon by a number that has nothing to do with the game: −5 to 5."""
    return zlib.crc32(repr(state).encode()) % 11 - 5


# Games, each with how many empty squares may be left so that minimax ends soon.
GAMES: Mapping[str, tuple[Any, int]] = {
    "tictactoe": (TicTacToe(), 6),
    "mnk 4,2,2": (MNK(4, 2, 2), 6),
    "mnk 4,3,3": (MNK(4, 3, 3), 6),
    "mnk 3,4,4": (MNK(3, 4, 4), 6),
    "connect4 4x4": (ConnectFour(4, 4), 7),
    "connect4 5x4": (ConnectFour(5, 4), 6),
    "othello 4x4": (Othello(4, 4), 8),
    "othello 6x4": (Othello(6, 4), 6),
    "othello 6x6": (Othello(6, 6), 5),
    "othello 8x8": (Othello(), 5),
    "dots and boxes": (DotsAndBoxes(), 6),
}


def empties(state: Any) -> int:
    """Return how many moves may still be made, passes left out."""
    if isinstance(state, DotsAndBoxes):
        return len(state.legal_moves())
    return sum(row.count("-") for row in state.cells())


def play(start: Any, choices: Sequence[int], *, left: int) -> Any:
    """Return a position with `left` empty squares that random play reaches, the end of the game put off if possible."""
    state = start
    for choice in cycle(choices):
        if state.is_over() or empties(state) <= left:
            break
        following = [state.apply_move(move) for move in state.legal_moves()]
        unfinished = [child for child in following if not child.is_over()] or following
        state = unfinished[choice % len(unfinished)]
    return state


@cache
def tree_problems(trees: int) -> Sequence[Problem]:
    """Return problems on so many trees of each kind: plain, with extra moves, with fractions."""
    problems: list[Problem] = []
    for seed in range(trees):
        problems += problems_of(grow_tree(dice(seed)), node_value)
        problems += problems_of(grow_tree(dice(seed), extra_moves=True), node_value)
        problems += problems_of(grow_tree(dice(seed), extra_moves=bool(seed % 2), parts=(4, 10)[seed % 2]), node_value)
    return problems


@cache
def game_problems(name: str, games: int) -> Sequence[Problem]:
    """Return problems on late positions of so many random games."""
    start, most = GAMES[name]
    problems: list[Problem] = []
    for seed in range(games):
        choices = [choice for choice, _ in zip(dice(seed), range(70), strict=False)]
        problems += problems_of(play(start, choices, left=most - seed % 3), scramble)
    return problems
