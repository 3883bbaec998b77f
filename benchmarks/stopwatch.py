"""The stopwatch every contestant holds: CPU seconds of a task, printed as one line of JSON."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["Task", "answer"]

ENOUGH_SECONDS = 1.0  # of CPU: then no further run begins


@dataclass(frozen=True, slots=True)
class Task:
    """A search that returns its value for the side to move, or None if it keeps that to itself.

    A task that is over too soon for a clock does `items` of a kind at once: the time is that of one.
    """

    search: Callable[[], float | None]
    count: Callable[[], int] | None = None  # the nodes of the same search, counted outside the timing
    items: int = 1
    prepare: Callable[[], object] | None = None  # what is done once, outside the timing


def answer(tasks: Mapping[str, Task]) -> None:
    """Answer the command line `TASK RUNS` with the fastest of so many runs, or `TASK nodes` with their size.

    A slow task makes fewer runs, but at least one.
    """
    name, wanted = sys.argv[1:]
    task = tasks[name]
    if wanted == "nodes":
        print(json.dumps({"nodes": task.count() if task.count is not None else None}))
        return
    if task.prepare is not None:
        task.prepare()
    times: list[float] = []
    while len(times) < int(wanted) and sum(times) < ENOUGH_SECONDS:
        started = time.process_time()
        value = task.search()
        times.append(time.process_time() - started)
    print(json.dumps({"cpu_seconds": min(times) / task.items, "value": value}))
