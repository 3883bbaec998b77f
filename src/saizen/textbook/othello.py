"""The document on Othello by minimax: its evaluations, its players by strategy name, and its table of win rates."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from saizen.errors import SettingError, SpecError
from saizen.games.base import Side
from saizen.games.othello import Othello
from saizen.players import GameRecord, RandomPlayer, SearchPlayer, discs, positional
from saizen.players import play_game as play
from saizen.players.games import play_games as play_many
from saizen.randomness import Stream
from saizen.search import Evaluator

__all__ = [
    "DOCUMENT_GAMES",
    "DOCUMENT_RATES",
    "EVALUATIONS",
    "STRATEGIES",
    "Example",
    "MiniMaxAction",
    "Player",
    "RandomAction",
    "Tally",
    "custom_evaluation",
    "document_wins",
    "example",
    "mass_count",
    "opening",
    "play_game",
    "play_games",
    "repeats",
    "strategy_table",
    "win_rates",
]

Colour: TypeAlias = Literal["white", "black"]
COLOURS: Mapping[Colour, Side] = {"white": Side.SECOND, "black": Side.FIRST}

mass_count: Evaluator[Othello] = discs
custom_evaluation: Evaluator[Othello] = positional
EVALUATIONS: Mapping[str, Evaluator[Othello]] = {"mass_count": mass_count, "custom": custom_evaluation}
STRATEGIES = ("random", "minimax")
BATCH = 1000  # games whose moves are held at a time


class Action(Protocol):
    """A way to choose the next action."""

    def action(self, othello: Othello) -> int:
        """Return the move to play: a square, or the pass where nothing else is legal."""


class RandomAction:
    """Chooses any legal action."""

    def __init__(self, dice: Stream) -> None:
        self.player = RandomPlayer(dice)

    def action(self, othello: Othello) -> int:
        """Return a random move."""
        move: int = self.player.choose(othello)
        return move


class MiniMaxAction:
    """Chooses the action of a minimax search; of equally good ones it takes the last, as the document does.

    A forced pass is one more ply, as the rules say: the search goes on behind it.
    """

    def __init__(self, depth: int = 2, evaluation: str = "mass_count") -> None:
        if evaluation not in EVALUATIONS:
            raise SpecError(f"unknown evaluation {evaluation!r}; known: {' '.join(EVALUATIONS)}")
        if depth < 1:
            raise SettingError(f"depth={depth!r} leaves nothing to choose by; use 1 or more")
        self.player = SearchPlayer("minimax", EVALUATIONS[evaluation], depth, ties="last")

    def action(self, othello: Othello) -> int:
        """Return the last best move."""
        move: int = self.player.choose(othello)
        return move


class Player:
    """Plays by the strategy of that name, `random` or `minimax`."""

    def __init__(
        self, strategy: str, depth: int = 2, evaluation: str = "mass_count", *, dice: Stream | None = None
    ) -> None:
        if strategy not in STRATEGIES:
            raise SpecError(f"unknown strategy {strategy!r}; known: {' '.join(STRATEGIES)}")
        search = MiniMaxAction(depth, evaluation)  # made for every strategy, so that a wrong setting is never ignored
        self.strategy: Action = search if strategy == "minimax" else RandomAction(dice or Stream(0))

    def choose(self, state: Othello) -> int:
        """Return the move to play."""
        return self.strategy.action(state)

    def put(self, othello: Othello) -> Othello:
        """Return the position after this player's move."""
        return othello.apply_move(self.choose(othello))


def opening(first: Colour = "black") -> Othello:
    """Return the start position; the rules let black move first, the document's code lets white."""
    if first not in COLOURS:
        raise SettingError(f"first={first!r} is no colour; use black or white")
    start = Othello()
    return start.parse_position(start.position_text()[:-1] + ("X" if first == "black" else "O"))


