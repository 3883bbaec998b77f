"""The command line: the only place, beside the web, that prints, reads input or looks at the environment."""

import importlib
import sys
import traceback
from collections.abc import Mapping
from typing import Any

import click

from saizen.errors import FaultError, SaizenError

__all__ = ["main"]

RECURSION = 5000  # a search to the end of the largest boards is some 700 plies deep, with a few calls a ply

# Each command, its module `saizen.cli.NAME` (an underscore for each hyphen) and its line in `saizen --help`; a module
# is loaded only when it is used.
COMMANDS: Mapping[str, str] = {
    "play": "Play a game in the terminal, against a person or any two players.",
    "hint": "Value every move of a position, best first.",
    "solve": "Find the exact value of a position and the best play.",
    "perft": "Count the move sequences of a game: the test of its rules.",
    "compare": "Run all searches on one position: value, nodes, seconds.",
    "explain": "Watch a search think, step by step, and say why.",
    "exercise": "Make exercises in minimax and alpha-beta, and check the answers.",
    "check": "Check a student's own search on seeded trees.",
    "check-engine": "Check an outside Othello program: which commands it answers wrongly.",
    "match": "Play many games between two players: score, Elo, error bars.",
    "tournament": "Let many players meet: ratings and a cross table.",
    "bench": "Print the solver's signature: a fixed node count.",
    "textbook": "Run the systems of the five source documents.",
}


class LazyGroup(click.Group):
    """A group whose commands are loaded when they are used, not when they are listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load a command."""
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"saizen.cli.{name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, naming the known ones when there is none of that name."""
        if args[0] not in COMMANDS:
            raise click.UsageError(f"unknown command {args[0]!r}; known: {' '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def show_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the version of the package and of its native core."""
    if asked:
        import saizen
        from saizen import _native

        click.echo(f"saizen {saizen.__version__} (native core: {_native.__variant__})")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: saizen play othello --second alphabeta:depth=4. Each command has its own --help.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version, help="Show the version."
)
def saizen() -> None:
    """Play, explain, analyse and solve two-player games by minimax."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command and leave with its exit code: 0 done, 1 failed, 2 bad input, 130 interrupted."""
    prepare_streams(plain="--plain" in (sys.argv[1:] if arguments is None else arguments))
    sys.setrecursionlimit(RECURSION)
    sys.exit(run(arguments))


def prepare_streams(*, plain: bool) -> None:
    """Let streams show a stand-in for what they cannot encode, rather than fail; plain output is ASCII."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace"), (sys.stdin, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="ascii" if plain and stream is not sys.stdin else None, errors=errors)


def run(arguments: list[str] | None) -> int:
    """Return the exit code of a command; whatever goes wrong is said in one line."""
    try:
        code: Any = saizen.main(arguments, prog_name="saizen", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        name = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "saizen"
        complain(f"{name}: {lower_first(error.format_message())}")
        return error.exit_code
    except FaultError as error:
        complain(f"saizen: {error}")
        return 1
    except SaizenError as error:
        return complain(f"saizen: {error}")
    except (KeyboardInterrupt, click.exceptions.Abort):
        return 130
    except RecursionError:
        return complain("saizen: the game is too long for this search; give a depth or a position nearer the end")
    except Exception as error:
        return explain(error)
    return code if isinstance(code, int) else 0


def complain(message: str) -> int:
    """Say on one line what was wrong; return the exit code of bad input."""
    from saizen.cli.console import one_line, write

    write(one_line(message), sys.stderr)
    return 2


def explain(error: Exception) -> int:
    """Say whose code failed; return the exit code of bad input if it is the user's, of failure if it is ours."""
    from saizen.games.user_file import where

    failure = f"{type(error).__name__}: {error}"
    if where(error):
        return complain(f"saizen: {failure}{where(error)}")
    if isinstance(error, OSError):  # our own files raise SaizenError, so this is output that cannot be written
        sys.stdout = None  # else Python would try once more, and say so
        failure = error.strerror or failure
    else:
        code = traceback.extract_tb(error.__traceback__)[-1]
        failure = f"internal error, please report it: {failure} (in {code.name}, line {code.lineno} of {code.filename})"
    complain(f"saizen: {failure}")
    return 1


def lower_first(message: str) -> str:
    """Return click's sentence in the style of our own messages."""
    return message[:1].lower() + message[1:].rstrip(".")
