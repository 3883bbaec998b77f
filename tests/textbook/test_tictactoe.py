from collections.abc import Callable
from functools import cache

import pytest

from saizen.errors import IllegalMoveError, NotationError
from saizen.games.base import Value, side_name
from saizen.games.tictactoe import TicTacToe
from saizen.search import minimax as search
from saizen.textbook.tictactoe import (
    EMPTY,
    Action,
    Board,
    O,
    X,
    actions,
    blank_of,
    board_of,
    document_choice,
    every_game,
    initial_state,
    minimax,
    not_losable_actions_of,
    player,
    result,
    state_of,
    terminal,
    utility,
    winnable_actions_of,
    winner,
)

CORNERS = {(0, 0), (0, 2), (2, 0), (2, 2)}


def read(text: str) -> Board:
    """Return the board of nine characters, row by row."""
    return [[None if mark == "-" else mark for mark in text[row * 3 : row * 3 + 3]] for row in range(3)]


def literal(board: Board) -> Action | None:
    return document_choice(board, corrected=False)


def corrected(board: Board) -> Action | None:
    return document_choice(board, corrected=True)


def losses(choose: Callable[[Board], Action | None], mark: str) -> list[tuple[Action, ...]]:
    lost = -1 if mark == X else 1
    return [history for history, board in every_game(choose, mark) if utility(board) == lost]


def test_the_game_begins_with_an_empty_board_and_x() -> None:
    assert initial_state() == [[EMPTY] * 3] * 3
    assert player(initial_state()) == X
    assert actions(initial_state()) == {(row, column) for row in range(3) for column in range(3)}


def test_the_players_take_turns() -> None:
    board = result(initial_state(), (1, 1))
    assert player(board) == O
    assert player(result(board, (0, 0))) == X


def test_an_action_makes_a_new_board() -> None:
    board = initial_state()
    assert result(board, (0, 2)) == read("--X------")
    assert board == initial_state()


@pytest.mark.parametrize("action", [(0, 0), (3, 0), (-1, 0), (0, 3), (0,), "a1", None])
def test_an_action_that_is_not_there_is_refused(action: object) -> None:
    with pytest.raises(IllegalMoveError, match="illegal action"):
        result(read("X--------"), action)  # type: ignore[arg-type]


def test_no_action_is_possible_after_the_end() -> None:
    won = read("XXXOO----")
    assert actions(won) == winnable_actions_of(won) == not_losable_actions_of(won) == set()
    assert minimax(won) is None
    assert literal(won) is None
    with pytest.raises(IllegalMoveError, match="the game is over"):
        result(won, (2, 2))


@pytest.mark.parametrize(
    ("text", "who", "value"),
    [("XXXOO----", X, 1), ("OX-OX-O-X", O, -1), ("XO-OX---X", X, 1), ("XOXXOOOXX", None, 0)],
)
def test_the_end_is_seen(text: str, who: str | None, value: int) -> None:
    assert terminal(read(text))
    assert winner(read(text)) == who
    assert utility(read(text)) == value


def test_an_unfinished_board_is_not_terminal() -> None:
    assert not terminal(read("XO-------"))
    assert winner(read("XO-------")) is None


@pytest.mark.parametrize(
    "board",
    [
        [[None] * 3] * 2,
        [[None] * 2] * 3,
        read("Z--------"),
        read("OO-------"),
        read("XXXOOO---"),
    ],
)
def test_a_board_that_no_game_reaches_is_refused(board: Board) -> None:
    with pytest.raises(NotationError):
        player(board)


def test_boards_and_positions_convert_both_ways() -> None:
    state = TicTacToe().parse_position("XO--X---- O")
    assert state_of(board_of(state)) == state


def test_blanks_are_counted() -> None:
    assert blank_of(initial_state()) == 9
    assert blank_of(read("XO--X----")) == 6
    assert blank_of(read("XOXXOOOXX")) == 0


def test_winnable_actions_win_at_once() -> None:
    assert winnable_actions_of(read("XX-OO----")) == {(0, 2)}
    assert winnable_actions_of(read("XX-OO-X--")) == {(1, 2)}  # O is to move
    assert winnable_actions_of(read("X-X-O-X-O")) == set()


def test_not_losable_actions_leave_the_opponent_no_win() -> None:
    assert not_losable_actions_of(read("XX--O----")) == {(0, 2)}
    assert not_losable_actions_of(initial_state()) == actions(initial_state())


def test_a_side_without_a_safe_action_has_none() -> None:
    assert not_losable_actions_of(read("X-X-O-X-O")) == set()


def test_the_literal_condition_can_never_fire_from_zero() -> None:
    for count in range(100):
        max_count = 0
        assert not count > max_count != 0


def test_the_literal_rule_misses_a_win_in_one_because_every_choice_is_the_last_resort() -> None:
    board = read("XX-OO----")
    assert winnable_actions_of(board) == {(0, 2)}
    chosen = {document_choice(board, corrected=False, seed=seed) for seed in range(40)}
    assert chosen == not_losable_actions_of(board) > {(0, 2)}
    assert {document_choice(board, corrected=True, seed=seed) for seed in range(40)} == {(0, 2)}


def test_the_last_resort_takes_any_action_when_none_is_safe() -> None:
    board = read("X-X-O-X-O")
    chosen = {document_choice(board, corrected=True, seed=seed) for seed in range(40)}
    assert chosen == actions(board)


def test_the_corrected_rule_throws_away_a_won_game() -> None:
    board = read("XO-------")
    assert search(state_of(board)).value == 1
    following = result(board, corrected(board) or (9, 9))
    assert search(state_of(following)).value == 0


def test_neither_rule_fires_after_a_corner_opening_where_only_the_centre_draws() -> None:
    board = result(initial_state(), (0, 0))
    assert {document_choice(board, corrected=True, seed=seed) for seed in range(60)} == actions(board)
    assert {minimax(board, seed=seed) for seed in range(60)} == {(1, 1)}


@pytest.mark.parametrize("seed", range(6))
def test_the_corrected_rule_loses_as_o_to_a_corner_opening(seed: int) -> None:
    lost = losses(lambda board: document_choice(board, corrected=True, seed=seed), O)
    assert CORNERS & {history[0] for history in lost}


def test_the_literal_rule_loses_with_both_marks() -> None:
    assert losses(literal, X)
    assert losses(literal, O)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("mark", [X, O])
def test_minimax_never_loses(mark: str, seed: int) -> None:
    assert losses(lambda board: minimax(board, seed=seed), mark) == []


@cache
def value(state: TicTacToe) -> Value:
    return search(state).value


@pytest.mark.parametrize("mark", [X, O])
def test_minimax_keeps_the_exact_value_in_every_game(mark: str) -> None:
    for history, _ in every_game(minimax, mark):
        state = TicTacToe()
        for row, column in history:
            following = state.apply_move(row * 3 + column)
            assert side_name(state, state.next_player) != mark or -value(following) == value(state)
            state = following


def test_minimax_takes_a_win_in_one() -> None:
    assert minimax(read("XX-OO----")) == (0, 2)


def test_equal_seeds_give_equal_choices() -> None:
    board = result(initial_state(), (0, 0))
    assert document_choice(board, corrected=True, seed=5) == document_choice(board, corrected=True, seed=5)


def test_two_minimax_players_draw() -> None:
    board = initial_state()
    while not terminal(board):
        board = result(board, minimax(board) or (9, 9))
    assert utility(board) == 0
