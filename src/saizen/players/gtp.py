"""Othello programs that speak GTP, the Go Text Protocol, version 2.

Colours are `black` and `white`, squares those of Othello (a1 in the top left corner) with the letter I left out beyond
eight columns, a pass is `pass`. A program is told each pass, but one that refuses to be told is not at fault: gtp-rhino
knows no pass and takes two moves of one colour in a row. `resign` raises ResignError. GTP counts time in whole seconds
and knows no increment, so the clock is told before each move, rounded down.
"""

import re
import time
from collections.abc import Sequence
from typing import NamedTuple

from saizen.errors import ResignError, SpecError
from saizen.games.base import Move, State, position_text
from saizen.games.othello import Othello
from saizen.players.base import Clock
from saizen.players.course import Course
from saizen.players.othello_program import colour, othello_board, read_move, split_command, square
from saizen.players.outside import OutsideProgram, Patience

__all__ = ["COLUMNS", "GtpPlayer", "GtpProgram", "Reply"]

COLUMNS = "abcdefghjklmnopqrstuvwxyz"
MOST_LINES = 1000  # of a reply


class Reply(NamedTuple):
    """What a program answered: whether it did as asked, and its words."""

    done: bool
    text: str


class GtpProgram:
    """A running program that speaks GTP: commands in, replies out."""

    def __init__(self, words: Sequence[str], *, name: str, patience: Patience, cwd: str | None = None) -> None:
        self.outside = OutsideProgram(words, name=name, patience=patience, cwd=cwd, farewell="quit")
        self.commands: frozenset[str] = frozenset()

    def shake_hands(self) -> None:
        """Learn which commands it knows."""
        self.demand("protocol_version")
        self.demand("name")
        self.commands = frozenset(self.demand("list_commands").split())

    def ask(self, line: str) -> Reply:
        """Send a command and return the reply."""
        with self.outside.exchange():
            self.outside.send(line)
            return self.parse(self.read(time.monotonic() + self.outside.patience.start))

    def demand(self, line: str) -> str:
        """Send a command that must be carried out, and return the words of the reply."""
        reply = self.ask(line)
        if not reply.done:
            raise self.outside.fault("unparsable", f"refused: {reply.text!r}")
        return reply.text

    def generate(self, side: str, clock: Clock | None) -> tuple[Reply, float]:
        """Ask for a move; return the reply and the seconds it took."""
        with self.outside.exchange():
            lines, seconds = self.outside.think(f"genmove {side}", self.read, clock)
            return self.parse(lines), seconds

    def read(self, deadline: float) -> list[str]:
        """Return the lines of a reply as they are, up to the empty line after them."""
        lines: list[str] = []
        while len(lines) < MOST_LINES:
            line = self.outside.read_line(deadline).strip()
            if line:
                lines.append(line)
            elif lines:
                break
            if lines and lines[0][0] not in "=?":
                break  # no reply at all, so nothing says where it ends
        return lines

    def parse(self, lines: list[str]) -> Reply:
        """Return what the lines of a reply say."""
        found = re.fullmatch(r"([=?])[0-9]*(?:\s+(.*))?", "\n".join(lines), re.DOTALL)
        if found is None or len(lines) >= MOST_LINES:
            raise self.outside.fault("unparsable", f"wrote {lines[0][:80]!r}; a reply begins with = or ? and then ends")
        return Reply(found[1] == "=", found[2] or "")


class GtpPlayer:
    """An Othello program that speaks GTP; it is started when first needed, and again after a fault."""

    def __init__(self, command: str, start: State, *, cwd: str | None = None, patience: Patience | None = None) -> None:
        board = othello_board(start, "gtp")
        if board.width > len(COLUMNS):
            raise SpecError(f"GTP has letters for {len(COLUMNS)} columns; a board of {board.width} is too wide")
        self.name, self.words = f"gtp:{command}", split_command(command, "gtp", cwd)
        self.cwd, self.patience = cwd, patience or Patience()
        self.clock: Clock | None = None
        self.seconds: float | None = None
        self.program: GtpProgram | None = None
        self.course = Course(board)
        self.told: tuple[Othello, list[Move]] | None = None  # the game as the program knows it
        self.settings_told = False

    def start_game(self, start: State) -> None:
        """Set up the board for a new game."""
        self.course.begin(othello_board(start, "gtp"))
        self.set_up(self.running())

    def watch(self, state: Othello, move: Move) -> None:
        """Take up a move; the program is told before it is next asked."""
        self.course.add(state, move)

    def choose(self, state: Othello) -> Move:
        """Return the program's move."""
        self.course.reach(state)
        program = self.running()
        with program.outside.exchange():
            self.catch_up(program)
            self.tell_time(program, colour(state))
            reply, self.seconds = program.generate(colour(state), self.clock)
            if not reply.done:
                raise program.outside.fault("unparsable", f"did not move but replied {reply.text!r}")
            if reply.text.lower() != "resign":
                move = read_move(program.outside, state, reply.text, COLUMNS)
                self.course.add(state, move)
                self.told = self.course.states[0], [*self.course.moves]
                return move
        raise ResignError(f"{self.name} resigns for {colour(state)} in {position_text(state)}")

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.outside.close()

    def running(self) -> GtpProgram:
        """Return the program, started if it is not running."""
        if self.program is None or not self.program.outside.is_running:
            self.program = GtpProgram(self.words, name=self.name, patience=self.patience, cwd=self.cwd)
            self.program.shake_hands()
            self.told = None
        return self.program

    def set_up(self, program: GtpProgram) -> None:
        """Set up the start of the game."""
        start = self.course.states[0]
        if start != Othello(start.width, start.height):
            raise SpecError(
                f"GTP cannot set up {position_text(start)}; begin at the usual start, or use a program for nboard:"
            )
        wanted = [f"boardsize {start.width}", "clear_board"]
        for line in ["set_game Othello", *wanted] if "set_game" in program.commands else wanted:
            reply = program.ask(line)
            if not reply.done:
                raise SpecError(f"{self.name} cannot play this game; it refused {line!r}: {reply.text}")
        self.told = start, []
        self.settings_told = False

    def catch_up(self, program: GtpProgram) -> None:
        """Tell the program the moves that it does not know yet."""
        start, moves = self.course.states[0], self.course.moves
        if self.told is None or self.told[0] != start or moves[: len(self.told[1])] != self.told[1]:
            self.set_up(program)
        known = len(self.told[1]) if self.told else 0
        for state, move in self.course.after(known):
            if move == state.pass_move:
                program.ask(f"play {colour(state)} pass")
            else:
                program.demand(f"play {colour(state)} {square(state, move, COLUMNS)}")
        self.told = start, [*moves]

    def tell_time(self, program: GtpProgram, side: str) -> None:
        """Tell the program how long it has, in the ways it knows."""
        if self.clock is None or self.clock.allowance is None:
            return
        seconds = int(self.clock.allowance)
        a_move = self.clock.per_move is not None
        if a_move:
            seconds = max(seconds, 1)  # GTP's 0 seconds for a move is no limit
        if "time_settings" in program.commands and not self.settings_told:
            program.demand(f"time_settings 0 {seconds} 1" if a_move else f"time_settings {max(seconds, 1)} 0 0")
            self.settings_told = True
        if "time_left" in program.commands:
            program.demand(f"time_left {side} {seconds} {int(a_move)}")
