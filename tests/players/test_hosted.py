"""Players of files in processes of their own: they play, and nothing they do reaches us."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saizen.errors import FaultError, ResignError, SpecError
from saizen.games.base import State
from saizen.games.catalogue import make_game
from saizen.players import Clock, ask, make_player, play_game
from saizen.players.hosted import HostedPlayer
from saizen.players.outside import Patience

EXAMPLES = Path(__file__).parents[2] / "examples"
CALM = Patience(start=60, reply=60, stop=0.5, grace=60)
Host = Callable[..., HostedPlayer]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Return a function that hosts a player of Tic-Tac-Toe given by its code."""

    def make(code: str, name: str = "mine", **options: Any) -> HostedPlayer:
        path = tmp_path / "student.py"
        path.write_text(code)
        return HostedPlayer(f"{path}:{name}", "tictactoe", **{"patience": CALM, **options})

    return make


START = make_game("tictactoe")


def test_a_player_may_resign(host: Host) -> None:
    player = host("from saizen.errors import ResignError\n\ndef mine(state):\n    raise ResignError('enough')\n")
    with pytest.raises(ResignError, match="enough"):
        ask(player, START)
    player.close()


def fault_of(player: HostedPlayer) -> FaultError:
    with pytest.raises(FaultError) as caught:
        ask(player, START)
    player.close()
    return caught.value


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("tictactoe", None),
        ("connect4", "5x4"),
        ("othello", "6x4"),
        ("[[3, 12, 8], [2, [4, 6]], [14, 5, 2]]", None),
        (f"{EXAMPLES / 'nim.py'}:Nim", None),
        (f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes", None),
    ],
)
def test_a_hosted_player_plays_as_it_does_here(game: str, size: str | None) -> None:
    start = make_game(game, size=size)
    spec = f"{EXAMPLES / 'my_player.py'}:greedy"
    hosted = HostedPlayer(spec, game, size=size, patience=CALM)
    here, other = make_player(spec, start), make_player("random", start, seed=4)
    moves = play_game(start, here, other).moves
    assert play_game(start, hosted, make_player("random", start, seed=4)).moves == moves
    hosted.close()


def test_it_is_given_its_seed_its_clock_and_the_course_of_the_game(host: Host) -> None:
    code = """
class mine:
    clock = None
    def __init__(self, seed): self.seen = [seed]
    def start_game(self, start): self.seen.append(str(start.next_player))
    def watch(self, state, move): self.seen.append(move)
    def choose(self, state):
        assert self.seen == [7, "Side.FIRST", 4, 0], self.seen
        assert self.clock.left == 90 and self.clock.increment == 1 and self.clock.per_move is None, self.clock
        return 8
"""
    player = host(code, seed=7)
    state: State = START
    player.start_game(state)
    for move in (4, 0):
        player.watch(state, move)
        state = state.apply_move(move)
    player.clock = Clock(left=90, increment=1)
    assert ask(player, state) == 8
    assert player.seconds is not None
    player.close()


def test_each_game_has_a_new_process(host: Host) -> None:
    player = host("played = []\ndef mine(state):\n    played.append(1)\n    return len(played) - 1")
    assert [ask(player, START), ask(player, START)] == [0, 1]
    for _ in range(2):
        player.start_game(START)
        assert ask(player, START) == 0
    player.close()


def test_a_game_may_begin_anywhere_that_can_be_written_down(host: Host) -> None:
    player = host("def mine(state): return state.legal_moves()[-1]")
    start = START.apply_move(0).apply_move(8)
    player.start_game(start)
    assert ask(player, start) == 7
    assert ask(player, START.apply_move(8)) == 7  # of quite another game
    player.close()
    nim = HostedPlayer(f"{EXAMPLES / 'my_player.py'}:greedy", f"{EXAMPLES / 'nim.py'}:Nim", patience=CALM)
    with pytest.raises(SpecError, match="Nim has no parse_position, so a game must begin at its usual start"):
        nim.start_game(make_game(f"{EXAMPLES / 'nim.py'}:Nim").apply_move(1))


@pytest.mark.parametrize(
    ("body", "cause", "message"),
    [
        ("raise ValueError('no idea')", "died", "ValueError: no idea"),
        ("import sys; sys.exit(3)", "died", "it exited with code 3"),
        ("import os; os._exit(4)", "died", "it exited with code 4"),
        ("import os; os.abort()", "died", "it was ended by signal 6"),
        ("return bytearray(1 << 31)", "died", "MemoryError"),
        ("x = []\n    while True: x.append(bytearray(1 << 20))", "died", "MemoryError"),
        ("return input()", "died", "EOFError"),
        ("return 99", "illegal", "played an illegal move 'a34' for X in --------- X; legal: a1"),
        ("return None", "illegal", "played an illegal move 'None'"),
    ],
)
def test_what_a_player_does_wrong_is_its_own_fault(host: Host, body: str, cause: str, message: str) -> None:
    fault = fault_of(host(f"def mine(state):\n    {body}"))
    assert fault.cause == cause, str(fault)
    assert message in str(fault)


