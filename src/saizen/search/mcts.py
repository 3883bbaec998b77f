"""Monte-Carlo tree search: play at random, and play more where it went well."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic

from saizen.errors import SettingError
from saizen.games.base import Move, S, Side, Value, final_score, score_range
from saizen.randomness import MASK, Stream
from saizen.search.evaluation import Evaluator, at_horizon
from saizen.search.limits import NO_LIMITS, Limits, Meter, SearchStopped
from saizen.search.native import search_natively
from saizen.search.observer import Observer
from saizen.search.result import Bound, Line, SearchResult
from saizen.search.roots import Among, first_answer

__all__ = ["mcts"]


def mcts(
    state: S,
    *,
    playouts: int | None = 1000,
    seed: int = 0,
    exploration: float = math.sqrt(2),
    depth: int | None = None,
    evaluate: Evaluator[S] | None = None,
    limits: Limits = NO_LIMITS,
    observer: Observer | None = None,
    native: bool = True,
) -> SearchResult:
    """Play `playouts` random games (None: until solved or stopped), choosing by UCT; `depth` cuts them short.

    Finished games also prove bounds, so that small games end with an exact value, like `minimax`.
    Kocsis & Szepesvári, "Bandit based Monte-Carlo planning" (2006);
    Cazenave & Saffidine, "Score bounded Monte-Carlo tree search" (2010).
    """
    if playouts is not None and playouts < 1:
        raise SettingError(f"playouts={playouts} plays no game; use 1 or more")
    if native and observer is None and not isinstance(state, Among):
        options = {"playouts": playouts, "seed": seed & MASK, "exploration": exploration}
        answer = search_natively("mcts", state, depth=depth, evaluate=evaluate, limits=limits, **options)
        if answer is not None:
            return answer
    meter = limits.start(depth)
    if state.is_over() or depth == 0:
        meter.count_node()
        return meter.result(final_score(state) if state.is_over() else at_horizon(evaluate, meter)(state), ())
    search = MonteCarlo(state, at_horizon(evaluate, meter), meter, Stream(seed), exploration, depth, observer)
    played = 0
    try:
        while not search.root.solved and (playouts is None or played < playouts):
            search.playout()
            played += 1
            meter.keep(*search.answer())
    except SearchStopped:
        return meter.stopped_result(first_answer(state), Bound.ESTIMATE)
    return meter.result(*search.answer(), Bound.EXACT if search.root.solved else Bound.ESTIMATE)


@dataclass(slots=True)
class Node(Generic[S]):
    """A position in the tree: its playouts, and what is proved; everything is for the side to move here."""

    state: S
    low: Value
    high: Value
    untried: list[Move]
    children: "dict[Move, Node[S]]" = field(default_factory=dict)
    visits: int = 0
    total: Value = 0

    @property
    def solved(self) -> bool:
        """Whether the value is proved."""
        return self.low >= self.high

    @property
    def mean(self) -> Value:
        """The mean result, or the value itself once it is proved."""
        return self.low if self.solved else min(max(self.total / self.visits, self.low), self.high)


class MonteCarlo(Generic[S]):
    """What one search holds: its tree, its dice and the spread of results."""

    def __init__(
        self,
        state: S,
        judge: Evaluator[S],
        meter: Meter,
        dice: Stream,
        exploration: float,
        depth: int | None,
        observer: Observer | None,
    ) -> None:
        self.judge, self.meter, self.dice, self.observer = judge, meter, dice, observer
        self.exploration = exploration
        self.plies = math.inf if depth is None else depth
        low, high = score_range(state)
        # An evaluator may go beyond the results of the game, so with a horizon nothing is known beforehand.
        self.bounds = (low, high) if depth is None else (-math.inf, math.inf)
        self.spread = max(high - low, 1)
        self.root = self.node(state, self.plies)

    def node(self, state: S, plies: float) -> Node[S]:
        """Enter a position for the first time."""
        self.meter.count_node()
        over = state.is_over()
        if over or plies == 0:
            value = final_score(state) if over else self.judge(state)
            return Node(state, value, value, [])
        return Node(state, *self.bounds, self.dice.shuffled(state.legal_moves()))

    def playout(self) -> None:
        """Go down to a new position, play on at random, and carry the result back up."""
        path = self.descend()
        leaf, plies = path[-1][1], self.plies - len(path) + 1
        result, side = (leaf.low, leaf.state.next_player) if leaf.solved else self.play_on(leaf.state, plies)
        for _, node in reversed(path):
            node.visits += 1
            node.total += result if node.state.next_player is side else -result
            self.prove(node)
        if self.observer is not None:
            self.tell(self.observer, path, result, side)

    def descend(self) -> list[tuple[Move | None, Node[S]]]:
        """Return the way to a position not met before, or to one that is solved."""
        node = self.root
        path: list[tuple[Move | None, Node[S]]] = [(None, node)]
        while not node.untried and not node.solved:
            move = self.choose(node)
            node = node.children[move]
            path.append((move, node))
        if node.untried:
            move = node.untried.pop()
            node.children[move] = self.node(node.state.apply_move(move), self.plies - len(path))
            path.append((move, node.children[move]))
        return path

    def tell(self, observer: Observer, path: list[tuple[Move | None, Node[S]]], result: Value, side: Side) -> None:
        """Show a playout: down the tree, the result as a leaf, and back up."""
        for depth, (move, node) in enumerate(path):
            observer.enter(move, node.state, self.plies - depth, node.low, node.high)
        values = [result if node.state.next_player is side else -result for _, node in path]
        observer.leaf(values[-1])
        for value in reversed(values):
            observer.leave(value)

    def play_on(self, state: S, plies: float) -> tuple[Value, Side]:
        """Play at random to the end or the horizon; return the result and the side it is for."""
        while not state.is_over() and plies > 0:
            state = state.apply_move(self.dice.choice(state.legal_moves()))
            self.meter.count_node()
            plies -= 1
        return (final_score(state) if state.is_over() else self.judge(state)), state.next_player

    def choose(self, node: Node[S]) -> Move:
        """Return the unsolved move with the highest upper confidence bound."""
        log = math.log(node.visits)

        def confidence(move: Move) -> float:
            child = node.children[move]
            return self.value(node, child) / self.spread + self.exploration * math.sqrt(log / child.visits)

        # A move that cannot beat what is already proved here is not worth a playout.
        open_moves = [
            move
            for move, child in node.children.items()
            if not child.solved and self.seen_from(node, child)[1] > node.low
        ]
        return max(open_moves, key=confidence)

    def prove(self, node: Node[S]) -> None:
        """Tighten the bounds of a position from those of its moves."""
        if not node.children:
            return
        bounds = [self.seen_from(node, child) for child in node.children.values()]
        node.low = max(node.low, max(low for low, _ in bounds))
        if not node.untried:
            node.high = min(node.high, max(high for _, high in bounds))
        elif node.low >= self.bounds[1]:
            node.high = node.low

    def seen_from(self, node: Node[S], child: Node[S]) -> tuple[Value, Value]:
        """Return the bounds of a move for the side that plays it."""
        if child.state.next_player is node.state.next_player:
            return child.low, child.high
        return -child.high, -child.low

    def value(self, node: Node[S], child: Node[S]) -> Value:
        """Return the mean result of a move for the side that plays it."""
        return child.mean if child.state.next_player is node.state.next_player else -child.mean

    def answer(self) -> tuple[Value, Line]:
        """Return the value of the best move found, and the line of most visits."""
        line: list[Move] = []
        node = self.root
        while node.children:
            move = self.best_move(node)
            line.append(move)
            node = node.children[move]
        best = self.root.children[line[0]]
        return (self.root.low if self.root.solved else self.value(self.root, best)), tuple(line)

    def best_move(self, node: Node[S]) -> Move:
        """Return a move of the proved value if there is one, else the most visited; of equals the first."""
        moves: Sequence[Move] = [move for move in node.state.legal_moves() if move in node.children]
        if node.solved:
            return max(moves, key=lambda move: self.seen_from(node, node.children[move])[0])
        return max(moves, key=lambda move: (node.children[move].visits, self.value(node, node.children[move])))
