"""The stopwatch every contestant holds: CPU seconds of a search, printed as one line of JSON."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["Task", "run_task"]


@dataclass(frozen=True, slots=True)
class Task:
    """A search that returns its value for the side to move, None if it keeps that to itself."""

    search: Callable[[], float | None]
    count: Callable[[], int] | None = None  # the nodes of the same search, found outside the timing


def run_task(tasks: Mapping[str, Task]) -> None:
    """Answer the command line `TASK RUNS`: run the task so often and report the fastest run."""
    task, runs = tasks[sys.argv[1]], int(sys.argv[2])
    seconds = []
    for _ in range(runs):
        started = time.process_time()
        value = task.search()
        seconds.append(time.process_time() - started)
    nodes = task.count() if task.count is not None else None
    print(json.dumps({"cpu_seconds": min(seconds), "value": value, "nodes": nodes}))
