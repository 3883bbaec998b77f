"""A trace played again to any step: what was known of every node by then."""

from dataclasses import dataclass, field
from enum import StrEnum

from saizen.games.base import Value
from saizen.lesson.trace import Event, Kind, Trace

__all__ = ["Frame", "Meaning", "NodeView", "Status", "next_cut", "replay"]


class Status(StrEnum):
    """How far the search is with a node."""

    UNSEEN = "unseen"
    OPEN = "open"  # on the way from the root to where the search is
    DONE = "done"


class Meaning(StrEnum):
    """What the value of a node says of its true value, as MAX sees it."""

    EXACT = ""
    AT_LEAST = "≥"
    AT_MOST = "≤"
    UNKNOWN = "?"  # an empty window, and a search that returns nothing outside of it


@dataclass(slots=True)
class NodeView:
    """What is known of a node, as MAX sees it."""

    status: Status = Status.UNSEEN
    window: tuple[Value, Value] | None = None
    value: Value | None = None
    meaning: Meaning = Meaning.EXACT
    best: int | None = None  # the child that the value comes from
    visits: int = 0
    is_skipped: bool = False  # by a cut of its parent
    is_cut: bool = False  # it did not look at all its moves
    is_leaf: bool = False
    entry: tuple[Value, Value] | None = field(default=None, repr=False)  # the window it was entered with


@dataclass(slots=True)
class Frame:
    """The whole search after some of its events."""

    views: list[NodeView]
    current: int = 0
    entered: int = 0
    leaves: int = 0
    cuts: int = 0  # that left something out
    skipped: int = 0  # children left out by the cuts

    def apply(self, event: Event) -> None:
        """Go one event further."""
        self.current = event.node
        view = self.views[event.node]
        if event.kind in (Kind.ANSWER, Kind.TRUNCATED):
            return
        found, view.value = view.value is not None, event.value
        view.window = event.alpha, event.beta
        if event.kind is Kind.ENTER:
            self._enter(view, event)
        elif event.kind is Kind.LEAF:
            view.is_leaf = True
            self.leaves += 1
        elif event.kind in (Kind.BEST, Kind.RAISE, Kind.LOWER):
            view.best = event.child
        elif event.kind is Kind.CUT:
            self._cut(view, event)
        elif event.kind is Kind.LEAVE:
            view.status = Status.DONE
            view.meaning = meaning(view, found=found)

    def _enter(self, view: NodeView, event: Event) -> None:
        view.status, view.entry = Status.OPEN, (event.alpha, event.beta)
        view.meaning, view.best = Meaning.EXACT, None
        view.is_skipped = view.is_cut = view.is_leaf = False
        view.visits += 1
        self.entered += 1

    def _cut(self, view: NodeView, event: Event) -> None:
        view.is_cut = bool(event.skipped)
        self.cuts += bool(event.skipped)
        self.skipped += len(event.skipped)
        for child in event.skipped:
            self.views[child].is_skipped = True


def meaning(view: NodeView, *, found: bool) -> Meaning:
    """Return what the value of a node says: outside of its window it is only a bound, if one was `found` at all."""
    assert view.entry is not None
    if view.value is None or view.is_leaf:
        return Meaning.EXACT
    alpha, beta = view.entry
    if alpha == beta and not found:
        return Meaning.UNKNOWN
    if view.value <= alpha:
        return Meaning.AT_MOST
    return Meaning.AT_LEAST if view.value >= beta else Meaning.EXACT


def replay(trace: Trace, step: int) -> Frame:
    """Return the search after its first `step` events."""
    if not 0 <= step <= len(trace.events):
        raise IndexError(f"step {step} is not in 0..{len(trace.events)}")
    frame = Frame([NodeView() for _ in trace.nodes])
    for event in trace.events[:step]:
        frame.apply(event)
    return frame


def next_cut(trace: Trace, step: int) -> int:
    """Return the step that ends with the next cut after `step`, or the last one."""
    for place in range(step, len(trace.events)):
        if trace.events[place].kind is Kind.CUT:
            return place + 1
    return len(trace.events)
