"""open_spiel's searches in Python on its tic-tac-toe in C++; its expectiminimax is minimax where there are no dice."""

import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms.minimax import (  # type: ignore[import-not-found]
    alpha_beta_search,
    expectiminimax,
)

from benchmarks.stopwatch import Task, answer

GAME = pyspiel.load_game("tic_tac_toe")


def minimax() -> float:
    """Return the value of the empty board, looking at every position."""
    value, _ = expectiminimax(GAME.new_initial_state(), 9, None, 0)
    return float(value)


def alphabeta() -> float:
    """Return the value of the empty board, with pruning."""
    value, _ = alpha_beta_search(GAME)
    return float(value)


if __name__ == "__main__":
    answer(
        {
            "tictactoe-minimax": Task(minimax),
            "tictactoe-alphabeta": Task(alphabeta),
            "shipped-minimax": Task(minimax),
            "shipped-alphabeta": Task(alphabeta),
        }
    )
