"""Othello as plain Python on integers, a bit a square: what the peers without an Othello of their own play here."""

from typing import NamedTuple

__all__ = ["Board", "Rules"]


class Board(NamedTuple):
    """A position seen by the side to move."""

    own: int
    other: int
    moves: int  # the squares the side to move may play


class Rules:
    """Othello on a square board; the move one past the last square passes."""

    def __init__(self, size: int) -> None:
        full = (1 << size * size) - 1
        first_column = sum(1 << row * size for row in range(size))
        east, west = full & ~first_column, full & ~(first_column << size - 1)
        self.up = ((1, east), (size - 1, west), (size, full), (size + 1, east))
        self.down = ((1, west), (size - 1, east), (size, full), (size + 1, west))
        self.pass_move = size * size
        corner = (size // 2 - 1) * (size + 1)
        black, white = 1 << corner + 1 | 1 << corner + size, 1 << corner | 1 << corner + size + 1
        self.start = Board(black, white, self.squares(black, white))

    def squares(self, own: int, other: int) -> int:
        """Return the squares where `own` can turn discs over."""
        found = 0
        for step, mask in self.up:
            line = own << step & mask & other
            while line:
                line = line << step & mask
                found |= line
                line &= other
        for step, mask in self.down:
            line = own >> step & mask & other
            while line:
                line = line >> step & mask
                found |= line
                line &= other
        return found & ~(own | other)

    def legal_moves(self, board: Board) -> list[int]:
        """Return the moves, a1 first, or the pass."""
        moves, left = [], board.moves
        while left:
            moves.append((left & -left).bit_length() - 1)
            left &= left - 1
        return moves or [self.pass_move]

    def apply_move(self, board: Board, move: int) -> Board:
        """Return the position after a legal move."""
        own, other, _ = board
        if move != self.pass_move:
            turned = self.flips(own, other, 1 << move)
            own, other = own | turned | 1 << move, other ^ turned
        return Board(other, own, self.squares(other, own))

    def flips(self, own: int, other: int, disc: int) -> int:
        """Return the discs that a new one turns over."""
        turned = 0
        for step, mask in self.up:
            line, captured = disc << step & mask, 0
            while line & other:
                captured |= line
                line = line << step & mask
            if line & own:
                turned |= captured
        for step, mask in self.down:
            line, captured = disc >> step & mask, 0
            while line & other:
                captured |= line
                line = line >> step & mask
            if line & own:
                turned |= captured
        return turned

    def is_over(self, board: Board) -> bool:
        """Tell whether neither side can move."""
        return not board.moves and not self.squares(board.other, board.own)

    def score(self, board: Board) -> int:
        """Return the disc difference for the side to move; at the end, empty squares go to the winner."""
        own, other = board.own.bit_count(), board.other.bit_count()
        if own == other or not self.is_over(board):
            return own - other
        return self.pass_move - 2 * other if own > other else 2 * own - self.pass_move
