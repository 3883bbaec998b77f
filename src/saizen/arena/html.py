"""The report of a match or a tournament as one page that needs nothing else: no script, no other file.

Names and transcripts come from others: the pieces of the page escape all words they are given.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version

from saizen.arena.contest import Standings
from saizen.arena.plan import Plan
from saizen.arena.playing import ADJUDICATED, RESIGNED, RULES, GameResult
from saizen.arena.plots import ladder_plot, llr_plot, pentanomial_plot, score_plot
from saizen.arena.report import Effort, MatchReport, Tally, TournamentReport, complete_pairs
from saizen.arena.statistics import Hypotheses, OpenInterval, Pentanomial, Verdict, elo_difference
from saizen.drawing.page import details, page, paragraph, section, table

__all__ = ["match_html", "tournament_html"]

MOST_GAMES = 300  # whose moves are shown
GAMES_TOGETHER = 50
MOST_CROSSED = 40  # players of a cross table
MOST_PAIRINGS = 500
OUTCOMES = {1.0: "1–0", 0.5: "½–½", 0.0: "0–1"}
ENDING_WORDS = {RULES: "by the rules", ADJUDICATED: "adjudicated by the exact score", RESIGNED: "the loser resigned"}
UNKNOWN = "–"
PERCENT = "\u00a0%"  # with a space that does not break
GAMES_NOTE = (
    "Of a game, who moved first stands first, with the result and the margin as they saw it; "
    "numbers are those of the journal"
)
EFFORT_HEAD = ("player", "time a move", "nodes a move", "faults")


def match_html(standings: Standings, report: MatchReport) -> str:
    """Return the page of a match."""
    one, two = report.players
    games = standings.counted
    pairs = list(complete_pairs(games))
    plots = [score_plot(one, pairs)]
    if report.sprt is not None:
        plots.append(llr_plot(report.sprt, pairs[: report.sprt.pairs]))
    plots.append(pentanomial_plot(one, report.pentanomial))
    return page(
        f"{one} against {two}",
        paragraph(match_lead(report), "lead"),
        section(
            "Result",
            paragraph(f"All results are those of the first player, {one}.", "note"),
            tally_table(report.moving_first, report.moving_second),
            estimate_table(report.total, report.pentanomial, sprt_rows(report)),
        ),
        section("Plots", f'<div class="figures">{"".join(plots)}</div>'),
        section(
            "Players",
            table("Work and faults", EFFORT_HEAD, map(effort_row, report.players, report.effort, report.faults)),
            endings_table(report.endings),
        ),
        section("Settings", settings_table(standings)),
        section("Games", *game_blocks(standings.plan, games)),
    )


def tournament_html(standings: Standings, report: TournamentReport) -> str:
    """Return the page of a tournament."""
    games = standings.counted
    return page(
        f"Tournament of {len(report.players)} players: {standings.plan.game}",
        paragraph(tournament_lead(report), "lead"),
        section("Ladder", ladder_plot(report), ladder_table(report)),
        section("Cross table", cross_table(report)),
        section("Pairings", *pairing_blocks(standings.plan, games, placed_names(report))),
        section("Settings", settings_table(standings)),
    )


def match_lead(report: MatchReport) -> str:
    """Return the result in a sentence."""
    one, two = report.players
    if report.score is None:
        return f"{one} and {two} have not finished a game: {report.reason}."
    total, (low, high) = report.total, report.score_interval
    return (
        f"{one} scored {percent(report.score)} (95{PERCENT}: {percent(low)} to {percent(high)}) against {two}: "
        f"{total.wins} won, {total.draws} drawn, {total.losses} lost of {counted(total.games, 'game')}. "
        f"Ended: {report.reason}."
    )


def tally_table(first: Tally, second: Tally) -> str:
    """Return wins, draws and losses by who moved first."""
    rows = (("moving first", first), ("moving second", second), ("all games", first + second))
    head = ("", "wins", "draws", "losses", "games", "points", "score")
    return table("Wins, draws and losses", head, (tally_row(name, tally) for name, tally in rows))


def tally_row(name: str, tally: Tally) -> tuple[str, ...]:
    """Return the row of a tally."""
    counts = (tally.wins, tally.draws, tally.losses, tally.games)
    return (name, *map(str, counts), points_text(tally.points), rate_text(tally.points, tally.games))


def estimate_table(total: Tally, pairs: Pentanomial, more: Iterable[tuple[str, str]] = ()) -> str:
    """Return what the games say of the strength of the first of two players."""
    score = total.points / total.games if total.games else None
    low, high = pairs.score_interval
    rows = [
        ("score", f"{rate_text(total.points, total.games)} (95{PERCENT}: {percent(low)} to {percent(high)})"),
        ("Elo", f"{elo_text(score)} (95{PERCENT}: {interval_text(pairs.elo_interval)})"),
        ("normalized Elo", nelo_text(pairs)),
        ("likelihood of superiority", los_text(pairs.los)),
        ("pairs with 0, ½, 1, 1½, 2 points", ", ".join(map(str, pairs.counts))),
        *more,
    ]
    return table("Estimates, from pairs of games with the sides changed", (), rows, words=True)


def elo_text(score: float | None) -> str:
    """Return the Elo difference of a score, which is infinite where all games were won or lost."""
    if score is None:
        return UNKNOWN
    elo = elo_difference(score)
    return signed(elo) if elo is not None else "+∞" if score else "−∞"


def nelo_text(pairs: Pentanomial) -> str:
    """Return the normalized Elo difference, where there is one."""
    if pairs.nelo is None:
        return f"{UNKNOWN} (all pairs scored alike)" if pairs.pairs else UNKNOWN
    return f"{signed(pairs.nelo)} (95{PERCENT}: {interval_text(pairs.nelo_interval)})"


def los_text(los: float) -> str:
    """Return a likelihood of superiority, which is never certain."""
    return f"> {percent(0.999)}" if los > 0.999 else f"< {percent(0.001)}" if los < 0.001 else percent(los)


def sprt_rows(report: MatchReport) -> Iterator[tuple[str, str]]:
    """Yield the sequential test, if there was one, and why the match ended."""
    test = report.sprt
    if test is not None:
        asked = test.hypotheses
        low, high = asked.bounds
        verdict = "not decided" if test.result is Verdict.CONTINUE else f"{test.result} accepted"
        yield "SPRT", f"{verdict} after {counted(test.pairs, 'pair')}; {hypotheses_text(asked)}"
        yield "log-likelihood ratio", f"{signed(test.llr, 2)} (bounds {signed(low, 2)} and {signed(high, 2)})"
    yield "ended", report.reason


def hypotheses_text(asked: Hypotheses) -> str:
    """Return what a sequential test decides between."""
    return f"H0 nElo {asked.elo0:+g}, H1 nElo {asked.elo1:+g}, α {asked.alpha:g}, β {asked.beta:g}".replace("-", "−")


def endings_table(endings: Mapping[str, int]) -> str:
    """Return how often games ended by each cause, the most frequent first."""
    ordered = sorted(endings.items(), key=lambda ending: -ending[1])
    rows = [(ENDING_WORDS.get(cause, f"fault: {cause}"), str(count)) for cause, count in ordered]
    return table("How the games ended", ("cause", "games"), rows) if rows else ""


def tournament_lead(report: TournamentReport) -> str:
    """Return the result in a sentence."""
    if not report.games:
        return f"No game is finished: {report.reason}."
    best = report.ladder[0]
    return (
        f"{report.players[best.player]} leads with Elo {signed(best.elo)} (95{PERCENT}: {signed(best.low)} to "
        f"{signed(best.high)}) after {counted(report.games, 'game')} of {report.planned}. Ended: {report.reason}."
    )


def ladder_table(report: TournamentReport) -> str:
    """Return the ladder."""
    rows = []
    names = placed_names(report)
    for rating in report.ladder:
        player = rating.player
        name, *work = effort_row(names[player], report.effort[player], report.faults[player])
        points = (points_text(rating.score), str(rating.games), rate_text(rating.score, rating.games))
        elo = (signed(rating.elo), f"{rating.high - rating.elo:.1f}")
        rows.append((name, *elo, *points, *work))
    head = (EFFORT_HEAD[0], "Elo", f"± 95{PERCENT}", "points", "games", "score", *EFFORT_HEAD[1:])
    return table("Ratings by all games together (Bradley–Terry)", head, rows)


def cross_table(report: TournamentReport) -> str:
    """Return the points of each player against each other, best first."""
    met: dict[tuple[int, int], str] = {}
    for pairing in report.pairings:
        points, games = pairing.tally.points, pairing.tally.games
        if games:
            met[pairing.one, pairing.two] = f"{points_text(points)}/{games}"
            met[pairing.two, pairing.one] = f"{points_text(games - points)}/{games}"
    names = placed_names(report)
    order = list(names)[:MOST_CROSSED]
    head = ("player", *map(str, range(1, len(order) + 1)))
    rows = [(names[one], *(UNKNOWN if one == two else met.get((one, two), "") for two in order)) for one in order]
    return table(f"Points of games, row against column{share_shown(len(order), len(report.players))}", head, rows)


def placed_names(report: TournamentReport) -> dict[int, str]:
    """Return the name of each player, best first, with its place on the ladder."""
    return {rating.player: f"{place}. {report.players[rating.player]}" for place, rating in enumerate(report.ladder, 1)}


def pairing_blocks(plan: Plan, games: Sequence[GameResult], names: Mapping[int, str]) -> Iterator[str]:
    """Yield what each two players did against each other, with the first of their games."""
    met: dict[tuple[int, int], list[GameResult]] = {}
    for game in games:
        scheduled = plan.scheduled(game.number)
        assert scheduled is not None
        met.setdefault((scheduled.one, scheduled.two), []).append(game)
    shown = list(met)[:MOST_PAIRINGS]
    most_games = max(2, MOST_GAMES // max(1, len(shown)))
    yield paragraph(f"{GAMES_NOTE}.", "note")
    if len(shown) < len(met):
        yield paragraph(f"The first {len(shown)} of {len(met)} pairings.", "note")
    for one, two in shown:
        yield pairing_block(plan, (names[one], names[two]), met[one, two], most_games)


def pairing_block(plan: Plan, names: tuple[str, str], games: Sequence[GameResult], most_games: int) -> str:
    """Return the numbers of two players, which are the first one's, and some of their games."""
    first, second = (Tally.of(game.score for game in games if game.number % 2 == swapped) for swapped in (0, 1))
    total = first + second
    pairs = Pentanomial.from_games([score for pair in complete_pairs(games) for score in pair])
    summary = f"{names[0]} – {names[1]}: {points_text(total.points)} of {total.games}"
    shown = games[:most_games]
    return details(
        summary,
        paragraph(f"All results are those of the first player, {names[0]}.", "note"),
        tally_table(first, second),
        estimate_table(total, pairs),
        details(f"Games{share_shown(len(shown), len(games))}", game_list(plan, shown)),
    )


