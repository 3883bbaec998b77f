"""Exercises on paper: the blank sheet and the answer sheet, as SVG, as a page to print, and for LaTeX."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from saizen.drawing.messages import Language
from saizen.drawing.page import escaped, page, paragraph
from saizen.drawing.text import display_width
from saizen.drawing.tidy import tidy_tree
from saizen.drawing.trees import tikz_words
from saizen.lesson.exercise import Exercise, Question, convention_text
from saizen.lesson.marking import Marker
from saizen.lesson.sentences import value_text

__all__ = ["Layout", "Sheet", "lay_out", "sheet_html", "sheet_svg", "sheet_tikz", "short_label"]

INK, SOFT, WARM, PAPER = "#1d2327", "#59636b", "#a3361a", "#ffffff"
FONTS = "Helvetica, Arial, 'DejaVu Sans', 'Noto Sans', 'Noto Sans CJK JP', sans-serif"
MARGIN, SIDE = 24.0, 64.0  # around the whole; on the left, where MAX and MIN stand
NARROWEST = 560.0  # so that the words above have room
INNER, LEAF, GAP = 88.0, 30.0, 8.0  # widths of nodes, and between two
HALF, ROOF, HOUSE = 27.0, 9.0, 38.0  # of the shape for the value
BOX = 22.0  # height of the boxes for the window
CARD, ROW = HOUSE + 4 + BOX, 122.0  # heights of an inner node, and from row to row
LEAF_HIGH = 28.0
LONGEST_LABEL = 7  # characters
CUT_AT = 0.6  # of the way down an edge, where edges stand apart
LINE, CHARACTER = 19.0, 6.6  # height of a line of words, width of a letter

# Each text in both languages; the words in braces are filled in.
WORDS: Mapping[str, Mapping[Language, str]] = {
    "title": {"en": "Alpha-beta exercise{number}", "ja": "アルファベータ法の練習問題{number}"},
    "answers_title": {"en": "Alpha-beta exercise{number}: answers", "ja": "アルファベータ法の練習問題{number}: 解答"},
    "task": {
        "en": (
            "Search this tree by alpha-beta, from left to right. At each node write the value that it returns into the "
            "large box, and the α and β that the search enters it with into the small ones. Strike out each edge that "
            "is cut off, and leave everything below it blank."
        ),
        "ja": (
            "この木を左から順にアルファベータ法で探索してください。各節点の大きな枠にはその節点が返す評価値を、"
            "小さな枠には節点に入るときの α と β を書きます。枝刈りされる枝には線を引いて消し、その下は空欄にします。"
        ),
    },
    "found": {
        "en": "The root is worth {value} for MAX. Edges cut off: {edges}.",
        "ja": "根の評価値は MAX から見て {value} です。枝刈りされる枝: {edges}。",
    },
    "none": {"en": "none", "ja": "なし"},
    "convention": {"en": "Convention: {convention}.", "ja": "約束: {convention}。"},
    "name": {"en": "Name", "ja": "名前"},
    "points": {"en": "Points: ______ of {points}", "ja": "得点: ______ / {points}"},
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """An exercise to be put on paper, blank or with its answers."""

    exercise: Exercise
    answers: bool = False
    language: Language = "en"
    number: int | None = None  # shown in the title, so that sheet and answers find each other

    @property
    def title(self) -> str:
        """What stands on top."""
        number = "" if self.number is None else f" {self.number}"
        return self.words("answers_title" if self.answers else "title", number=number)

    @property
    def text(self) -> list[str]:
        """What is to be done, or was found, and under which convention."""
        convention = self.words("convention", convention=convention_text(self.exercise.convention, self.language))
        if not self.answers:
            return [self.words("task"), convention]
        struck = ", ".join(question.label for question in self.exercise.questions if question.is_struck)
        value = value_text(self.exercise.questions[0].value)
        return [self.words("found", value=value, edges=struck or self.words("none")), convention]

    @property
    def points(self) -> str:
        """The line for the points."""
        return self.words("points", points=Marker(self.exercise).possible)

    def words(self, key: str, **values: object) -> str:
        """Return a text with its blanks filled in."""
        return WORDS[key][self.language].format(**values)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the nodes of an exercise stand: the middle of each from the left, and its row."""

    places: Sequence[float]
    rows: Sequence[int]
    width: float


