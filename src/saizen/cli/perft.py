"""`saizen perft`: counting move sequences."""

import click

from saizen.cli.console import Console
from saizen.cli.options import console_options, effort_options, position_options
from saizen.games.base import State
from saizen.search import Convention, perft

__all__ = ["command"]


@click.command("perft", epilog="Example: saizen perft othello --depth 7")
@position_options()
@click.option("--depth", type=click.IntRange(0, 60), default=6, show_default=True, help="Plies to count.")
@click.option(
    "--convention",
    type=click.Choice([str(convention) for convention in Convention]),
    default=str(Convention.PLIES),
    help="plies (default): a pass is a ply, finished games do not count; finished: they do; discs: a pass is no ply.",
)
@effort_options(least_mib=0, mib=0, use="MiB for positions met before")
@console_options
def command(
    game: str, state: State, depth: int, convention: str, threads: int, hash_mib: int, console: Console, seed: int
) -> None:
    """Count the sequences of moves of each length: the test of a game's rules."""
    chosen = Convention(convention)
    counts = []
    for plies in range(depth + 1):
        counts.append(perft(state, plies, chosen, hash_mib=hash_mib, threads=threads))
        if not console.as_json:
            console.show(f"{plies:>3} {counts[-1]:>26,}")
    if console.as_json:
        console.emit("perft", {"depth": depth, "nodes": counts[-1], "convention": chosen.rule, "counts": counts})
