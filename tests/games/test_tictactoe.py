"""Tic-tac-toe and the m,n,k games against published counts."""

import pickle
import re
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import IllegalMoveError, NotationError, SettingError
from saizen.games.base import Side
from saizen.games.tictactoe import MNK, TicTacToe

STARTS = [TicTacToe(), MNK(1, 1, 1), MNK(1, 2, 2), MNK(4, 3, 3), MNK(3, 7, 4), MNK(19, 19, 5)]
starts = st.sampled_from(STARTS)
choice_lists = st.lists(st.integers(0, 999), max_size=60)


def playout(state: MNK, choices: list[int]) -> list[MNK]:
    states = [state]
    for choice in choices:
        if not states[-1].is_over():
            moves = states[-1].legal_moves()
            states.append(states[-1].apply_move(moves[choice % len(moves)]))
    return states


def positions_by_ply(start: MNK) -> list[set[MNK]]:
    levels = [{start}]
    while levels[-1]:
        levels.append({s.apply_move(move) for s in levels[-1] if not s.is_over() for move in s.legal_moves()})
    return levels[:-1]


def test_there_are_255168_games_of_the_published_lengths_and_549946_nodes() -> None:
    games: Counter[tuple[int, Side | None]] = Counter()
    nodes = 0

    def visit(state: MNK, ply: int) -> None:
        nonlocal nodes
        nodes += 1
        if state.is_over():
            games[ply, state.winner()] += 1
            return
        for move in state.legal_moves():
            visit(state.apply_move(move), ply + 1)

    visit(TicTacToe(), 0)
    assert nodes == 549946
    assert games.total() == 255168
    assert [sum(games[ply, side] for side in (*Side, None)) for ply in range(5, 10)] == [
        1440,
        5328,
        47952,
        72576,
        127872,
    ]
    assert [sum(games[ply, side] for ply in range(10)) for side in (*Side, None)] == [131184, 77904, 46080]


def test_there_are_5478_positions_and_765_up_to_symmetry() -> None:
    levels = positions_by_ply(TicTacToe())
    assert [len(level) for level in levels] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    ends = Counter(state.winner() for level in levels for state in level if state.is_over())
    assert ends == {Side.FIRST: 626, Side.SECOND: 316, None: 16}
    classes = [{frozenset(state.symmetries()) for state in level} for level in levels]
    assert [len(level) for level in classes] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    ends = Counter(next(iter(images)).winner() for level in classes for images in level if next(iter(images)).is_over())
    assert ends == {Side.FIRST: 91, Side.SECOND: 44, None: 3}


@given(starts, choice_lists)
def test_playouts_keep_the_contract(start: MNK, choices: list[int]) -> None:
    states = playout(start, choices)
    assert [state.next_player for state in states] == [
        Side.FIRST if ply % 2 == 0 else Side.SECOND for ply in range(len(states))
    ]
    for state, again in zip(states, playout(start, choices), strict=True):
        assert state == again
        assert hash(state) == hash(again)
        assert list(state.legal_moves()) == sorted(set(range(state.m * state.n)) - set(taken(state)))
        assert all(state.parse_move(state.move_name(move)) == move for move in state.legal_moves())
    assert len(set(states)) == len(states)


def taken(state: MNK) -> list[int]:
    return [square for square, mark in enumerate(state.position_text()[:-2]) if mark != "-"]


@given(starts, choice_lists)
def test_position_text_is_read_back_from_any_playout(start: MNK, choices: list[int]) -> None:
    state = playout(start, choices)[-1]
    again = start.parse_position(state.position_text())
    assert again == state
    assert again.next_player is state.next_player
    assert again.is_over() == state.is_over()


@given(starts, choice_lists)
def test_symmetric_images_play_alike(start: MNK, choices: list[int]) -> None:
    state = playout(start, choices)[-1]
    images = state.symmetries()
    assert images[0] is state
    for image in images:
        assert (image.is_over(), image.winner(), image.next_player) == (
            state.is_over(),
            state.winner(),
            state.next_player,
        )
        assert set(image.symmetries()) == set(images)
    if state.m * state.n < 25 and not state.is_over():
        assert all(family(image) == family(state) for image in images)


def family(state: MNK) -> set[frozenset[MNK]]:
    return {frozenset(state.apply_move(move).symmetries()) for move in state.legal_moves()}


