"""Squares, position text, lines and symmetries of a rectangular board."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import NotationError, SettingError
from saizen.games import grid
from saizen.games.base import Side

sizes = st.tuples(st.integers(1, 9), st.integers(1, 9))


def test_every_square_is_read_back_from_its_name() -> None:
    for width, height in ((1, 1), (7, 6), (26, 26)):
        names = [grid.square_name(square, width) for square in range(width * height)]
        assert [grid.parse_square(name, width, height) for name in names] == list(range(width * height))


def test_a1_is_the_first_square_and_rows_count_down_the_board() -> None:
    assert grid.square_name(0, 8) == "a1"
    assert grid.parse_square("d3", 8, 8) == 2 * 8 + 3
    assert grid.parse_square(" Ｄ３ ", 8, 8) == 2 * 8 + 3


@pytest.mark.parametrize(
    ("text", "width", "height", "message"),
    [
        ("33", 8, 8, "'33' is no square; squares are written like b2"),
        ("", 1, 1, "'' is no square; squares are written like a1"),
        ("i1", 8, 8, "'i1': no such square; the board is a1 to h8"),
        ("a0", 8, 8, "'a0': no such square; the board is a1 to h8"),
        ("a7", 8, 6, "'a7': no such square; the board is a1 to h6"),
    ],
)
def test_text_that_is_no_square_is_refused(text: str, width: int, height: int, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        grid.parse_square(text, width, height)


@pytest.mark.parametrize("value", [3, 27, True, 8.0, "8", None])
def test_a_side_out_of_range_is_refused(value: int) -> None:
    with pytest.raises(SettingError, match=f"^width {re.escape(repr(value))} is not between 4 and 26$"):
        grid.check_size("width", value, 4, 26)


@given(sizes, st.data())
def test_position_text_is_read_back(size: tuple[int, int], data: st.DataObject) -> None:
    count = size[0] * size[1]
    taken = data.draw(st.integers(0, (1 << count) - 1))
    first = taken & data.draw(st.integers(0, (1 << count) - 1))
    side = data.draw(st.sampled_from(Side))
    text = grid.format_position(first, taken & ~first, count, side)
    assert len(text) == count + 2
    assert grid.parse_position(text, *size) == (first, taken & ~first, side)


def test_position_text_may_use_other_marks_widths_and_spaces() -> None:
    expected = grid.parse_position("XO-- O", 2, 2)
    for text in ("xo..o", "*O-. o", " x o \n - - \n O", "Ｘｏ－． Ｏ"):
        assert grid.parse_position(text, 2, 2) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XO-", "position 'XO-' has 3 characters; a 2x2 board needs 4 and then X or O to move"),
        ("XO-# X", "position has '#' on b2; use X, O or -"),
        ("XO-- -", "position names '-' as the side to move; use X or O"),
    ],
)
def test_text_that_is_no_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        grid.parse_position(text, 2, 2)


def test_cells_are_the_rows_of_the_board() -> None:
    assert grid.grid_cells(0b000001, 0b100000, 3, 2) == [["X", "-", "-"], ["-", "-", "O"]]


def line_by_walking(bits: int, width: int, height: int, length: int) -> bool:
    discs = {divmod(square, width) for square in grid.squares(bits)}
    return any(
        all((row + down * step, column + across * step) in discs for step in range(length))
        for row, column in discs
        for down, across in ((0, 1), (1, -1), (1, 0), (1, 1))
    )


@given(sizes, st.integers(1, 9), st.data())
def test_lines_by_shifts_are_those_found_by_walking(size: tuple[int, int], length: int, data: st.DataObject) -> None:
    bits = data.draw(st.integers(0, (1 << size[0] * size[1]) - 1))
    bits |= data.draw(st.integers(0, (1 << size[0] * size[1]) - 1))  # fuller boards hold longer lines
    assert grid.has_line(bits, grid.lines_of(*size, length)) == line_by_walking(bits, *size, length)


def test_no_line_wraps_around_an_edge() -> None:
    corner_and_next_row = 0b000_001_110
    assert not grid.has_line(corner_and_next_row, grid.lines_of(3, 3, 3))


@pytest.mark.parametrize(("size", "images"), [((3, 3), 8), ((8, 8), 8), ((7, 6), 4), ((6, 4), 4)])
def test_reflections_make_a_group_without_its_identity(size: tuple[int, int], images: int) -> None:
    squares = tuple(range(size[0] * size[1]))
    group = {squares, *(tuple(target) for target in grid.reflections(*size))}
    assert len(group) == images
    assert {tuple(one[two[square]] for square in squares) for one in group for two in group} == group


@given(st.integers(0, 511), st.sampled_from(grid.reflections(3, 3)))
def test_moved_bits_are_the_moved_squares(bits: int, target: tuple[int, ...]) -> None:
    assert set(grid.squares(grid.move_bits(bits, target))) == {target[square] for square in grid.squares(bits)}
