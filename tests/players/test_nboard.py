"""NBoard's protocol: what is sent, what is understood."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saizen.errors import FaultError, SpecError
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.players import Clock, ask, make_player, play_game
from saizen.records.transcript import follow

START = Othello()
BOARD = "BO[8 ---------------------------O*------*O--------------------------- *]"
GAME = f"(;GM[Othello]PC[saizen]PB[black]PW[white]RE[?]TY[8]{BOARD};)"
RECORDER = """
import sys
log = open(sys.argv[1], "a", buffering=1)
for line in sys.stdin:
    log.write(line)
    if line.startswith("ping"):
        print("pong 0", "set myname recorder", line.replace("i", "o"), sep="\\n", flush=True)
    elif line == "go\\n":
        print("status thinking", "search d3 0 0 1", sys.argv[2], sep="\\n", flush=True)
"""


@pytest.fixture
def recorder(tmp_path: Path) -> Callable[..., tuple[Any, Callable[[], list[str]]]]:
    """Return a function that makes a player of a program that always answers the same, and what it was sent."""

    def make(answer: str = "=== D3/1.5/0.2", start: Othello = START, settings: str = "start=30") -> Any:
        (tmp_path / "recorder.py").write_text(RECORDER)
        log = tmp_path / "log"
        command = shlex.join([sys.executable, str(tmp_path / "recorder.py"), str(log), answer])
        player = make_player(f"nboard[{settings}]:{command}", start)
        return player, lambda: [line for line in log.read_text().splitlines() if not line.startswith("ping")]

    return make


@pytest.mark.parametrize("answer", ["=== D3/1.5/0.2", "=== d3", "=== d3 -1.00 0.0", "===  D3//"])
def test_a_move_is_understood_with_and_without_its_value(recorder: Any, answer: str) -> None:
    player, sent = recorder(answer)
    assert ask(player, START) == START.parse_move("d3")
    assert sent() == ["nboard 2", f"set game {GAME}", "go"]
    player.close()
    assert sent()[-1] == "quit"


def test_moves_are_told_one_by_one(recorder: Any) -> None:
    player, sent = recorder(settings="depth=12,start=30")
    player.start_game(START)
    ask(player, START)
    state, moves = follow(START, "d3c3")
    player.watch(START, moves[0])
    with pytest.raises(FaultError, match="illegal move 'D3' for black"):
        ask(player, state)
    assert sent() == ["nboard 2", "set depth 12", f"set game {GAME}", "go", "move D3", "move C3", "go"]


def test_a_new_game_holds_its_opening_and_its_time(recorder: Any) -> None:
    player, sent = recorder("=== E3")
    state, moves = follow(START, "d3c3c4")
    before: Any = START
    player.start_game(START)
    for move in moves:
        player.watch(before, move)
        before = before.apply_move(move)
    player.clock = Clock(left=754.9, increment=5)
    assert ask(player, state) == START.parse_move("e3")
    game = GAME.replace("TY", "TI[12:34/0:05]TY").replace(";)", "B[D3]W[C3]B[C4];)")
    assert sent()[1] == f"set game {game}"
    player.close()


def test_any_position_can_be_set_up(recorder: Any) -> None:
    start = START.parse_position("-" * 26 + "XXX" + "-" * 5 + "OXX" + "-" * 27 + "O")
    player, sent = recorder("=== PA")
    with pytest.raises(FaultError, match="illegal move 'PA' for white"):
        ask(player, start)
    discs = "-" * 26 + "***" + "-" * 5 + "O**" + "-" * 27
    assert f"BO[8 {discs} O]" in sent()[1]


def test_a_pass_is_pa(recorder: Any) -> None:
    state, moves = follow(START, "c4c3f5b4a4a5b2a3")
    player, sent = recorder("=== PA")
    assert ask(player, state) == START.pass_move
    player.start_game(START)
    before: Any = START
    for move in (*moves, START.pass_move):
        player.watch(before, move)
        before = before.apply_move(move)
    with pytest.raises(FaultError, match="illegal move 'PA' for white"):
        ask(player, before)
    assert "W[A3]B[PA];)" in sent()[-2]


def test_other_games_and_boards_are_refused() -> None:
    with pytest.raises(SpecError, match="player 'nboard' plays Othello only, not TicTacToe"):
        make_player("nboard:true", TicTacToe())
    with pytest.raises(SpecError, match="player 'nboard' plays on square boards only, not 8x6"):
        make_player("nboard:true", Othello(8, 6))


@pytest.mark.parametrize("start", [Othello(6, 6), Othello(start="mirrored"), follow(START, "f5d6c3d3c4")[0]])
def test_a_scripted_program_plays_from_any_start(engine: Callable[[str, str], str], start: Any) -> None:
    player: Any = make_player(f"nboard:{engine('nboard', 'good')}", start)
    other = make_player("random", start, seed=1)
    assert play_game(start, player, other).end.is_over()
    assert play_game(start, other, player).end.is_over()
    player.close()
