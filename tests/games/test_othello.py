"""Othello against published counts, solved games and a plain twin of its rules."""

import re
from collections import Counter
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import IllegalMoveError, NotationError, SettingError
from saizen.games.base import Side
from saizen.games.othello import Othello, Start

STARTS = [Othello(4, 4), Othello(6, 4), Othello(4, 6, start="mirrored"), Othello(8, 8), Othello(26, 26)]
starts = st.sampled_from(STARTS)
small_starts = st.sampled_from(STARTS[:4])
choice_lists = st.lists(st.integers(0, 999), max_size=70)


def playout(state: Othello, choices: list[int]) -> list[Othello]:
    states = [state]
    for choice in choices:
        if not states[-1].is_over():
            moves = states[-1].legal_moves()
            states.append(states[-1].apply_move(moves[choice % len(moves)]))
    return states


def replay(line: str, start: Othello) -> tuple[Othello, int]:
    """Play the squares of a line, passing where a side has no move; return the end and how many passes it took."""
    state, passes = start, 0
    for name in re.findall("[a-z][0-9]+", line):
        if state.legal_moves() == (state.pass_move,):
            state, passes = state.apply_move(state.pass_move), passes + 1
        state = state.apply_move(state.parse_move(name))
    return state, passes


def count_paths(start: Othello, depth: int, *, free_passes: bool = False) -> tuple[list[int], list[int]]:
    """Return how many lines of play reach each depth and how many end there; equal positions are counted together."""
    level = Counter({start: 1})
    reached, ended = [], []
    for _ in range(depth + 1):
        reached.append(level.total())
        ended.append(sum(paths for state, paths in level.items() if state.is_over()))
        following: Counter[Othello] = Counter()
        for state, paths in level.items():
            if not state.is_over():
                for move in state.legal_moves():
                    following[skip_pass(state.apply_move(move)) if free_passes else state.apply_move(move)] += paths
        level = following
    return reached, ended


def skip_pass(state: Othello) -> Othello:
    must_pass = not state.is_over() and state.legal_moves() == (state.pass_move,)
    return state.apply_move(state.pass_move) if must_pass else state


def leaves(reached: list[int], ended: list[int]) -> list[int]:
    """Count games that ended before a depth as leaves of it."""
    return [count + before for count, before in zip(reached, [0, *accumulate(ended)], strict=False)]


def test_paths_on_4x4_are_those_published_under_all_three_conventions() -> None:
    reached, ended = count_paths(Othello(4, 4), 14)
    full_depth = [4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112, 31396, 12920]
    assert reached[1:] == full_depth
    with_finished = [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980]
    assert leaves(reached, ended)[1:] == with_finished
    free_passes = [4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060, 60060]
    assert leaves(*count_paths(Othello(4, 4), 12, free_passes=True))[1:] == free_passes


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (6, [1, 4, 12, 56, 244, 1364, 7604]),
        (8, [1, 4, 12, 56, 244, 1396, 8200]),  # OEIS A124004
        (10, [1, 4, 12, 56, 244, 1396]),
    ],
)
def test_paths_on_larger_boards_are_those_published(size: int, counts: list[int]) -> None:
    assert count_paths(Othello(size, size), len(counts) - 1)[0] == counts


@pytest.mark.parametrize(("size", "counts"), [(6, [1, 1, 3, 14, 60, 314]), (8, [1, 1, 3, 14, 60, 322])])
def test_positions_up_to_symmetry_are_as_many_as_published(size: int, counts: list[int]) -> None:
    level = {frozenset(Othello(size, size).symmetries())}
    found = []
    for _ in counts:
        found.append(len(level))
        parents = [next(iter(images)) for images in level]
        level = {frozenset(s.apply_move(move).symmetries()) for s in parents for move in s.legal_moves()}
    assert found == counts


@pytest.mark.parametrize(
    ("size", "line", "discs", "score", "passes"),
    [
        (4, "b1a1a2c1d4a3d1b4a4c4", (3, 11), -10, 0),
        (6, "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6e1f1", (16, 20), -4, 1),
        (
            8,
            "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2"
            "b8a8g7h8h7h6",
            (32, 32),
            0,
            0,
        ),
        (8, "f5d6c5f4e7f6g5e6e3", (13, 0), 64, 0),
        (8, "f5f4c3e6f7g6g4e8g8g5h5", (14, 1), 62, 0),
        (8, "f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5", (12, 12), 0, 0),
        (8, "f5d6c6b6b7f6b5a6e6a8b8f3f7g6g2c8h6h1d3b4", (12, 12), 0, 0),
        (8, "f5f4g3e6c4b3b4g4b2a4f7c2h4g8d2d1d7e2d6a2", (12, 12), 0, 0),
        (
            8,
            "f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6",
            (0, 59),
            -64,
            23,
        ),
    ],
)
def test_published_games_end_as_published(
    size: int, line: str, discs: tuple[int, int], score: int, passes: int
) -> None:
    state, passed = replay(line, Othello(size, size))
    assert state.is_over()
    assert state.discs == discs
    assert passed == passes
    assert state.final_score() == (score if state.next_player is Side.FIRST else -score)
    assert state.winner() is (None if score == 0 else Side.FIRST if score > 0 else Side.SECOND)


