"""`saizen solve`: the exact value of a position."""

from typing import Any

import click

from saizen.cli.board import board, format_value, named_side
from saizen.cli.console import Console
from saizen.cli.live import LiveLine
from saizen.cli.options import console_options, limit_options, position_options
from saizen.errors import SettingError
from saizen.games.base import State, score_range
from saizen.games.othello import Othello
from saizen.records.transcript import move_names
from saizen.search import Distance, Limits, SearchResult, solve
from saizen.search.size import estimate_nodes

__all__ = ["command"]

MOST_NODES = 1e8


@click.command("solve", epilog="Example: saizen solve connect4 --size 4x4 --json")
@position_options
@click.option("--distance", is_flag=True, help="Count the plies: win sooner, lose later.")
@limit_options
@console_options
def command(
    game: str, state: State, distance: bool, seconds: float | None, nodes: int | None, console: Console, seed: int
) -> None:
    """Find the exact value of a position for the side to move, and the best play to the end.

    When --seconds or --nodes stops it, the answer is the range the value is proved to lie in.
    """
    if seconds is None and nodes is None:
        refuse_endless(state)
    root: Any = Distance(state) if distance else state
    with LiveLine(state, console) as live:
        result = solve(root, limits=Limits(nodes, seconds, progress=live.update))
    if console.as_json:
        return console.emit("solve", answer(state, root, result))
    return show(state, root, result, console)


def refuse_endless(state: State) -> None:
    """Refuse to start what cannot be finished."""
    size = estimate_nodes(state)
    if size**0.5 > MOST_NODES:
        raise SettingError(
            f"a tree of about {size:.0e} positions cannot be solved here; give --seconds for a bound, "
            "a smaller --size, or a --position nearer the end"
        )


def answer(state: State, root: State, result: SearchResult) -> dict[str, Any]:
    """Return the solution as JSON."""
    line = move_names(state, result.line)
    found: dict[str, Any] = {
        "value": result.value if result.exact else None,
        "winner": winner(state, result),
        "move": line[0] if line else None,
        "line": line,
        "exact": result.exact,
        "lower": result.value,
        "upper": result.value if result.exact else score_range(root)[1],
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
    }
    end = after(state, result)
    return {**found, "discs": list(end.discs)} if isinstance(end, Othello) else found


def winner(state: State, result: SearchResult) -> str | None:
    """Return who wins with best play; None for a draw, or when it is not known."""
    if not result.exact or result.value == 0:
        return None
    side = state.next_player if result.value > 0 else state.next_player.other
    return str(side.value)


def after(state: State, result: SearchResult) -> State:
    """Return the position after best play."""
    for move in result.line:
        state = state.apply_move(move)
    return state


def show(state: State, root: State, result: SearchResult, console: Console) -> None:
    """Print the solution for people."""
    side = named_side(state, state.next_player, console)
    console.show(board(state, console))
    if result.exact:
        console.show(console.text("exact_value", value=format_value(result.value), side=side))
    else:
        upper = format_value(score_range(root)[1])
        console.show(console.text("bounded_value", lower=format_value(result.value), upper=upper, side=side))
    console.show(console.text("line", moves=" ".join(move_names(state, result.line))))
    end = after(state, result)
    if result.exact and isinstance(end, Othello):
        console.show(console.text("final_discs", black=end.discs[0], white=end.discs[1]))
    console.say("searched", nodes=f"{result.nodes:,}", seconds=result.seconds)
