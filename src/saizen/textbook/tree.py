"""The exercise on game trees: minimax over nodes that ask for a heuristic value only where the search stops."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from saizen.errors import NotationError, SettingError
from saizen.games.base import Value

__all__ = ["Node", "example", "get_next_valid_moves", "get_value", "minimax"]


def get_value(node: Any) -> Value:
    """Return the heuristic value written on a node."""
    value: Value | None = getattr(node, "value", None)
    if value is None:
        name = getattr(node, "name", node)
        raise NotationError(f"node {name!r} has no value; give it one, or pass get_value")
    return value


def get_next_valid_moves(node: Any) -> Sequence[Any]:
    """Return the children of a node."""
    children: Sequence[Any] = node.children
    return children


def minimax(
    node: Any,
    max_depth: int,
    player_a_moves: bool,
    *,
    get_value: Callable[[Any], Value] = get_value,
    get_next_valid_moves: Callable[[Any], Sequence[Any]] = get_next_valid_moves,
) -> Value:
    """Return the value of a node: the highest child's where A moves, the lowest where B does.

    `get_value` is asked only at leaves and `max_depth` moves down. Values are A's.
    """
    if isinstance(max_depth, bool) or not isinstance(max_depth, int) or max_depth < 0:
        raise SettingError(f"max_depth={max_depth!r} is no depth; use 0, 1, 2 …")

    def visit(node: Any, depth: int, a_moves: bool) -> Value:
        moves = get_next_valid_moves(node) if depth > 0 else ()
        if not moves:
            return get_value(node)
        choose = max if a_moves else min
        return choose(visit(move, depth - 1, not a_moves) for move in moves)

    return visit(node, max_depth, player_a_moves)


@dataclass(slots=True, eq=False)
class Node:
    """A node of a tree, made as anytree's are: `Node("Move X", parent, value=2)`."""

    name: str
    parent: "Node | None" = None
    value: Value | None = None
    children: "list[Node]" = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        if self.parent is not None:
            self.parent.children.append(self)


VALUES = {"Move X": 2, "Move Y": 7, "Move Z": 5, "Move W": 10, "Move V": 8}
# Each node of the document's tree: its move and its parent.
NODES = {
    "root": ("Move Y", None),
    "node_1_1": ("Move X", "root"),
    "node_1_2": ("Move Y", "root"),
    "node_2_1": ("Move X", "node_1_1"),
    "node_2_2": ("Move Y", "node_1_1"),
    "node_2_3": ("Move Z", "node_1_1"),
    "node_2_4": ("Move W", "node_1_2"),
    "node_2_5": ("Move Y", "node_1_2"),
    "node_3_1": ("Move Y", "node_2_2"),
    "node_3_2": ("Move V", "node_2_2"),
}


def example(make_node: Callable[..., Any] = Node) -> dict[str, Any]:
    """Return the nodes of the document's tree by their names there; `make_node` may be `anytree.Node`."""
    nodes: dict[str, Any] = {}
    for name, (move, parent) in NODES.items():
        nodes[name] = make_node(move, parent and nodes[parent], value=VALUES[move])
    return nodes
