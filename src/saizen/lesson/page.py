"""A search to step through in a browser: one page that needs nothing else, and asks nothing of anywhere."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from saizen.drawing.messages import Language
from saizen.drawing.page import embedded, escaped, page
from saizen.drawing.tidy import tidy_tree
from saizen.games.base import Value
from saizen.lesson.pseudocode import line_of, pseudocode
from saizen.lesson.sentences import sentences, value_text
from saizen.lesson.trace import Kind, Trace

__all__ = ["explain_html"]

TITLES: Mapping[str, Mapping[Language, str]] = {
    "minimax": {"en": "Minimax, step by step", "ja": "ミニマックスを一歩ずつ"},
    "negamax": {"en": "Negamax, step by step", "ja": "ネガマックスを一歩ずつ"},
    "alphabeta": {"en": "Alpha-beta, step by step", "ja": "アルファベータ法を一歩ずつ"},
    "ordered": {"en": "Alpha-beta with the best moves first", "ja": "最善手から調べるアルファベータ法"},
    "pvs": {"en": "Principal variation search, step by step", "ja": "PVS (主変化探索) を一歩ずつ"},
    "mtdf": {"en": "MTD(f), step by step", "ja": "MTD(f) を一歩ずつ"},
}
# The words of the page; those in braces are filled in by its script.
WORDS: Mapping[str, Mapping[Language, str]] = {
    "ready": {"en": "Press → or Next to begin.", "ja": "→ キーか「次へ」で始めます。"},
    "no_script": {
        "en": "This page needs JavaScript, which is all inside it.",
        "ja": "このページの表示には JavaScript が必要です (外部との通信はありません)。",
    },
    "steps": {"en": "Steps", "ja": "手順"},
    "step": {"en": "Step", "ja": "手順"},
    "first": {"en": "First step", "ja": "最初へ"},
    "back": {"en": "Back", "ja": "戻る"},
    "next": {"en": "Next", "ja": "次へ"},
    "last": {"en": "Last step", "ja": "最後へ"},
    "next_cut": {"en": "Next cut", "ja": "次の枝刈り"},
    "view": {"en": "View", "ja": "表示"},
    "show": {"en": "Show", "ja": "表示"},
    "all": {"en": "the whole tree", "ja": "木全体"},
    "path": {"en": "around the search", "ja": "探索中の周辺"},
    "levels": {"en": "{count} levels", "ja": "{count} 段"},
    "zoom_out": {"en": "Smaller", "ja": "縮小"},
    "zoom_in": {"en": "Larger", "ja": "拡大"},
    "fit": {"en": "Fit", "ja": "全体"},
    "help": {"en": "Keys", "ja": "キー操作"},
    "close": {"en": "Close", "ja": "閉じる"},
    "tree": {"en": "Tree", "ja": "探索木"},
    "code": {"en": "Pseudocode", "ja": "擬似コード"},
    "counts": {"en": "So far", "ja": "ここまで"},
    "entered": {"en": "nodes entered", "ja": "調べた節点"},
    "leaves": {"en": "leaves", "ja": "葉"},
    "cuts": {"en": "cuts", "ja": "枝刈り"},
    "skipped_moves": {"en": "moves skipped", "ja": "省いた手"},
    "list": {"en": "The tree as a list", "ja": "木の一覧"},
    "list_note": {
        "en": "The same tree for reading: open an item to see the moves below it.",
        "ja": "同じ木を文章で読めます。項目を開くと、その下の手が見えます。",
    },
    "more": {"en": "{count} more", "ja": "ほか {count} 件"},
    "root": {"en": "root", "ja": "根"},
    "unseen": {"en": "not reached", "ja": "未探索"},
    "open": {"en": "being searched", "ja": "探索中"},
    "done": {"en": "done", "ja": "探索済み"},
    "skipped": {"en": "skipped by a cut", "ja": "枝刈りで省略"},
    "value": {"en": "value {value}", "ja": "値 {value}"},
    "value_so_far": {"en": "value so far {value}", "ja": "現在の値 {value}"},
    "window": {"en": "α = {alpha}, β = {beta}", "ja": "α = {alpha}、β = {beta}"},
    "best": {"en": "best move {move}", "ja": "最善手 {move}"},
    "board": {"en": "board {rows}", "ja": "盤面 {rows}"},
    "here": {"en": "the search is here", "ja": "現在地"},
    "below": {"en": "the search is below here", "ja": "現在地はこの下"},
    "truncated": {"en": "truncated here", "ja": "ここから省略"},
    "truncated_mark": {"en": "truncated", "ja": "省略"},
    "one_leaf": {"en": "1 leaf", "ja": "葉 1"},
    "many_leaves": {"en": "{count} leaves", "ja": "葉 {count}"},
    "comma": {"en": ", ", "ja": "、"},
    "legend_max": {"en": "▲ MAX moves", "ja": "▲ MAX の番"},
    "legend_min": {"en": "▼ MIN moves", "ja": "▼ MIN の番"},
    "legend_here": {"en": "heaviest frame: the search is here", "ja": "最も太い枠: 現在地"},
    "legend_best": {"en": "thick line: best move so far", "ja": "太線: 現時点の最善手"},
    "legend_cut": {"en": "dotted line: skipped by a cut", "ja": "点線: 枝刈りで省略"},
}
KEYS: Mapping[str, Mapping[Language, str]] = {
    "→  n": {"en": "next step", "ja": "次へ"},
    "←  b": {"en": "step back", "ja": "戻る"},
    "j  c": {"en": "next cut", "ja": "次の枝刈り"},
    "Home  End": {"en": "first step, last step", "ja": "最初へ、最後へ"},
    "+  −  0": {"en": "larger, smaller, fit the tree into its box", "ja": "拡大、縮小、全体を表示"},
    "↑  ↓": {"en": "in the tree: to the node above or below", "ja": "木の中で: 上または下の節点へ"},
    "Shift + ←  →": {"en": "in the tree: to the node beside", "ja": "木の中で: 隣の節点へ"},
    "Enter": {"en": "on a node: show or hide what is below it", "ja": "節点の上で: その下を開閉"},
    "Space": {
        "en": "on a node, like a click: go to the step that left it last",
        "ja": "節点の上で (クリックと同じ): 最後に離れた手順へ",
    },
    "?": {"en": "show these keys", "ja": "この一覧を表示"},
}
SCRIPTS = ("explain_search.js", "explain_picture.js", "explain.js")  # one script, in this order
LETTERS: Mapping[Kind, str] = {
    Kind.ENTER: "e",
    Kind.LEAF: "l",
    Kind.KNOWN: "k",
    Kind.BEST: "b",
    Kind.RAISE: "r",
    Kind.LOWER: "w",
    Kind.CUT: "c",
    Kind.LEAVE: "v",
    Kind.TRUNCATED: "t",
    Kind.ANSWER: "a",
}


def explain_html(trace: Trace, language: Language = "en", title: str | None = None) -> str:
    """Return the page that shows a search step by step."""
    words = {key: texts[language] for key, texts in WORDS.items()}
    code = pseudocode(trace.algorithm, trace.cut_sign)
    folder = files("saizen.lesson")
    script = "\n".join(folder.joinpath(name).read_text("utf-8") for name in SCRIPTS)
    return page(
        TITLES[trace.algorithm][language] if title is None else title,
        f"<noscript><p>{escaped(words['no_script'])}</p></noscript>\n",
        head(words),
        f'<div class="stage">\n{picture(words)}',
        f'<div class="beside">\n{listing(words, code)}{counters(words)}</div>\n</div>\n',
        twin(words),
        key_help(words, language),
        embedded("trace", page_data(trace, language, words)),
        language=language,
        style=folder.joinpath("explain.css").read_text("utf-8"),
        script=script,
    )


def head(words: Mapping[str, str]) -> str:
    """Return the sentence of the step and what moves through the steps."""
    return (
        '<div class="head">\n'
        f'<p id="sentence" role="status" aria-live="polite">{escaped(words["ready"])}</p>\n'
        f'<div class="controls" role="group" aria-label="{escaped(words["steps"])}">\n'
        f"{button('first', '|◂', words['first'])}{button('back', '◂ ' + words['back'])}"
        f"{button('next', words['next'] + ' ▸')}{button('last', '▸|', words['last'])}"
        f"{button('next-cut', words['next_cut'])}"
        f'<input id="slider" type="range" min="0" value="0" aria-label="{escaped(words["step"])}">\n'
        '<span id="counter"></span>\n</div>\n</div>\n'
    )


def picture(words: Mapping[str, str]) -> str:
    """Return the box of the tree with what changes the view of it."""
    legend = "".join(f"<span>{escaped(text)}</span>" for key, text in words.items() if key.startswith("legend_"))
    return (
        '<div class="picture">\n'
        f'<div id="box" role="group" tabindex="0" aria-label="{escaped(words["tree"])}"></div>\n'
        f'<div class="controls view" role="group" aria-label="{escaped(words["view"])}">\n'
        f'<label>{escaped(words["show"])} <select id="view"></select></label>\n'
        f"{button('zoom-out', '−', words['zoom_out'])}{button('zoom-in', '+', words['zoom_in'])}"
        f"{button('fit', words['fit'])}{button('help', '? ' + words['help'])}</div>\n"
        f'<p class="legend">{legend}</p>\n</div>\n'
    )


def button(name: str, text: str, label: str = "") -> str:
    """Return a button; a label says in words what a sign means."""
    told = f' aria-label="{escaped(label)}" title="{escaped(label)}"' if label else ""
    return f'<button type="button" id="{name}"{told}>{escaped(text)}</button>\n'


def listing(words: Mapping[str, str], code: tuple[str, ...]) -> str:
    """Return the pseudocode, a line an item."""
    lines = "".join(f"<li>{escaped(line)}</li>\n" for line in code)
    return f'<h2>{escaped(words["code"])}</h2>\n<ol id="code" tabindex="0">\n{lines}</ol>\n'


def counters(words: Mapping[str, str]) -> str:
    """Return the counters."""
    rows = "".join(
        f'<div><dt>{escaped(words[word])}</dt><dd id="{name}">0</dd></div>\n'
        for name, word in (
            ("entered", "entered"),
            ("leaves", "leaves"),
            ("cuts", "cuts"),
            ("skipped", "skipped_moves"),
        )
    )
    return f'<h2>{escaped(words["counts"])}</h2>\n<dl id="counts">\n{rows}</dl>\n'


def twin(words: Mapping[str, str]) -> str:
    """Return the place of the tree as a list."""
    return (
        f'<details id="twin">\n<summary>{escaped(words["list"])}</summary>\n'
        f'<p class="note">{escaped(words["list_note"])}</p>\n<ul id="list"></ul>\n</details>\n'
    )


def key_help(words: Mapping[str, str], language: Language) -> str:
    """Return the list of the keys, hidden until asked for."""
    rows = "".join(
        f"<div><dt>{''.join(f'<kbd>{escaped(key)}</kbd> ' for key in keys.split('  '))}</dt>"
        f"<dd>{escaped(texts[language])}</dd></div>\n"
        for keys, texts in KEYS.items()
    )
    return (
        f'<dialog id="keys" aria-labelledby="keys-title">\n<h2 id="keys-title">{escaped(words["help"])}</h2>\n'
        f'<dl>\n{rows}</dl>\n<form method="dialog"><button>{escaped(words["close"])}</button></form>\n</dialog>\n'
    )


def page_data(trace: Trace, language: Language, words: Mapping[str, str]) -> dict[str, Any]:
    """Return what the script of the page reads; values are given by their rank among all values of the trace."""
    ranks = value_ranks(trace)
    return {
        "words": words,
        "windows": any(event.kind in (Kind.RAISE, Kind.LOWER, Kind.CUT) for event in trace.events),
        "values": [value_text(value) for value in ranks],
        "nodes": node_columns(trace),
        "events": event_columns(trace, ranks),
        "sentences": list(sentences(trace, language)),
    }


def value_ranks(trace: Trace) -> dict[Value | None, int]:
    """Return the place of each value among all of them, the lowest first: comparing places is comparing values."""
    values = {value for event in trace.events for value in (event.alpha, event.beta, event.value) if value is not None}
    return {value: rank for rank, value in enumerate(sorted(values))}


def node_columns(trace: Trace) -> dict[str, Any]:
    """Return the nodes, an array for each thing that is known of them; words of flags are a character a node."""
    nodes = trace.nodes
    boards = ["/".join(node.cells or ()) for node in nodes]
    return {
        "parents": [node.parent for node in nodes],
        "labels": [node.move if node.name is None else node.name for node in nodes],
        "numbered": flags(trace.is_numbered(index) for index in range(len(nodes))),
        "max": flags(node.is_max for node in nodes),
        "over": flags(node.is_over for node in nodes),
        "leaves": [node.leaves for node in nodes] if nodes[0].leaves is not None else None,
        "written": ["" if node.written is None else value_text(node.written) for node in nodes],
        "boards": boards if any(boards) else None,
        "truncated": sorted(trace.truncated),
        "places": [round(place, 3) for place in tidy_tree(trace.children)],
    }


def event_columns(trace: Trace, ranks: Mapping[Value | None, int]) -> dict[str, Any]:
    """Return the events, an array for each thing that is known of them; −1 stands for none."""
    events = trace.events
    lines = (line_of(trace.algorithm, event, trace.nodes[event.node]) for event in events)
    return {
        "kinds": "".join(LETTERS[event.kind] for event in events),
        "nodes": [event.node for event in events],
        "alphas": [ranks[event.alpha] for event in events],
        "betas": [ranks[event.beta] for event in events],
        "values": [ranks.get(event.value, -1) for event in events],
        "children": [-1 if event.child is None else event.child for event in events],
        "lines": [-1 if line is None else line for line in lines],
        "skipped": {step: event.skipped for step, event in enumerate(events) if event.skipped},
    }


def flags(truths: Iterable[bool]) -> str:
    """Return truths as a character each."""
    return "".join("1" if truth else "0" for truth in truths)
