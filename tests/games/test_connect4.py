"""Connect Four against published counts and scores."""

import re
from dataclasses import FrozenInstanceError
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import IllegalMoveError, NotationError, SettingError
from saizen.games.base import Side
from saizen.games.connect4 import ConnectFour

starts = st.sampled_from([ConnectFour(), ConnectFour(1, 1), ConnectFour(4, 5), ConnectFour(16, 3), ConnectFour(6, 16)])
choice_lists = st.lists(st.integers(0, 999), max_size=60)


def play(columns: str, start: ConnectFour | None = None) -> ConnectFour:
    state = start or ConnectFour()
    for column in columns:
        state = state.apply_move(int(column) - 1)
    return state


def playout(state: ConnectFour, choices: list[int]) -> list[ConnectFour]:
    states = [state]
    for choice in choices:
        if not states[-1].is_over():
            moves = states[-1].legal_moves()
            states.append(states[-1].apply_move(moves[choice % len(moves)]))
    return states


def next_level(level: set[ConnectFour]) -> set[ConnectFour]:
    return {state.apply_move(move) for state in level if not state.is_over() for move in state.legal_moves()}


def test_positions_by_ply_are_those_of_oeis_a212693() -> None:
    levels = [{ConnectFour()}]
    while len(levels) < 8:
        levels.append(next_level(levels[-1]))
    assert [len(level) for level in levels] == [1, 7, 49, 238, 1120, 4263, 16422, 54859]
    assert [sum(state.is_over() for state in level) for level in levels] == [0, 0, 0, 0, 0, 0, 0, 728]


@pytest.mark.parametrize(
    ("size", "count"),
    [
        ((1, 1), 2),
        ((1, 13), 14),
        ((9, 1), 6010),
        ((6, 2), 29737),
        ((3, 3), 869),
        ((4, 3), 12031),
        ((2, 6), 1571),
        ((3, 4), 6000),
        ((3, 5), 38310),
        ((4, 4), 161029),
    ],
)
def test_small_boards_have_the_published_number_of_positions(size: tuple[int, int], count: int) -> None:
    found = 0
    level = {ConnectFour(*size)}
    while level:
        found += len(level)
        level = next_level(level)
    assert found == count


@given(starts, choice_lists)
def test_playouts_keep_the_contract(start: ConnectFour, choices: list[int]) -> None:
    states = playout(start, choices)
    for ply, (state, again) in enumerate(zip(states, playout(start, choices), strict=True)):
        assert state == again
        assert hash(state) == hash(again)
        assert state.next_player is (Side.FIRST if ply % 2 == 0 else Side.SECOND)
        assert (state.first | state.second).bit_count() == ply
        if not state.is_over():
            assert state.legal_moves()
            assert list(state.legal_moves()) == [column for column, mark in enumerate(state.cells()[0]) if mark == "-"]
            assert all(state.parse_move(state.move_name(move)) == move for move in state.legal_moves())
    assert len(set(states)) == len(states)


@given(starts, choice_lists)
def test_a_disc_lands_on_the_cell_that_move_cell_says(start: ConnectFour, choices: list[int]) -> None:
    states = playout(start, choices)
    for state, after in pairwise(states):
        before, now = state.cells(), after.cells()
        changed = [(r, c) for r in range(state.height) for c in range(state.width) if before[r][c] != now[r][c]]
        assert changed == [state.move_cell(changed[0][1])]
        row, column = changed[0]
        assert all(before[below][column] != "-" for below in range(row + 1, state.height))


@given(starts, choice_lists)
def test_position_text_is_read_back_from_any_playout(start: ConnectFour, choices: list[int]) -> None:
    state = playout(start, choices)[-1]
    again = start.parse_position(state.position_text())
    assert again == state
    assert (again.next_player, again.is_over()) == (state.next_player, state.is_over())
    assert eval(repr(state)) == state


@given(starts, choice_lists)
def test_the_mirror_image_plays_alike(start: ConnectFour, choices: list[int]) -> None:
    state = playout(start, choices)[-1]
    same, image = state.symmetries()
    assert same is state
    assert image.symmetries()[1] == state
    assert image.cells() == [row[::-1] for row in state.cells()]
    assert (image.is_over(), image.winner()) == (state.is_over(), state.winner())
    if not state.is_over():
        assert [state.width - 1 - move for move in image.legal_moves()][::-1] == state.legal_moves()
        for move in state.legal_moves():
            assert state.apply_move(move).symmetries()[1] == image.apply_move(state.width - 1 - move)


