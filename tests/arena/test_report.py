"""Reports: the numbers of the games, each counted once, for the player they are of."""

from collections.abc import Iterable

import pytest

from saizen.arena.contest import Rules, Standings
from saizen.arena.openings import Openings
from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult, play_pairs
from saizen.arena.report import Effort, Tally, match_report, tournament_report
from saizen.arena.statistics import Hypotheses

PLAN = Plan("tictactoe", ("one", "two"), 8)
MATCH_KEYS = (
    *("players", "games", "wins", "draws", "losses", "score", "elo", "elo_ci95", "nelo", "los", "pentanomial"),
    *("sprt", "faults"),
)


def result(number: int, score: float, cause: str = "rules", at_fault: int | None = None) -> GameResult:
    return GameResult(number, "", 0, score, None, cause, at_fault, "", (2, 3), (0.5, 0.75), (10, 0))


def counted(plan: Plan, results: Iterable[GameResult], rules: Rules | None = None) -> Standings:
    standings = Standings(plan, rules or Rules())
    standings.add(results)
    return standings


def test_wins_are_counted_by_who_moved_first() -> None:
    scores = [1, 1, 1, 0, 0.5, 1, 0, 0]
    report = match_report(counted(PLAN, (result(number, score) for number, score in enumerate(scores))))
    assert (report.moving_first, report.moving_second) == (Tally(2, 1, 1), Tally(2, 0, 2))
    assert report.total == Tally(4, 1, 3)
    assert report.score == 4.5 / 8
    assert report.pentanomial.counts == (1, 0, 1, 1, 1)
    assert report.reason == "all games played"
    assert report.effort[0] == Effort(16, 4.0, 80)
    assert (report.effort[0].seconds_a_move, report.effort[0].nodes_a_move) == (0.25, 5.0)


def test_json_has_the_keys_that_programs_rely_on() -> None:
    games = [result(number, 1.0) for number in range(8)]
    found = match_report(counted(PLAN, games, Rules(Hypotheses(0, 10)))).as_json()
    assert set(MATCH_KEYS) <= set(found)
    assert (found["players"], found["games"], found["wins"]) == (["one", "two"], 8, 8)
    assert (found["score"], found["elo"]) == (1.0, None)
    assert list(found["sprt"]) == ["model", "elo0", "elo1", "alpha", "beta", "llr", "bounds", "result"]
    assert (found["sprt"]["model"], found["sprt"]["elo0"], found["sprt"]["elo1"]) == ("normalized", 0, 10)
    assert match_report(counted(PLAN, games)).as_json()["sprt"] is None


def test_faults_are_counted_by_cause_and_by_player() -> None:
    games = [
        result(0, 0.0, "died", 0),
        result(1, 1.0, "late", 1),
        result(2, 0.0, "died", 0),
        result(3, 1.0, "died", 1),
        result(4, 1.0, "resigned"),
        *(result(number, 0.5) for number in (5, 6, 7)),
    ]
    found = match_report(counted(PLAN, games)).as_json()
    assert found["faults"] == {"died": 3, "late": 1}
    assert found["faults_by_player"] == [{"died": 2}, {"late": 1, "died": 1}]
    assert found["endings"] == {"died": 3, "late": 1, "resigned": 1, "rules": 3}


def test_nothing_is_reported_of_no_games() -> None:
    report = match_report(counted(PLAN, []))
    assert (report.score, report.elo, report.reason, report.effort[0].seconds_a_move) == (None, None, "interrupted", 0)
    assert report.as_json()["games"] == 0


def test_an_interrupted_match_reports_what_there_is() -> None:
    report = match_report(counted(PLAN, [result(0, 1.0), result(1, 0.0), result(2, 1.0), result(5, 1.0)]))
    assert (report.total, report.reason) == (Tally(3, 0, 1), "interrupted")
    assert report.pentanomial.counts == (0, 0, 1, 0, 0)  # one pair is whole


@pytest.fixture(scope="module")
def tournament() -> Standings:
    plan = Plan("othello", ("random", "alphabeta:depth=3", "maxflip", "minimax:depth=1"), 41, openings=Openings(6))
    return counted(plan, play_pairs(plan, range(plan.pairs)))


def test_the_points_of_two_players_add_up_to_their_games(tournament: Standings) -> None:
    report = tournament_report(tournament)
    assert report.games == 6 * 41 == tournament.plan.total
    for rating in report.ladder:
        one = rating.player
        met = [report.points(one, two) for two in range(4) if two != one]
        assert sum(points for points, _ in filter(None, met)) == rating.score
        assert sum(games for _, games in filter(None, met)) == rating.games == 3 * 41
        assert report.points(one, one) is None
        for two in range(4):
            if two != one:
                mine, theirs = report.points(one, two), report.points(two, one)
                assert mine is not None
                assert theirs is not None
                assert mine[0] + theirs[0] == mine[1] == theirs[1] == 41
    assert sum(rating.score for rating in report.ladder) == report.games


def test_the_ladder_has_the_best_first_and_what_each_spent(tournament: Standings) -> None:
    found = tournament_report(tournament).as_json()
    names = [place["player"] for place in found["ladder"]]
    assert names[0] == "alphabeta:depth=3"
    assert sorted(names) == sorted(found["players"])
    elos = [place["elo"] for place in found["ladder"]]
    assert elos == sorted(elos, reverse=True)
    for place in found["ladder"]:
        assert place["elo_ci95"][0] < place["elo"] < place["elo_ci95"][1]
        assert (place["nodes_per_move"] > 0) is (place["player"][:2] in ("al", "mi"))
    assert found["reason"] == "all games played"
    assert len(found["pairings"]) == 6
    for pairing in found["pairings"]:
        assert pairing["wins"] + pairing["draws"] + pairing["losses"] == 41


def test_in_a_gauntlet_only_the_first_meets_all() -> None:
    plan = Plan("tictactoe", ("random", "random", "minimax"), 4, gauntlet=True)
    report = tournament_report(counted(plan, play_pairs(plan, range(plan.pairs))))
    assert report.points(1, 2) is None
    assert [games for _, games in filter(None, (report.points(0, 1), report.points(0, 2)))] == [4, 4]


def test_faults_in_a_tournament_are_those_of_the_player() -> None:
    plan = Plan("tictactoe", ("a", "b", "c"), 2)
    games = [
        result(0, 1.0, "died", 1),  # a and b
        result(1, 0.5),
        result(2, 0.0, "late", 0),  # a and c
        result(3, 0.5),
        result(4, 0.0, "died", 0),  # b and c
        result(5, 1.0, "illegal", 1),
    ]
    report = tournament_report(counted(plan, games))
    assert report.faults == [{"late": 1}, {"died": 2}, {"illegal": 1}]
    assert [effort.moves for effort in report.effort] == [8, 10, 12]
