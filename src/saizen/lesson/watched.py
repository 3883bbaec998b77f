"""Trees that behave like ordinary lists of numbers, or nodes with values, and note which values were read."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, SupportsIndex

from saizen.games.base import Value

__all__ = ["SeenType", "WatchedList", "WatchedNode", "watched_lists", "watched_nodes"]


class WatchedList(list[Any]):
    """A list whose numbers are noted as they are read: by index, by a loop, or by anything that looks at them.

    Printing it and taking its length or a slice read nothing. The numbers themselves are plain.
    """

    __slots__ = ("_numbers", "_reads")

    def __init__(self, items: Sequence[Any], numbers: Sequence[int | None], reads: set[int]) -> None:
        list.__init__(self, items)
        self._numbers, self._reads = list(numbers), reads  # of each leaf, its number in the tree; None for a list

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # programs that ask for it by that name want a list
        return list

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        if isinstance(place, slice):
            return WatchedList(list.__getitem__(self, place), self._numbers[place], self._reads)
        item = list.__getitem__(self, place)
        number = self._numbers[place] if self._numbers else None
        if number is not None:
            self._reads.add(number)
        return item

    def __iter__(self) -> Iterator[Any]:
        place = 0
        while place < len(self):  # as it is by then: the loop may change it
            yield self[place]
            place += 1

    def __reversed__(self) -> Iterator[Any]:
        for place in range(len(self) - 1, -1, -1):
            yield self[place]

    def __contains__(self, wanted: object) -> bool:
        return any(item is wanted or item == wanted for item in self)

    def index(self, wanted: Any, start: SupportsIndex = 0, stop: SupportsIndex | None = None) -> int:
        """Return the first place of an item, reading on to it."""
        for place in range(*slice(start, stop).indices(len(self))):
            item = self[place]
            if item is wanted or item == wanted:
                return place
        raise ValueError(f"{wanted!r} is not in list")

    def count(self, wanted: Any) -> int:
        """Return how often an item is there, reading all."""
        return sum(item is wanted or item == wanted for item in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list) or len(other) != len(self):
            return False  # without a look at the numbers
        return [*self] == [*other]

    def __lt__(self, other: list[Any]) -> bool:
        return [*self] < [*other]

    def __gt__(self, other: list[Any]) -> bool:
        return [*self] > [*other]

    def __add__(self, other: list[Any]) -> Any:
        return [*self, *other]

    def __radd__(self, other: list[Any]) -> Any:
        return [*other, *self]

    def copy(self) -> "WatchedList":
        """Return a list whose numbers are still watched."""
        return WatchedList(list.__getitem__(self, slice(None)), self._numbers, self._reads)

    __copy__ = copy

    def __deepcopy__(self, memory: dict[int, Any]) -> "WatchedList":
        items = [deepcopy(item, memory) for item in list.__iter__(self)]
        return WatchedList(items, self._numbers, self._reads)

    def __reduce_ex__(self, _: SupportsIndex) -> Any:
        return list, ([*self],)

    def pop(self, place: SupportsIndex = -1) -> Any:
        """Take out an item, which is read; the others keep their numbers."""
        item = self[place]
        if self._numbers:
            del self._numbers[place]
        list.pop(self, place)
        return item


def changing(name: str) -> Any:
    """Return a method of lists that changes them; all numbers count as read then, since none keeps its place."""
    method = getattr(list, name)

    def change(self: WatchedList, *arguments: Any, **options: Any) -> Any:
        self._reads.update(number for number in self._numbers if number is not None)
        self._numbers = []
        return method(self, *arguments, **options)

    change.__name__, change.__doc__ = name, method.__doc__
    return change


for _name in (
    *("append", "extend", "insert", "remove", "clear", "sort", "reverse"),
    *("__setitem__", "__delitem__", "__iadd__", "__imul__"),
):
    setattr(WatchedList, _name, changing(_name))


class TypeOfType(type):
    """Makes `SeenType` answer as `type` does."""

    def __call__(cls, *arguments: Any, **options: Any) -> Any:
        if len(arguments) == 1 and isinstance(arguments[0], WatchedList):
            return list
        return type(*arguments, **options)

    def __instancecheck__(cls, thing: object) -> bool:
        return isinstance(thing, type)


class SeenType(metaclass=TypeOfType):
    """Stands in for `type` in a file that asks whether `type(tree) is list`."""


class WatchedNode:
    """A node as anytree makes them, which notes when its value is read."""

    def __init__(self, name: str, parent: "WatchedNode | None", value: Value | None, note: Any) -> None:
        self.name, self.parent, self._value, self._note = name, parent, value, note
        self.children: tuple[WatchedNode, ...] = ()

    @property
    def value(self) -> Any:
        """The value of this node for MAX."""
        if self._note is not None:
            self._note()
        return self._value

    @value.setter
    def value(self, value: Any) -> None:
        self._value, self._note = value, None  # what a program has written itself tells it nothing

    @property
    def is_leaf(self) -> bool:
        """Whether there is no move."""
        return not self.children

    @property
    def is_root(self) -> bool:
        """Whether there is no parent."""
        return self.parent is None

    @property
    def depth(self) -> int:
        """How many moves lead here."""
        return 0 if self.parent is None else self.parent.depth + 1

    @property
    def height(self) -> int:
        """How many moves the longest way down has."""
        return max((child.height + 1 for child in self.children), default=0)

    def __repr__(self) -> str:
        return f"Node({self.name!r})"


def child_ranges(counts: Sequence[int]) -> list[range]:
    """Return the children of each node of a tree that is numbered breadth first, by how many each has."""
    ranges, first = [], 1
    for count in counts:
        ranges.append(range(first, first + count))
        first += count
    return ranges


def watched_lists(values: Sequence[Value | None], counts: Sequence[int], reads: set[int]) -> Any:
    """Return a tree, given breadth first, as nested lists; a tree of one leaf is its number, which counts as read."""
    built: list[Any] = list(values)
    for number, children in reversed(list(enumerate(child_ranges(counts)))):
        if children:
            leaves = [None if counts[child] else child for child in children]
            built[number] = WatchedList([built[child] for child in children], leaves, reads)
    if not counts[0]:
        reads.add(0)
    return built[0]


def watched_nodes(values: Sequence[Value | None], counts: Sequence[int], reads: set[int]) -> WatchedNode:
    """Return a tree, given breadth first, as nodes; each is named by its way from the root, such as 2.1."""
    nodes = [WatchedNode("root", None, values[0], lambda: reads.add(0))]
    for parent, children in enumerate(child_ranges(counts)):
        above = nodes[parent]
        for place, number in enumerate(children, start=1):
            name = str(place) if parent == 0 else f"{above.name}.{place}"
            nodes.append(WatchedNode(name, above, values[number], lambda number=number: reads.add(number)))
        above.children = tuple(nodes[number] for number in children)
    return nodes[0]
