"""The Othello solver: CPU seconds and nodes, each row in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from benchmarks.environment import ROOT
from benchmarks.report import Section, Target, duration
from benchmarks.solver_probe import FFO, TWENTY_EMPTIES, Trial
from saizen import _native

__all__ = ["ORACLES", "ROWS", "Row", "measure"]

ORACLES = ROOT.parent / "shared" / "oracles"
SAMPLE = 10  # a quick run takes one position of so many
SPEEDS = {"v3": 50, "v4": 55}  # Mnodes a CPU second asked of the AVX2 and the AVX-512 core


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a row."""

    trials: Sequence[Trial]
    peak_kib: int | None

    @property
    def nodes(self) -> int:
        """The nodes of all positions."""
        return sum(trial.nodes for trial in self.trials)

    @property
    def cpu_seconds(self) -> float:
        """The CPU time of all positions and threads."""
        return sum(trial.cpu_seconds for trial in self.trials)

    @property
    def wall_seconds(self) -> float:
        """The time of all positions by the clock on the wall."""
        return sum(trial.wall_seconds for trial in self.trials)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a row has to reach, or to stay below."""

    what: str
    measure: Callable[[Found], float | None]  # None where the system does not tell
    limit: float
    unit: str
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A set of positions, and what is asked of it."""

    name: str
    asked: tuple[Asked, ...]
    file: str | None = None  # the oracle it needs
    brief: bool = False  # short enough to be repeated
    listed: bool = False  # each kind of position has a line of its own


def million_nodes_per_second(found: Found) -> float:
    """Return the speed of a search."""
    return found.nodes / found.cpu_seconds / 1e6


def mean_milliseconds(found: Found) -> float:
    """Return the CPU time of a position."""
    return 1000 * found.cpu_seconds / len(found.trials)


def speedup(found: Found) -> float:
    """Return how much sooner two threads are done than one."""
    alone = sum(trial.wall_seconds for trial in found.trials if trial.threads == 1)
    return alone / (found.wall_seconds - alone)


def peak_mib(found: Found) -> float | None:
    """Return the most memory the process has had."""
    return None if found.peak_kib is None else found.peak_kib / 1024


SPEED = [
    Asked("all", million_nodes_per_second, speed, " Mnodes/s", at_least=True)
    for variant, speed in SPEEDS.items()
    if variant == _native.__variant__
]
ROWS = (
    Row("solver-speed", tuple(SPEED), brief=True, listed=True),
    Row("solver-ffo-1-19", (Asked("CPU of all", lambda found: found.cpu_seconds, 0.3, " s"),), brief=True),
    Row(
        "solver-ffo-40-49",
        (Asked("nodes of all", lambda found: found.nodes / 1e9, 3.5, " Gnodes"),),
        file=FFO,
        listed=True,
    ),
    Row("solver-20-empties", (Asked("mean CPU", mean_milliseconds, 450, " ms"),), file=TWENTY_EMPTIES),
    Row("solver-4x4", (Asked("CPU", mean_milliseconds, 5, " ms"),), brief=True),
    Row("solver-4x6", (Asked("CPU", mean_milliseconds, 100, " ms"),), brief=True),
    Row(
        "solver-6x6",
        (
            Asked("two threads", lambda found: found.wall_seconds, 30, " s"),
            Asked("most memory", peak_mib, 1024, " MiB"),
        ),
    ),
    Row("solver-threads", (Asked("two against one", speedup, 1.7, "×", at_least=True),), file=FFO, listed=True),
    Row("perft-11", (Asked("CPU", lambda found: found.cpu_seconds, 0.45, " s"),), brief=True),
)
NOTES = (
    "CPU is that of all threads, wall the time that passes; short rows show the best round, the others their only one.",
    "solver-speed: positions of random play. solver-6x6: two threads and a table of 512 MiB; other rows: 64 MiB.",
    "perft-11: the nodes are sequences of 11 plies (OEIS A124004), counted without a table.",
    "Peers, not run here but measured on a two-core Zen 4 machine: Edax 4.5.6 has 50 to 66 Mnodes a CPU second, takes",
    "0.83 Gnodes for #40-49 (6.5 with its evaluation set to zero) and 218 ms (539) for 20 empties;",
    "Egaroucid 7.8 takes 0.34 s for perft-11.",
)


def measure(rows: Sequence[Row], *, rounds: int, oracles: Path, quick: bool) -> Section:
    """Run each row that has its positions; say which have not."""
    able = [row for row in rows if row.file is None or (oracles / row.file).exists()]
    results = {row: probe(row, rounds=rounds if row.brief else 1, oracles=oracles, quick=quick) for row in able}
    missing = [
        f"{row.name}: not measured, because {oracles / row.file} is missing; --oracles names the folder that has it"
        for row in rows
        if row.file is not None and row not in able
    ]
    sample = f"solver-20-empties: a sample, every {SAMPLE}th position of the file"
    return Section(
        heading=f"The Othello solver ({_native.__variant__}), rounds: {rounds}, once where that takes long",
        lines=[
            ["", "positions", "result", "nodes", "CPU", "wall", "Mnodes/s"],
            *(line for row, found in results.items() for line in table_lines(row, found)),
        ],
        notes=[*NOTES, *missing, *([sample] if quick else [])],
        targets=[target for row, found in results.items() for target in targets(row, found)],
        data={row.name: asdict(found) for row, found in results.items()},
        faults=[fault for row, found in results.items() for fault in wrong_results(row, found)],
    )


def probe(row: Row, *, rounds: int, oracles: Path, quick: bool) -> Found:
    """Run a row so often, and return its fastest round."""
    command = [sys.executable, "-m", "benchmarks.solver_probe", row.name, str(oracles), str(SAMPLE if quick else 1)]
    found = []
    for number in range(rounds):
        print(f"{row.name}: round {number + 1} of {rounds}", file=sys.stderr)
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
        answer = json.loads(done.stdout)
        found.append(Found([Trial(**trial) for trial in answer["trials"]], answer["peak_kib"]))
    return min(found, key=lambda one: one.cpu_seconds)


def table_lines(row: Row, found: Found) -> list[list[str]]:
    """Return the line of a row and, where they are listed, of each kind of position."""
    lines = [[row.name, *cells(found)]]
    if row.listed:
        for name, trials in groupby(found.trials, key=lambda trial: trial.name):
            lines.append([f"  {name}", *cells(Found(list(trials), None))])
    return lines


def cells(found: Found) -> list[str]:
    """Return how many positions there were, the result of a single one, and what they took."""
    first, *others = found.trials
    result = "" if others or first.result is None else f"{first.result:,}"
    times = duration(found.cpu_seconds), duration(found.wall_seconds)
    return [str(len(found.trials)), result, f"{found.nodes:,}", *times, f"{million_nodes_per_second(found):.1f}"]


def targets(row: Row, found: Found) -> list[Target]:
    """Return what is asked of a row beside what was measured."""
    return [
        Target(f"{row.name}, {asked.what}", measured, asked.limit, asked.unit, asked.at_least)
        for asked in row.asked
        if (measured := asked.measure(found)) is not None
    ]


def wrong_results(row: Row, found: Found) -> list[str]:
    """Return a complaint for each result that is not the expected one."""
    return [
        f"{row.name}: {trial.name}: found {trial.result}, expected {trial.expected}"
        for trial in found.trials
        if trial.expected is not None and trial.result != trial.expected
    ]
