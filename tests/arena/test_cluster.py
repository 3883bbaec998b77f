"""A real Dask cluster on this machine: a scheduler and two workers, one of which is killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import distributed
import pytest

from saizen.arena import cluster
from saizen.arena.cluster import ClusterWorkers, solve_problems
from saizen.arena.contest import Standings, run_contest
from saizen.arena.journal import Journal
from saizen.arena.openings import Openings
from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult
from saizen.arena.workers import LocalWorkers, Workers
from saizen.engine import Solution, solve
from saizen.errors import ProtocolError, SettingError, UnreadableFileError
from saizen.records.problems import read_problems
from saizen.search import Limits
from tests.engine.installed import ensure_version

ROOT = Path(__file__).parents[2]
CAREFUL = f"{ROOT / 'examples' / 'my_player.py'}:Careful"
SUITE = ROOT / "tests" / "data" / "othello_ffo.obf"
EFFORT: dict[str, Any] = {"window": None, "all_moves": False, "threads": 1, "hash_mib": 8}
FEW = Limits(nodes=20_000)
LONG = Plan("othello", ("minimax:depth=3", "random"), 3000, seed=7, openings=Openings(plies=8))


@dataclass
class Dask:
    """The processes of a cluster, each in a session of its own."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    address: str = ""
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def start_scheduler(self) -> None:
        scheduler = self.start("scheduler", "--port", "0", "--dashboard-address", "127.0.0.1:0", log=subprocess.PIPE)
        assert scheduler.stderr is not None
        line = next(line for line in scheduler.stderr if "Scheduler at:" in line)
        self.address = line.split()[-1]

    def start_workers(self, count: int) -> None:
        for _ in range(count):
            self.start("worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)

    def start(self, kind: str, *arguments: str, log: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments, "--host", "127.0.0.1", "--no-dashboard"],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | self.settings,
            stdout=subprocess.DEVNULL,
            stderr=log,
            text=True,
            start_new_session=True,
        )
        self.started.append(process)
        return process

    def end(self) -> None:
        """End all processes; fails if something that they started is left."""
        for process in reversed(self.started):  # the workers first, while there is a scheduler to take leave of
            process.terminate()
            with process:
                process.wait(60)
        for process in self.started:
            with pytest.raises(ProcessLookupError):
                os.killpg(process.pid, 0)


@contextmanager
def running(folder: Path, workers: int, **settings: str) -> Iterator[Dask]:
    with pytest.MonkeyPatch.context() as patch:
        ensure_version(folder / "installed", patch)
        dask = Dask(folder, settings)
        try:
            dask.start_scheduler()
            if workers:
                dask.start_workers(workers)
            yield dask
        finally:
            dask.end()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with running(tmp_path_factory.mktemp("dask"), 2) as started:
        yield started


def played(plan: Plan, workers: Workers) -> list[GameResult]:
    standings = Standings(plan)
    with Journal(None, plan) as journal:
        run_contest(standings, journal, workers)
    return untimed(standings.counted)


def untimed(games: Iterable[GameResult]) -> list[GameResult]:
    """Return games without the times, which are all that may differ."""
    return [game._replace(seconds=(0.0, 0.0)) for game in games]


def timeless(solutions: Iterable[Solution]) -> list[Solution]:
    return [replace(solution, seconds=0.0) for solution in solutions]


@pytest.mark.parametrize(
    "plan",
    [
        Plan("othello", ("minimax:depth=2", "random", "maxflip"), 301, seed=1, openings=Openings(plies=8)),
        Plan("tictactoe", (CAREFUL, "random"), 10, seed=2),
    ],
    ids=["native", "python"],
)
def test_the_games_are_those_of_local_workers(dask: Dask, plan: Plan) -> None:
    there = played(plan, ClusterWorkers(dask.address))
    assert len(there) == plan.total
    assert there == played(plan, LocalWorkers(2))


def test_outside_programs_play_there_and_none_is_left(
    dask: Dask, engine: Callable[[str, str], str], witness: Any
) -> None:
    plan = Plan("othello", (f"gtp[start=60]:{engine('gtp', 'good')}", "random"), 4, seed=3, size="6")
    there = played(plan, ClusterWorkers(dask.address))
    assert witness.seen()
    assert there == played(plan, LocalWorkers(1))
    assert {game.cause for game in there} == {"rules"}


def test_a_contest_that_stops_early_leaves_no_task_behind(dask: Dask) -> None:
    games = ClusterWorkers(dask.address).play(LONG, deque(range(LONG.pairs)))
    assert next(games)
    games.close()
    deadline = time.monotonic() + 30
    with distributed.Client(dask.address, set_as_default=False) as client:
        while client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
            assert time.monotonic() < deadline


