"""The native positions, seen from Python: checks at the boundary, cancellation, progress."""

import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from saizen import _native
from saizen.errors import IllegalMoveError
from saizen.games.base import Side
from saizen.games.contract import check_contract
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.search import Limits, SearchResult, minimax, pvs

SIDES: Any = (Side.FIRST, Side.SECOND)


def test_native_positions_keep_the_contract_of_every_game() -> None:
    for twin in (Othello().native(), Othello(4, 6).native(), TicTacToe().native()):
        assert twin is not None
        check_contract(twin)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: _native.Othello(9, 8, 0, 0, *SIDES), "width 9 is not in 2..8"),
        (lambda: _native.Othello(8, 1, 0, 0, *SIDES), "height 1 is not in 2..8"),
        (lambda: _native.Othello(4, 4, 1 << 16, 0, *SIDES), "own 65536 is not in 0..65535"),
        (lambda: _native.Othello(4, 4, 3, 6, *SIDES), "own 3 and other 6 share the squares 2"),
        (lambda: _native.MNK(9, 8, 3, 0, 0, *SIDES), "n 8 is not in 1..7"),
        (lambda: _native.MNK(3, 3, 4, 0, 0, *SIDES), "k 4 is not in 1..3"),
        (lambda: _native.ConnectFour(0, 6, 0, 0, *SIDES), "width 0 is not in 1..64"),
        (lambda: _native.ConnectFour(7, 6, -1, 0, *SIDES), "own -1 is not in"),
    ],
)
def test_bad_positions_are_refused(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_bad_requests_are_refused() -> None:
    twin = Othello().native()
    assert twin is not None
    with pytest.raises(IllegalMoveError, match=r"illegal move 3; legal: \[19, 26, 37, 44\]"):
        twin.apply_move(3)
    with pytest.raises(ValueError, match=r"depth 61 is not in 0\.\.60"):
        twin.perft(61)
    with pytest.raises(ValueError, match="unknown evaluator 'wisdom'"):
        twin.search("alphabeta", 2, "wisdom", None, None, None, 1, None)
    with pytest.raises(ValueError, match="'clever' is no native player"):
        twin.play_games(("clever", 1, "zero", "first"), ("random", None, "zero", "first"), 0, 0, 1)


def test_another_thread_can_cancel_and_the_answer_so_far_comes_back() -> None:
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    result = pvs(Othello(), limits=Limits(cancel=stop.is_set))
    assert not result.complete
    assert result.move in Othello().legal_moves()


def test_progress_is_reported_and_python_runs_on_meanwhile() -> None:
    seen: list[SearchResult] = []
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0)

    other = threading.Thread(target=count)
    other.start()
    pvs(Othello(), limits=Limits(seconds=0.5, progress=seen.append))
    done.set()
    other.join()
    assert seen
    assert seen[-1].nodes > 0
    assert seen[-1].line
    assert counted > 100


def test_an_exception_while_reporting_ends_the_search() -> None:
    def fail(_: SearchResult) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        pvs(Othello(), limits=Limits(progress=fail))


@pytest.mark.parametrize("call", ["pvs(Othello())", "perft(Othello(), 20)", "minimax(MNK(8, 8, 5), depth=12)"])
def test_ctrl_c_ends_a_native_search(call: str) -> None:
    code = f"from saizen import *\nprint('ready', flush=True)\n{call}"
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors


def test_a_limit_before_the_first_move_is_done_gives_the_first_move() -> None:
    result = minimax(Othello(), depth=3, limits=Limits(nodes=2))
    assert (result.move, result.complete, result.nodes) == (19, False, 2)
