"""The native core and the Python version that specifies it give the same answers."""

import math
from collections.abc import Iterator
from typing import Any

import pytest

from saizen.games.base import State
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.players.evaluators import discs, lines, positional
from saizen.players.games import play_games
from saizen.randomness import Stream
from saizen.search import (
    NO_LIMITS,
    Among,
    Limits,
    SearchResult,
    alphabeta,
    mcts,
    minimax,
    mtdf,
    negamax,
    perft,
    pvs,
    solve,
    zero,
)

OTHELLO = [Othello(width, height) for width in (4, 6, 8) for height in (4, 6, 8)]
ROW_GAMES: list[State] = [
    *(TicTacToe(), MNK(4, 3, 3), MNK(1, 5, 2), MNK(5, 5, 4), MNK(8, 8, 5), MNK(9, 7, 5), MNK(16, 4, 3), MNK(3, 19, 3)),
    *(ConnectFour(), ConnectFour(4, 4), ConnectFour(5, 4), ConnectFour(8, 8), ConnectFour(16, 4), ConnectFour(2, 9)),
]
STARTS: list[State] = [*OTHELLO, *ROW_GAMES]


def names(start: State) -> str:
    return repr(start).split("(.parse")[0][:24]


def random_positions(start: State, seed: int) -> Iterator[Any]:
    """Yield the positions of random games without end."""
    dice = Stream(seed)
    while True:
        state = start
        yield state
        while not state.is_over():
            state = state.apply_move(dice.choice(state.legal_moves()))
            yield state


def evaluators(state: State) -> list[Any]:
    return [zero, discs, positional] if isinstance(state, Othello) else [zero, lines]


def depth_for(state: State, dice: Stream) -> int:
    """Return a depth at which even a plain search stays small."""
    width = 1 if state.is_over() else len(state.legal_moves())
    deepest = max(depth for depth in range(1, 5) if depth == 1 or width**depth <= 5000)
    return dice.below(deepest + 1)


def same(result: SearchResult) -> tuple[object, ...]:
    return result.value, result.line, result.nodes, result.complete, result.horizon, result.depth, result.bound


@pytest.fixture
def share(request: pytest.FixtureRequest) -> int:
    """How many positions each start is compared on."""
    total: int = request.config.getoption("--positions")
    return math.ceil(total / len(STARTS))


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS, ids=names)
def test_positions_searches_and_node_counts_are_those_of_python(start: State, share: int) -> None:
    """Each node of a plain search is a position whose moves, end and value both versions agree on."""
    compared, dice = 0, Stream(11)
    for state in random_positions(start, seed=3):
        twin = state.native()
        assert twin.is_over() == state.is_over()
        assert twin.next_player is state.next_player
        if state.is_over():
            assert (twin.winner(), twin.final_score()) == (state.winner(), state.final_score())
        else:
            assert twin.legal_moves() == list(state.legal_moves())
            move = dice.choice(state.legal_moves())
            assert twin.apply_move(move) == state.apply_move(move).native()
        options = {"depth": depth_for(state, dice), "evaluate": dice.choice(evaluators(state))}
        for search in (minimax, alphabeta):
            ours = search(state, **options, native=False)
            assert same(search(state, **options)) == same(ours)
            compared += ours.nodes
        if compared >= share:
            break


@pytest.mark.parametrize("start", STARTS, ids=names)
@pytest.mark.parametrize("search", [negamax, alphabeta, minimax])
def test_limits_and_chosen_moves_stop_and_steer_both_alike(start: State, search: Any) -> None:
    dice = Stream(5)
    for state, _ in zip(random_positions(start, seed=9), range(40), strict=False):
        root = state
        if not state.is_over():
            root = Among(state, tuple(dice.shuffled(state.legal_moves())))
        for limits in (NO_LIMITS, Limits(nodes=1 + dice.below(60))):
            options = {"depth": max(1, depth_for(state, dice)), "evaluate": evaluators(state)[-1], "limits": limits}
            assert same(search(root, **options)) == same(search(root, **options, native=False))


@pytest.mark.parametrize("start", STARTS, ids=names)
def test_searches_with_a_table_have_the_same_value_and_move(start: State) -> None:
    dice = Stream(6)
    for state, _ in zip(random_positions(start, seed=8), range(60), strict=False):
        options = {"depth": depth_for(state, dice), "evaluate": dice.choice(evaluators(state))}
        for search in (pvs, mtdf):
            native, python = search(state, **options), search(state, **options, native=False)
            assert (native.value, native.move) == (python.value, python.move)


@pytest.mark.parametrize("start", STARTS, ids=names)
def test_playouts_are_the_same_one_by_one(start: State) -> None:
    dice = Stream(4)
    for state, _ in zip(random_positions(start, seed=7), range(25), strict=False):
        limits = dice.choice([NO_LIMITS, Limits(nodes=1 + dice.below(300))])
        depth = dice.choice([None, 1 + dice.below(8)])
        options: dict[str, Any] = {"playouts": 1 + dice.below(20), "seed": dice.bits(), "depth": depth}
        options |= {"evaluate": dice.choice(evaluators(state)), "limits": limits}
        assert same(mcts(state, **options)) == same(mcts(state, **options, native=False))


@pytest.mark.parametrize("start", [TicTacToe(), MNK(4, 3, 3), ConnectFour(4, 4), Othello(4, 4)], ids=names)
def test_solutions_are_the_same(start: State) -> None:
    for state, _ in zip(random_positions(start, seed=2), range(25), strict=False):
        native, python = solve(state), solve(state, native=False)
        assert (native.value, native.line, native.exact) == (python.value, python.line, python.exact)


@pytest.mark.parametrize(
    "players",
    [
        ("random", "random"),
        ("minimax:depth=2,ties=last", "random"),
        ("alphabeta:depth=2,eval=positional,ties=random", "maxflip"),
        ("alphabeta:depth=1", "minimax:depth=1,ties=random"),
    ],
)
@pytest.mark.parametrize("start", [Othello(), Othello(4, 6), Othello().apply_move(19)], ids=names)
def test_whole_games_are_the_same_move_by_move(start: State, players: tuple[str, str]) -> None:
    native = play_games(start, *players, games=5, seed=42, from_game=3)
    assert native == play_games(start, *players, games=5, seed=42, from_game=3, native=False)


def test_whole_games_of_other_games_are_the_same_too() -> None:
    for start in (TicTacToe(), ConnectFour()):
        specs = ("alphabeta:depth=3,eval=lines,ties=random", "random")
        assert play_games(start, *specs, games=10) == play_games(start, *specs, games=10, native=False)


@pytest.mark.parametrize("start", OTHELLO, ids=names)
def test_perft_is_the_same(start: State) -> None:
    for depth in range(5):
        assert perft(start, depth) == perft(start, depth, native=False)


def test_boards_too_large_for_the_core_have_no_twin() -> None:
    for start in (Othello(10, 8), MNK(13, 5, 4), ConnectFour(13, 5)):
        assert start.native() is None
        assert alphabeta(start, depth=1).complete
