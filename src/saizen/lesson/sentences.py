"""Why each step of a search happened, in a sentence, in English and Japanese."""

import math
from collections.abc import Iterator, Mapping

from saizen.drawing.messages import Language
from saizen.games.base import Value
from saizen.lesson.trace import Event, Kind, Trace

__all__ = ["sentences", "value_text", "window_text"]

# Each sentence in both languages; the words in braces are filled in.
SENTENCES: Mapping[str, Mapping[Language, str]] = {
    "start": {"en": "Start at the root: {side} to move.", "ja": "根から始めます。{side} の番です。"},
    "start_window": {
        "en": "Start at the root: {side} to move, with α = {alpha} and β = {beta}.",
        "ja": "根から始めます。{side} の番で、α = {alpha}、β = {beta} です。",
    },
    "enter": {"en": "Go down to {node}: {side} to move.", "ja": "{node} へ進みます。{side} の番です。"},
    "enter_window": {
        "en": "Go down to {node}: {side} to move, with α = {alpha} and β = {beta}.",
        "ja": "{node} へ進みます。{side} の番で、α = {alpha}、β = {beta} です。",
    },
    "enter_again": {
        "en": "Search {node} again, now with α = {alpha} and β = {beta}.",
        "ja": "{node} を α = {alpha}、β = {beta} でもう一度調べます。",
    },
    "enter_leaf": {"en": "Go down to {node}.", "ja": "{node} へ進みます。"},
    "leaf": {"en": "{node} is the end: its value is {value}.", "ja": "{node} は終端で、値は {value} です。"},
    "horizon": {
        "en": "{node} is as deep as the search goes: the evaluator says {value}.",
        "ja": "{node} は読みの深さの限界で、評価関数の値は {value} です。",
    },
    "known": {
        "en": "{node} was searched before: the table says {value}.",
        "ja": "{node} は調べたことがあり、置換表の値は {value} です。",
    },
    "first_max": {"en": "MAX can have {value} by {child}.", "ja": "MAX は {child} で {value} を得られます。"},
    "first_min": {"en": "MIN can hold it to {value} by {child}.", "ja": "MIN は {child} で {value} に抑えられます。"},
    "better_max": {
        "en": "MAX can have {value} by {child}, more than {before}.",
        "ja": "MAX は {child} で {before} より大きい {value} を得られます。",
    },
    "better_min": {
        "en": "MIN can hold it to {value} by {child}, less than {before}.",
        "ja": "MIN は {child} で {before} より小さい {value} に抑えられます。",
    },
    "raise": {"en": "So α rises to {alpha}.", "ja": "α は {alpha} に上がります。"},
    "lower": {"en": "So β falls to {beta}.", "ja": "β は {beta} に下がります。"},
    "below_window": {
        "en": "That is not above α = {alpha}, so α stays.",
        "ja": "これは α = {alpha} を超えないので α はそのままです。",
    },
    "above_window": {
        "en": "That is not below β = {beta}, so β stays.",
        "ja": "これは β = {beta} を下回らないので β はそのままです。",
    },
    "cut_max": {
        "en": "β = {beta} {sign} α = {alpha}, so {rest} cannot matter: MIN will not let it come to this node.",
        "ja": "β = {beta} {sign} α = {alpha} なので、{rest}は無関係です。MIN はこの節点を選びません。",
    },
    "cut_min": {
        "en": "β = {beta} {sign} α = {alpha}, so {rest} cannot matter: MAX already has {alpha} elsewhere.",
        "ja": "β = {beta} {sign} α = {alpha} なので、{rest}は無関係です。MAX は他で {alpha} を確保しています。",
    },
    "cut_nothing": {
        "en": "β = {beta} {sign} α = {alpha}, but no move is left to be cut.",
        "ja": "β = {beta} {sign} α = {alpha} ですが、残りの手はありません。",
    },
    "rest_one": {"en": "the remaining move", "ja": "残りの 1 手"},
    "rest": {"en": "the remaining {count} moves", "ja": "残りの {count} 手"},
    "leave": {"en": "{node} is worth {value}.", "ja": "{node} の値は {value} です。"},
    "leave_most": {"en": "{node} is worth at most {value}.", "ja": "{node} の値は {value} 以下です。"},
    "leave_least": {"en": "{node} is worth at least {value}.", "ja": "{node} の値は {value} 以上です。"},
    "no_better": {
        "en": "{side} keeps the {best} of {kept}.",
        "ja": "{side} の最善は {kept} の {best} のままです。",
    },
    "truncated": {
        "en": "More happened than is kept; where, the tree says.",
        "ja": "記録できる量を超えました。省いた場所は木に示しています。",
    },
    "answer": {
        "en": "The value is {value} for MAX; best play: {line}. {entered} nodes entered.",
        "ja": "MAX から見た値は {value}、最善の進行は {line} です。調べた節点は {entered} です。",
    },
    "answer_no_line": {
        "en": "The value is {value} for MAX. {entered} nodes entered.",
        "ja": "MAX から見た値は {value} です。調べた節点は {entered} です。",
    },
    "stopped": {
        "en": "A limit stopped the search; the best so far is {value} for MAX. {entered} nodes entered.",
        "ja": "制限により探索を止めました。これまでの最善は MAX から見て {value} です。調べた節点は {entered} です。",
    },
    "root": {"en": "the root", "ja": "根"},
    "node": {"en": "node {label}", "ja": "節点 {label}"},
}
OWN_WORDS = ("the root", "node ")  # that begin a sentence; names of others stay as they are


def sentences(trace: Trace, language: Language = "en") -> Iterator[str]:
    """Yield a sentence or two for each event of a trace."""
    teller = Teller(trace, language)
    for step in range(len(trace.events)):
        sentence = teller.tell(step)
        yield sentence[:1].upper() + sentence[1:] if sentence.startswith(OWN_WORDS) else sentence


