"""Outside programs for the tests, and proof that none of their processes is left."""

import os
import select
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).parent / "engines" / "engine.py"


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
def rhino() -> str:
    """Return the command of a real program; where everything is tested, it must be there."""
    found = shutil.which("gtp-rhino") or shutil.which("/usr/games/gtp-rhino")
    if found is None and not os.environ.get("CI"):
        pytest.skip("gtp-rhino is not installed (on Debian: apt-get install grhino)")
    assert found is not None, "gtp-rhino is missing (on Debian: apt-get install grhino)"
    return f"{found} -l 1 -b 0"
