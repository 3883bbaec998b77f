"""The native core: rules and searches in C++, for boards given as bits row * width + column."""

__version__: str
__variant__: str

def othello_legal_moves(width: int, height: int, own: int, other: int) -> int:
    """Return the squares on which the side to move may put a disc."""

def othello_flips(width: int, height: int, own: int, other: int, square: int) -> int:
    """Return the discs that playing `square` turns over; none if that move is illegal."""

def othello_perft(width: int, height: int, own: int, other: int, depth: int) -> int:
    """Count the lines of exactly `depth` plies, where a pass is a ply (OEIS A124004)."""
