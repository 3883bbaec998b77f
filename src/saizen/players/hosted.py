"""A user's own player in a process of its own, for tournaments of files that nobody has read.

The process has a folder of its own that is deleted afterwards, an environment with nothing of ours in it, no open files
but its pipes, and limits on its memory and processor time. That guards against mistakes and is no sandbox against
malice: the file may still read what its user may read, and use the network.

Each game has a new process, so no game depends on another. We and the process exchange lines of JSON; the player's own
prints go to stderr, and its stdin is empty. A move travels as its place among the legal ones and its name.
"""

import json
import os
import resource
import shutil
import sys
import tempfile
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from saizen.errors import IllegalMoveError, ResignError, SaizenError, SpecError
from saizen.games.base import Move, State, move_name, position_text
from saizen.games.catalogue import make_game
from saizen.games.user_file import is_user_spec
from saizen.players.base import Clock, ask, begin_game, give_clock, show_move
from saizen.players.course import Course
from saizen.players.outside import OutsideProgram, Patience
from saizen.players.spec import make_player
from saizen.records.transcript import parse_position

__all__ = ["HostedPlayer", "serve"]

MEMORY = 1 << 30  # bytes of address space
CPU_SECONDS = 600  # of a game
HOME = Path(__file__).parents[2]  # of the package, which a Python without our environment might not find
ENTRY = f"import sys; sys.path.insert(0, {str(HOME)!r}); from saizen.players.hosted import serve; serve()"


class HostedPlayer:
    """The player `file.py:Name` in a process of its own; `game` and `size` are those of `make_game`.

    Its faults are those of an outside program; an exception or `sys.exit` in its code ends the process: it died.
    """

    def __init__(
        self,
        spec: str,
        game: str,
        *,
        size: str | None = None,
        seed: int = 0,
        memory: int = MEMORY,
        cpu_seconds: int = CPU_SECONDS,
        patience: Patience | None = None,
    ) -> None:
        if not is_user_spec(spec):
            raise SpecError(f"{spec!r} is no player of a file; write it as file.py:Name")
        self.name, self.patience = spec, patience or Patience()
        self.order = {"player": absolute(spec), "seed": seed, "memory": memory, "cpu_seconds": cpu_seconds}
        self.order |= {"game": absolute(game), "size": size}
        self.usual_start = make_game(game, size=size)
        self.clock: Clock | None = None
        self.seconds: float | None = None
        self.program: OutsideProgram | None = None
        self.course = Course(self.usual_start)
        self.told: tuple[State, list[Move]] = self.usual_start, []  # the game as the process knows it

    def start_game(self, start: State) -> None:
        """Start a new process for a new game."""
        self.course.begin(start)
        self.start()

    def watch(self, state: State, move: Move) -> None:
        """Take up a move; the process is told before it is next asked."""
        self.course.add(state, move)

    def choose(self, state: State) -> Move:
        """Return the player's move."""
        self.course.reach(state)
        program = self.caught_up()
        with program.exchange():
            clock = self.clock and (self.clock.left, self.clock.increment, self.clock.per_move)
            line, self.seconds = program.think(json.dumps({"choose": clock}), program.read_line, self.clock)
            return read_answer(program, state, line)

    def close(self) -> None:
        """End the process and delete its folder."""
        if self.program is not None:
            self.program.close()
            self.remove_folder()

    def caught_up(self) -> OutsideProgram:
        """Return the process, started if need be, after telling it the moves that it does not know yet."""
        start, moves = self.course.states[0], self.course.moves
        begun, known = self.told
        if self.program is None or not self.program.is_running or begun != start or moves[: len(known)] != known:
            program, known = self.start(), []
        else:
            program = self.program
        for state, move in self.course.after(len(known)):
            program.send(json.dumps({"play": describe(state, move)}))
        self.told = start, [*moves]
        return program

    def start(self) -> OutsideProgram:
        """Start a process, load the player and set up the start of the game."""
        self.close()
        start = self.course.states[0]
        if start != self.usual_start and not hasattr(start, "parse_position"):
            raise SpecError(f"{type(start).__name__} has no parse_position, so a game must begin at its usual start")
        order = self.order | {"position": None if start == self.usual_start else position_text(start)}
        folder = tempfile.mkdtemp(prefix="saizen-")
        self.remove_folder = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        environment = {"HOME": folder, "LANG": "C.UTF-8", "PATH": os.defpath, "TMPDIR": folder}
        command = [sys.executable, "-I", "-c", ENTRY]
        program = OutsideProgram(command, name=self.name, patience=self.patience, cwd=folder, environment=environment)
        with program.exchange():
            program.send(json.dumps(order))
            program.asked = "to load the player"
            program.read_line(time.monotonic() + self.patience.start)
        self.program, self.told = program, (start, [])
        return program


