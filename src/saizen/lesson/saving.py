"""Traces as lines of JSON: a header, the nodes, and the events with the reason of each in words."""

import json
import math
import reprlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from saizen.drawing.messages import Language
from saizen.errors import SettingError, UnreadableFileError
from saizen.games.base import Side, Value
from saizen.lesson.sentences import sentences
from saizen.lesson.trace import Event, Kind, Node, Trace

__all__ = ["SCHEMA", "read_trace", "write_trace"]

SCHEMA = "saizen/trace/1"
MOST_NODES = 1_000_000
MOST_EVENTS = 20_000_000
LONGEST_LINE = 10_000_000  # characters
WITH_A_VALUE = frozenset(Kind) - {Kind.ENTER, Kind.TRUNCATED}


def write_trace(trace: Trace, language: Language = "en") -> Iterator[str]:
    """Yield the lines of a trace, without their ends.

    Null stands for no bound at all (α = −∞, β = +∞, no horizon) and for a value not known yet.
    """
    yield line_text(
        schema=SCHEMA,
        algorithm=trace.algorithm,
        line=trace.line,
        entered=trace.entered,
        complete=trace.complete,
        cut_sign=trace.cut_sign,
        truncated=sorted(trace.truncated),
        nodes=len(trace.nodes),
        events=len(trace.events),
    )
    for index, node in enumerate(trace.nodes):
        yield node_text(index, node)
    for step, (event, reason) in enumerate(zip(trace.events, sentences(trace, language), strict=True)):
        yield event_text(step, event, reason)


def node_text(index: int, node: Node) -> str:
    """Return the line of a node."""
    return line_text(
        node=index,
        parent=node.parent,
        move=node.move,
        name=node.name,
        side=node.side.value,
        is_over=node.is_over,
        cells=node.cells,
        leaves=node.leaves,
        written=None if node.written is None else number(node.written),
    )


def event_text(step: int, event: Event, reason: str) -> str:
    """Return the line of an event."""
    return line_text(
        step=step,
        kind=event.kind.value,
        node=event.node,
        depth=number(event.depth, nothing=math.inf),
        alpha=number(event.alpha, nothing=-math.inf),
        beta=number(event.beta, nothing=math.inf),
        value=None if event.value is None else number(event.value),
        child=event.child,
        skipped=event.skipped,
        reason=reason,
    )


