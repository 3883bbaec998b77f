"""The one grammar for players: `NAME[:key=value,…]`, `file.py:Name`, or `gtp:COMMAND` and `nboard:COMMAND`.

What follows `gtp:` or `nboard:` is the whole command; settings stand before it: `nboard[cwd=DIR,depth=8]:./engine x`.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

from saizen.errors import ProtocolError, SaizenError, SpecError
from saizen.games.base import Move, State
from saizen.games.othello import Othello
from saizen.games.user_file import is_user_spec, load_object, where
from saizen.players.base import Player
from saizen.players.engine_player import ENGINE_KEYS, make_engine_player
from saizen.players.evaluators import make_evaluator
from saizen.players.gtp import GtpPlayer
from saizen.players.nboard import NBoardPlayer
from saizen.players.outside import Patience
from saizen.players.search_player import SearchPlayer, refuse_endless
from saizen.players.settings import Settings
from saizen.players.simple import FunctionPlayer, MaxFlipPlayer, RandomPlayer
from saizen.randomness import Stream
from saizen.search import Limits

__all__ = ["PLAYERS", "make_player", "read_spec"]

LIMITS = ("depth", "seconds", "nodes")
SEARCH_KEYS = (*LIMITS, "eval", "ties", "distance")
PROGRAM_KEYS = ("cwd", "start", "reply", "stop", "margin", "grace")
PROGRAM = re.compile(r"(gtp|nboard)(?:\[([^]]*)\])?:(.*)", re.DOTALL)

# Every player's name and the keys it takes.
PLAYERS: Mapping[str, tuple[str, ...]] = {
    "human": (),
    "random": (),
    "maxflip": (),
    "minimax": SEARCH_KEYS,
    "negamax": SEARCH_KEYS,
    "alphabeta": SEARCH_KEYS,
    "pvs": SEARCH_KEYS,
    "mtdf": SEARCH_KEYS,
    "proof_number": SEARCH_KEYS,
    "mcts": (*SEARCH_KEYS, "playouts"),
    "engine": ENGINE_KEYS,
    "gtp": PROGRAM_KEYS,
    "nboard": (*PROGRAM_KEYS, "depth"),
}


def read_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Return the name and the settings of a built-in player."""
    name, _, rest = spec.partition(":")
    if name not in PLAYERS:
        raise SpecError(f"unknown player {name!r}; known: {' '.join(PLAYERS)}, or file.py:Name")
    return name, read_settings(name, rest, spec)


def read_settings(name: str, text: str, spec: str) -> dict[str, str]:
    """Return the settings `key=value,…` of a player."""
    values: dict[str, str] = {}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        if key not in PLAYERS[name]:
            known = " ".join(PLAYERS[name]) or "none"
            raise SpecError(f"unknown key {key!r} for player {name!r}; known: {known}")
        if not equals or not value:
            raise SpecError(f"key {key!r} in {spec!r} has no value; write {key}=VALUE")
        if key in values:
            raise SpecError(f"key {key!r} stands twice in {spec!r}")
        values[key] = value
    return values


def make_player(
    spec: str,
    start: State,
    *,
    seed: int = 0,
    game: int = 0,
    side: int = 0,
    ask: Callable[[State], Move] | None = None,
    limits: Limits | None = None,
) -> Player:
    """Return the player that `spec` describes, for the game that begins with `start`.

    `ask` is how a human is asked; `limits` adds a cancel or progress call to what the spec says.
    """
    program = PROGRAM.fullmatch(spec)
    if program is not None:
        name, settings_text, command = program.groups()
        return program_player(name, Settings(spec, read_settings(name, settings_text or "", spec)), command, start)
    if is_user_spec(spec) and spec.partition(":")[0] not in PLAYERS:
        return user_player(spec, seed)
    name, values = read_spec(spec)
    settings = Settings(spec, values)
    if name == "human":
        if ask is None:
            raise SpecError("player 'human' needs someone to ask; choose another player here")
        return FunctionPlayer(ask)
    if name == "random":
        return RandomPlayer(Stream(seed, game, side))
    if name == "maxflip":
        if not isinstance(start, Othello):
            raise SpecError(f"player 'maxflip' plays Othello only, not {type(start).__name__}")
        return MaxFlipPlayer()
    if name in ("gtp", "nboard"):
        raise SpecError(f"player {name!r} needs a command, e.g. {name}:./engine --level 3")
    if name == "engine":
        return make_engine_player(settings, start, Stream(seed, game, side), limits or Limits())
    return search_player(name, settings, start, Stream(seed, game, side), limits or Limits())


def search_player(name: str, settings: Settings, start: State, dice: Stream, limits: Limits) -> SearchPlayer:
    """Return a player that searches, refusing one that would never answer."""
    playouts = settings.whole("playouts", 1)
    depth, seconds, nodes = settings.whole("depth", 1), settings.number("seconds"), settings.whole("nodes", 1)
    if name == "mcts":
        playouts = playouts or (None if seconds or nodes else 1000)
    elif depth is None and seconds is None and nodes is None:
        refuse_endless(name, start)
    return SearchPlayer(
        name,
        evaluate=make_evaluator(settings.values.get("eval"), start),
        depth=depth,
        limits=Limits(nodes, seconds, limits.cancel, limits.progress),
        ties=settings.one_of("ties", ("first", "last", "random")),
        distance=settings.one_of("distance", ("no", "yes")) == "yes",
        playouts=playouts,
        dice=dice,
    )


def program_player(name: str, settings: Settings, command: str, start: State) -> Player:
    """Return an outside program that speaks one of the protocols."""
    given = {key: settings.number(key) for key in PROGRAM_KEYS[1:]}
    patience = Patience(**{key: seconds for key, seconds in given.items() if seconds is not None})
    cwd = settings.values.get("cwd")
    if name == "gtp":
        return GtpPlayer(command, start, cwd=cwd, patience=patience)
    return NBoardPlayer(command, start, cwd=cwd, patience=patience, depth=settings.whole("depth", 1))


def user_player(spec: str, seed: int) -> Player:
    """Return a user's own player: a function of a state, or a class with `choose` and perhaps a seed."""
    made = load_object(spec)
    if not callable(made):
        raise ProtocolError(f"{spec} is no player; write 'def {spec.rpartition(':')[2]}(state)' that returns a move")
    if not inspect.isclass(made):
        return FunctionPlayer(made)
    make: Callable[..., Any] = made
    try:
        player: Player = make(seed=seed) if "seed" in inspect.signature(make).parameters else make()
    except SaizenError:
        raise
    except Exception as error:
        raise ProtocolError(f"{spec} failed: {type(error).__name__}: {error}{where(error)}") from error
    if not callable(getattr(player, "choose", None)):
        raise ProtocolError(f"{spec} has no method choose; a player class needs 'def choose(self, state)'")
    return player