def effort_row(name: str, effort: Effort, faults: Mapping[str, int]) -> tuple[str, ...]:
    """Return what a player spent on a move, and its faults by cause."""
    nodes = f"{effort.nodes_a_move:,.0f}" if effort.nodes else UNKNOWN
    found = ", ".join(f"{cause} {count}" for cause, count in faults.items())
    return name, duration(effort.seconds_a_move) if effort.moves else UNKNOWN, nodes, found or "none"


def settings_table(standings: Standings) -> str:
    """Return everything that decides the games."""
    plan, rules = standings.plan, standings.rules
    begin = {"size": plan.size, "start": plan.start, "position": plan.position, "moves played before": plan.moves}
    rows = [
        ("game", plan.game),
        *((name, value) for name, value in begin.items() if value not in (None, "", "standard")),
        *((f"player {place}", spec) for place, spec in enumerate(plan.players, 1)),
        ("games", games_text(plan)),
        ("openings", openings_text(plan)),
        ("seed", str(plan.seed)),
        ("time", time_text(plan)),
        *([] if plan.adjudicate is None else [("adjudication", f"exact score at {plan.adjudicate} empties")]),
        *([("files of players", "each in a process of its own")] if plan.hosted else []),
        *([] if rules.hypotheses is None else [("SPRT", hypotheses_text(rules.hypotheses))]),
        *([] if rules.most_faults is None else [("faults", f"ends after {rules.most_faults} of one player in a row")]),
        ("saizen", version("saizen")),
    ]
    return table("What was to be played", (), rows, words=True)


