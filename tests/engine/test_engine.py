"""The engine: values of all moves, where they come from, limits, streams, and boards it was not trained for."""

from collections.abc import Sequence

import pytest

from saizen.engine import Engine, MoveValue, Provenance, solve
from saizen.engine.levels import LEVELS
from saizen.errors import SettingError
from saizen.games.othello import Othello
from saizen.randomness import Stream
from saizen.records.transcript import follow
from saizen.search import Limits, SearchResult

FOREVER = Limits(seconds=600)


def reached(moves: str, start: Othello | None = None) -> Othello:
    state, _ = follow(start or Othello(), moves)
    assert isinstance(state, Othello)
    return state


def random_position(empties: int, seed: int = 0, start: Othello | None = None) -> Othello:
    dice = Stream(seed, empties)
    while True:
        state = start or Othello()
        while not state.is_over() and state.empties > empties:
            state = state.apply_move(dice.choice(state.legal_moves()))
        if not state.is_over() and len(state.legal_moves()) > 2:
            return state


MIDDLE = reached("f5d6c3d3c4f4f6b4c2")
PASSES = reached("c4c3f5b4a4a5b2a3")
END = random_position(12)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(hash_mib=4)


def assert_sound(state: Othello, found: Sequence[MoveValue]) -> None:
    """Check what holds of every analysis of all moves."""
    assert sorted(value.move for value in found) == list(state.legal_moves())
    assert [value.value for value in found] == sorted((value.value for value in found), reverse=True)
    for value in found:
        assert value.line[0] == value.move
        after = state
        for move in value.line:
            after = after.apply_move(move)  # raises if the line is none
        assert value.loss(found[0]) >= 0
        assert isinstance(value.value, int) == (value.provenance.kind == "exact")
        assert value.value == round(value.value, 2)


@pytest.mark.parametrize("level", [1, 2, 5, 8, 12])
def test_every_move_has_a_value_best_first(engine: Engine, level: int) -> None:
    found = engine.analyse(MIDDLE, level=level)
    assert_sound(MIDDLE, found)
    wanted = Provenance("search", LEVELS[level - 1].depth, int(LEVELS[level - 1].percent))
    assert {value.provenance for value in found} == {wanted}


@pytest.mark.parametrize("seed", range(3))
def test_near_the_end_the_values_are_those_of_the_solver(engine: Engine, seed: int) -> None:
    state = random_position(12, seed)
    found = engine.analyse(state, level=10)
    assert_sound(state, found)
    assert {value.provenance for value in found} == {Provenance("exact")}
    assert [value.value for value in found] == [move.lower for move in solve(state, all_moves=True).moves]
    best = engine.analyse(state, level=10, all_moves=False)
    assert [value.value for value in best] == [found[0].value]


def test_only_the_best_move_is_asked_for(engine: Engine) -> None:
    found = engine.analyse(MIDDLE, level=6, all_moves=False)
    assert len(found) == 1
    assert found[0].move in MIDDLE.legal_moves()
    assert found[0].provenance == Provenance("search", 6, 100)


@pytest.mark.parametrize("all_moves", [True, False])
def test_a_pass_is_valued_like_any_move(engine: Engine, all_moves: bool) -> None:
    assert PASSES.legal_moves() == (PASSES.pass_move,)
    found = engine.analyse(PASSES, level=5, all_moves=all_moves)
    assert_sound(PASSES, found)


def test_a_finished_game_has_no_moves_to_value(engine: Engine) -> None:
    over = Othello().parse_position("X" * 64 + " O")
    assert engine.analyse(over) == []
    assert engine.last is None


def test_without_limits_it_is_level_10(engine: Engine) -> None:
    assert engine.analyse(MIDDLE)[0].provenance == Provenance("search", LEVELS[9].depth, 73)


@pytest.mark.parametrize("all_moves", [True, False])
def test_some_answer_comes_however_tight_the_limits(engine: Engine, all_moves: bool) -> None:
    for limits in (Limits(nodes=1), Limits(seconds=1e-9), Limits(cancel=lambda: True)):
        found = engine.analyse(MIDDLE, limits, level=20, all_moves=all_moves)
        if all_moves:
            assert_sound(MIDDLE, found)
        assert engine.last is not None
        assert not engine.last.complete


def test_more_nodes_go_deeper(engine: Engine) -> None:
    engine.new_game()
    less = engine.analyse(MIDDLE, Limits(nodes=2_000), all_moves=False)[0]
    more = engine.analyse(MIDDLE, Limits(nodes=200_000), all_moves=False)[0]
    assert more.provenance.strength > less.provenance.strength


def test_no_new_iteration_is_begun_after_the_soft_limit(engine: Engine) -> None:
    found = engine.analyse(MIDDLE, FOREVER, soft_seconds=1e-9)
    assert_sound(MIDDLE, found)
    assert engine.last is not None
    assert engine.last.seconds < 60


