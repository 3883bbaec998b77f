"""The evaluators against the plainest reading of their weights."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import ProtocolError, SettingError, SpecError
from saizen.games.base import Side
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.games.tree import Tree
from saizen.players import discs, make_evaluator, positional
from saizen.players.evaluators import EVALUATORS, lines

SIDES = st.sampled_from((4, 6, 8, 10))
CHOICES = st.lists(st.integers(0, 99), max_size=80)


def othello_after(width: int, height: int, choices: list[int]) -> Othello:
    state = Othello(width, height)
    for choice in choices:
        if not state.is_over():
            moves = state.legal_moves()
            state = state.apply_move(moves[choice % len(moves)])
    return state


def swapped(state: Othello) -> Othello:
    """Return the same discs with the other side to move."""
    text = state.position_text()
    return state.parse_position(text[:-1] + ("O" if text[-1] == "X" else "X"))


def mobility(cells: Any, own: str, other: str) -> int:
    """Count the empty squares from which a line of `other` discs runs to one of `own`, square by square."""
    height, width = len(cells), len(cells[0])
    count = 0
    for row in range(height):
        for column in range(width):
            turns = False
            for down in (-1, 0, 1):
                for across in (-1, 0, 1):
                    at, run = (row + down, column + across), 0
                    while (
                        0 <= at[0] < height and 0 <= at[1] < width and cells[at[0]][at[1]] == other and (down or across)
                    ):
                        at, run = (at[0] + down, at[1] + across), run + 1
                    inside = 0 <= at[0] < height and 0 <= at[1] < width
                    turns |= run > 0 and inside and cells[at[0]][at[1]] == own
            count += cells[row][column] == "-" and turns
    return count


def plain_positional(state: Othello) -> int:
    cells = state.cells()
    own, other = ("X", "O") if state.next_player is Side.FIRST else ("O", "X")
    top, bottom = cells[0], cells[-1]
    left, right = [row[0] for row in cells], [row[-1] for row in cells]
    corners = [top[0], top[-1], bottom[0], bottom[-1]]
    everything = [mark for row in cells for mark in row]

    def more(marks: Any) -> int:
        return list(marks).count(own) - list(marks).count(other)

    edges = sum(more(edge) for edge in (top, bottom, left, right))  # a corner stands on two edges
    moves = mobility(cells, own, other) - mobility(cells, other, own)
    majority = (more(everything) > 0) - (more(everything) < 0)
    return 10 * more(corners) + 5 * edges + 2 * moves + 1 * majority


@given(width=SIDES, height=SIDES, choices=CHOICES)
def test_discs_counts_own_minus_other(width: int, height: int, choices: list[int]) -> None:
    state = othello_after(width, height, choices)
    black, white = state.discs
    assert discs(state) == (black - white if state.next_player is Side.FIRST else white - black)
    assert discs(swapped(state)) == -discs(state)


@given(width=SIDES, height=SIDES, choices=CHOICES)
def test_positional_weighs_as_it_says(width: int, height: int, choices: list[int]) -> None:
    state = othello_after(width, height, choices)
    assert positional(state) == plain_positional(state)
    assert positional(swapped(state)) == -positional(state)


def test_positional_on_single_discs() -> None:
    board = Othello(4, 4)
    assert positional(board.parse_position("X--------------- X")) == 10 + 2 * 5 + 1
    assert positional(board.parse_position("-X-------------- X")) == 5 + 1
    assert positional(board.parse_position("-----X---------- O")) == -1
    assert positional(board.parse_position("X--------------O X")) == 0


@given(choices=CHOICES)
def test_lines_counts_the_rows_still_open(choices: list[int]) -> None:
    for start in (TicTacToe(), MNK(4, 3, 3), ConnectFour(5, 4)):
        state: Any = start
        for choice in choices:
            if not state.is_over():
                moves = state.legal_moves()
                state = state.apply_move(moves[choice % len(moves)])
        assert lines(state) == open_rows(state, "own") - open_rows(state, "other")


def open_rows(state: Any, side: str) -> int:
    """Count the rows, columns and diagonals without a stone of the opponent, one by one."""
    length = 4 if isinstance(state, ConnectFour) else state.k
    cells = state.cells()
    first = (state.next_player is Side.FIRST) == (side == "own")
    blocked = "O" if first else "X"
    height, width = len(cells), len(cells[0])
    count = 0
    for row in range(height):
        for column in range(width):
            for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                squares = [(row + down * step, column + across * step) for step in range(length)]
                if all(0 <= at < height and 0 <= to < width for at, to in squares):
                    count += all(cells[at][to] != blocked for at, to in squares)
    return count


def test_aliases_are_the_words_of_the_documents() -> None:
    start = Othello()
    assert make_evaluator("mass_count", start) is make_evaluator("discs", start) is discs
    assert make_evaluator("custom", start) is make_evaluator("positional", start) is positional


def test_without_a_name_each_game_has_its_own_evaluator() -> None:
    assert make_evaluator(None, Othello()) is discs
    tree = Tree({"value": 3, "children": [1, 2]})
    assert make_evaluator(None, tree)(tree) == 3
    assert make_evaluator(None, Tree([1, 2]))(Tree([1, 2])) == 0
    assert make_evaluator(None, TicTacToe())(TicTacToe()) == 0


def test_node_value_needs_values() -> None:
    with pytest.raises(ValueError, match="node root has no value"):
        make_evaluator("node_value", Tree([1, 2]))(Tree([1, 2]))


@pytest.mark.parametrize("name", EVALUATORS)
def test_every_evaluator_is_known_to_some_game(name: str) -> None:
    starts = (Othello(), TicTacToe(), ConnectFour(), Tree([1, 2]))
    assert any(name in known(start) for start in starts)


def known(start: Any) -> list[str]:
    with pytest.raises(SpecError) as caught:
        make_evaluator("nothing", start)
    return str(caught.value).partition("known: ")[2].partition(",")[0].split()


def test_an_unknown_name_lists_those_that_fit_the_game() -> None:
    with pytest.raises(
        SpecError, match=r"unknown evaluator 'discs' for TicTacToe; known: zero lines, or file\.py:function"
    ):
        make_evaluator("discs", TicTacToe())


def own(tmp_path: Path, code: str) -> Any:
    (tmp_path / "own.py").write_text(code, encoding="utf-8")
    return make_evaluator(f"{tmp_path / 'own.py'}:judge", TicTacToe())


def test_an_own_function_judges(tmp_path: Path) -> None:
    assert own(tmp_path, "def judge(state): return len(state.legal_moves()) / 2")(TicTacToe()) == 4.5


@pytest.mark.parametrize("answer", ["'good'", "None", "True", "float('nan')", "float('-inf')", "[1]", "1j"])
def test_an_own_function_must_answer_with_a_finite_number(tmp_path: Path, answer: str) -> None:
    judge = own(tmp_path, f"def judge(state): return {answer}")
    with pytest.raises(ProtocolError, match=r"own\.py:judge must return a finite int or float, got "):
        judge(TicTacToe())


def test_an_own_function_that_raises_is_reported(tmp_path: Path) -> None:
    judge = own(tmp_path, "def judge(state): return {}['corner']")
    with pytest.raises(
        ProtocolError, match=r"own\.py:judge failed: KeyError: 'corner' \(in judge, line 1 of own\.py\)"
    ):
        judge(TicTacToe())


def test_an_own_function_may_refuse_in_our_words(tmp_path: Path) -> None:
    judge = own(tmp_path, "from saizen.errors import SettingError\ndef judge(state): raise SettingError('too deep')")
    with pytest.raises(SettingError, match="too deep"):
        judge(TicTacToe())


def test_what_is_no_function_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"own\.py:judge is no function; an evaluator is called with a state"):
        own(tmp_path, "judge = 3")
