"""Ratings of a tournament: of known strengths, of two players, of players who never met, and against a slow twin."""

import math
import random
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.arena.ratings import Rating, rate
from saizen.arena.statistics import elo_difference, wilson_interval
from saizen.errors import SettingError

Game = tuple[int, int, float]

ELO_PER_UNIT = 400 / math.log(10)


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[list[Game], int]:
    players = draw(st.integers(2, 5))
    pairing = st.sampled_from(list(combinations(range(players), 2)))
    games = draw(st.lists(st.tuples(pairing, st.sampled_from([0, 0.5, 1])), max_size=30))
    return [(*pair, score) for pair, score in games], players


def expected(mine: float, yours: float) -> float:
    return 1 / (1 + math.exp(yours - mine))


def elos(ratings: list[Rating]) -> list[float]:
    return [rating.elo for rating in sorted(ratings, key=lambda rating: rating.player)]


def play(strengths: list[float], rounds: int, seed: int) -> list[Game]:
    """Return a tournament in which the Elo of each player is known, without draws."""
    stream = random.Random(seed)
    units = [strength / ELO_PER_UNIT for strength in strengths]
    pairings = [pair for pair in combinations(range(len(units)), 2) for _ in range(rounds)]
    return [(one, other, float(stream.random() < expected(units[one], units[other]))) for one, other in pairings]


def rate_by_climbing(games: list[Game], players: int) -> list[float]:
    """Return what `rate` finds, by small steps uphill: real games and a virtual draw against strength zero each."""
    strengths = [0.0] * players
    length = 1 / (len(games) + 1)
    for _ in range(100_000):
        slopes = [0.5 - expected(mine, 0) for mine in strengths]
        for one, other, score in games:
            surplus = score - expected(strengths[one], strengths[other])
            slopes[one] += surplus
            slopes[other] -= surplus
        strengths = [mine + length * slope for mine, slope in zip(strengths, slopes, strict=True)]
        if max(map(abs, slopes)) < 1e-9:
            break
    mean = sum(strengths) / players
    return [ELO_PER_UNIT * (strength - mean) for strength in strengths]


@given(tournaments())
@settings(max_examples=25)
def test_climbing_slowly_leads_to_the_same_ratings(tournament: tuple[list[Game], int]) -> None:
    games, players = tournament
    assert elos(rate(games, players)) == pytest.approx(rate_by_climbing(games, players), abs=1e-4)


@given(tournaments())
def test_ratings_have_mean_zero_and_stand_best_first(tournament: tuple[list[Game], int]) -> None:
    games, players = tournament
    ratings = rate(games, players)
    assert sum(elos(ratings)) == pytest.approx(0, abs=1e-6)
    assert sorted(rating.player for rating in ratings) == list(range(players))
    for better, worse in pairwise(ratings):
        assert better.elo > worse.elo - 1e-6
    assert all(rating.low < rating.elo < rating.high for rating in ratings)
    assert sum(rating.games for rating in ratings) == 2 * len(games)
    assert sum(rating.score for rating in ratings) == len(games)


@given(tournaments())
def test_turned_results_turn_the_ratings(tournament: tuple[list[Game], int]) -> None:
    games, players = tournament
    turned = [(one, other, 1 - score) for one, other, score in games]
    assert elos(rate(turned, players)) == pytest.approx([-elo for elo in elos(rate(games, players))], abs=1e-6)


@given(tournaments(), st.randoms(use_true_random=False))
def test_neither_order_nor_naming_matters(tournament: tuple[list[Game], int], stream: random.Random) -> None:
    games, players = tournament
    shuffled = [(other, one, 1 - score) for one, other, score in stream.sample(games, len(games))]
    assert elos(rate(shuffled, players)) == pytest.approx(elos(rate(games, players)), abs=1e-6)


@pytest.mark.parametrize(("wins", "draws", "losses"), [(500, 0, 500), (400, 300, 300), (700, 100, 200), (90, 0, 910)])
def test_two_players_differ_by_the_elo_of_their_score(wins: int, draws: int, losses: int) -> None:
    games = [(0, 1, 1.0)] * wins + [(0, 1, 0.5)] * draws + [(0, 1, 0.0)] * losses
    first, second = elos(rate(games, 2))
    assert first - second == pytest.approx(elo_difference((wins + draws / 2) / 1000), rel=0.01)  # less the prior


