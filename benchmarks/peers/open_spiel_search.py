"""open_spiel's searches in Python on its own tic-tac-toe in C++; its expectiminimax is minimax in a game without dice."""

import pyspiel
from benchmarks.stopwatch import Task, run_task
from open_spiel.python.algorithms.minimax import alpha_beta_search, expectiminimax

GAME = pyspiel.load_game("tic_tac_toe")


def minimax() -> float:
    """Return the value of the empty board, looking at every position."""
    value, _ = expectiminimax(GAME.new_initial_state(), 9, None, 0)
    return float(value)


def alphabeta() -> float:
    """Return the value of the empty board, with pruning."""
    value, _ = alpha_beta_search(GAME)
    return float(value)


TASKS = {"tictactoe-minimax": Task(minimax), "tictactoe-alphabeta": Task(alphabeta)}

if __name__ == "__main__":
    run_task(TASKS)
