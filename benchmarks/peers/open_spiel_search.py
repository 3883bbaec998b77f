"""open_spiel's searches in Python on its games in C++; its expectiminimax is minimax where there are no dice."""

from collections.abc import Callable
from typing import Any

import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms.minimax import (  # type: ignore[import-not-found]
    alpha_beta_search,
    expectiminimax,
)

from benchmarks.stopwatch import Task, answer

TICTACTOE, CONNECT4, OTHELLO = map(pyspiel.load_game, ("tic_tac_toe", "connect_four", "othello"))


def zero(state: Any) -> float:
    """Call every unfinished position equal."""
    return 0.0


def discs(state: Any) -> float:
    """Return how many more discs black has, read off the drawing: the quickest way to them from Python."""
    _, _, board = str(state).partition("\n")
    return float(board.count("x") - board.count("o"))


def minimax(game: Any, depth: int, evaluate: Callable[[Any], float] | None = None) -> Task:
    """Return a search that looks at every position."""
    return Task(lambda: float(expectiminimax(game.new_initial_state(), depth, evaluate, 0)[0]))


def alphabeta(game: Any, depth: int, evaluate: Callable[[Any], float] | None = None) -> Task:
    """Return a search with pruning."""
    return Task(lambda: float(alpha_beta_search(game, value_function=evaluate, maximum_depth=depth)[0]))


if __name__ == "__main__":
    answer(
        {
            "tictactoe-minimax": minimax(TICTACTOE, 9),
            "tictactoe-alphabeta": alphabeta(TICTACTOE, 9),
            "shipped-minimax": minimax(TICTACTOE, 9),
            "shipped-alphabeta": alphabeta(TICTACTOE, 9),
            "native-tictactoe-minimax": minimax(TICTACTOE, 9),
            "native-tictactoe-alphabeta": alphabeta(TICTACTOE, 9),
            "connect4-alphabeta-8": alphabeta(CONNECT4, 8, zero),
            "othello-minimax-4": minimax(OTHELLO, 4, discs),
            "othello-minimax-6": minimax(OTHELLO, 6, discs),
            "othello-alphabeta-6": alphabeta(OTHELLO, 6, discs),
            "othello-alphabeta-8": alphabeta(OTHELLO, 8, discs),
        }
    )
