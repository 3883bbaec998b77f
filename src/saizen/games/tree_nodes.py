"""The nodes of a game tree as a table, built from any source without recursion."""

import math
import reprlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, TypeVar

from saizen.errors import NotationError
from saizen.games.base import Side, Value, normalise

__all__ = ["Draft", "NodeTable", "build_table"]

MAX_NODES = 1_000_000
CYCLIC = "it holds itself, so the tree has no end; a tree is like [[3, 12], [2, 4]]"
PLAYERS = {"max": Side.FIRST, "min": Side.SECOND}

T = TypeVar("T")


class Draft(NamedTuple):
    """One node as a source gives it, not yet checked; each child comes with the name its parent gives it, if any."""

    children: Sequence[tuple[object, Any]] = ()
    value: object = None
    name: object = None
    player: object = None


@dataclass(frozen=True, slots=True)
class NodeTable:
    """The nodes of a tree, breadth first, so that the root is 0 and the children of a node are a range."""

    children: tuple[range, ...]
    values: tuple[Value | None, ...]  # MAX's
    names: tuple[str | None, ...]
    sides: tuple[Side, ...]
    parents: tuple[int, ...] = field(compare=False)  # of the root: −1
    labels: tuple[str, ...] = field(compare=False)  # what tells a node from its siblings
    bound: Value = field(compare=False)  # no value is farther from 0
    digest: int = field(init=False, compare=False)  # a hash of much content, worked out once

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", hash((self.children, self.values, self.names, self.sides)))

    def __hash__(self) -> int:
        return self.digest

    def __reduce__(self) -> tuple[Any, ...]:  # hashes differ between processes, so a digest must not travel
        return type(self), tuple(getattr(self, part.name) for part in fields(self) if part.init)

    def below(self, index: int) -> tuple[Sequence[int], Sequence[Sequence[int]]]:
        """Return the nodes from `index` down, breadth first, and the places of the children of each among them."""
        order, children = [index], []
        for node in order:  # grows while it is read
            children.append(range(len(order), len(order) + len(self.children[node])))
            order += self.children[node]
        return order, children

    def path(self, index: int) -> str:
        """Return how to reach a node from the root, such as `b/2`."""
        return path_text(self.parents, self.labels.__getitem__, index)


def path_text(parents: Sequence[int], label: Callable[[int], str], index: int) -> str:
    """Return the labels on the way from the root to a node, only the last of a long way."""
    labels: list[str] = []
    while index > 0 and len(labels) < 10:
        labels.append(label(index))
        index = parents[index]
    if index > 0:
        labels.append("…")
    return "/".join(reversed(labels)) or "root"


class Growth:
    """The node table while it is read."""

    def __init__(self, first: Side) -> None:
        self.children: list[range] = []
        self.values: list[Value | None] = []
        self.names: list[str | None] = [None]
        self.sides: list[Side] = [first]
        self.parents: list[int] = [-1]

    def add(self, draft: Draft) -> None:
        """Check the next node and make room for its children."""
        index, size = len(self.children), len(self.names)
        self.names[index] = checked_name(draft.name) or self.names[index]
        self.sides[index] = checked_player(draft.player) or self.sides[index]
        value = checked_value(draft.value)
        names = [checked_name(name) for name, _ in draft.children]
        if value is None and not draft.children:
            raise NotationError("a leaf without a value; give it a number or children")
        if size + len(draft.children) > MAX_NODES:
            raise NotationError(f"the tree has more than {MAX_NODES} nodes here; use a smaller one")
        self.values.append(value)
        self.children.append(range(size, size + len(draft.children)))
        self.names += names
        self.sides += [self.sides[index].other] * len(draft.children)
        self.parents += [index] * len(draft.children)

    def path(self) -> str:
        """Return the path of the node that is next to be added."""

        def label(index: int) -> str:
            return self.names[index] or str(index - self.children[self.parents[index]].start + 1)

        return path_text(self.parents, label, len(self.children))

    def table(self) -> NodeTable:
        """Return the finished table."""
        labels = ["root"]
        for siblings in self.children:
            labels += sibling_labels(self.names, siblings)
        return NodeTable(
            children=tuple(self.children),
            values=tuple(self.values),
            names=tuple(self.names),
            sides=tuple(self.sides),
            parents=tuple(self.parents),
            labels=tuple(labels),
            bound=max(abs(value) for value in (1, *self.values) if value is not None),
        )


def build_table(root: T, draft: Callable[[T], Draft], first: Side) -> NodeTable:
    """Return the table of the tree under `root`, a source that `draft` turns into nodes one by one."""
    growth = Growth(first)
    waiting = [root]
    for source in waiting:  # grows as it is read, so depth costs no recursion
        try:
            node = draft(source)
            growth.add(node)
        except NotationError as error:
            reason = CYCLIC if leads_back(waiting, growth) else str(error)
            raise NotationError(f"node {growth.path()}: {reason}") from None
        waiting += [child for _, child in node.children]
    return growth.table()


def leads_back(sources: Sequence[object], growth: Growth) -> bool:
    """Tell whether the next node to be added is one of those above it: such a tree has no end."""
    index = len(growth.children)
    source, above = sources[index], growth.parents[index]
    while above >= 0 and sources[above] is not source:
        above = growth.parents[above]
    return above >= 0


def sibling_labels(names: Sequence[str | None], siblings: range) -> Sequence[str]:
    """Return what tells each sibling from the others: its name, or its number from 1 where that is not enough."""
    numbers = [str(number) for number in range(1, len(siblings) + 1)]
    known = [names[index] for index in siblings]
    if not any(known):
        return numbers
    count = Counter(normalise(name) for name in known if name)
    alone = [name if name and count[normalise(name)] == 1 else None for name in known]
    labels = [name or number for name, number in zip(alone, numbers, strict=True)]
    # A node called 2 beside a nameless second one would leave two labels alike.
    return labels if len({normalise(label) for label in labels}) == len(labels) else numbers


def checked_name(name: object) -> str | None:
    """Return the name, None where there is none, or refuse it."""
    if name is None or isinstance(name, str):
        return name or None
    raise NotationError(f"name {reprlib.repr(name)} is no text; write it in quotes")


def checked_player(player: object) -> Side | None:
    """Return the side that `player` names, None where it is not given, or refuse it."""
    if player is None or isinstance(player, Side):
        return player
    side = PLAYERS.get(normalise(player)) if isinstance(player, str) else None
    if side is None:
        raise NotationError(f"player {reprlib.repr(player)} is unknown; use max or min")
    return side


def checked_value(value: object) -> Value | None:
    """Return the value, None where there is none, or refuse it."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise NotationError(f"value {reprlib.repr(value)} is no number; use an int or a float")
    if isinstance(value, float) and not math.isfinite(value):
        raise NotationError(f"value {value!r} is not finite; use a number that can be compared and negated")
    return value
