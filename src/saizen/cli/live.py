"""The line that shows a long search, or many games, at work."""

import shutil
import sys
import time
from types import TracebackType
from typing import Self

from saizen.cli.board import format_value, source_text
from saizen.cli.console import Console, write
from saizen.drawing.text import clip, display_width
from saizen.engine.progress import Progress
from saizen.games.base import State
from saizen.records.transcript import move_names
from saizen.search import SearchResult

__all__ = ["LiveLine", "StatusLine", "format_seconds"]

PATIENCE = 0.5  # seconds before the first line
MOST_MOVES = 8


class StatusLine:
    """Shows a line on stderr, when that is a terminal, over and over in the same place, and then wipes it."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.visible = sys.stderr is not None and sys.stderr.isatty() and not console.as_json
        self.shown = 0  # columns taken by the line
        self.started = time.perf_counter()

    @property
    def wanted(self) -> bool:
        """Whether anyone sees the line, and has waited long enough to want it."""
        return self.visible and time.perf_counter() - self.started >= PATIENCE

    def __enter__(self) -> Self:
        return self

    def show(self, text: str) -> None:
        """Replace the line."""
        text = clip(text, shutil.get_terminal_size().columns - 1)
        width = display_width(text)
        write(f"\r{text}{' ' * (self.shown - width)}", sys.stderr, end="")
        self.shown = width

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown:
            write(f"\r{' ' * self.shown}\r", sys.stderr, end="")


class LiveLine(StatusLine):
    """Shows a search at work: depth, value, best line and nodes a second."""

    def __init__(self, state: State, console: Console) -> None:
        super().__init__(console)
        self.state = state

    def update(self, result: SearchResult) -> None:
        """Show the answer so far."""
        if self.wanted:
            self.show(describe(self.state, result, self.console))


def describe(state: State, result: SearchResult, console: Console) -> str:
    """Return the answer so far in a line; a proof also tells its bounds, its question and how long that may take."""
    line = " ".join(move_names(state, result.line[:MOST_MOVES]))
    rate = f"{result.nodes / max(result.seconds, 1e-9):,.0f}"
    if not isinstance(result, Progress):
        source = source_text(result.provenance, console)
        return console.text("live", source=source, value=format_value(result.value), line=line, rate=rate)
    bounds = {"lower": format_value(result.value), "upper": format_value(result.upper)}
    asked, done = format_value(result.asked), f"{result.done:.0%}"
    seconds = result.seconds_left
    left = "" if seconds is None else console.text("live_left", time=format_seconds(seconds))
    return console.text("live_proof", **bounds, asked=asked, done=done, left=left, line=line, rate=rate)


def format_seconds(seconds: float) -> str:
    """Return a time that is only guessed at, roughly."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"
