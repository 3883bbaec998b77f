"""Why each step of a search happened, in a sentence, in English and Japanese."""

import math
from collections.abc import Iterator, Mapping

from saizen.drawing.messages import Language
from saizen.games.base import Value
from saizen.lesson.trace import Event, Kind, Trace
from saizen.search.table import just_above

__all__ = ["sentences", "value_text", "window_text"]

# Each sentence in both languages; the words in braces are filled in.
SENTENCES: Mapping[str, Mapping[Language, str]] = {
    "start": {"en": "Start at the root: {side} to move.", "ja": "根から始めます。{side} の番です。"},
    "start_window": {
        "en": "Start at the root: {side} to move, with α = {alpha} and β = {beta}.",
        "ja": "根から始めます。{side} の番で、α = {alpha}、β = {beta} です。",
    },
    "enter": {"en": "Go down to {node}: {side} to move.", "ja": "{node}へ進みます。{side} の番です。"},
    "enter_window": {
        "en": "Go down to {node}: {side} to move, with α = {alpha} and β = {beta}.",
        "ja": "{node}へ進みます。{side} の番で、α = {alpha}、β = {beta} です。",
    },
    "enter_again": {
        "en": "Search {node} again, now with α = {alpha} and β = {beta}.",
        "ja": "{node}を α = {alpha}、β = {beta} でもう一度調べます。",
    },
    "enter_leaf": {"en": "Go down to {node}.", "ja": "{node}へ進みます。"},
    "leaf": {"en": "{node} is the end: its value is {value}.", "ja": "{node}は終端で、値は {value} です。"},
    "horizon": {
        "en": "{node} is as deep as the search goes: the evaluator says {value}.",
        "ja": "{node}は読みの深さの限界で、評価関数の値は {value} です。",
    },
    "known": {
        "en": "{node} was searched before: the table says {value}.",
        "ja": "{node}は調べたことがあり、置換表の値は {value} です。",
    },
    "first_max": {"en": "MAX can have {value} by {child}.", "ja": "MAX は{child}で {value} を得られます。"},
    "first_min": {"en": "MIN can hold it to {value} by {child}.", "ja": "MIN は{child}で {value} に抑えられます。"},
    "better_max": {
        "en": "MAX can have {value} by {child}, more than {before}.",
        "ja": "MAX は{child}で {before} より大きい {value} を得られます。",
    },
    "better_min": {
        "en": "MIN can hold it to {value} by {child}, less than {before}.",
        "ja": "MIN は{child}で {before} より小さい {value} に抑えられます。",
    },
    "tie_max": {
        "en": "MAX can have {value} by {child} too, and that move comes first.",
        "ja": "MAX は{child}でも同じ {value} を得られます。順番が先の手を選びます。",
    },
    "tie_min": {
        "en": "MIN can hold it to {value} by {child} too, and that move comes first.",
        "ja": "MIN は{child}でも同じ {value} に抑えられます。順番が先の手を選びます。",
    },
    "bound_max": {
        "en": "MAX can have at most {value} by {child}.",
        "ja": "MAX が{child}で得られるのは {value} 以下です。",
    },
    "bound_min": {
        "en": "MIN can hold it to {value} at best by {child}.",
        "ja": "MIN が{child}で抑えられるのは {value} までです。",
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
        "en": "β = {beta} {sign} α = {alpha}, so {rest} cannot matter: MIN can already hold it to {beta} elsewhere.",
        "ja": "β = {beta} {sign} α = {alpha} なので、{rest}は無関係です。MIN は他で {beta} に抑えられます。",
    },
    "cut_min": {
        "en": "β = {beta} {sign} α = {alpha}, so {rest} cannot matter: MAX already has {alpha} elsewhere.",
        "ja": "β = {beta} {sign} α = {alpha} なので、{rest}は無関係です。MAX は他で {alpha} を確保しています。",
    },
    "cut_null_max": {
        "en": "β = {beta} {sign} α = {alpha}, so {rest} cannot matter: "
        "this narrow window only asks whether the value lies above it, and it does.",
        "ja": "β = {beta} {sign} α = {alpha} なので、{rest}は無関係です。"
        "この狭い窓は値がその上かどうかだけを問うもので、答えは「はい」です。",
    },
    "cut_null_min": {
        "en": "β = {beta} {sign} α = {alpha}, so {rest} cannot matter: "
        "this narrow window only asks whether the value lies above it, and it does not.",
        "ja": "β = {beta} {sign} α = {alpha} なので、{rest}は無関係です。"
        "この狭い窓は値がその上かどうかだけを問うもので、答えは「いいえ」です。",
    },
    "cut_nothing": {
        "en": "β = {beta} {sign} α = {alpha}, but no move is left to be cut.",
        "ja": "β = {beta} {sign} α = {alpha} ですが、残りの手はありません。",
    },
    "rest_one": {"en": "the remaining move", "ja": "残りの 1 手"},
    "rest_unknown": {"en": "whatever moves remain", "ja": "残りの手"},
    "rest": {"en": "the remaining {count} moves", "ja": "残りの {count} 手"},
    "back": {"en": "Go back up to {parent} with {value}.", "ja": "値 {value} を持って{parent}へ戻ります。"},
    "leave": {"en": "{node} is worth {value}.", "ja": "{node}の値は {value} です。"},
    "leave_most": {"en": "{node} is worth at most {value}.", "ja": "{node}の値は {value} 以下です。"},
    "leave_least": {"en": "{node} is worth at least {value}.", "ja": "{node}の値は {value} 以上です。"},
    "leave_unknown": {
        "en": "{node} cannot change anything: nothing lies between α = {value} and β = {value}.",
        "ja": "α = {value} と β = {value} の間には何もないので、{node}は結果に影響しません。",
    },
    "again": {
        "en": "That is better for {side} than before, so it must be searched again with a wider window.",
        "ja": "{side} にとってこれまでより良いので、窓を広げて調べ直します。",
    },
    "no_better": {
        "en": "{side} keeps the {best} of {kept}.",
        "ja": "{side} の最善は{kept}の {best} のままです。",
    },
    "nothing_max": {
        "en": "MAX still has nothing above α = {alpha} here.",
        "ja": "MAX にはまだ α = {alpha} を超える手がありません。",
    },
    "nothing_min": {
        "en": "MIN still has nothing below β = {beta} here.",
        "ja": "MIN にはまだ β = {beta} を下回る手がありません。",
    },
    "truncated": {
        "en": "More happened than is kept; where, the tree says.",
        "ja": "記録できる量を超えました。省いた場所は木に示しています。",
    },
    "answer": {
        "en": "The value is {value} for MAX; best play: {line}. Nodes entered: {entered}.",
        "ja": "MAX から見た値は {value}、最善の進行は {line} です。調べた節点の数は {entered} です。",
    },
    "answer_no_line": {
        "en": "The value is {value} for MAX. Nodes entered: {entered}.",
        "ja": "MAX から見た値は {value} です。調べた節点の数は {entered} です。",
    },
    "stopped": {
        "en": "A limit stopped the search; the best so far is {value} for MAX. Nodes entered: {entered}.",
        "ja": "制限で探索を止めました。これまでの最善は MAX から見て {value} です。調べた節点の数は {entered} です。",
    },
    "root": {"en": "the root", "ja": "根"},
    "node": {"en": "node {label}", "ja": "節点 {label}"},
    "not_kept": {"en": "a move not shown here", "ja": "ここに示していない手"},
}
NULL_WINDOWS = ("pvs", "mtdf")  # searches that ask with windows too narrow for any value
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
        self.open: list[int] = []
        self.best: dict[int, Event] = {}  # the last improvement of each node in its visit
        self.worth: dict[int, str] = {}  # which sentence told what a node is worth

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
        self.open.append(event.node)
        self.best.pop(event.node, None)
        following = self.trace.events[step + 1].kind if step + 1 < len(self.trace.events) else None
        if following in (Kind.LEAF, Kind.KNOWN) and event.node:
            return self.words("enter_leaf", node=self.name(event.node))
        if again and self.windows:
            return self.words("enter_again", node=self.name(event.node), **window_of(event))
        kind = ("enter" if event.node else "start") + ("_window" if self.windows else "")
        return self.words(kind, node=self.name(event.node), side=self.side(event.node), **window_of(event))

    def improve(self, event: Event) -> str:
        """Tell what the side to move has now, and what that does to the window."""
        own = self.side(event.node).lower()
        before = self.best.get(event.node)
        self.best[event.node] = event
        kind = "first" if before is None else "tie" if before.value == event.value else "better"
        if event.child is not None and self.worth.get(event.child) == ("leave_most" if own == "max" else "leave_least"):
            kind = "bound"
        blanks = {
            "value": value_text(event.value),
            "child": self.child_name(event.child),
            "before": value_text(None if before is None else before.value),
        }
        told = [self.words(f"{kind}_{own}", **blanks)]
        if event.kind is not Kind.BEST:
            told.append(self.words(str(event.kind), **window_of(event)))
        elif self.windows:
            told.append(self.words("below_window" if own == "max" else "above_window", **window_of(event)))
        return self.joined(told)

    def cut(self, event: Event) -> str:
        """Tell why the rest does not matter."""
        blanks = {**window_of(event), "sign": self.trace.cut_sign}
        count = len(event.skipped)
        if not count and event.node not in self.trace.truncated:
            return self.words("cut_nothing", **blanks)
        rest = self.words(("rest_unknown", "rest_one")[count] if count < 2 else "rest", count=count)
        entry = self.entries[event.node]
        asks = self.trace.algorithm in NULL_WINDOWS and entry.beta <= just_above(entry.alpha)
        kind = "cut_null" if asks else "cut"
        return self.words(f"{kind}_{self.side(event.node).lower()}", rest=rest, **blanks)

    def leave(self, event: Event, step: int) -> str:
        """Tell what a node is worth, and what its parent makes of it where no event says so."""
        self.open.pop()
        kind = self.worth[event.node] = self.worth_of(event, step)
        parent = self.trace.nodes[event.node].parent
        blanks = {"node": self.name(event.node), "value": value_text(event.value), "parent": self.name(max(parent, 0))}
        told = [self.words(kind, **blanks)]
        following = self.trace.events[step + 1]
        if self.open and following.kind is Kind.ENTER and following.node == event.node:
            told.append(self.words("again", side=self.side(parent)))
        elif following.child != event.node and parent in self.best and self.open:
            told.append(self.kept(parent))
        return self.joined(told)

    def worth_of(self, event: Event, step: int) -> str:
        """Return the kind of sentence that says what a node is worth."""
        entry = self.entries[event.node]
        assert event.value is not None
        if self.trace.events[step - 1].kind is Kind.LEAF:
            return "back" if self.open else "leave"
        if entry.alpha == entry.beta and event.node not in self.best:
            return "leave_unknown"
        if event.value <= entry.alpha:
            return "leave_most"
        return "leave_least" if event.value >= entry.beta else "leave"

    def kept(self, parent: int) -> str:
        """Tell what the side to move at a node has, now that another move was no better."""
        best, side = self.best[parent], self.side(parent)
        if self.windows and best.kind is Kind.BEST:
            return self.words(f"nothing_{side.lower()}", **window_of(best))
        return self.words("no_better", side=side, best=value_text(best.value), kept=self.child_name(best.child))

    def end(self, event: Event) -> str:
        """Tell the answer, or that something is left out."""
        if event.kind is Kind.TRUNCATED:
            return self.words("truncated")
        kind = "stopped" if not self.trace.complete else "answer" if self.trace.line else "answer_no_line"
        line = " ".join(self.trace.line)
        return self.words(kind, value=value_text(event.value), line=line, entered=f"{self.trace.entered:,}")

    def name(self, node: int) -> str:
        """Return what people call a node, in Japanese with spaces beside letters of another script."""
        label = self.trace.label(node)
        name = self.words("root") if not node else label
        if node and self.trace.is_numbered(node):
            name = self.words("node", label=label)
        if self.language == "en":
            return name
        return f"{' ' if name[:1].isascii() else ''}{name}{' ' if name[-1:].isascii() else ''}"

    def child_name(self, child: int | None) -> str:
        """Return what people call the node that a move leads to, which may not be kept."""
        return self.words("not_kept") if child is None else self.name(child)

    def side(self, node: int) -> str:
        """Return who moves at a node."""
        return "MAX" if self.trace.nodes[node].is_max else "MIN"

    def words(self, key: str, **values: object) -> str:
        """Return a sentence with its blanks filled in."""
        return SENTENCES[key][self.language].format(**values).strip()

    def joined(self, told: list[str]) -> str:
        """Return several sentences as one text."""
        return ("" if self.language == "ja" else " ").join(told)


def value_text(value: Value | None) -> str:
    """Return a value as people write it: with a true minus, ∞ for no bound, ? for none yet."""
    if value is None:
        return "?"
    if isinstance(value, int):
        return str(value).replace("-", "−")
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{value:.10g}".replace("-", "−")


def window_of(event: Event) -> Mapping[str, str]:
    """Return the window after an event, for the blanks of a sentence."""
    return {"alpha": value_text(event.alpha), "beta": value_text(event.beta)}


def window_text(window: tuple[Value, Value] | None) -> str:
    """Return a window as its two ends."""
    return "" if window is None else f"({value_text(window[0])}, {value_text(window[1])})"
