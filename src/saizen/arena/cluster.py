"""More than one machine: the workers of a Dask cluster play games and solve problems, a few at a time."""

import asyncio
import logging
import platform
import queue
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.metadata import version
from itertools import islice
from typing import Any

from saizen import engine
from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult, play_pairs
from saizen.arena.workers import RECURSION
from saizen.engine import Solution
from saizen.errors import ProtocolError, SettingError, UnreadableFileError
from saizen.games.othello import Othello
from saizen.records.problems import Problem
from saizen.search.limits import Limits

__all__ = ["ClusterWorkers", "solve_problems"]

TASK_SECONDS = 0.2  # of quick games in one task: longer than on this machine, since each task goes a longer way
MOST_PAIRS = 4096  # in one task
TASKS_PER_THREAD = 2  # so that the next is there when one ends
CONNECT_SECONDS = 5.0
REPLY_SECONDS = 20.0  # in which a scheduler that is there answers
LOOK_SECONDS = 2.0  # without a result, after which we see whether anyone is at work
LONELY_SECONDS = 30.0  # in which a cluster without workers may get one
LOGGERS = ("distributed", "distributed.client")


class ClusterWorkers:
    """The workers of the Dask cluster whose scheduler has an address such as tcp://127.0.0.1:8786."""

    def __init__(self, address: str) -> None:
        self.address = address

    def play(self, plan: Plan, pairs: "deque[int]") -> Generator[list[GameResult]]:
        """Keep each thread busy with tasks that take about as long as TASK_SECONDS."""
        with connected(self.address) as cluster:
            tasks = Tasks(plan, pairs)
            for _, (rows, played, seconds) in cluster.perform(play_task, tasks):
                tasks.learn(played, seconds)
                yield [GameResult.of_row(row) for row in rows]


def solve_problems(
    address: str, problems: Iterable[Problem], effort: Mapping[str, Any], limits: Limits
) -> Iterator[Solution]:
    """Yield the solutions of problems in their order, each as `engine.solve` finds it on some worker."""
    with connected(address) as cluster:
        found: dict[int, Solution] = {}
        following = 0
        tasks = ((problem.state, dict(effort), limits) for problem in problems)
        for number, solution in cluster.perform(solve_task, tasks):
            found[number] = solution
            while following in found:
                yield found.pop(following)
                following += 1


class Tasks:
    """The pairs of a plan, a few at a time: as many as have lately been played in TASK_SECONDS."""

    def __init__(self, plan: Plan, pairs: "deque[int]") -> None:
        self.plan, self.pairs, self.size = plan.as_json(), pairs, 1

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        while self.pairs:
            yield self.plan, [self.pairs.popleft() for _ in range(min(self.size, len(self.pairs)))]

    def learn(self, played: int, seconds: float) -> None:
        """Fit the next tasks to how long so many pairs took; they grow step by step."""
        fitting = int(played * TASK_SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(MOST_PAIRS, 4 * played, fitting))