def test_the_interval_of_two_players_is_that_of_their_score() -> None:
    games = [(0, 1, 1.0)] * 600 + [(0, 1, 0.0)] * 400
    low, high = (elo_difference(end) or 0.0 for end in wilson_interval(600, 1000))
    best = rate(games, 2)[0]
    assert 2 * (best.high - best.low) == pytest.approx(high - low, rel=0.01)


def test_known_strengths_are_found() -> None:
    truth = [250.0, 120.0, 30.0, -40.0, -110.0, -250.0]
    ratings = rate(play(truth, rounds=1000, seed=1), 6)
    assert [rating.player for rating in ratings] == [0, 1, 2, 3, 4, 5]
    assert elos(ratings) == pytest.approx(truth, abs=20)
    assert all(rating.high - rating.low < 40 for rating in ratings)


def test_intervals_hold_95_times_of_100() -> None:
    truth, times = [200.0, 50.0, -50.0, -200.0], 400
    held = sum(
        rating.low <= truth[rating.player] <= rating.high
        for seed in range(times)
        for rating in rate(play(truth, rounds=60, seed=seed), 4)
    )
    assert held / (4 * times) == pytest.approx(0.95, abs=0.0165)  # three standard errors of so many


def test_who_won_everything_is_far_ahead_but_finite() -> None:
    for rounds in (1, 10, 1000):
        games = [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 1.0)] * rounds
        best, middle, worst = rate(games, 3)
        assert (best.player, middle.player, worst.player) == (0, 1, 2)
        assert best.elo == pytest.approx(-worst.elo)
        assert 100 < best.elo < 2000
        assert middle.elo == pytest.approx(0, abs=1e-6)
        assert (best.games, best.score, worst.score) == (2 * rounds, 2 * rounds, 0)


def test_groups_that_never_met_stand_at_one_level_with_wide_intervals() -> None:
    group = [(0, 1, 1.0)] * 75 + [(0, 1, 0.0)] * 25
    apart = rate([*group, *[(one + 2, other + 2, score) for one, other, score in group]], 4)
    assert [rating.player for rating in apart] == [0, 2, 1, 3]
    assert apart[0].elo == pytest.approx(apart[1].elo)
    assert apart[0].elo - apart[3].elo == pytest.approx(elo_difference(0.75), rel=0.02)
    together = rate(group, 2)
    assert apart[0].high - apart[0].low > 5 * (together[0].high - together[0].low)


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_equal_ratings_stand_in_the_order_of_the_players(order: tuple[int, ...]) -> None:
    one, two, three, four = order
    games = [(one, two, 1.0), (three, four, 1.0)] * 75 + [(two, one, 1.0), (four, three, 1.0)] * 25
    assert [rating.player for rating in rate(games, 4)] == [*sorted((one, three)), *sorted((two, four))]


def test_a_lone_upset_among_landslides_does_not_throw_the_fit_off() -> None:
    """Undamped Newton steps run away here."""
    games = (
        [(0, 3, 1.0)] * 9999 + [(3, 0, 1.0)] + [(2, 1, 1.0)] * 9999 + [(1, 2, 1.0), (1, 0, 1.0)] + [(2, 3, 1.0)] * 1000
    )
    ratings = rate(games, 4)
    assert [rating.player for rating in ratings] == [2, 1, 0, 3]
    assert elos(ratings)[0] - elos(ratings)[3] == pytest.approx(elo_difference(0.9999), rel=0.1)


def test_a_player_without_games_is_of_unknown_strength() -> None:
    ratings = rate([(0, 1, 1.0)] * 3, 3)
    idle = ratings[1]
    assert (idle.player, idle.games, idle.score) == (2, 0, 0)
    assert idle.low < -300 < 300 < idle.high
    assert rate([], 0) == []
    assert elos(rate([], 3)) == [0, 0, 0]


@pytest.mark.parametrize("game", [(0, 0, 1.0), (0, 2, 1.0), (-1, 0, 1.0)])
def test_players_who_cannot_meet_are_refused(game: Game) -> None:
    with pytest.raises(SettingError, match="two different ones from 0 to 1"):
        rate([game], 2)


def test_what_no_game_can_score_is_refused() -> None:
    with pytest.raises(SettingError, match=r"use 0, 0\.5 or 1"):
        rate([(0, 1, 2.0)], 2)
