"""An exercise to be done in a browser: one page that marks the answers as `marking` does, and needs nothing else."""

import math
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from saizen.drawing.messages import Language
from saizen.drawing.page import embedded, escaped, page, paragraph
from saizen.games.base import Value
from saizen.lesson.exercise import Exercise, Question
from saizen.lesson.marking import Field, Mark, Marker, Mistake, hint, right_number
from saizen.lesson.sentences import value_text
from saizen.lesson.sheets import Layout, Sheet, lay_out, short_label

__all__ = ["exercise_html"]

INNER, LEAF, GAP = 108.0, 34.0, 6.0  # widths of nodes, and between two
HOUSE, ROOF, HALF = 40.0, 9.0, 30.0  # of the shape around a value
CARD, ROW = HOUSE + 34, 144.0  # heights of an inner node, and from row to row
CUT_AT = 0.72  # of the way down an edge, where the switches of leaves stand apart
LEFT, TOP, BOTTOM = 70.0, 12.0, 30.0  # around the tree
NARROWEST, PRINTED = 400.0, 1040.0  # widths of a tree that holds its hints, and of a sheet of paper

NUMBERS = (Field.VALUE, Field.ALPHA, Field.BETA)
VALUE_MISTAKES = (Mistake.SIGN, Mistake.WRONG_SIDE, Mistake.FAIL, Mistake.CUT_COUNTED, Mistake.CARRIED)
BOUND_MISTAKES = (
    Mistake.SIGN,
    Mistake.EXCHANGED,
    Mistake.VIEW,
    Mistake.NOT_RENEWED,
    Mistake.NOT_PASSED,
    Mistake.LEAVING,
)
MISTAKES: Mapping[Field, Sequence[Mistake]] = {
    Field.PRUNED: (Mistake.MISSING, Mistake.BELOW, Mistake.TOO_EARLY, Mistake.MISSED),
    Field.VALUE: (Mistake.MISSING, Mistake.BELOW, *VALUE_MISTAKES, Mistake.OTHER),
    Field.ALPHA: (Mistake.MISSING, Mistake.BELOW, *BOUND_MISTAKES, Mistake.OTHER),
    Field.BETA: (Mistake.MISSING, Mistake.BELOW, *BOUND_MISTAKES, Mistake.OTHER),
}

# The words of the page; those in braces are filled in by its script.
WORDS: Mapping[str, Mapping[Language, str]] = {
    "no_script": {
        "en": "Marking needs JavaScript, which is all inside this page; without it the page can still be printed.",
        "ja": "採点には JavaScript が必要です (外部との通信はありません)。印刷して使うこともできます。",
    },
    "how": {
        "en": "Press × on an edge to cut it off. Write inf and -inf for infinity, or use the buttons.",
        "ja": "枝の × を押すと枝刈りになります。無限大は inf、-inf と書くか、ボタンを使ってください。",
    },
    "tree": {"en": "Tree", "ja": "木"},
    "tools": {"en": "Tools", "ja": "操作"},
    "check": {"en": "Check", "ja": "採点する"},
    "show": {"en": "Show answers", "ja": "解答を見る"},
    "value": {"en": "value", "ja": "評価値"},
    "alpha": {"en": "α", "ja": "α"},
    "beta": {"en": "β", "ja": "β"},
    "pruned": {"en": "cut", "ja": "枝刈り"},
    "cut_off": {"en": "cut off {label}", "ja": "{label} を枝刈り"},
    "leaf": {"en": "leaf", "ja": "葉"},
    "insert_low": {"en": "write −∞ into the field last used", "ja": "直前の欄に −∞ を書く"},
    "insert_high": {"en": "write +∞ into the field last used", "ja": "直前の欄に +∞ を書く"},
    "points": {"en": "{points} of {possible} points", "ja": "{possible} 点中 {points} 点"},
    "all_right": {
        "en": "{points} of {possible} points: all right!",
        "ja": "{possible} 点中 {points} 点、全問正解です!",
    },
    "mistakes": {"en": "What to look at again", "ja": "見直すところ"},
    "unreadable": {
        "en": "This is no number; write one such as 3, -3, inf or -inf.",
        "ja": "数として読めません。3、-3、inf、-inf のように書いてください。",
    },
}