def play_game(
    white_strategy: str,
    black_strategy: str,
    *,
    depth: int = 2,
    white_evaluation: str = "mass_count",
    black_evaluation: str = "mass_count",
    first: Colour = "black",
    seed: int = 0,
    game: int = 0,
) -> GameRecord:
    """Play one game between two strategies; the random ones are fixed by `seed` and the number of the game."""
    start = opening(first)
    white = Player(white_strategy, depth, white_evaluation, dice=Stream(seed, game, int(first == "black")))
    black = Player(black_strategy, depth, black_evaluation, dice=Stream(seed, game, int(first == "white")))
    return play(start, black, white)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games white won, how many were drawn, and how many black won."""

    white: int = 0
    draws: int = 0
    black: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.white + self.draws + self.black

    def rate(self, colour: Colour) -> float:
        """Return the share of the games that `colour` won; draws count as not won, as in the document."""
        return (self.white if colour == "white" else self.black) / self.games


def play_games(
    white_strategy: str,
    black_strategy: str,
    *,
    games: int = 1000,
    depth: int = 2,
    white_evaluation: str = "mass_count",
    black_evaluation: str = "mass_count",
    first: Colour = "black",
    seed: int = 0,
) -> Tally:
    """Play many games and count who won: those of `play_game`, in the native core.

    `repeats` tells whether they can differ.
    """
    if games < 1:
        raise SettingError(f"games={games!r} is no number of games; use 1 or more")
    start = opening(first)
    white = player_spec(white_strategy, depth, white_evaluation)
    black = player_spec(black_strategy, depth, black_evaluation)
    players = (black, white) if first == "black" else (white, black)
    seed %= 1 << 64  # which is all that a stream takes of it, and all that the core accepts
    results: Counter[int] = Counter()  # for the side that begins
    for game in range(0, games, BATCH):
        outcomes = play_many(start, *players, games=min(BATCH, games - game), seed=seed, from_game=game)
        results.update((outcome.score > 0) - (outcome.score < 0) for outcome in outcomes)
    white_won = 1 if first == "white" else -1
    return Tally(results[white_won], results[0], results[-white_won])


def player_spec(strategy: str, depth: int, evaluation: str) -> str:
    """Return the spec of the player that `Player` makes of the same settings."""
    Player(strategy, depth, evaluation)  # refuses what is wrong
    return "random" if strategy == "random" else f"minimax:depth={depth},eval={evaluation},ties=last"


def repeats(white_strategy: str, black_strategy: str) -> bool:
    """Tell whether every game of these two would be the same, since neither of them plays at random."""
    return "random" not in (white_strategy, black_strategy)


def win_rates(
    strategy: str, *, evaluation: str = "mass_count", games: int = 1000, **settings: Any
) -> Mapping[Colour, Tally]:
    """Return how a strategy does against random play, as white and as black, with the settings of `play_game`."""
    return {
        "white": play_games(strategy, "random", white_evaluation=evaluation, games=games, **settings),
        "black": play_games("random", strategy, black_evaluation=evaluation, games=games, **settings),
    }


# The document's table: the games of each cell, and in per cent how many a strategy with its evaluation wins.
DOCUMENT_GAMES = 1000
DOCUMENT_RATES: Mapping[tuple[str, str], Mapping[Colour, int]] = {
    ("random", "mass_count"): {"white": 51, "black": 45},
    ("minimax", "mass_count"): {"white": 73, "black": 62},
    ("minimax", "custom"): {"white": 95, "black": 92},
}


Table: TypeAlias = Mapping[tuple[str, str], Mapping[Colour, Tally]]  # strategy and evaluation → side → games


def document_wins(percent: int, rate: float) -> int:
    """Return how many games the document may have seen won: of the counts that round to its per cent the nearest."""
    figure, rounding = percent * DOCUMENT_GAMES // 100, DOCUMENT_GAMES // 200
    return min(max(round(rate * DOCUMENT_GAMES), figure - rounding), figure + rounding)


def strategy_table(games: int = 1000, seed: int = 0, **settings: Any) -> Table:
    """Return the document's six cells: each strategy and evaluation, as white and as black, against random play."""
    return {
        (strategy, evaluation): win_rates(strategy, evaluation=evaluation, games=games, seed=seed, **settings)
        for strategy, evaluation in DOCUMENT_RATES
    }


@dataclass(frozen=True, slots=True)
class Example:
    """A position, each move with the values of the replies to it, and the move that minimax chooses."""

    position: Othello
    replies: Mapping[int, Mapping[int, int]]  # move → reply → discs of the mover less those of the other side
    choice: int

    def highest(self, move: int) -> int:
        """Return the value of the reply that suits the mover best."""
        return max(self.replies[move].values())

    def lowest(self, move: int) -> int:
        """Return the value of the reply that the opponent will choose."""
        return min(self.replies[move].values())


def example() -> Example:
    """Return a worked example with the document's table: six moves for white, of which only the fifth keeps 0.

    The text does not give the position. Its table needs an even number of discs with white to move, so white must
    have begun; after e3 d3 c3 d2 of such a game the table is the document's, value for value.
    """
    position = opening("white")
    for name in ("e3", "d3", "c3", "d2"):
        position = position.apply_move(position.parse_move(name))
    replies = {}
    for move in position.legal_moves():
        reached = position.apply_move(move)
        replies[move] = {reply: discs(reached.apply_move(reply)) for reply in reached.legal_moves()}
    return Example(position, replies, MiniMaxAction(2).action(position))
