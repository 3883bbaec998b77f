import _thread
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen import _native
from saizen.games.othello import Othello

SIDES = st.sampled_from((4, 6, 8))


@given(width=SIDES, height=SIDES, choices=st.lists(st.integers(0, 99), max_size=70))
def test_the_native_rules_are_those_of_othello(width: int, height: int, choices: list[int]) -> None:
    state = Othello(width, height)
    for choice in choices:
        if state.is_over():
            break
        squares = [move for move in state.legal_moves() if move != state.pass_move]
        board = width, height, state.own, state.other
        assert _native.othello_legal_moves(*board) == sum(1 << square for square in squares)
        move = squares[choice % len(squares)] if squares else state.pass_move
        following = state.apply_move(move)
        if squares:
            turned = _native.othello_flips(*board, move)
            assert (following.own, following.other) == (state.other ^ turned, state.own | turned | 1 << move)
        state = following


def test_an_illegal_move_turns_nothing() -> None:
    start = Othello()
    legal = start.legal_moves()
    for square in range(64):
        assert bool(_native.othello_flips(8, 8, start.own, start.other, square)) == (square in legal)


@pytest.mark.parametrize(
    ("size", "depth", "count"), [((8, 8), 9, 3005288), ((6, 6), 9, 2114912), ((4, 4), 14, 12920), ((4, 4), 60, 0)]
)
def test_perft_gives_the_published_counts(size: tuple[int, int], depth: int, count: int) -> None:
    start = Othello(*size)
    assert _native.othello_perft(*size, start.own, start.other, depth) == count


def test_perft_answers_ctrl_c() -> None:
    start = Othello()
    threading.Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        _native.othello_perft(8, 8, start.own, start.other, 60)


@pytest.mark.parametrize(
    ("call", "arguments", "message"),
    [
        (_native.othello_legal_moves, (9, 8, 0, 0), r"width 9 is not in 2\.\.8"),
        (_native.othello_legal_moves, (8, 1, 0, 0), r"height 1 is not in 2\.\.8"),
        (_native.othello_legal_moves, (4, 4, 1 << 16, 0), r"own 65536 is not in 0\.\.65535"),
        (_native.othello_legal_moves, (8, 8, 0, 1 << 64), r"other 18446744073709551616 is not in"),
        (_native.othello_legal_moves, (8, 8, 3, 1), "own 3 and other 1 share the squares 1"),
        (_native.othello_flips, (4, 4, 0, 0, 16), r"square 16 is not in 0\.\.15"),
        (_native.othello_flips, (4, 4, 0, 0, -1), r"square -1 is not in 0\.\.15"),
        (_native.othello_perft, (4, 4, 0, 0, 61), r"depth 61 is not in 0\.\.60"),
    ],
)
def test_a_wrong_argument_is_named(call: Any, arguments: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(*arguments)
