"""Measure saizen against hand-written code, its peers and its promises: `python benchmarks/run.py`.

Times are CPU seconds, the best of several rounds in which all take turns; only ratios within one run mean anything.
The peers are installed into an environment of their own. Slowness never fails the run, a wrong value does.
"""

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import arena, memory, observing, searches, solver, startup
from benchmarks.report import Section, section_text
from benchmarks.rows import ROWS

OTHERS = ("startup", "memory", "observing")
SOLVER = tuple(row.name for row in solver.ROWS)
ARENA = tuple(row.name for row in arena.ROWS)
NAMES = (*(row.name for row in ROWS), *OTHERS, *SOLVER, *ARENA)
GROUPS = {"solver": SOLVER, "arena": ARENA}


def main() -> int:
    """Run what is asked for, print the tables and write the numbers."""
    options = read_options()
    report: dict[str, object] = {"schema": "saizen/benchmarks/1", "python": platform.python_version()}
    faults = 0
    for name, section in measure(options):
        print(section_text(section), end="\n\n", flush=True)
        report[name] = {"results": section.data, "targets": [target.as_json() for target in section.targets]}
        faults += len(section.faults)
    if options.json is not None:
        options.json.write_text(json.dumps(report, indent=2) + "\n")
    return 1 if faults else 0


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument(
        "--only",
        type=read_names,
        default=NAMES,
        metavar="ROW,…",
        help=f"of {', '.join(NAMES)}; solver, arena: all of it",
    )
    parser.add_argument("--peers", choices=("all", "none"), default="all", help="whom to compare with (default: all)")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="rounds; the best one counts (default: 5)")
    parser.add_argument("--quick", action="store_true", help="take a sample only of what is longest")
    parser.add_argument(
        "--oracles",
        type=Path,
        default=solver.ORACLES,
        metavar="DIR",
        help="the suites not kept here (default: %(default)s)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers here too")
    options = parser.parse_args()
    if options.repeats < 1:
        parser.error(f"--repeats {options.repeats} measures nothing; use 1 or more")
    return options


def read_names(text: str) -> list[str]:
    """Return the rows asked for."""
    names = [row for name in text.split(",") for row in GROUPS.get(name, (name,))]
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise argparse.ArgumentTypeError(f"unknown row {unknown[0]!r}; known: {' '.join(NAMES)}")
    return names


def measure(options: argparse.Namespace) -> Iterator[tuple[str, Section]]:
    """Yield each section that has a row asked for."""
    rows = [row for row in ROWS if row.name in options.only]
    sections: dict[str, Callable[[], Section]] = {
        "startup": lambda: startup.measure(rounds=options.repeats),
        "memory": memory.measure,
        "observing": lambda: observing.measure(rounds=options.repeats),
    }
    if rows:
        yield "searches", searches.measure(rows, rounds=options.repeats, peers=options.peers == "all")
    for name in OTHERS:
        if name in options.only:
            yield name, sections[name]()
    solved = [row for row in solver.ROWS if row.name in options.only]
    if solved:
        oracles = options.oracles.resolve()
        yield "solver", solver.measure(solved, rounds=options.repeats, oracles=oracles, quick=options.quick)
    played = [row for row in arena.ROWS if row.name in options.only]
    if played:
        yield "arena", arena.measure(played, rounds=options.repeats, quick=options.quick)


if __name__ == "__main__":
    sys.exit(main())
