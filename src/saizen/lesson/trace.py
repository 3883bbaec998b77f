"""What a search did, event by event, as MAX sees it: the first player of every game is MAX.

A trace is plain data. Nodes are the positions by the way that leads to them; searches may enter one several times.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from saizen.games.base import Move, Side, State, Value, move_name
from saizen.games.tree import Tree
from saizen.search import SearchResult

__all__ = ["MOST_NODES", "Event", "Kind", "Node", "Recorder", "Trace"]

MOST_NODES = 10_000
EVENTS_A_NODE = 20  # how many events may be kept for each node allowed


class Kind(StrEnum):
    """What happened."""

    ENTER = "enter"
    LEAF = "leaf"  # the game is over, or the horizon is reached
    KNOWN = "known"  # the table has the answer
    BEST = "best"  # the best of the node so far, but no news for its window
    RAISE = "raise"  # the same, and alpha rises to it
    LOWER = "lower"  # the same, and beta falls to it
    CUT = "cut"
    LEAVE = "leave"
    TRUNCATED = "truncated"  # more happened than is kept
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Node:
    """A position by the way that leads to it."""

    parent: int  # −1 at the root
    move: str  # the name of the move that leads here; empty at the root
    name: str | None  # what the node itself is called, in a tree with names
    side: Side  # who moves here
    is_over: bool
    cells: tuple[str, ...] | None  # the rows of a board, if there is one
    leaves: int | None  # how many leaves lie below, where the whole tree is known
    written: Value | None = None  # the value of a leaf for MAX, where the tree was given with it

    @property
    def is_max(self) -> bool:
        """Whether the highest value counts here."""
        return self.side is Side.FIRST


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at a node. Window and value are MAX's, after the event."""

    kind: Kind
    node: int
    depth: float  # plies above the horizon
    alpha: Value
    beta: Value
    value: Value | None = None  # of the node, so far or for good
    child: int | None = None  # whose value it is, or after which the cut came
    skipped: tuple[int, ...] = ()  # the children that a cut leaves out


@dataclass(frozen=True, slots=True)
class Trace:
    """A search from its first event to its answer."""

    algorithm: str
    nodes: tuple[Node, ...]
    events: tuple[Event, ...]
    truncated: frozenset[int]  # nodes below which something is not kept
    line: tuple[str, ...]
    entered: int  # positions that the search entered, kept or not
    complete: bool
    cut_sign: str = "≤"  # between β and α, where a cut comes
    children: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        children: list[list[int]] = [[] for _ in self.nodes]
        for index, node in enumerate(self.nodes):
            if node.parent >= 0:
                children[node.parent].append(index)
        object.__setattr__(self, "children", tuple(map(tuple, children)))

    @property
    def value(self) -> Value:
        """The answer, as MAX sees it."""
        value = self.events[-1].value
        assert value is not None
        return value

    def path(self, node: int) -> tuple[int, ...]:
        """Return the nodes from the root to a node."""
        path = [node]
        while self.nodes[path[-1]].parent >= 0:
            path.append(self.nodes[path[-1]].parent)
        return tuple(reversed(path))

    def label(self, node: int) -> str:
        """Return what people call a node: its name, its numbers such as 2.1 in a tree, or the moves that lead to it."""
        own = self.nodes[node].name
        if own is not None:
            return own
        moves = [self.nodes[index].move for index in self.path(node)[1:]]
        return (".".join(moves) if self.is_numbered(node) else " ".join(moves)) or "root"

    def is_numbered(self, node: int) -> bool:
        """Tell whether a node is one of a tree, without a name of its own."""
        return self.nodes[node].leaves is not None and self.nodes[node].name is None


@dataclass(slots=True)
class Visit:
    """A node that the search has entered and not yet left; values are the side to move's."""

    node: int
    state: State
    depth: float
    alpha: Value
    beta: Value
    best: Value | None = None
    entered: set[int] = field(default_factory=set)
    answered: bool = False  # by a leaf


