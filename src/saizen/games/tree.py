"""A game tree given node by node, as textbooks draw it; the first player is MAX."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias

from saizen.drawing.trees import NodePicture, Shape, svg_file, tree_drawing
from saizen.errors import NotationError
from saizen.games import tree_formats
from saizen.games.base import Side, Value, illegal_move, normalise
from saizen.games.tree_nodes import NodeTable, build_table

__all__ = ["Tree", "TreeSource", "node_value", "parse_tree"]

TreeSource: TypeAlias = "Value | Sequence[TreeSource] | Mapping[str, Any]"
MOST_DRAWN = 400  # nodes of a picture
DEFAULT: TreeSource = ((3, 12, 8), (2, 4, 6), (14, 5, 2))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Tree:
    """A node of a game tree and the tree it belongs to; `Tree()` is the root of the usual textbook example.

    A source is a number (a leaf), a list or tuple of sources, or a mapping. A mapping with a `children` or a `value`
    key is a node: `{"name": "a", "value": 3, "player": "min", "children": [...]}`, every key optional. Any other
    mapping gives its children their names: `{"a": 3, "b": {"c": 1, "d": 2}}`.

    Values are MAX's. Turns alternate from `first` unless a node names its player. The value of an inner node is a
    heuristic one, for searches that stop there. Equal sources give equal states; the nodes of one tree all differ.
    """

    nodes: NodeTable
    index: int

    side_names: ClassVar[tuple[str, str]] = ("MAX", "MIN")

    def __init__(self, source: TreeSource = DEFAULT, *, first: Side = Side.FIRST) -> None:
        self._fill(build_table(source, tree_formats.draft_nested, first), 0)

    def _fill(self, nodes: NodeTable, index: int) -> None:
        object.__setattr__(self, "nodes", nodes)
        object.__setattr__(self, "index", index)

    @classmethod
    def _node(cls, nodes: NodeTable, index: int) -> Self:
        node = object.__new__(cls)
        node._fill(nodes, index)
        return node

    @classmethod
    def from_json(cls, text: str, *, first: Side = Side.FIRST) -> Self:
        """Return the tree that JSON describes by numbers, arrays and objects, as the constructor reads them."""
        return cls(tree_formats.parse_json(text), first=first)

    @classmethod
    def from_text(cls, text: str, *, first: Side = Side.FIRST) -> Self:
        """Return the tree that indented text describes, a node a line: `name`, `name: value` or a number.

        A line may begin with MAX or MIN, which says who moves there; alone they stand for a node without a name.
        """
        root = tree_formats.parse_indented(text)
        return cls._node(build_table(root, lambda draft: draft, first), 0)

    @classmethod
    def from_anytree(cls, node: object, *, first: Side = Side.FIRST) -> Self:
        """Return the tree under a node of anytree or the like, by its `children`, `name`, `value` and `player`."""
        return cls._node(build_table(node, tree_formats.draft_anytree, first), 0)

    @classmethod
    def from_networkx(cls, graph: Any, root: object = None, *, first: Side = Side.FIRST) -> Self:
        """Return the tree in a directed graph whose nodes may have a `value`, a `name` and a `player`.

        Without `root` the whole graph must be one tree; with it, what lies below.
        """
        start = tree_formats.networkx_root(graph, root)
        return cls._node(build_table(start, lambda key: tree_formats.draft_networkx(graph, key), first), 0)

    @property
    def next_player(self) -> Side:
        """Whose turn it is."""
        return self.nodes.sides[self.index]

    def legal_moves(self) -> Sequence[int]:
        """Return the numbers of the children, from 0."""
        return range(len(self.nodes.children[self.index]))

    def apply_move(self, move: int) -> Self:
        """Return the child that `move` numbers."""
        children = self.nodes.children[self.index]
        if not (isinstance(move, int) and 0 <= move < len(children)):
            raise illegal_move(self, str(move))  # such a move has no name
        return self._node(self.nodes, children[move])

    def is_over(self) -> bool:
        """Tell whether this is a leaf."""
        return not self.nodes.children[self.index]

    def winner(self) -> Side | None:
        """Return MAX for a leaf above zero, MIN below, None at zero."""
        value = self.value or 0
        if value == 0:
            return None
        return Side.FIRST if value > 0 else Side.SECOND

    def final_score(self) -> Value:
        """Return the value of a leaf for the side to move."""
        return node_value(self)

    @property
    def score_range(self) -> tuple[Value, Value]:
        """The largest value of the tree, either way, and at least 1."""
        return -self.nodes.bound, self.nodes.bound

    @property
    def name(self) -> str | None:
        """The name of this node, if it has one."""
        return self.nodes.names[self.index]

    @property
    def value(self) -> Value | None:
        """The value of this node for MAX: a result at a leaf, a heuristic one or None elsewhere."""
        return self.nodes.values[self.index]

    @property
    def children(self) -> Sequence[Self]:
        """The nodes that the moves lead to."""
        return [self._node(self.nodes, child) for child in self.nodes.children[self.index]]

    @property
    def path(self) -> str:
        """How to reach this node from the root, such as `b/2`; `root` for the root itself."""
        return self.nodes.path(self.index)

    def move_name(self, move: int) -> str:
        """Return the name of a child if no sibling shares it, else its number from 1."""
        return self.nodes.labels[self.nodes.children[self.index][move]]

    def parse_move(self, text: str) -> int:
        """Return the child that `text` names or numbers as `move_name` does."""
        wanted = normalise(text)
        children = self.nodes.children[self.index]
        labels = [self.nodes.labels[child] for child in children]
        for move, label in enumerate(labels):
            if normalise(label) == wanted:
                return move
        raise NotationError(f"{text!r} names no child of {self.path}; children: {' '.join(labels) or 'none'}")

    def to_lists(self) -> Any:
        """Return the values of the leaves as nested lists; a leaf alone is its value."""
        order, _ = self.nodes.below(self.index)
        lists: dict[int, Any] = {}
        for index in reversed(order):  # children first
            children = self.nodes.children[index]
            lists[index] = [lists.pop(child) for child in children] if children else self.nodes.values[index]
        return lists[self.index]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the tree below this node as notebooks show it, a large one as text alone."""
        order, children = self.nodes.below(self.index)
        shown = {"text/plain": str(self)}
        if len(order) <= MOST_DRAWN:
            pictures = [node_picture(self.nodes, index, is_root=index == self.index) for index in order]
            shown["image/svg+xml"] = svg_file(tree_drawing(pictures, children), self.path)
        return shown

    def __repr__(self) -> str:
        return f"<Tree of {len(self.nodes.sides)} nodes at {self.path}>"

    def __str__(self) -> str:
        return tree_formats.write_indented(self.nodes, self.index)