class Cluster:
    """A connection to the scheduler of a Dask cluster."""

    def __init__(self, address: str, client: Any) -> None:
        self.address, self.client = address, client

    def perform(self, function: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        """Yield what the function makes of the arguments of each task, with the task's number, as they end.

        What a worker was doing when it died is done again by another.
        """
        waiting = enumerate(tasks)
        running: dict[Any, int] = {}
        ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.check_versions()
        while True:
            for number, arguments in islice(waiting, max(0, self.room() - len(running))):
                with self.reported():
                    future = self.client.submit(attempt, version("saizen"), function, *arguments, pure=False)
                    future.add_done_callback(ended.put)
                running[future] = number
            if not running:
                return
            batch = self.next_ended(ended)
            with self.reported():
                answers = self.client.gather(batch)
            for future, (failure, answer) in zip(batch, answers, strict=True):
                if failure is not None:
                    raise ProtocolError(failure)
                yield running.pop(future), answer

    def check_versions(self) -> None:
        """Refuse workers that would play by other rules than we do."""
        with self.reported():
            answers = self.client.run(attempt, version("saizen"), version, "saizen", on_error="return")
        for worker, answer in answers.items():
            if isinstance(answer, Exception) and not isinstance(answer, OSError):  # else the worker has just gone
                raise SettingError(f"the worker {worker} lacks saizen {version('saizen')}: {answer}")
            if isinstance(answer, tuple) and answer[0] is not None:
                raise SettingError(answer[0])

    def room(self) -> int:
        """Return how many tasks may be on their way."""
        return max(1, TASKS_PER_THREAD * self.threads())

    def threads(self) -> int:
        """Return how many threads the workers have now."""
        with self.reported():
            return sum(self.client.nthreads(callback_timeout=REPLY_SECONDS).values())

    def next_ended(self, ended: "queue.SimpleQueue[Any]") -> list[Any]:
        """Wait for the next tasks to end, as long as there is someone to do them."""
        batch: list[Any] = []
        deadline = time.monotonic() + LONELY_SECONDS
        while time.monotonic() < deadline:
            with suppress(queue.Empty):
                batch.append(ended.get(timeout=LOOK_SECONDS))
                while True:
                    batch.append(ended.get_nowait())
            if batch:
                return batch
            if self.threads():
                deadline = time.monotonic() + LONELY_SECONDS
        raise UnreadableFileError(
            f"the cluster at {self.address} has no workers; start some with: dask worker {self.address}"
        )

    @contextmanager
    def reported(self) -> Iterator[None]:
        """Say in one line what Dask could not do."""
        from distributed import KilledWorker

        try:
            yield
        except KilledWorker as error:
            raise ProtocolError(
                f"{error.allowed_failures + 1} workers of the cluster at {self.address} died of the same task, "
                f"the last at {error.last_worker.address}; see its log"
            ) from None
        except (OSError, CancelledError):
            raise UnreadableFileError(f"lost the cluster at {self.address}: its scheduler does not answer") from None
        except Exception as error:
            raise ProtocolError(f"the cluster at {self.address} failed: {reason(error)}") from None


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to a cluster; in the end, whatever is still running there for us is given up."""
    try:
        import distributed
    except ImportError:
        raise SettingError("a cluster needs Dask; install it with: pip install 'saizen[cluster]'") from None
    with silenced():
        try:
            with ThreadPoolExecutor(1) as thread:  # asyncio needs one of its own, should the caller's be in use
                thread.submit(asyncio.run, find_scheduler(address)).result()
            client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # of many kinds, from an address that is none to a scheduler that is not there
            raise UnreadableFileError(f"cannot reach a cluster at {address!r}: {reason(error)}") from None
        try:
            yield Cluster(address, client)
        finally:
            with suppress(TimeoutError):
                client.close(timeout=CONNECT_SECONDS)


async def find_scheduler(address: str) -> None:
    """See whether there is a scheduler: Dask's client would wait for ever for the answer of something else."""
    from distributed import Security, rpc

    arguments = Security().get_connection_args("client")
    async with rpc(address, timeout=CONNECT_SECONDS, connection_args=arguments) as server:
        identity = await asyncio.wait_for(server.identity(), CONNECT_SECONDS + 1)
    if identity["type"] != "Scheduler":
        raise ConnectionError(f"that is the address of a {identity['type'].lower()}, not of the scheduler")


@contextmanager
def silenced() -> Iterator[None]:
    """Keep Dask from writing to the terminal: whatever matters is raised."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def reason(error: BaseException) -> str:
    """Return what an error says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def attempt(ours: str, function: Callable[..., Any], *arguments: Any) -> tuple[str | None, Any]:
    """Do a task on a worker that has our version; a failure comes back in words, since not every error can travel."""
    theirs = version("saizen")
    if theirs != ours:
        return f"a worker on {platform.node()} has saizen {theirs}, and here is {ours}; install the same on both", None
    try:
        return None, function(*arguments)
    except (Exception, SystemExit) as error:  # some files of players leave this way
        return f"a worker on {platform.node()} failed: {type(error).__name__}: {error}", None


def play_task(plan: Mapping[str, Any], pairs: Sequence[int]) -> tuple[list[tuple[Any, ...]], int, float]:
    """Play pairs of games on a worker; return them, how many pairs they were, and the seconds they took."""
    sys.setrecursionlimit(max(RECURSION, sys.getrecursionlimit()))
    started = time.monotonic()
    rows = [result.row for result in play_pairs(Plan.from_json(plan), pairs)]
    return rows, len(pairs), time.monotonic() - started


def solve_task(state: Othello, effort: Mapping[str, Any], limits: Limits) -> Solution:
    """Solve a position on a worker."""
    return engine.solve(state, limits=limits, **effort)
