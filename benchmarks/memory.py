"""The memory of a depth-limited search: it follows the depth and the table, not the nodes."""

import json
import subprocess
import sys
from typing import Any

from benchmarks.environment import ROOT
from benchmarks.memory_probe import TABLE_ENTRIES
from benchmarks.report import Section, Target

__all__ = ["measure"]

DEPTHS = (3, 4, 5, 6, 7, 8)
SEARCHES = {
    "alphabeta": "alphabeta",
    "pvs": f"pvs, table of {TABLE_ENTRIES} positions",
    "native alphabeta": "native alphabeta",
}
MOST_BYTES_A_NODE = 4  # keeping no more than a reference to each node would take 8


def measure() -> Section:
    """Search Othello from the start with each search, deeper and deeper."""
    results = {name: {depth: probe(name, depth) for depth in DEPTHS} for name in SEARCHES}
    lines = [table_line(name, depth, results[name][depth]) for name in SEARCHES for depth in DEPTHS]
    return Section(
        heading="Memory: Othello from the start, each search in a process of its own",
        lines=[["", "depth", "nodes", "most allocated", "process grew"], *lines],
        notes=["Most allocated: the peak of Python's own allocations; process grew: its resident memory."],
        targets=[growth_target(results["alphabeta"])],
        data=results,
    )


def probe(name: str, depth: int) -> dict[str, Any]:
    """Return what one search takes."""
    command = [sys.executable, "-m", "benchmarks.memory_probe", name, str(depth)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def table_line(name: str, depth: int, found: dict[str, Any]) -> list[str]:
    """Return a line of the table."""
    growth = found["resident_growth_kib"]
    return [
        SEARCHES[name],
        str(depth),
        f"{found['nodes']:,}",
        f"{found['peak_bytes'] / 1024:.1f} KiB",
        "unknown" if growth is None else f"{growth} KiB",
    ]


def growth_target(by_depth: dict[int, dict[str, Any]]) -> Target:
    """Return the memory that each further node takes, from the shallowest search to the deepest."""
    first, last = by_depth[DEPTHS[0]], by_depth[DEPTHS[-1]]
    growth = (last["peak_bytes"] - first["peak_bytes"]) / (last["nodes"] - first["nodes"])
    return Target("alphabeta, memory for each further node", growth, MOST_BYTES_A_NODE, " bytes")
