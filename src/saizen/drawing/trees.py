"""Trees as SVG, TikZ and text: what stands in each node is given as words, where it stands is worked out here."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from saizen.drawing.page import escaped
from saizen.drawing.text import display_width, in_ascii
from saizen.drawing.tidy import tidy_tree

__all__ = ["Drawing", "NodePicture", "Shape", "stacked", "svg_file", "tree_drawing", "tree_text", "tree_tikz"]

SPACE, ROW = 74.0, 104.0  # between nodes of a row, and between rows
EDGE = 30.0  # around the whole
CELL = 8.0  # of a board
LETTER = 7.0  # about how wide one is
HALF, TALL, LEAF_HIGH = 27.0, 40.0, 30.0  # of the shapes of nodes
INK, SOFT, ACCENT, WARM, PAPER = "#1d2327", "#7a858d", "#0b62a8", "#b3401f", "#ffffff"
FONTS = "Helvetica, Arial, 'DejaVu Sans', 'Noto Sans', 'Noto Sans CJK JP', sans-serif"  # programs differ in defaults
STONES = {"X": INK, "O": PAPER}


class Shape(Enum):
    """What a node is: a choice of MAX, a choice of MIN, or an end."""

    MAX = "△"
    MIN = "▽"
    LEAF = "□"


@dataclass(frozen=True, slots=True)
class NodePicture:
    """How one node is drawn."""

    shape: Shape
    label: str = ""  # of the edge that leads here
    value: str = ""
    window: str = ""
    note: str = ""
    cells: Sequence[str] | None = None  # the rows of a board
    is_current: bool = False
    is_chosen: bool = False  # by its parent
    is_skipped: bool = False  # by a cut
    is_unseen: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A part of an SVG picture, and the room it takes."""

    width: float
    height: float
    body: str


def tree_drawing(nodes: Sequence[NodePicture], children: Sequence[Sequence[int]]) -> Drawing:
    """Draw a tree."""
    layout = Layout.of(nodes, children)
    parts = []
    for parent, below in enumerate(children):
        bottom = layout.bottom(parent, nodes[parent])
        parts += [svg_edge(nodes[child], bottom, layout.places[child]) for child in below]
    parts += [svg_node(layout, picture, place) for picture, place in zip(nodes, layout.places, strict=True)]
    return Drawing(layout.width, layout.height, "\n".join(parts))


def stacked(drawings: Sequence[tuple[str, Drawing]]) -> Drawing:
    """Put drawings one below the other, each under its caption."""
    parts, top = [], EDGE
    for caption, drawing in drawings:
        words = f'<text x="{EDGE:g}" y="{top:.0f}" font-size="16">{escaped(caption)}</text>'
        parts.append(f'{words}<g transform="translate(0 {top + 10:.0f})">{drawing.body}</g>')
        top += drawing.height + 2 * EDGE
    widest = max(max(drawing.width, EDGE * 2 + 9 * display_width(caption)) for caption, drawing in drawings)
    return Drawing(widest, top, "\n".join(parts))


def svg_file(drawing: Drawing, title: str) -> str:
    """Return a drawing as an SVG file."""
    width, height = round(drawing.width), round(drawing.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="{FONTS}" font-size="14" fill="{INK}">\n<title>{escaped(title)}</title>'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n{drawing.body}\n</svg>\n'
    )


@dataclass(frozen=True, slots=True)
class Layout:
    """The middle of each node, the size of the whole, and the height of the boards below the nodes."""

    places: Sequence[tuple[float, float]]
    width: float
    height: float
    board: float

    @classmethod
    def of(cls, nodes: Sequence[NodePicture], children: Sequence[Sequence[int]]) -> "Layout":
        """Work out where everything stands."""
        rows = max((len(node.cells) for node in nodes if node.cells), default=0)
        columns = max((len(node.cells[0]) for node in nodes if node.cells), default=0)
        longest = max(display_width(node.label) for node in nodes)
        space, row = max(SPACE, CELL * columns + 16, LETTER * longest + 16), ROW + CELL * rows
        depths = [0] * len(nodes)
        for parent, below in enumerate(children):  # parents come before their children
            for child in below:
                depths[child] = depths[parent] + 1
        places = [
            (EDGE + HALF + space * x, EDGE + row * depth) for x, depth in zip(tidy_tree(children), depths, strict=True)
        ]
        width = max(x for x, _ in places) + EDGE + HALF
        return cls(places, width, max(y for _, y in places) + TALL + CELL * rows + EDGE, CELL * rows)

    def bottom(self, index: int, node: NodePicture) -> tuple[float, float]:
        """Return where the lines to the children of a node begin: below its board and its window."""
        x, y = self.places[index]
        return x, y + TALL / 2 + (self.board + 3 if node.cells else 0) + (17 if node.window else 0)


