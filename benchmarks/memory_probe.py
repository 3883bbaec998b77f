"""The memory one search of Othello takes, printed as one line of JSON: `SEARCH DEPTH`."""

import gc
import json
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from saizen import Othello
from saizen.players.evaluators import discs
from saizen.search import SearchResult, Table, alphabeta, pvs

TABLE_ENTRIES = 500
STATUS = Path("/proc/self/status")


SEARCHES: dict[str, Callable[[int], SearchResult]] = {
    "alphabeta": lambda depth: alphabeta(Othello(), depth=depth, evaluate=discs, native=False),
    "pvs": lambda depth: pvs(Othello(), depth=depth, evaluate=discs, native=False, table=Table(TABLE_ENTRIES)),
    "native alphabeta": lambda depth: alphabeta(Othello(), depth=depth, evaluate=discs),
}


def resident_kib(field: str) -> int | None:
    """Return the resident memory (`VmRSS`) or the most there has been (`VmHWM`), where the system tells."""
    if not STATUS.exists():
        return None
    (line,) = (line for line in STATUS.read_text().splitlines() if line.startswith(field))
    return int(line.split()[1])


def main() -> None:
    """Search twice: once for the process's memory, once with every allocation traced."""
    search, depth = SEARCHES[sys.argv[1]], int(sys.argv[2])
    search(1)  # what is built once for every search is no part of one
    gc.collect()
    before = resident_kib("VmRSS")
    nodes = search(depth).nodes
    most = resident_kib("VmHWM")
    tracemalloc.start()
    search(depth)
    _, peak_bytes = tracemalloc.get_traced_memory()
    growth = None if before is None or most is None else most - before
    print(json.dumps({"nodes": nodes, "peak_bytes": peak_bytes, "resident_growth_kib": growth}))


if __name__ == "__main__":
    main()