def node_picture(nodes: NodeTable, index: int, *, is_root: bool) -> NodePicture:
    """Return how a node of a tree is drawn: its shape says who moves there."""
    shape = Shape.MAX if nodes.sides[index] is Side.FIRST else Shape.MIN
    value = nodes.values[index]
    return NodePicture(
        shape=shape if nodes.children[index] else Shape.LEAF,
        label="" if is_root else nodes.names[index] or "",
        value="" if value is None else f"{value:.6g}".replace("-", "−"),
    )


def node_value(tree: Tree) -> Value:
    """Return the value written at a node for the side to move, as searches of limited depth need it."""
    value = tree.value
    if value is None:
        raise NotationError(f"node {tree.path} has no value; give inner nodes values or search the whole tree")
    return value if tree.next_player is Side.FIRST else -value


def parse_tree(text: str, *, first: Side = Side.FIRST) -> Tree:
    """Return the tree that `text` describes: nested lists such as `[[3, 12], [2, 4]]`, JSON or indented text."""
    start = text.lstrip()[:1]
    if start == "{" or (start == "[" and set(text) & set('"{')):
        return Tree.from_json(text, first=first)
    if normalise(start) in ("[", "("):
        return Tree(tree_formats.parse_brackets(text), first=first)
    return Tree.from_text(text, first=first)
