"""The numbers of a match: against published ones, against what they promise, and against a slow twin."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.arena.statistics import (
    DEVIATIONS,
    NELO_PER_T,
    Hypotheses,
    Interval,
    Pentanomial,
    Sprt,
    Verdict,
    elo_difference,
    first_stop,
    likelihood_loss,
    mean_interval,
    same_rate_probability,
    score_interval,
    sprt,
    wilson_interval,
)
from saizen.errors import SettingError

PAIR_SCORES = (0, 0.5, 1, 1.5, 2)
CLOSE = (1, 4, 8, 4, 1)
OTHELLO = (2410, 367, 5075, 327, 2605)  # few draws, and most openings won by one colour
LOPSIDED = (1, 10, 78, 48, 13)

pentanomials = st.lists(st.integers(0, 2000), min_size=5, max_size=5).map(lambda counts: Pentanomial(tuple(counts)))
hypotheses = st.tuples(st.integers(-90, 80), st.integers(1, 20)).map(lambda pair: Hypotheses(pair[0], sum(pair)))


def mirrored(pentanomial: Pentanomial) -> Pentanomial:
    return Pentanomial(pentanomial.counts[::-1])


def half(interval: tuple[float | None, float | None]) -> float:
    low, high = interval
    assert low is not None
    assert high is not None
    return (high - low) / 2


@pytest.mark.parametrize(
    ("counts", "elo", "elo_reach", "nelo", "nelo_reach"),
    [
        ((379, 10170, 21828, 10640, 343), 1.59, 1.21, 3.05, 2.31),  # fishtest, as quoted with its nElo
        ((352, 579, 1264, 743, 464), 19.83, 6.77, 24.25, 8.26),  # fastchess: Zeno
        ((1, 10, 78, 48, 13), 72.85, 22.33, 132.30, 39.32),  # fastchess: Stockfish 19 and 18
        ((0, 0, 1, 8, 1), 190.85, 65.54, 549.34, 152.27),  # fastchess after ten pairs
        ((0, 1, 0, 1, 0), 0.00, 296.58, 0.00, 340.48),  # fastchess after two
    ],
)
def test_elo_is_the_published_one(
    counts: tuple[int, ...], elo: float, elo_reach: float, nelo: float, nelo_reach: float
) -> None:
    found = Pentanomial(counts)
    assert found.elo == pytest.approx(elo, abs=0.005)
    assert found.nelo == pytest.approx(nelo, abs=0.005)
    # Theirs takes the spread as known: right for close players, and for two pairs as good as anything.
    if nelo < 10:
        assert half(found.nelo_interval) == pytest.approx(nelo_reach, abs=0.005)
    else:
        assert half(found.nelo_interval) >= nelo_reach * 0.95
    # Theirs is plainly two standard errors, which for few pairs is too narrow.
    assert elo_reach - 0.005 <= half(found.elo_interval) <= elo_reach * 1.03


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [
        ((677, 25001, 61196, 24940, 714), -1.75, 0.25, 2.95),  # Stockfish, pull request 6633
        ((264, 5737, 31270, 5964, 269), -0.5, 2.5, 2.97),  # Stockfish, pull request 3514
        ((29, 2205, 35000, 2392, 34), 0.5, 3.5, 2.94),
        ((352, 579, 1264, 743, 464), 9, 16, 4.60),  # fastchess: Zeno
        ((0, 0, 1, 8, 1), 0, 50, 1.24),
    ],
)
def test_the_likelihood_ratio_is_the_published_one(
    counts: tuple[int, ...], elo0: float, elo1: float, llr: float
) -> None:
    assert sprt(Pentanomial(counts), Hypotheses(elo0, elo1)).llr == pytest.approx(llr, abs=0.005)


def test_games_are_paired_in_order_and_an_odd_last_one_is_left_out() -> None:
    scores = [0, 0, 0, 0.5, 1, 0, 0.5, 0.5, 0.5, 1, 1, 1]
    assert Pentanomial.from_games(scores) == Pentanomial((1, 1, 2, 1, 1))
    assert Pentanomial.from_games([*scores, 1]) == Pentanomial((1, 1, 2, 1, 1))
    assert Pentanomial.from_games([1]) == Pentanomial.from_games([]) == Pentanomial()


@pytest.mark.parametrize("scores", [[2, 0], [0, -1], [0.25, 0.25], [1.5, 0.5]])
def test_what_no_game_can_score_is_refused(scores: list[float]) -> None:
    with pytest.raises(SettingError, match="cannot come of two games"):
        Pentanomial.from_games(scores)


@pytest.mark.parametrize("counts", [(1, 2, 3), (0, 0, -1, 0, 0)])
def test_what_is_no_pentanomial_is_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(SettingError, match="five counts"):
        Pentanomial(counts)


def test_without_pairs_nothing_is_known() -> None:
    nothing = Pentanomial()
    assert (nothing.score, nothing.elo, nothing.nelo, nothing.los) == (None, None, None, 0.5)
    assert nothing.score_interval == (0, 1)
    assert nothing.elo_interval == nothing.nelo_interval == (None, None)
    assert sprt(nothing, Hypotheses(0, 10)).result is Verdict.CONTINUE


def test_a_clean_sweep_has_no_elo_but_a_least_one() -> None:
    sweep = Pentanomial((0, 0, 0, 0, 10))
    assert (sweep.score, sweep.elo, sweep.nelo) == (1, None, None)
    assert sweep.score_interval == pytest.approx((0.05**0.1, 1))
    low, high = sweep.elo_interval
    assert low == pytest.approx(elo_difference(0.05**0.1))
    assert high is None
    assert sweep.los == 1 - 0.5**11


@pytest.mark.parametrize("even", [(0, 0, 1, 0, 0), (0, 0, 500, 0, 0)])
def test_even_pairs_alone_say_even_and_no_more(even: tuple[int, ...]) -> None:
    found = Pentanomial(even)
    assert (found.score, found.elo, found.nelo, found.los) == (0.5, 0, None, 0.5)
    low, high = found.score_interval
    assert low < 0.5 < high
    assert low + high == pytest.approx(1)


@given(pentanomials)
def test_swapped_players_have_swapped_numbers(pentanomial: Pentanomial) -> None:
    other = mirrored(pentanomial)
    assert pentanomial.los + other.los == pytest.approx(1)
    assert sum(pentanomial.score_interval + other.score_interval) == pytest.approx(2)
    pairs = (
        (pentanomial.elo, other.elo),
        (pentanomial.nelo, other.nelo),
        (pentanomial.elo_interval[0], other.elo_interval[1]),
        (pentanomial.nelo_interval[1], other.nelo_interval[0]),
    )
    for mine, theirs in pairs:
        assert (mine is None) is (theirs is None)
        assert mine is None or theirs is None or mine == pytest.approx(-theirs, abs=1e-6)


@given(pentanomials)
def test_intervals_lie_around_their_number(pentanomial: Pentanomial) -> None:
    low, high = pentanomial.score_interval
    assert 0 <= low <= high <= 1
    assert pentanomial.score is None or low <= pentanomial.score <= high
    assert 0 <= pentanomial.los <= 1


def samples(weights: Sequence[int], pairs: int, times: int, seed: int) -> Iterator[Pentanomial]:
    """Yield the outcomes of so many matches whose pairs score as `weights` say."""
    stream = random.Random(seed)
    for _ in range(times):
        counts = Counter(stream.choices(range(5), weights, k=pairs))
        yield Pentanomial(tuple(counts[index] for index in range(5)))


@pytest.mark.parametrize(
    ("name", "weights"),
    [("score", CLOSE), ("score", OTHELLO), ("elo", LOPSIDED), ("nelo", CLOSE), ("nelo", OTHELLO), ("nelo", LOPSIDED)],
)
def test_an_interval_holds_for_95_matches_of_100(name: str, weights: tuple[int, ...]) -> None:
    truth, times = getattr(Pentanomial(weights), name), 5000  # a standard error of the coverage is 0.3 %
    found = [getattr(sample, f"{name}_interval") for sample in samples(weights, 400, times, seed=2)]
    assert 0.94 <= sum(low <= truth <= high for low, high in found) / times <= 0.96


def test_superiority_is_as_likely_as_it_says() -> None:
    """Of even players, one in ten matches gives a likelihood above 0.9."""
    above = sum(sample.los > 0.9 for sample in samples(CLOSE, 200, 8000, seed=2))
    assert above / 8000 == pytest.approx(0.1, abs=0.01)


def outcomes(trials: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """Yield each way to count `trials` outcomes of so many kinds."""
    for bars in combinations(range(trials + kinds - 1), kinds - 1):
        ends = (-1, *bars, trials + kinds - 1)
        yield tuple(high - low - 1 for low, high in pairwise(ends))


def chance(counts: Sequence[int], weights: Sequence[float]) -> float:
    """Return how probable exactly these counts are."""
    ways = math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))
    return ways * math.prod((weight / sum(weights)) ** count for count, weight in zip(counts, weights, strict=True))


def coverage(interval: dict[tuple[int, ...], Interval], weights: Sequence[float]) -> float:
    """Return how probable it is, exactly, that the interval holds the true mean."""
    mean = sum(score * weight for score, weight in enumerate(weights)) / sum(weights) / (len(weights) - 1)
    return sum(chance(counts, weights) for counts, (low, high) in interval.items() if low <= mean <= high)


@pytest.mark.parametrize("weights", [CLOSE, OTHELLO, LOPSIDED, (0, 0, 1, 2, 7), (0, 0, 1, 1, 50), (0, 1, 30, 1, 0)])
def test_the_interval_of_ten_pairs_is_nearly_right(weights: tuple[int, ...]) -> None:
    found = {counts: mean_interval(counts) for counts in outcomes(10, 5)}
    assert coverage(found, weights) > 0.93


def test_the_wilson_interval_holds_95_times_of_100() -> None:
    found = {counts: wilson_interval(counts[1], 100) for counts in outcomes(100, 2)}
    covered = [coverage(found, (100 - percent, percent)) for percent in range(5, 96)]
    assert min(covered) > 0.92
    assert sum(covered) / len(covered) == pytest.approx(0.95, abs=0.005)


def test_the_wilson_interval_is_the_published_one() -> None:
    """Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I."""
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson_interval(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson_interval(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
    assert wilson_interval(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)


@pytest.mark.parametrize("weights", [(1, 1, 1), (3, 1, 3), (1, 2, 9), (1, 18, 1)])
def test_the_interval_of_scores_with_draws_holds_95_times_of_100(weights: tuple[int, ...]) -> None:
    found = {counts: score_interval(counts[2], counts[1], counts[0]) for counts in outcomes(60, 3)}
    assert 0.935 < coverage(found, weights) < 0.965


def test_draws_narrow_the_interval_of_a_score() -> None:
    assert half(score_interval(10, 80, 10)) < half(score_interval(50, 0, 50)) / 2
    assert score_interval(510, 0, 490) == pytest.approx(wilson_interval(510, 1000), abs=1e-4)
    assert score_interval(0, 0, 0) == wilson_interval(0, 0) == (0, 1)


@pytest.mark.parametrize(
    ("counts", "probability"),
    [
        ((3, 4, 1, 4), 34 / 70),  # the lady tasting tea, who may have erred either way
        ((8, 10, 1, 6), 280 / 8008),
        ((0, 0, 3, 5), 1.0),
        ((5, 5, 7, 7), 1.0),
    ],
)
def test_two_rates_are_one_as_probably_as_fisher_says(counts: tuple[int, int, int, int], probability: float) -> None:
    wins, games, other_wins, other_games = counts
    assert same_rate_probability(*counts) == pytest.approx(probability)
    assert same_rate_probability(other_wins, other_games, wins, games) == pytest.approx(probability)
    losses, other_losses = games - wins, other_games - other_wins
    assert same_rate_probability(losses, games, other_losses, other_games) == pytest.approx(probability)


def test_equal_rates_are_called_different_no_more_often_than_allowed() -> None:
    dice = random.Random(1)
    tries, found = 2000, 0
    for _ in range(tries):
        wins, other = (sum(dice.random() < 0.8 for _ in range(games)) for games in (40, 100))
        found += same_rate_probability(wins, 40, other, 100) < 0.05
    assert 0.01 * tries < found <= 0.05 * tries


def test_impossible_counts_of_games_are_refused() -> None:
    with pytest.raises(SettingError, match="0 ≤ wins ≤ games"):
        wilson_interval(3, 2)
    with pytest.raises(SettingError, match="wins=-1 of games=4 cannot be; use 0 ≤ wins ≤ games"):
        same_rate_probability(2, 3, -1, 4)
    with pytest.raises(SettingError, match="use 0 or more"):
        score_interval(3, -1, 2)


def with_nelo(weights: Sequence[float], nelo: float) -> list[float]:
    """Return the distribution with this nElo that `weights` give by a constant factor from score to score."""
    low, high = -60.0, 60.0
    while True:
        middle = (low + high) / 2
        tilted = [weight * math.exp(middle * b) for weight, b in zip(weights, DEVIATIONS, strict=True)]
        shares = [weight / sum(tilted) for weight in tilted]
        mean = sum(share * b for share, b in zip(shares, DEVIATIONS, strict=True))
        deviation = math.sqrt(sum(share * (b - mean) ** 2 for share, b in zip(shares, DEVIATIONS, strict=True)))
        if high - low < 1e-12:
            return shares
        low, high = (middle, high) if mean / deviation < nelo * math.sqrt(2) / NELO_PER_T else (low, middle)


def loss_by_trial(shares: Sequence[float], nelo: float) -> float:
    """Return what `likelihood_loss` returns, by changing one probability after the other as long as it helps."""

    def loss(trial: Sequence[float]) -> float:
        return sum(share * math.log(share / other) for share, other in zip(shares, trial, strict=True))

    best, change = with_nelo(shares, nelo), 0.5
    while change > 1e-4:
        trials = [
            with_nelo([share * (factor if place == index else 1) for place, share in enumerate(best)], nelo)
            for index in range(5)
            for factor in (1 + change, 1 / (1 + change))
        ]
        better = min(trials, key=loss)
        if loss(better) < loss(best):
            best = better
        else:
            change /= 2
    return loss(best)


@pytest.mark.parametrize("nelo", [-60, -5, 0, 5, 100])
@pytest.mark.parametrize("counts", [CLOSE, LOPSIDED, (30, 1, 2, 1, 20), (2, 0.001, 40, 5, 0.001)])
def test_the_loss_of_likelihood_is_the_least_that_trying_finds(counts: tuple[float, ...], nelo: float) -> None:
    shares = [count / sum(counts) for count in counts]
    assert likelihood_loss(shares, nelo) == pytest.approx(loss_by_trial(shares, nelo), abs=1e-8)


@given(pentanomials, st.integers(-100, 100))
def test_no_distribution_with_the_nelo_is_more_likely(pentanomial: Pentanomial, nelo: int) -> None:
    seen = [max(count, 1e-3) for count in pentanomial.counts]
    shares = [count / sum(seen) for count in seen]
    tilted = with_nelo(shares, nelo)
    loss = sum(share * math.log(share / other) for share, other in zip(shares, tilted, strict=True))
    assert -1e-12 <= likelihood_loss(shares, nelo) <= loss + 1e-9


@given(pentanomials, hypotheses)
def test_swapped_players_and_hypotheses_give_the_negated_ratio(pentanomial: Pentanomial, asked: Hypotheses) -> None:
    swapped = sprt(mirrored(pentanomial), Hypotheses(-asked.elo1, -asked.elo0)).llr
    assert sprt(pentanomial, asked).llr == pytest.approx(-swapped, abs=1e-6)


def test_the_bounds_are_walds() -> None:
    low, high = Hypotheses(0, 10).bounds
    assert (low, high) == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert Hypotheses(0, 10, alpha=0.05, beta=0.1).bounds == pytest.approx((-2.251, 2.890), abs=5e-4)
    verdicts = [Hypotheses(0, 10).verdict(llr) for llr in (low - 0.01, low, 0, high, high + 0.01)]
    assert verdicts == ["H0", "H0", "continue", "H1", "H1"]


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta"),
    [(5, 5, 0.05, 0.05), (5, 0, 0.05, 0.05), (0, 300, 0.05, 0.05), (0, 5, 0, 0.05), (0, 5, 0.05, 0.5)],
)
def test_a_test_that_cannot_be_run_is_refused(elo0: float, elo1: float, alpha: float, beta: float) -> None:
    with pytest.raises(SettingError, match=r"cannot be (tested|used); use"):
        Hypotheses(elo0, elo1, alpha, beta)


def pair_scores(weights: Sequence[int], pairs: int, seed: int) -> list[float]:
    return random.Random(seed).choices(PAIR_SCORES, weights, k=pairs)


def test_the_test_judges_pair_by_pair_what_all_pairs_say_together() -> None:
    asked, counts = Hypotheses(0, 30), [0] * 5
    test = Sprt(asked)
    for number, score in enumerate(pair_scores(LOPSIDED, 300, seed=4), start=1):
        counts[PAIR_SCORES.index(score)] += 1
        test.add(score)
        assert (test.llr, test.result) == sprt(Pentanomial(tuple(counts)), asked)
        assert test.pairs == number
        if test.result is not Verdict.CONTINUE:
            break
    assert test.result is Verdict.H1


def test_pairs_after_the_verdict_change_nothing() -> None:
    scores, asked = pair_scores(LOPSIDED, 300, seed=4), Hypotheses(0, 30)
    stop = first_stop(scores, asked)
    assert stop is not None
    assert stop < 300
    assert first_stop([*scores[:stop], *[0] * 500], asked) == stop
    assert first_stop(scores[: stop - 1], asked) is None
    test = Sprt(asked)
    results = [test.add(score) for score in [*scores[:stop], *[0] * 500]]
    assert results == ["continue"] * (stop - 1) + ["H1"] * 501
    assert test.pairs == stop


@given(st.integers(0, 50), st.lists(st.integers(1, 40), max_size=8))
@settings(max_examples=20)
def test_batches_do_not_change_where_the_test_stops(seed: int, batches: list[int]) -> None:
    """However many pairs the workers bring at once, the verdict and its pair are those of one by one."""
    scores, test, taken = pair_scores(CLOSE, 150, seed), Sprt(Hypotheses(-40, 40)), 0
    for batch in [*batches, len(scores)]:
        for score in scores[taken : taken + batch]:
            test.add(score)
        taken += batch
    assert test.pairs == (first_stop(scores, Hypotheses(-40, 40)) or len(scores))


@pytest.mark.parametrize("score", [-0.5, 0.25, 2.5])
def test_what_no_pair_can_score_is_refused(score: float) -> None:
    with pytest.raises(SettingError, match="cannot come of a pair"):
        Sprt(Hypotheses(0, 10)).add(score)


@pytest.mark.parametrize(("weights", "wrong"), [(CLOSE, Verdict.H1), (OTHELLO, Verdict.H0)])
def test_the_test_errs_no_more_often_than_it_promises(weights: tuple[int, ...], wrong: Verdict) -> None:
    truth, stream, tests = Pentanomial(weights).nelo or 0.0, random.Random(5), 500
    asked = Hypotheses(truth, truth + 80) if wrong is Verdict.H1 else Hypotheses(truth - 80, truth)
    errors = 0
    for _ in range(tests):
        test = Sprt(asked)
        while test.add(*stream.choices(PAIR_SCORES, weights)) is Verdict.CONTINUE:
            pass
        errors += test.result is wrong
    assert 0.01 < errors / tests < 0.05 + 3 * math.sqrt(0.05 * 0.95 / tests)
