"""Whole games between two players, many at a time."""

from typing import Any, NamedTuple

from saizen.errors import SettingError
from saizen.games.base import Move, Side, State, final_score
from saizen.players.base import Player, close_player, play_game
from saizen.players.search_player import SearchPlayer
from saizen.players.simple import MaxFlipPlayer, RandomPlayer
from saizen.players.spec import make_player
from saizen.search.native import native_position

__all__ = ["Outcome", "play_games"]


class Outcome(NamedTuple):
    """The moves of a finished game, and its result for the side that moved first."""

    moves: tuple[Move, ...]
    score: Any


def play_games(
    start: State, first: str, second: str, *, games: int = 1, seed: int = 0, from_game: int = 0, native: bool = True
) -> list[Outcome]:
    """Play `games` games between two specs; game number and side give each player a random stream of its own.

    Where the game and both players have native twins, the games are played there: the same games, much faster.
    """
    if games < 0:
        raise SettingError(f"games={games} cannot be played; use 0 or more")
    twin = native_position(start) if native else None
    named = [native_player(make_player(spec, start)) for spec in (first, second)]
    if twin is not None and None not in named:
        return [
            Outcome(moves, score) for moves, score, *_ in twin.play_games(*named, seed % (1 << 64), from_game, games)
        ]
    outcomes = []
    for game in range(from_game, from_game + games):
        one, two = (
            make_player(spec, start, seed=seed, game=game, side=side) for side, spec in enumerate((first, second))
        )
        players = (one, two) if start.next_player is Side.FIRST else (two, one)
        try:
            record = play_game(start, *players)
        finally:
            for player in players:
                close_player(player)
        score = final_score(record.end)
        outcomes.append(Outcome(record.moves, score if record.end.next_player is start.next_player else -score))
    return outcomes


def native_player(player: Player) -> tuple[str, int | None, str, str] | None:
    """Return a player as the native core names it, or None where it knows none like it."""
    if isinstance(player, RandomPlayer):
        return "random", None, "zero", "first"
    if isinstance(player, MaxFlipPlayer):
        return "maxflip", None, "zero", "first"
    if not isinstance(player, SearchPlayer):
        return None
    limited = player.limits.nodes or player.limits.seconds
    judge = getattr(player.evaluate, "native", None)
    if player.algorithm not in ("minimax", "alphabeta") or limited or player.distance or judge is None:
        return None
    return player.algorithm, player.depth, judge, player.ties
