"""Stepping through a trace at the terminal: by keys, or by commands line by line."""

import sys
from collections.abc import Iterable, Iterator

import click

from saizen.cli.console import Console
from saizen.drawing.text import in_ascii
from saizen.lesson.pictures import step_text
from saizen.lesson.pseudocode import line_of, pseudocode
from saizen.lesson.replay import next_cut
from saizen.lesson.sentences import sentences
from saizen.lesson.trace import Trace

__all__ = ["Stepper", "read_keys", "read_lines"]

# What people type or press, and what it means.
WISHES = {
    **dict.fromkeys(("n", "", " ", "\r", "\n", "next", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB"), "next"),
    **dict.fromkeys(("b", "p", "back", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA"), "back"),
    **dict.fromkeys(("j", "c", "cut", "jump"), "cut"),
    **dict.fromkeys(("f", "first", "home", "\x1b[H", "\x1bOH", "\x1b[1~"), "first"),
    **dict.fromkeys(("l", "last", "end", "\x1b[F", "\x1bOF", "\x1b[4~"), "last"),
    **dict.fromkeys(("t", "tree"), "tree"),
    **dict.fromkeys(("q", "quit", "exit", "\x03", "\x04", "\x1b"), "quit"),
    **dict.fromkeys(("?", "h", "help"), "help"),
}
MOST_SHOWN = 40  # nodes of a tree that is printed at every step


def read_keys() -> Iterator[str]:
    """Yield the keys that a person presses, until the terminal is closed."""
    try:
        while True:
            yield click.getchar()
    except EOFError:
        return


def read_lines() -> Iterator[str]:
    """Yield the lines that are typed or piped in."""
    for line in sys.stdin or ():
        yield line.strip().lower()


class Stepper:
    """Shows a search step by step, each below the last: nothing on the screen is ever overwritten."""

    def __init__(self, trace: Trace, console: Console) -> None:
        self.trace, self.console = trace, console
        self.sentences = list(sentences(trace, console.language))
        self.step = 0

    def run(self, wishes: Iterable[str]) -> None:
        """Do what is asked for until the person leaves or the search has been seen."""
        self.console.say("explain_keys")
        self.show_tree()
        for typed in wishes:
            wish = WISHES.get(typed)
            if wish == "quit":
                return
            if wish is None and typed.isdecimal() and len(typed) < 10:
                self.go(int(typed))
            elif wish is None:
                self.console.say("explain_unknown", typed=repr(typed))
            elif wish == "help":
                self.console.say("explain_keys")
            elif wish == "tree":
                self.show_tree()
            else:
                self.go(self.target(wish))

    def target(self, wish: str) -> int:
        """Return the step that someone wants to see."""
        last = len(self.sentences)
        steps = {"next": self.step + 1, "back": self.step - 1, "first": 0, "last": last}
        return next_cut(self.trace, self.step) if wish == "cut" else steps[wish]

    def go(self, step: int) -> None:
        """Show a step, or the nearest there is."""
        self.step = min(max(step, 0), len(self.sentences))
        if self.step:
            event = self.trace.events[self.step - 1]
            self.show(f"[{self.step}/{len(self.sentences)}] {self.sentences[self.step - 1]}")
            line = line_of(self.trace.algorithm, event, self.trace.nodes[event.node])
            if line is not None:
                self.show(f"    > {pseudocode(self.trace.algorithm, self.trace.cut_sign)[line].strip()}")
        else:
            self.show(f"[0/{len(self.sentences)}]")
        if len(self.trace.nodes) <= MOST_SHOWN:
            self.show_tree()

    def show_tree(self) -> None:
        """Print the whole tree at this step."""
        self.console.show(step_text(self.trace, self.step, self.console.language, plain=self.console.plain) + "\n")

    def show(self, words: str) -> None:
        """Print a line, in ASCII where nothing else can be shown."""
        self.console.show(in_ascii(words) if self.console.plain else words)