def lay_out(questions: Sequence[Question], inner: float, leaf: float, gap: float) -> Layout:
    """Put nodes of these widths as close as they fit, with a gap between them."""
    rows = [0] * len(questions)
    for index, question in enumerate(questions[1:], 1):
        rows[index] = rows[question.parent] + 1
    places = tidy_tree([question.children for question in questions])
    halves = [inner / 2 if question.leaf is None else leaf / 2 for question in questions]
    unit, last = leaf + gap, dict[int, int]()
    for index in range(len(questions)):  # in the order of the search, so each row comes from left to right
        left = last.get(rows[index])
        if left is not None:
            unit = max(unit, (halves[left] + gap + halves[index]) / (places[index] - places[left]))
        last[rows[index]] = index
    start = min(place * unit - half for place, half in zip(places, halves, strict=True))
    end = max(place * unit + half for place, half in zip(places, halves, strict=True))
    return Layout([place * unit - start for place in places], rows, end - start)


@dataclass(frozen=True, slots=True)
class Card:
    """A node as it stands on a sheet: its middle, its top, and what is written into it."""

    question: Question
    x: float
    y: float
    value: str
    alpha: str
    beta: str
    label_side: int = 1  # of the line that comes from above: to its right, or −1

    @property
    def bottom(self) -> float:
        """Where the lines to its children begin."""
        return self.y + CARD

    @property
    def outline(self) -> list[tuple[float, float]]:
        """The corners of the shape for the value: it points up where MAX moves, and down where MIN does."""
        left, right, top, end = self.x - HALF, self.x + HALF, self.y, self.y + HOUSE
        if self.question.is_max:
            return [(self.x, top), (right, top + ROOF), (right, end), (left, end), (left, top + ROOF)]
        return [(left, top), (right, top), (right, end - ROOF), (self.x, end), (left, end - ROOF)]


def short_label(label: str) -> str:
    """Return what a node is called; of a long label the end, since where the node stands says the rest."""
    return label if len(label) <= LONGEST_LABEL else f"..{label[-5:].lstrip('.')}"


def cards_of(sheet: Sheet, top: float) -> tuple[list[Card], float]:
    """Return the nodes of a sheet, the root at the top, and how far they reach to the right."""
    questions = sheet.exercise.questions
    layout = lay_out(questions, INNER, LEAF, GAP)
    start = SIDE + MARGIN + max(0.0, (NARROWEST - SIDE - 2 * MARGIN - layout.width) / 2)
    cards = []
    for question, place, row in zip(questions, layout.places, layout.rows, strict=True):
        value = alpha = beta = ""
        if sheet.answers and question.window is not None:
            value, alpha, beta = (value_text(number) for number in (question.value, *question.window))
        if question.leaf is not None:
            value = value_text(question.leaf)
        side = -1 if question.parent >= 0 and layout.places[question.parent] > place else 1
        cards.append(Card(question, start + place, top + row * ROW, value, alpha, beta, side))
    return cards, start + layout.width


def sheet_svg(sheet: Sheet, *, heading: bool = True) -> str:
    """Return a sheet as an SVG file, or without its heading as a picture for a page."""
    width = max(NARROWEST, cards_of(sheet, 0)[1] + MARGIN)
    head, top = svg_heading(sheet, width) if heading else ("", MARGIN)
    cards, _ = cards_of(sheet, top)
    height = max(card.y + (CARD if card.question.leaf is None else LEAF_HIGH + 12) for card in cards) + MARGIN
    edges = "\n".join(svg_edge(sheet, cards[card.question.parent], card) for card in cards[1:])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="{FONTS}" font-size="14" fill="{INK}">\n'
        f"<title>{escaped(' '.join([sheet.title, *sheet.text]))}</title>\n"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n{head}{svg_rows(cards)}\n{edges}\n'
        + "\n".join(svg_card(sheet, card) for card in cards)
        + "\n</svg>\n"
    )


def svg_heading(sheet: Sheet, width: float) -> tuple[str, float]:
    """Return the words above the tree, and where the tree may begin."""
    y = MARGIN + 16
    parts = [svg_text(MARGIN, y, sheet.title, size=19, bold=True, anchor="start")]
    lines = [line for text in sheet.text for line in wrapped(text, int((width - 2 * MARGIN) / CHARACTER))]
    for line in lines if sheet.answers else [*lines, sheet.points]:
        y += LINE
        parts.append(svg_text(MARGIN, y + 5, line, size=13, anchor="start"))
    return "\n".join(parts) + "\n", y + 36


def wrapped(text: str, columns: int) -> list[str]:
    """Return a text as lines of so many columns; one without spaces, as in Japanese, breaks anywhere."""
    if display_width(text) == len(text):
        return textwrap.wrap(text, columns)
    lines = [""]
    for character in text:
        if display_width(lines[-1] + character) > columns and character not in "、。":
            lines.append("")
        lines[-1] += character
    return [line.strip() for line in lines]


