"""The engine as a player: what its settings mean, which contradict each other, and what a seed decides."""

import pytest

from saizen.engine.book import load_book
from saizen.engine.clock import Stopwatch
from saizen.engine.levels import LEVELS
from saizen.errors import SpecError
from saizen.games.base import Move
from saizen.games.catalogue import make_game
from saizen.games.othello import Othello
from saizen.players import Clock, EnginePlayer, begin_game, give_clock, make_player, play_game
from saizen.records.transcript import follow
from saizen.search import Limits, SearchResult

START = Othello()
KEYS = "level seconds nodes clock human variety book threads hash"


def player(spec: str, start: Othello = START, seed: int = 0, side: int = 0) -> EnginePlayer:
    made = make_player(spec, start, seed=seed, side=side)
    assert isinstance(made, EnginePlayer)
    return made


def game(one: str, two: str, seed: int = 0, start: Othello = START) -> tuple[Move, ...]:
    return play_game(start, player(one, start, seed), player(two, start, seed, 1)).moves


def test_without_settings_it_plays_at_level_10() -> None:
    made = player("engine:book=no")
    made.choose(START)
    assert made.last is not None
    assert (made.last.depth, made.last.selectivity) == (LEVELS[9].depth, 73)


@pytest.mark.parametrize("level", [1, 4, 20])
def test_a_level_is_a_fixed_depth(level: int) -> None:
    made = player(f"engine:level={level}")
    assert made.level == LEVELS[level - 1]
    assert made.limits == Limits()


def test_each_setting_is_read() -> None:
    assert player("engine:seconds=0.5").limits.seconds == 0.5
    assert player("engine:nodes=100").limits.nodes == 100
    made = player("engine:level=3,threads=2,hash=1,variety=1.5")
    assert (made.engine.threads, made.engine.hash_mib, made.variety) == (2, 1, 1.5)
    person = player("engine:human=1200").person
    assert person is not None
    assert person.profile.rating == 1200


