"""Who decides a move: at random, by search, by a person, by a file of the user's."""

from saizen.players.base import GameRecord, Player, ask, play_game
from saizen.players.evaluators import discs, make_evaluator, positional
from saizen.players.search_player import SearchPlayer
from saizen.players.simple import FunctionPlayer, MaxFlipPlayer, RandomPlayer
from saizen.players.spec import make_player

__all__ = [
    "FunctionPlayer",
    "GameRecord",
    "MaxFlipPlayer",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "ask",
    "discs",
    "make_evaluator",
    "make_player",
    "play_game",
    "positional",
]
