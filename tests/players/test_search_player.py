"""How players that search choose among equal moves, win sooner, and save themselves the trouble."""

from collections import Counter
from typing import Any

import pytest

from saizen.games.base import Side
from saizen.games.catalogue import make_game
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.players import MaxFlipPlayer, RandomPlayer, SearchPlayer, make_player, play_game
from saizen.randomness import Stream
from saizen.records.transcript import follow
from saizen.search import ALGORITHMS


def forced_pass() -> Othello:
    """Return a position in which black cannot move."""
    state, _ = follow(Othello(4, 4), "b1a1a2c1d1a3a4d3")
    assert isinstance(state, Othello)
    return state


EXACT = [name for name in ALGORITHMS if name not in ("mcts", "proof_number")]


@pytest.mark.parametrize("algorithm", EXACT)
def test_ties_take_the_first_or_the_last_of_the_best(algorithm: str) -> None:
    tree = Tree([[1], [7, 9], [2], [7], [7, 8], [0]])  # the second, fourth and fifth move are best
    assert make_player(algorithm, tree).choose(tree) == 1
    assert make_player(f"{algorithm}:ties=first", tree).choose(tree) == 1
    assert make_player(f"{algorithm}:ties=last", tree).choose(tree) == 4


@pytest.mark.parametrize("algorithm", EXACT)
def test_random_ties_are_even_and_seeded(algorithm: str) -> None:
    tree = Tree([[1], [7, 9], [2], [7], [7, 8], [0]])
    player = make_player(f"{algorithm}:ties=random", tree, seed=3)
    chosen = [player.choose(tree) for _ in range(600)]
    counts = Counter(chosen)
    assert set(counts) == {1, 3, 4}
    assert min(counts.values()) > 140
    again = make_player(f"{algorithm}:ties=random", tree, seed=3)
    assert chosen == [again.choose(tree) for _ in range(600)]
    other = make_player(f"{algorithm}:ties=random", tree, seed=4)
    assert chosen != [other.choose(tree) for _ in range(600)]


def test_a_single_legal_move_is_played_without_a_search() -> None:
    def never(state: Any) -> int:
        raise AssertionError("asked")

    must_pass = forced_pass()
    assert must_pass.legal_moves() == (must_pass.pass_move,)
    for algorithm in ALGORITHMS:
        player = SearchPlayer(algorithm, evaluate=never, depth=1)
        assert player.choose(must_pass) == must_pass.pass_move
        assert player.last is None
    with pytest.raises(AssertionError, match="asked"):
        SearchPlayer("alphabeta", evaluate=never, depth=1).choose(Othello(4, 4))


def test_the_last_answer_is_kept_for_those_who_show_it() -> None:
    player = SearchPlayer("alphabeta", depth=2)
    move = player.choose(TicTacToe())
    assert player.last is not None
    assert (player.last.move, player.last.depth) == (move, 2)


@pytest.mark.parametrize("algorithm", EXACT)
def test_with_distance_a_win_comes_sooner(algorithm: str) -> None:
    tree = Tree([[[[1]]], [1], [[[1]]]])  # MAX wins everywhere, soonest by the second move
    assert make_player(algorithm, tree).choose(tree) == 0
    assert make_player(f"{algorithm}:distance=yes", tree).choose(tree) == 1
    state = TicTacToe().parse_position("-OXOX---- X")  # a1 wins by two threats, a3 at once
    assert make_player(f"{algorithm}:distance=yes", state).choose(state) == state.parse_move("a3")


def test_with_distance_a_loss_comes_later() -> None:
    # MAX loses everywhere: at once by the first move, three plies on by the second.
    tree = Tree([[-1], [[[-1]]]])
    assert make_player("alphabeta", tree).choose(tree) == 0
    assert make_player("alphabeta:distance=yes", tree).choose(tree) == 1


def test_distance_and_last_ties_go_together() -> None:
    tree = Tree([[[[1]]], [1], [[[1]]], [1], [[[1]]]])
    assert make_player("alphabeta:distance=yes,ties=last", tree).choose(tree) == 3
    assert make_player("alphabeta:distance=yes,ties=first", tree).choose(tree) == 1
    assert make_player("alphabeta:ties=last", tree).choose(tree) == 4


def test_minimax_never_loses_tictactoe() -> None:
    start = TicTacToe()
    perfect = make_player("alphabeta", start)
    for seed in range(20):
        other = make_player("random", start, seed=seed, side=1)
        assert play_game(start, perfect, other).winner is not Side.SECOND
        assert play_game(start, other, perfect).winner is not Side.FIRST


def test_a_deeper_search_beats_a_random_player_at_othello() -> None:
    start = make_game("othello", size="6")
    wins = 0
    for seed in range(6):
        record = play_game(start, make_player("alphabeta:depth=3", start), RandomPlayer(Stream(seed, 0, 1)))
        wins += record.winner is Side.FIRST
    assert wins >= 5


def test_mcts_is_seeded() -> None:
    start = make_game("othello")

    def moves(seed: int) -> list[int]:
        player = make_player("mcts:playouts=15", start, seed=seed)
        return [player.choose(start) for _ in range(12)]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_maxflip_turns_over_as_many_discs_as_it_can() -> None:
    state, differs = Othello(), 0
    while not state.is_over():
        moves = state.legal_moves()
        chosen = MaxFlipPlayer().choose(state)
        if chosen != state.pass_move:
            flips = [state.flips(move) for move in moves]
            assert chosen == moves[flips.index(max(flips))]  # the first of equals
            differs += chosen != moves[0]
        state = state.apply_move(chosen)
    assert differs > 20


def test_maxflip_passes_when_it_must() -> None:
    state = forced_pass()
    assert MaxFlipPlayer().choose(state) == state.pass_move


def test_a_game_is_recorded_and_watched() -> None:
    start = TicTacToe()
    seen: list[tuple[TicTacToe, int]] = []

    def watch(state: Any, move: int) -> None:
        seen.append((state, move))

    record = play_game(start, make_player("random", start), make_player("alphabeta", start), watch=watch)
    assert record.start == start
    assert tuple(move for _, move in seen) == record.moves
    state = start
    for before, move in seen:
        assert state == before
        state = state.apply_move(move)
    assert state == record.end
    assert record.winner is record.end.winner()


def test_a_finished_game_is_recorded_without_moves() -> None:
    end = TicTacToe().parse_position("XXXOO---- O")
    record = play_game(end, RandomPlayer(), RandomPlayer())
    assert (record.moves, record.end, record.winner) == ((), end, Side.FIRST)
