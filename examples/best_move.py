"""The library in a few lines: solve tic-tac-toe, and find a good move in Othello."""

from saizen import Limits, Othello, TicTacToe, alphabeta, make_player, solve
from saizen.players import play_game, positional


def main() -> None:
    """Print what the searches find."""
    start = TicTacToe()
    solution = solve(start)
    print(f"tic-tac-toe is worth {solution.value}: {' '.join(start.move_name(move) for move in solution.line)}")

    game = Othello()
    result = alphabeta(game, depth=4, evaluate=positional, limits=Limits(seconds=60))
    print(f"Othello begins with {game.move_name(result.line[0])}, value {result.value} at depth {result.depth}")

    first, second = (make_player(spec, start, seed=1) for spec in ("alphabeta", "random"))
    record = play_game(start, first, second)
    print(f"alphabeta against random: {record.winner.value if record.winner else 'a draw'}")


if __name__ == "__main__":
    main()
