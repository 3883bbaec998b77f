"""`saizen match`: many games between two players, and what they say."""

import click

from saizen.arena.contest import Standings
from saizen.arena.report import Effort, MatchReport, Tally, match_report
from saizen.arena.statistics import Hypotheses
from saizen.cli.console import Console
from saizen.cli.contest import Contest, contest_options
from saizen.cli.options import complete_players, console_options
from saizen.errors import SettingError

__all__ = ["command"]


@click.command("match", epilog="Example: saizen match othello alphabeta:depth=4 maxflip --games 200")
@contest_options
@click.argument("one", metavar="A", shell_complete=complete_players)
@click.argument("two", metavar="B", shell_complete=complete_players)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Games to play.")
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop when one of two normalized Elo differences is accepted.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Accepted risk of choosing ELO1 wrongly.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Accepted risk of choosing ELO0 wrongly.")
@console_options
def command(
    contest: Contest, one: str, two: str, games: int, sprt: str | None, alpha: float, beta: float, console: Console
) -> None:
    """Play games between A and B, each opening twice with the sides changed, and report for A with error bars."""
    hypotheses = read_hypotheses(sprt, alpha, beta)
    standings = contest.run(contest.plan((one, two), games), console, hypotheses)
    report = match_report(standings)
    if console.as_json:
        console.emit("match", report.as_json())
    else:
        show(report, console)
    contest.finish(standings, console, lambda: page(standings, report))


def page(standings: Standings, report: MatchReport) -> str:
    """Return the report as a page."""
    from saizen.arena.html import match_html  # not needed by most runs

    return match_html(standings, report)


def read_hypotheses(text: str | None, alpha: float, beta: float) -> Hypotheses | None:
    """Return the two differences of `ELO0,ELO1`."""
    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise SettingError(f"--sprt {text}: write two numbers, e.g. 0,10") from None
    return Hypotheses(elo0, elo1, alpha, beta)


def show(report: MatchReport, console: Console) -> None:
    """Print the report for people."""
    one, two = report.players
    pairs = report.pentanomial
    console.show(console.text("match_title", one=one, two=two, games=report.total.games))
    console.show(console.text("match_all", **tally_text(report.total)))
    console.show(console.text("match_first", **tally_text(report.moving_first)))
    console.show(console.text("match_second", **tally_text(report.moving_second)))
    if report.score is not None:
        low, high = report.score_interval
        console.show(console.text("match_score", score=f"{report.score:.1%}", low=f"{low:.1%}", high=f"{high:.1%}"))
    console.show(console.text("match_elo", elo=number(report.elo), interval=interval(pairs.elo_interval)))
    console.show(console.text("match_nelo", nelo=number(pairs.nelo), interval=interval(pairs.nelo_interval)))
    console.show(console.text("match_los", los=f"{pairs.los:.1%}"))
    console.show(console.text("match_pairs", counts=" ".join(map(str, pairs.counts))))
    if report.sprt is not None:
        low, high = report.sprt.hypotheses.bounds
        console.show(console.text("match_sprt", llr=f"{report.sprt.llr:.2f}", low=f"{low:.2f}", high=f"{high:.2f}"))
    for name, effort, faults in zip(report.players, report.effort, report.faults, strict=True):
        console.show(console.text("match_effort", name=name, **effort_text(effort)))
        if faults:
            found = ", ".join(f"{cause} {count}" for cause, count in faults.items())
            console.show(console.text("match_faults", name=name, faults=found))
    console.show(console.text("match_reason", reason=report.reason))


def tally_text(tally: Tally) -> dict[str, object]:
    """Return wins, draws and losses for a message."""
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def effort_text(effort: Effort) -> dict[str, object]:
    """Return time and nodes a move for a message."""
    return {"time": f"{1000 * effort.seconds_a_move:.3g} ms", "nodes": f"{effort.nodes_a_move:,.0f}"}


def number(value: float | None) -> str:
    """Return a difference with its sign, or a dash where there is none."""
    return "-" if value is None else f"{value:+.1f}"


def interval(ends: tuple[float | None, float | None]) -> str:
    """Return an interval; an end that is not known is infinite."""
    low, high = ends
    return f"{'-inf' if low is None else f'{low:+.1f}'} .. {'+inf' if high is None else f'{high:+.1f}'}"
