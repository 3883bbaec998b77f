"""`saizen play`: a game in the terminal."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from saizen.cli.console import Console, at_terminal
from saizen.cli.options import complete_games, complete_players, console_options, read_start
from saizen.cli.session import Session
from saizen.errors import SettingError
from saizen.games.base import State, normalise, position_text
from saizen.games.othello import Othello
from saizen.records.saved_game import SavedGame, load_game
from saizen.records.transcript import follow, move_names

__all__ = ["command"]

FRIENDLY = "engine:human=800"


@click.command("play", epilog="Example: saizen play othello --second engine:level=10")
@click.argument("game", default="othello", shell_complete=complete_games)
@click.option("--first", shell_complete=complete_players, help="Who moves first, e.g. human (default at a terminal).")
@click.option(
    "--second", shell_complete=complete_players, help="Who moves second, e.g. engine:human=1200 or gtp:COMMAND."
)
@click.option("--size", help="Columns x rows: 8 or 6x4 (othello), 7x6 (connect4), 5,5,4 (mnk).")
@click.option(
    "--start", type=click.Choice(["standard", "mirrored", "random"]), default="standard", help="Othello's centre."
)
@click.option("--position", help="Begin from position text instead.")
@click.option("--moves", help="Begin after these moves, e.g. f5d6c3.")
@click.option("--load", type=click.Path(path_type=Path), help="Go on with a saved game.")
@click.option("--save", type=click.Path(path_type=Path), help="Where to save the game, finished or not.")
@console_options
def command(
    game: str,
    first: str | None,
    second: str | None,
    load: Path | None,
    save: Path | None,
    console: Console,
    seed: int,
    **position: Any,
) -> None:
    """Play GAME: tictactoe, mnk, connect4, othello, or a class of your own as file.py:Class.

    Players: human, random, maxflip, minimax, alphabeta, pvs, mtdf, mcts, engine, or file.py:Name, with settings as in
    alphabeta:depth=6,eval=positional. The engine plays Othello: from engine:human=400, a beginner, to engine:level=20.
    While playing, type help. Without a terminal two machines play.
    """
    if load is not None:
        refuse_beside_load(click.get_current_context())
        saved = load_game(load)
        saved = replace(saved, first=first or saved.first, second=second or saved.second)
    else:
        start, state_moves = begin(game, seed, position)
        saved = SavedGame(
            game,
            position["size"],
            position_text(start) if hasattr(start, "parse_position") else None,
            state_moves,
            first or ("human" if at_terminal() else machine(start)),
            second or machine(start),
            seed,
        )
    session = Session(saved, console, save or load)
    enable_completion(session)
    session.run()
    if save is not None and session.finished:
        session.save("")


def refuse_beside_load(ctx: click.Context) -> None:
    """Refuse what a saved game already says, rather than leave it out of account."""
    for name in ("game", "size", "start", "position", "moves", "seed"):
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            shown = ctx.params[name] if name == "game" else f"--{name}"
            raise SettingError(f"--load brings its own game; leave out {shown}")


def begin(game: str, seed: int, position: dict[str, Any]) -> tuple[State, list[str]]:
    """Return the start the options describe, and the moves already played from it."""
    moves = position.pop("moves")
    start = read_start(game, seed=seed, **position)
    return start, move_names(start, follow(start, moves)[1]) if moves else []


def machine(start: State) -> str:
    """Return the opponent of someone who has named none: a second a move for people, quick without them.

    In Othello it is one that a beginner can beat.
    """
    if isinstance(start, Othello) and start.native() is not None:
        return FRIENDLY
    effort = "pvs:seconds=1" if at_terminal() else "alphabeta:depth=2"
    return f"{effort},eval=positional" if isinstance(start, Othello) else effort


def enable_completion(session: Session) -> None:
    """Let the Tab key complete moves and commands, where the terminal can."""
    if not at_terminal():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, index: int) -> str | None:
        fitting = [word for word in session.completions() if normalise(word).startswith(normalise(text))]
        return fitting[index] if index < len(fitting) else None

    readline.set_completer_delims("")  # a move may hold any character
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