def games_text(plan: Plan) -> str:
    """Return how many games were to be played, and who met whom."""
    if len(plan.players) == 2:
        return str(plan.total)
    who = "the first player meets all others" if plan.gauntlet else "everyone meets everyone"
    return f"{plan.total}: {who}, {counted(plan.games, 'game')} each"


def openings_text(plan: Plan) -> str:
    """Return how the games begin."""
    lines, plies = len(plan.openings.lines), plan.openings.plies
    if not lines and not plies:
        return "none: every game begins at the start"
    what = f"{counted(lines, 'line')} of a file" if lines else f"{plies} random plies"
    return f"{what}, each played twice with the sides changed"


def time_text(plan: Plan) -> str:
    """Return the limits of time."""
    time = plan.time
    limits = [f"{time.move:g} s a move"] if time.move is not None else []
    if time.game is not None:
        limits.append(f"{time.game:g} s a game" + (f" and {time.increment:g} s more a move" if time.increment else ""))
    return f"{', '.join(limits)}; late by more than {time.margin:g} s loses" if limits else "no limit"


def game_blocks(plan: Plan, games: Sequence[GameResult]) -> Iterator[str]:
    """Yield the first games, some together."""
    shown = games[:MOST_GAMES]
    yield paragraph(f"{GAMES_NOTE}{share_shown(len(shown), len(games))}.", "note")
    for start in range(0, len(shown), GAMES_TOGETHER):
        block = shown[start : start + GAMES_TOGETHER]
        yield details(f"Games {block[0].number} to {block[-1].number}", game_list(plan, block))


