"""Openings: the same for everyone with the same seed, legal, and never the end of the game."""

from pathlib import Path

import pytest

from saizen.arena.openings import DEALER, Openings, random_moves, read_openings
from saizen.engine import Engine
from saizen.engine.book import canonical
from saizen.errors import NotationError, SettingError, UnreadableFileError
from saizen.games.base import State
from saizen.games.catalogue import make_game
from saizen.games.othello import Othello
from saizen.players.games import play_games
from saizen.randomness import Stream
from saizen.records.transcript import follow, move_names

GAMES = [("othello", "8", 8), ("othello", "10", 8), ("tictactoe", None, 4), ("connect4", None, 12), ("mnk", "5,5,4", 6)]
START = Othello()
PINNED = [
    ["f5", "f4", "g3", "g6", "c4", "c5", "d6", "e3"],
    ["d3", "c5", "d6", "c3", "f5", "f4", "f3", "e7"],
    ["e6", "f4", "g3", "g4", "e3", "d6", "c7", "d7"],
]


@pytest.mark.parametrize(("game", "size", "plies"), GAMES)
def test_random_openings_are_legal_and_leave_something_to_play(game: str, size: str | None, plies: int) -> None:
    start = make_game(game, size=size)
    for number in range(50):
        moves = Openings(plies).moves(start, 7, number)
        assert len(moves) == plies
        state: State = start
        for move in moves:
            assert move in state.legal_moves()
            state = state.apply_move(move)
        assert not state.is_over()


@pytest.mark.parametrize(("game", "size", "plies"), GAMES)
def test_the_native_core_and_the_rules_in_python_deal_alike(game: str, size: str | None, plies: int) -> None:
    start = make_game(game, size=size)
    for number in range(20):
        dice = Stream(3, number, DEALER)
        tries = (random_moves(start, plies, dice) for _ in range(1000))
        assert Openings(plies).moves(start, 3, number) == next(moves for moves in tries if moves is not None)


def test_seed_and_number_decide_an_opening_for_all_time() -> None:
    openings = Openings(8)
    assert move_names(START, openings.moves(START, 0, 0)) == PINNED[0]
    assert move_names(START, openings.moves(START, 1, 0)) == PINNED[1]
    assert move_names(START, openings.moves(START, 0, 1)) == PINNED[2]
    assert len({openings.moves(START, 0, number) for number in range(100)}) > 95


def test_none_is_the_bare_start() -> None:
    openings = read_openings("none", START)
    assert openings == Openings()
    assert openings.moves(START, 0, 5) == ()


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("random", "othello", "'random': write random:PLIES with 1 to 60 plies"),
        ("random:", "othello", "'random:': write"),
        ("random:0", "othello", "write random:PLIES"),
        ("random:61", "othello", "write random:PLIES"),
        ("random:99999999", "othello", "write random:PLIES"),
        ("random:-3", "othello", "write random:PLIES"),
        ("random:8.5", "othello", "write random:PLIES"),
        ("random:٣", "othello", "write random:PLIES"),
        ("random:9", "tictactoe", "random:9 is longer than the game; use fewer plies"),
        ("random:60", "connect4", "random:60 is longer than the game; use fewer plies"),
        ("random:42", "connect4", "random:42 is longer than the game; use fewer plies"),
    ],
)
def test_random_openings_that_cannot_be_are_refused(text: str, game: str, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        read_openings(text, make_game(game))


def test_openings_that_hardly_any_game_allows_are_refused_before_the_run() -> None:
    with pytest.raises(SettingError, match="random:41 is longer than the game"):
        read_openings("random:41", make_game("connect4"))  # one game in hundreds lasts so long


def test_a_file_has_an_opening_a_line_in_turn(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("\ufeff# the diagonal\n\n  f5f6  \n\t\n#f5d6\nF5 d6 c3\r\n", encoding="utf-8")
    openings = read_openings(str(file), START)
    assert openings == Openings(lines=("f5f6", "F5 d6 c3"))
    dealt = [move_names(START, openings.moves(START, seed, number)) for seed, number in [(0, 0), (0, 1), (9, 2)]]
    assert dealt == [["f5", "f6"], ["f5", "d6", "c3"], ["f5", "f6"]]


def test_forced_passes_may_be_left_out_of_a_file(tmp_path: Path) -> None:
    start = Othello(4, 4)
    games = [move_names(start, game.moves) for game in play_games(start, "random", "random", games=50)]
    game = next(game for game in games if "pass" in game[:-3])
    opening = game[: game.index("pass") + 2]
    file = tmp_path / "openings.txt"
    file.write_text("".join(name for name in opening if name != "pass"), encoding="utf-8")
    assert move_names(start, read_openings(str(file), start).moves(start, 0, 0)) == opening


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("# one\n\nf5d6\nf5a1\n", NotationError, r"line 4 of '.*o\.txt': move 2 'a1': illegal move"),
        ("f5\n\n\nchess e4\n", NotationError, r"line 4 of '.*o\.txt': move 1 'chess'"),
        ("f5" * 60_000, NotationError, r"line 1 of '.*o\.txt': 120000 characters of moves; the most is 100000"),
        ("", SettingError, r"o\.txt' has 0 openings; use 1 to 1000000, one a line"),
        ("# nothing\n\n", SettingError, r"o\.txt' has 0 openings"),
    ],
)
def test_a_file_of_bad_openings_is_refused_with_the_line(
    tmp_path: Path, text: str, error: type[Exception], message: str
) -> None:
    file = tmp_path / "o.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(error, match=message):
        read_openings(str(file), START)


