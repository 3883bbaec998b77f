"""`saizen tournament`: many players meet, and a ladder says how strong each is."""

from pathlib import Path

import click

from saizen.arena.contest import Standings
from saizen.arena.entries import read_entries
from saizen.arena.report import TournamentReport, tournament_report
from saizen.cli.console import Console
from saizen.cli.contest import Contest, contest_options
from saizen.cli.options import complete_players, console_options
from saizen.drawing.text import display_width
from saizen.errors import SpecError

__all__ = ["command"]


@click.command("tournament", epilog="Example: saizen tournament othello random maxflip alphabeta:depth=3 --games 20")
@contest_options
@click.argument("players", metavar="PLAYER... | DIRECTORY", nargs=-1, required=True, shell_complete=complete_players)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="Games of each pairing.")
@click.option("--gauntlet", is_flag=True, help="The first player meets all others, instead of everyone everyone.")
@console_options
def command(contest: Contest, players: tuple[str, ...], games: int, gauntlet: bool, console: Console) -> None:
    """Let players meet each other; report ratings over all games and a cross table.

    A DIRECTORY holds a file for each player, with a class Player or a function choose; each plays in a process of its
    own, with limits on time and memory.
    """
    folder = len(players) == 1
    if folder and not Path(players[0]).is_dir():
        raise SpecError(f"no folder {players[0]!r}; name two or more players, or a folder of their files")
    entries = read_entries(Path(players[0])) if folder else players
    plan = contest.plan(entries, games, gauntlet=gauntlet, hosted=folder)
    standings = contest.run(plan, console, recover=folder)  # of a class, one file that fails must not stop all others
    report = tournament_report(standings)
    if console.as_json:
        console.emit("tournament", report.as_json())
    else:
        show(report, console)
    contest.finish(standings, console, lambda: page(standings, report))


def page(standings: Standings, report: TournamentReport) -> str:
    """Return the report as a page."""
    from saizen.arena.html import tournament_html  # not needed by most runs

    return tournament_html(standings, report)


def show(report: TournamentReport, console: Console) -> None:
    """Print the ladder with the points of each against each."""
    order = [rating.player for rating in report.ladder]
    heads = [
        "",
        "",
        "Elo",
        "95 %",
        console.text("tournament_points"),
        *(str(place) for place in range(1, len(order) + 1)),
    ]
    rows = [heads]
    for place, rating in enumerate(report.ladder, 1):
        name = report.players[rating.player]
        reach = f"{round(rating.low):+} .. {round(rating.high):+}"
        cells = [crossing(report, rating.player, other) for other in order]
        rows.append([str(place), name, f"{round(rating.elo):+}", reach, f"{rating.score:g}/{rating.games}", *cells])
    widths = [max(display_width(row[column]) for row in rows) for column in range(len(heads))]
    for row in rows:
        cells = [" " * (width - display_width(cell)) + cell for cell, width in zip(row, widths, strict=True)]
        cells[1] = row[1] + " " * (widths[1] - display_width(row[1]))
        console.show("  ".join(cells).rstrip())
    for player, faults in enumerate(report.faults):
        if faults:
            found = ", ".join(f"{cause} {count}" for cause, count in faults.items())
            console.show(console.text("match_faults", name=report.players[player], faults=found))
    console.show(console.text("match_reason", reason=report.reason))


def crossing(report: TournamentReport, one: int, two: int) -> str:
    """Return a cell of the cross table: points against another player."""
    met = report.points(one, two)
    return "-" if met is None else f"{met[0]:g}/{met[1]}"
