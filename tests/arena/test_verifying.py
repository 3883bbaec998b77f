"""Kept games are played again: whatever was changed in them is seen."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from saizen.arena.openings import Openings
from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult, play_pairs
from saizen.arena.verifying import Verifier

Student: TypeAlias = Callable[..., str]

PLAN = Plan("othello", ("random", "maxflip"), 20, size="6", openings=Openings(4))
GAMES = list(play_pairs(PLAN, range(PLAN.pairs)))
WON = next(game for game in GAMES if game.score == 1)


def fault(plan: Plan, result: GameResult, **changes: Any) -> str | None:
    game = plan.scheduled(result.number)
    assert game is not None
    return Verifier(plan).fault(game, result._replace(**changes))


def test_games_as_they_were_played_are_right() -> None:
    verifier = Verifier(PLAN)
    for result in [*GAMES, *reversed(GAMES)]:
        game = PLAN.scheduled(result.number)
        assert game is not None
        assert verifier.fault(game, result) is None


def without(word: str) -> GameResult:
    """Return a game with a move left out that is played in it."""
    game = next(game for game in GAMES if word in game.moves.split()[5:])
    words = game.moves.split()
    words.reverse()
    words.remove(word)
    return game._replace(moves=" ".join(reversed(words)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"score": 0.0}, "its result is another"),
        ({"score": 0.5}, "its result is another"),
        ({"margin": -2.0}, "its result is another"),
        ({"margin": None}, "its result is another"),
        ({"margin": "many"}, "its result is another"),
        ({"score": 0.0, "margin": -2.0}, "its result is another"),
        ({"moves": WON.moves.rpartition(" ")[0]}, "it is not finished"),
        ({"moves": WON.moves + " a1"}, "is not legal|illegal move"),
        ({"moves": "a1 " + WON.moves}, "move 1 'a1' is not legal"),
        ({"moves": ""}, "it begins with another opening"),
        ({"moves": WON.moves.replace(" ", " x9 ", 1)}, "move 2 'x9' is not legal"),
        ({"moves": 12}, "it is damaged"),
        ({"opening": 3}, "it begins with another opening"),
        ({"opening": "x"}, "it begins with another opening|it is damaged"),
        ({"cause": "boredom"}, "it ends by 'boredom'"),
        ({"cause": "died"}, "its result is another"),
        ({"cause": "died", "at_fault": 0}, "its result is another"),
        ({"cause": "adjudicated"}, "it was not adjudicated"),
        ({"at_fault": 1}, "it ends by 'rules'"),
    ],
)
def test_a_game_that_was_changed_is_not(changes: dict[str, Any], message: str) -> None:
    found = fault(PLAN, WON, **changes)
    assert found is not None
    assert any(part in found for part in message.split("|")), found


def test_another_opening_is_seen_even_if_the_game_is_right() -> None:
    other = next(game for game in GAMES if game.number // 2 != WON.number // 2 and game.number % 2 == WON.number % 2)
    changed = other._replace(number=WON.number)
    assert fault(PLAN, changed) == "it begins with another opening"
    scheduled = PLAN.scheduled(WON.number)
    assert scheduled is not None
    assert Verifier(PLAN, openings=False).fault(scheduled, changed) is None


def test_a_pass_that_was_left_out_is_missed() -> None:
    changed = without("pass")
    assert fault(PLAN, changed) is not None
    verifier = Verifier(PLAN)
    for result in GAMES:  # so that all names are known, and the core plays the games again
        game = PLAN.scheduled(result.number)
        assert game is not None
        assert verifier.fault(game, result) is None
    game = PLAN.scheduled(changed.number)
    assert game is not None
    found = verifier.fault(game, changed)
    assert found is not None
    assert "illegal move" in found


def test_the_sides_of_a_game_may_not_be_changed() -> None:
    plan = Plan("othello", ("random", "maxflip"), 2)
    first, second = play_pairs(plan, [0])
    assert first.margin != second.margin
    assert fault(plan, first._replace(number=1)) == "its result is another"


def test_a_fault_is_lost_by_whoever_is_at_fault(student: Student) -> None:
    bad = student("def Player(state): return None\n")
    plan = Plan("tictactoe", (bad, "random"), 2, openings=Openings(2))
    for result in play_pairs(plan, [0]):
        assert result.cause == "illegal"
        assert fault(plan, result) is None
        assert fault(plan, result, score=1.0) == "its result is another"
        assert fault(plan, result, at_fault=1) == "its result is another"
        assert fault(plan, result, at_fault=None) == "its result is another"
        assert fault(plan, result, cause="no reply") is None  # nobody can tell
        assert fault(plan, result, cause="rules", at_fault=None) == "it is not finished"


def test_whoever_resigns_has_lost(student: Student) -> None:
    tired = student("from saizen.errors import ResignError\ndef Player(state): raise ResignError('enough')\n")
    plan = Plan("tictactoe", (tired, "random"), 2, openings=Openings(1))
    for result in play_pairs(plan, [0]):
        assert fault(plan, result) is None
        assert fault(plan, result, score=1.0) == "its result is another"


def test_an_adjudicated_game_has_the_score_of_its_margin() -> None:
    plan = Plan("othello", ("random", "random"), 4, size="6", adjudicate=8)
    for result in play_pairs(plan, [0, 1]):
        assert result.cause == "adjudicated"
        assert fault(plan, result) is None
        assert fault(plan, result, score=1 - result.score or 0.25) == "its result is another"
        assert fault(plan, result, margin=None) == "its result is another"
        assert fault(plan, result, cause="rules") == "it is not finished"
