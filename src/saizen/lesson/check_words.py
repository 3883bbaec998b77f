"""What a check of a student's search found, in words and as a picture, in English and Japanese."""

from collections.abc import Mapping, Sequence

from saizen.drawing.messages import Language
from saizen.drawing.trees import NodePicture, Shape, svg_file, tree_drawing, tree_text
from saizen.games.base import Side, Value
from saizen.lesson.calling import Style
from saizen.lesson.check import Aspect, Case, Task, Verdict, cut_nodes
from saizen.lesson.convention import Convention
from saizen.lesson.sentences import value_text

__all__ = ["call_text", "convention_text", "difference", "difference_svg", "difference_text", "heading", "worded"]

MOST_NAMED = 12  # nodes that a sentence lists
MOST_LINES = 130  # of a tree as text
LONGEST_CALL = 500  # characters of a tree in a call

WORDS: Mapping[str, Mapping[Language, str]] = {
    "leaf": {"en": "single leaf", "ja": "葉が 1 つ"},
    "small": {"en": "small trees", "ja": "小さい木"},
    "min_first": {"en": "MIN first", "ja": "MIN が先手"},
    "negative": {"en": "negative values", "ja": "負の値"},
    "equal": {"en": "equal values", "ja": "等しい値"},
    "unbalanced": {"en": "unbalanced trees", "ja": "不揃いな木"},
    "deeper": {"en": "deeper trees", "ja": "深い木"},
    "value": {"en": "value", "ja": "評価値"},
    "leaves": {"en": "leaves", "ja": "葉"},
    "cuts": {"en": "cuts", "ja": "枝刈り"},
    "group": {"en": "group", "ja": "種類"},
    "trees": {"en": "trees", "ja": "木"},
    "points": {"en": "points", "ja": "得点"},
    "all": {"en": "all", "ja": "合計"},
    "student": {"en": "student", "ja": "学生"},
    "seed": {"en": "seed", "ja": "シード"},
    "reason": {"en": "what is wrong first", "ja": "最初の誤り"},
    "title": {
        "en": "{spec}: {trees} trees, seed {seed}, {style}; compared: {aspects}",
        "ja": "{spec}: 木 {trees} 本、シード {seed}、{style}、比較: {aspects}",
    },
    "style_lists": {"en": "given as nested lists", "ja": "入れ子のリスト"},
    "style_nodes": {"en": "given as nodes", "ja": "節点のオブジェクト"},
    "convention": {
        "en": "Convention: cut at β {sign} α, fail-{fail}, MAX's view",
        "ja": "規約: β {sign} α で枝刈り、fail-{fail}、値は MAX から見たもの",
    },
    "right": {"en": "Right on all trees.", "ja": "すべての木で正解です。"},
    "wrong": {
        "en": "Wrong on {wrong} of {trees} trees; the first of them is above.",
        "ja": "{trees} 本中 {wrong} 本の木で誤りです。最初の誤りは上のとおりです。",
    },
    "heading": {
        "en": "Tree {number} ({group}), {side} moves first",
        "ja": "木 {number} ({group})、{side} が先手",
    },
    "first": {"en": "First difference: {heading}", "ja": "最初の相違: {heading}"},
    "row": {"en": "Tree {number}: {difference}", "ja": "木 {number}: {difference}"},
    "expected": {
        "en": "Expected the value {value}, but {came}.",
        "ja": "正しい評価値は {value} ですが、{came}。",
    },
    "came_value": {"en": "the answer was {detail}", "ja": "答えは {detail} でした"},
    "came_nonsense": {"en": "the answer was {detail}, which is no number", "ja": "答えが数ではありません ({detail})"},
    "came_raised": {"en": "it raised {detail}", "ja": "例外が発生しました ({detail})"},
    "came_late": {"en": "no answer came within {detail} s", "ja": "{detail} 秒以内に答えが返りませんでした"},
    "came_died": {"en": "its process ended ({detail})", "ja": "プロセスが終了しました ({detail})"},
    "came_garbled": {
        "en": "it wrote {detail} where the answer belongs",
        "ja": "答えを書く場所に別のもの ({detail}) が書かれました",
    },
    "came_not_run": {"en": "it was not called, after too many faults", "ja": "失敗が多いため呼び出しませんでした"},
    "extra": {
        "en": "Visited, but should have been left out: {nodes}.",
        "ja": "調べる必要がないのに調べた葉: {nodes}。",
    },
    "missed": {
        "en": "Missed, but should have been visited: {nodes}.",
        "ja": "調べるべきなのに調べなかった葉: {nodes}。",
    },
    "cut_places": {
        "en": "Cuts belong at {expected}; they came at {came}.",
        "ja": "枝刈りすべき節点: {expected}、実際に枝刈りした節点: {came}。",
    },
    "nowhere": {"en": "no node", "ja": "なし"},
    "more": {"en": "{nodes} and {count} more", "ja": "{nodes} ほか {count} 個"},
    "note_extra": {"en": "not needed", "ja": "不要"},
    "note_missed": {"en": "missed", "ja": "調べ残し"},
    "more_lines": {"en": "… and {count} more lines", "ja": "… ほか {count} 行"},
    "all_right": {"en": "{score} of {most} trees right.", "ja": "{most} 本中 {score} 本が正解です。"},
    "printed": {"en": "The end of what it printed: {text}", "ja": "出力の末尾: {text}"},
    "no_picture": {
        "en": "No tree differs, so {path} is not written",
        "ja": "相違がないため {path} は書き出しません",
    },
}