def line_text(**parts: object) -> str:
    """Return one line of JSON, in ASCII where a name has letters that could break it."""
    text = json.dumps(parts, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(parts, separators=(",", ":"), allow_nan=False)


def number(value: Value, nothing: Value | None = None) -> Value | str | None:
    """Return a number as JSON can hold it: null where it says nothing, text where an evaluator said infinity."""
    if value == nothing:
        return None
    if isinstance(value, int):
        return int(value)
    if math.isnan(value):
        raise SettingError(f"the value {value!r} cannot be saved; evaluators must return numbers that can be compared")
    return float(value) if math.isfinite(value) else "inf" if value > 0 else "-inf"


def read_trace(lines: Iterable[str]) -> Trace:
    """Return the trace that `write_trace` wrote, refusing anything else."""
    records = parsed(lines)
    header = following(records, "header")
    if header.data.get("schema") != SCHEMA:
        raise header.wrong("schema", repr(SCHEMA))
    node_count, event_count = header.whole("nodes", 1, MOST_NODES), header.whole("events", 1, MOST_EVENTS)
    truncated = frozenset(header.wholes("truncated", node_count))
    algorithm, line, sign = header.word("algorithm"), header.texts("line"), header.word("cut_sign")
    if sign not in ("≤", "<"):
        raise header.wrong("cut_sign", "'≤' or '<'")
    entered, complete = header.whole("entered", 0), header.truth("complete")
    nodes = tuple(read_node(following(records, "nodes"), index) for index in range(node_count))
    order = Order(nodes, event_count)
    events = tuple(read_event(following(records, "events"), step, order) for step in range(event_count))
    for record in records:
        raise record.fault(f"the header says {node_count} nodes and {event_count} events, and here is more")
    return Trace(algorithm, nodes, events, truncated, line, entered, complete, sign)


@dataclass(frozen=True, slots=True)
class Record:
    """A line that was read: none of it is trusted."""

    number: int
    data: Mapping[str, Any]

    def fault(self, reason: str) -> UnreadableFileError:
        """Return the error that names this line."""
        return UnreadableFileError(f"line {self.number}: {reason}; write the trace again")

    def part(self, key: str) -> Any:
        """Return what stands under a key."""
        if key not in self.data:
            raise self.fault(f"{key!r} is missing")
        return self.data[key]

    def wrong(self, key: str, wanted: str) -> UnreadableFileError:
        """Return the error for a part of another kind than wanted."""
        return self.fault(f"{key!r} is {reprlib.repr(self.data.get(key))}, not {wanted}")

    def word(self, key: str) -> str:
        """Return a part that is text."""
        found = self.part(key)
        if not isinstance(found, str):
            raise self.wrong(key, "a text")
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a part that is a list of texts."""
        found = self.part(key)
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise self.wrong(key, "a list of texts")
        return tuple(found)

    def truth(self, key: str) -> bool:
        """Return a part that is true or false."""
        found = self.part(key)
        if not isinstance(found, bool):
            raise self.wrong(key, "true or false")
        return found

    def whole(self, key: str, low: int, high: int | None = None) -> int:
        """Return a part that is a whole number in a range, its ends included."""
        found = self.part(key)
        if not is_whole(found) or found < low or (high is not None and found > high):
            raise self.wrong(key, f"a whole number {f'from {low}' if high is None else f'in {low}..{high}'}")
        return found

    def wholes(self, key: str, count: int) -> tuple[int, ...]:
        """Return a part that is a list of different whole numbers below a count."""
        found = self.part(key)
        if not isinstance(found, list) or not all(is_whole(one) and 0 <= one < count for one in found):
            raise self.wrong(key, f"a list of whole numbers in 0..{count - 1}")
        if len(set(found)) < len(found):
            raise self.wrong(key, "a list without repetitions")
        return tuple(found)

    def value(self, key: str) -> Value | None:
        """Return a part that is a finite number, an infinity in words, or nothing."""
        found: Value | str | None = self.part(key)
        if isinstance(found, str) and found in ("inf", "-inf"):
            return float(found)
        if found is None or is_whole(found) or (isinstance(found, float) and math.isfinite(found)):
            return found
        raise self.wrong(key, "a number or null")

    def bound(self, key: str, nothing: float) -> Value:
        """Return a part that is a number, or what null stands for."""
        found = self.value(key)
        return nothing if found is None else found


def is_whole(found: object) -> TypeGuard[int]:
    """Tell whether JSON holds a whole number, which true and false are not."""
    return isinstance(found, int) and not isinstance(found, bool)


def parsed(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the objects on the lines that are not blank."""
    for place, text in enumerate(lines, 1):
        if text.strip():
            yield parse(place, text)


def following(records: Iterator[Record], wanted: str) -> Record:
    """Return the next line, or refuse a trace that has ended."""
    record = next(records, None)
    if record is None:
        raise UnreadableFileError(f"the trace ends before the end of its {wanted}; write it again")
    return record


def parse(place: int, text: str) -> Record:
    """Return the object on a line."""
    record = Record(place, {})
    if len(text) > LONGEST_LINE:
        raise record.fault(f"it has {len(text)} characters, more than {LONGEST_LINE}")
    try:
        found = json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise record.fault(f"this is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise record.fault(f"{reprlib.repr(found)} is no JSON object")
    return Record(place, found)


def refuse_constant(name: str) -> None:
    """Refuse NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(f"{name} is no number")


def read_node(record: Record, index: int) -> Node:
    """Return the node on a line, which must come after its parent."""
    record.whole("node", index, index)
    lowest, highest = (0, index - 1) if index else (-1, -1)
    name, side = record.part("name"), record.part("side")
    if side not in ("first", "second"):
        raise record.wrong("side", "'first' or 'second'")
    return Node(
        parent=record.whole("parent", lowest, highest),
        move=record.word("move"),
        name=None if name is None else record.word("name"),
        side=Side(side),
        is_over=record.truth("is_over"),
        cells=None if record.part("cells") is None else record.texts("cells"),
        leaves=None if record.part("leaves") is None else record.whole("leaves", 1),
        written=record.value("written"),
    )


def read_event(record: Record, step: int, order: "Order") -> Event:
    """Return the event on a line, which must be possible after those before it."""
    record.whole("step", step, step)
    record.word("reason")
    kind = record.word("kind")
    if kind not in list(Kind):
        raise record.wrong("kind", f"one of {' '.join(Kind)}")
    count = len(order.nodes)
    event = Event(
        kind=Kind(kind),
        node=record.whole("node", 0, count - 1),
        depth=record.bound("depth", math.inf),
        alpha=record.bound("alpha", -math.inf),
        beta=record.bound("beta", math.inf),
        value=record.value("value"),
        child=None if record.part("child") is None else record.whole("child", 0, count - 1),
        skipped=record.wholes("skipped", count),
    )
    reason = order.fault(event, step)
    if reason is not None:
        raise record.fault(reason)
    return event


class Order:
    """Holds events to the order in which a search can have them, so that whoever shows them need not ask."""

    def __init__(self, nodes: Sequence[Node], events: int) -> None:
        self.nodes, self.last = nodes, events - 1
        self.open: list[int] = []

    def fault(self, event: Event, step: int) -> str | None:
        """Return why an event cannot come next, or None."""
        if event.value is None and event.kind in WITH_A_VALUE:
            return f"'{event.kind}' has no value"
        if any(self.nodes[child].parent != event.node for child in (*event.skipped, event.child) if child is not None):
            return f"'child' or 'skipped' names a node that is no child of {event.node}"
        if (event.kind is Kind.ANSWER) != (step == self.last):
            return "an answer must be the last event, and the last event an answer"
        if event.kind in (Kind.ANSWER, Kind.TRUNCATED):
            return None if event.node == 0 else f"'{event.kind}' belongs to node 0"
        return self._move(event)

    def _move(self, event: Event) -> str | None:
        """Go where an event goes, or return why it cannot."""
        if event.kind is Kind.ENTER:
            parents = self.open[-1:] or [-1, 0]  # some searches show their leaves alone
            self.open.append(event.node)
            return (
                None if self.nodes[event.node].parent in parents else f"node {event.node} cannot be entered from here"
            )
        if self.open[-1:] != [event.node]:
            return f"the search is not at node {event.node}"
        if event.kind is Kind.LEAVE:
            self.open.pop()
        return None
