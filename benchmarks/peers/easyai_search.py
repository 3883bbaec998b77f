"""Tic-tac-toe on easyAI: the same rules as ours, with the `unmake_move` that makes it fastest there, and as shipped.

easyAI's Negamax always prunes; a window of NaN makes every comparison with it false, so that nothing is cut:
that is its minimax here. Its alpha-beta prefers quick wins, so it enters a few more positions than ours.
"""

import math
from typing import Any

from easyAI import Negamax, TwoPlayerGame  # type: ignore[import-not-found]
from easyAI.games.TicTacToe import TicTacToe as Shipped  # type: ignore[import-not-found]

from benchmarks.stopwatch import Task, answer

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(TwoPlayerGame):  # type: ignore[misc]
    """A board that moves are made and taken back on."""

    def __init__(self, players: list[object]) -> None:
        self.players = players
        self.board: list[int | None] = [None] * 9
        self.current_player = 1

    def possible_moves(self) -> list[int]:
        return [square for square in range(9) if self.board[square] is None]

    def make_move(self, move: int) -> None:
        self.board[move] = self.current_player

    def unmake_move(self, move: int) -> None:
        self.board[move] = None

    def is_over(self) -> bool:
        return self.winner() is not None or None not in self.board

    def winner(self) -> int | None:
        board = self.board
        for a, b, c in LINES:
            if board[a] is board[b] is board[c] is not None:
                return board[a]
        return None

    def scoring(self) -> int:
        winner = self.winner()
        return 0 if winner is None else 1 if winner == self.current_player else -1


def search(game: type[Any], window: float) -> float:
    """Return the value of the empty board, searched to the end."""
    algorithm = Negamax(9, win_score=window)
    algorithm(game([None, None]))
    return float(algorithm.alpha)


def count(game: type[Any], window: float) -> int:
    """Return how many positions the same search enters."""
    moves = []

    class Counted(game):  # type: ignore[misc]
        def make_move(self, move: int) -> None:
            moves.append(move)
            super().make_move(move)

    search(Counted, window)
    return len(moves) + 1


if __name__ == "__main__":
    answer(
        {
            "tictactoe-minimax": Task(lambda: search(TicTacToe, math.nan), lambda: count(TicTacToe, math.nan)),
            "tictactoe-alphabeta": Task(lambda: search(TicTacToe, math.inf), lambda: count(TicTacToe, math.inf)),
            "shipped-minimax": Task(lambda: search(Shipped, math.nan), lambda: count(Shipped, math.nan)),
            "shipped-alphabeta": Task(lambda: search(Shipped, math.inf), lambda: count(Shipped, math.inf)),
        }
    )
