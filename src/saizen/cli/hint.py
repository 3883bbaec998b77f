"""`saizen hint`: the value of every move."""

from typing import Any

import click

from saizen.cli.board import board, format_value, result_text, status
from saizen.cli.console import Console
from saizen.cli.live import LiveLine
from saizen.cli.options import console_options, depth_options, limit_options, position_options
from saizen.drawing.text import display_width
from saizen.games.base import State, move_name
from saizen.players.evaluators import make_evaluator
from saizen.records.transcript import move_names
from saizen.search import Limits
from saizen.search.values import MoveValue, move_values

__all__ = ["command"]

DEFAULT_SECONDS = 2.0


@click.command("hint", epilog="Example: saizen hint othello --moves f5d6c3 --seconds 3")
@position_options()
@depth_options
@limit_options
@console_options
def command(
    game: str,
    state: State,
    depth: int | None,
    evaluator: str | None,
    seconds: float | None,
    nodes: int | None,
    console: Console,
    seed: int,
) -> None:
    """Value every move of a position, best first; each value is for the side that plays the move.

    Without --depth, --seconds or --nodes it thinks for two seconds.
    """
    if depth is None and seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    found: list[MoveValue] = []
    if not state.is_over():
        with LiveLine(state, console) as live:
            limits = Limits(nodes, seconds, progress=live.update)
            found = move_values(state, depth=depth, evaluate=make_evaluator(evaluator, state), limits=limits)
    if console.as_json:
        return console.emit("hint", answer(state, found))
    console.show(board(state, console))
    over = state.is_over()
    console.show(console.text("game_over", result=result_text(state, console)) if over else status(state, console))
    for value in found:
        console.show(row(state, value, console))
    return None


def answer(state: State, found: list[MoveValue]) -> dict[str, Any]:
    """Return the moves as JSON, best first."""
    moves = [
        {
            "move": move_name(state, value.move),
            "value": value.value,
            "provenance": value.provenance.as_json(),
            "line": move_names(state, value.line),
        }
        for value in found
    ]
    best = moves[0] if moves else {"move": None, "value": None, "provenance": None}
    return {"move": best["move"], "value": best["value"], "provenance": best["provenance"], "moves": moves}


def row(state: State, value: MoveValue, console: Console) -> str:
    """Return a line: the move, its value, where that comes from, and the play expected."""
    source = console.text(f"source_{value.provenance.kind}", depth=value.provenance.depth)
    source += " " * (10 - display_width(source))
    line = " ".join(move_names(state, value.line))
    return f"{move_name(state, value.move):>5} {format_value(value.value):>7}  {source} {line}"
