"""An observer sees the whole search, in order, and changes nothing."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.games.base import Move, Side, State, Value
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.search import alphabeta, minimax, negamax, pvs, solve
from tests.search.agreement import ALL_SEARCHES, grow_tree, play, scramble
from tests.search.dots_and_boxes import DotsAndBoxes

INF = math.inf
CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=80)
EVERY_NODE_ENTERED = ("minimax", "negamax", "alphabeta", "pvs", "mtdf")


@dataclass
class Visit:
    """A node that the search has entered and not yet left."""

    state: State
    beta: Value
    leaf: Value | None = None
    best: tuple[Move, Value] | None = None
    is_cut: bool = False


@dataclass
class Watcher:
    """Holds a search to the order of events that `Observer` describes, and keeps what it saw."""

    open: list[Visit] = field(default_factory=list)
    roots: list[tuple[Move | None, State]] = field(default_factory=list)
    entered: list[State] = field(default_factory=list)
    windows: list[tuple[Value, Value]] = field(default_factory=list)
    leaves: list[Value] = field(default_factory=list)
    cuts: list[tuple[State, Move, Value]] = field(default_factory=list)
    left: int = 0

    def enter(self, move: Move | None, state: State, depth: float, alpha: Value, beta: Value) -> None:
        assert depth >= 0
        if self.open:
            parent = self.open[-1]
            assert parent.leaf is None
            assert not parent.is_cut
            assert parent.state.apply_move(move) == state
        else:
            self.roots.append((move, state))
        self.open.append(Visit(state, beta))
        self.entered.append(state)
        self.windows.append((alpha, beta))

    def leaf(self, value: Value) -> None:
        assert self.open[-1].best is None
        self.open[-1].leaf = value
        self.leaves.append(value)

    def best(self, move: Move, value: Value) -> None:
        visit = self.open[-1]
        assert move in visit.state.legal_moves()
        assert visit.best is None or value >= visit.best[1]
        visit.best = move, value

    def cut(self, move: Move, value: Value) -> None:
        visit = self.open[-1]
        assert visit.best == (move, value)
        assert value >= visit.beta
        visit.is_cut = True
        self.cuts.append((visit.state, move, value))

    def leave(self, value: Value) -> None:
        visit = self.open.pop()
        assert visit.leaf in (None, value)
        assert visit.best is None or visit.best[1] == value
        self.left += 1


def assert_watched(name: str, state: Any, evaluate: Any, depth: int | None) -> None:
    search, watcher = ALL_SEARCHES[name], Watcher()
    watched = search(state, depth=depth, evaluate=evaluate, observer=watcher)
    alone = search(state, depth=depth, evaluate=evaluate, native=False)
    assert replace(watched, seconds=0) == replace(alone, seconds=0)
    assert not watcher.open
    assert len(watcher.entered) == watcher.left
    if name != "proof_number":  # which shows its leaves alone
        assert {(None, state)} >= set(watcher.roots)
    if name in EVERY_NODE_ENTERED:
        assert len(watcher.entered) == watched.nodes


@pytest.mark.parametrize("name", ALL_SEARCHES)
@given(choices=CHOICES, extra_moves=st.booleans(), depth=st.sampled_from((None, 0, 1, 3)))
def test_an_observer_sees_a_tree_searched_node_by_node(
    name: str, choices: list[int], extra_moves: bool, depth: int | None
) -> None:
    depth = None if name == "solve" else depth
    assert_watched(name, grow_tree(iter(choices), extra_moves=extra_moves), node_value, depth)


@pytest.mark.parametrize("name", ALL_SEARCHES)
@pytest.mark.parametrize("start", [TicTacToe(), ConnectFour(4, 4), Othello(4, 4), DotsAndBoxes()], ids=repr)
def test_an_observer_sees_a_game_searched_node_by_node(name: str, start: Any) -> None:
    for seed in range(3):
        state = play(start, [seed, 5, 7 * seed, 2, 11], left=5)
        assert_watched(name, state, scramble, None)


def test_alphabeta_shows_the_cut_of_the_textbook_and_the_leaves_it_skips() -> None:
    tree, watcher = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), Watcher()
    assert alphabeta(tree, observer=watcher).value == 3
    assert watcher.leaves == [3, 12, 8, 2, 14, 5, 2]  # 4 and 6 are skipped
    assert watcher.cuts == [(tree.apply_move(1), 0, -2), (tree.apply_move(2), 2, -2)]  # the second had no move left
    inner = [(s, w) for s, w in zip(watcher.entered, watcher.windows, strict=True) if not s.is_over()]
    assert inner == [
        (tree, (-INF, INF)),
        (tree.apply_move(0), (-INF, INF)),
        (tree.apply_move(1), (-INF, -3)),
        (tree.apply_move(2), (-INF, -3)),
    ]


@pytest.mark.parametrize("search", [minimax, negamax])
def test_a_full_width_search_shows_every_leaf_and_no_cut(search: Any) -> None:
    watcher = Watcher()
    search(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), observer=watcher)
    assert watcher.leaves == [3, 12, 8, 2, 4, 6, 14, 5, 2]
    assert not watcher.cuts


def test_a_search_with_a_horizon_shows_the_heuristic_values_as_leaves() -> None:
    tree = Tree({"children": [{"value": 5, "children": [1, 2]}, {"value": 4, "children": [9]}, 7]})
    watcher = Watcher()
    assert minimax(tree, depth=1, evaluate=node_value, observer=watcher).value == 7
    assert watcher.leaves == [-5, -4, -7]  # for MIN, who would move there


def test_a_leaf_is_shown_as_the_side_to_move_there_sees_it() -> None:
    tree = Tree({"children": [{"value": 5, "player": "max"}, {"value": 5, "player": "min"}]})
    assert {side.next_player for side in tree.children} == {Side.FIRST, Side.SECOND}
    for search in (minimax, negamax, alphabeta, pvs, solve):
        watcher = Watcher()
        search(tree, observer=watcher)
        assert set(watcher.leaves) <= {5, -5}
        assert watcher.leaves[0] == 5
