"""Plans: the seed and the settings decide every game, whoever plays it."""

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.arena.openings import Openings
from saizen.arena.plan import Plan, Schedule, TimeControl
from saizen.errors import IllegalMoveError, SettingError, SpecError
from saizen.games.othello import Othello

NAMES = [f"player {number}" for number in range(1001)]


def plan(players: int = 2, games: int = 4, **settings: Any) -> Plan:
    return Plan("othello", tuple(NAMES[:players]), games, **settings)


def schedule(of: Plan) -> list[Schedule]:
    return [game for pair in range(of.pairs) for game in of.pair(pair)]


def test_a_match_has_each_opening_twice_with_the_sides_changed() -> None:
    assert schedule(plan(games=5)) == [
        Schedule(0, 0, 1, 0, False),
        Schedule(1, 0, 1, 0, True),
        Schedule(2, 0, 1, 1, False),
        Schedule(3, 0, 1, 1, True),
        Schedule(4, 0, 1, 2, False),
    ]


def test_the_pairings_of_a_tournament_take_turns() -> None:
    met = [(game.one, game.two, game.opening, game.swapped) for game in schedule(plan(players=3, games=3))]
    first = [(*pairing, 0, swapped) for pairing in ((0, 1), (0, 2), (1, 2)) for swapped in (False, True)]
    assert met == [*first, (0, 1, 1, False), (0, 2, 1, False), (1, 2, 1, False)]


@given(players=st.integers(2, 6), games=st.integers(1, 9), gauntlet=st.booleans())
def test_every_pairing_plays_its_games(players: int, games: int, gauntlet: bool) -> None:
    asked = plan(players, games, gauntlet=gauntlet)
    played = schedule(asked)
    expected = (
        [(0, other) for other in range(1, players)] if gauntlet else list(itertools.combinations(range(players), 2))
    )
    assert list(asked.pairings) == expected
    assert Counter((game.one, game.two) for game in played) == dict.fromkeys(expected, games)
    assert len(played) == len({game.number for game in played}) == asked.total
    for pairing in expected:
        mine = [(game.opening, game.swapped) for game in played if (game.one, game.two) == pairing]
        assert mine == [(number // 2, number % 2 == 1) for number in range(games)]
    for pair in range(asked.pairs):
        assert {game.number // 2 for game in asked.pair(pair)} == {pair}
    numbers = {game.number: game for game in played}
    assert [asked.scheduled(number) for number in range(-4, 2 * asked.pairs + 4)] == [
        numbers.get(number) for number in range(-4, 2 * asked.pairs + 4)
    ]


def test_a_plan_travels_as_json() -> None:
    asked = Plan(
        "othello",
        ("random", "gtp:./engine 'é'"),
        3,
        seed=1 << 70,
        size="6x4",
        start="mirrored",
        position="-" * 10 + "OX--XO" + "-" * 8 + " X",
        moves="d3",
        openings=Openings(lines=("f5", "d6c3")),
        gauntlet=True,
        time=TimeControl(1.5, 60, 0.25, 0.1),
        adjudicate=14,
        hosted=True,
    )
    assert Plan.from_json(json.loads(json.dumps(asked.as_json()))) == asked
    assert Plan.from_json(json.loads(json.dumps(plan().as_json()))) == plan()


def test_the_start_is_the_position_after_the_moves() -> None:
    asked = Plan("othello", ("a", "b"), 2, size="6x4", moves="b2")
    start = Othello(6, 4)
    assert asked.state() == start.apply_move(start.parse_move("b2"))
    placed = Plan("othello", ("a", "b"), 2, size="4", position="OX" + "-" * 14 + " O")
    assert placed.state() == Othello(4, 4).parse_position("OX" + "-" * 14 + " O")
    assert Plan("othello", ("a", "b"), 2, start="mirrored").state() != Othello()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"games": 0}, "games=0 cannot be played; use 1 to 10000000"),
        ({"games": 10_000_001}, "games=10000001 cannot be played"),
        ({"players": 1}, "1 players cannot meet; use 2 to 1000"),
        ({"players": 1001}, "1001 players cannot meet"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, int], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        plan(**settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"move": 0.0}, "0 seconds a move cannot be given; use more than 0"),
        ({"move": float("nan")}, "nan seconds a move"),
        ({"game": float("inf")}, "inf seconds a game"),
        ({"game": -1.0}, "-1 seconds a game"),
        ({"game": 60.0, "increment": -1.0}, "-1 seconds more cannot be given; use 0 to"),
        ({"increment": float("inf")}, "inf seconds more"),
        ({"margin": float("nan")}, "nan seconds of margin"),
    ],
)
def test_times_that_are_none_are_refused(settings: dict[str, float], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        TimeControl(**settings)


def test_a_clock_limits_moves_or_games() -> None:
    assert [TimeControl().limited, TimeControl(move=1).limited, TimeControl(game=60).limited] == [False, True, True]


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"game": "chess"}, SpecError, "unknown game 'chess'"),
        ({"position": "X" * 64 + " X"}, SettingError, "the game is over in this position; begin earlier"),
        ({"game": "tictactoe", "moves": "a1b1a2b2a3"}, SettingError, "the game is over in this position"),
        ({"moves": "a1"}, IllegalMoveError, "move 1 'a1'"),
        ({"game": "connect4", "adjudicate": 10}, SettingError, "only othello on boards up to 8x8"),
        ({"size": "10", "adjudicate": 10}, SettingError, "only othello on boards up to 8x8"),
    ],
)
def test_a_start_that_is_none_is_refused(settings: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Plan(**{"game": "othello", "players": ("a", "b"), "games": 2, **settings}).state()


def test_a_game_of_a_file_is_a_game() -> None:
    nim = Path(__file__).parents[2] / "examples" / "nim.py"
    assert not Plan(f"{nim}:Nim", ("a", "b"), 2).state().is_over()
