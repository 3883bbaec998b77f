"""The line that shows a long search at work."""

import shutil
import sys
import time
from types import TracebackType

from saizen.cli.board import format_value
from saizen.cli.console import Console
from saizen.games.base import State
from saizen.records.transcript import move_names
from saizen.search import SearchResult

__all__ = ["LiveLine"]

PATIENCE = 0.5  # seconds before the first line


class LiveLine:
    """Shows depth, value, best line and nodes a second on stderr, when that is a terminal, and then wipes it."""

    def __init__(self, state: State, console: Console) -> None:
        self.state, self.console = state, console
        self.visible = sys.stderr.isatty() and not console.as_json
        self.shown = False
        self.started = time.perf_counter()

    def __enter__(self) -> "LiveLine":
        return self

    def update(self, result: SearchResult) -> None:
        """Show the answer so far."""
        if not self.visible or time.perf_counter() - self.started < PATIENCE:
            return
        text = self.console.text(
            "live",
            depth="?" if result.depth is None else result.depth,
            value=format_value(result.value),
            line=" ".join(move_names(self.state, result.line)),
            rate=f"{result.nodes / max(result.seconds, 1e-9):,.0f}",
        )
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r\x1b[K{text[:width]}")
        sys.stderr.flush()
        self.shown = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
