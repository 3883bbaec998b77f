"""What someone would write for one game: the bare recursion, without limits, best lines or observers."""

import math

from benchmarks.games.plain_othello import Board, Rules
from benchmarks.games.plain_tictactoe import TicTacToe
from benchmarks.stopwatch import Task, answer
from saizen import Side


def minimax(state: TicTacToe) -> float:
    """Return the value for the first side."""
    if state.is_over():
        winner = state.winner()
        return 0 if winner is None else 1 if winner is Side.FIRST else -1
    if state.next_player is Side.FIRST:
        best = -math.inf
        for move in state.legal_moves():
            best = max(best, minimax(state.apply_move(move)))
    else:
        best = math.inf
        for move in state.legal_moves():
            best = min(best, minimax(state.apply_move(move)))
    return best


def alphabeta(state: TicTacToe, alpha: float, beta: float) -> float:
    """Return the value for the side to move."""
    if state.is_over():
        winner = state.winner()
        return 0 if winner is None else 1 if winner is state.next_player else -1
    best = -math.inf
    for move in state.legal_moves():
        value = -alphabeta(state.apply_move(move), -beta, -alpha)
        if value > best:
            best = value
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


def solve_othello(rules: Rules, board: Board, alpha: float, beta: float) -> float:
    """Return the value for the side to move at the end of the game."""
    if rules.is_over(board):
        return rules.score(board)
    best = -math.inf
    for move in rules.legal_moves(board):
        best = max(best, -solve_othello(rules, rules.apply_move(board, move), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def solve_small_othello() -> float:
    """Return the value of Othello on the 4×4 board."""
    rules = Rules(4)
    return solve_othello(rules, rules.start, -math.inf, math.inf)


if __name__ == "__main__":
    answer(
        {
            "tictactoe-minimax": Task(lambda: minimax(TicTacToe())),
            "tictactoe-alphabeta": Task(lambda: alphabeta(TicTacToe(), -math.inf, math.inf)),
            "othello-4x4-solved": Task(solve_small_othello),
        }
    )
