"""Outside programs that fail in every way, and what is left of them: nothing."""

import gc
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saizen.errors import CAUSES, FaultError, ResignError, SpecError
from saizen.games.othello import Othello
from saizen.players import Clock, GtpPlayer, NBoardPlayer, Player, ask, make_player, play_game
from saizen.players.outside import OutsideProgram, Patience

Engine = Callable[[str, str], str]
CALM = "start=30,reply=30,stop=0.3,grace=30"
HURRIED = "start=30,reply=0.3,stop=0.3,grace=0.1"  # for programs that never answer
START = Othello()


def outside(protocol: str, command: str, settings: str = CALM) -> Any:
    return make_player(f"{protocol}[{settings}]:{command}", START)


def fault_of(player: Player, clock: Clock | None = None) -> FaultError:
    player.clock = clock  # type: ignore[attr-defined]
    with pytest.raises(FaultError) as caught:
        ask(player, START)
    assert caught.value.cause in CAUSES
    assert "\n" not in str(caught.value)
    return caught.value


BOTH = {
    "crash": ("died", r"died \(it exited with code 3\).*its stderr ends: .*assertion failed: discs > 0"),
    "killed": ("died", r"died \(it was ended by signal 9\)"),
    "dying words": ("died", r"died \(it exited with code 4\)"),
    "child and crash": ("died", r"died \(it exited with code 5\)"),
    "stall": ("no reply", "did not reply in time"),
    "half a line": ("no reply", r"did not reply in time after writing '=+"),
    "closed output": ("no reply", "has closed its output"),
    "garbage": (
        "unparsable",
        r"wrote 'Segmentation fault\?'; a reply begins with = or \?|answered '\?!', which is no move",
    ),
    "huge": ("unparsable", "wrote a line of more than 65536 bytes"),
    "no move": ("unparsable", "answered 'hello', which is no move"),
    "bytes": ("unparsable", "answered '\ufffd+', which is no move"),
    "illegal": ("illegal", "played an illegal move 'a1' for black in .* X; legal: d3 c4 f5 e6"),
    "off the board": ("illegal", "played an illegal move 'z9' for black in "),
    "pass": ("illegal", "played an illegal move '(pass|PA)' for black in "),
}


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize("mode", BOTH)
def test_each_fault_has_one_cause_and_leaves_no_process(
    engine: Engine, witness: Any, monkeypatch: pytest.MonkeyPatch, protocol: str, mode: str
) -> None:
    cause, message = BOTH[mode]
    monkeypatch.setattr("saizen.players.outside.SETTLE", 30 if cause == "died" else 0.1)
    command = engine(protocol, mode)
    fault = fault_of(outside(protocol, command, HURRIED if mode in ("stall", "half a line") else CALM))
    assert fault.cause == cause, str(fault)
    assert_says(fault, protocol, command, message)
    assert len(set(witness.seen()) - {0}) == (3 if mode == "child and crash" else 1)


def assert_says(fault: FaultError, protocol: str, command: str, message: str) -> None:
    text = str(fault)
    assert text.startswith(f"{protocol}:{command} "), text
    assert re.search(message, text, re.IGNORECASE), text
    assert f"; asked: {'genmove black' if protocol == 'gtp' else 'go'}" in text


def test_a_program_that_never_ends_its_reply_is_cut_off(engine: Engine, witness: Any) -> None:
    assert fault_of(outside("gtp", engine("gtp", "endless"))).cause == "unparsable"
    assert fault_of(outside("nboard", engine("nboard", "endless"), HURRIED)).cause == "no reply"
    assert len(witness.seen()) == 2