@given(starts, st.lists(st.integers(0, 999), min_size=1, max_size=60))
def test_a_finished_game_is_lost_or_drawn_for_the_side_to_move(start: MNK, choices: list[int]) -> None:
    state = playout(start, choices * 361)[-1]
    assert state.is_over()
    assert state.winner() in (None, state.next_player.other)
    assert state.final_score() == (0 if state.winner() is None else -1)
    assert state.score_range == (-1, 1)


def test_more_than_k_in_a_row_wins_too() -> None:
    state = MNK(7, 2, 3).parse_position("XX-XX--OO-OO-- X")
    assert state.apply_move(2).winner() is Side.FIRST


def test_a_row_does_not_go_on_around_the_edge() -> None:
    assert not TicTacToe().parse_position("-XXX-O-O- O").is_over()


def test_one_in_a_row_is_won_by_the_first_stone() -> None:
    assert MNK(2, 2, 1).apply_move(3).winner() is Side.FIRST


def test_tictactoe_is_the_3_3_3_game() -> None:
    assert TicTacToe() == MNK(3, 3, 3)
    assert hash(TicTacToe()) == hash(MNK(3, 3, 3))
    assert TicTacToe().apply_move(4) == MNK(3, 3, 3).apply_move(4)
    assert TicTacToe() != MNK(3, 3, 2)
    assert TicTacToe() != "--------- X"
    assert (TicTacToe().m, TicTacToe().n, TicTacToe().k) == (3, 3, 3)


def test_states_are_values_that_cannot_be_changed_and_can_be_stored() -> None:
    state = TicTacToe().apply_move(4)
    with pytest.raises(FrozenInstanceError):
        state.own = 0  # type: ignore[misc]
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert type(copy) is TicTacToe


def test_repr_makes_the_position_again() -> None:
    for state in (TicTacToe().apply_move(4), MNK(5, 4, 3).apply_move(7)):
        assert eval(repr(state)) == state
        assert type(eval(repr(state))) is type(state)


def test_the_board_is_drawn_with_letters_and_numbers() -> None:
    state = TicTacToe().apply_move(4).apply_move(0)
    assert str(state) == "  a b c\n1 O - -\n2 - X -\n3 - - -"
    assert state.cells() == [["O", "-", "-"], ["-", "X", "-"], ["-", "-", "-"]]
    assert state.move_cell(5) == (1, 2)


@pytest.mark.parametrize("text", ["b2", "B2", " b 2", "ｂ２", "Ｂ２"])
def test_a_square_is_read_in_any_case_and_width(text: str) -> None:
    assert TicTacToe().parse_move(text) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X-------- X", "position has 1 X and 0 O with X to move; it needs as many X as O"),
        ("--------- O", "position has 0 X and 0 O with O to move; it needs one X more than O"),
        ("O-------- O", "position has 0 X and 1 O with O to move; it needs one X more than O"),
        ("XXXOOO--- X", "position 'XXXOOO--- X' is won by both sides; only O, who moved last, can have a line"),
        ("XXXOO-O-- X", "position 'XXXOO-O-- X' is won by X before O moved; only O, who moved last, can have a line"),
        ("OOOXX-XX- O", "position 'OOOXX-XX- O' is won by O before X moved; only X, who moved last, can have a line"),
    ],
)
def test_an_impossible_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        TicTacToe().parse_position(text)


@pytest.mark.parametrize(
    ("m", "n", "k", "message"),
    [
        (0, 3, 3, "m 0 is not between 1 and 19"),
        (3, 20, 3, "n 20 is not between 1 and 19"),
        (4, 3, 5, "k 5 is not between 1 and 4"),
        (3, 3, True, "k True is not between 1 and 3"),
    ],
)
def test_a_size_out_of_range_is_refused(m: int, n: int, k: int, message: str) -> None:
    with pytest.raises(SettingError, match=f"^{message}$"):
        MNK(m, n, k)


@pytest.mark.parametrize(
    ("position", "move", "message"),
    [
        ("X-------- O", 0, "illegal move 'a1' for O in X-------- O; legal: b1 c1 a2 b2 c2 a3 b3 c3"),
        ("XXXOO---- O", 8, "illegal move 'c3' in XXXOO---- O; the game is over"),
        ("XOXXOOOX- X", 9, "illegal move 'a4' for X in XOXXOOOX- X; legal: c3"),
        ("XOXXOOOX- X", "b", "illegal move 'b' for X in XOXXOOOX- X; legal: c3"),
        ("XOXXOOOX- X", None, "illegal move 'None' for X in XOXXOOOX- X; legal: c3"),
    ],
)
def test_a_forbidden_move_is_refused(position: str, move: int, message: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{re.escape(message)}$"):
        TicTacToe().parse_position(position).apply_move(move)
