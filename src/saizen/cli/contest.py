"""What `saizen match` and `saizen tournament` share: their options, the run with its live line, and their files."""

import functools
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from saizen.arena.contest import Rules, Standings, run_contest
from saizen.arena.journal import Journal
from saizen.arena.openings import read_openings
from saizen.arena.plan import Plan, TimeControl
from saizen.arena.playing import check_players
from saizen.arena.report import MatchReport, match_report
from saizen.arena.statistics import Hypotheses
from saizen.arena.workers import LocalWorkers, Workers
from saizen.cli.console import Console
from saizen.cli.live import StatusLine, format_seconds
from saizen.cli.options import game_options
from saizen.errors import SettingError, UnreadableFileError
from saizen.games.othello import Othello

__all__ = ["Contest", "contest_options"]

F = TypeVar("F", bound=Callable[..., Any])
OTHELLO_OPENINGS, OTHER_OPENINGS = "random:8", "random:2"
MOST_EMPTIES = 26  # solved in seconds, not minutes
SHOW_SECONDS = 0.2  # between two looks of the live line
MOST_LOOKING = 0.05  # of the time: many games take long to sum up
OF_THE_GAME = ("game", "size", "start", "position", "moves")


def contest_options(function: F) -> F:
    """Add the options of the game, the clock, the workers and the files; the command receives a `contest`."""
    options = [
        click.option("--openings", help="random:PLIES (default; Othello: random:8), balanced, none, or a file."),
        click.option("--workers", type=click.IntRange(1, 256), help="Processes (default: one a core)."),
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster instead, e.g. tcp://127.0.0.1:8786."),
        click.option("--per-move", type=click.FloatRange(0, min_open=True), help="Seconds for each move."),
        click.option("--per-game", metavar="SECONDS[+MORE]", help="Seconds for a game, and more after each move."),
        click.option(
            "--margin",
            type=click.FloatRange(0, 60),
            default=0.05,
            show_default=True,
            help="Seconds by which an answer may be late, for messages on their way.",
        ),
        click.option("--adjudicate", metavar="exact:EMPTIES", help="Othello: let the exact score end the game."),
        click.option("--journal", type=click.Path(path_type=Path), help="A file that keeps every game; runs resume."),
        click.option("--force", is_flag=True, help="Use the journal of another plan or version."),
        click.option(
            "--faults",
            type=click.IntRange(1),
            default=5,
            show_default=True,
            help="Stop after so many faults of one player in a row.",
        ),
        click.option("--recover", is_flag=True, help="Never stop for faults."),
        click.option("--html", type=click.Path(path_type=Path), help="Write a report with plots."),
        click.option("--transcripts", type=click.Path(path_type=Path), help="Write the games, one a line."),
    ]

    def command(*args: Any, seed: int, **values: Any) -> Any:
        names = [*OF_THE_GAME, *Contest.__dataclass_fields__]
        given = {name: values.pop(name) for name in names if name in values}
        game = {name: given.pop(name) for name in OF_THE_GAME}
        return function(*args, contest=Contest(game={**game, "seed": seed}, **given), **values)

    wrapped: Any = functools.wraps(function)(command)
    for option in reversed(options):
        wrapped = option(wrapped)
    decorated: F = game_options()(wrapped)
    return decorated


@dataclass(frozen=True, slots=True)
class Contest:
    """How games are to be played, as the command line says it."""

    game: dict[str, Any]
    openings: str | None
    workers: int | None
    cluster: str | None
    per_move: float | None
    per_game: str | None
    margin: float
    adjudicate: str | None
    journal: Path | None
    force: bool
    faults: int
    recover: bool
    html: Path | None
    transcripts: Path | None

    def plan(self, players: tuple[str, ...], games: int, *, gauntlet: bool = False, hosted: bool = False) -> Plan:
        """Return the plan for these players, after trying whatever could be wrong with it."""
        control = TimeControl(self.per_move, *read_clock(self.per_game), self.margin)
        hosted = hosted or control.limited  # a file that never answers can only be ended in a process of its own
        empties = read_adjudication(self.adjudicate)
        plan = Plan(
            players=players,
            games=games,
            gauntlet=gauntlet,
            hosted=hosted,
            time=control,
            adjudicate=empties,
            **self.game,
        )
        with redirect_stdout(sys.stderr):  # files may print
            state = plan.state()
            usual = OTHELLO_OPENINGS if isinstance(state, Othello) else OTHER_OPENINGS
            plan = replace(plan, openings=read_openings(self.openings or usual, state, plan.seed))
            check_players(plan)
        return plan

    def run(
        self, plan: Plan, console: Console, hypotheses: Hypotheses | None = None, *, recover: bool = False
    ) -> Standings:
        """Play the games, showing how far they have come; Ctrl-C ends them, and what is kept stays kept."""
        for path in (self.html, self.transcripts):
            if path is not None:
                write_file(path, "", "a")  # what cannot be written at the end is refused now
        workers: Workers = LocalWorkers(self.workers or os.cpu_count() or 1, silent=sys.stderr is None)
        if self.cluster is not None:
            from saizen.arena.cluster import ClusterWorkers  # an extra

            workers = ClusterWorkers(self.cluster)
        rules = Rules(hypotheses, None if self.recover or recover else self.faults)
        with Journal(self.journal, plan, force=self.force) as journal, ContestLine(console) as line:
            standings = Standings(plan, rules)
            try:
                with redirect_stdout(sys.stderr):
                    run_contest(standings, journal, workers, line.update)
            except KeyboardInterrupt:
                if not standings.results:
                    raise
                standings.interrupted = True
        if self.transcripts is not None:
            write_file(self.transcripts, transcripts(standings))
        return standings

    def finish(self, standings: Standings, console: Console, page: Callable[[], str]) -> None:
        """Write the page asked for; leave with the exit code of a run that Ctrl-C or faults stopped."""
        if self.html is not None:
            write_file(self.html, page())
        if standings.interrupted:
            if self.journal is not None:
                console.say("contest_resume")
            sys.exit(130)
        if standings.failed:
            sys.exit(1)


