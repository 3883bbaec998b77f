"""How long people wait before anything happens: CPU of a child process, user and system."""

import resource
import subprocess
import sys
import sysconfig
from pathlib import Path

from benchmarks.report import Section, Target

__all__ = ["measure"]

RUNS = 4  # in each round
HELP, IMPORT = "saizen --help", "import saizen"
LIMITS = {HELP: 100, IMPORT: 50}  # milliseconds


def measure(*, rounds: int) -> Section:
    """Start each command in turn, and keep the best time of each."""
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        IMPORT: [sys.executable, "-c", IMPORT],
        HELP: help_command(),
    }
    times = dict.fromkeys(commands, float("inf"))
    for _ in range(rounds * RUNS):
        for name, command in commands.items():
            times[name] = min(times[name], cpu_milliseconds(command))
    return Section(
        heading=f"Start: CPU milliseconds of a process, best of {rounds * RUNS}",
        lines=[["", "ms"], *([name, f"{time:.1f}"] for name, time in times.items())],
        notes=["Each time includes the start of Python itself, which is the first line."],
        targets=[Target(name, times[name], limit, " ms") for name, limit in LIMITS.items()],
        data=times,
    )


def help_command() -> list[str]:
    """Return the installed command, or the module where the package is not installed."""
    script = Path(sysconfig.get_path("scripts")) / "saizen"
    return [str(script), "--help"] if script.exists() else [sys.executable, "-m", "saizen", "--help"]


def cpu_milliseconds(command: list[str]) -> float:
    """Run a command and return the CPU time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
