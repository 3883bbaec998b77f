"""The plots of a match or a tournament."""

from collections.abc import Iterator, Sequence

from saizen.arena.report import TournamentReport
from saizen.arena.statistics import Pentanomial, Sprt, log_likelihood_ratio
from saizen.drawing.charts import Bar, Level, Point, Whisker, bar_chart, interval_chart, line_chart, thinned
from saizen.drawing.page import figure

__all__ = ["ladder_plot", "llr_plot", "pentanomial_plot", "score_plot"]

MOST_WHISKERS = 60
PAIR_POINTS = ("0", "½", "1", "1½", "2")


def progress(pairs: Sequence[tuple[float, float]]) -> Iterator[Pentanomial]:
    """Yield the counts after some of the pairs, evenly spread, the last one always among them."""
    shown = set(thinned(range(1, len(pairs) + 1)))
    counts = [0] * 5
    for number, scores in enumerate(pairs, 1):
        counts[int(2 * sum(scores))] += 1
        if number in shown:
            yield Pentanomial(tuple(counts))


def score_plot(one: str, pairs: Sequence[tuple[float, float]]) -> str:
    """Return the score over the games."""
    points = []
    for so_far in progress(pairs):
        assert so_far.score is not None
        ends = [100 * end for end in (so_far.score, *so_far.score_interval)]
        points.append(Point(2 * so_far.pairs, *ends))
    later = points[len(points) // 10 :]  # the first bands are as wide as the scale
    low = max(0.0, min([48.0, *(point.low for point in later if point.low is not None)]))
    high = min(100.0, max([52.0, *(point.high for point in later if point.high is not None)]))
    said = f"After {2 * len(pairs)} games: {points[-1].y:.1f} %." if points else "No pair of games is finished."
    chart = line_chart(
        f"Score of {one}",
        f"{said} The band is the 95 % interval, the dashed line an even score.",
        points,
        x_label="games",
        y_label="score, %",
        levels=[Level(50.0, "even")],
        limits=(low, high),
    )
    return figure(chart, "Score over the games, with its 95 % interval")


def llr_plot(test: Sprt, pairs: Sequence[tuple[float, float]]) -> str:
    """Return the log-likelihood ratio over the games, between its bounds."""
    asked = test.hypotheses
    low, high = asked.bounds
    ratios = [Point(2 * at.pairs, log_likelihood_ratio(at.counts, asked)) for at in progress(pairs)]
    chart = line_chart(
        "Log-likelihood ratio of the sequential test",
        f"Pairs judged: {test.pairs}. The ratio is {test.llr:.2f}; H0 is accepted at {low:.2f}, H1 at {high:.2f}.",
        [Point(0, 0.0), *ratios],
        x_label="games",
        y_label="log-likelihood ratio",
        levels=[Level(high, "H1"), Level(low, "H0")],
    )
    return figure(chart, "SPRT: the dashed lines are where H1 and H0 are accepted")


def pentanomial_plot(one: str, pairs: Pentanomial) -> str:
    """Return how many pairs gave how many points."""
    bars = [Bar(points, count) for points, count in zip(PAIR_POINTS, pairs.counts, strict=True) if pairs.pairs]
    said = ", ".join(f"{bar.label}: {bar.value}" for bar in bars)
    title = f"Points of {one} in a pair of games"
    chart = bar_chart(title, f"Pairs by points: {said}.", bars, x_label="points in a pair", y_label="pairs")
    return figure(chart, "Pairs of games by the points they gave")


def ladder_plot(report: TournamentReport) -> str:
    """Return the ratings of the best players with their intervals."""
    best = report.ladder[:MOST_WHISKERS]
    whiskers = [
        Whisker(f"{place}. {report.players[rating.player]}", rating.elo, rating.low, rating.high)
        for place, rating in enumerate(best, 1)
    ]
    part = "" if len(best) == len(report.ladder) else f"; the best {len(best)} of {len(report.ladder)}"
    said = f"Elo with its 95 % interval, 0 being the mean of all players{part}"
    return figure(interval_chart("Ratings", f"{said}; the table below has the numbers.", whiskers, x_label="Elo"), said)
