"""The same tic-tac-toe on easyAI, with the optional `unmake_move` that makes it fastest there.

easyAI's Negamax always prunes; a window of NaN makes every comparison with it false, so that nothing is cut:
that is its minimax here. Its alpha-beta prefers quick wins, so its window closes a little later than ours.
"""

import math

from benchmarks.stopwatch import Task, run_task
from easyAI import Negamax, TwoPlayerGame

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(TwoPlayerGame):
    """The empty board, and what becomes of it."""

    def __init__(self) -> None:
        self.players = [None, None]
        self.board = [0] * 9
        self.current_player = 1

    def possible_moves(self) -> list[int]:
        return [square for square in range(9) if not self.board[square]]

    def make_move(self, move: int) -> None:
        self.board[move] = self.current_player

    def unmake_move(self, move: int) -> None:
        self.board[move] = 0

    def winner(self) -> int:
        board = self.board
        for a, b, c in LINES:
            if board[a] and board[a] == board[b] == board[c]:
                return board[a]
        return 0

    def is_over(self) -> bool:
        return self.winner() != 0 or 0 not in self.board

    def scoring(self) -> int:
        winner = self.winner()
        return 0 if not winner else 1 if winner == self.current_player else -1


class CountedTicTacToe(TicTacToe):
    """Counts the positions entered."""

    nodes = 1

    def make_move(self, move: int) -> None:
        self.nodes += 1
        super().make_move(move)


def search(window: float) -> float:
    """Return the value of the empty board, searched to the end."""
    algorithm = Negamax(9, win_score=window)
    algorithm(TicTacToe())
    return float(algorithm.alpha)


def count(window: float) -> int:
    """Return how many positions the search enters."""
    game = CountedTicTacToe()
    Negamax(9, win_score=window)(game)
    return game.nodes


TASKS = {
    "tictactoe-minimax": Task(lambda: search(math.nan), lambda: count(math.nan)),
    "tictactoe-alphabeta": Task(lambda: search(math.inf), lambda: count(math.inf)),
}

if __name__ == "__main__":
    run_task(TASKS)
