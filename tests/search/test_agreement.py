"""Every search finds what minimax finds, on thousands of trees and on positions of every kind of game."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.games.base import Side
from saizen.games.othello import Othello
from saizen.games.tree import node_value
from tests.search.agreement import (
    DEPTHS,
    GAMES,
    SEARCHES,
    disagreement,
    game_problems,
    grow_tree,
    play,
    problems_of,
    scramble,
    tree_problems,
    value_for_max,
)
from tests.search.planted import MISTAKES, Mistake

TREES, GAMES_EACH = 700, 24  # trees of each of three kinds, and games of each size
CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=120)


def test_minimax_is_what_its_definition_says() -> None:
    for problem in tree_problems(TREES):
        value = value_for_max(problem.state, problem.depth)
        assert problem.answer.value == (value if problem.state.next_player is Side.FIRST else -value)


@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_agrees_with_minimax_on_seeded_trees(name: str) -> None:
    for problem in tree_problems(TREES):
        if problem.suits(name):
            assert disagreement(name, SEARCHES[name], problem) is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_agrees_with_minimax_on_late_positions(name: str, game: str) -> None:
    for problem in game_problems(game, GAMES_EACH):
        if problem.suits(name):
            assert disagreement(name, SEARCHES[name], problem) is None


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "proof_number"])
def test_every_search_agrees_with_minimax_when_it_chooses_its_own_twin(name: str) -> None:
    for game in GAMES:
        for problem in game_problems(game, GAMES_EACH)[:: 2 * len(DEPTHS)]:  # whole games only
            assert problem.depth is None
            assert disagreement(name, SEARCHES[name], replace(problem, evaluate=None), native=True) is None


@given(choices=CHOICES, extra_moves=st.booleans(), parts=st.sampled_from((1, 4, 10)))
@settings(max_examples=300)
def test_every_search_agrees_with_minimax_on_any_tree(choices: list[int], extra_moves: bool, parts: int) -> None:
    for problem in problems_of(grow_tree(iter(choices), extra_moves=extra_moves, parts=parts), node_value):
        for name, search in SEARCHES.items():
            if problem.suits(name):
                assert disagreement(name, search, problem) is None


@given(game=st.sampled_from(list(GAMES)), choices=CHOICES, left=st.integers(0, 5))
@settings(max_examples=150)
def test_every_search_agrees_with_minimax_on_any_late_position(game: str, choices: list[int], left: int) -> None:
    for problem in problems_of(play(GAMES[game][0], choices, left=left), scramble):
        for name, search in SEARCHES.items():
            if problem.suits(name):
                assert disagreement(name, search, problem) is None


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: f"{mistake.search}: {mistake.wrong}")
def test_a_planted_mistake_is_found(mistake: Mistake) -> None:
    planted = mistake.plant()
    problems = [*game_problems("othello 4x4", GAMES_EACH), *tree_problems(TREES)]
    found = (problem for problem in problems if not (problem.has_floats and mistake.search == "mtdf"))
    assert any(disagreement(mistake.search, planted, problem) for problem in found)


def test_a_mistake_that_changes_nothing_is_not_planted() -> None:
    with pytest.raises(LookupError, match="no longer says 'a bug'"):
        Mistake("nothing", "pvs", "a bug", "a bug").plant()


def test_the_trees_are_of_every_kind() -> None:
    trees = [problem.state for problem in tree_problems(TREES) if problem.depth is None]
    tables = [tree.nodes for tree in trees]
    assert len(trees) >= 2000
    assert sum(any(len(children) == 1 for children in table.children) for table in tables) > 500
    assert (
        sum(
            any(side is table.sides[parent] for side, parent in zip(table.sides[1:], table.parents[1:], strict=True))
            for table in tables
        )
        > 500
    )  # extra moves
    assert sum(problem.has_floats for problem in tree_problems(TREES)) > 500 * len(DEPTHS)
    assert max(len(table.sides) for table in tables) > 100
    leaves = [[v for v, c in zip(table.values, table.children, strict=True) if not c] for table in tables]
    assert sum(len(set(values)) < len(values) for values in leaves) > 500  # repeated values


def test_the_positions_have_forced_passes() -> None:
    passes = 0
    for game in ("othello 4x4", "othello 6x4", "othello 6x6", "othello 8x8"):
        for problem in game_problems(game, GAMES_EACH):
            state: Othello = problem.state
            for move in problem.answer.line:
                passes += move == state.pass_move
                state = state.apply_move(move)
    assert passes > 100
