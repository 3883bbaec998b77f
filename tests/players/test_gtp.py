"""GTP: what is sent, what is understood, and games against a real program."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saizen.errors import FaultError, SpecError
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.players import Clock, ask, make_player, play_game
from saizen.players.outside import Patience
from saizen.records.transcript import follow

START = Othello()
PASS_GAME = "c4c3f5b4a4a5b2a3"  # after which black must pass
RECORDER = """
import sys
log = open(sys.argv[1], "a", buffering=1)
answers = {"protocol_version": "2", "list_commands": sys.argv[2].replace(" ", "\\n"), "genmove": sys.argv[3]}
for line in sys.stdin:
    log.write(line)
    word = line.split()[0]
    refused = f"play black pass" in line and "nopass" in sys.argv
    print("? syntax error\\n" if refused else f"= {answers.get(word, '')}\\n", flush=True)
"""


class Recorder:
    """A program that answers the same to each command, and keeps what it was sent."""

    def __init__(self, folder: Path) -> None:
        self.script, self.log = folder / "recorder.py", folder / "log"
        self.script.write_text(RECORDER)
        self.log.touch()

    def player(self, *, knows: str = "play genmove", move: str = "D3", extra: str = "", start: Othello = START) -> Any:
        command = shlex.join([sys.executable, str(self.script), str(self.log), knows, move, extra])
        return make_player(f"gtp[start=30]:{command}", start)

    def sent(self) -> list[str]:
        """Return what was sent since the handshake."""
        lines = self.log.read_text().splitlines()
        return lines[lines.index("list_commands") + 1 :]


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path)


def test_a_game_is_set_up_and_moves_are_told_before_the_next_question(recorder: Recorder) -> None:
    player = recorder.player(move="C3")
    player.start_game(START)
    state, moves = follow(START, "f5d6")
    before: Any = START
    for move in moves:
        player.watch(before, move)
        before = before.apply_move(move)
    assert recorder.sent() == ["boardsize 8", "clear_board"]
    assert ask(player, state) == START.parse_move("c3")
    assert recorder.sent()[2:] == ["play black f5", "play white d6", "genmove black"]
    player.close()


def names(state: Any) -> list[str]:
    return [state.move_name(move) for move in state.legal_moves()]


def test_positions_alone_are_enough(recorder: Recorder) -> None:
    """A player that is never told of moves finds out which they were, also after some were taken back."""
    player = recorder.player()
    assert ask(player, START) == START.parse_move("d3")
    with pytest.raises(FaultError, match="illegal move 'D3' for black"):
        ask(player, follow(START, "d3c3")[0])
    assert recorder.sent()[-2:] == ["play white c3", "genmove black"]
    player.close()


def test_after_moves_are_taken_back_the_game_is_set_up_again(recorder: Recorder) -> None:
    player = recorder.player(move="c3")
    state, moves = follow(START, "d3")
    player.start_game(START)
    player.watch(START, moves[0])
    assert ask(player, state) == START.parse_move("c3")
    other, _ = follow(START, "f5")
    with pytest.raises(FaultError, match="illegal move 'c3' for white"):
        ask(player, other)
    assert recorder.sent() == [
        *("boardsize 8", "clear_board", "play black d3", "genmove white"),
        *("boardsize 8", "clear_board", "play black f5", "genmove white"),
    ]


@pytest.mark.parametrize("extra", ["", "nopass"])
def test_a_pass_is_told_but_need_not_be_understood(recorder: Recorder, extra: str) -> None:
    state, moves = follow(START, PASS_GAME)
    player = recorder.player(move="F4", extra=extra)
    player.start_game(START)
    before: Any = START
    for move in (*moves, START.pass_move):
        player.watch(before, move)
        before = before.apply_move(move)
    assert names(state) == ["pass"]
    assert ask(player, before) == START.parse_move("f4")
    assert recorder.sent()[-3:] == ["play white a3", "play black pass", "genmove white"]
    player.close()


@pytest.mark.parametrize(
    ("clock", "lines"),
    [
        (None, []),
        (Clock(), []),
        (Clock(left=90.7), ["time_settings 90 0 0", "time_left black 90 0"]),
        (Clock(left=0.4, increment=2), ["time_settings 1 0 0", "time_left black 0 0"]),
        (Clock(per_move=5), ["time_settings 0 5 1", "time_left black 5 1"]),
        (Clock(per_move=0.5), ["time_settings 0 1 1", "time_left black 1 1"]),
        (Clock(left=3.2, per_move=10), ["time_settings 0 3 1", "time_left black 3 1"]),
    ],
)
def test_the_clock_is_told_in_whole_seconds(recorder: Recorder, clock: Clock | None, lines: list[str]) -> None:
    player = recorder.player(knows="genmove time_settings time_left")
    player.patience = Patience(start=30, margin=30)
    player.clock = clock
    ask(player, START)
    assert recorder.sent() == ["boardsize 8", "clear_board", *lines, "genmove black"]
    player.close()


def test_the_settings_are_told_once_a_game_and_only_to_those_who_know_them(recorder: Recorder) -> None:
    player = recorder.player(knows="genmove time_settings set_game")
    player.clock = Clock(left=60)
    for _ in range(2):
        player.start_game(START)
        ask(player, START)
    once = ["set_game Othello", "boardsize 8", "clear_board", "time_settings 60 0 0", "genmove black"]
    assert recorder.sent() == once * 2
    player.close()


def test_beyond_eight_columns_the_letter_i_is_left_out(recorder: Recorder) -> None:
    start = Othello(18, 18)
    player = recorder.player(start=start, move="J8")
    wanted = start.parse_move("i8")
    assert wanted in start.legal_moves()
    assert ask(player, start) == wanted
    player.close()


def test_other_games_boards_and_starts_are_refused(recorder: Recorder, engine: Callable[[str, str], str]) -> None:
    with pytest.raises(SpecError, match="player 'gtp' plays Othello only, not ConnectFour"):
        make_player("gtp:true", ConnectFour())
    with pytest.raises(SpecError, match="player 'gtp' plays on square boards only, not 8x6"):
        make_player("gtp:true", Othello(8, 6))
    with pytest.raises(SpecError, match="GTP has letters for 25 columns; a board of 26 is too wide"):
        make_player("gtp:true", Othello(26, 26))
    with pytest.raises(SpecError, match=r"cannot play this game; it refused 'boardsize 12': $"):
        make_player(f"gtp:{engine('gtp', 'good')}", Othello(12, 12)).start_game(Othello(12, 12))  # type: ignore[attr-defined]
    with pytest.raises(SpecError, match=r"GTP cannot set up -+XO-+OX-+ X; begin at the usual start"):
        recorder.player().start_game(Othello(start="mirrored"))
    with pytest.raises(SpecError, match="GTP cannot set up "):
        ask(recorder.player(), follow(START, "d3c3c4e3")[0])


@pytest.mark.parametrize("size", [4, 6])
def test_a_scripted_program_plays_on_other_boards(engine: Callable[[str, str], str], size: int) -> None:
    start = Othello(size, size)
    player = make_player(f"gtp:{engine('gtp', 'good')}", start)
    assert play_game(start, player, make_player("random", start, seed=size)).end.is_over()
    player.close()  # type: ignore[attr-defined]


def test_a_real_program_plays_whole_games_passes_included(rhino: str) -> None:
    player: Any = make_player(f"gtp:{rhino}", START)
    passes, wins = 0, 0
    for seed in range(4):
        other = make_player("random", START, seed=seed)
        record = play_game(START, *((player, other) if seed % 2 else (other, player)))
        passes += record.moves.count(START.pass_move)
        wins += record.winner is not None and record.winner.value == ("first" if seed % 2 else "second")
    player.close()
    assert passes
    assert wins >= 3
    assert player.program.outside.process.ending.code == 0


def test_a_real_program_plays_with_a_clock_from_an_opening(rhino: str) -> None:
    player: Any = make_player(f"gtp:{rhino}", START)
    player.start_game(START)
    state, moves = follow(START, PASS_GAME)
    before: Any = START
    for move in moves:
        player.watch(before, move)
        before = before.apply_move(move)
    player.clock = Clock(left=300)
    assert ask(player, before) == START.pass_move
    assert player.seconds is not None
    following = state.apply_move(START.pass_move)
    assert ask(player, following) in following.legal_moves()
    player.close()


def test_a_real_program_refuses_another_size(rhino: str) -> None:
    player: Any = make_player(f"gtp:{rhino}", Othello(6, 6))
    with pytest.raises(SpecError, match=r"it refused 'boardsize 6': unacceptable size"):
        player.start_game(Othello(6, 6))