def absolute(spec: str) -> str:
    """Return a spec whose file is found from any folder."""
    path, _, name = spec.rpartition(":")
    return f"{Path(path).resolve()}:{name}" if is_user_spec(spec) else spec


def describe(state: State, move: Move) -> tuple[int, str]:
    """Return a move as it travels: its place among the legal ones, and its name."""
    return list(state.legal_moves()).index(move), move_name(state, move)


def recognise(state: State, described: Sequence[Any]) -> Move:
    """Return the move that was described; the name decides where the order differs between processes."""
    place, name = described
    moves = list(state.legal_moves())
    moves = [*moves[place : place + 1], *moves]
    return next(move for move in moves if move_name(state, move) == name)


def read_answer(program: OutsideProgram, state: State, line: str) -> Move:
    """Return the move of an answer, whose faults are those of the process."""
    try:
        answer = json.loads(line)
        if "illegal" in answer:
            raise program.fault("illegal", f"played an {answer['illegal']}")
        if "resigned" in answer:
            raise ResignError(answer["resigned"])
        return recognise(state, answer["move"])
    except (ValueError, TypeError, LookupError, StopIteration):
        raise program.fault("unparsable", f"wrote {line[:80]!r} where its answer belongs") from None


def serve() -> None:
    """Be the process: load a player and answer for it; what it does wrong is the process's last line on stderr."""
    try:
        answer_all(*take_streams())
    except SaizenError as error:
        sys.exit(str(error))


def answer_all(questions: TextIO, answers: TextIO) -> None:
    """Load the player that is asked for, and answer for it until nothing more is asked."""
    order = json.loads(questions.readline())
    set_limits(order["memory"], order["cpu_seconds"])
    state = make_game(order["game"], size=order["size"])
    if order["position"] is not None:
        state = parse_position(state, order["position"])
    player = make_player(order["player"], state, seed=order["seed"])
    begin_game(player, state)
    reply(answers, ready=True)
    for line in questions:
        question = json.loads(line)
        if "play" in question:
            move = recognise(state, question["play"])
            show_move(player, state, move)
            state = state.apply_move(move)
        else:
            give_clock(player, question["choose"] and Clock(*question["choose"]))
            try:
                reply(answers, move=describe(state, ask(player, state)))
            except IllegalMoveError as error:
                reply(answers, illegal=str(error).removeprefix("player: "))
            except ResignError as error:
                reply(answers, resigned=str(error))


def take_streams() -> tuple[TextIO, TextIO]:
    """Return stdin and stdout, and put in their place nothing to read and stderr to write to."""
    questions, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return questions, answers


def set_limits(memory: int, cpu_seconds: int) -> None:
    """Limit what this process, and each that it starts, may use; it leaves no core file."""
    if sys.platform == "linux":  # elsewhere the address space has no limit, or cannot be given one
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def reply(answers: TextIO, **facts: Any) -> None:
    """Write one line of JSON."""
    answers.write(json.dumps(facts) + "\n")
    answers.flush()
