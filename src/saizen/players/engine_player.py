"""The engine as a player: at a level, by time or nodes, or with the mistakes of a person."""

import time
from dataclasses import dataclass, field

from saizen.engine import Book, Engine, Level, Person
from saizen.engine.book import load_book
from saizen.engine.clock import Allotment, Stopwatch, allot
from saizen.engine.human import HIGHEST, LOWEST, profile_of
from saizen.engine.levels import LEVELS, find_level
from saizen.engine.solving import MOST_MIB
from saizen.errors import SpecError
from saizen.games.base import Move, State
from saizen.games.othello import Othello
from saizen.players.base import Clock
from saizen.players.settings import Settings
from saizen.randomness import Stream
from saizen.search import NO_LIMITS, Limits, SearchResult
from saizen.search.values import MoveValue

__all__ = ["ENGINE_KEYS", "EnginePlayer", "make_engine_player"]

STRENGTHS = ("level", "seconds", "nodes", "clock", "human")  # of which a spec names one at most
ENGINE_KEYS = (*STRENGTHS, "variety", "book", "threads", "hash")
USUAL_MIB, NEAR_MIB = 64, 4
NEAR = 8  # plies: whoever looks no farther needs no large table


@dataclass(slots=True)
class EnginePlayer:
    """Plays the engine's best move, or chooses among good ones, or as a person would.

    Without a `level` it searches as deep as its limits and its clock allow: its own `stopwatch`, or the `clock` that
    whoever runs the game sets. A level is a fixed depth; the clock only keeps it from losing on time.
    `variety` is by how many discs a move may be worse than the best and still be played.
    """

    engine: Engine
    level: Level | None = None
    limits: Limits = NO_LIMITS
    person: Person | None = None
    stopwatch: Stopwatch | None = None
    variety: float = 0.0
    dice: Stream = field(default_factory=lambda: Stream(0))
    clock: Clock | None = None
    last: SearchResult | None = None  # what the last search answered, for those who show it

    def start_game(self, start: Othello) -> None:
        """Forget the game before."""
        self.engine.new_game()
        self.engine.prepare(start)
        if self.person is not None:
            self.person.new_game()
        if self.stopwatch is not None:
            self.stopwatch.restart()

    def choose(self, state: Othello) -> Move:
        """Return a move; a single legal one is played without a search."""
        began = time.perf_counter()
        self.last = None
        moves = state.legal_moves()
        move = moves[0] if len(moves) == 1 else self.pick(state, self.analyse(state))
        if self.stopwatch is not None:
            self.stopwatch.spend(time.perf_counter() - began)
        return move

    def analyse(self, state: Othello) -> list[MoveValue]:
        """Return what the engine finds in the time there is."""
        time_given = self.allotment(state)
        limits, soft = self.limits, None
        if time_given is not None:
            hard = time_given.hard if limits.seconds is None else min(limits.seconds, time_given.hard)
            limits = Limits(limits.nodes, hard, limits.cancel, limits.progress)
            soft = time_given.soft
        by_clock = self.level is None and self.limits.nodes is None and self.limits.seconds is None
        values = self.engine.analyse(
            state,
            limits,
            level=self.level,
            all_moves=self.variety > 0 or self.person is not None,
            soft_seconds=soft if by_clock else None,
        )
        self.last = self.engine.last
        return values

    def allotment(self, state: Othello) -> Allotment | None:
        """Return the seconds for this move, by the clock of the game and by our own, whichever has less."""
        told = self.clock or Clock()
        own = None if self.stopwatch is None else self.stopwatch.left
        left = min((seconds for seconds in (told.left, own) if seconds is not None), default=None)
        increment = told.increment if self.stopwatch is None else self.stopwatch.increment
        return allot(empties=state.empties, left=left, increment=increment, per_move=told.per_move)

    def pick(self, state: Othello, values: list[MoveValue]) -> Move:
        """Return one of the moves, best first."""
        if self.person is not None:
            return self.person.choose(state, values)
        if self.variety:
            return self.dice.choice([value for value in values if value.loss(values[0]) <= self.variety]).move
        return values[0].move


def make_engine_player(settings: Settings, start: State, dice: Stream, limits: Limits) -> EnginePlayer:
    """Return the player that the settings describe; without any it plays at level 10, or by the clock of the game."""
    refuse_other_games(start)
    refuse_contradictions(settings)
    level, rating = settings.whole("level", 1, len(LEVELS)), settings.whole("human", LOWEST, HIGHEST)
    nodes, seconds, clock = settings.whole("nodes", 1), settings.number("seconds"), settings.clock()
    person = None if rating is None else Person(profile_of(rating), dice)
    threads = settings.whole("threads", 1, 256) or 1
    fixed = person.profile.level if person is not None else None if level is None else find_level(level)
    usual = USUAL_MIB if fixed is None or fixed.depth > NEAR else NEAR_MIB
    return EnginePlayer(
        Engine(threads=threads, hash_mib=settings.whole("hash", 1, MOST_MIB) or usual, book=wanted_book(settings)),
        level=fixed,
        limits=Limits(nodes, seconds, limits.cancel, limits.progress),
        person=person,
        stopwatch=None if clock is None else Stopwatch(*clock),
        variety=settings.number("variety") or 0.0,
        dice=dice,
    )


def wanted_book(settings: Settings) -> Book | bool:
    """Return the book that a spec names, or True where it leaves to the engine when to ask its own."""
    if "book" not in settings.values:
        return True
    return load_book() if settings.one_of("book", ("yes", "no")) == "yes" else False


def refuse_other_games(start: State) -> None:
    """Refuse what the engine does not play."""
    if not isinstance(start, Othello):
        raise SpecError(f"player 'engine' plays Othello only, not {type(start).__name__}")
    if start.native() is None:
        size = f"{start.width}x{start.height}"
        raise SpecError(f"player 'engine' plays on boards up to 8x8, not {size}; try pvs:seconds=1,eval=positional")


def refuse_contradictions(settings: Settings) -> None:
    """Refuse settings of which each would decide how strong the player is."""
    given = [key for key in STRENGTHS if key in settings.values]
    if len(given) > 1:
        raise SpecError(
            f"{given[0]} and {given[1]} in {settings.spec!r} contradict each other; give one of {' '.join(STRENGTHS)}"
        )
    if "human" in given and "variety" in settings.values:
        raise SpecError(f"human and variety in {settings.spec!r} contradict each other; a person varies anyway")
    if "human" in given and "book" in settings.values:
        raise SpecError(f"human and book in {settings.spec!r} contradict each other; a person never asks the book")
