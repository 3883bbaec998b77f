"""Our own searches, called as anyone calls them, on a game of the user's own."""

from benchmarks.games.plain_tictactoe import TicTacToe
from benchmarks.stopwatch import Task, answer
from saizen.search import alphabeta, minimax

MINIMAX = Task(lambda: minimax(TicTacToe()).value, lambda: minimax(TicTacToe()).nodes)
ALPHABETA = Task(lambda: alphabeta(TicTacToe()).value, lambda: alphabeta(TicTacToe()).nodes)

if __name__ == "__main__":
    answer(
        {
            "tictactoe-minimax": MINIMAX,
            "tictactoe-alphabeta": ALPHABETA,
            "shipped-minimax": MINIMAX,
            "shipped-alphabeta": ALPHABETA,
        }
    )