def worded(key: str, language: Language, **values: object) -> str:
    """Return words with their blanks filled in."""
    return WORDS[key][language].format(**values)


def convention_text(convention: Convention, language: Language) -> str:
    """Return the convention that everything is compared by."""
    sign, fail = "≤" if convention.cuts_at_equal else "<", "soft" if convention.fail_soft else "hard"
    return worded("convention", language, sign=sign, fail=fail)


def heading(case: Case, language: Language) -> str:
    """Return which tree it is."""
    side = "MAX" if case.maximizing else "MIN"
    return worded("heading", language, number=case.number, group=worded(case.group, language), side=side)


def call_text(spec: str, style: Style, case: Case, longest: int = LONGEST_CALL) -> str:
    """Return the call as someone would type it to see it again, or the begin of a long one."""
    name = spec.rpartition(":")[2]
    if style is Style.NODES:
        return f"{name}(root, {case.depth}, {case.maximizing})"
    tree = str(case.tree.to_lists())
    return f"{name}({tree if len(tree) <= longest else f'{tree[:longest]}…'}, {case.maximizing})"


def difference(verdict: Verdict, language: Language) -> list[str]:
    """Return what was expected and what came, a sentence for each aspect that is wrong."""
    if verdict.value is None or Aspect.VALUE not in verdict.right:
        value = value_text(verdict.expected.value)
        told = [worded("expected", language, value=value, came=came(verdict, language))]
        if verdict.value is None:
            return told
    else:
        told = []
    if Aspect.LEAVES in verdict.aspects:
        told += [
            worded(key, language, nodes=named(verdict, nodes, language)) for key, nodes in strays(verdict) if nodes
        ]
    if Aspect.CUTS in verdict.aspects and Aspect.CUTS not in verdict.right:
        children = verdict.case.tree.nodes.children
        expected, found = (cut_nodes(children, seen) for seen in (verdict.expected.visited, verdict.answer.read))
        places = {"expected": sorted(expected), "came": sorted(found)}
        words = {key: named(verdict, nodes, language, values=False) for key, nodes in places.items()}
        told.append(worded("cut_places", language, **words))
    return told


