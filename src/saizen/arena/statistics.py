"""What the games of a match say: score, Elo, normalized Elo, likelihood of superiority and the sequential test.

A match plays each opening twice with colours swapped, so the two games of a pair are not independent: every number
of a match comes from the scores of its pairs, for the player named first. All intervals are for 95 %.
"""

import enum
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from saizen.errors import SettingError

__all__ = [
    "Hypotheses",
    "Interval",
    "Judgement",
    "OpenInterval",
    "Pentanomial",
    "Sprt",
    "Verdict",
    "elo_difference",
    "first_stop",
    "same_rate_probability",
    "score_interval",
    "sprt",
    "wilson_interval",
]

Interval: TypeAlias = tuple[float, float]
OpenInterval: TypeAlias = tuple[float | None, float | None]  # None is an end at infinity

NORMAL_975 = 1.959963984540054  # 95 % of a normal variable lies within so many standard deviations
NELO_PER_T = 800 / math.log(10)  # what a lead of one standard deviation of a single game is worth
SMALLEST_COUNT = 1e-3  # stands for a count of zero in the likelihood, as in fishtest
WIDEST_NELO = 200  # further out, data far from a hypothesis often give its likelihood two peaks
DEVIATIONS = (-0.5, -0.25, 0.0, 0.25, 0.5)  # of a pair's mean score from even