class Recorder:
    """An observer that makes a trace of any search.

    Without `windows` nothing is said of alpha and beta: minimax has none. At most `most_nodes` are kept; what happens
    below the last of them is left out, and the trace says where.
    """

    def __init__(
        self,
        root: State,
        algorithm: str,
        *,
        windows: bool = True,
        cut_sign: str = "≤",
        most_nodes: int = MOST_NODES,
    ) -> None:
        self.algorithm, self.windows, self.cut_sign, self.most_nodes = algorithm, windows, cut_sign, most_nodes
        self._leaves = leaf_counts(root.nodes.children) if isinstance(root, Tree) else ()
        self._nodes = [self._node(root, -1, "")]
        self._states = [root]
        self._children: dict[int, dict[Move, int]] = {}
        self._events: list[Event] = []
        self._truncated: set[int] = set()
        self._open: list[Visit] = []
        self._hidden = 0  # open nodes that are not kept

    def enter(self, move: Move | None, state: State, depth: float, alpha: Value, beta: Value) -> None:
        """Go down to a node, or into what is not kept."""
        node = None if self._hidden else self._find(move, state)
        if node is not None and self._open:
            self._open[-1].entered.add(node)
        if node is None or len(self._events) > EVENTS_A_NODE * self.most_nodes:
            if not self._hidden:
                self._truncated.add(self._open[-1].node if self._open else 0)
            self._hidden += 1
            return
        self._open.append(Visit(node, state, depth, alpha, beta))
        self._tell(Kind.ENTER)

    def leaf(self, value: Value) -> None:
        """Note the value of the node just entered."""
        if not self._hidden:
            self._open[-1].answered = True
            self._open[-1].best = value
            self._tell(Kind.LEAF)

    def best(self, move: Move, value: Value) -> None:
        """Note the best move so far, and what it does to the window."""
        if self._hidden:
            return
        visit = self._open[-1]
        visit.best = value
        kind = Kind.BEST
        if self.windows and value > visit.alpha:
            visit.alpha = value
            kind = Kind.RAISE if visit.state.next_player is Side.FIRST else Kind.LOWER
        self._tell(kind, child=self._children.get(visit.node, {}).get(move))

    def cut(self, move: Move, value: Value) -> None:
        """Note that the other moves do not matter."""
        if self._hidden:
            return
        visit = self._open[-1]
        children = self._children.get(visit.node, {})
        skipped = tuple(child for child in children.values() if child not in visit.entered)
        self._tell(Kind.CUT, child=children.get(move), skipped=skipped)

    def leave(self, value: Value) -> None:
        """Go back up."""
        if self._hidden:
            self._hidden -= 1
            return
        visit = self._open[-1]
        if not visit.answered and visit.best is None and not visit.entered and visit.node not in self._truncated:
            visit.best = value
            self._tell(Kind.KNOWN)
        visit.best = value
        self._tell(Kind.LEAVE)
        self._open.pop()

    def finish(self, result: SearchResult) -> Trace:
        """Return the trace of a search that has ended."""
        root = self._states[0]
        if self._truncated or self._hidden:
            self._events.append(Event(Kind.TRUNCATED, 0, math.inf, -math.inf, math.inf))
        value = result.value if root.next_player is Side.FIRST else -result.value
        self._events.append(Event(Kind.ANSWER, 0, math.inf, -math.inf, math.inf, value))
        self._grow_unseen()
        line = tuple(names_along(root, result.line))
        return Trace(
            self.algorithm,
            tuple(self._nodes),
            tuple(self._events),
            frozenset(self._truncated),
            line,
            result.nodes,
            result.complete,
            self.cut_sign,
        )

    def _tell(self, kind: Kind, child: int | None = None, skipped: tuple[int, ...] = ()) -> None:
        visit = self._open[-1]
        alpha, beta, value = visit.alpha, visit.beta, visit.best
        if visit.state.next_player is Side.SECOND:
            alpha, beta, value = -beta, -alpha, None if value is None else -value
        self._events.append(Event(kind, visit.node, visit.depth, alpha, beta, value, child, skipped))

    def _find(self, move: Move | None, state: State) -> int | None:
        """Return the node that a move leads to from the open one, or None where there is no room for it."""
        if move is None:
            return 0
        parent = self._open[-1].node if self._open else 0
        children = self._children.get(parent)
        if children is None:
            if parent in self._truncated:
                return None
            children = self._expand(parent)
        node = children.get(move)
        # Proof-number search shows its leaves alone, and most of them lie deeper than the same move here.
        return node if self._open or node is None or self._states[node] == state else None

    def _expand(self, parent: int) -> dict[Move, int]:
        """Make room for all children of a node, in the order of its moves, if there is enough."""
        state = self._states[parent]
        moves = () if state.is_over() else state.legal_moves()
        if len(self._nodes) + len(moves) > self.most_nodes:
            return {}
        first = len(self._nodes)
        self._children[parent] = {move: first + place for place, move in enumerate(moves)}
        for move in moves:
            child = state.apply_move(move)
            self._states.append(child)
            self._nodes.append(self._node(child, parent, move_name(state, move)))
        return self._children[parent]

    def _node(self, state: State, parent: int, move: str) -> Node:
        """Return the node of a position."""
        side, is_over = state.next_player, state.is_over()
        if isinstance(state, Tree):
            written = state.value if is_over else None
            return Node(parent, move, state.name, side, is_over, None, self._leaves[state.index], written)
        return Node(parent, move, None, side, is_over, board_rows(state), None)

    def _grow_unseen(self) -> None:
        """Add what the search never looked at, where the tree is given: readers want to see what was left out."""
        if not isinstance(self._states[0], Tree):
            return
        waiting = list(range(len(self._nodes)))
        for parent in waiting:  # grows while it is read
            if parent not in self._children and parent not in self._truncated:
                waiting += self._expand(parent).values()
                if parent not in self._children:
                    self._truncated.add(parent)


def board_rows(state: State) -> tuple[str, ...] | None:
    """Return the rows of a game's board, if it has one that can be drawn."""
    cells: Any = getattr(state, "cells", None)
    return None if cells is None else tuple("".join(row) for row in cells())


def leaf_counts(children: Sequence[range]) -> Sequence[int]:
    """Return how many leaves lie below each node of a tree, breadth first, a leaf counting itself."""
    counts = [0] * len(children)
    for index in reversed(range(len(children))):  # children come after their parents
        counts[index] = sum(counts[child] for child in children[index]) or 1
    return counts


def names_along(state: State, line: Sequence[Move]) -> Iterator[str]:
    """Yield the names of the moves of a line."""
    for move in line:
        yield move_name(state, move)
        state = state.apply_move(move)