def test_what_is_found_so_far_is_told_and_can_end_the_search(engine: Engine) -> None:
    updates: list[list[MoveValue]] = []
    told: list[SearchResult] = []
    limits = Limits(seconds=600, cancel=lambda: len(told) >= 3, progress=told.append)
    found = engine.analyse(MIDDLE, limits, on_update=updates.append)
    assert len(told) == 3
    assert len(updates) == 4
    assert updates[-1] == found
    for update in updates:
        assert_sound(MIDDLE, update)
    assert [result.nodes for result in told] == sorted(result.nodes for result in told)
    assert all(result.line and not result.complete and result.provenance.kind == "search" for result in told)


def test_the_last_analysis_is_kept_for_those_who_count(engine: Engine) -> None:
    found = engine.analyse(END, level=10)
    assert engine.last is not None
    assert (engine.last.value, engine.last.line, engine.last.exact) == (found[0].value, found[0].line, True)
    assert engine.last.nodes > 0
    assert engine.last.provenance == found[0].provenance
    engine.new_game()
    assert engine.last is None


def test_equal_games_are_analysed_equally() -> None:
    engine = Engine(hash_mib=4)

    def analyses() -> list[tuple[list[MoveValue], int]]:
        engine.new_game()
        answers = []
        for state in (MIDDLE, MIDDLE.apply_move(MIDDLE.legal_moves()[0])):
            found = engine.analyse(state, level=9)
            assert engine.last is not None
            answers.append((found, engine.last.nodes))
        return answers

    assert analyses() == analyses()


def test_two_threads_find_the_same_exact_values() -> None:
    found = Engine(threads=2, hash_mib=4).analyse(END, level=10)
    assert [value.value for value in found] == [move.lower for move in solve(END, all_moves=True).moves]


@pytest.mark.parametrize(("width", "height"), [(4, 4), (6, 4), (6, 6), (8, 6), (4, 8)])
def test_other_boards_are_searched_plainly_and_solved_when_that_is_quick(width: int, height: int) -> None:
    start, engine = Othello(width, height), Engine(hash_mib=4)
    if start.empties > 18:
        found = engine.analyse(start, level=4)
        assert_sound(start, found)
        assert {value.provenance for value in found} == {Provenance("search", 4)}
        assert engine.analyse(start, level=4, all_moves=False)[0].value == found[0].value
    state = random_position(10, start=start)
    found = engine.analyse(state, level=4)
    assert_sound(state, found)
    assert {value.provenance.kind for value in found} == {"exact"}
    assert [value.value for value in found] == [move.lower for move in solve(state, all_moves=True).moves]
    assert engine.analyse(state, level=4, all_moves=False)[0].value == found[0].value
    assert engine.last is not None
    assert engine.last.exact


@pytest.mark.parametrize("limits", [Limits(nodes=100), Limits(seconds=1e-6)])
def test_limits_hold_on_other_boards_too(limits: Limits) -> None:
    engine, state = Engine(hash_mib=4), random_position(18, start=Othello(6, 6))
    for all_moves in (True, False):
        found = engine.analyse(state, limits, level=20, all_moves=all_moves)
        assert found[0].provenance.kind == "search"
        assert engine.last is not None
        assert not engine.last.complete
    assert_sound(state, engine.analyse(state, limits, level=20))


def test_the_soft_limit_ends_a_search_on_other_boards() -> None:
    engine = Engine(hash_mib=4)
    assert_sound(Othello(6, 6), engine.analyse(Othello(6, 6), FOREVER, soft_seconds=0))
    assert engine.last is not None
    assert not engine.last.complete


def test_progress_on_other_boards_is_told_in_discs() -> None:
    told: list[SearchResult] = []
    limits = Limits(cancel=lambda: len(told) >= 2, progress=told.append)
    found = Engine().analyse(Othello(6, 6), limits, level=20, all_moves=False)
    assert told[0].value == round(told[0].value, 2)
    assert abs(found[0].value) < 36


@pytest.mark.parametrize("size", [10, 26])
def test_larger_boards_are_refused(engine: Engine, size: int) -> None:
    with pytest.raises(SettingError, match=f"a {size}x{size} board is too large for the engine"):
        engine.analyse(Othello(size, size))


def test_settings_out_of_range_are_refused(engine: Engine) -> None:
    with pytest.raises(SettingError, match="level=21 is no level; use 1 to 20"):
        engine.analyse(MIDDLE, level=21)
    with pytest.raises(SettingError, match="threads=0 is not between 1 and 256"):
        Engine(threads=0)
    with pytest.raises(SettingError, match="hash_mib=0 is not between 1 and 65536"):
        Engine(hash_mib=0)


class OneMove:
    """A book that knows one position."""

    known = MoveValue(19, 0.5, Provenance("book", 30, 99), (19, 18))

    def find(self, state: Othello) -> Sequence[MoveValue]:
        return [self.known] if state == Othello() else []


def test_what_the_book_knows_is_not_searched() -> None:
    engine = Engine(hash_mib=4, book=OneMove())
    assert engine.analyse(Othello(), level=3) == [OneMove.known]
    assert engine.last is not None
    assert (engine.last.nodes, engine.last.move) == (0, 19)
    assert engine.analyse(MIDDLE, level=3)[0].provenance.kind == "search"