def elo_difference(score: float) -> float | None:
    """Return the logistic Elo difference that expects `score` points a game, or None at 0 and 1."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def wilson_interval(wins: float, games: float) -> Interval:
    """Return the 95 % interval of a win rate from independent games (Wilson 1927); without games it is 0 to 1."""
    if not 0 <= wins <= games:
        raise SettingError(f"wins={wins} of games={games} cannot be; use 0 ≤ wins ≤ games")
    if games == 0:
        return 0.0, 1.0
    rate, shrink = wins / games, NORMAL_975**2 / games
    centre = (rate + shrink / 2) / (1 + shrink)
    reach = math.sqrt(shrink * (rate * (1 - rate) + shrink / 4)) / (1 + shrink)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def same_rate_probability(wins: int, games: int, other_wins: int, other_games: int) -> float:
    """Return how probable win rates at least as far apart are where both are really one (Fisher's exact test, 1935)."""
    for won, played in ((wins, games), (other_wins, other_games)):
        if not 0 <= won <= played:
            raise SettingError(f"wins={won} of games={played} cannot be; use 0 ≤ wins ≤ games")
    won = wins + other_wins

    def log_ways(wins: int) -> float:
        return log_choices(games, wins) + log_choices(other_games, won - wins)

    every = log_choices(games + other_games, won)
    seen = log_ways(wins) + 1e-7  # what is as probable counts too, whatever the rounding
    possible = map(log_ways, range(max(0, won - other_games), min(games, won) + 1))
    return min(1.0, math.fsum(math.exp(ways - every) for ways in possible if ways <= seen))


def log_choices(games: int, wins: int) -> float:
    """Return the logarithm of how many ways there are to choose the won games."""
    return math.lgamma(games + 1) - math.lgamma(wins + 1) - math.lgamma(games - wins + 1)


def score_interval(wins: int, draws: int, losses: int) -> Interval:
    """Return the 95 % interval of the points a game from independent games, a draw being half a point."""
    if min(wins, draws, losses) < 0:
        raise SettingError(f"wins={wins}, draws={draws}, losses={losses} cannot be; use 0 or more")
    return mean_interval((losses, draws, wins))


def mean_interval(counts: Sequence[int]) -> Interval:
    """Return the 95 % interval of a mean score, from how often each of the evenly spaced scores 0 to 1 was seen.

    It is Wilson's, for as many wins and losses as would spread the mean as widely as these scores do. Where all n
    scores were alike, the others have together a probability of at most 1 − 0.05^(1/n) ("rule of three").
    """
    trials = sum(counts)
    if trials == 0:
        return 0.0, 1.0
    mean, variance = moments(counts)
    if variance == 0:
        others = 1 - 0.05 ** (1 / trials)
        return mean - others * mean, mean + others * (1 - mean)
    games = mean * (1 - mean) / variance * (trials - 1)
    return wilson_interval(mean * games, games)


def moments(counts: Sequence[int]) -> tuple[float, float]:
    """Return the mean and the variance of the evenly spaced scores 0 to 1, each seen so many times."""
    trials, top = sum(counts), len(counts) - 1
    mean = sum(score * count for score, count in enumerate(counts)) / (trials * top)
    variance = sum((score / top - mean) ** 2 * count for score, count in enumerate(counts)) / trials
    return mean, variance


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """How many pairs of games gave the first player 0, ½, 1, 1½ and 2 points.

    Without pairs nothing is known: None for every number, the widest intervals, a likelihood of superiority of ½.
    """

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        """Refuse what cannot be counted."""
        if len(self.counts) != 5 or min(self.counts) < 0:
            raise SettingError(f"counts={self.counts} is no pentanomial; use five counts of 0 or more")

    @classmethod
    def from_games(cls, scores: Sequence[float]) -> "Pentanomial":
        """Count the scores (0, ½, 1) of games in the order of the schedule, two by two; an odd last one is left out."""
        counts = [0] * 5
        for first, second in zip(scores[::2], scores[1::2], strict=False):
            if not {first, second} <= {0, 0.5, 1}:
                raise SettingError(f"{first} and {second} points cannot come of two games; use 0, 0.5 or 1 for each")
            counts[pair_index(first + second)] += 1
        return cls(tuple(counts))

    @property
    def pairs(self) -> int:
        """How many pairs were counted."""
        return sum(self.counts)

    @property
    def score(self) -> float | None:
        """The mean points a game."""
        return moments(self.counts)[0] if self.pairs else None

    @property
    def score_interval(self) -> Interval:
        """The 95 % interval of the mean points a game, from the variance over pairs."""
        return mean_interval(self.counts)

    @property
    def elo(self) -> float | None:
        """The logistic Elo difference, None at 0 or 100 %."""
        return None if self.score is None else elo_difference(self.score)

    @property
    def elo_interval(self) -> OpenInterval:
        """The 95 % interval of the Elo difference, an end at infinity being None."""
        low, high = self.score_interval
        return elo_difference(low), elo_difference(high)

    @property
    def nelo(self) -> float | None:
        """The normalized Elo difference, None while all pairs scored alike: there is no spread to measure by.

        It is (score − ½) / √(2 · variance of a pair's mean score) · 800 / ln 10, as in fishtest and fastchess.
        """
        if self.pairs == 0:
            return None
        score, variance = moments(self.counts)
        return (score - 0.5) / math.sqrt(2 * variance) * NELO_PER_T if variance else None

    @property
    def nelo_interval(self) -> OpenInterval:
        """The 95 % interval of the normalized Elo difference.

        Fishtest and fastchess take the spread as known: right for close players, too narrow for others. Here the error
        of the spread counts too: the variance of t = mean/deviation is (1 − t·skewness + t²·(kurtosis − 1)/4)/n.
        """
        nelo = self.nelo
        if nelo is None:
            return None, None
        score, variance = moments(self.counts)
        deviation = math.sqrt(variance)
        lead = (score - 0.5) / deviation
        third, fourth = (
            sum(
                count * ((0.5 + off - score) / deviation) ** power
                for count, off in zip(self.counts, DEVIATIONS, strict=True)
            )
            / self.pairs
            for power in (3, 4)
        )
        stretch = math.sqrt(max(1 - lead * third + lead**2 * (fourth - 1) / 4, 0.0))
        reach = NORMAL_975 * NELO_PER_T / math.sqrt(2 * self.pairs) * stretch
        return nelo - reach, nelo + reach

    @property
    def los(self) -> float:
        """The likelihood of superiority: how probable it is that the first player is the stronger one.

        Where all n pairs scored alike and not even, it is that of n wins of n, 1 − ½^(n + 1) (Laplace), or the rest.
        """
        if self.pairs == 0:
            return 0.5
        score, variance = moments(self.counts)
        if variance:
            return math.erfc((0.5 - score) / math.sqrt(2 * variance / self.pairs)) / 2
        doubt = 0.5 if score == 0.5 else 0.5 ** (self.pairs + 1)
        return doubt if score <= 0.5 else 1 - doubt


def pair_index(pair_score: float) -> int:
    """Return which of the five counts a pair with so many points belongs to."""
    index = 2 * pair_score
    if index not in (0, 1, 2, 3, 4):
        raise SettingError(f"{pair_score} points cannot come of a pair; use 0, 0.5, 1, 1.5 or 2")
    return int(index)


class Verdict(enum.StrEnum):
    """What a sequential test says: the first player is as strong as elo1, no stronger than elo0, or play on."""

    H1 = "H1"
    H0 = "H0"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Two normalized Elo differences to choose between.

    `alpha` is the accepted probability of choosing elo1 where elo0 is true, `beta` that of the other error.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what cannot be told apart, and errors that need no test."""
        if not -WIDEST_NELO <= self.elo0 < self.elo1 <= WIDEST_NELO:
            raise SettingError(
                f"elo0={self.elo0}, elo1={self.elo1} cannot be tested; use −{WIDEST_NELO} ≤ elo0 < elo1 ≤ {WIDEST_NELO}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise SettingError(f"alpha={self.alpha}, beta={self.beta} cannot be used; use between 0 and 0.5")

    @property
    def bounds(self) -> Interval:
        """The log-likelihood ratios at which elo0 and elo1 are accepted (Wald 1945)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, llr: float) -> Verdict:
        """Return what the test says at a log-likelihood ratio."""
        low, high = self.bounds
        return Verdict.H0 if llr <= low else Verdict.H1 if llr >= high else Verdict.CONTINUE


