"""Playing the games of a plan: the clock, the faults and the results; in the native core where it can."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from saizen import engine
from saizen.arena.entries import is_file
from saizen.arena.plan import Plan, Schedule
from saizen.errors import FaultError, IllegalMoveError, ResignError, SaizenError, SpecError
from saizen.games.base import Move, State, final_score, move_name
from saizen.games.othello import Othello
from saizen.players.base import Clock, Player, ask, begin_game, close_player, give_clock, show_move
from saizen.players.games import native_player
from saizen.players.gtp import GtpPlayer
from saizen.players.hosted import HostedPlayer
from saizen.players.nboard import NBoardPlayer
from saizen.players.outside import Patience
from saizen.players.spec import PROGRAM, make_player
from saizen.randomness import Stream
from saizen.search.native import native_position

__all__ = ["ENDINGS", "RULES", "GameResult", "Room", "check_players", "play_pairs", "points", "written"]

RULES, ADJUDICATED, RESIGNED = "rules", "adjudicated", "resigned"
ENDINGS = (RULES, ADJUDICATED, RESIGNED)  # the ways to end that are no fault
LONGEST_DETAIL = 500  # characters
FILE_SEEDS = 1 << 31  # more than some generators that files use can take


class GameResult(NamedTuple):
    """A game played, as a journal keeps it: the score of the first of the two who met, and pairs of what is of both."""

    number: int
    moves: str  # their names, opening first
    opening: int  # plies of it that were played
    score: float  # of the first of the two: 1, ½ or 0
    margin: float | None  # by how much the first of the two won, where the game was played to a result
    cause: str  # of its end: one of ENDINGS, or of the causes of faults
    at_fault: int | None  # 0 or 1, of the two
    detail: str  # of a fault
    thought: tuple[int, int]  # moves that each of the two chose
    seconds: tuple[float, float]
    nodes: tuple[int, int]

    @property
    def row(self) -> tuple[Any, ...]:
        """All of it in a row, as it is kept and sent."""
        return (*self[:8], *self.thought, *self.seconds, *self.nodes)

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> "GameResult":
        """Return the game that `row` gave."""
        number, moves, opening, score, margin, cause, at_fault, detail, *pairs = row
        thought, seconds, nodes = (pairs[0], pairs[1]), (pairs[2], pairs[3]), (pairs[4], pairs[5])
        return cls(number, moves, opening, score, margin, cause, at_fault, detail, thought, seconds, nodes)


def check_players(plan: Plan) -> None:
    """Make each player once, so that what cannot play is refused before the first game."""
    start = plan.state()
    for spec in dict.fromkeys(plan.players):
        player = seat_player(plan, spec, start, 0, 0)
        try:
            begin_game(player, start, spec)
        except FaultError as fault:
            raise SpecError(f"cannot play: {fault}") from fault
        finally:
            close_player(player, spec)


def seat_player(plan: Plan, spec: str, start: State, game: int, side: int) -> Player:
    """Return a player for one side of a game."""
    if is_file(spec):
        seed = Stream(plan.seed, game, side).below(FILE_SEEDS)
        if plan.hosted:
            return HostedPlayer(spec, plan.game, size=plan.size, seed=seed, patience=Patience(margin=plan.time.margin))
        return make_player(spec, start, seed=seed)
    player = make_player(spec, start, seed=plan.seed, game=game, side=side)
    if isinstance(player, GtpPlayer | NBoardPlayer) and not has_margin(spec):
        player.patience = replace(player.patience, margin=plan.time.margin)
    return player


def has_margin(spec: str) -> bool:
    """Tell whether an outside program has a margin of its own, for one that is farther away than the others."""
    program = PROGRAM.fullmatch(spec)
    return program is not None and "margin=" in (program[2] or "")


def play_pairs(plan: Plan, pairs: Iterable[int], *, native: bool = True) -> Iterator[GameResult]:
    """Yield the games of some pairs, each as the plan's seed has it wherever and whenever it is played."""
    with Room(plan, native=native) as room:
        yield from room.play(pairs)


class Room:
    """Where the games of a plan are played; outside programs stay in it from game to game."""

    def __init__(self, plan: Plan, *, native: bool = True) -> None:
        self.plan, self.start = plan, plan.state()
        native = native and not plan.time.limited and plan.adjudicate is None
        self.table = NativeTable(plan, self.start) if native else None
        self.seats = Seats(plan, self.start)

    def __enter__(self) -> "Room":
        return self

    def __exit__(self, *_: object) -> None:
        self.seats.clear()

    def play(self, pairs: Iterable[int]) -> Iterator[GameResult]:
        """Yield the games of some pairs."""
        for pair in pairs:
            games = self.plan.pair(pair)
            opening = self.plan.openings.moves(self.start, self.plan.seed, games[0].opening)
            if self.table is not None and self.table.seats(games[0]):
                self.table.add(games, opening)
                continue
            for game in games:
                with ExitStack() as stack:
                    result = Game(self.plan, self.start, game, opening, partial(self.seats.player, game, stack)).play()
                yield result
        if self.table is not None:
            yield from self.table.play()