class Teller:
    """Tells a trace from its first event on."""

    def __init__(self, trace: Trace, language: Language) -> None:
        self.trace, self.language = trace, language
        self.windows = any(event.kind in (Kind.RAISE, Kind.LOWER, Kind.CUT) for event in trace.events)
        self.entries: dict[int, Event] = {}
        self.best: dict[int, tuple[Value, int | None]] = {}  # what each open node has so far, and by which child

    def tell(self, step: int) -> str:
        """Return the sentence of the next event."""
        event = self.trace.events[step]
        if event.kind is Kind.ENTER:
            return self.enter(event, step)
        if event.kind is Kind.LEAF:
            kind = "leaf" if self.trace.nodes[event.node].is_over else "horizon"
            return self.words(kind, node=self.name(event.node), value=value_text(event.value))
        if event.kind is Kind.KNOWN:
            return self.words("known", node=self.name(event.node), value=value_text(event.value))
        if event.kind in (Kind.BEST, Kind.RAISE, Kind.LOWER):
            return self.improve(event)
        if event.kind is Kind.CUT:
            return self.cut(event)
        if event.kind is Kind.LEAVE:
            return self.leave(event, step)
        return self.end(event)

    def enter(self, event: Event, step: int) -> str:
        """Tell how the search comes to a node."""
        again = event.node in self.entries
        self.entries[event.node] = event
        self.best.pop(event.node, None)
        window = {"alpha": value_text(event.alpha), "beta": value_text(event.beta)}
        following = self.trace.events[step + 1].kind if step + 1 < len(self.trace.events) else None
        if following in (Kind.LEAF, Kind.KNOWN) and event.node:
            return self.words("enter_leaf", node=self.name(event.node))
        if again and self.windows:
            return self.words("enter_again", node=self.name(event.node), **window)
        kind = ("enter" if event.node else "start") + ("_window" if self.windows else "")
        return self.words(kind, node=self.name(event.node), side=self.side(event.node), **window)

    def improve(self, event: Event) -> str:
        """Tell what the side to move has now, and what that does to the window."""
        own = "max" if self.trace.nodes[event.node].is_max else "min"
        before = self.best.get(event.node)
        assert event.value is not None
        self.best[event.node] = event.value, event.child
        child = "…" if event.child is None else self.name(event.child)
        value = value_text(event.value)
        if before is None:
            told = [self.words(f"first_{own}", value=value, child=child)]
        else:
            told = [self.words(f"better_{own}", value=value, child=child, before=value_text(before[0]))]
        window = {"alpha": value_text(event.alpha), "beta": value_text(event.beta)}
        if event.kind is not Kind.BEST:
            told.append(self.words(str(event.kind), **window))
        elif self.windows:
            told.append(self.words("below_window" if own == "max" else "above_window", **window))
        return self.joined(told)

    def cut(self, event: Event) -> str:
        """Tell why the rest does not matter."""
        window = {"alpha": value_text(event.alpha), "beta": value_text(event.beta), "sign": self.trace.cut_sign}
        count = len(event.skipped)
        if not count:
            return self.words("cut_nothing", **window)
        rest = self.words("rest_one") if count == 1 else self.words("rest", count=count)
        own = "max" if self.trace.nodes[event.node].is_max else "min"
        return self.words(f"cut_{own}", rest=rest, **window)

    def leave(self, event: Event, step: int) -> str:
        """Tell what a node is worth, and what its parent makes of it where that is nothing."""
        entry = self.entries[event.node]
        kind = "leave"
        assert event.value is not None
        if self.trace.events[step - 1].kind is not Kind.LEAF:
            kind = "leave_most" if event.value <= entry.alpha else "leave_least" if event.value >= entry.beta else kind
        told = [self.words(kind, node=self.name(event.node), value=value_text(event.value))]
        parent = self.trace.nodes[event.node].parent
        following = self.trace.events[step + 1]
        if following.child != event.node and parent in self.best and self.trace.children[parent]:
            value, child = self.best[parent]
            kept = "…" if child is None else self.name(child)
            told.append(self.words("no_better", side=self.side(parent), best=value_text(value), kept=kept))
        return self.joined(told)

    def end(self, event: Event) -> str:
        """Tell the answer, or that something is left out."""
        if event.kind is Kind.TRUNCATED:
            return self.words("truncated")
        kind = "stopped" if not self.trace.complete else "answer" if self.trace.line else "answer_no_line"
        line = " ".join(self.trace.line)
        return self.words(kind, value=value_text(event.value), line=line, entered=f"{self.trace.entered:,}")

    def name(self, node: int) -> str:
        """Return what people call a node."""
        if not node:
            return self.words("root")
        label = self.trace.label(node)
        return self.words("node", label=label) if self.trace.is_numbered(node) else label

    def side(self, node: int) -> str:
        """Return who moves at a node."""
        return "MAX" if self.trace.nodes[node].is_max else "MIN"

    def words(self, key: str, **values: object) -> str:
        """Return a sentence with its blanks filled in."""
        return SENTENCES[key][self.language].format(**values)

    def joined(self, told: list[str]) -> str:
        """Return several sentences as one text."""
        return ("" if self.language == "ja" else " ").join(told)


def value_text(value: Value | None) -> str:
    """Return a value as people write it: with a true minus, ∞ for no bound, ? for none yet."""
    if value is None:
        return "?"
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{value:.10g}".replace("-", "−")


def window_text(window: tuple[Value, Value] | None) -> str:
    """Return a window as its two ends."""
    return "" if window is None else f"({value_text(window[0])}, {value_text(window[1])})"
