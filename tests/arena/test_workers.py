"""Processes that play: any number of them gives the same games, and none is left whatever happens."""

import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from saizen.arena.contest import Rules, Standings, run_contest
from saizen.arena.journal import Journal
from saizen.arena.openings import Openings
from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult, play_pairs
from saizen.arena.report import match_report, tournament_report
from saizen.arena.statistics import Hypotheses
from saizen.arena.workers import LocalWorkers
from saizen.errors import ProtocolError, SettingError

Engine: TypeAlias = Callable[[str, str], str]
Children: TypeAlias = Callable[[int], list[int]]
Ours: TypeAlias = Callable[[], list[int]]
Student: TypeAlias = Callable[..., str]

FAST = Plan("othello", ("random", "maxflip"), 1000, seed=2, openings=Openings(4))
SLOW = Plan("othello", ("alphabeta:depth=4", "alphabeta:depth=3"), 300, seed=2, openings=Openings(8))


@pytest.fixture
def ours(children: Children) -> Callable[[], list[int]]:
    """Return a function that finds the processes which the test has started, not the test run itself."""
    before = children(os.getpid())
    return lambda: [number for number in children(os.getpid()) if number not in before]


def play(plan: Plan, workers: int = 2) -> dict[int, GameResult]:
    found: dict[int, GameResult] = {}
    for results in LocalWorkers(workers).play(plan, deque(range(plan.pairs))):
        found.update((result.number, result) for result in results)
    return found


def timeless(results: Iterable[GameResult]) -> list[GameResult]:
    return sorted(result._replace(seconds=(0.0, 0.0)) for result in results)


def standings(plan: Plan, workers: int, rules: Rules | None = None, path: Path | None = None) -> Standings:
    made = Standings(plan, rules or Rules())
    with Journal(path, plan) as journal:
        run_contest(made, journal, LocalWorkers(workers))
    return made


def report(of: Standings) -> dict[str, Any]:
    found = match_report(of).as_json()
    del found["seconds_per_move"]
    return found


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_any_number_of_workers_plays_the_games_of_the_plan(workers: int, ours: Ours) -> None:
    assert timeless(play(FAST, workers).values()) == timeless(play_pairs(FAST, range(FAST.pairs)))
    assert ours() == []  # after 1000 games


def test_more_workers_than_pairs_are_not_hired(ours: Ours) -> None:
    plan = Plan("tictactoe", ("random", "random"), 3)
    games = LocalWorkers(5).play(plan, deque(range(plan.pairs)))
    with closing(games):
        next(games)
        assert len(ours()) <= 2
    assert ours() == []
    assert sorted(play(plan, 5)) == [0, 1, 2]


def test_the_report_is_the_same_for_any_number_of_workers_also_when_a_test_stops_it() -> None:
    plan = Plan("othello", ("alphabeta:depth=2", "minimax:depth=1"), 3000, seed=8, openings=Openings(8))
    for rules in (Rules(), Rules(Hypotheses(0, 60))):
        reports = [report(standings(plan, workers, rules)) for workers in (1, 2, 5)]
        assert reports[0] == reports[1] == reports[2]
        assert (reports[0]["games"] < 3000) is (rules.hypotheses is not None)
    assert reports[0]["reason"] == "SPRT: H1 accepted"


def test_a_tournament_is_the_same_for_any_number_of_workers() -> None:
    plan = Plan("othello", ("random", "maxflip", "alphabeta:depth=1"), 31, size="6", openings=Openings(4))
    found = []
    for workers in (1, 2, 5):
        found.append(tournament_report(standings(plan, workers)).as_json())
        for place in found[-1]["ladder"]:
            del place["seconds_per_move"]
    assert found[0] == found[1] == found[2]
    assert found[0]["games"] == 93


def test_a_worker_that_is_killed_costs_nothing(ours: Ours, tmp_path: Path) -> None:
    made = Standings(SLOW)
    killed: list[int] = []

    def kill_one(now: Standings, _: int) -> None:
        if len(now.results) // 60 > len(killed):
            killed.append(ours()[-1])
            os.kill(killed[-1], signal.SIGKILL)

    with Journal(tmp_path / "journal", SLOW) as journal:
        run_contest(made, journal, LocalWorkers(2), kill_one)
    assert len(killed) >= 4
    assert report(made) == report(standings(SLOW, 2))
    assert ours() == []


def test_players_that_kill_their_worker_every_time_end_the_run(student: Student, ours: Ours) -> None:
    spec = student("import os\ndef Player(state): os._exit(9)\n")
    with pytest.raises(ProtocolError, match=r"^4 workers died in a row, the last with 9$"):
        play(Plan("tictactoe", (spec, "random"), 20))
    assert ours() == []


RULES = """
import os
from dataclasses import dataclass
from saizen import Side

@dataclass(frozen=True)
class Short:
    moves: int = 0
    next_player: Side = Side.FIRST

    def legal_moves(self):
        return [1 // (not os.path.exists(SIGN))]

    def apply_move(self, move): return Short(self.moves + 1, self.next_player.other)
    def is_over(self): return self.moves == 9
    def winner(self): return None

SIGN = {sign!r}

def spoil(state):
    with open(SIGN, "w"):
        return 1
"""


