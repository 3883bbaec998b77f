"""The contract check: every built-in game passes it, and a broken class learns which member broke what."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import pytest

from saizen.errors import IllegalMoveError, ProtocolError
from saizen.games.base import Side
from saizen.games.connect4 import ConnectFour
from saizen.games.contract import check_contract
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.games.tree import Tree

BUILT_IN = (
    TicTacToe(),
    MNK(1, 1, 1),
    MNK(5, 4, 3),
    MNK(19, 19, 5),
    ConnectFour(),
    ConnectFour(1, 1),
    Othello(),
    Othello(4, 4),
    Othello(6, 10, start="mirrored"),
    Othello(26, 26),
    Tree(),
    Tree(3),
    Tree([1, [2.5, {"player": "min", "children": [3, 4]}]]),
)


@dataclass(frozen=True)
class Nim:
    """Take one to three; who takes the last wins. A game of the five members alone, which keeps the contract."""

    heap: int = 9
    next_player: Side = Side.FIRST

    def legal_moves(self) -> Sequence[Any]:
        return [1, 2, 3][: self.heap]

    def apply_move(self, move: Any) -> Self:
        return replace(self, heap=self.heap - move, next_player=self.next_player.other)

    def is_over(self) -> bool:
        return self.heap == 0

    def winner(self) -> Side | None:
        return self.next_player.other


@pytest.mark.parametrize("start", [*BUILT_IN, Nim()], ids=lambda start: repr(start)[:40])
def test_a_game_that_keeps_the_contract_passes(start: Any) -> None:
    for seed in range(3):
        check_contract(start, seed=seed)


def test_a_game_without_end_passes() -> None:
    class Endless(Nim):
        def apply_move(self, move: Any) -> Self:
            return replace(self, heap=self.heap + move, next_player=self.next_player.other)

    check_contract(Endless())


@pytest.mark.parametrize("member", ["next_player", "legal_moves", "apply_move", "is_over", "winner"])
def test_a_missing_member_is_named(member: str) -> None:
    members = {name: value for name, value in vars(Nim).items() if name in ("legal_moves", "apply_move")}
    members |= {"is_over": Nim.is_over, "winner": Nim.winner, "next_player": Side.FIRST}
    del members[member]
    incomplete: Any = type("Incomplete", (), members)()
    wanted = f"^Incomplete has no {member}; a game needs next_player, legal_moves, apply_move, is_over, winner$"
    with pytest.raises(ProtocolError, match=wanted):
        check_contract(incomplete)


@pytest.mark.parametrize("member", ["legal_moves", "apply_move", "is_over", "winner"])
def test_a_member_that_cannot_be_called_is_named(member: str) -> None:
    broken: Any = type("Broken", (Nim,), {member: None})()
    with pytest.raises(ProtocolError, match=rf"^Broken\.{member} is no method; write 'def {member}\(self…\)'$"):
        check_contract(broken)


class Mutable:
    """A game whose position changes when a move is made."""

    def __init__(self, heap: int = 3) -> None:
        self.heap, self.next_player = heap, Side.FIRST

    def legal_moves(self) -> list[int]:
        return [1, 2, 3][: self.heap]

    def apply_move(self, move: int) -> Self:
        self.heap -= move
        return self

    def is_over(self) -> bool:
        return self.heap <= 0

    def winner(self) -> Side | None:
        return None


class WithoutEquality(Mutable):
    def apply_move(self, move: int) -> Self:
        following = type(self)(self.heap - move)
        following.next_player = self.next_player.other
        return following


class Unhashable(WithoutEquality):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashable) and self.heap == other.heap


class WithoutHash(Unhashable):
    __hash__ = object.__hash__


@dataclass(frozen=True)
class OwnSide(Nim):
    next_player: Any = "first"


class Unmoved(Mutable):
    def legal_moves(self) -> list[int]:
        return [1, 2, 3]


class TruthyEnd(Nim):
    def is_over(self) -> Any:
        return self.heap or 1


class NoMoves(Nim):
    def legal_moves(self) -> Sequence[Any]:
        return [1, 2, 3][: self.heap - 1]


class MovesInText(Nim):
    def legal_moves(self) -> Sequence[Any]:
        return "123"


class MovesInSet(Nim):
    def legal_moves(self) -> Any:
        return {1, 2, 3}


class RepeatedMoves(Nim):
    def legal_moves(self) -> Sequence[Any]:
        return [1, 1]


class ListsAsMoves(Nim):
    def legal_moves(self) -> Sequence[Any]:
        return [[1], [2]]


class ChangingMoves(Nim):
    asked: ClassVar[list[int]] = []

    def legal_moves(self) -> Sequence[Any]:
        self.asked.append(1)
        return [1, 2] if len(self.asked) % 2 else [2, 1]


class NumberAfterMove(Nim):
    def apply_move(self, move: Any) -> Any:
        return self.heap - move


class NoChange(Nim):
    def apply_move(self, move: Any) -> Self:
        return replace(self)


class WinnerByName(Nim):
    def winner(self) -> Any:
        return "first"


class ScoreInText(Nim):
    def final_score(self) -> Any:
        return "won"


class ScoreTooHigh(Nim):
    def final_score(self) -> int:
        return -9


class ScoreIsNoNumber(Nim):
    def final_score(self) -> float:
        return float("nan")


class OneSidedRange(Nim):
    score_range = (-1, 0)


class FailingMoves(Nim):
    def legal_moves(self) -> Sequence[Any]:
        raise ZeroDivisionError("oh no")


class FailingSide(Nim):
    @property
    def next_player(self) -> Side:
        raise ZeroDivisionError("oh no")

    def __init__(self) -> None:
        pass


class RefusesLegalMove(Nim):
    def apply_move(self, move: Any) -> Self:
        raise IllegalMoveError(f"not {move}")


class NoRange(Nim):
    score_range = 5


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (OwnSide, r"OwnSide\.next_player must be Side\.FIRST or Side\.SECOND, got 'first'"),
        (TruthyEnd, r"TruthyEnd\.is_over must be True or False, got 9"),
        (NoMoves, r"NoMoves\.legal_moves must be non-empty while the game is not over, got \[\]"),
        (MovesInText, r"MovesInText\.legal_moves must be a list or tuple, got '123'"),
        (MovesInSet, r"MovesInSet\.legal_moves must be a list or tuple, got \{1, 2, 3\}"),
        (RepeatedMoves, r"RepeatedMoves\.legal_moves must be free of repeats, got \[1, 1\]"),
        (ListsAsMoves, r"ListsAsMoves\.legal_moves must be hashable: unhashable type: 'list'; use a frozen dataclass"),
        (ChangingMoves, r"ChangingMoves\.legal_moves must be the same when asked again \(\[1, 2\]\), got"),
        (Mutable, r"Mutable\.apply_move must be free of changes to the position it is asked of, got"),
        (Unmoved, r"Unmoved\.apply_move must be another position than before the move \d, got"),
        (WithoutEquality, r"WithoutEquality\.__eq__ must be true of two positions after the same move \d, got False"),
        (Unhashable, r"Unhashable must be hashable: unhashable type: 'Unhashable'; use a frozen dataclass"),
        (WithoutHash, r"WithoutHash\.__hash__ must be equal for equal positions, here after \d, got 'two hashes'"),
        (NumberAfterMove, r"NumberAfterMove\.apply_move must be a new NumberAfterMove, got \d"),
        (NoChange, r"NoChange\.apply_move must be another position than before the move \d, got .*NoChange"),
        (WinnerByName, r"WinnerByName\.winner must be a Side, or None for a draw, got 'first'"),
        (ScoreInText, r"ScoreInText\.final_score must be a number, got 'won'"),
        (ScoreTooHigh, r"ScoreTooHigh\.final_score must be within its score_range \(-1, 1\), got -9"),
        (ScoreIsNoNumber, r"ScoreIsNoNumber\.final_score must be within its score_range \(-1, 1\), got nan"),
        (OneSidedRange, r"OneSidedRange\.score_range must be \(-n, n\), .* got \(-1, 0\)"),
        (FailingMoves, r"FailingMoves failed: ZeroDivisionError: oh no"),
        (FailingSide, r"FailingSide failed: ZeroDivisionError: oh no"),
        (RefusesLegalMove, r"RefusesLegalMove failed: IllegalMoveError: not \d"),
        (NoRange, r"NoRange failed: TypeError: cannot unpack"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_broken_promise_is_named_with_its_member(broken: Any, message: str) -> None:
    with pytest.raises(ProtocolError, match=f"^{message}"):
        check_contract(broken())


def test_a_fault_that_some_games_hide_is_found_with_another_seed_or_more_games() -> None:
    class RarelyBroken(Nim):
        def winner(self) -> Any:
            return "first" if self.next_player is Side.FIRST else Side.FIRST

    with pytest.raises(ProtocolError, match=r"RarelyBroken\.winner"):
        check_contract(RarelyBroken(), games=40)