def came(verdict: Verdict, language: Language) -> str:
    """Return what came of the call."""
    answer = verdict.answer
    if verdict.value is None:
        return worded(f"came_{answer.kind}", language, detail=answer.detail)
    return worded("came_value", language, detail=value_text(verdict.value))


def strays(verdict: Verdict) -> Sequence[tuple[str, Sequence[int]]]:
    """Return the leaves where the visits differ, by how they do."""
    return ("extra", verdict.extra), ("missed", verdict.missed)


def named(verdict: Verdict, nodes: Sequence[int], language: Language, *, values: bool = True) -> str:
    """Return a list of nodes, the first of many, leaves with their values."""
    if not nodes:
        return worded("nowhere", language)
    tree, case = verdict.case.tree.nodes, verdict.case
    ends = [f" ({value_text(tree.values[node])})" if values else "" for node in nodes]
    text = ", ".join(f"{case.label(node)}{end}" for node, end in list(zip(nodes, ends, strict=True))[:MOST_NAMED])
    return text if len(nodes) <= MOST_NAMED else worded("more", language, nodes=text, count=len(nodes) - MOST_NAMED)


def difference_text(verdict: Verdict, task: Task, language: Language, *, plain: bool = False) -> str:
    """Return the tree as lines of text, with a note at each leaf where the visits differ."""
    text = tree_text(pictures(verdict, task, language), verdict.case.tree.nodes.children, plain=plain)
    lines = text.splitlines()
    left_out = len(lines) - MOST_LINES
    return text if left_out <= 0 else "\n".join([*lines[:MOST_LINES], worded("more_lines", language, count=left_out)])


def difference_svg(verdict: Verdict, task: Task, language: Language) -> str:
    """Return the tree as an SVG file."""
    drawing = tree_drawing(pictures(verdict, task, language), verdict.case.tree.nodes.children)
    return svg_file(drawing, " ".join([heading(verdict.case, language) + ".", *difference(verdict, language)]))


def pictures(verdict: Verdict, task: Task, language: Language) -> list[NodePicture]:
    """Return how each node looks: what is left out by the right search is struck through."""
    case, nodes = verdict.case, verdict.case.tree.nodes
    worth = worths(case)
    shows_visits = Aspect.LEAVES in verdict.aspects and verdict.value is not None
    notes = {node: worded(f"note_{key}", language) for key, found in strays(verdict) for node in found}
    cut = cut_nodes(nodes.children, verdict.expected.visited)
    reached = touched(nodes.children, verdict.expected.visited)
    found = []
    for node, children in enumerate(nodes.children):
        value = worth[node] if not children or node == 0 or task.algorithm != "alphabeta" else None
        shape = Shape.LEAF if not children else Shape.MAX if nodes.sides[node] is Side.FIRST else Shape.MIN
        skipped = nodes.parents[node] in cut and node not in reached
        note = notes.get(node, "") if shows_visits else ""
        label = nodes.labels[node] if node else ""
        shown = "" if value is None else value_text(value)
        found.append(NodePicture(shape, label, shown, note=note, is_skipped=skipped))
    return found


def touched(children: Sequence[range], visited: frozenset[int]) -> set[int]:
    """Return the nodes that were visited, or below which something was."""
    found = set(visited)
    for node in reversed(range(len(children))):
        if any(child in found for child in children[node]):
            found.add(node)
    return found


def worths(case: Case) -> list[Value | None]:
    """Return what each node is worth for MAX: its own value at the end or the horizon and below, else a child's."""
    nodes = case.tree.nodes
    depths = [0] * len(nodes.parents)
    for node, parent in enumerate(nodes.parents[1:], start=1):
        depths[node] = depths[parent] + 1
    worth = list(nodes.values)
    for node, children in reversed(list(enumerate(nodes.children))):
        below = [value for value in (worth[child] for child in children) if value is not None]
        if below and depths[node] < case.depth:
            worth[node] = max(below) if nodes.sides[node] is Side.FIRST else min(below)
    return worth
