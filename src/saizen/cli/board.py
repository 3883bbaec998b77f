"""Boards and results as the terminal shows them."""

from saizen.cli.console import Console
from saizen.drawing.text import grid_text
from saizen.games.base import Side, State, Value, final_score, move_name, score_range, side_name
from saizen.games.othello import Othello
from saizen.search import Provenance

__all__ = ["board", "format_value", "named_side", "result_text", "source_text", "status"]

DISCS = {"X": "●", "O": "○", "-": "."}
MOST_LISTED = 30


def board(state: State, console: Console) -> str:
    """Return the board with its coordinates and, in Othello, its legal moves marked."""
    if not isinstance(state, Othello):
        return str(state)
    cells = [list(row) for row in state.cells()]
    if not console.plain:
        cells = [[DISCS[mark] for mark in row] for row in cells]
    else:
        cells = [["." if mark == "-" else mark for mark in row] for row in cells]
    if not state.is_over():
        for move in state.legal_moves():
            cell = state.move_cell(move)
            if cell is not None:
                cells[cell[0]][cell[1]] = "*" if console.plain else "+"
    return grid_text(cells)


def status(state: State, console: Console) -> str:
    """Return a line with disc counts, whose turn it is and the legal moves."""
    parts = []
    if isinstance(state, Othello):
        black, white = state.discs
        marks = ("X", "O") if console.plain else ("●", "○")
        parts.append(f"{named_side(state, Side.FIRST, console)} {marks[0]} {black}")
        parts.append(f"{named_side(state, Side.SECOND, console)} {marks[1]} {white}")
    if not state.is_over():
        parts.append(console.text("to_move", side=named_side(state, state.next_player, console)))
        moves = state.legal_moves()
        names = " ".join(move_name(state, move) for move in moves)
        if len(moves) > MOST_LISTED:
            names = console.text("many_moves", count=len(moves))
        parts.append(console.text("legal", moves=names))
    return " | ".join(parts)


def named_side(state: State, side: Side, console: Console) -> str:
    """Return what people call a side, in their language where we know the word."""
    name = side_name(state, side)
    return console.text(f"side_{name}") if name in ("black", "white", "first", "second") else name


def result_text(state: State, console: Console) -> str:
    """Return how a finished game ended."""
    winner = state.winner()
    text = console.text("wins", side=named_side(state, winner, console)) if winner else console.text("draw")
    if isinstance(state, Othello):
        return f"{text} {state.discs[0]}-{state.discs[1]}"
    if score_range(state) == (-1, 1):
        return text
    score = final_score(state)
    return f"{text} ({format_value(score if state.next_player is Side.FIRST else -score)})"


def format_value(value: Value) -> str:
    """Return a value with its sign; whole numbers stay whole."""
    if value == 0:
        return "0"
    return f"{value:+d}" if isinstance(value, int) else f"{value:+.2f}"


def source_text(provenance: Provenance, console: Console) -> str:
    """Return where a value comes from, in words."""
    depth, selective = provenance.depth, (provenance.selectivity or 100) < 100
    kind = provenance.kind
    if kind == "search" or (kind == "book" and depth is not None):
        searched = console.text(
            "source_selective" if selective else "source_search",
            depth="?" if depth is None else depth,
            selectivity=provenance.selectivity,
        )
        return searched if kind == "search" else console.text("source_book_search", searched=searched)
    return console.text(f"source_{kind}")
