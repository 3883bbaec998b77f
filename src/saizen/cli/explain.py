"""`saizen explain`: a search step by step, in the terminal, as a page or as a picture."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from saizen.cli.board import board
from saizen.cli.console import Console, at_terminal, write_file
from saizen.cli.options import console_options, depth_options, limit_options, position_options
from saizen.cli.stepper import Stepper, read_keys, read_lines
from saizen.drawing.text import in_ascii
from saizen.errors import SettingError
from saizen.games.base import State
from saizen.games.tree import Tree
from saizen.lesson.convention import Convention
from saizen.lesson.page import explain_html
from saizen.lesson.pictures import png_of, step_svg, step_text, step_tikz
from saizen.lesson.recording import LESSONS, record
from saizen.lesson.saving import write_trace
from saizen.lesson.sentences import sentences
from saizen.lesson.trace import MOST_NODES, Trace
from saizen.players.evaluators import make_evaluator
from saizen.search import Limits
from saizen.search.size import estimate_nodes

__all__ = ["command"]

DEFAULT_DEPTH = 3  # of games that are too large to be searched to the end
SMALL = 20_000.0  # nodes that can be shown
FILES = ("html", "svg", "png", "tikz", "trace")


@click.command("explain", epilog='Example: saizen explain "[[3,12,8],[2,4,6],[14,5,2]]" --html alphabeta.html')
@position_options()
@click.option(
    "--algorithm",
    type=click.Choice(list(LESSONS)),
    default="alphabeta",
    show_default=True,
    help="The search; ordered is alpha-beta with the best moves first.",
)
@depth_options
@limit_options
@click.option("--strict", is_flag=True, help="Alpha-beta: cut at beta < alpha only, not at beta <= alpha.")
@click.option("--fail-hard", is_flag=True, help="Alpha-beta: keep values inside the window.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a page to step through; it needs nothing else.")
@click.option("--svg", type=click.Path(path_type=Path), help="Write the tree as a picture.")
@click.option("--png", type=click.Path(path_type=Path), help="Write it as PNG (needs saizen[png]).")
@click.option("--tikz", type=click.Path(path_type=Path), help="Write it as LaTeX.")
@click.option("--trace", type=click.Path(path_type=Path), help="Write every event, one JSON object a line.")
@click.option("--text", is_flag=True, help="Print the tree.")
@click.option("--lines", is_flag=True, help="Step by commands read line by line: n, b, j, ...")
@click.option("--step", type=click.IntRange(0), help="Show the tree after so many steps (default: all).")
@click.option(
    "--most-nodes",
    type=click.IntRange(2, 200_000),
    default=MOST_NODES,
    show_default=True,
    help="Keep so many nodes; more are marked as left out.",
)
@console_options
def command(
    game: str,
    state: State,
    algorithm: str,
    depth: int | None,
    evaluator: str | None,
    seconds: float | None,
    nodes: int | None,
    strict: bool,
    fail_hard: bool,
    step: int | None,
    text: bool,
    lines: bool,
    most_nodes: int,
    console: Console,
    seed: int,
    **files: Path | None,
) -> None:
    """Watch a search think: every node entered, every bound and every cut, with the reason in words.

    GAME may be a tree such as [[3,12,8],[2,4,6],[14,5,2]] or a file of one. At a terminal, step with the arrow keys or
    n, b and j; else every step is printed. Values are MAX's, who is the first player of every game.
    """
    if depth is None and not isinstance(state, Tree) and estimate_nodes(state) > SMALL:
        depth = DEFAULT_DEPTH
    trace = record(
        state,
        algorithm,
        depth=depth,
        evaluate=make_evaluator(evaluator, state),
        limits=Limits(nodes, seconds),
        convention=chosen_convention(algorithm, strict=strict, fail_hard=fail_hard),
        most_nodes=most_nodes,
    )
    if step is not None and step > len(trace.events):
        raise SettingError(f"--step {step} is too far; this search has {len(trace.events)} steps")
    wanted = {kind: files[kind] for kind in FILES if files[kind] is not None}
    write_files(trace, step, console, wanted)
    if console.as_json:
        console.emit("explain", as_json(trace, depth, console))
    elif text or step is not None:
        console.show(step_text(trace, step, console.language, plain=console.plain))
    elif not wanted or lines:
        show(trace, state, console, lines=lines)


def chosen_convention(algorithm: str, *, strict: bool, fail_hard: bool) -> Convention:
    """Return the convention asked for, which only alpha-beta can follow."""
    if (strict or fail_hard) and algorithm != "alphabeta":
        raise SettingError(f"--strict and --fail-hard are conventions of alphabeta; leave out --algorithm {algorithm}")
    return Convention(cuts_at_equal=not strict, fail_soft=not fail_hard)


def write_files(trace: Trace, step: int | None, console: Console, wanted: Mapping[str, Path | None]) -> None:
    """Write the files asked for."""
    language = console.language
    makers: dict[str, Callable[[], str | bytes]] = {
        "html": lambda: explain_html(trace, language),
        "svg": lambda: step_svg(trace, step, language),
        "png": lambda: png_of(step_svg(trace, step, language)),
        "tikz": lambda: step_tikz(trace, step),
        "trace": lambda: "".join(f"{line}\n" for line in write_trace(trace, language)),
    }
    for kind, path in wanted.items():
        assert path is not None
        write_file(path, makers[kind](), console)


def show(trace: Trace, state: State, console: Console, *, lines: bool) -> None:
    """Step through a search with a person, or print all of its steps."""
    if not isinstance(state, Tree):
        console.show(board(state, console) + "\n")
    if lines or (at_terminal() and sys.stdout.isatty()):
        Stepper(trace, console).run(read_lines() if lines or not at_terminal() else read_keys())
        return
    total = len(trace.events)
    for number, sentence in enumerate(sentences(trace, console.language), 1):
        words = in_ascii(sentence) if console.plain else sentence
        console.show(f"{number:>{len(str(total))}}  {words}")
    console.show("\n" + step_text(trace, None, console.language, plain=console.plain))


def as_json(trace: Trace, depth: int | None, console: Console) -> dict[str, Any]:
    """Return the search as JSON; its events are those of --trace."""
    import json

    lines = [json.loads(line) for line in write_trace(trace, console.language)]
    return {
        "algorithm": trace.algorithm,
        "depth": depth,
        "value": trace.value,
        "line": list(trace.line),
        "nodes": trace.entered,
        "complete": trace.complete,
        "truncated": bool(trace.truncated),
        "steps": len(trace.events),
        "trace": lines,
    }
