"""The plain evaluation of Othello on any board: corners, edges, mobility, and who has more discs."""

from functools import cache

from saizen.games.othello import Othello, legal_squares, shape_of
from saizen.search.evaluation import native_twin

__all__ = ["border", "positional"]

CORNER, EDGE, MOBILITY, MAJORITY = 10, 5, 2, 1


@native_twin("positional")
def positional(state: Othello) -> int:
    """Weigh corners 10, edges 5, mobility 2 and the sign of the disc difference 1; a corner lies on two edges."""
    corners, edges = border(state.width, state.height)
    own, other = state.own, state.other
    replies = legal_squares(other, own, shape_of(state.width, state.height))
    difference = own.bit_count() - other.bit_count()
    return (
        CORNER * ((own & corners).bit_count() - (other & corners).bit_count())
        + EDGE * sum((own & edge).bit_count() - (other & edge).bit_count() for edge in edges)
        + MOBILITY * (state.mobility.bit_count() - replies.bit_count())
        + MAJORITY * ((difference > 0) - (difference < 0))
    )


@cache
def border(width: int, height: int) -> tuple[int, tuple[int, ...]]:
    """Return the corner squares and the four edges of a board."""
    top = (1 << width) - 1
    left = sum(1 << row * width for row in range(height))
    edges = (top, top << width * (height - 1), left, left << width - 1)
    return (edges[0] | edges[1]) & (edges[2] | edges[3]), edges