class NativeTable:
    """Plays whole games in the native core, where it knows the game and both players."""

    def __init__(self, plan: Plan, start: State) -> None:
        self.plan, self.start, self.twin = plan, start, native_position(start)
        self.players = [None if self.twin is None else native_name(spec, start) for spec in plan.players]
        self.names: dict[Move, str] = {}
        self.waiting: dict[tuple[int, int], list[tuple[list[Schedule], tuple[Move, ...]]]] = {}

    def seats(self, game: Schedule) -> bool:
        """Tell whether a game can be played here."""
        return self.players[game.one] is not None and self.players[game.two] is not None

    def add(self, games: list[Schedule], opening: tuple[Move, ...]) -> None:
        """Take in the games of a pair, to be played with all others of the same two players."""
        self.waiting.setdefault((games[0].one, games[0].two), []).append((games, opening))

    def play(self) -> Iterator[GameResult]:
        """Yield all games taken in."""
        waiting, self.waiting = self.waiting, {}
        for (one, two), pairs in waiting.items():
            numbers = [games[0].number // 2 for games, _ in pairs]
            openings = [opening for _, opening in pairs]
            seed = self.plan.seed % (1 << 64)  # as a stream takes it
            played = self.twin.play_pairs(self.players[one], self.players[two], seed, numbers, openings)
            for index, (games, opening) in enumerate(pairs):
                for game in games:
                    yield self.result(game, len(opening), *played[2 * index + game.swapped])

    def result(
        self,
        game: Schedule,
        opening: int,
        moves: tuple[Move, ...],
        margin: float,
        nodes: tuple[int, int],
        seconds: tuple[float, float],
    ) -> GameResult:
        """Return what is kept of a game."""
        if game.swapped:
            margin, nodes, seconds = -margin, nodes[::-1], seconds[::-1]
        thought = turns(opening, len(moves), swapped=game.swapped)
        text = " ".join(map(self.name, moves))
        return GameResult(game.number, text, opening, points(margin), margin, RULES, None, "", thought, seconds, nodes)

    def name(self, move: Move) -> str:
        """Return the name of a move, which in the games of the core is the same in every position."""
        if move not in self.names:
            self.names[move] = written(self.start, move)
        return self.names[move]


def native_name(spec: str, start: State) -> tuple[str, int | None, str, str] | None:
    """Return a player as the native core names it, or None where it knows none like it."""
    return None if is_file(spec) else native_player(make_player(spec, start))


def written(state: State, move: Move) -> str:
    """Return the name of a move as a game is written down: without the blanks that stand between moves."""
    return "".join(move_name(state, move).split())


def turns(opening: int, plies: int, *, swapped: bool) -> tuple[int, int]:
    """Return how many moves each of the two chose in a game whose turns alternate."""
    first = (plies + 1) // 2 - (opening + 1) // 2
    second = plies // 2 - opening // 2
    return (second, first) if swapped else (first, second)


def points(margin: float) -> float:
    """Return what a result is worth: a win 1, a draw ½."""
    return 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5


class Seats:
    """The players at work. Outside programs stay from game to game, all others are made anew for each."""

    def __init__(self, plan: Plan, start: State) -> None:
        self.plan, self.start = plan, start
        self.kept: dict[tuple[str, int], Player] = {}

    def clear(self) -> None:
        """Send everyone away."""
        with ExitStack() as stack:
            for player in self.kept.values():
                stack.callback(let_go, player)
        self.kept.clear()

    def player(self, game: Schedule, stack: ExitStack, place: int) -> Player:
        """Return the player for one of two places, who leaves with the `stack` unless it stays."""
        spec = self.plan.players[(game.one, game.two)[place]]
        if (spec, place) in self.kept:
            return self.kept[spec, place]
        side = place if not game.swapped else 1 - place
        player = seat_player(self.plan, spec, self.start, game.number, side)
        if isinstance(player, GtpPlayer | NBoardPlayer):
            self.kept[spec, place] = player
        else:
            stack.callback(let_go, player)
        return player


def let_go(player: Player) -> None:
    """Close a player whose game is over: that it fails now changes nothing."""
    with suppress(SaizenError, SystemExit):
        close_player(player)


class Game:
    """One game between two players, whom `seat` brings: who is to move, the clocks, and how it ends."""

    def __init__(
        self, plan: Plan, start: State, game: Schedule, opening: tuple[Move, ...], seat: Callable[[int], Player]
    ) -> None:
        self.plan, self.game, self.opening, self.seat = plan, game, opening, seat
        self.start = self.state = start
        self.players: list[Player] = []
        self.acting = 0  # which of the two answers for what goes wrong
        self.specs = (plan.players[game.one], plan.players[game.two])
        self.moves: list[str] = []
        self.thought, self.seconds, self.nodes = [0, 0], [0.0, 0.0], [0, 0]
        self.left = [plan.time.game, plan.time.game]

    def place(self) -> int:
        """Return which of the two is to move."""
        begins = self.state.next_player is self.start.next_player
        return 0 if begins is not self.game.swapped else 1

    def play(self) -> GameResult:
        """Play to the end, however it comes."""
        try:
            self.begin()
            while not self.state.is_over():
                if self.is_adjudicated():
                    return self.decided(self.exact_margin(), ADJUDICATED)
                self.make(self.choose())
        except ResignError as error:
            asked = len(self.moves) >= len(self.opening) and self.acting == self.place()
            return self.lost(RESIGNED, "") if asked else self.lost("died", str(error))
        except FaultError as fault:
            return self.lost(fault.cause, str(fault))
        except IllegalMoveError as error:
            return self.lost("illegal", str(error))
        except SystemExit as error:
            return self.lost("died", f"{self.specs[self.acting]} failed: SystemExit: {error}")
        except SaizenError as error:
            return self.lost("died", str(error))
        return self.decided(self.margin(), RULES)

    def begin(self) -> None:
        """Seat the two and play the opening."""
        for place, spec in enumerate(self.specs):
            self.acting = place
            self.players.append(self.seat(place))
            begin_game(self.players[place], self.start, spec)
        for move in self.opening:
            self.make(move)

    def make(self, move: Move) -> None:
        """Play a move, and show it to both."""
        for place, player in enumerate(self.players):
            self.acting = place
            show_move(player, self.state, move, self.specs[place])
        self.moves.append(written(self.state, move))
        self.state = self.state.apply_move(move)

    def choose(self) -> Move:
        """Ask whoever is to move, by the clock."""
        place = self.acting = self.place()
        player, control, left = self.players[place], self.plan.time, self.left[place]
        clock = Clock(left, control.increment, control.move) if control.limited else None
        give_clock(player, clock)
        asked, measured, margin = time.monotonic(), None, control.margin
        try:
            answer = ask(player, self.state, self.specs[place])
            if isinstance(player, GtpPlayer | NBoardPlayer | HostedPlayer):  # without what it was told before
                measured, margin = player.seconds, player.patience.margin
        except IllegalMoveError as error:
            answer = error  # raised below: that it was late comes first
        finally:
            taken = time.monotonic() - asked if measured is None else measured
            self.thought[place] += 1
            self.seconds[place] += taken
            self.nodes[place] += getattr(getattr(player, "last", None), "nodes", 0)
        allowed = None if clock is None else clock.allowance
        if allowed is not None and taken > allowed + margin:
            raise FaultError("late", f"{self.specs[place]} took {taken:.3f} s of {allowed:.3f} s")
        if isinstance(answer, IllegalMoveError):
            raise answer
        if left is not None:
            self.left[place] = max(0.0, left - taken) + control.increment
        return answer

    def is_adjudicated(self) -> bool:
        """Tell whether so few squares are empty that the exact score decides."""
        most = self.plan.adjudicate
        return most is not None and isinstance(self.state, Othello) and self.state.empties <= most

    def exact_margin(self) -> float:
        """Return the exact score for the first of the two."""
        assert isinstance(self.state, Othello)
        score = engine.solve(self.state).lower
        return score if self.place() == 0 else -score

    def margin(self) -> float:
        """Return the result of the finished game for the first of the two."""
        score = final_score(self.state)
        return score if self.place() == 0 else -score

    def decided(self, margin: float, cause: str) -> GameResult:
        """Return a game that came to a result."""
        return self.result(points(margin), float(margin), cause, None, "")

    def lost(self, cause: str, detail: str) -> GameResult:
        """Return a game that one of the two gave away."""
        return self.result(float(self.acting), None, cause, None if cause in ENDINGS else self.acting, detail)

    def result(self, score: float, margin: float | None, cause: str, at_fault: int | None, detail: str) -> GameResult:
        """Return what is kept of the game."""
        return GameResult(
            self.game.number,
            " ".join(self.moves),
            min(len(self.opening), len(self.moves)),
            score,
            margin,
            cause,
            at_fault,
            detail[:LONGEST_DETAIL],
            (self.thought[0], self.thought[1]),
            (self.seconds[0], self.seconds[1]),
            (self.nodes[0], self.nodes[1]),
        )