def test_a_rule_that_fails_ends_the_run_with_its_place_and_no_more_words(
    student: Student, tmp_path: Path, ours: Ours, capfd: pytest.CaptureFixture[str]
) -> None:
    game = student(RULES.format(sign=str(tmp_path / "sign")), "short.py", "Short")
    plan = Plan(game, (game.replace("Short", "spoil"), "random"), 2)
    message = r"^a worker failed: ZeroDivisionError: .* \(in legal_moves, line 12 of short\.py\)$"
    with pytest.raises(ProtocolError, match=message):
        play(plan, 1)
    assert ours() == []
    assert "Traceback" not in capfd.readouterr().err


def test_what_players_print_goes_to_stderr(student: Student, capfd: pytest.CaptureFixture[str]) -> None:
    spec = student("def Player(state):\n    print('thinking aloud')\n    return state.legal_moves()[0]\n")
    assert sorted(play(Plan("tictactoe", (spec, "random"), 2))) == [0, 1]
    out, err = capfd.readouterr()
    assert out == ""
    assert "thinking aloud" in err


def test_players_have_nothing_to_read(student: Student) -> None:
    spec = student("def Player(state): input()\n")
    assert {result.cause for result in play(Plan("tictactoe", (spec, "random"), 2)).values()} == {"died"}


def test_files_in_the_current_folder_do_not_stand_in_for_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("random", "queue", "json", "threading", "saizen"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a player, no module')\n")
    monkeypatch.chdir(tmp_path)
    assert sorted(play(Plan("tictactoe", ("random", "random"), 2))) == [0, 1]


STAYING = """
import os, subprocess, sys

WITNESS = {witness!r}
CHILD = "import os, signal, sys; os.open(sys.argv[1], os.O_WRONLY); print(flush=True); signal.alarm(60); signal.pause()"

def Player(state):
    child = subprocess.Popen([sys.executable, "-c", CHILD, WITNESS], stdout=subprocess.PIPE, close_fds=False)
    child.stdout.readline()
    with open(WITNESS, "w") as file:
        print(child.pid, file=file)
    os._exit(9)
"""


def test_what_a_player_leaves_behind_does_not_hold_the_run(student: Student, witness: Any) -> None:
    spec = student(STAYING.format(witness=str(witness.path)))
    with pytest.raises(ProtocolError, match="4 workers died in a row"):
        play(Plan("tictactoe", (spec, "random"), 2), 1)
    left = [int(number) for number in os.read(witness.descriptor, 4096).split()]
    for number in left:
        os.kill(number, signal.SIGKILL)
    assert len(left) == 4
    witness.wait()


@pytest.mark.parametrize("count", [0, 257])
def test_numbers_of_workers_that_cannot_be_are_refused(count: int) -> None:
    with pytest.raises(SettingError, match=f"workers={count} is not between 1 and 256"):
        LocalWorkers(count)


def test_closing_the_run_ends_workers_in_mid_game(ours: Ours) -> None:
    endless = Plan("othello", ("alphabeta:depth=9", "alphabeta:depth=9"), 10_000)
    games = LocalWorkers(2).play(endless, deque(range(endless.pairs)))
    with closing(games):
        while len(ours()) < 2:
            next(games)
    assert ours() == []


def test_workers_play_programs_and_leave_none(engine: Engine, witness: Any, ours: Ours) -> None:
    spec = f"gtp[start=20,reply=20,stop=5]:{engine('gtp', 'good')}"
    plan = Plan("othello", (spec, "maxflip"), 6, openings=Openings(50))
    assert {result.cause for result in play(plan).values()} == {"rules"}
    assert ours() == []
    assert len(witness.seen()) >= 1


CONTEST = """
import json, sys
from collections import deque
from saizen.arena.plan import Plan
from saizen.arena.workers import LocalWorkers
plan = Plan.from_json(json.loads(sys.argv[1]))
games = LocalWorkers(2).play(plan, deque(range(plan.pairs)))
print("began", flush=True)
for results in games:
    print(len(results), flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=str)
def test_workers_and_programs_end_when_the_run_is_killed(
    engine: Engine, witness: Any, children: Children, ended: Any, number: signal.Signals
) -> None:
    spec = f"gtp[start=20,reply=60,stop=0.3]:{engine('gtp', 'stall')}"
    plan = Plan("othello", (spec, "maxflip"), 20)
    with subprocess.Popen(
        [sys.executable, "-c", CONTEST, json.dumps(plan.as_json())],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"began\n"
        witness.wait_for(b"\n0\n")  # thinking
        workers = children(run.pid)
        assert workers
        ends = [os.pidfd_open(worker) for worker in workers]
        os.killpg(run.pid, number)
        run.wait()
    witness.wait()
    ended(ends)


def test_workers_end_with_a_run_that_is_killed_while_the_core_plays(children: Children, ended: Any) -> None:
    plan = Plan("othello", ("alphabeta:depth=8", "alphabeta:depth=8"), 100_000)
    with subprocess.Popen([sys.executable, "-c", CONTEST, json.dumps(plan.as_json())], stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        run.stdout.readline()
        run.stdout.readline()
        workers = [os.pidfd_open(worker) for worker in children(run.pid)]
        assert len(workers) == 2
        run.kill()
        ended(workers)
