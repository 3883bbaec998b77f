"""Boards as plain text."""

import unicodedata
from collections.abc import Sequence

__all__ = ["clip", "column_letter", "display_width", "grid_text", "in_ascii"]

ASCII = {"α": "alpha", "β": "beta", "∞": "inf", "−": "-", "≤": "<=", "≥": ">=", "…": "...", "×": "x"}


def column_letter(column: int) -> str:
    """Return the letter of a column: a, b, … z."""
    return chr(ord("a") + column)


def grid_text(
    cells: Sequence[Sequence[str]],
    *,
    columns: Sequence[str] | None = None,
    rows: Sequence[str] | None = None,
    corner: str = "",
) -> str:
    """Return a grid with its coordinates, one line a row; columns are lettered and rows numbered unless told."""
    if columns is None:
        columns = [column_letter(column) for column in range(len(cells[0]))]
    if rows is None:
        rows = [str(row + 1) for row in range(len(cells))]
    margin = max(len(label) for label in (*rows, corner))
    lines = [[corner.rjust(margin), *columns]]
    lines += [[label.rjust(margin), *row] for label, row in zip(rows, cells, strict=True)]
    return "\n".join(" ".join(line).rstrip() for line in lines)


def display_width(text: str) -> int:
    """Return how many columns a terminal gives to a text: two to each wide character."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def clip(text: str, columns: int) -> str:
    """Return as much of a text as fits into so many columns."""
    text = text[:columns]
    while display_width(text) > columns:
        text = text[:-1]
    return text


def in_ascii(text: str) -> str:
    """Return a text with the signs of mathematics spelt out, for terminals that have no others."""
    return "".join(ASCII.get(character, character) for character in text)
