"""Options of the whole test run; and outside programs, with proof that none of their processes is left."""

import os
import select
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ENGINE = Path(__file__).parent / "players" / "engines" / "engine.py"

# A busy machine must not fail a test.
settings.register_profile("saizen", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# For what has been tested at length under another Python.
settings.register_profile("brief", settings.get_profile("saizen"), max_examples=10)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(config.getoption("--hypothesis-profile") or "saizen")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--positions", type=int, default=1_000_000, help="how many positions the native core is compared on"
    )


class Witness:
    """A named pipe that every process of a program holds open: it ends exactly when the last of them does."""

    def __init__(self, path: Path) -> None:
        self.path = path
        os.mkfifo(path)
        self.descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def seen(self) -> list[int]:
        """Return the processes there were; fails if one is left."""
        text = b""
        while chunk := os.read(self.descriptor, 4096):  # raises BlockingIOError while someone holds the other end
            text += chunk
        return [int(number) for number in text.split()]

    def wait_for(self, word: bytes) -> None:
        """Wait until a process has written a word."""
        poller, text = select.poll(), b""
        poller.register(self.descriptor, select.POLLIN)
        while word not in text:
            assert poller.poll(30_000), f"no process wrote {word!r}"
            chunk = os.read(self.descriptor, 4096)
            assert chunk, f"the last process ended after {text!r}"
            text += chunk

    def wait(self, seconds: float = 30) -> None:
        """Wait for the end of the last process."""
        poller = select.poll()
        poller.register(self.descriptor, 0)  # its end alone, not what is written
        assert poller.poll(seconds * 1000), "a process is left"

    def close(self) -> None:
        os.close(self.descriptor)


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Witness]:
    made = Witness(tmp_path / "witness")
    yield made
    made.close()


@pytest.fixture
def engine(witness: Witness) -> Callable[[str, str], str]:
    """Return a function that gives the command of a scripted program: its protocol and its mode."""

    def command(protocol: str, mode: str) -> str:
        return shlex.join([sys.executable, str(ENGINE), protocol, mode, str(witness.path)])

    return command


@pytest.fixture
def children() -> Callable[[int], list[int]]:
    """Return a function that finds the processes which a process has started and that have not ended."""

    def find(parent: int) -> list[int]:
        found = []
        for name in filter(str.isdecimal, os.listdir("/proc")):
            with suppress(OSError):  # it has just ended
                state, number = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[:2]
                if int(number) == parent and state != "Z":
                    found.append(int(name))
        return found

    return find


@pytest.fixture
def ended() -> Callable[[Iterable[int]], None]:
    """Return a function that waits until processes, given by open descriptors, have ended."""

    def wait(descriptors: Iterable[int]) -> None:
        for descriptor in descriptors:
            poller = select.poll()
            poller.register(descriptor, select.POLLIN)
            assert poller.poll(30_000), "a process is left"
            os.close(descriptor)

    return wait
