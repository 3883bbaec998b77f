"""The environment of the peers: their own, so that nothing of theirs can reach ours."""

import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["PYTHON", "ROOT", "install", "last_line"]

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "benchmarks" / ".peers-venv"
PYTHON = str(FOLDER / "bin" / "python")


def install(requirements: Sequence[str]) -> str | None:
    """Install a peer and return None, or return in one line why that cannot be."""
    if not is_ready():
        fault = run(sys.executable, "-m", "venv", "--clear", str(FOLDER))
        if fault is not None:
            return fault
    return run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements)


def is_ready() -> bool:
    """Tell whether the environment is there and has the Python that runs us, for times that can be compared."""
    settings = FOLDER / "pyvenv.cfg"
    return settings.exists() and f"version = {platform.python_version()}\n" in settings.read_text()


def run(*command: str) -> str | None:
    """Run a command and return None, or the last line it said before it failed."""
    done = subprocess.run(command, capture_output=True, text=True)
    return last_line(done.stderr) or f"exit {done.returncode}" if done.returncode else None


def last_line(text: str) -> str:
    """Return the last line of what a program said."""
    return text.strip().rpartition("\n")[2]
