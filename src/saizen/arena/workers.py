"""Processes of this machine that play games: each gets a few pairs at a time, and none outlives the run."""

import json
import os
import queue
import selectors
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NoReturn, Protocol

from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult, Room
from saizen.errors import ProtocolError, SettingError
from saizen.games.user_file import where

__all__ = ["LocalWorkers", "Workers", "serve"]

BATCH_SECONDS = 0.05  # of games that travel, and are committed, together
MOST_PAIRS = 1024  # in one task
MOST_BYTES = 1 << 20  # read at once
MOST_DEATHS = 3  # of workers, one after another without a game between
END_SECONDS = 5.0
RECURSION = 5000
HOME = Path(__file__).parents[2]  # of the package, where a worker finds it
ENTRY = f"import sys; sys.path.insert(0, {str(HOME)!r}); from saizen.arena.workers import serve; serve(*sys.argv[1:])"


class Workers(Protocol):
    """Whoever plays the games of a plan."""

    def play(self, plan: Plan, pairs: "deque[int]") -> Generator[list[GameResult]]:
        """Take pairs from the left until none is left, and yield their games as they end; closing it stops all work.

        A game may come twice, where a worker was lost; it is then the same game.
        """


class LocalWorkers:
    """Processes on this machine; what players print goes to our stderr, or nowhere if `silent`."""

    def __init__(self, count: int, *, silent: bool = False) -> None:
        if not 1 <= count <= 256:
            raise SettingError(f"workers={count} is not between 1 and 256")
        self.count, self.silent = count, silent

    def play(self, plan: Plan, pairs: "deque[int]") -> Generator[list[GameResult]]:
        """Keep each process busy with a task that takes about as long as a batch."""
        with ExitStack() as stack:
            selector = stack.enter_context(selectors.DefaultSelector())
            stack.callback(lambda: end_all([key.data for key in list(selector.get_map().values())]))
            for _ in range(min(self.count, len(pairs))):
                self.hire(plan, pairs, selector)
            deaths = 0
            while selector.get_map():
                for key, _ in selector.select():
                    worker: Worker = key.data
                    results = worker.receive()
                    if results is None:
                        selector.unregister(key.fileobj)
                        worker.end()
                        deaths += 1
                        if deaths > MOST_DEATHS:
                            raise ProtocolError(
                                f"{deaths} workers died in a row, the last with {worker.process.returncode}"
                            )
                        pairs.extendleft(reversed(worker.task))
                        self.hire(plan, pairs, selector)
                        continue
                    if results:
                        deaths = 0
                        yield results
                    if not worker.task and not worker.give(pairs):
                        selector.unregister(key.fileobj)
                        worker.end()

    def hire(self, plan: Plan, pairs: "deque[int]", selector: selectors.BaseSelector) -> None:
        """Start a worker and give it something to do."""
        worker = Worker(plan, silent=self.silent)
        if worker.give(pairs):
            selector.register(worker.results, selectors.EVENT_READ, worker)
        else:
            worker.end()


def end_all(workers: "list[Worker]") -> None:
    """End workers, all at once and then one by one."""
    for worker in workers:
        worker.dismiss()
    for worker in workers:
        worker.end()


class Worker:
    """A process that plays pairs of games: tasks go in as lines of JSON, results come out alike."""

    def __init__(self, plan: Plan, *, silent: bool) -> None:
        tasks_in, tasks_out = os.pipe()
        results_in, results_out = os.pipe()
        talk = subprocess.DEVNULL if silent else 2  # what players print must not mix with our own results
        self.process = subprocess.Popen(
            # -P: a random.py beside us is a player; -u: we end it without asking, and lose nothing it has printed
            [sys.executable, "-Pu", "-c", ENTRY, str(tasks_in), str(results_out)],
            stdin=subprocess.DEVNULL,
            stdout=talk,
            stderr=talk,
            pass_fds=(tasks_in, results_out),
            start_new_session=True,  # Ctrl-C is for us alone: we end the workers
        )
        os.close(tasks_in)
        os.close(results_out)
        self.tasks = open(tasks_out, "wb", buffering=0)  # noqa: SIM115 - closed by dismiss
        self.results = results_in
        self.begun = b""  # a line that has not arrived whole
        self.task: list[int] = []
        self.size = 1
        self.given = 0.0
        self.send(plan.as_json())

    def send(self, message: Any) -> None:
        """Send a line; a worker that is gone is noticed when its results end."""
        with suppress(BrokenPipeError):
            self.tasks.write(json.dumps(message).encode() + b"\n")

    def give(self, pairs: "deque[int]") -> bool:
        """Hand out the next pairs, if any are left."""
        self.task = [pairs.popleft() for _ in range(min(self.size, len(pairs)))]
        self.given = time.monotonic()
        if self.task:
            self.send(self.task)
        return bool(self.task)

    def receive(self) -> list[GameResult] | None:
        """Return the games that have arrived, or None if the worker has died."""
        data = os.read(self.results, MOST_BYTES)
        *lines, self.begun = (self.begun + data).split(b"\n")
        return [result for line in lines for result in self.read(line)] if data else None

    def read(self, line: bytes) -> Iterator[GameResult]:
        """Yield the games of one message; after the last of a task the next may be larger or smaller."""
        message = json.loads(line)
        if "error" in message:
            raise ProtocolError(f"a worker failed: {message['error']}")
        if message["done"]:
            taken = time.monotonic() - self.given
            fitting = int(len(self.task) * BATCH_SECONDS / max(taken, 1e-6))
            self.size = max(1, min(MOST_PAIRS, 4 * self.size, fitting))
            self.task = []
        yield from map(GameResult.of_row, message["games"])

    def dismiss(self) -> None:
        """Tell the worker to end, whatever it is doing."""
        self.tasks.close()

    def end(self) -> None:
        """End the worker, and wait until it has."""
        self.dismiss()
        os.close(self.results)
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def serve(tasks_in: str, results_out: str) -> NoReturn:
    """Play the pairs that come in, in a process of its own; when no more can come, end at once."""
    sys.setrecursionlimit(RECURSION)
    for descriptor in (tasks_in, results_out):
        os.set_inheritable(int(descriptor), False)  # what a player starts must not keep them open
    with open(int(tasks_in), "rb") as tasks, open(int(results_out), "wb") as results:
        plan = Plan.from_json(json.loads(tasks.readline()))
        waiting: queue.SimpleQueue[list[int]] = queue.SimpleQueue()
        threading.Thread(target=read_tasks, args=(tasks, waiting), daemon=True).start()
        try:
            with Room(plan) as room:
                while True:
                    send_games(room, waiting.get(), results)
        except Exception as error:
            send_line(results, {"error": f"{type(error).__name__}: {error}{where(error)}"})
            sys.exit(1)


def read_tasks(tasks: Any, waiting: "queue.SimpleQueue[list[int]]") -> None:
    """Pass on what comes in; the end of it means that nobody waits for results any more."""
    for line in tasks:
        waiting.put(json.loads(line))
    os._exit(0)


def send_games(room: Room, pairs: list[int], results: Any) -> None:
    """Play pairs of games and send them, several at a time if they are quick."""
    batch: list[GameResult] = []
    sent = time.monotonic()
    for result in room.play(pairs):
        batch.append(result)
        if time.monotonic() - sent > BATCH_SECONDS:
            send_line(results, {"games": [game.row for game in batch], "done": False})
            batch, sent = [], time.monotonic()
    send_line(results, {"games": [game.row for game in batch], "done": True})


def send_line(stream: Any, message: Any) -> None:
    """Write a line of JSON at once."""
    stream.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
    stream.flush()