def exercise_html(exercise: Exercise, language: Language = "en", number: int | None = None) -> str:
    """Return the page of an exercise."""
    words = {key: texts[language] for key, texts in WORDS.items()}
    sheet = Sheet(exercise, language=language, number=number)
    folder = files("saizen.lesson")
    return page(
        sheet.title,
        *(paragraph(text) for text in sheet.text),
        paragraph(words["how"], "note"),
        f"<noscript><p>{escaped(words['no_script'])}</p></noscript>\n",
        f'<form id="form" autocomplete="off" novalidate>\n{toolbar(words)}{tree(exercise, words)}</form>\n',
        f'<section id="review" hidden>\n<h2>{escaped(words["mistakes"])}</h2>\n<ul id="mistakes"></ul>\n</section>\n',
        embedded("exercise", page_data(exercise, language, words)),
        language=language,
        style=folder.joinpath("exercise.css").read_text("utf-8"),
        script=folder.joinpath("exercise.js").read_text("utf-8"),
    )


def toolbar(words: Mapping[str, str]) -> str:
    """Return the buttons and the line for the points."""
    infinities = "".join(
        f'<button type="button" class="insert" data-text="{text}" aria-label="{escaped(words[key])}" '
        f'title="{escaped(words[key])}">{text}</button>\n'
        for text, key in (("−∞", "insert_low"), ("+∞", "insert_high"))
    )
    return (
        f'<div class="tools" role="group" aria-label="{escaped(words["tools"])}">\n'
        f'<button type="submit" id="check">{escaped(words["check"])}</button>\n'
        f'<button type="button" id="show" aria-pressed="false">{escaped(words["show"])}</button>\n'
        f'{infinities}<p id="score" role="status"></p>\n</div>\n'
    )


def tree(exercise: Exercise, words: Mapping[str, str]) -> str:
    """Return the tree as a nested list, which the style lays out over a picture of its edges where there is room."""
    questions = exercise.questions
    layout = lay_out(questions, INNER, LEAF, GAP)
    width, height = max(LEFT + layout.width, NARROWEST), TOP + ROW * max(layout.rows) + BOTTOM + CARD
    zoom = min(1.0, PRINTED / width)
    return (
        f'<div class="scroll" role="group" tabindex="0" aria-label="{escaped(words["tree"])}">\n'
        f'<div class="tree" style="--width:{width:.0f}px;--height:{height:.0f}px;--zoom:{zoom:.3f}">\n'
        f"{edges(questions, layout, width, height)}<ul>\n{item(questions, layout, 0, words)}</ul>\n</div>\n</div>\n"
    )


def edges(questions: Sequence[Question], layout: Layout, width: float, height: float) -> str:
    """Return the edges, the shapes around the values, and who moves in each row, as a picture."""
    parts = []
    for index, question in enumerate(questions):
        x, y = place_of(layout, index)
        if index:
            start_x, start_y = place_of(layout, question.parent)
            line = f'x1="{start_x:.1f}" y1="{start_y + CARD:.1f}" x2="{x:.1f}" y2="{y:.1f}"'
            parts.append(f'<line id="edge-{index}" {line}/>')
        if question.leaf is None:
            parts.append(f'<path id="house-{index}" d="{house(x, y, is_max=question.is_max)}"/>')
    rows = {layout.rows[index]: question.is_max for index, question in enumerate(questions) if question.leaf is None}
    for row, is_max in rows.items():
        side = "△ MAX" if is_max else "▽ MIN"
        parts.append(f'<text x="0" y="{TOP + ROW * row + HOUSE / 2 + 5:.1f}">{side}</text>')
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg {size} aria-hidden="true">\n' + "\n".join(parts) + "\n</svg>\n"


def place_of(layout: Layout, index: int) -> tuple[float, float]:
    """Return the middle and the top of a node."""
    return LEFT + layout.places[index], TOP + ROW * layout.rows[index]


def house(x: float, y: float, *, is_max: bool) -> str:
    """Return the shape around a value, which points to where the larger values are, or the smaller."""
    if is_max:
        return f"M{x:.1f} {y:.1f}l{HALF:g} {ROOF:g}v{HOUSE - ROOF:g}h{-2 * HALF:g}v{ROOF - HOUSE:g}Z"
    return f"M{x - HALF:.1f} {y:.1f}h{2 * HALF:g}v{HOUSE - ROOF:g}l{-HALF:g} {ROOF:g}l{-HALF:g} {-ROOF:g}Z"


