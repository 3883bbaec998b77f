"""Boards as plain text."""

from saizen.drawing.text import clip, column_letter, display_width, grid_text


def test_columns_are_lettered() -> None:
    assert [column_letter(column) for column in (0, 1, 25)] == ["a", "b", "z"]


def test_a_grid_has_its_coordinates() -> None:
    assert grid_text([["X", "-"], ["O", "X"]]) == "  a b\n1 X -\n2 O X"


def test_wide_labels_are_aligned() -> None:
    lines = grid_text([["-"]] * 10).splitlines()
    assert (lines[0], lines[1], lines[10]) == ("   a", " 1 -", "10 -")


def test_labels_and_the_corner_may_be_given() -> None:
    text = grid_text([["1", "2"]], columns=["x", "y"], rows=["row"], corner="*")
    assert text == "  * x y\nrow 1 2"


def test_no_line_ends_in_blanks() -> None:
    assert grid_text([[" ", " "]], columns=["a", "b"]) == "  a b\n1"


def test_wide_characters_take_two_columns() -> None:
    assert [display_width(text) for text in ("", "abc", "深さ", "ｄ3", "●")] == [0, 3, 4, 3, 1]
    assert [clip("深さ 5", columns) for columns in (6, 5, 4, 3, 2, 1, 0)] == [
        "深さ 5",
        "深さ ",
        "深さ",
        "深",
        "深",
        "",
        "",
    ]
