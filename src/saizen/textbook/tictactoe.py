"""The tic-tac-toe course project: its eight functions, its three new ones and its rule for choosing an action.

A board is three rows of three cells, each X, O or EMPTY; an action is (row, column) from 0.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from saizen.errors import IllegalMoveError, NotationError
from saizen.games.base import Side, Value
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.randomness import Stream
from saizen.search import solve

__all__ = [
    "EMPTY",
    "Action",
    "Board",
    "O",
    "X",
    "actions",
    "blank_of",
    "document_choice",
    "every_game",
    "initial_state",
    "minimax",
    "not_losable_actions_of",
    "player",
    "result",
    "terminal",
    "utility",
    "winnable_actions_of",
    "winner",
]

X, O, EMPTY = "X", "O", None  # noqa: E741 - the project's names

Board: TypeAlias = list[list[str | None]]
Action: TypeAlias = tuple[int, int]

MARKS: Mapping[Side | None, str | None] = {Side.FIRST: X, Side.SECOND: O, None: None}


def initial_state() -> Board:
    """Return the empty board."""
    return board_of(TicTacToe())


def player(board: Board) -> str:
    """Return who moves next: X begins."""
    return X if state_of(board).next_player is Side.FIRST else O


def actions(board: Board) -> set[Action]:
    """Return the empty cells, or nothing when the game is over."""
    state = state_of(board)
    return set() if state.is_over() else set(cells(state, state.legal_moves()))


def result(board: Board, action: Action) -> Board:
    """Return a new board with the action made; the given one stays as it is."""
    return board_of(apply(state_of(board), action))


def winner(board: Board) -> str | None:
    """Return who has three in a row, or None."""
    return MARKS[state_of(board).winner()]


def terminal(board: Board) -> bool:
    """Tell whether the game is over."""
    return state_of(board).is_over()


def utility(board: Board) -> int:
    """Return 1 if X has won, −1 if O has, else 0."""
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board: Board, *, seed: int = 0) -> Action | None:
    """Return an optimal action, or None when the game is over.

    The document's rule, used only among actions that keep the exact value; a win in one move is taken.
    """
    state = state_of(board)
    if state.is_over():
        return None
    roots = winning_moves(state) or value_keeping_moves(state)
    return choose(state, cells(state, roots), corrected=True, seed=seed)


def blank_of(board: Board) -> int:
    """Return the number of empty cells."""
    return sum(row.count(EMPTY) for row in board_of(state_of(board)))


def winnable_actions_of(board: Board) -> set[Action]:
    """Return the actions that win at once."""
    state = state_of(board)
    return set(cells(state, winning_moves(state)))


def not_losable_actions_of(board: Board) -> set[Action]:
    """Return the actions after which the opponent cannot win at once."""
    state = state_of(board)
    return set(cells(state, safe_moves(state)))


def document_choice(board: Board, *, corrected: bool, seed: int = 0) -> Action | None:
    """Return the action that the document's rule chooses, or None when the game is over.

    Not `corrected`, the rule is taken at its word: its condition `count > max_count != 0` can never hold, because
    `max_count` begins at 0, and every choice is the random last resort. `corrected` compares `count > max_count`.
    """
    state = state_of(board)
    if state.is_over():
        return None
    return choose(state, cells(state, safe_moves(state)), corrected=corrected, seed=seed)


def choose(state: MNK, root_actions: Sequence[Action], *, corrected: bool, seed: int) -> Action:
    """Return the first of: the best action to win, the best to draw, a random one of the roots, a random one."""
    lines = {action: lines_to(apply(state, action)) for action in root_actions}
    me = state.next_player
    optimal_action = most_lines(lines, me, me, corrected=corrected)  # to win
    if optimal_action is None:
        optimal_action = most_lines(lines, None, me, corrected=corrected)  # to draw
    if optimal_action is None:
        free = cells(state, state.legal_moves())
        optimal_action = Stream(seed, len(free)).choice(root_actions or free)  # another number each turn
    return optimal_action


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of play that end in one way: the moves the shortest one takes, and how many there are."""

    moves: int = 0
    count: int = 0


