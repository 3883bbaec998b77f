"""`saizen bench`: the signature of the solver, a node count that changes only when the search does."""

import click

from saizen import engine
from saizen.cli.console import Console
from saizen.cli.options import console_options
from saizen.games.othello import Othello
from saizen.randomness import Stream

__all__ = ["command"]

POSITIONS, EMPTIES, HASH_MIB = 20, 16, 16


@click.command("bench", epilog="Example: saizen bench --json")
@console_options
def command(console: Console, seed: int) -> None:
    """Solve a fixed set of Othello endgames on one thread and print how many nodes that took.

    Equal counts mean an equal search: commits that may change it carry the number.
    """
    nodes, seconds = 0, 0.0
    for number in range(POSITIONS):
        solution = engine.solve(endgame(Stream(seed, number)), hash_mib=HASH_MIB)
        nodes, seconds = nodes + solution.nodes, seconds + solution.seconds
    if console.as_json:
        return console.emit("bench", {"positions": POSITIONS, "nodes": nodes, "seconds": round(seconds, 6)})
    console.show(f"{nodes}")
    return console.say("searched", nodes=f"{nodes:,}", seconds=seconds)


def endgame(dice: Stream) -> Othello:
    """Return a position with 16 empties that random play has reached."""
    while True:
        state = Othello()
        while not state.is_over() and sum(state.discs) < state.pass_move - EMPTIES:
            state = state.apply_move(dice.choice(state.legal_moves()))
        if not state.is_over():
            return state
