"""Tic-tac-toe on aima3: the same rules as ours on bare tuples, which are fastest there, and as shipped.

Its searches return a move and keep the value to themselves.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from aima3.games import Game, alphabeta_search, minimax_decision  # type: ignore[import-not-found]
from aima3.games import TicTacToe as Shipped

from benchmarks.stopwatch import Task, answer

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
State: TypeAlias = tuple[tuple[int | None, ...], int]  # the board, and who moves: 1 or -1
Decide: TypeAlias = Callable[[Any, Any], Any]


class TicTacToe(Game):  # type: ignore[misc]
    """The rules; a position is a tuple."""

    initial: State = (None,) * 9, 1

    def to_move(self, state: State) -> int:
        return state[1]

    def actions(self, state: State) -> list[int]:
        board = state[0]
        return [square for square in range(9) if board[square] is None]

    def result(self, state: State, move: int) -> State:
        board, side = state
        return (*board[:move], side, *board[move + 1 :]), -side

    def terminal_test(self, state: State) -> bool:
        return self.winner(state[0]) is not None or None not in state[0]

    def winner(self, board: tuple[int | None, ...]) -> int | None:
        for a, b, c in LINES:
            if board[a] is board[b] is board[c] is not None:
                return board[a]
        return None

    def utility(self, state: State, player: int) -> int:
        winner = self.winner(state[0])
        return 0 if winner is None else 1 if winner == player else -1


def search(game: type[Any], decide: Decide) -> None:
    """Find a move on the empty board."""
    rules = game()
    decide(rules.initial, rules)


def count(game: type[Any], decide: Decide) -> int:
    """Return how many positions the same search enters."""
    moves = []

    class Counted(game):  # type: ignore[misc]
        def result(self, state: Any, move: Any) -> Any:
            moves.append(move)
            return super().result(state, move)

    search(Counted, decide)
    return len(moves) + 1


def task(game: type[Any], decide: Decide) -> Task:
    """Return the search of one game by one algorithm."""
    return Task(lambda: search(game, decide), lambda: count(game, decide))


if __name__ == "__main__":
    answer(
        {
            "tictactoe-minimax": task(TicTacToe, minimax_decision),
            "tictactoe-alphabeta": task(TicTacToe, alphabeta_search),
            "shipped-minimax": task(Shipped, minimax_decision),
            "shipped-alphabeta": task(Shipped, alphabeta_search),
        }
    )
