"""Games as people write them down, and what is said of those that cannot be read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import IllegalMoveError, NotationError
from saizen.games.base import State
from saizen.games.catalogue import make_game
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.records.transcript import follow, forced_pass, move_names, parse_position, read_move, replay

EXAMPLES = Path(__file__).parents[2] / "examples"
STARTS = [Othello(), Othello(4, 4), Othello(26, 26), TicTacToe(), ConnectFour(), ConnectFour(12, 4), Tree()]


@pytest.mark.parametrize(
    "text",
    ["f5d6c3", "F5D6C3", "f5 d6 c3", " F5,d6 ; c3\n", "f5\nd6\nc3", "ｆ５ｄ６ｃ３", "f5D6 ｃ３", "45 53 22"],
)
def test_squares_are_read_in_any_case_and_spacing(text: str) -> None:
    start = Othello()
    state, moves = follow(start, text)
    assert move_names(start, moves) == ["f5", "d6", "c3"]
    assert state == start.apply_move(moves[0]).apply_move(moves[1]).apply_move(moves[2])


@pytest.mark.parametrize("text", ["4455", "4 4 5 5", "44,55", "４４５５"])
def test_columns_are_read_run_together_or_apart(text: str) -> None:
    assert follow(ConnectFour(), text)[1] == (3, 3, 4, 4)


def test_columns_above_nine_stand_apart() -> None:
    wide = ConnectFour(12, 4)
    assert follow(wide, "12 3 11")[1] == (11, 2, 10)
    with pytest.raises(NotationError, match=r"^move 1 '123': is no column; columns are numbered 1 to 12$"):
        follow(wide, "123")


def test_rows_above_nine_are_read() -> None:
    start = Othello(26, 26)
    assert move_names(start, follow(start, "m12n12")[1]) == ["m12", "n12"]


@pytest.mark.parametrize(
    "text", ["b1a1a2c1d1a3a4d3c4", "b1a1a2c1d1a3a4d3passc4", "b1a1a2c1d1a3a4d3 -- c4", "b1a1a2c1d1a3a4d3pac4"]
)
def test_a_forced_pass_may_be_left_out(text: str) -> None:
    start = Othello(4, 4)
    state, moves = follow(start, text)
    assert move_names(start, moves) == ["b1", "a1", "a2", "c1", "d1", "a3", "a4", "d3", "pass", "c4"]
    assert state.is_over()


def test_a_pass_at_the_end_is_not_supplied() -> None:
    state, moves = follow(Othello(4, 4), "b1a1a2c1d1a3a4d3")
    assert len(moves) == 8
    assert forced_pass(state)


def test_names_that_look_like_two_squares_stay_whole() -> None:
    start = make_game(f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes")
    assert follow(start, "a1b1 b1c1")[1] == ("a1b1", "b1c1")


def test_children_of_a_tree_are_followed_by_name() -> None:
    tree = Tree({"left": {"a1": 1, "b2": 2}, "right": 3})
    assert follow(tree, "Left B2")[0].is_over()


def test_no_text_is_no_move() -> None:
    assert follow(Othello(), " \n") == (Othello(), ())


@pytest.mark.parametrize(
    ("start", "text", "kind", "message"),
    [
        (
            Othello(),
            "d3c5b6f3f5c6e3a6d6e6d7e8c8f6e7f4e9",
            NotationError,
            "move 17 'e9': no such square; the board is a1 to h8",
        ),
        (Othello(), "f5 zebra", NotationError, "move 2 'zebra': is no square; squares are written like b2"),
        (Othello(), "f5f5", IllegalMoveError, "move 2 'f5': illegal move 'f5' for white in "),
        (Othello(), "f5 88", NotationError, "move 2 '88': no such square; rows go from 0 to 7, columns to 7"),
        (Othello(), "pass", IllegalMoveError, "move 1 'pass': illegal move 'pass' for black in "),
        (ConnectFour(), "48", NotationError, "move 2 '8': is no column; columns are numbered 1 to 7"),
        (ConnectFour(), "4x", NotationError, "move 1 '4x': is no column"),
        (TicTacToe(), "a1b1a2b2a3c3", IllegalMoveError, "move 6 'c3': the game is over"),
        (TicTacToe().parse_position("XXXOO---- O"), "c3", IllegalMoveError, "move 1 'c3': the game is over"),
        (ConnectFour(1, 1).parse_position("X O"), "1", IllegalMoveError, "move 1 '1': the game is over"),
        (Tree([1, 2]), "3", NotationError, "move 1 '3': names no child of root; children: 1 2"),
        (Othello(), "x" * 100_001, NotationError, "100001 characters of moves; the most is 100000"),
    ],
)
def test_the_first_wrong_move_is_named(start: State, text: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        follow(start, text)
    assert str(caught.value).startswith(message)


class Clumsy:
    """A game whose `parse_move` fails like a beginner's."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __repr__(self) -> str:
        return "Clumsy()"

    next_player = Othello().next_player

    def legal_moves(self) -> list[int]:
        return [1]

    def apply_move(self, move: int) -> "Clumsy":
        return self

    def is_over(self) -> bool:
        return False

    def winner(self) -> None:
        return None

    def parse_move(self, text: str) -> int:
        raise self.error


@pytest.mark.parametrize("error", [ValueError("no"), KeyError("no"), IndexError("no"), TypeError("no")])
def test_a_failing_parse_move_means_no_such_move(error: Exception) -> None:
    with pytest.raises(IllegalMoveError, match=r"^illegal move 'x' for first in Clumsy\(\); legal: 1$"):
        read_move(Clumsy(error), "x")


def test_our_own_refusals_pass_unchanged() -> None:
    with pytest.raises(NotationError, match="'x9y' is no square"):
        read_move(Othello(), "x9y")


@given(start=st.sampled_from(STARTS), choices=st.lists(st.integers(0, 999), max_size=70))
def test_every_game_is_read_back_from_its_moves(start: State, choices: list[int]) -> None:
    state, moves = start, []
    for choice in choices:
        if not state.is_over():
            legal = state.legal_moves()
            moves.append(legal[choice % len(legal)])
            state = state.apply_move(moves[-1])
    names = move_names(start, moves)
    assert replay(start, names) == (state, tuple(moves))
    assert follow(start, " ".join(names)) == (state, tuple(moves))


def test_a_position_is_read_by_the_game() -> None:
    text = "X---O---- X"
    assert parse_position(TicTacToe(), text) == TicTacToe().parse_position(text)
    with pytest.raises(NotationError, match="Tree has no parse_position; use --moves to reach a position"):
        parse_position(Tree(), text)
