"""Our own searches, called as anyone calls them, on a game of the user's own."""

from benchmarks.games.plain_tictactoe import TicTacToe
from benchmarks.stopwatch import Task, run_task
from saizen.search import alphabeta, minimax

TASKS = {
    "tictactoe-minimax": Task(lambda: minimax(TicTacToe()).value, lambda: minimax(TicTacToe()).nodes),
    "tictactoe-alphabeta": Task(lambda: alphabeta(TicTacToe()).value, lambda: alphabeta(TicTacToe()).nodes),
}

if __name__ == "__main__":
    run_task(TASKS)
