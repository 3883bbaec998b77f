"""The notations of a game tree: nested lists and mappings, JSON, indented text, anytree and networkx."""

import json
import re
import reprlib
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from saizen.errors import NotationError
from saizen.games.base import Side, Value
from saizen.games.tree_nodes import Draft, NodeTable

__all__ = [
    "draft_anytree",
    "draft_nested",
    "draft_networkx",
    "networkx_root",
    "parse_brackets",
    "parse_indented",
    "parse_json",
    "write_indented",
]

EXAMPLE = "[[3, 12], [2, 4]]"
SIDE_WORDS = {Side.FIRST: "MAX", Side.SECOND: "MIN"}
NODE_KEYS = ("name", "value", "player", "children")
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)
TOKEN = re.compile(r"\s*([\[\](),]|[^\[\](),\s]+)")
SEPARATORS = ":=\uff1a\uff1d"  # the last two as Japanese keyboards type them
LINE = re.compile(rf"(.*?)\s*(?:[{SEPARATORS}]\s*([^{SEPARATORS}]*))?")  # the last separator ends the name
PLAYED_BY = re.compile(r"(MAX|MIN)(?:\s+(.*))?")


def draft_nested(source: object) -> Draft:
    """Return the node that a number, a list or tuple, or a mapping stands for."""
    if isinstance(source, Mapping):
        return draft_mapping(source)
    if isinstance(source, (list, tuple)):
        if not source:
            raise NotationError(f"an empty list; a node needs a number or children, as in {EXAMPLE}")
        return Draft(named_children(source))
    if isinstance(source, (int, float)):
        return Draft(value=source)
    raise NotationError(f"{reprlib.repr(source)} is no node; use a number, a list or a mapping, as in {EXAMPLE}")


def draft_mapping(source: Mapping[Any, Any]) -> Draft:
    """Return the node that a mapping stands for: a node if it has children or a value, else names and subtrees."""
    if "children" not in source and "value" not in source:
        if not source:
            raise NotationError(f"an empty mapping; a node needs a number or children, as in {EXAMPLE}")
        return Draft(named_children(source))
    for key in source:
        if key not in NODE_KEYS:
            raise NotationError(f"unknown key {reprlib.repr(key)} in a node; known: {' '.join(NODE_KEYS)}")
    children = source.get("children")
    pairs = () if children is None else named_children(children)
    return Draft(pairs, source.get("value"), source.get("name"), source.get("player"))


def named_children(children: object) -> Sequence[tuple[object, Any]]:
    """Return the children of a list, which have no names, or of a mapping, which have."""
    if isinstance(children, Mapping):
        return list(children.items())
    if isinstance(children, (list, tuple)):
        return [(None, child) for child in children]
    raise NotationError(f"children {reprlib.repr(children)} are no list; use a list or a mapping")


def parse_json(text: str) -> Any:
    """Return what JSON text holds."""
    try:
        return json.loads(text, object_pairs_hook=unique_keys)
    except RecursionError:
        raise NotationError("JSON is nested too deeply to be read; give the tree as nested lists of numbers") from None
    except NotationError:
        raise
    except ValueError as error:
        raise NotationError(f"bad JSON: {str(error).lower()}; a tree is like {EXAMPLE}") from None


