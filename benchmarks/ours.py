"""Our own searches, called as anyone calls them: on a game of the user's own, and on ours, which are native."""

from collections.abc import Callable

from benchmarks.games.plain_tictactoe import TicTacToe as Plain
from benchmarks.stopwatch import Task, answer
from saizen import ConnectFour, Othello, TicTacToe
from saizen.players.evaluators import discs
from saizen.players.games import play_games
from saizen.search import SearchResult, alphabeta, minimax, solve
from saizen.search.native import native_position

CALLS = 100_000


def task(search: Callable[[], SearchResult]) -> Task:
    """Return a search as a task."""
    return Task(lambda: search().value, lambda: search().nodes)


def othello_minimax(depth: int) -> Task:
    """Return minimax from the start, by discs."""
    return task(lambda: minimax(Othello(), depth=depth, evaluate=discs))


def othello_alphabeta(depth: int) -> Task:
    """Return alpha-beta from the start, by discs."""
    return task(lambda: alphabeta(Othello(), depth=depth, evaluate=discs))


def othello_games(first: str, second: str, games: int) -> Task:
    """Return whole games between two players."""

    def play() -> None:
        play_games(Othello(), first, second, games=games)

    return Task(play, items=games)


def call_legal_moves() -> None:
    """Ask a native position for its moves, again and again."""
    position = native_position(Othello())
    for _ in range(CALLS):
        position.legal_moves()


def call_apply_move() -> None:
    """Make the same move in a native position, again and again."""
    position = native_position(Othello())
    move = position.legal_moves()[0]
    for _ in range(CALLS):
        position.apply_move(move)


if __name__ == "__main__":
    answer(
        {
            "tictactoe-minimax": task(lambda: minimax(Plain())),
            "tictactoe-alphabeta": task(lambda: alphabeta(Plain())),
            "shipped-minimax": task(lambda: minimax(Plain())),
            "shipped-alphabeta": task(lambda: alphabeta(Plain())),
            "native-tictactoe-minimax": task(lambda: minimax(TicTacToe())),
            "native-tictactoe-alphabeta": task(lambda: alphabeta(TicTacToe())),
            "connect4-alphabeta-8": task(lambda: alphabeta(ConnectFour(), depth=8)),
            "othello-minimax-4": othello_minimax(4),
            "othello-minimax-6": othello_minimax(6),
            "othello-alphabeta-6": othello_alphabeta(6),
            "othello-alphabeta-8": othello_alphabeta(8),
            "othello-alphabeta-11": othello_alphabeta(11),
            "othello-4x4-solved": task(lambda: solve(Othello(4, 4))),
            "othello-random-game": othello_games("random", "random", 10_000),
            "othello-depth-2-game": othello_games("minimax:depth=2,eval=discs", "random", 2_000),
            "call-legal-moves": Task(call_legal_moves, items=CALLS),
            "call-apply-move": Task(call_apply_move, items=CALLS),
        }
    )
