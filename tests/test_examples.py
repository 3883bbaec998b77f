"""The example programs work, and say what their documents claim."""

import subprocess
import sys
from pathlib import Path

import pytest

from saizen.games.base import Side, State
from saizen.games.catalogue import make_game
from saizen.games.contract import MEMBERS, check_contract
from saizen.games.user_file import load_object
from saizen.players import make_player, play_game
from saizen.search import ALGORITHMS, minimax, solve

EXAMPLES = Path(__file__).parents[1] / "examples"
NIM = f"{EXAMPLES / 'nim.py'}:Nim"
BOXES = f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes"


def test_nim_has_no_more_than_the_five_members() -> None:
    members = {name for name in dir(load_object(NIM)) if not name.startswith("_")}
    assert members == {*MEMBERS, "matches"}
    assert len((EXAMPLES / "nim.py").read_text(encoding="utf-8").splitlines()) <= 30


@pytest.mark.parametrize("spec", [NIM, BOXES])
def test_an_example_game_keeps_the_contract(spec: str) -> None:
    check_contract(make_game(spec), games=40)


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "mcts"])
def test_nim_is_won_unless_the_matches_divide_by_four(algorithm: str) -> None:
    game = load_object(NIM)
    for matches in range(1, 13):
        result = ALGORITHMS[algorithm](game(matches))
        assert result.value == (-1 if matches % 4 == 0 else 1)
        if matches % 4:
            assert result.line[0] == matches % 4


def test_a_closed_box_gives_another_move() -> None:
    state = make_game(BOXES)
    for move in ("a1b1", "a1a2", "a2b2"):
        following = state.apply_move(move)
        assert following.next_player is state.next_player.other
        state = following
    closing = state.apply_move("b1b2")
    assert closing.next_player is state.next_player is Side.SECOND
    assert str(closing).splitlines()[:3] == ["+--+  +", "|  |", "+--+  +"]


def test_the_first_player_wins_dots_and_boxes_by_two() -> None:
    start = make_game(BOXES)
    result = solve(start)
    assert (result.value, result.exact) == (2, True)
    state: State = start
    for move in result.line:
        state = state.apply_move(move)
    assert (state.is_over(), state.winner()) == (True, Side.FIRST)


def test_searches_agree_where_moves_repeat() -> None:
    state = make_game(BOXES)
    for move in ("a1b1", "b1c1", "a3b3", "b3c3", "a1a2", "c1c2"):
        state = state.apply_move(move)
    expected = minimax(state).value
    assert {name: search(state).value for name, search in ALGORITHMS.items() if name != "mcts"} == dict.fromkeys(
        (name for name in ALGORITHMS if name != "mcts"), expected
    )


@pytest.mark.parametrize("name", ["greedy", "Careful"])
def test_an_example_player_wins_at_once_when_it_can(name: str) -> None:
    state = make_game("tictactoe")
    for move in (0, 3, 1, 4):
        state = state.apply_move(move)
    assert make_player(f"{EXAMPLES / 'my_player.py'}:{name}", state, seed=1).choose(state) == 2


def test_careful_beats_greedy_more_often_than_not() -> None:
    start = make_game("tictactoe")
    greedy = make_player(f"{EXAMPLES / 'my_player.py'}:greedy", start)
    wins = [
        play_game(start, make_player(f"{EXAMPLES / 'my_player.py'}:Careful", start, seed=seed), greedy).winner
        for seed in range(20)
    ]
    assert wins.count(Side.FIRST) > wins.count(Side.SECOND)


def test_the_best_move_program_prints_its_findings() -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / "best_move.py"], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "tic-tac-toe is worth 0: a1 b2 b1 c1 a3 a2 c2 b3 c3",
        "Othello begins with d3, value -2 at depth 4",
        "alphabeta against random: first",
    ]