def turned_by_walking(state: Othello, square: int) -> set[int]:
    """Return the squares a move turns over, one step at a time: the plain twin of the shifts."""
    cells = state.cells()
    own, other = ("X", "O") if state.next_player is Side.FIRST else ("O", "X")
    turned: set[int] = set()
    if cells[square // state.width][square % state.width] != "-":
        return turned
    for down, across in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        row, column = divmod(square, state.width)
        line = []
        while True:
            row, column = row + down, column + across
            if not (0 <= row < state.height and 0 <= column < state.width) or cells[row][column] != other:
                break
            line.append(row * state.width + column)
        if 0 <= row < state.height and 0 <= column < state.width and cells[row][column] == own:
            turned.update(line)
    return turned


@given(st.sampled_from(STARTS[:4]), st.data())
def test_moves_and_flips_on_any_board_are_those_found_by_walking(start: Othello, data: st.DataObject) -> None:
    marks = data.draw(st.text("XXOO-", min_size=start.pass_move, max_size=start.pass_move))
    state = start.parse_position(f"{marks} {data.draw(st.sampled_from('XO'))}")
    turned = {square: turned_by_walking(state, square) for square in range(start.pass_move)}
    legal = [square for square in turned if turned[square]]
    assert list(state.legal_moves()) == (legal or [state.pass_move])
    for square in legal:
        after = state.apply_move(square)
        assert state.flips(square) == len(turned[square])
        assert after.other == state.own | 1 << square | sum(1 << flipped for flipped in turned[square])
        assert after.own == state.other & ~after.other


@given(starts, choice_lists)
def test_playouts_keep_the_contract(start: Othello, choices: list[int]) -> None:
    states = playout(start, choices)
    for ply, (state, again) in enumerate(zip(states, playout(start, choices), strict=True)):
        assert state == again
        assert hash(state) == hash(again)
        assert state.next_player is (Side.FIRST if ply % 2 == 0 else Side.SECOND)
        assert not state.own & state.other
        if not state.is_over():
            assert all(state.parse_move(state.move_name(move)) == move for move in state.legal_moves())
    assert len(set(states)) == len(states)


@given(starts, choice_lists)
def test_position_text_is_read_back_from_any_playout(start: Othello, choices: list[int]) -> None:
    state = playout(start, choices)[-1]
    again = start.parse_position(state.position_text())
    assert again == state
    assert again.legal_moves() == state.legal_moves()
    assert eval(repr(state)) == state


@given(small_starts, choice_lists)
def test_symmetric_images_play_alike(start: Othello, choices: list[int]) -> None:
    state = playout(start, choices)[-1]
    images = state.symmetries()
    assert images[0] is state
    assert len(images) == (8 if state.width == state.height else 4)
    for image in images:
        assert set(image.symmetries()) == set(images)
        assert image.is_over() == state.is_over()
        assert image.final_score() == state.final_score()
        if not state.is_over():
            assert family(image) == family(state)


def family(state: Othello) -> set[frozenset[Othello]]:
    return {frozenset(state.apply_move(move).symmetries()) for move in state.legal_moves()}


@given(small_starts, st.lists(st.integers(0, 999), min_size=1, max_size=70))
def test_a_finished_game_gives_the_empty_squares_to_the_winner(start: Othello, choices: list[int]) -> None:
    state = playout(start, choices * 100)[-1]
    assert state.is_over()
    black, white = state.discs
    score = state.final_score() if state.next_player is Side.FIRST else -state.final_score()
    assert abs(score) == (0 if black == white else state.pass_move - 2 * min(black, white))
    assert state.winner() is (None if black == white else Side.FIRST if black > white else Side.SECOND)
    assert state.score_range == (-state.pass_move, state.pass_move)


def test_black_starts_on_the_rising_diagonal_unless_mirrored() -> None:
    assert Othello(4, 4).position_text() == "-----OX--XO----- X"
    assert Othello(4, 4, start="mirrored").position_text() == "-----XO--OX----- X"
    assert Othello(6, 4).position_text() == "--------OX----XO-------- X"
    assert Othello() == Othello(8, 8)
    assert [Othello().move_name(move) for move in Othello().legal_moves()] == ["d3", "c4", "f5", "e6"]


def test_a_random_start_is_one_of_the_two_and_repeats_with_its_seed() -> None:
    drawn = [Othello(start="random", seed=seed) for seed in range(20)]
    assert drawn == [Othello(start="random", seed=seed) for seed in range(20)]
    assert set(drawn) == {Othello(), Othello(start="mirrored")}


def test_a_side_without_a_move_passes_and_the_discs_stay() -> None:
    blocked = Othello(4, 4).parse_position("OX-------------- X")
    assert not blocked.is_over()
    assert [blocked.move_name(move) for move in blocked.legal_moves()] == ["pass"]
    assert blocked.move_cell(blocked.pass_move) is None
    after = blocked.apply_move(blocked.pass_move)
    assert after == Othello(4, 4).parse_position("OX-------------- O")
    assert [after.move_name(move) for move in after.legal_moves()] == ["c1"]


@pytest.mark.parametrize("text", ["pass", "PASS", " Pa ", "ps", "--", "パス", "ﾊﾟｽ", "ｐａｓｓ"])
def test_a_pass_has_many_spellings(text: str) -> None:
    blocked = Othello(4, 4).parse_position("OX-------------- X")
    assert blocked.parse_move(text) == 16


def test_a_pass_is_refused_while_a_square_is_legal() -> None:
    with pytest.raises(IllegalMoveError) as refused:
        Othello().parse_move("パス")
    reason = "a pass is for when no square is legal; legal: d3 c4 f5 e6"
    assert str(refused.value) == f"illegal move 'パス' for black in {Othello().position_text()}: {reason}"


@pytest.mark.parametrize(
    ("text", "size", "row", "column"),
    [
        ("d3", 8, 2, 3),
        ("ｄ３", 8, 2, 3),
        ("D 3", 8, 2, 3),
        ("23", 8, 2, 3),
        ("２３", 8, 2, 3),
        ("00", 4, 0, 0),
        ("3a", 12, 3, 10),
        ("a3", 12, 2, 0),
        ("ab", 12, 10, 11),
        ("l12", 12, 11, 11),
        ("pp", 26, 25, 25),
        ("z26", 26, 25, 25),
    ],
)
def test_a_square_is_read_as_a_name_or_as_row_and_column_digits(text: str, size: int, row: int, column: int) -> None:
    state = Othello(size, size)
    assert state.parse_move(text) == row * size + column
    assert state.move_cell(state.parse_move(text)) == (row, column)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("40", "'40': no such square; rows go from 0 to 3, columns to 5"),
        ("06", "'06': no such square; rows go from 0 to 3, columns to 5"),
        ("3a", "'3a': no such square; rows go from 0 to 3, columns to 5"),
        ("d5", "'d5': no such square; the board is a1 to f4"),
        ("d", "'d' is no square; squares are written like b2"),
    ],
)
def test_text_that_is_no_move_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        Othello(6, 4).parse_move(text)