def test_quick_games_travel_many_at_a_time(dask: Dask) -> None:
    plan = replace(LONG, players=("random", "random"), games=20_000)
    batches = list(ClusterWorkers(dask.address).play(plan, deque(range(plan.pairs))))
    assert sum(map(len, batches)) == plan.total
    assert len(batches) < 500


def test_a_task_that_fails_is_told_in_one_line(dask: Dask) -> None:
    plan = Plan("nowhere.py:Game", ("random", "random"), 2)
    with pytest.raises(ProtocolError, match=r"a worker on .* failed: UnreadableFileError: no such file 'nowhere.py'"):
        list(ClusterWorkers(dask.address).play(plan, deque([0])))


def test_a_suite_is_solved_as_it_is_here(dask: Dask) -> None:
    problems = read_problems(SUITE)
    here = [solve(problem.state, limits=FEW, **EFFORT) for problem in problems]
    assert timeless(solve_problems(dask.address, problems, EFFORT, FEW)) == timeless(here)
    assert {solution.exact for solution in here} == {False, True}


def test_the_command_answers_the_same_with_a_cluster_and_without(dask: Dask) -> None:
    command = [sys.executable, "-W", "error", "-m", "saizen", "solve", "--file", str(SUITE), "--nodes", "20000"]

    def answer(*options: str) -> object:
        result = subprocess.run([*command, "--json", *options], capture_output=True, text=True, timeout=60, check=True)
        assert result.stderr == ""
        found = json.loads(result.stdout)
        for part in (found, *found["problems"]):
            del part["seconds"]
        return found

    assert answer("--cluster", dask.address) == answer()


def test_a_worker_killed_in_mid_run_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path, 2) as dask:
        standings, counts = Standings(LONG), list[int]()

        def watch(standings: Standings, _: int) -> None:
            counts.append(len(standings.results))
            if len(counts) == 3:
                dask.started[-1].kill()

        with Journal(tmp_path / "journal.db", LONG) as journal:
            run_contest(standings, journal, ClusterWorkers(dask.address), watch)
            kept = list(journal.games())
        assert dask.started[-1].wait(60) == -signal.SIGKILL
        assert counts[2] < LONG.total // 2
    assert untimed(standings.counted) == untimed(kept) == played(LONG, LocalWorkers(2))


def test_a_scheduler_killed_in_mid_run_is_told_at_once(tmp_path: Path) -> None:
    with running(tmp_path, 1) as dask:
        games = ClusterWorkers(dask.address).play(LONG, deque(range(LONG.pairs)))
        assert next(games)
        dask.started[0].kill()
        with pytest.raises(UnreadableFileError, match=f"lost the cluster at {dask.address}: its scheduler does not"):
            list(games)


def test_workers_that_are_missing_or_of_another_version_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "LONELY_SECONDS", 0.5)
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.1)
    with running(tmp_path, 0) as dask:
        with pytest.raises(UnreadableFileError, match=f"has no workers; start some with: dask worker {dask.address}"):
            played(LONG, ClusterWorkers(dask.address))
        metadata = tmp_path / "other" / "saizen-9.9.9.dist-info" / "METADATA"
        metadata.parent.mkdir(parents=True)
        metadata.write_text("Metadata-Version: 2.1\nName: saizen\nVersion: 9.9.9\n")
        dask.settings["PYTHONPATH"] = os.pathsep.join([str(tmp_path / "other"), *sys.path])
        dask.start_workers(1)
        with pytest.raises(SettingError, match=r"a worker on .* has saizen 9\.9\.9, and here is .*; install the same"):
            played(LONG, ClusterWorkers(dask.address))


def test_a_task_that_kills_its_worker_is_told(tmp_path: Path) -> None:
    killer = tmp_path / "killer.py"
    killer.write_text("import os\n\ndef choose(state):\n    os._exit(3)\n")
    plan = Plan("othello", (f"{killer}:choose", "random"), 2)
    told = pytest.raises(ProtocolError, match=r"1 workers of the cluster at .* died of the same task")
    with running(tmp_path, 1, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as dask, told:
        played(plan, ClusterWorkers(dask.address))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "", "tls://127.0.0.1:8786"])
def test_an_address_where_nothing_is_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with pytest.raises(UnreadableFileError, match=f"cannot reach a cluster at '{address}': "):
        played(LONG, ClusterWorkers(address))


def test_something_that_is_no_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(UnreadableFileError, match=f"cannot reach a cluster at '{address}': "):
            played(LONG, ClusterWorkers(address))


def test_the_address_of_a_worker_is_told(dask: Dask) -> None:
    with distributed.Client(dask.address, set_as_default=False) as client:
        worker = next(iter(client.nthreads()))
    with pytest.raises(UnreadableFileError, match="that is the address of a worker, not of the scheduler"):
        played(LONG, ClusterWorkers(worker))


def test_without_dask_the_way_to_install_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SettingError, match=r"pip install 'saizen\[cluster\]'"):
        played(LONG, ClusterWorkers("tcp://127.0.0.1:8786"))
