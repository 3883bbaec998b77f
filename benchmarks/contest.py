"""Contestants that do the same task, each in a process of its own, taking turns."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks import environment

__all__ = ["Contestant", "Outcome", "race"]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program that answers `TASK RUNS`; a peer names what has to be installed for it."""

    name: str
    module: str
    requirements: tuple[str, ...] = ()

    def ask(self, task: str, wanted: str) -> dict[str, float | None]:
        """Return what the contestant answers, or raise RuntimeError with what it said instead."""
        python = environment.PYTHON if self.requirements else sys.executable
        command = [python, "-m", self.module, task, wanted]
        done = subprocess.run(command, cwd=environment.ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(environment.last_line(done.stderr) or f"exit {done.returncode}")
        answer: dict[str, float | None] = json.loads(environment.last_line(done.stdout))
        return answer


@dataclass(slots=True)
class Outcome:
    """What one contestant did in one task."""

    cpu_seconds: float | None = None  # of its fastest run
    value: float | None = None
    nodes: float | None = None
    problem: str | None = None  # why there is no time


def race(task: str, contestants: Mapping[Contestant, str | None], *, rounds: int, runs: int) -> dict[str, Outcome]:
    """Let the contestants run in turn, `rounds` times, and keep the best time of each.

    Each comes with the reason why it cannot take part, or None.
    """
    outcomes = {contestant: Outcome(problem=problem) for contestant, problem in contestants.items()}
    for number in range(rounds):
        print(f"{task}: round {number + 1} of {rounds}", file=sys.stderr)
        for contestant, outcome in outcomes.items():
            if outcome.problem is None:
                take_turn(contestant, outcome, task, runs)
    return {contestant.name: outcome for contestant, outcome in outcomes.items()}


def take_turn(contestant: Contestant, outcome: Outcome, task: str, runs: int) -> None:
    """Run one contestant once, and note what it did."""
    try:
        if outcome.cpu_seconds is None:
            outcome.nodes = contestant.ask(task, "nodes")["nodes"]
        answer = contestant.ask(task, str(runs))
    except RuntimeError as error:
        outcome.problem = str(error)
        return
    outcome.value = answer["value"]
    outcome.cpu_seconds = min(filter(None, (outcome.cpu_seconds, answer["cpu_seconds"])))
