"""What a game may leave out, and the words for a move the rules forbid."""

from dataclasses import dataclass
from typing import Self

import pytest

from saizen.errors import IllegalMoveError
from saizen.games import base
from saizen.games.base import Side
from saizen.games.tictactoe import TicTacToe


@dataclass(frozen=True)
class Countdown:
    """Take one or two from a heap; who takes the last wins. Only the five members every game has."""

    heap: int = 5
    next_player: Side = Side.FIRST

    def legal_moves(self) -> list[str]:
        return ["Take One", "Take Two"][: self.heap]

    def apply_move(self, move: str) -> Self:
        return type(self)(self.heap - 1 - (move == "Take Two"), self.next_player.other)

    def is_over(self) -> bool:
        return self.heap == 0

    def winner(self) -> Side | None:
        return self.next_player.other


@dataclass(frozen=True)
class Drawn(Countdown):
    def winner(self) -> Side | None:
        return None


def test_sides_are_each_others_other() -> None:
    assert Side.FIRST.other is Side.SECOND
    assert Side.SECOND.other is Side.FIRST


def test_a_game_of_five_members_gets_the_defaults() -> None:
    start = Countdown()
    assert base.score_range(start) == (-1, 1)
    assert base.side_name(start, Side.SECOND) == "second"
    assert base.move_name(start, "Take One") == "Take One"
    assert base.position_text(start) == repr(start)
    assert base.board_text(start) == str(start)
    assert base.symmetries(start) == (start,)


def test_the_default_score_is_that_of_the_winner_for_the_side_to_move() -> None:
    assert base.final_score(Countdown(0)) == -1
    assert base.final_score(Drawn(0)) == 0
    assert base.final_score(TicTacToe().parse_position("XXXOO---- O")) == -1


def test_a_move_is_read_in_any_case_width_and_spacing() -> None:
    assert base.parse_move(Countdown(), "ｔａｋｅ two ") == "Take Two"
    assert base.parse_move(TicTacToe(), " Ｂ ２ ") == 4


def test_a_forbidden_move_is_refused_with_the_position_and_the_legal_ones() -> None:
    with pytest.raises(IllegalMoveError) as refused:
        base.parse_move(Countdown(1), "take two")
    assert str(refused.value) == f"illegal move 'take two' for first in {Countdown(1)!r}; legal: Take One"
    with pytest.raises(IllegalMoveError) as refused:
        base.parse_move(TicTacToe().parse_position("XO-XO-OX- X"), "a1")
    assert str(refused.value) == "illegal move 'a1' for X in XO-XO-OX- X; legal: c1 c2 c3"


def test_a_move_in_a_finished_game_is_refused() -> None:
    assert str(base.illegal_move(Countdown(0), "Take One")).endswith("; the game is over")


def test_something_that_is_no_move_at_all_is_shown_as_it_is() -> None:
    assert str(base.illegal_move(TicTacToe(), None)).startswith("illegal move 'None' for X in --------- X; legal: a1")
