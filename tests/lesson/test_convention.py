"""All conventions of alpha-beta have the value of minimax; they differ in what they look at and what they return."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.lesson.convention import USUAL, Convention, alphabeta_by, best_first
from saizen.lesson.recording import record
from saizen.lesson.trace import Kind
from saizen.randomness import Stream
from saizen.search import Limits, alphabeta, minimax
from tests.search.agreement import grow_tree, play, scramble
from tests.search.dots_and_boxes import DotsAndBoxes

CONVENTIONS = [Convention(cuts_at_equal=equal, fail_soft=soft) for equal in (True, False) for soft in (True, False)]
STRICT = Convention(cuts_at_equal=False)
CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=80)
DEPTHS = st.sampled_from((None, 0, 1, 2, 3, 5))
PARTS = st.sampled_from((1, 1, 4, 10))
GAMES = (TicTacToe(), ConnectFour(4, 4), Othello(4, 4), DotsAndBoxes())


@settings(max_examples=1000)
@given(choices=CHOICES, extra_moves=st.booleans(), parts=PARTS, depth=DEPTHS)
def test_the_usual_convention_is_that_of_the_library_to_the_node(
    choices: list[int], extra_moves: bool, parts: int, depth: int | None
) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves, parts=parts)
    found = alphabeta_by(USUAL, tree, depth=depth, evaluate=node_value)
    assert replace(found, seconds=0) == replace(alphabeta(tree, depth=depth, evaluate=node_value), seconds=0)


@pytest.mark.parametrize("convention", CONVENTIONS, ids=str)
@settings(max_examples=500)
@given(choices=CHOICES, extra_moves=st.booleans(), parts=PARTS, depth=DEPTHS)
def test_every_convention_has_the_value_and_the_move_of_minimax(
    convention: Convention, choices: list[int], extra_moves: bool, parts: int, depth: int | None
) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves, parts=parts)
    found = alphabeta_by(convention, tree, depth=depth, evaluate=node_value)
    answer = minimax(tree, depth=depth, evaluate=node_value)
    assert (found.value, found.move) == (answer.value, answer.move)
    assert found.nodes <= answer.nodes


@pytest.mark.parametrize("convention", CONVENTIONS, ids=str)
@pytest.mark.parametrize("start", GAMES, ids=repr)
def test_every_convention_has_the_value_of_minimax_in_games(convention: Convention, start: Any) -> None:
    for seed in range(3):
        state = play(start, [seed, 5, 7 * seed, 2, 11], left=5)
        for depth in (None, 3):
            found = alphabeta_by(convention, state, depth=depth, evaluate=scramble)
            assert found.value == minimax(state, depth=depth, evaluate=scramble).value


@settings(max_examples=500)
@given(choices=CHOICES, extra_moves=st.booleans(), soft=st.booleans())
def test_cutting_only_below_never_looks_at_less(choices: list[int], extra_moves: bool, soft: bool) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    usual, strict = (alphabeta_by(Convention(cuts_at_equal=equal, fail_soft=soft), tree) for equal in (True, False))
    assert strict.nodes >= usual.nodes


def test_cutting_only_below_looks_at_more_where_values_are_equal() -> None:
    tree = Tree([[3, 4], [3, 5]])
    assert (alphabeta_by(USUAL, tree).nodes, alphabeta_by(STRICT, tree).nodes) == (6, 7)


@settings(max_examples=500)
@given(choices=CHOICES, extra_moves=st.booleans(), strict=st.booleans(), depth=DEPTHS)
def test_fail_hard_returns_nothing_outside_of_the_window(
    choices: list[int], extra_moves: bool, strict: bool, depth: int | None
) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    convention = Convention(cuts_at_equal=not strict, fail_soft=False)
    trace = record(tree, depth=depth, evaluate=node_value, convention=convention)
    open_windows: list[tuple[float, float]] = []
    for before, event in zip((None, *trace.events), trace.events, strict=False):
        if event.kind is Kind.ENTER:
            open_windows.append((event.alpha, event.beta))
        elif event.kind is Kind.LEAVE:
            alpha, beta = open_windows.pop()
            assert event.value is not None
            if before is not None and before.kind is not Kind.LEAF:  # the value of a leaf is what it is
                assert alpha <= event.value <= beta


def test_fail_soft_tells_more_than_fail_hard() -> None:
    tree = Tree([[3, 12], [1, 7]])
    soft, hard = (record(tree, convention=Convention(fail_soft=soft)) for soft in (True, False))
    values = [[event.value for event in trace.events if event.kind is Kind.LEAVE] for trace in (soft, hard)]
    assert values == [[3, 12, 3, 1, 1, 3], [3, 12, 3, 1, 3, 3]]
    assert soft.entered == hard.entered


def uniform_tree(branching: int, depth: int, seed: int) -> Tree:
    """Return a tree of equal width and depth whose leaves all differ."""
    leaves = iter(Stream(seed).shuffled(range(branching**depth)))

    def grow(plies: int) -> Any:
        return next(leaves) if plies == 0 else [grow(plies - 1) for _ in range(branching)]

    return Tree(grow(depth))


@pytest.mark.parametrize("branching", [1, 2, 3, 5])
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_the_best_order_looks_at_the_fewest_leaves_there_can_be(branching: int, depth: int) -> None:
    fewest = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1  # Knuth & Moore, theorem 1
    for seed in range(5):
        trace = record(uniform_tree(branching, depth, seed), "ordered")
        assert [event.kind for event in trace.events].count(Kind.LEAF) == fewest


@given(choices=CHOICES, extra_moves=st.booleans(), parts=PARTS, depth=DEPTHS)
def test_the_best_order_tries_the_moves_by_their_values_and_equal_ones_as_they_come(
    choices: list[int], extra_moves: bool, parts: int, depth: int | None
) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves, parts=parts)
    if tree.is_over() or depth == 0:
        return
    plies = float("inf") if depth is None else depth
    ordered = list(best_first(node_value)(tree, plies))
    below = None if depth is None else depth - 1

    def worth(move: int) -> float:
        child = tree.apply_move(move)
        value = minimax(child, depth=below, evaluate=node_value).value
        return value if child.next_player is tree.next_player else -value

    assert ordered == sorted(tree.legal_moves(), key=lambda move: (-worth(move), move))


@pytest.mark.parametrize("convention", CONVENTIONS, ids=str)
def test_a_limit_stops_a_search_with_the_best_so_far(convention: Convention) -> None:
    tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    found = alphabeta_by(convention, tree, limits=Limits(nodes=6))
    assert (found.complete, found.nodes, found.value, found.move) == (False, 6, 3, 0)
    nothing = alphabeta_by(convention, tree, limits=Limits(nodes=1))
    assert (nothing.complete, nothing.value, nothing.move) == (False, -14, 0)


def test_a_convention_says_what_it_is() -> None:
    assert [str(convention) for convention in CONVENTIONS] == [
        "cut at β ≤ α, fail-soft, MAX's view",
        "cut at β ≤ α, fail-hard, MAX's view",
        "cut at β < α, fail-soft, MAX's view",
        "cut at β < α, fail-hard, MAX's view",
    ]