@pytest.mark.parametrize("columns", ["1122334", "1213141", "12233434474", "76655454414"])
def test_four_in_any_direction_win(columns: str) -> None:
    assert not play(columns[:-1]).is_over()
    state = play(columns)
    assert state.winner() is Side.FIRST
    assert state.final_score() == -1


def test_a_full_board_without_four_is_a_draw() -> None:
    state = play("121212", ConnectFour(2, 3))
    assert state.is_over()
    assert state.winner() is None
    assert state.final_score() == 0
    assert state.score_range == (-1, 1)


def test_a_win_scores_by_the_discs_the_winner_has_left() -> None:
    start = ConnectFour()
    assert start.win_score(7) == 22 - 4
    assert start.win_score(8) == 22 - 4
    assert start.win_score(41) == 1  # the first player's best from the start, won on move 41
    assert play("112233").win_score(1) == 18
    assert ConnectFour(4, 4).win_score(16) == 1


def test_the_first_row_of_the_text_is_the_top_one() -> None:
    state = ConnectFour().apply_move(3)
    assert state.position_text() == "-" * 38 + "X--- O"
    assert state.move_cell(3) == (4, 3)
    assert play("444444").move_cell(3) is None


def test_the_board_is_drawn_under_its_column_numbers() -> None:
    assert str(play("12", ConnectFour(3, 2))) == " 1 2 3\n - - -\n X O -"
    assert str(ConnectFour(10, 1)).splitlines() == [
        "  1  2  3  4  5  6  7  8  9 10",
        "  -  -  -  -  -  -  -  -  -  -",
    ]


def test_columns_are_read_from_1_in_any_width() -> None:
    assert [ConnectFour().parse_move(text) for text in ("1", " 7 ", "３", "04")] == [0, 6, 2, 3]
    assert ConnectFour(16, 4).parse_move("16") == 15


@pytest.mark.parametrize("text", ["0", "8", "", "d", "-1", "1.0", "٣", "111"])
def test_text_that_is_no_column_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(repr(text))} is no column; columns are numbered 1 to 7$"):
        ConnectFour().parse_move(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("----X------- O", "position has a disc on a2 above an empty square; fill a3 first"),
        ("-X-------O-- X", "position has a disc on b1 above an empty square; fill b2 first"),
        ("--------XX-- X", "position has 2 X and 0 O with X to move; it needs as many X as O"),
        ("----OOOOXXXX X", "position '----OOOOXXXX X' is won by both sides; only O, who moved last, can have a line"),
        ("-", "position '-' has 1 characters; a 4x3 board needs 12 and then X or O to move"),
    ],
)
def test_an_impossible_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        ConnectFour(4, 3).parse_position(text)


@pytest.mark.parametrize(
    ("width", "height", "message"),
    [(0, 6, "width 0 is not between 1 and 16"), (7, 17, "height 17 is not between 1 and 16")],
)
def test_a_size_out_of_range_is_refused(width: int, height: int, message: str) -> None:
    with pytest.raises(SettingError, match=f"^{message}$"):
        ConnectFour(width, height)


@pytest.mark.parametrize(
    ("columns", "move", "message"),
    [
        ("1111", 0, "illegal move '1' for X in O-X-O-X- X; legal: 2"),
        ("1111", 2, "illegal move '3' for X in O-X-O-X- X; legal: 2"),
        ("1111", -1, "illegal move '0' for X in O-X-O-X- X; legal: 2"),
        ("1111", "2", "illegal move '2' for X in O-X-O-X- X; legal: 2"),
        ("1212121", 1, "illegal move '2' in X-XOXOXO O; the game is over"),
    ],
)
def test_a_forbidden_move_is_refused(columns: str, move: int, message: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{re.escape(message)}$"):
        play(columns, ConnectFour(2, 4)).apply_move(move)


def test_states_are_values_that_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        ConnectFour().own = 1  # type: ignore[misc]
    assert ConnectFour(4, 4) != ConnectFour(4, 5)
    assert ConnectFour() != "connect4"
