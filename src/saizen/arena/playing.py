"""Playing the games of a plan: the clock, the faults and the results; in the native core where it can."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from saizen import engine
from saizen.arena.plan import Plan, Schedule
from saizen.errors import FaultError, IllegalMoveError, ProtocolError, ResignError
from saizen.games.base import Move, State, final_score, move_name
from saizen.games.othello import Othello
from saizen.games.user_file import is_user_spec
from saizen.players.base import Clock, Player, ask, begin_game, close_player, give_clock, show_move
from saizen.players.games import native_player
from saizen.players.gtp import GtpPlayer
from saizen.players.hosted import HostedPlayer
from saizen.players.nboard import NBoardPlayer
from saizen.players.spec import make_player
from saizen.search.native import native_position

__all__ = ["ENDINGS", "RULES", "GameResult", "check_players", "play_pairs", "points"]

RULES, ADJUDICATED, RESIGNED = "rules", "adjudicated", "resigned"
ENDINGS = (RULES, ADJUDICATED, RESIGNED)  # the ways to end that are no fault
LONGEST_DETAIL = 500  # characters


class GameResult(NamedTuple):
    """A game played, as a journal keeps it: the score of the first of the two who met, and pairs of what is of both."""

    number: int
    moves: str  # their names, opening first
    opening: int  # plies of it
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
        finally:
            close_player(player, spec)


def seat_player(plan: Plan, spec: str, start: State, game: int, side: int) -> Player:
    """Return a player for one side of a game."""
    if plan.hosted and is_user_spec(spec):
        return HostedPlayer(spec, plan.game, size=plan.size, seed=plan.seed + game)
    return make_player(spec, start, seed=plan.seed, game=game, side=side)


def play_pairs(plan: Plan, pairs: Iterable[int], *, native: bool = True) -> Iterator[GameResult]:
    """Yield the games of some pairs, each as the plan's seed has it wherever and whenever it is played."""
    start = plan.state()
    native = native and not plan.time.limited and plan.adjudicate is None
    table = NativeTable(plan, start) if native else None
    with Seats(plan, start) as seats:
        for pair in pairs:
            games = list(plan.pair(pair))
            opening = plan.openings.moves(start, plan.seed, games[0].opening)
            if table is not None and table.seats(games[0]):
                table.add(games, opening)
                continue
            for game in games:
                with seats.taken(game) as players:
                    yield Game(plan, start, game, opening, players).play()
    if table is not None:
        yield from table.play()


class NativeTable:
    """Plays whole games in the native core, where it knows the game and both players."""

    def __init__(self, plan: Plan, start: State) -> None:
        self.plan, self.start, self.twin = plan, start, native_position(start)
        self.players = [None if self.twin is None else native_name(plan, spec, start) for spec in plan.players]
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
        for (one, two), pairs in self.waiting.items():
            numbers = [games[0].number // 2 for games, _ in pairs]
            openings = [opening for _, opening in pairs]
            played = self.twin.play_pairs(self.players[one], self.players[two], self.plan.seed, numbers, openings)
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
            self.names[move] = move_name(self.start, move)
        return self.names[move]


def native_name(plan: Plan, spec: str, start: State) -> tuple[str, int | None, str, str] | None:
    """Return a player as the native core names it, or None where it knows none like it."""
    return None if plan.hosted and is_user_spec(spec) else native_player(make_player(spec, start))


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

    def __enter__(self) -> "Seats":
        return self

    def __exit__(self, *_: object) -> None:
        with ExitStack() as stack:
            for (spec, _place), player in self.kept.items():
                stack.callback(close_player, player, spec)
        self.kept.clear()

    @contextmanager
    def taken(self, game: Schedule) -> Iterator[tuple[Player, Player]]:
        """Seat the two players of a game."""
        with ExitStack() as stack:
            one = self.player(self.plan.players[game.one], 0, game, stack)
            two = self.player(self.plan.players[game.two], 1, game, stack)
            yield one, two

    def player(self, spec: str, place: int, game: Schedule, stack: ExitStack) -> Player:
        """Return the player for one of two places, who leaves with the `stack` unless it stays."""
        if (spec, place) in self.kept:
            return self.kept[spec, place]
        side = place if not game.swapped else 1 - place
        player = seat_player(self.plan, spec, self.start, game.number, side)
        if isinstance(player, GtpPlayer | NBoardPlayer):
            self.kept[spec, place] = player
        else:
            stack.callback(close_player, player, spec)
        return player


class Game:
    """One game between two players: who is to move, the clocks, and how it ends."""

    def __init__(
        self, plan: Plan, start: State, game: Schedule, opening: tuple[Move, ...], players: tuple[Player, Player]
    ) -> None:
        self.plan, self.game, self.opening, self.players = plan, game, opening, players
        self.start = self.state = start
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
        place = 0
        try:
            for place in (0, 1):
                begin_game(self.players[place], self.start, self.specs[place])
            for move in self.opening:
                self.make(move)
            while not self.state.is_over():
                if self.is_adjudicated():
                    return self.decided(self.exact_margin(), ADJUDICATED)
                place = self.place()
                self.make(self.choose(place))
        except ResignError:
            return self.lost(place, RESIGNED, "")
        except FaultError as fault:
            return self.lost(place, fault.cause, str(fault))
        except IllegalMoveError as error:
            return self.lost(place, "illegal", str(error))
        except ProtocolError as error:
            return self.lost(place, "died", str(error))
        return self.decided(self.margin(), RULES)

    def make(self, move: Move) -> None:
        """Play a move, and show it to both."""
        for place in (0, 1):
            show_move(self.players[place], self.state, move, self.specs[place])
        self.moves.append(move_name(self.state, move))
        self.state = self.state.apply_move(move)

    def choose(self, place: int) -> Move:
        """Ask a player for a move, by the clock."""
        player, control = self.players[place], self.plan.time
        left = self.left[place]
        clock = Clock(left, control.increment, control.move) if control.limited else None
        give_clock(player, clock)
        asked = time.monotonic()
        try:
            move = ask(player, self.state, self.specs[place])
        finally:
            taken = time.monotonic() - asked
            self.thought[place] += 1
            self.seconds[place] += taken
            self.nodes[place] += getattr(getattr(player, "last", None), "nodes", 0)
        allowed = None if clock is None else clock.allowance
        if allowed is not None and taken > allowed + control.margin:
            raise FaultError("late", f"{self.specs[place]} took {taken:.3f} s of {allowed:.3f} s")
        if left is not None:
            self.left[place] = max(0.0, left - taken) + control.increment
        return move

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
        return self.result(points(margin), margin, cause, None, "")

    def lost(self, place: int, cause: str, detail: str) -> GameResult:
        """Return a game that one of the two gave away."""
        return self.result(float(place), None, cause, None if cause in ENDINGS else place, detail)

    def result(self, score: float, margin: float | None, cause: str, at_fault: int | None, detail: str) -> GameResult:
        """Return what is kept of the game."""
        return GameResult(
            self.game.number,
            " ".join(self.moves),
            len(self.opening),
            score,
            margin,
            cause,
            at_fault,
            detail[:LONGEST_DETAIL],
            (self.thought[0], self.thought[1]),
            (self.seconds[0], self.seconds[1]),
            (self.nodes[0], self.nodes[1]),
        )