def game_list(plan: Plan, games: Sequence[GameResult]) -> str:
    """Return games with their moves."""
    return f'<ol class="games">\n{"".join(game_item(plan, game) for game in games)}</ol>\n'


def game_item(plan: Plan, game: GameResult) -> str:
    """Return one game, seen by who moved first."""
    scheduled = plan.scheduled(game.number)
    assert scheduled is not None
    names = (plan.players[scheduled.one], plan.players[scheduled.two])
    ending = ENDING_WORDS.get(game.cause, game.cause)
    if game.at_fault is not None:
        ending = f"fault of {names[game.at_fault]}: {game.cause}: {game.detail}"
    turn = -1 if scheduled.swapped else 1
    (first, second), score = names[::turn], 1 - game.score if scheduled.swapped else game.score
    margin = "" if game.margin is None else f" ({turn * game.margin + 0.0:+g})".replace("-", "−")
    return (
        f"<li>{paragraph(f'{game.number}. {first} – {second}: {OUTCOMES[score]}{margin}')}"
        f"{paragraph(f'{ending}; opening of {game.opening} plies', 'end')}{paragraph(game.moves, 'moves')}</li>\n"
    )


def share_shown(shown: int, of: int) -> str:
    """Return the words for a part that stands for more."""
    return f", the first {shown} of {of}" if shown < of else ""


def points_text(points: float) -> str:
    """Return points, of which there may be half ones."""
    return f"{points:.1f}".removesuffix(".0")


def rate_text(points: float, games: int) -> str:
    """Return the points a game, where there was one."""
    return percent(points / games) if games else UNKNOWN


def interval_text(ends: OpenInterval) -> str:
    """Return an interval, an end that is None being infinite."""
    low, high = ends
    return f"{'−∞' if low is None else signed(low)} to {'+∞' if high is None else signed(high)}"


def percent(share: float) -> str:
    """Return a share of 1 as people write it."""
    return f"{100 * share:.1f}{PERCENT}"


def signed(value: float, decimals: int = 1) -> str:
    """Return a number with its sign, the minus a true one."""
    return f"{round(value, decimals) + 0.0:+.{decimals}f}".replace("-", "−")


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    factor, unit = next(
        ((factor, unit) for factor, unit in ((1, "s"), (1e3, "ms")) if seconds * factor >= 1), (1e6, "µs")
    )
    return f"{seconds * factor:.3g} {unit}"


def counted(count: int, noun: str) -> str:
    """Return a number of things."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
