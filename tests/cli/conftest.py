"""The command as people meet it: a process of its own, fed by pipes or at a pseudo-terminal."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

COMMAND = (sys.executable, "-W", "error", "-m", "saizen")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which nothing of the real home is read or written."""
    search = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return {
        "HOME": str(tmp_path / "home"),
        "LC_ALL": "C.UTF-8",
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(str(Path(folder).resolve()) for folder in search if folder),
        "TERM": "xterm",
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }


@pytest.fixture
def saizen(tmp_path: Path, environment: dict[str, str]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs the command in a folder of its own and returns how it went."""

    def run(*arguments: str, typed: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            cwd=tmp_path,
            env=environment | settings,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    return run


@pytest.fixture
def terminal(tmp_path: Path, environment: dict[str, str]) -> Iterator[Callable[..., Any]]:
    """Return a function that starts the command at a pseudo-terminal; what is still running is ended afterwards."""
    started: list[Any] = []

    def start(*arguments: str, **settings: str) -> Any:
        child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *arguments],
            cwd=str(tmp_path),
            env=environment | settings,
            encoding="utf-8",
            timeout=30,
            dimensions=(50, 160),
            echo=False,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], str]:
    """Return a function that writes a file into the folder of the test and returns its name."""

    def save(name: str, content: str) -> str:
        (tmp_path / name).write_text(content, encoding="utf-8")
        return name

    return save
