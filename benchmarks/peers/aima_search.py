"""The same tic-tac-toe on aima3, whose searches return a move and keep the value to themselves."""

from collections.abc import Callable
from typing import Any, TypeAlias

from aima3.games import Game, alphabeta_search, minimax_decision
from benchmarks.stopwatch import Task, run_task

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
State: TypeAlias = tuple[tuple[int, ...], int]  # the board, and who moves: 1 or -1


class TicTacToe(Game):
    """The rules, apart from the states they speak about."""

    initial: State = (0,) * 9, 1

    def to_move(self, state: State) -> int:
        return state[1]

    def actions(self, state: State) -> list[int]:
        board = state[0]
        return [square for square in range(9) if not board[square]]

    def result(self, state: State, move: int) -> State:
        board, side = state
        return (*board[:move], side, *board[move + 1 :]), -side

    def winner(self, board: tuple[int, ...]) -> int:
        for a, b, c in LINES:
            if board[a] and board[a] == board[b] == board[c]:
                return board[a]
        return 0

    def terminal_test(self, state: State) -> bool:
        return self.winner(state[0]) != 0 or 0 not in state[0]

    def utility(self, state: State, player: int) -> int:
        return self.winner(state[0]) * player


class CountedTicTacToe(TicTacToe):
    """Counts the positions entered."""

    nodes = 1

    def result(self, state: State, move: int) -> State:
        self.nodes += 1
        return super().result(state, move)


def count(decide: Callable[[State, Any], int]) -> int:
    """Return how many positions the search enters."""
    game = CountedTicTacToe()
    decide(game.initial, game)
    return game.nodes


def search(decide: Callable[[State, Any], int]) -> None:
    """Find a move on the empty board."""
    game = TicTacToe()
    decide(game.initial, game)


TASKS = {
    "tictactoe-minimax": Task(lambda: search(minimax_decision), lambda: count(minimax_decision)),
    "tictactoe-alphabeta": Task(lambda: search(alphabeta_search), lambda: count(alphabeta_search)),
}

if __name__ == "__main__":
    run_task(TASKS)
