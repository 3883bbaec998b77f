"""The stopwatch every contestant holds: CPU seconds of a search, printed as one line of JSON."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["Task", "answer"]


@dataclass(frozen=True, slots=True)
class Task:
    """A search that returns its value for the side to move, or None if it keeps that to itself."""

    search: Callable[[], float | None]
    count: Callable[[], int] | None = None  # the nodes of the same search, counted outside the timing


def answer(tasks: Mapping[str, Task]) -> None:
    """Answer the command line `TASK RUNS` with the fastest of so many runs, or `TASK nodes` with their size."""
    name, wanted = sys.argv[1:]
    task = tasks[name]
    if wanted == "nodes":
        print(json.dumps({"nodes": task.count() if task.count is not None else None}))
        return
    times = []
    for _ in range(int(wanted)):
        started = time.process_time()
        value = task.search()
        times.append(time.process_time() - started)
    print(json.dumps({"cpu_seconds": min(times), "value": value}))