def test_a_program_that_refuses_to_move_is_at_fault(engine: Engine) -> None:
    fault = fault_of(outside("gtp", engine("gtp", "refuse")))
    assert fault.cause == "unparsable"
    assert "did not move but replied 'cannot move'" in str(fault)


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_late_is_told_from_never(engine: Engine, witness: Any, protocol: str) -> None:
    clock = Clock(per_move=0.1)
    late = fault_of(outside(protocol, engine(protocol, "late")), clock)
    assert late.cause == "late"
    assert "it had 0.10 s" in str(late)
    assert fault_of(outside(protocol, engine(protocol, "stall"), HURRIED), clock).cause == "no reply"
    assert len(set(witness.seen()) - {0}) == 2


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_the_time_left_is_a_limit_too_and_no_clock_is_none(engine: Engine, protocol: str) -> None:
    player = outside(protocol, engine(protocol, "late"), CALM)
    assert ask(player, START) == START.parse_move("d3")
    player.clock = Clock(left=60, increment=1)
    assert ask(player, START) == START.parse_move("d3")
    assert fault_of(player, Clock(left=0.1, per_move=30)).cause == "late"


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize(
    ("mode", "cause", "message"),
    [
        ("dead on arrival", "died", r"died \(it exited with code 1\).*its stderr ends: 'no weights found'"),
        ("mute", "no reply", "did not reply in time"),
    ],
)
def test_a_program_may_fail_at_its_start(
    engine: Engine, witness: Any, protocol: str, mode: str, cause: str, message: str
) -> None:
    player = outside(protocol, engine(protocol, mode), "start=1,stop=0.3")
    with pytest.raises(FaultError, match=message) as caught:
        player.start_game(START)
    assert caught.value.cause == cause
    assert len(witness.seen()) == 1


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize("mode", ["flood", "closed input"])
def test_what_is_no_fault_is_none(engine: Engine, witness: Any, protocol: str, mode: str) -> None:
    player = outside(protocol, engine(protocol, mode), "start=20,reply=20,stop=20")
    assert ask(player, START) == START.parse_move("d3")
    player.close()
    assert len(witness.seen()) == 1


def test_a_program_that_no_longer_listens_is_at_fault_when_next_asked(engine: Engine) -> None:
    player = outside("gtp", engine("gtp", "closed input"))
    ask(player, START)
    assert fault_of(player).cause in ("died", "no reply")


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize(("mode", "processes"), [("good", 1), ("ignored stop", 1), ("child", 3)])
def test_closing_ends_the_program_and_its_children(
    engine: Engine, witness: Any, protocol: str, mode: str, processes: int
) -> None:
    player = outside(protocol, engine(protocol, mode))
    ask(player, START)
    player.close()
    player.close()
    assert len(witness.seen()) == processes


def test_a_good_program_ends_by_itself(engine: Engine) -> None:
    player = outside("gtp", engine("gtp", "good"), "stop=30")
    ask(player, START)
    player.close()
    assert player.program.outside.process.ending.code == 0


def test_a_program_that_is_let_go_of_ends(engine: Engine, witness: Any) -> None:
    player = outside("gtp", engine("gtp", "child"))
    ask(player, START)
    del player
    gc.collect()
    assert len(witness.seen()) == 3


def test_after_a_fault_the_next_game_starts_the_program_anew(engine: Engine, witness: Any) -> None:
    player = outside("gtp", engine("gtp", "illegal"))
    for _ in range(2):
        assert fault_of(player).cause == "illegal"
    assert len(witness.seen()) == 2


def test_resigning_is_no_fault(engine: Engine, witness: Any) -> None:
    player = outside("gtp", engine("gtp", "resign"))
    for _ in range(2):  # and the program goes on
        with pytest.raises(ResignError, match=r"^gtp:.* resigns for black in -+OX-+XO-+ X$"):
            ask(player, START)
    player.close()
    assert len(witness.seen()) == 1


def test_a_fault_travels_between_processes() -> None:
    fault = pickle.loads(pickle.dumps(FaultError("late", "too late")))
    assert (fault.cause, str(fault)) == ("late", "too late")


PARENT = """
import sys
from saizen.games.othello import Othello
from saizen.players import ask, make_player
player = make_player(sys.argv[1], Othello())
ask(player, Othello())
print("played", flush=True)
{then}
"""


def parent(spec: str, then: str, **options: Any) -> subprocess.Popen[str]:
    """Start a Python of its own that has a move played, and then does something else."""
    code = PARENT.format(then=then)
    return subprocess.Popen([sys.executable, "-c", code, spec], stdout=subprocess.PIPE, text=True, **options)