def item(questions: Sequence[Question], layout: Layout, index: int, words: Mapping[str, str]) -> str:
    """Return a node and all below it as an item of a list."""
    question = questions[index]
    x, y = place_of(layout, index)
    side = words["leaf"] if question.leaf is not None else "MAX" if question.is_max else "MIN"
    kind = "leaf" if question.leaf is not None else "inner max" if question.is_max else "inner min"
    kind += " far" if x > (LEFT + layout.width) / 2 else ""
    below = "".join(item(questions, layout, child, words) for child in question.children)
    return (
        f'<li id="item-{index}">\n<div class="node {kind}" id="node-{index}" role="group" '
        f'aria-label="{question.label} {escaped(side)}" style="--x:{x:.1f}px;--y:{y:.1f}px">\n'
        f"{cut_switch(questions, layout, index, words)}"
        f'<span class="name"><b>{question.label}</b> {escaped(side)}</span>'
        f'<span class="tag" aria-hidden="true">{short_label(question.label)}</span>\n'
        f'{fields(question, index, words)}<p class="hint" id="hint-{index}"></p>\n</div>\n'
        f"{f'<ul>{below}</ul>' if below else ''}</li>\n"
    )


def cut_switch(questions: Sequence[Question], layout: Layout, index: int, words: Mapping[str, str]) -> str:
    """Return what cuts a node off, on the edge that leads to it."""
    if index == 0:
        return ""
    x, y = place_of(layout, index)
    parent_x, parent_y = place_of(layout, questions[index].parent)
    back_x, back_y = (1 - CUT_AT) * (parent_x - x), (1 - CUT_AT) * (parent_y + CARD - y)
    label = escaped(words["cut_off"].format(label=questions[index].label))
    return (
        f'<span class="field cut" style="--x:{back_x:.1f}px;--y:{back_y:.1f}px"><button type="button" '
        f'id="pruned-{index}" aria-pressed="false" aria-label="{label}" title="{label}">×</button></span>\n'
    )


def fields(question: Question, index: int, words: Mapping[str, str]) -> str:
    """Return the boxes of an inner node, or the value of a leaf."""
    if question.leaf is not None:
        return f'<span class="given">{value_text(question.leaf)}</span>\n'
    return "".join(
        f'<label class="field {field}"><span>{escaped(words[field])}</span><input id="{field}-{index}" '
        f'aria-label="{question.label} {escaped(words[field])}" size="4" maxlength="20" autocapitalize="off" '
        f'spellcheck="false" aria-describedby="hint-{index}"></label>\n'
        for field in NUMBERS
    )


def page_data(exercise: Exercise, language: Language, words: Mapping[str, str]) -> dict[str, Any]:
    """Return what the script needs in order to mark as `marking` does: the right answers, and what wrong ones show."""
    marker = Marker(exercise)
    hints: dict[str, int] = {}  # most nodes share theirs
    nodes = [node_data(marker, index, language, hints) for index in range(len(exercise.questions))]
    return {"failSoft": exercise.convention.fail_soft, "nodes": nodes, "hints": list(hints), "words": words}


def node_data(marker: Marker, index: int, language: Language, hints: dict[str, int]) -> dict[str, Any]:
    """Return a node for the script."""
    question = marker.exercise.questions[index]
    asked = marker.fields(index)
    numbers = [field for field in asked if field is not Field.PRUNED]
    told = {
        field: {
            mistake: hints.setdefault(hint(marker.exercise, Mark(index, field, mistake), language), len(hints))
            for mistake in MISTAKES[field]
        }
        for field in asked
    }
    pairs = marker.pairs(index).items() if numbers else ()
    return {
        "label": question.label,
        "parent": question.parent,
        "children": question.children,
        "isMax": question.is_max,
        "leaf": question.leaf,
        "struck": question.is_struck,
        "asked": asked,
        "right": {field: number_data(right_number(question, field)) for field in numbers},
        "traps": {field: traps_data(marker.traps(index, field)) for field in numbers},
        "pairs": [[number_data(alpha), number_data(beta), mistake] for (alpha, beta), mistake in pairs],
        "hints": told,
    }


def traps_data(traps: Mapping[Value, Mistake]) -> list[list[Any]]:
    """Return wrong numbers with what they show."""
    return [[number_data(number), mistake] for number, mistake in traps.items()]


def number_data(number: Value | None) -> Value | str | None:
    """Return a number as JSON can hold it: infinity in words."""
    if number is None or math.isfinite(number):
        return number
    return "inf" if number > 0 else "-inf"
