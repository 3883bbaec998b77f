"""The options that commands share, and what they make of them."""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from saizen.cli.console import Console
from saizen.games.base import State

__all__ = [
    "complete_games",
    "complete_players",
    "console_options",
    "depth_options",
    "effort_options",
    "game_options",
    "given",
    "limit_options",
    "position_options",
    "read_start",
]

F = TypeVar("F", bound=Callable[..., Any])


def console_options(function: F) -> F:
    """Add --json, --plain, --lang and --seed; the command receives a `console` and the `seed`."""

    @click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
    @click.option("--plain", is_flag=True, help="Pure ASCII, no colour, in English.")
    @click.option("--lang", type=click.Choice(["en", "ja"]), help="Language (default: that of the environment).")
    @click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of everything random.")
    @functools.wraps(function)
    def command(*args: Any, as_json: bool, plain: bool, lang: Any, **options: Any) -> Any:
        return function(*args, console=Console.of(lang, plain=plain, as_json=as_json), **options)

    return command  # type: ignore[return-value]


def game_options(default: str | None = None) -> Callable[[F], F]:
    """Add GAME, --size, --start, --position and --moves; the command receives them as they stand."""
    optional: dict[str, Any] = {} if default is None else {"default": default}

    def decorate(function: F) -> F:
        @click.argument("game", shell_complete=complete_games, **optional)
        @click.option("--size", help="Columns x rows: 8 or 6x4 (othello), 7x6 (connect4), 5,5,4 (mnk).")
        @click.option(
            "--start",
            type=click.Choice(["standard", "mirrored", "random"]),
            default="standard",
            help="Othello's centre.",
        )
        @click.option("--position", help="Position text: X, O, - from a1 row by row, a blank, X or O to move.")
        @click.option("--moves", help="Moves played from there, e.g. f5d6c3.")
        @functools.wraps(function)
        def command(*args: Any, **options: Any) -> Any:
            return function(*args, **options)

        return command  # type: ignore[return-value]

    return decorate


def position_options(default: str | None = None) -> Callable[[F], F]:
    """Add the game's options; the command receives the `state` they describe."""

    def decorate(function: F) -> F:
        @game_options(default)
        @functools.wraps(function)
        def command(*args: Any, game: str, moves: str | None, **options: Any) -> Any:
            from saizen.records.transcript import follow

            position = {name: options.pop(name) for name in ("size", "start", "position")}
            state = read_start(game, seed=options["seed"], **position)
            return function(*args, game=game, state=follow(state, moves)[0] if moves else state, **options)

        return command  # type: ignore[return-value]

    return decorate


def read_start(game: str, *, size: str | None, start: Any, seed: int, position: str | None) -> State:
    """Return the start of a game, or the position given instead."""
    from saizen.games.catalogue import make_game
    from saizen.records.transcript import parse_position

    state = make_game(game, size=size, start=start, seed=seed)
    return state if position is None else parse_position(state, position)


def effort_options(*, least_mib: int, mib: int, use: str) -> Callable[[F], F]:
    """Add --threads and --hash, whose table of so many MiB is of some `use`: what a native Othello search may take."""

    def decorate(function: F) -> F:
        @click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Othello: threads.")
        @click.option(
            "--hash",
            "hash_mib",
            type=click.IntRange(least_mib, 1 << 16),
            default=mib,
            show_default=True,
            help=f"Othello: {use}.",
        )
        @functools.wraps(function)
        def command(*args: Any, **options: Any) -> Any:
            return function(*args, **options)

        return command  # type: ignore[return-value]

    return decorate


def limit_options(function: F) -> F:
    """Add --seconds and --nodes: when to stop."""

    @click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Stop after so many seconds.")
    @click.option("--nodes", type=click.IntRange(1), help="Stop after so many positions.")
    @functools.wraps(function)
    def command(*args: Any, **options: Any) -> Any:
        return function(*args, **options)

    return command  # type: ignore[return-value]


def depth_options(function: F) -> F:
    """Add --depth and --eval: how far to search, and what judges the horizon."""

    @click.option("--depth", type=click.IntRange(1), help="Plies to search.")
    @click.option("--eval", "evaluator", help="Evaluator: discs, positional, pattern, zero or file.py:function.")
    @functools.wraps(function)
    def command(*args: Any, **options: Any) -> Any:
        return function(*args, **options)

    return command  # type: ignore[return-value]


def given(ctx: click.Context, options: Mapping[str, str]) -> str | None:
    """Return the first of the options, by parameter, that stands on the command line."""
    named = (
        option for name, option in options.items() if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
    )
    return next(named, None)


def complete_games(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the games whose names begin so, for the shell."""
    from saizen.games.catalogue import GAMES

    return names_or_files(GAMES, incomplete)


def complete_players(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the players whose names begin so, for the shell."""
    from saizen.players.spec import PLAYERS

    return names_or_files(PLAYERS, incomplete)


def names_or_files(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return the names that begin so; where none does, let the shell look for a file."""
    fitting = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return fitting or [CompletionItem(incomplete, type="file")]