def svg_rows(cards: Sequence[Card]) -> str:
    """Return who moves in each row."""
    rows = {card.y: card.question.is_max for card in cards if card.question.leaf is None}
    return "\n".join(
        svg_text(MARGIN, y + HOUSE / 2 + 5, "△ MAX" if is_max else "▽ MIN", size=13, colour=SOFT, anchor="start")
        for y, is_max in rows.items()
    )


def svg_edge(sheet: Sheet, parent: Card, child: Card) -> str:
    """Return the line to a child; on an answer sheet with the mark of a cut, and dotted where nothing is searched."""
    x1, y1, x2, y2 = parent.x, parent.bottom, child.x, child.y
    pruned = sheet.answers and child.question.is_pruned
    style = f'stroke="{SOFT}" stroke-dasharray="2 4"' if pruned else f'stroke="{INK}"'
    line = f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke-width="1.3" {style}/>'
    if sheet.answers and child.question.is_struck:
        x, y = x1 + CUT_AT * (x2 - x1), y1 + CUT_AT * (y2 - y1)
        line += f'<path d="M{x - 9:.1f} {y:.1f}l18 -7m-18 13l18 -7" stroke="{WARM}" stroke-width="2.4"/>'
    return line


def svg_card(sheet: Sheet, card: Card) -> str:
    """Return a node with its boxes, empty or filled in."""
    pruned = sheet.answers and card.question.is_pruned
    colour = SOFT if pruned else INK
    style = f'fill="{PAPER}" stroke="{colour}" stroke-linejoin="round"' + (' stroke-dasharray="2 4"' if pruned else "")
    if card.question.leaf is not None:
        box = f'<rect x="{card.x - LEAF / 2:.1f}" y="{card.y:.1f}" width="{LEAF:g}" height="{LEAF_HIGH:g}" {style}/>'
        text = svg_text(card.x, card.y + 19, card.value, colour=colour)
        return (
            box
            + text
            + svg_text(card.x, card.y + LEAF_HIGH + 11, short_label(card.question.label), size=8, colour=SOFT)
        )
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in card.outline)
    parts = [f'<polygon points="{corners}" stroke-width="1.6" {style}/>']
    parts.append(svg_text(card.x, card.y + (28 if card.question.is_max else 20), card.value, size=16, bold=True))
    anchor = "start" if card.label_side > 0 else "end"
    parts.append(
        svg_text(
            card.x + 7 * card.label_side,
            card.y - 3,
            short_label(card.question.label),
            size=10,
            colour=SOFT,
            anchor=anchor,
        )
    )
    top = card.y + HOUSE + 4
    for x, name, number in ((card.x - INNER / 2, "α", card.alpha), (card.x + 1, "β", card.beta)):
        parts.append(f'<rect x="{x:.1f}" y="{top:.1f}" width="{INNER / 2 - 1:.1f}" height="{BOX:g}" {style}/>')
        parts.append(svg_text(x + 4, top + 15, name, size=11, colour=SOFT, anchor="start"))
        parts.append(svg_text(x + INNER / 2 - 5, top + 16, number, size=13, anchor="end"))
    return f"<g>{''.join(parts)}</g>"


def svg_text(
    x: float, y: float, words: str, *, size: int = 14, colour: str = INK, bold: bool = False, anchor: str = "middle"
) -> str:
    """Return words at a place; nothing where there are none."""
    if not words:
        return ""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"{weight}>'
        f"{escaped(words)}</text>"
    )


PAPER_STYLE = """
@page { size: A4 landscape; margin: 12mm }
body { max-width: 84rem }
.sheet { overflow-x: auto }
.sheet svg { display: block; margin: 0 auto }
.fill { display: flex; flex-wrap: wrap; gap: .5rem 3rem; margin: 1rem 0 }
.fill span { flex: 1 1 16rem; border-bottom: 1px solid currentColor }
.fill span:last-child { flex: 0 1 auto; border: 0 }
@media print {
  body { max-width: none }
  .sheet { overflow: visible }
  .sheet svg { max-width: 100%; max-height: 140mm; height: auto }
}
"""


def sheet_html(sheet: Sheet) -> str:
    """Return a sheet as a page to print."""
    head = [paragraph(text) for text in sheet.text]
    if not sheet.answers:
        head.append(f'<p class="fill"><span>{sheet.words("name")}</span><span>{escaped(sheet.points)}</span></p>\n')
    title = escaped(sheet.title)
    tree = (
        f'<div class="sheet" role="group" tabindex="0" aria-label="{title}">\n{sheet_svg(sheet, heading=False)}</div>\n'
    )
    return page(sheet.title, *head, tree, language=sheet.language, style=PAPER_STYLE)


