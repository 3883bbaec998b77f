"""The document on `best_result`: win, draw or loss with best play, found by trying everything."""

import enum
from collections.abc import Iterator, Mapping, Sequence

from saizen.drawing.text import column_letter
from saizen.games.base import Move, State, side_name
from saizen.games.tictactoe import MNK, TicTacToe

__all__ = [
    "GameResult",
    "best_result",
    "diagram",
    "expansion",
    "move_result",
    "move_results",
    "position",
    "reverse_game_result",
]


class GameResult(enum.Enum):
    """How a game ends for one side; a better result has a higher value."""

    loss = -1
    draw = 0
    win = 1


def reverse_game_result(game_result: GameResult) -> GameResult:
    """Return the same result as the other side sees it."""
    return GameResult(-game_result.value)


def best_result(game_state: State) -> GameResult:
    """Return the best result that the side to move can force, in any game."""
    if game_state.is_over():
        winner = game_state.winner()
        if winner is None:
            return GameResult.draw
        return GameResult.win if winner is game_state.next_player else GameResult.loss
    best_result_so_far = GameResult.loss
    for candidate_move in game_state.legal_moves():
        our_result = move_result(game_state, candidate_move)
        if our_result.value > best_result_so_far.value:
            best_result_so_far = our_result
        if best_result_so_far is GameResult.win:  # nothing can beat it
            break
    return best_result_so_far


def move_result(game_state: State, candidate_move: Move) -> GameResult:
    """Return the best result of the side that plays `candidate_move`."""
    next_state = game_state.apply_move(candidate_move)
    result = best_result(next_state)
    # After an extra move the same side is to play, and the result is already ours.
    changed = next_state.next_player is not game_state.next_player
    return reverse_game_result(result) if changed else result


def move_results(game_state: State) -> Mapping[Move, GameResult]:
    """Return each legal move with the best result it leads to."""
    return {move: move_result(game_state, move) for move in game_state.legal_moves()}


def position() -> TicTacToe:
    """Return the document's position: x A2, o A1, x B2, and o to move."""
    state = TicTacToe()
    for name in ("a2", "a1", "b2"):
        state = state.apply_move(state.parse_move(name))
    return state


def expansion(game_state: MNK, moves: Sequence[int] = ()) -> Iterator[str]:
    """Yield the numbered diagrams of one line to the end of the game: `moves`, then always the first candidate.

    A number counts the candidates of each turn: (1-2) is the second reply to the first move.
    """
    state, numbers, waiting = game_state, list[str](), list(moves)
    while waiting or not state.is_over():
        move = waiting.pop(0) if waiting else state.legal_moves()[0]
        following = state.apply_move(move)
        numbers.append(str(state.legal_moves().index(move) + 1))
        mark = side_name(state, state.next_player).lower()
        yield f"({'-'.join(numbers)}) {state.move_name(move).upper()}({mark})\n{diagram(following)}"
        state = following


def diagram(state: MNK) -> str:
    """Return the board as the document draws it: letters above, bars between the squares."""
    letters = " ".join(column_letter(column).upper() for column in range(state.m))
    rows = ("|".join(row).replace("-", " ").lower() for row in state.cells())
    return "\n".join([f"  {letters}", *(f"{number}|{row}".rstrip() for number, row in enumerate(rows, 1))])