def unique_keys(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object as a mapping, refusing a key given twice."""
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise NotationError(f"key {twice!r} appears twice in a JSON object; use a list of nodes for names that repeat")
    return mapping


def parse_number(text: str) -> Value | None:
    """Return the number that `text` is, or None."""
    word = unicodedata.normalize("NFKC", text).replace("\u2212", "-")  # the minus sign of printed books
    if NUMBER.fullmatch(word) is None:
        return None
    try:
        return int(word)
    except ValueError:  # a fraction, or more digits than Python reads
        return float(word)


def parse_brackets(text: str) -> Any:
    """Return the nested lists that `text` writes with [] or (); depth costs no recursion."""
    top: list[Any] = []
    open_lists, closers = [top], [""]
    previous = ","
    for match in TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        token, where = match[1], f"at character {match.start(1) + 1}"
        if token in "[(":
            open_lists[-1].append([])
            open_lists.append(open_lists[-1][-1])
            closers.append("]" if token == "[" else ")")
        elif token in "])":
            if token != closers.pop():
                raise NotationError(f"{token!r} {where} closes nothing; check the brackets")
            open_lists.pop()
        elif token != ",":
            open_lists[-1].append(bracket_number(token, where))
        elif previous in ",[(":
            raise NotationError(f"',' {where} follows no number; write a number before it")
        previous = token
    return only_tree(top, closers)


def only_tree(top: Sequence[object], closers: Sequence[str]) -> object:
    """Return the one tree of a bracketed text, all brackets of which must be closed."""
    if closers[1:]:
        raise NotationError(f"brackets still open at the end: {len(closers) - 1}; close the last with {closers[-1]!r}")
    if len(top) != 1:
        raise NotationError(f"{len(top)} trees side by side; put one pair of brackets around them")
    return top[0]


def bracket_number(token: str, where: str) -> Value:
    """Return the number that stands in a nested list."""
    number = parse_number(token)
    if number is None:
        raise NotationError(f"{token!r} {where} is no number; a tree is like {EXAMPLE}")
    return number


def parse_indented(text: str) -> Draft:
    """Return the root of indented text; a line's parent is the nearest line above that is indented less."""
    roots: list[tuple[object, Draft]] = []
    open_nodes: list[tuple[int, list[tuple[object, Draft]]]] = []  # their indentation and children, root first
    for number, line in enumerate(text.expandtabs().splitlines(), start=1):
        words = line.strip()
        if not words:
            continue
        indent = level = len(line) - len(line.lstrip())
        while open_nodes and open_nodes[-1][0] >= indent:
            level, _ = open_nodes.pop()
        if level != indent:
            raise NotationError(f"line {number}: {words!r} lies between two depths; line it up with a line above")
        if roots and not open_nodes:
            raise NotationError(f"line {number}: {words!r} is a second root; indent it under the first line")
        children: list[tuple[object, Draft]] = []
        siblings = open_nodes[-1][1] if open_nodes else roots
        siblings.append((None, parse_line(words, number, children)))
        open_nodes.append((indent, children))
    if not roots:
        raise NotationError(f"{text!r} holds no node; write one a line, such as 'a: 3'")
    return roots[0][1]


def parse_line(words: str, number: int, children: Sequence[tuple[object, Draft]]) -> Draft:
    """Return the node that one line describes: a number, or a name, MAX or MIN before it, a value after it."""
    value = parse_number(words)
    if value is not None:
        return Draft(children, value)
    match = LINE.fullmatch(words)
    name, tail = match.groups() if match else (words, None)
    if tail:
        value = parse_number(tail)
        if value is None:
            raise NotationError(f"line {number}: {tail!r} is no number; write a node as 'name: 5'")
    played_by = PLAYED_BY.fullmatch(name)
    player, name = played_by.groups() if played_by else (None, name)
    return Draft(children, value, name, player)


def write_indented(table: NodeTable, index: int) -> str:
    """Return the tree under a node as text that `parse_indented` reads, unless a name has odd spaces."""
    lines = []
    waiting = [(index, 0, Side.FIRST)]
    while waiting:
        at, depth, usual = waiting.pop()
        lines.append("  " * depth + line_text(table, at, usual))
        waiting += [(child, depth + 1, table.sides[at].other) for child in reversed(table.children[at])]
    return "\n".join(lines)


def line_text(table: NodeTable, index: int, usual: Side) -> str:
    """Return a node as one line, saying who moves where that is not the `usual` side or where no name stands."""
    name, value, side = table.names[index], table.values[index], table.sides[index]
    if name is None and side is usual and not table.children[index]:
        return repr(value)
    head = name or SIDE_WORDS[side]
    if name and (side is not usual or PLAYED_BY.fullmatch(name)):
        head = f"{SIDE_WORDS[side]} {name}"
    if value is not None:
        return f"{head}: {value!r}"
    # With its colon, a name such as 12 or a=b is not taken for a value.
    return f"{head}:" if parse_number(head) is not None or set(head) & set(SEPARATORS) else head


def draft_anytree(node: object) -> Draft:
    """Return the node that an object with `children`, and perhaps `name`, `value` and `player`, stands for."""
    children = getattr(node, "children", None)
    if children is None:
        raise NotationError(f"{reprlib.repr(node)} has no children attribute; give a node like anytree's")
    name = getattr(node, "name", None)
    return Draft(
        [(None, child) for child in children],
        getattr(node, "value", None),
        None if name is None else str(name),
        getattr(node, "player", None),
    )


def draft_networkx(graph: Any, key: object) -> Draft:
    """Return the node that a graph holds under `key`, which names it unless it has a `name`."""
    data = graph.nodes[key]
    children = [(None, child) for child in graph.successors(key)]
    return Draft(children, data.get("value"), data.get("name", str(key)), data.get("player"))


def networkx_root(graph: Any, root: object) -> object:
    """Return the root of a directed graph, or refuse a graph that is no tree from there, naming a node."""
    if not graph.is_directed():
        raise NotationError("the graph is undirected; use a DiGraph with edges from parent to child")
    if root is not None:
        if root not in graph:
            raise NotationError(f"root {root!r} is no node of the graph; use one of its nodes")
        parents_below(graph, root)
        return root
    root = only_root(graph)
    reached = parents_below(graph, root)
    for node in graph:
        if node not in reached:
            raise cyclic(node_on_cycle(graph, node))
    return root


def only_root(graph: Any) -> object:
    """Return the one node without a parent."""
    roots = [node for node, parents in graph.in_degree() if parents == 0]
    if len(roots) == 1:
        return roots[0]
    if len(graph) and not roots:
        raise cyclic(node_on_cycle(graph, next(iter(graph))))
    raise NotationError(f"nodes without a parent: {reprlib.repr(roots)}; a tree has one, or name it by root=")


def parents_below(graph: Any, root: object) -> Mapping[object, object]:
    """Return the parent of each node below `root`, refusing a node that is reached twice."""
    parents: dict[object, object] = {root: None}
    waiting = [root]
    for node in waiting:
        for child in graph.successors(node):
            if child in parents:
                raise reached_twice(child, node, parents)
            parents[child] = node
            waiting.append(child)
    return parents


def reached_twice(child: object, parent: object, parents: Mapping[object, object]) -> NotationError:
    """Return the error for a node that was already reached when `parent` leads to it."""
    above: object = parent
    while above is not None and above != child:
        above = parents[above]
    if above is not None:
        return cyclic(child)
    return NotationError(f"node {child!r} has two parents, {parents[child]!r} and {parent!r}; give it one")


def cyclic(node: object) -> NotationError:
    """Return the error for a node that leads back to itself."""
    return NotationError(f"node {node!r} lies on a cycle; a tree has none")


def node_on_cycle(graph: Any, node: object) -> object:
    """Return a node on a cycle, going up from one that no root leads to."""
    seen: set[object] = set()
    while node not in seen:
        seen.add(node)
        node = next(iter(graph.predecessors(node)))
    return node
