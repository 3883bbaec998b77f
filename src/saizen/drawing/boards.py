"""Boards as SVG: rows of X, O and - as discs or as marks, with their coordinates."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from saizen.drawing.page import escaped
from saizen.drawing.text import column_letter

__all__ = ["Stones", "board_svg"]

Stones: TypeAlias = Literal["discs", "marks"]

CELL, MARGIN = 36.0, 24.0
INK, PAPER, RULE, FELT = "#1d2327", "#ffffff", "#3a4247", "#dcebe0"


def board_svg(
    cells: Sequence[Sequence[str]],
    title: str,
    *,
    stones: Stones = "discs",
    columns: Sequence[str] | None = None,
    rows: Sequence[str] | None = None,
) -> str:
    """Return a board as an SVG file; columns are lettered and rows numbered unless told."""
    width, height = len(cells[0]), len(cells)
    columns = [column_letter(column) for column in range(width)] if columns is None else columns
    rows = [str(row + 1) for row in range(height)] if rows is None else rows
    names = [label(MARGIN + CELL * (place + 0.5), MARGIN * 0.65, name) for place, name in enumerate(columns)]
    names += [label(MARGIN * 0.5, MARGIN + CELL * (place + 0.5) + 4, name) for place, name in enumerate(rows)]
    pieces = [
        stone(MARGIN + CELL * (column + 0.5), MARGIN + CELL * (row + 0.5), mark, stones)
        for row, marks in enumerate(cells)
        for column, mark in enumerate(marks)
        if mark in ("X", "O")
    ]
    full = f"{CELL * width + 1.5 * MARGIN:g}", f"{CELL * height + 1.5 * MARGIN:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {full[0]} {full[1]}" width="{full[0]}" '
        f'height="{full[1]}" font-family="Helvetica, Arial, \'DejaVu Sans\', sans-serif" font-size="13" fill="{INK}">'
        f'<title>{escaped(title)}</title><rect width="100%" height="100%" fill="{PAPER}"/>'
        f"{grid_lines(width, height)}{''.join(names)}{''.join(pieces)}</svg>\n"
    )


def grid_lines(width: int, height: int) -> str:
    """Return the field and its lines."""
    right, bottom = CELL * width, CELL * height
    lines = "".join(f"M{MARGIN + CELL * column:g} {MARGIN:g}v{bottom:g}" for column in range(width + 1))
    lines += "".join(f"M{MARGIN:g} {MARGIN + CELL * row:g}h{right:g}" for row in range(height + 1))
    field = f'<rect x="{MARGIN:g}" y="{MARGIN:g}" width="{right:g}" height="{bottom:g}" fill="{FELT}"/>'
    return f'{field}<path d="{lines}" stroke="{RULE}" fill="none"/>'


def stone(x: float, y: float, mark: str, stones: Stones) -> str:
    """Return a disc, black for X and white for O, or the mark itself."""
    reach = CELL * 0.3
    if stones == "marks" and mark == "X":
        cross = (
            f"M{x - reach:g} {y - reach:g}l{2 * reach:g} {2 * reach:g}m0 {-2 * reach:g}l{-2 * reach:g} {2 * reach:g}"
        )
        return f'<path d="{cross}" stroke="{INK}" stroke-width="3" fill="none" stroke-linecap="round"/>'
    if stones == "marks":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{reach:g}" fill="none" stroke="{INK}" stroke-width="3"/>'
    fill = INK if mark == "X" else PAPER
    return f'<circle cx="{x:g}" cy="{y:g}" r="{CELL * 0.41:g}" fill="{fill}" stroke="{INK}"/>'


def label(x: float, y: float, words: str) -> str:
    """Return a coordinate."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle">{escaped(words)}</text>'
