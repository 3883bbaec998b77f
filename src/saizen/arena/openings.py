"""How the games of a match begin, so that two players do not play the same game over and over."""

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from saizen.errors import NotationError, SaizenError, SettingError, UnreadableFileError
from saizen.games.base import Move, State
from saizen.games.othello import Othello
from saizen.randomness import Stream
from saizen.records.transcript import follow
from saizen.search.native import native_position

__all__ = ["Openings", "read_openings"]

DEALER = 2  # the side, beside the players' 0 and 1, to which the dice of the openings belong
BALANCED = "balanced_8x8.txt"
MOST_PLIES = 60
MOST_LINES = 1_000_000
MOST_BYTES = 1 << 26
TRIES = 1000  # at random moves that do not end the game
CHECKED = 20  # openings dealt beforehand, each in a tenth of the tries, so that none fails in mid-run


@dataclass(frozen=True, slots=True)
class Openings:
    """Random moves, so many plies of them, or the lines of a file one after another; neither is the bare start."""

    plies: int = 0
    lines: tuple[str, ...] = ()

    def moves(self, start: State, seed: int, number: int, tries: int = TRIES) -> tuple[Move, ...]:
        """Return the moves of an opening; its number and the seed decide which."""
        if self.lines:
            return follow(start, self.lines[number % len(self.lines)])[1]
        if self.plies == 0:
            return ()
        dice = Stream(seed, number, DEALER)
        fast: Any = native_position(start) or start
        for _ in range(tries):
            moves = random_moves(fast, self.plies, dice)
            if moves is not None:
                return moves
        raise SettingError(f"random:{self.plies} is longer than the game; use fewer plies")


def random_moves(state: Any, plies: int, dice: Stream) -> tuple[Move, ...] | None:
    """Return so many random moves, or None if they end the game."""
    moves: list[Move] = []
    for _ in range(plies):
        moves.append(dice.choice(state.legal_moves()))
        state = state.apply_move(moves[-1])
        if state.is_over():
            return None
    return tuple(moves)


def read_openings(text: str, start: State, seed: int = 0) -> Openings:
    """Return the openings that `balanced`, `random:PLIES`, `none` or the name of a file of transcripts asks for.

    The seed decides the order of the balanced ones; the lines of a file keep theirs.
    """
    kind, _, plies = text.partition(":")
    if text == "none":
        return Openings()
    if text == "balanced":
        if start != Othello():
            raise SettingError(
                "balanced openings are for othello on 8x8 from the usual start; use random:PLIES or a file"
            )
        lines = read_lines(files("saizen.arena").joinpath(BALANCED))
        return Openings(lines=tuple(Stream(seed, 0, DEALER).shuffled(tuple(lines.values()))))
    if kind == "random" and plies.isascii() and plies.isdecimal() and 0 < int(plies[:4]) <= MOST_PLIES:
        openings = Openings(plies=int(plies))
        for number in range(CHECKED):
            openings.moves(start, 0, number, TRIES // 10)
        return openings
    if kind == "random":
        raise SettingError(f"{text!r}: write random:PLIES with 1 to {MOST_PLIES} plies")
    lines = read_lines(Path(text))
    for number, line in lines.items():
        check_line(start, line, f"line {number} of {text!r}")
    return Openings(lines=tuple(lines.values()))


def check_line(start: State, line: str, where: str) -> None:
    """Refuse an opening that the rules do not allow, or that leaves nothing to play."""
    try:
        end, _ = follow(start, line)
    except SaizenError as error:
        raise NotationError(f"{where}: {error}") from None
    if end.is_over():
        raise SettingError(f"{where} ends the game; leave it out")


def read_lines(path: Path | Traversable) -> dict[int, str]:
    """Return the transcripts of a file by the numbers of their lines; empty ones and those with a # say nothing."""
    try:
        with path.open("r", encoding="utf-8-sig") as file:
            text = file.read(MOST_BYTES + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFileError(
            f"no openings in {str(path)!r}: {error}; write balanced, random:PLIES, none, or a file of transcripts"
        ) from None
    stripped = {number: line.strip() for number, line in enumerate(text.splitlines(), 1)}
    lines = {number: line for number, line in stripped.items() if line and not line.startswith("#")}
    if not lines or len(text) > MOST_BYTES or len(lines) > MOST_LINES:
        raise SettingError(f"{str(path)!r} has {len(lines)} openings; use 1 to {MOST_LINES}, one a line")
    return lines
