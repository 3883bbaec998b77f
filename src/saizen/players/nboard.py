"""Othello programs that speak version 2 of NBoard's protocol.

A game is set up as GGF, with any position and with the time as the clock stands then, for NBoard has no other way to
tell it. Lines that answer nothing (`status`, `set myname`, `nodestats`, anything else) are passed over, as it wants.
"""

import re
import time
from typing import Any

from saizen.games.base import Move, State, position_text
from saizen.games.othello import Othello
from saizen.players.base import Clock
from saizen.players.course import Course
from saizen.players.othello_program import colour, othello_board, read_move, split_command, square
from saizen.players.outside import OutsideProgram, Patience

__all__ = ["NBoardPlayer", "NBoardProgram", "ggf", "ggf_time"]

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class NBoardProgram:
    """A running program that speaks NBoard's protocol."""

    def __init__(self, words: list[str], *, name: str, patience: Patience, cwd: str | None = None) -> None:
        self.outside = OutsideProgram(words, name=name, patience=patience, cwd=cwd, farewell="quit")
        self.pings = 0

    def synchronise(self) -> None:
        """Wait until the program has taken in all that it was sent."""
        with self.outside.exchange():
            self.pings += 1
            self.outside.send(f"ping {self.pings}")
            deadline = time.monotonic() + self.outside.patience.start
            while self.wait_for("pong", deadline) != str(self.pings):
                pass

    def wait_for(self, word: str, deadline: float) -> str:
        """Return what follows a word on the next line that begins with it."""
        while True:
            first, _, rest = self.outside.read_line(deadline).strip().partition(" ")
            if first == word:
                return rest.strip()

    def go(self, clock: Clock | None) -> tuple[str, float]:
        """Ask for a move; return the words after `===` and the seconds it took."""
        with self.outside.exchange():
            return self.outside.think("go", lambda deadline: self.wait_for("===", deadline), clock)


class NBoardPlayer:
    """An Othello program that speaks NBoard's protocol; it is started when first needed, and again after a fault."""

    def __init__(
        self,
        command: str,
        start: State,
        *,
        cwd: str | None = None,
        patience: Patience | None = None,
        depth: int | None = None,
    ) -> None:
        self.course = Course(othello_board(start, "nboard"))
        self.name, self.words = f"nboard:{command}", split_command(command, "nboard", cwd)
        self.cwd, self.patience, self.depth = cwd, patience or Patience(), depth
        self.clock: Clock | None = None
        self.seconds: float | None = None
        self.program: NBoardProgram | None = None
        self.told: tuple[Othello, list[Move]] | None = None  # the game as the program knows it

    def start_game(self, start: State) -> None:
        """Take up a new game; the program is told before it is first asked, when its clock is known."""
        self.course.begin(othello_board(start, "nboard"))
        self.told = None
        self.running()

    def watch(self, state: Othello, move: Move) -> None:
        """Take up a move; the program is told before it is next asked."""
        self.course.add(state, move)

    def choose(self, state: Othello) -> Move:
        """Return the program's move."""
        self.course.reach(state)
        program = self.running()
        with program.outside.exchange():
            self.catch_up(program)
            answer, self.seconds = program.go(self.clock)
            word = re.split(r"[/\s]", answer)[0]  # Edax puts blanks where the protocol has slashes
            return read_move(program.outside, state, word, COLUMNS.lower())

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.outside.close()

    def running(self) -> NBoardProgram:
        """Return the program, started if it is not running."""
        if self.program is None or not self.program.outside.is_running:
            self.program = program = NBoardProgram(self.words, name=self.name, patience=self.patience, cwd=self.cwd)
            with program.outside.exchange():
                program.outside.send("nboard 2")
                if self.depth is not None:
                    program.outside.send(f"set depth {self.depth}")
                program.synchronise()
            self.told = None
        return self.program

    def catch_up(self, program: NBoardProgram) -> None:
        """Tell the program the moves that it does not know yet, or the whole game where it knows another."""
        start, moves = self.course.states[0], self.course.moves
        if self.told is None or self.told[0] != start or moves[: len(self.told[1])] != self.told[1]:
            program.outside.send(f"set game {ggf(self.course, self.clock)}")
        else:
            for state, move in self.course.after(len(self.told[1])):
                program.outside.send(f"move {move_word(state, move)}")
        self.told = start, [*moves]
        program.synchronise()


def move_word(state: Othello, move: Move) -> str:
    """Return a move as GGF writes it."""
    return "PA" if move == state.pass_move else square(state, move, COLUMNS)


def ggf(course: Course[Any], clock: Clock | None = None) -> str:
    """Return a game on one line of GGF, the format of the Generic Game Server."""
    start = course.states[0]
    discs, _, side = position_text(start).partition(" ")
    board = f"{start.width} {discs.replace('X', '*')} {side.replace('X', '*')}"
    moves = "".join(f"{colour(state)[0].upper()}[{move_word(state, move)}]" for state, move in course.after(0))
    return f"(;GM[Othello]PC[saizen]PB[black]PW[white]RE[?]{ggf_time(clock)}TY[{start.width}]BO[{board}]{moves};)"


def ggf_time(clock: Clock | None) -> str:
    """Return GGF's tag for the time a player has: for the game, and after a slash for each move."""
    if clock is None or clock.left is None:
        return ""
    main, increment = (f"{int(seconds) // 60}:{int(seconds) % 60:02}" for seconds in (clock.left, clock.increment))
    return f"TI[{main}]" if clock.increment == 0 else f"TI[{main}/{increment}]"