def test_an_opening_that_ends_the_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "o.txt"
    file.write_text("b2\n\na1b1a2b2a3\n", encoding="utf-8")
    with pytest.raises(SettingError, match=r"line 3 of '.*o\.txt' ends the game; leave it out"):
        read_openings(str(file), make_game("tictactoe"))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"f5\n\xff\xfe\n")
    for path in (tmp_path / "missing.txt", tmp_path, bad):
        with pytest.raises(
            UnreadableFileError, match=r"^no openings in '.*': .*; write balanced, random:PLIES, none, or a"
        ):
            read_openings(str(path), START)


def balanced_positions() -> list[Othello]:
    states = []
    for line in read_openings("balanced", START).lines:
        state, _ = follow(START, line)
        assert isinstance(state, Othello)
        states.append(state)
    return states


def test_balanced_openings_are_many_and_short_and_leave_a_choice() -> None:
    openings = read_openings("balanced", START)
    assert len(openings.lines) >= 500
    plies = {len(openings.moves(START, 0, number)) for number in range(len(openings.lines))}
    assert plies == {8, 9, 10, 11, 12}
    assert all(state.mobility for state in balanced_positions())


def test_no_two_balanced_openings_are_equal_turned_mirrored_or_by_other_moves() -> None:
    states = balanced_positions()
    assert len({canonical(state.own, state.other)[0] for state in states}) == len(states)
    assert len({min(image.position_text() for image in state.symmetries()) for state in states}) == len(states)


def test_balanced_openings_are_even() -> None:
    engine = Engine(hash_mib=4, book=False)
    values = [engine.analyse(state, level=9, all_moves=False)[0].value for state in balanced_positions()[::30]]
    assert max(map(abs, values)) <= 5
    assert sum(map(abs, values)) / len(values) <= 2


def test_the_seed_decides_the_order_of_balanced_openings_and_they_come_again() -> None:
    one, same, other = (read_openings("balanced", START, seed) for seed in (1, 1, 2))
    assert one == same != other
    assert sorted(one.lines) == sorted(other.lines)
    count = len(one.lines)
    assert one.moves(START, 1, count + 3) == one.moves(START, 1, 3) != one.moves(START, 1, 4)


@pytest.mark.parametrize(
    "start", [Othello(6, 6), Othello(start="mirrored"), follow(START, "f5")[0], make_game("connect4")]
)
def test_balanced_openings_are_for_the_usual_start_only(start: State) -> None:
    with pytest.raises(
        SettingError, match=r"^balanced openings are for othello on 8x8 from the usual start; use random"
    ):
        read_openings("balanced", start)
