"""The keeper of one outside program: starts it, keeps the end of its stderr, and ends it with all it has started.

Run by `outside.py` as a process of its own, between us and the program, because only so is the program's end certain:
- When we end, however that happens, the keeper's stdin ends, and the keeper ends the program. Linux could tell the
  program itself (PR_SET_PDEATHSIG), but counts as our end that of the thread which started it, and wants to be told
  between fork and exec, which is not safe beside other threads; the keeper has one thread and waits for nothing else.
- On Linux it adopts whatever the program leaves behind, also what has left the program's process group, and ends it.
- It reads stderr all the time, so a program that floods it is never stopped by a full pipe.

It reads one line of JSON: `command`, the descriptors `stdin` and `stdout`, `parent`, and `grace`, the seconds from
SIGTERM to SIGKILL. It writes `{"pid": N}` or `{"error": TEXT}`, and when all is over `{"exit": CODE, "stderr": TEXT}`.
"""

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any

__all__ = ["Keeper", "main"]

CONTROL, REPORT = 0, 1
KEPT = 4096  # bytes of stderr
SET_DEATH_SIGNAL, SET_SUBREAPER = 1, 36  # of Linux's prctl


class Keeper:
    """One program, from its start to the end of all its processes."""

    def __init__(self, program: subprocess.Popen[bytes], parent: int, wake: int) -> None:
        self.program, self.wake, self.tail = program, wake, b""
        self.told = os.getppid() != parent
        assert program.stderr is not None
        self.stderr = program.stderr.fileno()
        os.set_blocking(self.stderr, False)
        self.poller = select.poll()
        for descriptor in (CONTROL, self.stderr, wake, *watch_process(parent)):
            self.poller.register(descriptor, select.POLLIN)

    def wait(self, until: float | None = None) -> None:
        """Wait for the program's end: until that time, or without one until we are told to end it."""
        while self.program.poll() is None and (until is not None or not self.told):
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return
            for descriptor, _ in self.poller.poll(None if left is None else left * 1000 + 1):
                self.hear(descriptor)

    def hear(self, descriptor: int) -> None:
        """Take in what has happened."""
        if descriptor == self.stderr:
            self.drain()
        elif descriptor == self.wake:
            os.read(self.wake, KEPT)
        else:
            self.told = True
            self.poller.unregister(descriptor)

    def drain(self) -> None:
        """Read some of stderr, and keep its end."""
        with suppress(BlockingIOError, KeyError):  # nothing there; its end was seen before
            chunk = os.read(self.stderr, 1 << 16)
            self.tail = (self.tail + chunk)[-KEPT:]
            if not chunk:
                self.poller.unregister(self.stderr)

    def end(self, grace: float) -> None:
        """End the program and all it has started: asked first, then without asking."""
        leader = self.program.pid
        if self.program.poll() is None:
            signal_group(leader, signal.SIGTERM)
            self.wait(time.monotonic() + grace)
        signal_group(leader, signal.SIGKILL)
        self.program.wait()
        with suppress(ChildProcessError):  # there is none left
            while True:
                for child in children():
                    os.kill(child, signal.SIGKILL)
                os.waitpid(-1, 0)
        self.drain()


def signal_group(leader: int, number: signal.Signals) -> None:
    """Send a signal to every process of a group that is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def children() -> list[int]:
    """Return our own children, adopted ones too; Linux's way, and none elsewhere."""
    found = []
    for name in os.listdir("/proc") if sys.platform == "linux" else ():
        if name.isdecimal():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                    found.append(int(name))
    return found


def watch_process(number: int) -> list[int]:
    """Return a descriptor that becomes readable when a process ends, where the system has such."""
    if sys.platform == "linux":
        with suppress(OSError):  # an old kernel, or a process that is no more
            return [os.pidfd_open(number)]
    return []


def set_process(option: int, value: int) -> None:
    """Set something of our process that only Linux has."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def report(**facts: Any) -> None:
    """Tell whoever started us; there may be no one left."""
    with suppress(OSError):
        os.write(REPORT, json.dumps(facts).encode() + b"\n")


def start(order: dict[str, Any]) -> subprocess.Popen[bytes]:
    """Start the program in a session and process group of its own; it ends if the keeper is killed."""
    streams = order["stdin"], order["stdout"]
    set_process(SET_SUBREAPER, 1)
    try:
        return subprocess.Popen(
            order["command"],
            stdin=streams[0],
            stdout=streams[1],
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: set_process(SET_DEATH_SIGNAL, signal.SIGKILL),
        )
    finally:
        for descriptor in streams:
            os.close(descriptor)


def read_order() -> dict[str, Any]:
    """Return the order: the one line that we are sent."""
    text = b""
    while not text.endswith(b"\n"):
        chunk = os.read(CONTROL, 1 << 16)
        if not chunk:
            sys.exit()
        text += chunk
    order: dict[str, Any] = json.loads(text)
    return order


def main() -> None:
    """Keep one program."""
    order = read_order()
    wake, ring = os.pipe()
    os.set_blocking(ring, False)
    signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # a signal that is ignored would not wake us
    try:
        program = start(order)
    except (OSError, ValueError) as error:
        return report(error=getattr(error, "strerror", None) or str(error))
    report(pid=program.pid)
    keeper = Keeper(program, order["parent"], wake)
    keeper.wait()
    keeper.end(order["grace"])
    return report(exit=program.returncode, stderr=keeper.tail.decode(errors="replace"))


if __name__ == "__main__":
    main()
