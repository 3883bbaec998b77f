"""Counting games: in whatever order they come, the same ones count and the same one is the last."""

import random
from collections import deque
from collections.abc import Generator, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.arena.contest import Rules, Standings, run_contest
from saizen.arena.journal import Journal
from saizen.arena.openings import Openings
from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult, play_pairs
from saizen.arena.report import match_report
from saizen.arena.statistics import Hypotheses, first_stop

PLAN = Plan("tictactoe", ("one", "two"), 40)


def result(number: int, score: float = 0.5, at_fault: int | None = None) -> GameResult:
    cause = "rules" if at_fault is None else "died"
    return GameResult(number, "", 0, score, None, cause, at_fault, "", (1, 1), (0.0, 0.0), (0, 0))


def faulty(numbers: Iterable[int], place: int = 0, games: int = 40) -> list[GameResult]:
    """Return the games of a plan, some of which one of the two gave away."""
    bad = set(numbers)
    return [result(number, *((float(place), place) if number in bad else (0.5, None))) for number in range(games)]


def judged(results: Iterable[GameResult], rules: Rules | None = None, plan: Plan = PLAN) -> Standings:
    standings = Standings(plan, rules or Rules())
    for one in results:
        standings.add([one])
    return standings


def test_all_games_are_missing_at_first_and_none_at_last() -> None:
    plan = Plan("tictactoe", ("one", "two", "three"), 3)
    standings = Standings(plan)
    assert list(standings.missing) == list(range(6))
    assert not standings.is_over
    for pair in range(6):
        standings.add(result(game.number) for game in plan.pair(pair))
        assert list(standings.missing) == list(range(pair + 1, 6))
    assert standings.is_over
    assert standings.stopped is None
    assert len(standings.counted) == 9


def test_a_pair_is_missing_until_both_games_are_there() -> None:
    standings = judged([result(0), result(3), result(5)])
    assert list(standings.missing)[:4] == [0, 1, 2, 3]
    standings.add([result(1), result(2)])
    assert list(standings.missing)[:2] == [2, 3]


def test_a_game_that_comes_twice_counts_once_and_as_it_came_first() -> None:
    standings = judged([result(0, 1.0), result(0, 0.0), result(1, 1.0)])
    assert [game.score for game in standings.counted] == [1.0, 1.0]


@pytest.mark.parametrize(
    ("bad", "last"),
    [
        ([0, 1, 2, 3, 4], 4),
        ([0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15], 14),
        ([35, 36, 37, 38, 39], 39),
        ([0, 1, 2, 3, 5, 6, 7, 8], None),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("order", ["forward", "backward", "shuffled"])
def test_five_faults_in_a_row_stop_the_run(bad: list[int], last: int | None, place: int, order: str) -> None:
    results = faulty(bad, place)
    if order == "backward":
        results.reverse()
    if order == "shuffled":
        random.Random(1).shuffle(results)
    standings = judged(results)
    if last is None:
        assert standings.stopped is None
        assert len(standings.counted) == 40
    else:
        assert standings.stopped == f"{PLAN.players[place]} failed 5 times in a row"
        assert [game.number for game in standings.counted] == list(range(last + 1))
    assert standings.is_over


def test_faults_of_both_in_turn_stop_nothing() -> None:
    results = [result(number, float(number % 2), number % 2) for number in range(40)]
    assert judged(results).stopped is None


def test_whoever_recovers_never_stops() -> None:
    standings = judged(faulty(range(40)), Rules(most_faults=None))
    assert standings.stopped is None
    assert len(standings.counted) == 40


def test_one_fault_may_be_too_many() -> None:
    assert judged(faulty([7]), Rules(most_faults=1)).stopped == "one failed 1 times in a row"


def test_in_a_tournament_faults_are_those_of_a_player_in_all_its_games() -> None:
    plan = Plan("tictactoe", ("good", "bad", "fair"), 2)
    games = [game for pair in range(plan.pairs) for game in plan.pair(pair)]
    results = []
    for game in games:
        place = (game.one, game.two).index(1) if 1 in (game.one, game.two) else None
        results.append(result(game.number, 0.5 if place is None else float(place), place))
    standings = judged(results, Rules(most_faults=3), plan)
    assert standings.stopped == "bad failed 3 times in a row"
    assert standings.counted[-1].number == 4  # its games are 0, 1, 4 and 5


@given(scores=st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=200, max_size=200), seed=st.integers(0, 99))
def test_a_sequential_test_stops_at_the_same_pair_in_any_order(scores: list[float], seed: int) -> None:
    plan = Plan("tictactoe", ("one", "two"), 200)
    hypotheses = Hypotheses(0, 100)
    results = [result(number, score) for number, score in enumerate(scores)]
    shuffled = random.Random(seed).sample(results, len(results))
    one, two = (judged(order, Rules(hypotheses), plan) for order in (results, shuffled))
    pairs = first_stop((a + b for a, b in zip(scores[::2], scores[1::2], strict=True)), hypotheses)
    assert one.counted == two.counted == results[: None if pairs is None else 2 * pairs]
    assert (one.stopped, one.sprt) == (two.stopped, two.sprt)
    assert (one.stopped is None) is (pairs is None)


def test_a_sequential_test_says_what_it_accepts() -> None:
    wins, losses = ([result(number, score) for number in range(40)] for score in (1.0, 0.0))
    for results, name in [(wins, "H1"), (losses, "H0")]:
        standings = judged(results, Rules(Hypotheses(0, 200)))
        assert standings.stopped == f"SPRT: {name} accepted"
        assert match_report(standings).reason == standings.stopped
        assert len(standings.counted) < 40


class Here:
    """Plays the pairs in this process, and remembers whether it was stopped."""

    def __init__(self) -> None:
        self.played = 0
        self.closed = False

    def play(self, plan: Plan, pairs: "deque[int]") -> Generator[list[GameResult]]:
        try:
            while pairs:
                self.played += 1
                yield list(play_pairs(plan, [pairs.popleft()]))
        finally:
            self.closed = True


def contest(plan: Plan, rules: Rules) -> tuple[Standings, Here]:
    standings, workers = Standings(plan, rules), Here()
    with Journal(None, plan) as journal:
        run_contest(standings, journal, workers)
    return standings, workers


def test_a_run_ends_with_its_test_and_so_do_its_workers() -> None:
    plan = Plan("othello", ("alphabeta:depth=3", "random"), 400, openings=Openings(8))
    standings, workers = contest(plan, Rules(Hypotheses(0, 100)))
    assert standings.stopped == "SPRT: H1 accepted"
    assert workers.closed
    assert workers.played < 200
    assert len(standings.counted) == 2 * workers.played


def test_what_a_watcher_raises_ends_the_workers() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    plan = Plan("tictactoe", ("random", "random"), 40)
    standings, workers = Standings(plan), Here()
    with Journal(None, plan) as journal, pytest.raises(KeyboardInterrupt):
        run_contest(standings, journal, workers, interrupt)
    assert (workers.closed, workers.played) == (True, 1)
    assert sorted(standings.results) == [0, 1]  # kept and counted before it was shown
