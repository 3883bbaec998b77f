"""What whoever runs a game does for players that want to know more than the position."""

from typing import Any

import pytest

from saizen.errors import ProtocolError
from saizen.games.base import Move, State
from saizen.games.tictactoe import TicTacToe
from saizen.players import Clock, Player, begin_game, close_player, give_clock, play_game, show_move
from saizen.players.course import Course
from saizen.players.simple import FunctionPlayer

START = TicTacToe()
FIRST = FunctionPlayer(lambda state: state.legal_moves()[0])


class Curious:
    """Keeps all that it is told."""

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.clock: Clock | None = None

    def start_game(self, start: State) -> None:
        self.seen = [start]

    def watch(self, state: State, move: Move) -> None:
        assert move in state.legal_moves()
        self.seen.append(move)

    def choose(self, state: State) -> Move:
        return state.legal_moves()[0]

    def close(self) -> None:
        self.seen.append("closed")


def test_a_player_that_wants_to_sees_the_start_and_every_move() -> None:
    player = Curious()
    for players in ((player, FIRST), (FIRST, player)):
        record = play_game(START, *players)
        assert player.seen == [START, *record.moves]
    close_player(player)
    assert player.seen[-1] == "closed"


def test_a_player_that_wants_nothing_is_left_alone() -> None:
    begin_game(FIRST, START)
    show_move(FIRST, START, 0)
    close_player(FIRST)
    give_clock(FIRST, Clock())
    assert not hasattr(FIRST, "clock")

    class Odd:
        watch = start_game = close = "not ours"
        choose = FIRST.choose

    assert play_game(START, Odd(), Odd()).end.is_over()


def test_a_clock_is_given_to_those_who_have_one() -> None:
    player = Curious()
    give_clock(player, Clock(left=3))
    assert player.clock == Clock(left=3)


@pytest.mark.parametrize(
    ("clock", "allowance"),
    [(Clock(), None), (Clock(left=9), 9), (Clock(per_move=2), 2), (Clock(9, 1, 2), 2), (Clock(1, 1, 2), 1)],
)
def test_a_clock_says_how_long_a_move_may_take(clock: Clock, allowance: float | None) -> None:
    assert clock.allowance == allowance


@pytest.mark.parametrize("method", ["start_game", "watch", "close"])
def test_a_player_that_fails_at_any_of_it_is_reported_by_name(method: str) -> None:
    def fail(*_: Any) -> None:
        raise KeyError("oops")

    player: Any = Curious()
    setattr(player, method, fail)
    calls = {"start_game": (begin_game, (START,)), "watch": (show_move, (START, 0)), "close": (close_player, ())}
    call: Any = calls[method][0]
    with pytest.raises(ProtocolError, match=r"^Ann failed: KeyError: 'oops'"):
        call(player, *calls[method][1], "Ann")


def test_a_course_is_found_from_positions_alone() -> None:
    course = Course(START)
    two = START.apply_move(0).apply_move(4)
    course.reach(two)
    assert course.moves == [0, 4]
    course.add(two, 8)
    course.reach(START.apply_move(0))  # two moves taken back
    assert course.moves == [0]
    course.reach(START.apply_move(3).apply_move(5))  # and another game gone into
    assert course.moves == [3, 5]
    far = START.apply_move(0).apply_move(1).apply_move(2)
    course.reach(far)
    assert (course.states, course.moves) == ([far], [])


def test_the_protocol_of_players_is_met_by_all_of_them() -> None:
    players: list[Player] = [FIRST, Curious()]
    assert all(callable(player.choose) for player in players)