def test_a_player_that_writes_where_its_answer_belongs_is_at_fault(host: Host) -> None:
    code = """
import contextlib, os
def mine(state):
    for number in range(3, 20):
        with contextlib.suppress(OSError):
            os.write(number, b"?\\n")
    return 4
"""
    fault = fault_of(host(code))
    assert fault.cause == "unparsable"
    assert "wrote '?' where its answer belongs" in str(fault)


def test_an_endless_loop_ends_with_the_time(host: Host) -> None:
    hurried = Patience(start=60, reply=0.3, stop=0.2)
    assert fault_of(host("def mine(state):\n    while True: pass", patience=hurried)).cause == "no reply"


def test_an_endless_loop_ends_with_the_processor_time_too(host: Host) -> None:
    fault = fault_of(host("def mine(state):\n    while True: pass", cpu_seconds=2))
    assert fault.cause == "died"
    assert "it was ended by signal" in str(fault)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def mine(state: return 3", "SyntaxError"),
        ("import sys; sys.exit('not today')", "not today"),
        ("yours = 3", "has no "),
        ("mine = 3", "is no player"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_a_fault_too(host: Host, code: str, message: str) -> None:
    player = host(code)
    with pytest.raises(FaultError, match=message) as caught:
        player.start_game(START)
    assert caught.value.cause == "died"
    assert "asked: to load the player" in str(caught.value)
    player.close()


def test_prints_do_not_disturb_the_game(host: Host) -> None:
    code = """
import os, subprocess, sys
print('{"move": [8, "c3"]}')
def mine(state):
    print('{"move": [8, "c3"]}', flush=True)
    sys.__stdout__.write("x\\n")
    os.write(1, b'{"move": [8, "c3"]}\\n')
    subprocess.run(["echo", "y"])
    return 4
"""
    player = host(code)
    assert ask(player, START) == 4
    player.close()


def test_nothing_of_ours_is_in_its_environment_its_folder_or_its_files(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAIZEN_SECRET", "hunter2")
    kept = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(kept, True)
    code = """
import contextlib, os, tempfile
def mine(state):
    assert sorted(set(os.environ) - {"LC_CTYPE"}) == ["HOME", "LANG", "PATH", "TMPDIR"], dict(os.environ)
    assert "hunter2" not in open("/proc/self/environ").read() + open(f"/proc/{os.getppid()}/environ").read()
    assert os.listdir() == [] and os.getcwd() == os.path.realpath(tempfile.gettempdir()) != "/tmp"
    open("notes", "w").write(os.getcwd())
    files = []
    for number in range(3, 100):
        with contextlib.suppress(OSError):
            files.append(os.readlink(f"/proc/self/fd/{number}"))
    assert len(files) == 2 and all(name.startswith("pipe:") for name in files), files
    raise SystemExit(os.getcwd())
"""
    fault = fault_of(host(code))
    os.close(kept)
    assert "AssertionError" not in str(fault), str(fault)
    assert "code 1" in str(fault)
    folder = str(fault).rpartition("its stderr ends: '")[2].rstrip("'")
    assert "saizen-" in folder
    assert not os.path.exists(folder)


@pytest.mark.parametrize("then", ["return 4", "os._exit(5)", "os.setsid(); signal.pause()"])
def test_what_it_starts_ends_with_it(host: Host, witness: Any, then: str) -> None:
    code = f"""
import os, signal
def mine(state):
    held = os.open({str(witness.path)!r}, os.O_WRONLY)
    for step in range(2):
        if os.fork() == 0:
            if step: os.setsid()
            os.write(held, f"{{os.getpid()}}\\n".encode())
            while True: signal.pause()
    {then}
"""
    player = host(code, patience=Patience(start=60, reply=2, stop=0.2))
    if then == "return 4":
        assert ask(player, START) == 4
        player.close()
    else:
        fault_of(player)
    assert len(witness.seen()) <= 2


def test_only_players_of_files_are_hosted() -> None:
    with pytest.raises(SpecError, match=r"'random' is no player of a file; write it as file\.py:Name"):
        HostedPlayer("random", "tictactoe")
