"""`saizen hint`: the value of every move."""

from collections.abc import Iterator
from typing import Any

import click

from saizen.cli.board import board, format_value, result_text, source_text, status
from saizen.cli.console import Console
from saizen.cli.live import LiveLine
from saizen.cli.options import (
    console_options,
    depth_options,
    effort_options,
    given,
    limit_options,
    position_options,
)
from saizen.drawing.text import display_width
from saizen.engine import LEVELS, Engine
from saizen.engine.evaluation import is_trained_for
from saizen.errors import SettingError
from saizen.games.base import State, move_name
from saizen.games.othello import Othello
from saizen.players.evaluators import default_evaluator, make_evaluator
from saizen.records.transcript import move_names
from saizen.search import Limits
from saizen.search.values import MoveValue, move_values

__all__ = ["command", "quick_values"]

DEFAULT_SECONDS = 2.0
OF_THE_ENGINE = {"level": "--level", "no_book": "--no-book", "threads": "--threads", "hash_mib": "--hash"}
OF_A_SEARCH = {"depth": "--depth", "evaluator": "--eval"}
SOURCE_COLUMNS = 10


@click.command("hint", epilog="Example: saizen hint othello --moves f5d6c3 --level 16")
@position_options()
@click.option("--level", type=click.IntRange(1, len(LEVELS)), help="Othello: how far the engine looks.")
@click.option("--no-book", is_flag=True, help="Othello: search the first plies as well.")
@depth_options
@limit_options
@effort_options(least_mib=1, mib=64, use="MiB of the engine's table")
@console_options
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    state: State,
    level: int | None,
    no_book: bool,
    depth: int | None,
    evaluator: str | None,
    seconds: float | None,
    nodes: int | None,
    threads: int,
    hash_mib: int,
    console: Console,
    seed: int,
) -> None:
    """Value every move of a position, best first; each value is for the side that plays the move.

    On 8x8 Othello boards the engine does that. With --depth or --eval, and in all other games, a plain search does.
    Without --level, --depth, --seconds or --nodes it thinks for two seconds.
    """
    if level is None and depth is None and seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    engine = engine_for(ctx, state, threads, hash_mib, book=not no_book)
    with LiveLine(state, console) as live:
        limits = Limits(nodes, seconds, progress=live.update)
        if engine is not None and isinstance(state, Othello):
            found = engine.analyse(state, limits, level=level)
        else:
            found = move_values(state, depth=depth, evaluate=make_evaluator(evaluator, state), limits=limits)
    if console.as_json:
        return console.emit("hint", answer(state, found))
    console.show(board(state, console))
    over = state.is_over()
    console.show(console.text("game_over", result=result_text(state, console)) if over else status(state, console))
    for row in rows(state, found, console):
        console.show(row)
    return None


def engine_for(ctx: click.Context, state: State, threads: int, hash_mib: int, *, book: bool) -> Engine | None:
    """Return the engine, or None where a plain search is wanted: by its options, or because of the game."""
    of_engine, of_search = given(ctx, OF_THE_ENGINE), given(ctx, OF_A_SEARCH)
    if of_engine and of_search:
        raise SettingError(
            f"{of_engine} is for the engine, and {of_search} for a plain search; leave out one of the two"
        )
    if of_engine and not (isinstance(state, Othello) and state.native() is not None):
        raise SettingError(f"{of_engine} is for othello on boards up to 8x8")
    if of_engine or (is_trained_for(state) and not of_search):
        return Engine(threads=threads, hash_mib=hash_mib, book=book)
    return None


def quick_values(state: State, limits: Limits) -> list[MoveValue]:
    """Value every move by whatever suits the game."""
    if is_trained_for(state):
        return Engine().analyse(state, limits)
    return move_values(state, evaluate=default_evaluator(state), limits=limits)


def answer(state: State, found: list[MoveValue]) -> dict[str, Any]:
    """Return the moves as JSON, best first."""
    moves = [
        {
            "move": move_name(state, value.move),
            "value": value.value,
            "loss": value.loss(found[0]),
            "provenance": value.provenance.as_json(),
            "line": move_names(state, value.line),
        }
        for value in found
    ]
    best = moves[0] if moves else {"move": None, "value": None, "provenance": None}
    return {"move": best["move"], "value": best["value"], "provenance": best["provenance"], "moves": moves}


def rows(state: State, found: list[MoveValue], console: Console) -> Iterator[str]:
    """Yield a line a move: its value, where that comes from, and the play expected."""
    sources = [source_text(value.provenance, console) for value in found]
    width = max([SOURCE_COLUMNS, *map(display_width, sources)])
    for value, source in zip(found, sources, strict=True):
        line = " ".join(move_names(state, value.line))
        filled = source + " " * (width - display_width(source))
        yield f"{move_name(state, value.move):>5} {format_value(value.value):>7}  {filled} {line}"