@pytest.mark.parametrize(
    ("text", "seconds", "increment"), [("5", 300, 0), ("5+3", 300, 3), ("0.5+0", 30, 0), ("3+0.25", 180, 0.25)]
)
def test_a_clock_is_minutes_and_seconds_more(text: str, seconds: float, increment: float) -> None:
    watch = player(f"engine:clock={text}").stopwatch
    assert isinstance(watch, Stopwatch)
    assert (watch.seconds, watch.increment, watch.left) == (seconds, increment, seconds)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("engine:level=0", "level=0 in 'engine:level=0' is not a whole number from 1 to 20"),
        ("engine:level=21", "level=21 in 'engine:level=21' is not a whole number from 1 to 20"),
        ("engine:human=300", "human=300 in 'engine:human=300' is not a whole number from 400 to 2400"),
        ("engine:human=strong", "human=strong in 'engine:human=strong' is not a whole number from 400 to 2400"),
        ("engine:seconds=0", "seconds=0 in 'engine:seconds=0' is not a number above 0"),
        ("engine:variety=-1", "variety=-1 in 'engine:variety=-1' is not a number above 0"),
        ("engine:threads=0", "threads=0 in 'engine:threads=0' is not a whole number from 1 to 256"),
        ("engine:hash=0", "hash=0 in 'engine:hash=0' is not a whole number from 1 to 65536"),
        ("engine:clock=0+1", "clock=0+1 in 'engine:clock=0+1' is not a clock such as 5+3: minutes for the game, and"),
        ("engine:clock=5:00", "clock=5:00 in 'engine:clock=5:00' is not a clock such as 5+3"),
        ("engine:clock=-5", "clock=-5 in 'engine:clock=-5' is not a clock such as 5+3"),
        ("engine:depth=3", f"unknown key 'depth' for player 'engine'; known: {KEYS}"),
        (
            "engine:level=3,seconds=1",
            "level and seconds in 'engine:level=3,seconds=1' contradict each other; "
            "give one of level seconds nodes clock human",
        ),
        ("engine:nodes=9,seconds=1", "seconds and nodes in 'engine:nodes=9,seconds=1' contradict each other; give one"),
        ("engine:human=900,clock=3", "clock and human in 'engine:human=900,clock=3' contradict each other; give one"),
        (
            "engine:human=900,variety=2",
            "human and variety in 'engine:human=900,variety=2' contradict each other; a person varies anyway",
        ),
        ("engine:book=maybe", "book=maybe in 'engine:book=maybe' is not one of yes no"),
        (
            "engine:human=900,book=yes",
            "human and book in 'engine:human=900,book=yes' contradict each other; a person never asks the book",
        ),
    ],
)
def test_a_wrong_or_contradictory_setting_gets_one_clear_line(spec: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_player(spec, START)
    assert str(caught.value).startswith(message)


def test_other_games_and_larger_boards_are_refused() -> None:
    with pytest.raises(SpecError, match=r"^player 'engine' plays Othello only, not ConnectFour$"):
        make_player("engine", make_game("connect4"))
    with pytest.raises(SpecError, match=r"^player 'engine' plays on boards up to 8x8, not 10x10; try pvs:seconds=1"):
        make_player("engine:level=3", Othello(10, 10))


@pytest.mark.parametrize("spec", ["engine:level=2", "engine:nodes=300", "engine:human=800", "engine:level=1,variety=3"])
@pytest.mark.parametrize("size", [(8, 8), (6, 6), (4, 6)])
def test_equal_seeds_play_equal_games(spec: str, size: tuple[int, int]) -> None:
    start = Othello(*size)
    assert game(spec, spec, 1, start) == game(spec, spec, 1, start)


def test_other_seeds_play_other_games_where_something_is_left_to_chance() -> None:
    for spec in ("engine:human=800", "engine:level=2,variety=3", "engine:nodes=500,variety=3"):
        assert len({game(spec, spec, seed) for seed in range(3)}) == 3
    assert len({game("engine:level=2", "engine:level=3", seed) for seed in range(3)}) == 1


def test_a_new_game_starts_from_nothing() -> None:
    one, two = player("engine:level=4"), player("engine:human=800", side=1)
    first = play_game(START, one, two).moves
    assert two.person is not None
    two.person.dice = player("engine:human=800", side=1).dice
    assert play_game(START, one, two).moves == first


def test_variety_stays_within_its_discs() -> None:
    state, _ = follow(START, "f5d6c3d3c4")
    assert isinstance(state, Othello)
    values = player("engine:level=4").engine.analyse(state, level=4)
    for discs, least in ((0.3, 1), (2.5, 2), (100, 5)):
        near = {value.move for value in values if value.loss(values[0]) <= discs}
        chosen = {player(f"engine:level=4,variety={discs}", seed=seed).choose(state) for seed in range(40)}
        assert chosen <= near
        assert len(chosen) >= min(least, len(near))


def test_a_single_legal_move_is_played_without_a_search() -> None:
    state, _ = follow(START, "c4c3f5b4a4a5b2a3")
    assert isinstance(state, Othello)
    for spec in ("engine", "engine:human=800", "engine:clock=1"):
        made = player(spec)
        assert made.choose(state) == state.pass_move
        assert made.last is None


def test_progress_goes_to_whoever_asked_for_it() -> None:
    told: list[SearchResult] = []
    limits = Limits(cancel=lambda: bool(told), progress=told.append)
    made = make_player("engine:seconds=600,book=no", START, limits=limits)
    assert made.choose(START) in START.legal_moves()
    assert told


def test_its_own_clock_runs_down_and_is_set_again_for_the_next_game() -> None:
    made = player("engine:clock=0.01")
    begin_game(made, START)
    assert made.choose(START) in START.legal_moves()
    assert made.stopwatch is not None
    assert made.stopwatch.left < 0.6
    begin_game(made, START)
    assert made.stopwatch.left == 0.6


def test_without_a_strength_it_uses_the_clock_of_the_game() -> None:
    made = player("engine:book=no")
    give_clock(made, Clock(left=60.0, increment=1.0))
    allotment = made.allotment(START)
    assert allotment is not None
    assert 0.1 < allotment.hard < 20
    give_clock(made, Clock(per_move=0.02))
    made.choose(START)
    assert made.last is not None
    assert not made.last.complete


def test_the_shorter_of_two_clocks_counts() -> None:
    made = player("engine:clock=10")
    give_clock(made, Clock(left=5.0))
    allotment = made.allotment(START)
    assert allotment is not None
    assert allotment.hard < 5
    give_clock(made, Clock(left=5000.0))
    longer = made.allotment(START)
    assert longer is not None
    assert allotment.hard < longer.hard < 600


def test_a_level_is_stopped_rather_than_lost_on_time() -> None:
    made = player("engine:level=20,book=no")
    give_clock(made, Clock(left=0.5))
    assert made.choose(START) in START.legal_moves()
    assert made.last is not None
    assert not made.last.complete
    give_clock(made, None)
    assert made.allotment(START) is None


@pytest.mark.parametrize("strength", ["level=10", "level=20", "seconds=60", "nodes=1000000000", "clock=60"])
def test_the_strong_play_the_first_plies_by_the_book(strength: str) -> None:
    made = player(f"engine:{strength}")
    begin_game(made, START)
    assert made.analyse(START) == load_book().find(START)[:1]
    assert made.choose(START) in START.legal_moves()
    assert made.last is not None
    assert (made.last.nodes, made.last.depth) == (0, load_book().provenance.depth)
    assert player(f"engine:{strength},book=no").engine.book is False


def test_so_does_a_plain_engine_with_a_clock_or_without() -> None:
    for clock in (None, Clock(left=600.0)):
        made = player("engine")
        give_clock(made, clock)
        assert made.analyse(START)[0].provenance.kind == "book"


@pytest.mark.parametrize(
    "spec", ["engine:level=1", "engine:level=9", "engine:human=2400", "engine:book=no", "engine:nodes=99,book=no"]
)
def test_the_weak_know_no_book_nor_does_who_is_told_so(spec: str) -> None:
    assert player(spec).analyse(START)[0].provenance.kind == "search"


def test_any_level_asks_the_book_that_it_is_told_to() -> None:
    assert player("engine:level=2,book=yes").analyse(START)[0].provenance.kind == "book"


def test_variety_chooses_among_the_moves_of_the_book() -> None:
    state, _ = follow(START, "f5")
    assert isinstance(state, Othello)
    values = load_book().find(state)
    near = {value.move for value in values if value.loss(values[0]) <= 2}
    chosen = {player("engine:variety=2", seed=seed).choose(state) for seed in range(30)}
    assert chosen == near
    assert 1 < len(near) < len(values)
