"""Which games are to be played: everything that decides it, in words that travel between processes and are kept."""

import functools
import itertools
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from saizen.arena.openings import Openings
from saizen.errors import SettingError
from saizen.games.base import State
from saizen.games.catalogue import make_game
from saizen.games.othello import Othello, Start
from saizen.records.transcript import follow, parse_position

__all__ = ["Plan", "Schedule", "TimeControl"]

MOST_GAMES = 10_000_000
MOST_PLAYERS = 1000
MOST_SECONDS = 1e6


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The seconds a player has for a move, or for a game and then more after each move.

    Whoever takes longer by more than `margin`, which allows for messages on their way, is late.
    """

    move: float | None = None
    game: float | None = None
    increment: float = 0.0
    margin: float = 0.05

    def __post_init__(self) -> None:
        """Refuse times that are none."""
        for name, seconds in (("a move", self.move), ("a game", self.game)):
            if seconds is not None and not 0 < seconds <= MOST_SECONDS:
                raise SettingError(
                    f"{seconds:g} seconds {name} cannot be given; use more than 0, at most {MOST_SECONDS:g}"
                )
        for name, seconds in (("more", self.increment), ("of margin", self.margin)):
            if not 0 <= seconds <= MOST_SECONDS:
                raise SettingError(f"{seconds:g} seconds {name} cannot be given; use 0 to {MOST_SECONDS:g}")

    @property
    def limited(self) -> bool:
        """Whether there is any limit."""
        return self.move is not None or self.game is not None


class Schedule(NamedTuple):
    """One game to be played: its number, the two players by their places, its opening, and who moves first."""

    number: int
    one: int
    two: int
    opening: int
    swapped: bool  # does the second of the two move first?


@dataclass(frozen=True, slots=True)
class Plan:
    """The games of a match or a tournament, in a fixed order: the seed decides them, not who plays them where.

    Each pairing plays `games` games, each opening twice with the sides changed; the pairings take turns.
    """

    game: str
    players: tuple[str, ...]
    games: int
    seed: int = 0
    size: str | None = None
    start: Start = "standard"
    position: str | None = None
    moves: str | None = None
    openings: Openings = field(default_factory=Openings)
    gauntlet: bool = False
    time: TimeControl = field(default_factory=TimeControl)
    adjudicate: int | None = None
    hosted: bool = False  # each file of a player's runs in a process of its own

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise SettingError(f"games={self.games} cannot be played; use 1 to {MOST_GAMES}")
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise SettingError(f"{len(self.players)} players cannot meet; use 2 to {MOST_PLAYERS}")

    def state(self) -> State:
        """Return the position in which every game begins, before its opening."""
        state = make_game(self.game, size=self.size, start=self.start, seed=self.seed)
        if self.position is not None:
            state = parse_position(state, self.position)
        if self.moves:
            state = follow(state, self.moves)[0]
        if state.is_over():
            raise SettingError("the game is over in this position; begin earlier")
        if self.adjudicate is not None and not (isinstance(state, Othello) and state.native() is not None):
            raise SettingError("only othello on boards up to 8x8 can be adjudicated by the exact score")
        return state

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom: everyone everyone, or the first all others."""
        return meetings(len(self.players), gauntlet=self.gauntlet)

    @property
    def pairs(self) -> int:
        """How many pairs of games there are; of an odd number the last pairs have one game each."""
        return len(self.pairings) * ((self.games + 1) // 2)

    @property
    def total(self) -> int:
        """How many games there are."""
        return len(self.pairings) * self.games

    def pair(self, number: int) -> list[Schedule]:
        """Return the one or two games of a pair."""
        games = (self.scheduled(2 * number), self.scheduled(2 * number + 1))
        return [game for game in games if game is not None]

    def scheduled(self, number: int) -> Schedule | None:
        """Return the game with a number, or None where there is none."""
        pairings = self.pairings
        opening, pairing = divmod(number // 2, len(pairings))
        if not 0 <= 2 * opening + number % 2 < self.games:
            return None
        return Schedule(number, *pairings[pairing], opening, number % 2 == 1)

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON, by which a journal knows its own games again."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Plan":
        """Return the plan that `as_json` gave."""
        openings = Openings(values["openings"]["plies"], tuple(values["openings"]["lines"]))
        nested = {"players": tuple(values["players"]), "openings": openings, "time": TimeControl(**values["time"])}
        return cls(**{**values, **nested})


@functools.cache
def meetings(players: int, *, gauntlet: bool) -> tuple[tuple[int, int], ...]:
    """Return who meets whom, by their places."""
    everyone = itertools.combinations(range(players), 2)
    return tuple((one, two) for one, two in everyone if one == 0 or not gauntlet)