@pytest.mark.parametrize(
    ("then", "code"),
    [
        ("", 0),
        ("sys.exit(3)", 3),
        ("raise MemoryError", 1),
        ("import os; os._exit(7)", 7),
        ("import os; os.kill(os.getpid(), 9)", -9),
        ("import os; os.kill(os.getpid(), 15)", -15),
        ("import os; os.fork() or sys.stdin.read(); os.kill(os.getpid(), 9)", -9),
    ],
    ids=["end", "exit", "exception", "_exit", "kill -9", "kill", "kill -9 with a fork alive"],
)
@pytest.mark.parametrize("mode", ["child", "ignored stop"])
def test_no_process_outlives_us_however_we_end(engine: Engine, witness: Any, mode: str, then: str, code: int) -> None:
    with parent(
        f"gtp[stop=0.3]:{engine('gtp', mode)}", then, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "played\n"
        witness.wait()
        assert process.wait() == code
    assert len(witness.seen()) == (3 if mode == "child" else 1)


def test_ctrl_c_while_a_program_thinks_ends_it(engine: Engine, witness: Any) -> None:
    with parent(f"gtp[stop=0.3]:{engine('gtp', 'stall')}", "", stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        witness.wait_for(b"\n0\n")
        process.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in process.stderr.read()
        assert process.wait() == -signal.SIGINT
    assert witness.seen() == []


def test_an_interrupted_exchange_ends_the_program(engine: Engine, witness: Any) -> None:
    player = outside("gtp", engine("gtp", "good"))
    ask(player, START)

    def interrupt(_: float) -> str:
        raise KeyboardInterrupt

    program = player.program.outside
    with pytest.raises(KeyboardInterrupt), program.exchange():
        program.think("genmove black", interrupt, None)
    assert not program.is_running
    witness.seen()
    assert ask(player, START) == START.parse_move("d3")  # it is started again
    player.close()


def test_a_keeper_that_is_killed_takes_its_program_with_it(engine: Engine, witness: Any) -> None:
    player = outside("gtp", engine("gtp", "ignored stop"))
    ask(player, START)
    player.program.outside.process.keeper.kill()
    witness.wait()
    assert fault_of(player).cause == "died"


def test_a_program_runs_in_its_folder_without_a_shell_and_with_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAIZEN_TEST", "seen")
    script = tmp_path / "show"
    script.write_text(
        f"#!{sys.executable}\nimport os, sys\nprint(os.getcwd(), sys.argv[1:], os.environ['SAIZEN_TEST'])"
    )
    script.chmod(0o755)
    program = OutsideProgram(["./show", "$HOME", "a b;c"], name="show", cwd=str(tmp_path))
    assert program.read_line(deadline()) == f"{tmp_path} ['$HOME', 'a b;c'] seen"
    program.close()


def deadline() -> float:
    return time.monotonic() + 30


def test_what_cannot_be_started_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.write_text("no program")
    data.chmod(0o755)
    with pytest.raises(SpecError, match="cannot start it: Exec format error"):
        OutsideProgram([str(data)], name="it")
    with pytest.raises(SpecError, match=r"cannot start it: .*No such file or directory"):
        OutsideProgram(["true"], name="it", cwd=str(tmp_path / "nowhere"))
    with pytest.raises(SpecError, match="cannot start it: No such file or directory"):
        OutsideProgram([str(tmp_path / "nothing")], name="it")


def test_a_fork_that_closes_a_program_leaves_it_to_its_owner(engine: Engine, witness: Any) -> None:
    then = """
import os
child = os.fork()
if child == 0:
    player.close()
    os._exit(0)
os.waitpid(child, 0)
ask(player, Othello().apply_move(Othello().parse_move("d3")))
print("again", flush=True)
"""
    with parent(f"gtp:{engine('gtp', 'good')}", then) as process:
        assert process.stdout is not None
        assert process.stdout.read() == "played\nagain\n"
        assert process.wait() == 0
    assert len(witness.seen()) == 1


def test_two_good_programs_play_whole_games(engine: Engine, witness: Any) -> None:
    first, second = outside("gtp", engine("gtp", "good"), ""), outside("nboard", engine("nboard", "good"), "")
    for one, two in ((first, second), (second, first), (first, first), (second, second)):
        record = play_game(START, one, two)
        state = START
        for move in record.moves:
            assert move == state.legal_moves()[0]
            state = state.apply_move(move)
    first.close()
    second.close()
    assert len(witness.seen()) == 2


def test_the_patience_of_a_program_is_in_its_spec(engine: Engine) -> None:
    player = outside("gtp", engine("gtp", "good"), "start=1,reply=2,stop=3.5,margin=0.25")
    assert isinstance(player, GtpPlayer)
    assert player.patience == Patience(start=1, reply=2, stop=3.5, margin=0.25)
    other = outside("nboard", engine("nboard", "good"), "depth=8")
    assert isinstance(other, NBoardPlayer)
    assert other.depth == 8
