"""What the games of a match or a tournament come to, without the times at which they were played."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from saizen.arena.contest import Standings
from saizen.arena.entries import labels
from saizen.arena.playing import GameResult
from saizen.arena.ratings import Rating, rate
from saizen.arena.statistics import Interval, Pentanomial, Sprt, elo_difference

__all__ = ["Effort", "MatchReport", "Pairing", "Tally", "TournamentReport", "match_report", "tournament_report"]


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, scores: Iterable[float]) -> "Tally":
        """Count scores of 1, ½ and 0."""
        counts = Counter(scores)
        return cls(counts[1.0], counts[0.5], counts[0.0])

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point a win, half a point a draw."""
        return self.wins + self.draws / 2

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass(frozen=True, slots=True)
class Effort:
    """What a player spent on the moves it chose."""

    moves: int
    seconds: float
    nodes: int

    @property
    def seconds_a_move(self) -> float:
        """The mean time of a move."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def nodes_a_move(self) -> float:
        """The mean number of positions of a move, 0 for players that do not tell."""
        return self.nodes / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match between two players; all results are for the one named first."""

    players: tuple[str, str]
    moving_first: Tally  # in the games in which the player named first moves first
    moving_second: Tally
    pentanomial: Pentanomial
    sprt: Sprt | None
    stopped: str | None  # why, before all games were played
    planned: int
    endings: dict[str, int]  # how the games ended, by cause
    faults: tuple[dict[str, int], dict[str, int]]  # of each player, by cause
    effort: tuple[Effort, Effort]

    @property
    def total(self) -> Tally:
        """All games."""
        return self.moving_first + self.moving_second

    @property
    def score(self) -> float | None:
        """The mean points a game."""
        return self.total.points / self.total.games if self.total.games else None

    @property
    def score_interval(self) -> Interval:
        """The 95 % interval of the score, from pairs of games."""
        return self.pentanomial.score_interval

    @property
    def elo(self) -> float | None:
        """The logistic Elo difference, None at 0 or 100 %."""
        return None if self.score is None else elo_difference(self.score)

    @property
    def reason(self) -> str:
        """Why the match ended."""
        if self.stopped is not None:
            return self.stopped
        return "all games played" if self.total.games == self.planned else "interrupted"

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        total, test = self.total, self.sprt
        return {
            "players": list(self.players),
            "games": total.games,
            "wins": total.wins,
            "draws": total.draws,
            "losses": total.losses,
            "moving_first": tally_json(self.moving_first),
            "moving_second": tally_json(self.moving_second),
            "score": self.score,
            "score_ci95": list(self.score_interval),
            "elo": self.elo,
            "elo_ci95": list(self.pentanomial.elo_interval),
            "nelo": self.pentanomial.nelo,
            "nelo_ci95": list(self.pentanomial.nelo_interval),
            "los": self.pentanomial.los,
            "pentanomial": list(self.pentanomial.counts),
            "sprt": None if test is None else sprt_json(test),
            "reason": self.reason,
            "endings": self.endings,
            "faults": dict(Counter(self.faults[0]) + Counter(self.faults[1])),
            "faults_by_player": list(self.faults),
            "seconds_per_move": [effort.seconds_a_move for effort in self.effort],
            "nodes_per_move": [effort.nodes_a_move for effort in self.effort],
        }


def match_report(standings: Standings) -> MatchReport:
    """Return what the games between the only two players of a plan come to."""
    games, plan = standings.counted, standings.plan
    one, two = plan.players
    return MatchReport(
        (one, two),
        Tally.of(game.score for game in games if game.number % 2 == 0),
        Tally.of(game.score for game in games if game.number % 2 == 1),
        Pentanomial.from_games([score for pair in complete_pairs(games) for score in pair]),
        standings.sprt,
        standings.stopped,
        plan.total,
        dict(Counter(game.cause for game in games)),
        (faults_of(games, 0), faults_of(games, 1)),
        (effort_of(games, 0), effort_of(games, 1)),
    )


def complete_pairs(games: Sequence[GameResult]) -> Iterator[tuple[float, float]]:
    """Yield the scores of both games of each pair, in order."""
    scores = {game.number: game.score for game in games}
    for number in sorted(scores):
        if number % 2 == 0 and number + 1 in scores:
            yield scores[number], scores[number + 1]


