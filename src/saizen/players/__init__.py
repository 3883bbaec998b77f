"""Who decides a move: at random, by search, by a person, by a file of the user's, by an outside program."""

from saizen.players.base import (
    Clock,
    GameRecord,
    Player,
    ask,
    begin_game,
    close_player,
    give_clock,
    play_game,
    show_move,
)
from saizen.players.engine_player import EnginePlayer
from saizen.players.evaluators import discs, make_evaluator, positional
from saizen.players.gtp import GtpPlayer
from saizen.players.nboard import NBoardPlayer
from saizen.players.search_player import SearchPlayer
from saizen.players.simple import FunctionPlayer, MaxFlipPlayer, RandomPlayer
from saizen.players.spec import make_player

__all__ = [
    "Clock",
    "EnginePlayer",
    "FunctionPlayer",
    "GameRecord",
    "GtpPlayer",
    "MaxFlipPlayer",
    "NBoardPlayer",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "ask",
    "begin_game",
    "close_player",
    "discs",
    "give_clock",
    "make_evaluator",
    "make_player",
    "play_game",
    "positional",
    "show_move",
]
