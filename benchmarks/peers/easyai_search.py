"""Games on easyAI: the same rules as ours, with the `unmake_move` that makes it fastest there, and as shipped.

easyAI's Negamax always prunes; a window of NaN makes every comparison with it false, so that nothing is cut:
that is its minimax here. Its alpha-beta prefers quick wins, so it enters a few more positions than ours.
"""

import math
from typing import Any

from easyAI import Negamax, TwoPlayerGame  # type: ignore[import-not-found]
from easyAI.games.ConnectFour import ConnectFour  # type: ignore[import-not-found]
from easyAI.games.TicTacToe import TicTacToe as Shipped  # type: ignore[import-not-found]

from benchmarks.games.plain_othello import Rules
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


class Othello(TwoPlayerGame):  # type: ignore[misc]
    """Positions on a pile: a move puts one on top, taking it back removes it."""

    rules = Rules(8)

    def __init__(self, players: list[object]) -> None:
        self.players = players
        self.boards = [self.rules.start]
        self.current_player = 1

    def possible_moves(self) -> list[int]:
        return self.rules.legal_moves(self.boards[-1])

    def make_move(self, move: int) -> None:
        self.boards.append(self.rules.apply_move(self.boards[-1], move))

    def unmake_move(self, move: int) -> None:
        self.boards.pop()

    def is_over(self) -> bool:
        return self.rules.is_over(self.boards[-1])

    def scoring(self) -> int:
        return self.rules.score(self.boards[-1])


class SmallOthello(Othello):
    """The 4×4 board."""

    rules = Rules(4)


def search(game: type[Any], depth: int, window: float) -> float:
    """Return the value of the start, without the thousandths that easyAI adds for an early end."""
    algorithm = Negamax(depth, win_score=window)
    algorithm(game([None, None]))
    return float(round(algorithm.alpha))


def count(game: type[Any], depth: int, window: float) -> int:
    """Return how many positions the same search enters."""
    moves = []

    class Counted(game):  # type: ignore[misc]
        def make_move(self, move: int) -> None:
            moves.append(move)
            super().make_move(move)

    search(Counted, depth, window)
    return len(moves) + 1


def minimax(game: type[Any], depth: int) -> Task:
    """Return a search that looks at every position."""
    return Task(lambda: search(game, depth, math.nan), lambda: count(game, depth, math.nan))


def alphabeta(game: type[Any], depth: int) -> Task:
    """Return a search with pruning."""
    return Task(lambda: search(game, depth, math.inf), lambda: count(game, depth, math.inf))


if __name__ == "__main__":
    answer(
        {
            "tictactoe-minimax": minimax(TicTacToe, 9),
            "tictactoe-alphabeta": alphabeta(TicTacToe, 9),
            "shipped-minimax": minimax(Shipped, 9),
            "shipped-alphabeta": alphabeta(Shipped, 9),
            "native-tictactoe-minimax": minimax(TicTacToe, 9),
            "native-tictactoe-alphabeta": alphabeta(TicTacToe, 9),
            "connect4-alphabeta-8": alphabeta(ConnectFour, 8),
            "othello-minimax-4": minimax(Othello, 4),
            "othello-minimax-6": minimax(Othello, 6),
            "othello-alphabeta-6": alphabeta(Othello, 6),
            "othello-alphabeta-8": alphabeta(Othello, 8),
            "othello-4x4-solved": alphabeta(SmallOthello, 20),  # no game there is as long
        }
    )