def svg_edge(child: NodePicture, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return the line to a child, dotted and struck through if a cut left it out, with the move on it."""
    x1, y1, x2, y2 = *start, end[0], end[1] - (LEAF_HIGH if child.shape is Shape.LEAF else TALL) / 2
    if child.is_skipped:
        style = f'stroke="{WARM}" stroke-width="1.5" stroke-dasharray="2 5"'
    elif child.is_chosen:
        style = f'stroke="{ACCENT}" stroke-width="3.5"'
    else:
        style = f'stroke="{SOFT if child.is_unseen else INK}" stroke-width="1.2"'
    line = f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" fill="none" {style}/>'
    middle_x, middle_y = (x1 + x2) / 2, (y1 + y2) / 2
    if child.is_skipped:
        line += f'<path d="M{middle_x - 8:.1f} {middle_y - 5:.1f}l16 6m-16 4l16 6" stroke="{WARM}" stroke-width="2"/>'
    if child.label:
        line += svg_text(x1 + 0.62 * (x2 - x1), y1 + 0.62 * (y2 - y1) + 4, child.label, size=12, halo=True)
    return line


def svg_node(layout: Layout, node: NodePicture, place: tuple[float, float]) -> str:
    """Return a node: its shape with the value in it, the window and a note below."""
    x, y = place
    colour = WARM if node.is_skipped else SOFT if node.is_unseen else INK
    fill = "#fff3c4" if node.is_current else PAPER
    width = 3 if node.is_current else 1.5
    outline = f'fill="{fill}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'
    if node.shape is Shape.LEAF:
        top = y - LEAF_HIGH / 2
        shape = f'<rect x="{x - 20:.1f}" y="{top:.1f}" width="40" height="{LEAF_HIGH:g}" rx="5" {outline}/>'
        text_y = y + 5
    else:
        up = node.shape is Shape.MAX
        base, top = (y + TALL / 2, y - TALL / 2) if up else (y - TALL / 2, y + TALL / 2)
        shape = f'<path d="M{x - HALF:.1f} {base:.1f}H{x + HALF:.1f}L{x:.1f} {top:.1f}Z" {outline}/>'
        text_y = y + (13 if up else -2)
    parts = [shape, svg_text(x, text_y, node.value, colour=colour, bold=True)]
    below = y + TALL / 2 + 13
    if node.cells:
        parts.append(svg_board(node.cells, x, y + TALL / 2 + 3))
        below += layout.board
    for words, tint in ((node.window, SOFT), (node.note, WARM)):
        if words:
            parts.append(svg_text(x, below, words, size=11, colour=tint, halo=True))
            below += 13
    return f"<g>{''.join(parts)}</g>"


def svg_board(cells: Sequence[str], middle: float, top: float) -> str:
    """Return a small board."""
    left, width, height = middle - CELL * len(cells[0]) / 2, CELL * len(cells[0]), CELL * len(cells)
    lines = "".join(f"M{left + CELL * column:.1f} {top:.1f}v{height:.1f}" for column in range(len(cells[0]) + 1))
    lines += "".join(f"M{left:.1f} {top + CELL * row:.1f}h{width:.1f}" for row in range(len(cells) + 1))
    stones = "".join(
        f'<circle cx="{left + CELL * (column + 0.5):.1f}" cy="{top + CELL * (row + 0.5):.1f}" r="{CELL * 0.36:.1f}" '
        f'fill="{STONES[mark]}" stroke="{INK}" stroke-width="0.8"/>'
        for row, marks in enumerate(cells)
        for column, mark in enumerate(marks)
        if mark in STONES
    )
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{PAPER}"/>'
        f'<path d="{lines}" stroke="{SOFT}" stroke-width="0.5"/>{stones}'
    )


def svg_text(
    x: float, y: float, words: str, *, size: int = 14, colour: str = INK, bold: bool = False, halo: bool = False
) -> str:
    """Return words around a place, on a halo of paper where they may cross a line."""
    weight = ' font-weight="600"' if bold else ""
    edge = f' stroke="{PAPER}" stroke-width="4" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-size="{size}" fill="{colour}"{weight}{edge}>'
        f"{escaped(words)}</text>"
    )


def tree_tikz(nodes: Sequence[NodePicture], children: Sequence[Sequence[int]]) -> str:
    """Return a tree as a LaTeX file of its own, which needs nothing but TikZ."""
    layout = Layout.of([NodePicture(node.shape) for node in nodes], children)
    lines = [
        r"\documentclass[tikz,border=4pt]{standalone}",
        r"\usetikzlibrary{shapes.geometric}",
        r"\begin{document}",
        r"\begin{tikzpicture}[x=0.42mm,y=-0.42mm,font=\small,",
        r"  max/.style={regular polygon,regular polygon sides=3,draw,inner sep=0pt,minimum size=11mm},",
        r"  min/.style={regular polygon,regular polygon sides=3,shape border rotate=180,draw,inner sep=0pt,"
        r"minimum size=11mm},",
        r"  leaf/.style={draw,rounded corners=1pt,minimum size=6mm},",
        r"  current/.style={very thick,fill=yellow!25},",
        r"  skipped/.style={dotted,thick,red!60!black},chosen/.style={very thick,blue!60!black}]",
    ]
    styles = {Shape.MAX: "max", Shape.MIN: "min", Shape.LEAF: "leaf"}
    for index, (node, (x, y)) in enumerate(zip(nodes, layout.places, strict=True)):
        style = styles[node.shape] + (",current" if node.is_current else "")
        lines.append(rf"  \node[{style}] (n{index}) at ({x:.1f},{y:.1f}) {{{tikz_words(node.value)}}};")
        for words in filter(None, (node.window, node.note)):
            below = y + 30 if words is node.window else y + 42
            lines.append(rf"  \node[font=\tiny] at ({x:.1f},{below:.1f}) {{{tikz_words(words)}}};")
    for parent, below_it in enumerate(children):
        lines += [tikz_edge(parent, child, nodes[child]) for child in below_it]
    return "\n".join([*lines, r"\end{tikzpicture}", r"\end{document}", ""])


def tikz_edge(parent: int, child: int, node: NodePicture) -> str:
    """Return the line to a child, with its move on it."""
    style = "skipped" if node.is_skipped else "chosen" if node.is_chosen else ""
    label = rf" node[midway,fill=white,inner sep=1pt,font=\tiny] {{{tikz_words(node.label)}}}" if node.label else ""
    return rf"  \draw[{style}] (n{parent}) --{label} (n{child});"


def tikz_words(words: str) -> str:
    """Return words as LaTeX takes them, whatever is in them."""
    signs = {"−": r"$-$", "∞": r"$\infty$", "≤": r"$\le$", "≥": r"$\ge$", "α": r"$\alpha$", "β": r"$\beta$"}
    special = {mark: rf"\{mark}" for mark in "#$%&_{}"} | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}"}
    return "".join((signs | special | {"^": r"\textasciicircum{}"}).get(mark, mark) for mark in words)


def tree_text(nodes: Sequence[NodePicture], children: Sequence[Sequence[int]], *, plain: bool = False) -> str:
    """Return a tree as lines of text, a node a line, children below their parents."""
    branches = ("|- ", "`- ", "|  ", "   ") if plain else ("├─ ", "└─ ", "│  ", "   ")
    heads: list[tuple[str, ...]] = []
    waiting: list[tuple[int, str, str]] = [(0, "", "")]
    while waiting:
        index, lead, indent = waiting.pop()
        texts = lead + head_text(nodes[index], plain=plain), tail_text(nodes[index], plain=plain)
        heads.append(tuple(map(in_ascii, texts)) if plain else texts)
        below = children[index]
        for place, child in reversed(list(enumerate(below))):
            last = place == len(below) - 1
            waiting.append((child, indent + branches[last], indent + branches[2 + last]))
    width = max(display_width(head) for head, _ in heads)
    return "\n".join(f"{head}{' ' * (width - display_width(head))}  {tail}".rstrip() for head, tail in heads)


def head_text(node: NodePicture, *, plain: bool) -> str:
    """Return what a node is: the move to it, who chooses there, and the value."""
    who = {Shape.MAX: "MAX", Shape.MIN: "MIN", Shape.LEAF: ""}[node.shape]
    chosen = ("*" if plain else "●") if node.is_chosen else ""
    value = f"= {node.value}" if who and node.value[:1] not in ("", "≤", "≥") else node.value
    label = f"{node.label}:" if node.label else ""
    return " ".join(filter(None, (label, who, value, chosen)))


def tail_text(node: NodePicture, *, plain: bool) -> str:
    """Return what is to be said of a node: its window, a note, and whether the search is there."""
    here = ("<--" if plain else "◀") if node.is_current else ""
    skipped = ("x" if plain else "✂") if node.is_skipped else ""
    return "  ".join(words for words in (node.window, skipped, node.note, here) if words)
