"""What the tests of the explain page share: trees to search, and what the page shows of a search."""

import random
from typing import Any

from playwright.sync_api import Page

from saizen.games.tree import TreeSource
from saizen.lesson.replay import Frame, NodeView
from saizen.lesson.sentences import value_text, window_text
from saizen.lesson.trace import Kind, Trace

NODES = """() => Object.fromEntries([...document.querySelectorAll(".node")].map((group) => [group.dataset.node, {
    classes: [...group.classList], value: group.querySelector(".value").textContent,
    window: group.querySelector(".window").textContent, leaves: group.querySelector(".leaves").textContent,
    told: group.getAttribute("aria-label"), fold: group.getAttribute("aria-expanded"),
}]))"""
GO = """(step) => {
    const slider = document.getElementById("slider");
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
}"""
DRAWN = "document.querySelectorAll('.node').length"
ELEMENTS = "document.querySelectorAll('*').length"


def random_tree(generator: random.Random, depth: int, widest: int) -> TreeSource:
    """Return a tree of uneven depth."""
    if depth == 0 or generator.random() < 0.1:
        return generator.randint(-20, 20)
    return [random_tree(generator, depth - 1, widest) for _ in range(generator.randint(1, widest))]


def wide_tree(branching: int, depth: int, generator: random.Random) -> TreeSource:
    """Return a full tree."""
    if depth == 0:
        return generator.randint(0, 99)
    return [wide_tree(branching, depth - 1, generator) for _ in range(branching)]


def shown(page: Page) -> dict[int, dict[str, Any]]:
    """Return what each drawn node shows."""
    return {int(node): told for node, told in page.evaluate(NODES).items()}


def expected(trace: Trace, node: int, view: NodeView) -> tuple[str, str, str]:
    """Return the value, the window and the class of status that a node must show."""
    windows = any(event.kind in (Kind.RAISE, Kind.LOWER, Kind.CUT) for event in trace.events)
    written = trace.nodes[node].written
    value = f"{view.meaning}{value_text(view.value)}"
    if view.value is None:
        value = "" if written is None else value_text(written)
    status = "skipped" if view.is_skipped else str(view.status)
    return value, window_text(view.window) if windows else "", status


def check_step(page: Page, trace: Trace, frame: Frame) -> None:
    """Require that the page shows a frame, every node of it."""
    nodes = shown(page)
    assert nodes.keys() == set(range(len(trace.nodes)))
    for node, view in enumerate(frame.views):
        value, window, status = expected(trace, node, view)
        told = nodes[node]
        assert (told["value"], told["window"]) == (value, window)
        assert status in told["classes"]
        assert ("here" in told["classes"]) == (node == frame.current)
        skipped_leaves = "" if not view.is_skipped else leaves_text(trace.nodes[node].leaves)
        assert told["leaves"] == skipped_leaves
    counts = {name: int(page.inner_text(f"#{name}")) for name in ("entered", "leaves", "cuts", "skipped")}
    assert counts == {name: getattr(frame, name) for name in counts}


def leaves_text(leaves: int | None) -> str:
    """Return how many leaves a cut is said to skip."""
    return "" if leaves is None else "1 leaf" if leaves == 1 else f"{leaves} leaves"
