"""Games on aima3: the same rules as ours on bare tuples, which are fastest there, and as shipped.

Its searches return a move and keep the value to themselves; its minimax knows no depth.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from aima3.games import (  # type: ignore[import-not-found]
    ConnectFour,
    Game,
    alphabeta_cutoff_search,
    alphabeta_search,
    minimax_decision,
)
from aima3.games import TicTacToe as Shipped

from benchmarks.games.plain_othello import Board, Rules
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


class Othello(Game):  # type: ignore[misc]
    """A position is a board and who moves."""

    rules = Rules(8)
    initial = rules.start, 1

    def to_move(self, state: tuple[Board, int]) -> int:
        return state[1]

    def actions(self, state: tuple[Board, int]) -> list[int]:
        return self.rules.legal_moves(state[0])

    def result(self, state: tuple[Board, int], move: int) -> tuple[Board, int]:
        board, side = state
        return self.rules.apply_move(board, move), -side

    def terminal_test(self, state: tuple[Board, int]) -> bool:
        return self.rules.is_over(state[0])

    def utility(self, state: tuple[Board, int], player: int) -> int:
        board, side = state
        return self.rules.score(board) * side * player


class SmallOthello(Othello):
    """The 4×4 board."""

    rules = Rules(4)
    initial = rules.start, 1


def cut_off(depth: int) -> Decide:
    """Return alpha-beta to a depth; aima3 evaluates one ply below the depth it is given."""
    return lambda state, game: alphabeta_cutoff_search(state, game, d=depth - 1)


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
            "native-tictactoe-minimax": task(TicTacToe, minimax_decision),
            "native-tictactoe-alphabeta": task(TicTacToe, alphabeta_search),
            "connect4-alphabeta-8": task(ConnectFour, cut_off(8)),
            "othello-alphabeta-6": task(Othello, cut_off(6)),
            "othello-alphabeta-8": task(Othello, cut_off(8)),
            "othello-4x4-solved": task(SmallOthello, alphabeta_search),
            "shipped-minimax": task(Shipped, minimax_decision),
            "shipped-alphabeta": task(Shipped, alphabeta_search),
        }
    )
