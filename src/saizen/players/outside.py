"""Outside programs: child processes spoken to by lines, whose faults have one cause each and whose end is certain."""

import json
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from saizen.errors import FaultError, SpecError
from saizen.players.base import Clock

__all__ = ["OutsideProgram", "Patience"]

T = TypeVar("T")
KEEPER = Path(__file__).with_name("keeper.py")
LONGEST = 1 << 16  # bytes of a line
SHOWN = 300  # characters of what a program wrote that a message repeats
SETTLE = 0.5  # seconds in which a program that is dying is seen to be dead
LONGEST_POLL = 1_000_000_000  # milliseconds
LAST_WAIT = 10.0  # seconds after which a keeper is itself taken to hang


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds a program is waited for.

    `start`: at its start and for every reply but a move; `reply`: for a move, without a clock;
    `stop`: to end by itself, and again after SIGTERM; `margin`: beyond what a clock allows, for the messages' way;
    `grace`: after that, so that a late reply is told from none.
    """

    start: float = 10.0
    reply: float = 60.0
    stop: float = 2.0
    margin: float = 0.1
    grace: float = 2.0


@dataclass(frozen=True, slots=True)
class Ending:
    """How a program ended, and the last that it wrote to stderr."""

    code: int | None
    stderr: str

    def __str__(self) -> str:
        if self.code is None:
            return "it was ended"
        return f"it exited with code {self.code}" if self.code >= 0 else f"it was ended by signal {-self.code}"


class Process:
    """A program with its keeper and the pipes to both; apart from `OutsideProgram`, so that a finalizer can hold it."""

    def __init__(self, command: Sequence[str], cwd: str | None, env: Mapping[str, str] | None, grace: float) -> None:
        self.owner, self.grace = os.getpid(), grace
        self.pid: int | None = None
        self.ending: Ending | None = None
        its_input, self.to = os.pipe()
        self.from_, its_output = os.pipe()
        try:
            self.keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER)],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=cwd,
                env=env,
                pass_fds=(its_input, its_output),
                start_new_session=True,
            )
        except BaseException:
            os.close(self.to)
            os.close(self.from_)
            raise
        finally:
            os.close(its_input)
            os.close(its_output)
        assert self.keeper.stdin is not None
        assert self.keeper.stdout is not None
        self.control, self.report = self.keeper.stdin, self.keeper.stdout
        order = {"command": list(command), "stdin": its_input, "stdout": its_output, "grace": grace}
        with suppress(BrokenPipeError):  # then it reports nothing, which is seen
            self.control.write(json.dumps(order | {"parent": self.owner}).encode() + b"\n")
        for descriptor in (self.to, self.from_):
            os.set_blocking(descriptor, False)

    def read_report(self, seconds: float) -> dict[str, Any] | None:
        """Return the next report of the keeper, or None where none comes in time."""
        deadline, text = time.monotonic() + seconds, b""
        while not text.endswith(b"\n"):
            if not ready(self.report.fileno(), select.POLLIN, deadline):
                return None
            chunk = os.read(self.report.fileno(), LONGEST)
            if not chunk:
                return None
            text += chunk
        try:
            facts: dict[str, Any] = json.loads(text)
        except ValueError:  # the keeper's own last words
            return {"error": text.decode(errors="replace")}
        return facts

    def has_ended(self, seconds: float) -> bool:
        """Tell whether the program has ended, or does so within some seconds."""
        return self.ending is not None or ready(self.report.fileno(), select.POLLIN, time.monotonic() + seconds)

    def close_input(self) -> None:
        """Close the program's stdin."""
        if self.to >= 0:
            os.close(self.to)
            self.to = -1

    def end(self) -> None:
        """End the program and all that it started; when this returns, there is none of it left."""
        if self.ending is not None:
            return
        self.ending = Ending(None, "")
        self.close_input()
        self.control.close()  # from here on the keeper ends it, whatever becomes of us
        if os.getpid() == self.owner:  # else we are a fork of the owner, who still uses it
            facts = self.read_report(self.grace + LAST_WAIT) or {}
            self.ending = Ending(facts.get("exit"), facts.get("stderr", facts.get("error", "")))
            if "exit" not in facts:
                self.force()
            self.keeper.wait()
        self.report.close()
        os.close(self.from_)

    def force(self) -> None:
        """End a program whose keeper does not: it was killed itself, or hangs."""
        self.keeper.kill()
        if self.pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)