def sheet_tikz(sheet: Sheet) -> str:
    """Return a sheet as a LaTeX file of its own, which needs nothing but TikZ; for Japanese also LuaTeX."""
    cards, right = cards_of(sheet, 0)
    words = [rf"\textbf{{{tikz_words(sheet.title)}}}", *map(tikz_words, sheet.text)]
    words += [] if sheet.answers else [tikz_words(sheet.points)]
    heading = r" \\ ".join(words)
    width = 0.02 * (max(NARROWEST, right + MARGIN) - MARGIN)
    lines = [
        r"\documentclass[tikz,border=6mm]{standalone}",
        *([r"\usepackage{luatexja} % compile with lualatex"] if sheet.language == "ja" else []),
        r"\begin{document}",
        r"\begin{tikzpicture}[x=0.02cm,y=-0.02cm,line width=0.5pt,font=\small,",
        r"  pruned/.style={dotted,gray},cut/.style={line width=1.2pt,red!60!black},",
        r"  tag/.style={font=\tiny,gray,inner sep=1pt},figure/.style={font=\footnotesize,inner sep=1pt}]",
        rf"  \node[anchor=south west,align=left,text width={width:.1f}cm,inner sep=0pt] at ({MARGIN:g},-20)",
        rf"    {{{heading}}};",
    ]
    for y, is_max in {card.y: card.question.is_max for card in cards if card.question.leaf is None}.items():
        lines.append(rf"  \node[anchor=west,gray] at ({MARGIN:g},{y + HOUSE / 2:g}) {{{'MAX' if is_max else 'MIN'}}};")
    lines += [line for card in cards[1:] for line in tikz_edge(sheet, cards[card.question.parent], card)]
    lines += [line for card in cards for line in tikz_card(sheet, card)]
    return "\n".join([*lines, r"\end{tikzpicture}", r"\end{document}", ""])


def tikz_edge(sheet: Sheet, parent: Card, child: Card) -> list[str]:
    """Return the line to a child, and the mark of a cut."""
    style = "[pruned]" if sheet.answers and child.question.is_pruned else ""
    lines = [rf"  \draw{style} ({parent.x:.1f},{parent.bottom:.1f}) -- ({child.x:.1f},{child.y:.1f});"]
    if sheet.answers and child.question.is_struck:
        x, y = parent.x + CUT_AT * (child.x - parent.x), parent.bottom + CUT_AT * (child.y - parent.bottom)
        lines += [rf"  \draw[cut] ({x - 9:.1f},{y + dy:.1f}) -- ({x + 9:.1f},{y + dy - 7:.1f});" for dy in (0, 6)]
    return lines


def tikz_card(sheet: Sheet, card: Card) -> list[str]:
    """Return a node with its boxes, empty or filled in."""
    style = "[pruned]" if sheet.answers and card.question.is_pruned else ""
    if card.question.leaf is not None:
        x, y, middle = card.x, card.y, card.y + LEAF_HIGH / 2
        return [
            rf"  \draw{style} ({x - LEAF / 2:.1f},{y:.1f}) rectangle ({x + LEAF / 2:.1f},{y + LEAF_HIGH:.1f});",
            rf"  \node[figure] at ({x:.1f},{middle:.1f}) {{{tikz_words(card.value)}}};",
            rf"  \node[tag,anchor=north] at ({x:.1f},{y + LEAF_HIGH:.1f}) {{{short_label(card.question.label)}}};",
        ]
    corners = " -- ".join(f"({x:.1f},{y:.1f})" for x, y in card.outline)
    middle = card.y + (22 if card.question.is_max else 15)
    side, anchor = card.x + 7 * card.label_side, "south west" if card.label_side > 0 else "south east"
    lines = [
        rf"  \draw{style} {corners} -- cycle;",
        rf"  \node at ({card.x:.1f},{middle:.1f}) {{{tikz_words(card.value)}}};",
        rf"  \node[tag,anchor={anchor}] at ({side:.1f},{card.y:.1f}) {{{short_label(card.question.label)}}};",
    ]
    top, half = card.y + HOUSE + 4, INNER / 2 - 1
    for x, name, number in ((card.x - INNER / 2, "α", card.alpha), (card.x + 1, "β", card.beta)):
        lines.append(rf"  \draw{style} ({x:.1f},{top:.1f}) rectangle ({x + half:.1f},{top + BOX:.1f});")
        lines.append(rf"  \node[tag,anchor=west] at ({x:.1f},{top + BOX / 2:.1f}) {{{tikz_words(name)}}};")
        spot = f"({x + half - 2:.1f},{top + BOX / 2:.1f})"
        lines.append(rf"  \node[figure,anchor=east] at {spot} {{{tikz_words(number)}}};")
    return lines
