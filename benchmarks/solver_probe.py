"""One row of the solver's benchmark, in a process of its own, printed as one line of JSON: `ROW ORACLES STEP`."""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from benchmarks.environment import ROOT
from benchmarks.memory_probe import resident_kib
from saizen import Othello
from saizen.engine import solve
from saizen.randomness import Stream
from saizen.records.problems import Problem, read_problems
from saizen.search import perft

__all__ = ["FFO", "TWENTY_EMPTIES", "Trial"]

FFO, TWENTY_EMPTIES = "othello_ffo.json", "othello_endgames_20_empties.csv"  # files among the oracles
SHORT_FFO = ROOT / "tests" / "data" / "othello_ffo.obf"
EMPTIES, ENDGAMES = range(14, 19), 20  # so many of each
SLOW_FFO = ("46", "48", "49")
PERFT_DEPTH, PERFT_COUNT = 11, 212_258_216  # OEIS A124004


class Work(NamedTuple):
    """A position to solve, and with what."""

    problem: Problem
    threads: int = 1
    hash_mib: int = 64


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one position."""

    name: str
    threads: int
    result: int | None  # None where it was not proved
    expected: int | None
    nodes: int
    cpu_seconds: float
    wall_seconds: float


def main() -> None:
    """Do one row."""
    name, oracles, step = sys.argv[1:]
    if name == "perft-11":
        trials = [count_moves()]
    else:
        trials = [attempt(work) for work in rows(Path(oracles), int(step))[name]()]
    print(json.dumps({"trials": [asdict(trial) for trial in trials], "peak_kib": resident_kib("VmHWM")}))


def rows(oracles: Path, step: int) -> dict[str, Callable[[], Iterable[Work]]]:
    """Return what each row solves; of the long file of endgames every `step`-th."""
    return {
        "solver-speed": endgames,
        "solver-ffo-1-19": short_ffo,
        "solver-ffo-40-49": lambda: long_ffo(oracles),
        "solver-20-empties": lambda: map(Work, read_problems(oracles / TWENTY_EMPTIES)[::step]),
        "solver-4x4": lambda: [Work(Problem("4x4", Othello(4, 4), -10))],
        "solver-4x6": lambda: [Work(Problem("4x6", Othello(4, 6), 16))],
        "solver-6x6": lambda: [Work(Problem("6x6", Othello(6, 6), -4), threads=2, hash_mib=512)],
        "solver-threads": lambda: one_and_two_threads(oracles),
    }


def attempt(work: Work) -> Trial:
    """Solve one position."""
    problem, threads, hash_mib = work
    cpu, wall = time.process_time(), time.perf_counter()
    solution = solve(problem.state, threads=threads, hash_mib=hash_mib)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    score = solution.lower if solution.exact else None
    return Trial(problem.name, threads, score, problem.expected, solution.nodes, cpu, wall)


def count_moves() -> Trial:
    """Count the move sequences of the 8×8 board."""
    cpu, wall = time.process_time(), time.perf_counter()
    count = perft(Othello(), PERFT_DEPTH)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return Trial(f"depth {PERFT_DEPTH}", 1, count, PERFT_COUNT, count, cpu, wall)


def endgames() -> Iterator[Work]:
    """Yield positions that random play has reached, those nearest to the end first."""
    for empties in EMPTIES:
        for number in range(ENDGAMES):
            yield Work(Problem(f"{empties} empties", endgame(empties, Stream(empties, number)), None))


def endgame(empties: int, dice: Stream) -> Othello:
    """Return a position with so many empties, and not over."""
    while True:
        state = Othello()
        while not state.is_over() and sum(state.discs) < state.pass_move - empties:
            state = state.apply_move(dice.choice(state.legal_moves()))
        if not state.is_over():
            return state


def short_ffo() -> Iterator[Work]:
    """Yield the FFO problems #1–19."""
    for number, problem in enumerate(read_problems(SHORT_FFO)[:19], 1):
        yield Work(Problem(f"#{number}", problem.state, problem.expected))


def long_ffo(oracles: Path) -> Iterator[Work]:
    """Yield the FFO problems #40–49."""
    for problem in read_problems(oracles / FFO):
        if int(problem.name) >= 40:
            yield Work(Problem(f"#{problem.name}", problem.state, problem.expected))


def one_and_two_threads(oracles: Path) -> Iterator[Work]:
    """Yield slow FFO problems, each for one thread and for two."""
    for problem in read_problems(oracles / FFO):
        if problem.name in SLOW_FFO:
            yield Work(Problem(f"#{problem.name}, 1 thread", problem.state, problem.expected))
            yield Work(Problem(f"#{problem.name}, 2 threads", problem.state, problem.expected), threads=2)


if __name__ == "__main__":
    main()
