"""A scripted Othello program: `engine.py PROTOCOL MODE [WITNESS]`, good or bad in one way that the mode names.

WITNESS is a named pipe. Every process of the program holds it open and writes its number to it, so whoever reads it
sees its end exactly when the last of them has ended.
"""

import os
import re
import signal
import subprocess
import sys
import time
from typing import Any

COMMANDS = (
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board"),
    *("play", "genmove", "time_settings", "time_left"),
)
CHILD = "import signal, sys; print('ready', flush=True); signal.pause()"


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def pause() -> None:
    while True:
        signal.pause()


def spawn(witness: int | None, **options: Any) -> None:
    """Start a child that waits for ever, and wait until it does."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD],
        stdout=subprocess.PIPE,
        pass_fds=() if witness is None else (witness,),
        **options,
    )
    assert child.stdout is not None
    child.stdout.readline()
    if witness is not None:
        os.write(witness, f"{child.pid}\n".encode())


def misbehave(mode: str, protocol: str, witness: int | None) -> str | None:
    """Do what the mode says when a move is wanted; return the move to answer with, if any."""
    reply = "= " if protocol == "gtp" else "=== "
    if mode == "crash":
        print("assertion failed: discs > 0", file=sys.stderr)
        sys.exit(3)
    if mode == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if mode == "dying words":
        write("= a1\n" if protocol == "gtp" else "=== a1")
        sys.exit(4)
    if mode == "stall":
        if witness is not None:
            os.write(witness, b"0\n")  # thinking
        pause()
    if mode == "half a line":
        sys.stdout.write(reply)
        sys.stdout.flush()
        pause()
    if mode == "late":
        time.sleep(0.8)  # that time passes is what is to be shown
    if mode == "garbage":
        write("Segmentation fault?" if protocol == "gtp" else "=== ?!")
        pause()
    if mode == "huge":
        while True:
            sys.stdout.write("x" * 65536)
    if mode == "endless":
        while True:
            write("= a" if protocol == "gtp" else "status thinking")
    if mode == "closed output":
        os.close(1)
        pause()
    if mode == "closed input":
        os.close(0)
    if mode == "flood":
        for _ in range(100):
            sys.stderr.write("warning: everything is fine\n" * 4000)
    if mode in ("child", "child and crash"):
        spawn(witness)
        spawn(witness, start_new_session=True)
    if mode == "child and crash":
        os._exit(5)
    if mode == "bytes":
        sys.stdout.flush()
        os.write(1, b"= \xff\xfe\n\n" if protocol == "gtp" else b"status \xff\xfe\n=== \xff\n")
        return None
    if mode == "refuse":
        write("? cannot move\n")
        return None
    return {"no move": "hello", "illegal": "a1", "off the board": "z9", "resign": "resign", "pass": "pass"}.get(
        mode, ""
    )


class Board:
    """The game of a good program, which plays the first legal move."""

    def __init__(self) -> None:
        from saizen.games.othello import Othello

        self.fresh = Othello
        self.state = Othello()

    def clear(self, size: int = 8) -> None:
        self.state = self.fresh(size, size)

    def play(self, name: str) -> bool:
        try:
            self.state = self.state.apply_move(self.state.parse_move(name))
        except ValueError:
            return False
        return True

    def best(self) -> str:
        return self.state.move_name(self.state.legal_moves()[0])


class Canned:
    """Stands in for a board where only the first move matters."""

    def clear(self, size: int = 8) -> None: ...
    def play(self, name: str) -> bool:
        return name != "a1"

    def best(self) -> str:
        return "d3"


def gtp(mode: str, witness: int | None) -> None:
    board = Board() if mode in ("good", "child") else Canned()
    known = {"protocol_version": "2", "name": f"scripted {mode}", "version": "1", "list_commands": "\n".join(COMMANDS)}
    size = 8
    for line in sys.stdin:
        found = re.match(r"(\d*)\s*(\S+)\s*(.*)", line)
        assert found is not None
        number, command, rest = found.groups()
        done, answer = command in COMMANDS, known.get(command, "")
        if command == "known_command":
            answer = str(rest in COMMANDS).lower()
        elif command == "boardsize":
            size, done = int(rest), int(rest) in (4, 6, 8, 10)
        elif command == "clear_board":
            board.clear(size)
        elif command == "play":
            done = board.play(rest.split()[1])
        elif command == "genmove":
            move = misbehave(mode, "gtp", witness)
            if move is None:
                continue
            answer = move or board.best()
            if not move:
                board.play(answer)
        elif command == "quit" and mode == "ignored stop":
            continue
        write(f"{'=' if done else '?'}{number} {answer}\n")
        if command == "quit":
            return


def nboard(mode: str, witness: int | None) -> None:
    board = Board() if mode in ("good", "child") else Canned()
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "nboard":
            write("set myname scripted")
        elif command == "set" and rest.startswith("game ") and isinstance(board, Board):
            size, discs, side = rest.partition("BO[")[2].partition("]")[0].split()
            start = board.fresh(int(size), int(size))
            board.state = start.parse_position(discs + side)
            for name in re.findall(r"[BW]\[(\w+)\]", rest.partition("BO[")[2]):
                board.play(name)
        elif command == "move":
            board.play(rest.partition("/")[0])
        elif command == "ping":
            write("status idle")
            write(f"pong {rest}")
        elif command == "go":
            move = misbehave(mode, "nboard", witness)
            if move is None:
                continue
            move = move or board.best()
            write("nodestats 1 0.01")
            write(f"=== {'PA' if move == 'pass' else move.upper()}/0.50/0.01")
        elif command == "quit" and mode != "ignored stop":
            return


def main() -> None:
    protocol, mode, *rest = sys.argv[1:]
    witness = os.open(rest[0], os.O_WRONLY) if rest else None
    if witness is not None:
        os.write(witness, f"{os.getpid()}\n".encode())
    if mode == "ignored stop":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode == "dead on arrival":
        sys.exit("no weights found")
    if mode == "mute":
        pause()
    {"gtp": gtp, "nboard": nboard}[protocol](mode, witness)
    if mode == "ignored stop":
        pause()


if __name__ == "__main__":
    main()