EMPTY_ROWS = "-" * 27
OPENING = f"{EMPTY_ROWS}OX------XO{EMPTY_ROWS} X"


@pytest.mark.parametrize(
    ("position", "move", "message"),
    [
        (OPENING, 20, f"illegal move 'e3' for black in {OPENING}; legal: d3 c4 f5 e6"),
        (OPENING, 27, f"illegal move 'd4' for black in {OPENING}; legal: d3 c4 f5 e6"),
        (OPENING, 64, f"illegal move 'pass' for black in {OPENING}; legal: d3 c4 f5 e6"),
        (OPENING, 65, f"illegal move 'b9' for black in {OPENING}; legal: d3 c4 f5 e6"),
        (OPENING, "d3", f"illegal move 'd3' for black in {OPENING}; legal: d3 c4 f5 e6"),
        ("X" * 64 + " O", 64, f"illegal move 'pass' in {'X' * 64} O; the game is over"),
        ("OX" + "-" * 62 + " X", 2, f"illegal move 'c1' for black in OX{'-' * 62} X; legal: pass"),
    ],
)
def test_a_forbidden_move_is_refused(position: str, move: int, message: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{re.escape(message)}$"):
        Othello().parse_position(position).apply_move(move)


@pytest.mark.parametrize(
    ("width", "height", "start", "message"),
    [
        (2, 8, "standard", "width 2 is not between 4 and 26"),
        (8, 28, "standard", "height 28 is not between 4 and 26"),
        (8, 7, "standard", "height 7 is odd; an Othello board has even sides from 4 to 26"),
        (8, 8, "diagonal", "unknown start 'diagonal'; known: standard mirrored random"),
    ],
)
def test_a_board_that_cannot_be_is_refused(width: int, height: int, start: Start, message: str) -> None:
    with pytest.raises(SettingError, match=f"^{message}$"):
        Othello(width, height, start=start)


def test_the_board_is_drawn_with_letters_and_numbers() -> None:
    assert str(Othello(4, 4)) == "  a b c d\n1 - - - -\n2 - O X -\n3 - X O -\n4 - - - -"
    assert str(Othello(10, 10)).splitlines()[0] == "   a b c d e f g h i j"
    assert Othello().side_names == ("black", "white")
