"""Human opponents: the mistakes of people, bounded, seeded, and fewer with each rating."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from saizen.arena.openings import Openings
from saizen.arena.plan import Plan
from saizen.arena.playing import RULES, play_pairs
from saizen.engine import Engine, MoveValue, Person, Provenance, profile_of
from saizen.engine.human import corner_squares, illusion, normal
from saizen.errors import SettingError
from saizen.games.base import Move
from saizen.games.othello import Othello
from saizen.randomness import Stream
from saizen.records.transcript import follow

RATINGS = (400, 800, 1200, 1600, 2000, 2400)
CORNERS = 1 | 1 << 7 | 1 << 56 | 1 << 63
START = Othello()


def valued(*values: float) -> list[MoveValue]:
    """Return the moves of the start, best first, with these values."""
    moves = START.legal_moves()
    return [MoveValue(moves[index], value, Provenance("search", 4), ()) for index, value in enumerate(values)]


def plays(rating: int, games: int) -> list[tuple[Othello, Move, float]]:
    """Return what someone chose in games against himself: the position, the move, and the discs that it lost."""
    profile, engine, chosen = profile_of(rating), Engine(hash_mib=4), []
    for game in range(games):
        state, person = START, Person(profile, Stream(7, game))
        while not state.is_over():
            move = state.legal_moves()[0]
            if len(state.legal_moves()) > 1:
                values = engine.analyse(state, level=profile.level)
                move = person.choose(state, values)
                lost = next(value.loss(values[0]) for value in values if value.move == move)
                chosen.append((state, move, lost))
            state = state.apply_move(move)
    return chosen


def score(one: str, two: str, games: int) -> float:
    """Return what the first scores a game, from openings that both play."""
    plan = Plan("othello", (one, two), games, seed=3, openings=Openings(6))
    results = list(play_pairs(plan, range(plan.pairs)))
    assert {result.cause for result in results} == {RULES}
    return sum(result.score for result in results) / games


def test_whoever_is_rated_higher_sees_more_and_loses_less() -> None:
    for lower, higher in pairwise(map(profile_of, RATINGS)):
        assert higher.sight > lower.sight
        assert higher.naivety < lower.naivety
        assert higher.noise < lower.noise
        assert higher.a_move < lower.a_move
        assert higher.at_once < lower.at_once
        assert higher.level.depth > lower.level.depth


@pytest.mark.parametrize("rating", [0, 399, 2401])
def test_other_ratings_are_refused(rating: int) -> None:
    with pytest.raises(SettingError, match=f"^human={rating} is no rating; use 400 to 2400$"):
        profile_of(rating)


def test_a_move_that_loses_too_much_is_never_played() -> None:
    profile = profile_of(1200)
    values = valued(10, 9, 10 - profile.at_once - 1, -60)
    person = Person(profile, Stream(0))
    chosen = set()
    for _ in range(300):
        person.new_game()
        chosen.add(person.choose(START, values))
    assert chosen == {values[0].move, values[1].move}


def test_many_mistakes_leave_less_room_for_the_next() -> None:
    profile = profile_of(400)
    person = Person(profile, Stream(0))
    values = valued(30, 29, 0, 0)
    losses = {value.move: value.loss(values[0]) for value in values}
    lost = [losses[person.choose(START, values)] for _ in range(200)]
    assert max(lost) == 30
    assert sum(lost) <= profile.at_once + 200 * profile.a_move


def test_equal_seeds_err_equally() -> None:
    values = valued(1, 0, 0, -1)

    def chosen(seed: int) -> list[Move]:
        person = Person(profile_of(400), Stream(seed))
        return [person.choose(START, values) for _ in range(50)]

    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)
    assert len(set(chosen(1))) > 2


def test_beginners_fall_for_discs_edges_and_squares_beside_empty_corners() -> None:
    state, _ = follow(START, "f5d6c3d3c4f4f6b4c2")
    assert isinstance(state, Othello)
    greedy = max(state.legal_moves(), key=lambda move: (state.flips(move), move))
    least = min(state.legal_moves(), key=lambda move: (state.flips(move), move))
    assert illusion(state, greedy) > illusion(state, least)
    x_squares, c_squares = corner_squares(8, 8, 1)
    assert (x_squares, c_squares) == (1 << 9, 1 << 1 | 1 << 8)
    assert corner_squares(8, 8, 0) == (0, 0)
    assert corner_squares(6, 4, 1 << 23)[0] == 1 << 16


def test_a_pass_is_seen_as_it_is() -> None:
    state, _ = follow(START, "c4c3f5b4a4a5b2a3")
    assert isinstance(state, Othello)
    assert illusion(state, state.pass_move) == 0


def test_noise_is_normal() -> None:
    dice = Stream(5)
    drawn = [normal(dice) for _ in range(4000)]
    assert abs(sum(drawn) / 4000) < 0.05
    assert abs(sum(number * number for number in drawn) / 4000 - 1) < 0.1
    assert 0.66 < sum(abs(number) < 1 for number in drawn) / 4000 < 0.71


def test_mistakes_get_smaller_and_corners_are_offered_less_often() -> None:
    lost, offered = [], []
    for rating in (400, 1200, 2000):
        chosen = plays(rating, games=6)
        lost.append(sum(discs for _, _, discs in chosen) / len(chosen))
        choices = [(state, move) for state, move, _ in chosen if 0 < len(offers(state)) < len(state.legal_moves())]
        offered.append(sum(move in offers(state) for state, move in choices) / len(choices))
        assert max(discs for _, _, discs in chosen) <= profile_of(rating).at_once
    assert lost[0] > 1.5 * lost[1] > 3 * lost[2]
    assert offered[0] > 1.5 * offered[1] > 1.5 * offered[2]


def offers(state: Othello) -> list[Move]:
    """Return the moves that let the opponent take a corner."""
    return [move for move in state.legal_moves() if state.apply_move(move).mobility & CORNERS]


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(RATINGS)))
def test_400_points_more_are_seen_in_the_result(lower: int, higher: int) -> None:
    assert score(f"engine:human={higher}", f"engine:human={lower}", 12) > 0.65


@pytest.mark.slow
@pytest.mark.parametrize(("lower", "higher"), list(pairwise(RATINGS)))
def test_400_points_more_are_seen_in_many_games(lower: int, higher: int) -> None:
    assert score(f"engine:human={higher}", f"engine:human={lower}", 100) > 0.75


def test_a_beginner_loses_to_simple_play() -> None:
    assert score("engine:human=400", "minimax:depth=1,eval=positional", 40) < 0.5
    assert score("engine:human=400", "maxflip", 40) < 0.8
    assert score("engine:human=400", "random", 20) > 0.6


def test_the_best_of_them_beats_a_search_of_four_plies() -> None:
    assert score("engine:human=2400", "alphabeta:depth=4,eval=positional", 6) > 0.8


def test_the_document_shows_what_each_rating_may_lose() -> None:
    text = (Path(__file__).parents[2] / "docs" / "how-to" / "engine.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) discs \| ([\d.]+) discs \|", text, re.MULTILINE)
    profiles = map(profile_of, RATINGS)
    assert rows == [(f"{p.rating}", f"{p.at_once:.1f}", f"{p.a_move:.1f}") for p in profiles]