class OutsideProgram:
    """A child process spoken to by lines, by one thread at a time.

    It runs without a shell, in a process group of its own. Each fault ends it, and so does anything that interrupts an
    `exchange`, Ctrl-C included: what it might still answer would be taken for the answer to something else.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str,
        patience: Patience | None = None,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        farewell: str = "",
    ) -> None:
        self.name, self.patience, self.farewell = name, patience or Patience(), farewell
        self.asked, self.buffer = "to start", b""
        try:
            self.process = Process(command, cwd, environment, self.patience.stop)
        except (OSError, ValueError) as error:
            raise SpecError(f"cannot start {name}: {error}") from error
        self.finish = weakref.finalize(self, self.process.end)
        with self.exchange():
            facts = self.process.read_report(self.patience.start)
            if facts is None:
                raise self.fault("no reply", f"did not start within {self.patience.start:g} s")
            if "pid" not in facts:
                raise SpecError(f"cannot start {name}: {facts['error']}")
            self.process.pid = facts["pid"]

    @property
    def is_running(self) -> bool:
        """Whether it can still be spoken to; a fork of the process that started it cannot."""
        return self.finish.alive and self.process.owner == os.getpid()

    @contextmanager
    def exchange(self) -> Iterator[None]:
        """End the program if what is done here does not come to its end."""
        try:
            yield
        except BaseException:
            self.finish()
            raise

    def send(self, line: str) -> None:
        """Send a line."""
        self.asked = line
        deadline = time.monotonic() + self.patience.start
        rest = line.encode() + b"\n"
        while rest:
            try:
                rest = rest[os.write(self.process.to, rest) :]
            except BlockingIOError:
                if not ready(self.process.to, select.POLLOUT, deadline):
                    raise self.fault("no reply", "does not read what it is sent") from None
            except BrokenPipeError:
                raise self.fault("no reply", "has closed its input") from None

    def read_line(self, deadline: float) -> str:
        """Return the next line, which must come before that time; bytes that are not UTF-8 are replaced."""
        while b"\n" not in self.buffer:
            if len(self.buffer) > LONGEST:
                raise self.fault("unparsable", f"wrote a line of more than {LONGEST} bytes")
            if not ready(self.process.from_, select.POLLIN, deadline):
                raise self.fault("no reply", "did not reply in time" + self.shown_buffer())
            chunk = os.read(self.process.from_, LONGEST)
            if not chunk:
                raise self.fault("no reply", "has closed its output" + self.shown_buffer())
            self.buffer += chunk
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    def think(self, question: str, read: Callable[[float], T], clock: Clock | None) -> tuple[T, float]:
        """Ask for a move; return what `read` makes of the reply, and the seconds it took by our measure."""
        allowed, patience = None if clock is None else clock.allowance, self.patience
        self.send(question)
        began = time.monotonic()
        answer = read(began + (patience.reply if allowed is None else allowed + patience.margin + patience.grace))
        taken = time.monotonic() - began
        if allowed is not None and taken > allowed + patience.margin:
            raise self.fault("late", f"replied {answer!r} after {taken:.2f} s; it had {allowed:.2f} s")
        return answer, taken

    def fault(self, cause: str, what: str) -> FaultError:
        """End the program and return the error that says what it did; that it died is judged before all else."""
        died = self.process.has_ended(SETTLE)
        self.finish()
        ending = self.process.ending or Ending(None, "")
        if died:
            cause, what = "died", f"died ({ending})" + self.shown_buffer()
        tail = f"; its stderr ends: {shown(ending.stderr)}" if ending.stderr.strip() else ""
        return FaultError(cause, f"{self.name} {what}; asked: {self.asked}{tail}")

    def shown_buffer(self) -> str:
        """Return what it wrote that is no line yet, for a message."""
        text = self.buffer.decode(errors="replace")
        return f" after writing {shown(text)}" if text else ""

    def close(self) -> None:
        """Ask the program to end, wait, and end it with all that it has started."""
        if self.is_running:
            with self.exchange():
                with suppress(OSError):
                    os.write(self.process.to, f"{self.farewell}\n".encode() if self.farewell else b"")
                self.process.close_input()
                self.process.has_ended(self.patience.stop)
            self.finish()


def ready(descriptor: int, event: int, deadline: float) -> bool:
    """Wait until something can be read or written, or has ended; tell whether that was in time."""
    left = deadline - time.monotonic()
    if left < 0:
        return False
    poller = select.poll()
    poller.register(descriptor, event)
    return bool(poller.poll(min(left * 1000 + 1, LONGEST_POLL)))


def shown(text: str) -> str:
    """Return the end of a text on one line."""
    line = " | ".join(text.split("\n")).strip(" |")
    return repr(line if len(line) <= SHOWN else f"...{line[-SHOWN:]}")