Ends: TypeAlias = Mapping[Side | None, Lines]  # by winner; None is a draw
NO_LINES = Lines()


def most_lines(lines: Mapping[Action, Ends], wanted: Side | None, me: Side, *, corrected: bool) -> Action | None:
    """Return the action with most lines to the `wanted` end, among those that reach it before they can lose."""
    max_count, optimal_action = 0, None
    for action, ends in lines.items():
        good, bad = ends.get(wanted, NO_LINES), ends.get(me.other, NO_LINES)
        more = good.count > max_count if corrected else good.count > max_count != 0
        if (good.moves < bad.moves or bad.moves == 0) and more:
            max_count, optimal_action = good.count, action
    return optimal_action


@cache
def lines_to(state: MNK) -> Ends:
    """Return the lines that go on from `state`, the move that led there counted in.

    Both sides keep out of the frontier what lets the other win next; a side that cannot plays anything.
    """
    if state.is_over():
        return {state.winner(): Lines(1, 1)}
    found: dict[Side | None, Lines] = {}
    for move in safe_moves(state) or state.legal_moves():
        for end, lines in lines_to(state.apply_move(move)).items():
            known = found.get(end)
            fewest = lines.moves + 1 if known is None else min(known.moves, lines.moves + 1)
            found[end] = Lines(fewest, lines.count + (known.count if known else 0))
    return found


def winning_moves(state: MNK) -> list[int]:
    """Return the moves that win at once."""
    if state.is_over():
        return []
    return [move for move in state.legal_moves() if state.apply_move(move).winner() is state.next_player]


def safe_moves(state: MNK) -> list[int]:
    """Return the moves after which the opponent has no winning move."""
    if state.is_over():
        return []
    return [move for move in state.legal_moves() if not winning_moves(state.apply_move(move))]


def value_keeping_moves(state: MNK) -> list[int]:
    """Return the moves that keep the exact value of the position."""
    values = {move: -exact_value(state.apply_move(move)) for move in state.legal_moves()}
    return [move for move, value in values.items() if value == max(values.values())]


@cache
def exact_value(state: MNK) -> Value:
    """Return the value with best play for the side to move."""
    return solve(state).value


def every_game(choose: Callable[[Board], Action | None], mark: str) -> Iterator[tuple[tuple[Action, ...], Board]]:
    """Yield the actions and the last board of every game that `choose`, playing `mark`, can be led into."""
    waiting: list[tuple[tuple[Action, ...], MNK]] = [((), TicTacToe())]
    while waiting:
        history, state = waiting.pop()
        if state.is_over():
            yield history, board_of(state)
            continue
        own = choose(board_of(state)) if MARKS[state.next_player] == mark else None
        replies = cells(state, reversed(state.legal_moves())) if own is None else [own]
        waiting += [((*history, action), apply(state, action)) for action in replies]


def state_of(board: Board) -> TicTacToe:
    """Return the library's position for a board, refusing one that no game can reach."""
    if [len(row) for row in board] != [3, 3, 3] or not all(cell in (X, O, EMPTY) for row in board for cell in row):
        raise NotationError(f"board {board!r} is not three rows of three cells, each 'X', 'O' or None")
    marks = "".join(cell or "-" for row in board for cell in row)
    return TicTacToe().parse_position(f"{marks} {X if marks.count(X) == marks.count(O) else O}")


def board_of(state: MNK) -> Board:
    """Return a position of the library as a board."""
    return [[EMPTY if cell == "-" else cell for cell in row] for row in state.cells()]


def cells(state: MNK, moves: Iterable[int]) -> list[Action]:
    """Return moves of the library as actions."""
    return [state.move_cell(move) for move in moves]


def apply(state: MNK, action: Action) -> MNK:
    """Return the position after an action, refusing one that is not there."""
    legal = [] if state.is_over() else cells(state, state.legal_moves())
    if action not in legal:
        reason = f"legal: {legal}" if legal else "the game is over"
        raise IllegalMoveError(f"illegal action {action!r} in {state.position_text()}; {reason}")
    row, column = action
    return state.apply_move(row * state.m + column)