def faults_of(games: Iterable[GameResult], place: int) -> dict[str, int]:
    """Count the faults of one of the two, by cause."""
    return dict(Counter(game.cause for game in games if game.at_fault == place))


def effort_of(games: Iterable[GameResult], place: int) -> Effort:
    """Sum up what one of the two spent."""
    games = list(games)
    return Effort(
        sum(game.thought[place] for game in games),
        sum(game.seconds[place] for game in games),
        sum(game.nodes[place] for game in games),
    )


def tally_json(tally: Tally) -> dict[str, int]:
    """Return a tally as JSON."""
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def sprt_json(test: Sprt) -> dict[str, Any]:
    """Return a sequential test as JSON."""
    asked = test.hypotheses
    return {
        "model": "normalized",
        "elo0": asked.elo0,
        "elo1": asked.elo1,
        "alpha": asked.alpha,
        "beta": asked.beta,
        "llr": test.llr,
        "bounds": list(asked.bounds),
        "result": str(test.result),
    }


@dataclass(frozen=True, slots=True)
class Pairing:
    """The games of two players of a tournament, by their places; the tally is the first one's."""

    one: int
    two: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """A tournament: the ladder of ratings, and what each pairing came to."""

    players: tuple[str, ...]
    ladder: list[Rating]  # best first
    pairings: list[Pairing]
    planned: int
    stopped: str | None
    faults: list[dict[str, int]]  # of each player, by cause
    effort: list[Effort]

    @property
    def games(self) -> int:
        """How many games count."""
        return sum(pairing.tally.games for pairing in self.pairings)

    @property
    def reason(self) -> str:
        """Why the tournament ended."""
        if self.stopped is not None:
            return self.stopped
        return "all games played" if self.games == self.planned else "interrupted"

    def points(self, one: int, two: int) -> tuple[float, int] | None:
        """Return the points of one player against another, and their games; None if they did not meet."""
        for pairing in self.pairings:
            if (pairing.one, pairing.two) == (one, two):
                return pairing.tally.points, pairing.tally.games
            if (pairing.one, pairing.two) == (two, one):
                return pairing.tally.games - pairing.tally.points, pairing.tally.games
        return None

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "players": list(self.players),
            "games": self.games,
            "reason": self.reason,
            "ladder": [self.place_json(rating) for rating in self.ladder],
            "pairings": [
                {"players": [pairing.one, pairing.two], **tally_json(pairing.tally)} for pairing in self.pairings
            ],
        }

    def place_json(self, rating: Rating) -> dict[str, Any]:
        """Return a player's place on the ladder as JSON."""
        effort = self.effort[rating.player]
        return {
            "player": self.players[rating.player],
            "elo": rating.elo,
            "elo_ci95": [rating.low, rating.high],
            "games": rating.games,
            "points": rating.score,
            "faults": self.faults[rating.player],
            "seconds_per_move": effort.seconds_a_move,
            "nodes_per_move": effort.nodes_a_move,
        }


def tournament_report(standings: Standings) -> TournamentReport:
    """Return what the games of all players of a plan come to."""
    plan = standings.plan
    met: dict[tuple[int, int], list[GameResult]] = {pairing: [] for pairing in plan.pairings}
    for game in standings.counted:
        scheduled = plan.scheduled(game.number)
        assert scheduled is not None
        met[scheduled.one, scheduled.two].append(game)
    faults = [Counter[str]() for _ in plan.players]
    effort = [Effort(0, 0.0, 0) for _ in plan.players]
    for pairing, games in met.items():
        for place, player in enumerate(pairing):
            faults[player].update(faults_of(games, place))
            spent = effort_of(games, place)
            before = effort[player]
            effort[player] = Effort(
                before.moves + spent.moves, before.seconds + spent.seconds, before.nodes + spent.nodes
            )
    scores = [(one, two, game.score) for (one, two), games in met.items() for game in games]
    pairings = [Pairing(one, two, Tally.of(game.score for game in games)) for (one, two), games in met.items()]
    return TournamentReport(
        labels(plan.players),
        rate(scores, len(plan.players)),
        pairings,
        plan.total,
        standings.stopped,
        [dict(counts) for counts in faults],
        effort,
    )