class Judgement(NamedTuple):
    """The log-likelihood ratio of elo1 to elo0, and what the test says to it."""

    llr: float
    result: Verdict


def sprt(pentanomial: Pentanomial, hypotheses: Hypotheses) -> Judgement:
    """Judge all the pairs of a match at once."""
    llr = log_likelihood_ratio(pentanomial.counts, hypotheses)
    return Judgement(llr, hypotheses.verdict(llr))


@dataclass(slots=True)
class Sprt:
    """A sequential probability ratio test fed with one pair at a time, in the order of the schedule.

    Once it has stopped, further pairs change nothing: what workers finish late cannot turn the verdict.
    """

    hypotheses: Hypotheses
    pairs: int = field(default=0, init=False)
    llr: float = field(default=0.0, init=False)
    result: Verdict = field(default=Verdict.CONTINUE, init=False)
    counts: list[int] = field(default_factory=lambda: [0] * 5, init=False, repr=False)

    def add(self, pair_score: float) -> Verdict:
        """Count a pair that gave the first player 0 to 2 points, and return what the test says now."""
        index = pair_index(pair_score)
        if self.result is Verdict.CONTINUE:
            self.counts[index] += 1
            self.pairs += 1
            self.llr = log_likelihood_ratio(self.counts, self.hypotheses)
            self.result = self.hypotheses.verdict(self.llr)
        return self.result


def first_stop(pair_scores: Iterable[float], hypotheses: Hypotheses) -> int | None:
    """Return after how many pairs, in the order of the schedule, the test stops; None when it runs on."""
    test = Sprt(hypotheses)
    return next((test.pairs for score in pair_scores if test.add(score) is not Verdict.CONTINUE), None)


def log_likelihood_ratio(counts: Sequence[int], hypotheses: Hypotheses) -> float:
    """Return how much more likely the pairs are at elo1 than at elo0, each at its most likely distribution.

    Van den Bergh, "Normalized Elo" and "The generalized SPRT": the distributions are free but for their t-value.
    """
    seen = [max(count, SMALLEST_COUNT) for count in counts]
    pairs = sum(seen)
    shares = [count / pairs for count in seen]
    return pairs * (likelihood_loss(shares, hypotheses.elo0) - likelihood_loss(shares, hypotheses.elo1))


def likelihood_loss(shares: Sequence[float], nelo: float) -> float:
    """Return the log-likelihood a pair that the best distribution with this nElo has less than the observed one.

    With b a pair's deviation from even, t = E b / √Var b is fixed, which is E b = τ √(E b²) with τ = t / √(1 + t²).
    The root is the least value of (E b² / r + r) / 2, taken where r is the root itself. At that r the condition reads
    E lean = 0 with lean = b − τ (b² / r + r) / 2: linear in the probabilities, so they are share / (1 + λ · lean) for
    some λ. The r of the solution is found by repetition; the loss is stationary in r, so a small error does no harm.
    """
    t = nelo * math.sqrt(2) / NELO_PER_T
    tau = t / math.hypot(1, t)
    root = math.sqrt(sum(share * b * b for share, b in zip(shares, DEVIATIONS, strict=True)))
    root = max(root, abs(tau) / 2)  # below half of this no distribution has such a t-value
    multiplier = 0.0
    while True:
        leans = [b - tau * (b * b / root + root) / 2 for b in DEVIATIONS]
        multiplier = balance(shares, leans, multiplier)
        weights = [1 + multiplier * lean for lean in leans]
        previous = root
        root = math.sqrt(sum(p / w * b * b for p, w, b in zip(shares, weights, DEVIATIONS, strict=True)))
        if abs(root - previous) < 1e-5 * root:
            return sum(share * math.log(weight) for share, weight in zip(shares, weights, strict=True))


def balance(shares: Sequence[float], leans: Sequence[float], start: float) -> float:
    """Return the λ at which the sum of share · lean / (1 + λ · lean) is zero.

    The sum falls between the two poles next to zero: Newton's step is taken, or half the way where it would leave.
    """
    low, high = -1 / max(leans), -1 / min(leans)
    root = start if low < start < high else 0.0
    terms = list(zip(shares, leans, strict=True))
    while True:
        value = slope = 0.0
        for share, lean in terms:
            pull = lean / (1 + root * lean)
            value += share * pull
            slope += share * pull * pull
        following = root + value / slope
        if value * value <= 1e-16 * slope:  # then this last step leaves no more than rounding
            return following
        low, high = (root, high) if value > 0 else (low, root)
        root = following if low < following < high else (low + high) / 2