class ContestLine(StatusLine):
    """Shows how many games are played, their score so far and the time left."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self.next_look = 0.0
        self.kept: int | None = None  # games that were there before

    def update(self, standings: Standings, latest: int) -> None:
        """Show the games so far, of which `latest` have just been played."""
        played = len(standings.results)
        if self.kept is None:
            self.kept = played - latest
        now = time.perf_counter()
        if not self.wanted or now < self.next_look:
            return
        rate = (played - self.kept) / (now - self.started)
        left = format_seconds((standings.plan.total - played) / rate) if rate else "?"
        self.show(self.text(standings, played, left))
        looked = time.perf_counter()
        self.next_look = looked + max(SHOW_SECONDS, (looked - now) / MOST_LOOKING)

    def text(self, standings: Standings, played: int, left: str) -> str:
        """Return the line; of a match, with the first player's score and Elo."""
        score = elo = ""
        if len(standings.plan.players) == 2:
            report = match_report(standings)
            score = "" if report.score is None else f"{report.score:.1%} "
            elo = elo_text(report, "+-" if self.console.plain else "±")
        total = standings.plan.total
        return self.console.text("contest_live", played=played, total=total, score=score, elo=elo, left=left)


def elo_text(report: MatchReport, sign: str) -> str:
    """Return an Elo difference with what may be added or taken away, as far as it is known."""
    low, high = report.pentanomial.elo_interval
    if report.elo is None or low is None or high is None:
        return ""
    return f"Elo {report.elo:+.0f} {sign} {(high - low) / 2:.0f} "


def read_clock(text: str | None) -> tuple[float | None, float]:
    """Return the seconds of a game and those added after each move, of `300` or `180+2`."""
    if text is None:
        return None, 0.0
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", text, re.ASCII)
    if found is None or not 0 < float(found[1]) < 1e6:
        raise SettingError(f"--per-game {text}: write SECONDS or SECONDS+MORE, e.g. 300 or 180+2")
    return float(found[1]), float(found[2] or 0)


def read_adjudication(text: str | None) -> int | None:
    """Return from how many empties on the exact score ends a game, of `exact:EMPTIES`."""
    if text is None:
        return None
    found = re.fullmatch(r"exact:(\d{1,2})", text, re.ASCII)
    if found is None or not 1 <= int(found[1]) <= MOST_EMPTIES:
        raise SettingError(f"--adjudicate {text}: write exact:EMPTIES with 1 to {MOST_EMPTIES} empties, e.g. exact:14")
    return int(found[1])


def transcripts(standings: Standings) -> str:
    """Return the games, one a line: number, players, result, cause and moves, apart by tabs."""
    lines = []
    for game in standings.counted:
        scheduled = standings.plan.scheduled(game.number)
        assert scheduled is not None
        one, two = standings.plan.players[scheduled.one], standings.plan.players[scheduled.two]
        first, second = (two, one) if scheduled.swapped else (one, two)
        score = 1 - game.score if scheduled.swapped else game.score
        result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[score]
        lines.append("\t".join((str(game.number), first, second, result, game.cause, game.moves)) + "\n")
    return "".join(lines)


def write_file(path: Path, text: str, mode: str = "w") -> None:
    """Write a file, or say why it cannot be."""
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UnreadableFileError(f"cannot write {str(path)!r}: {error.strerror}") from None
