"""Whether an outside Othello program speaks its protocol: a fixed list of checks, each with what was wrong."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from saizen.errors import FaultError, SaizenError, SpecError
from saizen.games.othello import Othello
from saizen.players.base import Clock, ask
from saizen.players.gtp import GtpPlayer
from saizen.players.nboard import NBoardPlayer
from saizen.players.spec import make_player
from saizen.records.transcript import follow

__all__ = ["Check", "check_engine"]

REQUIRED = (
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "play", "genmove"),
)
START = Othello()
OPENING = "f5d6c3d3c4"
PASS_GAME = "c4c3f5b4a4a5b2a3"  # after which black has no move
CLOCK = Clock(per_move=2.0)
PLIES = 6


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, and what was wrong, or None."""

    name: str
    problem: str | None

    @property
    def is_right(self) -> bool:
        """Whether nothing was wrong."""
        return self.problem is None


def check_engine(spec: str) -> Iterator[Check]:
    """Yield one check after another of the program `gtp:COMMAND` or `nboard:COMMAND`; it starts anew after a fault.

    A program that does not start is not checked further.
    """
    player = make_player(spec, START)
    if not isinstance(player, GtpPlayer | NBoardPlayer):
        raise SpecError(f"{spec!r} is no outside program; use gtp:COMMAND or nboard:COMMAND")
    checks: Mapping[str, Callable[[Any], str | None]] = GTP if isinstance(player, GtpPlayer) else NBOARD
    try:
        for number, (name, check) in enumerate(checks.items()):
            found = Check(name, problem_of(check, player))
            yield found
            if number == 0 and not found.is_right:
                return
    finally:
        player.close()


def problem_of(check: Callable[[Any], str | None], player: GtpPlayer | NBoardPlayer) -> str | None:
    """Return what a check found wrong; a fault is what was wrong."""
    try:
        return check(player)
    except FaultError as fault:
        return f"{fault.cause}: {fault.message.removeprefix(player.name).strip()}"
    except SaizenError as error:
        return str(error).removeprefix(player.name).strip()


def starts(player: GtpPlayer | NBoardPlayer) -> str | None:
    """Start the program and shake hands."""
    player.running()
    return None


def protocol_version(player: GtpPlayer) -> str | None:
    """Ask for the version of the protocol."""
    version = player.running().demand("protocol_version")
    return None if version == "2" else f"it answered {version!r}, not 2"


def known_commands(player: GtpPlayer) -> str | None:
    """Look for the commands that every program must know."""
    missing = [command for command in REQUIRED if command not in player.running().commands]
    return f"not listed: {' '.join(missing)}" if missing else None


def unknown_command(player: GtpPlayer) -> str | None:
    """Send a command that no program knows."""
    return refusal(player, "saizen-nonsense")


def numbered_command(player: GtpPlayer) -> str | None:
    """Send a command with a number, which the reply must repeat."""
    outside = player.running().outside
    with outside.exchange():
        lines, _ = outside.think("7 name", player.running().read, None)
    return None if lines[0].startswith("=7") else f"the reply to '7 name' begins {lines[0][:20]!r}, not '=7'"


def refusal(player: GtpPlayer, line: str) -> str | None:
    """Send something wrong, which must be refused."""
    return f"{line!r} was not refused" if player.running().ask(line).done else None


def new_board(player: GtpPlayer) -> str | None:
    """Set the size of the board and clear it."""
    player.start_game(START)
    return None


def other_board(player: GtpPlayer) -> str | None:
    """Ask for a board that no one plays on."""
    return refusal(player, "boardsize 7")


def legal_move(player: GtpPlayer) -> str | None:
    """Clear the board and tell a legal move, twice."""
    for _ in range(2):
        player.start_game(START)
        player.running().demand("play black d3")
    return None


def illegal_move(player: GtpPlayer) -> str | None:
    """Tell a move that turns nothing over."""
    player.start_game(START)
    return refusal(player, "play black a1")


def some_moves(player: GtpPlayer | NBoardPlayer) -> str | None:
    """Let it play some moves of both sides."""
    state = START
    player.start_game(state)
    for _ in range(PLIES):
        move = ask(player, state)
        player.watch(state, move)
        state = state.apply_move(move)
    return None


def after_opening(player: GtpPlayer | NBoardPlayer) -> str | None:
    """Let it move after an opening that it is told."""
    ask(player, shown(player, OPENING))
    return None


def own_pass(player: GtpPlayer | NBoardPlayer) -> str | None:
    """Let it pass, and then move for the other side."""
    state = shown(player, PASS_GAME)
    ask(player, state)
    ask(player, state.apply_move(state.pass_move))
    return None


def told_pass(player: GtpPlayer) -> str | None:
    """Tell it a pass."""
    shown(player, PASS_GAME)
    program = player.running()
    player.catch_up(program)
    reply = program.ask("play black pass")
    return None if reply.done else f"'play black pass' was refused: {reply.text}"


def shown(player: GtpPlayer | NBoardPlayer, text: str) -> Othello:
    """Begin a game, show the player its first moves, and return the position after them."""
    state = START
    player.start_game(state)
    for move in follow(START, text)[1]:
        player.watch(state, move)
        state = state.apply_move(move)
    return state


def clock(player: GtpPlayer | NBoardPlayer) -> str | None:
    """Let it move with a clock, which it must keep to."""
    player.start_game(START)
    player.clock = CLOCK
    try:
        ask(player, START)
    finally:
        player.clock = None
    return None


def ending(player: GtpPlayer | NBoardPlayer) -> str | None:
    """Ask it to quit; it must end by itself."""
    outside = player.running().outside
    outside.close()
    found = outside.process.ending
    by_itself = found is not None and found.code is not None and found.code >= 0
    return None if by_itself else f"still running {player.patience.stop:g} s after 'quit'"


GTP: Mapping[str, Callable[[GtpPlayer], str | None]] = {
    "starts and lists its commands": starts,
    "protocol_version is 2": protocol_version,
    "lists the required commands": known_commands,
    "refuses an unknown command": unknown_command,
    "repeats a command's number": numbered_command,
    "sets up an 8x8 board": new_board,
    "refuses an odd board": other_board,
    "plays a legal move it is told": legal_move,
    "refuses an illegal move": illegal_move,
    "generates legal moves": some_moves,
    "goes on after an opening": after_opening,
    "passes when it must": own_pass,
    "takes a pass it is told": told_pass,
    "keeps to its time": clock,
    "ends when told to quit": ending,
}
NBOARD: Mapping[str, Callable[[NBoardPlayer], str | None]] = {
    "starts and answers a ping": starts,
    "answers go with legal moves": some_moves,
    "goes on after an opening": after_opening,
    "passes when it must": own_pass,
    "keeps to its time": clock,
    "ends when told to quit": ending,
}
