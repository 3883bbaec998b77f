"""Tic-tac-toe as a hobbyist writes it: a class with the five members of the protocol, and nothing more."""

from dataclasses import dataclass

from saizen import Side
from saizen.errors import IllegalMoveError

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """A position; `TicTacToe()` is the empty board."""

    board: tuple[Side | None, ...] = (None,) * 9
    next_player: Side = Side.FIRST

    def legal_moves(self) -> list[int]:
        """Return the empty squares."""
        return [square for square in range(9) if self.board[square] is None]

    def apply_move(self, move: int) -> "TicTacToe":
        """Return the position after a mark on square `move`."""
        if self.board[move] is not None:
            raise IllegalMoveError(f"square {move} is taken")
        board = (*self.board[:move], self.next_player, *self.board[move + 1 :])
        return TicTacToe(board, self.next_player.other)

    def is_over(self) -> bool:
        """Tell whether a line is made or the board is full."""
        return self.winner() is not None or None not in self.board

    def winner(self) -> Side | None:
        """Return who has made a line."""
        board = self.board
        for a, b, c in LINES:
            if board[a] is board[b] is board[c] is not None:
                return board[a]
        return None
