"""`saizen check-engine`: whether an outside program speaks its protocol."""

import click

from saizen.cli.console import Console, one_line
from saizen.cli.options import complete_players, console_options
from saizen.players.engine_check import check_engine

__all__ = ["command"]


@click.command("check-engine", epilog='Example: saizen check-engine "gtp:gtp-rhino -l 1"')
@click.argument("program", metavar="gtp:COMMAND|nboard:COMMAND", shell_complete=complete_players)
@console_options
def command(program: str, console: Console, seed: int) -> int:
    """Put an outside Othello program through a fixed list of checks, and say what it answers wrongly.

    Settings stand before the colon: nboard[cwd=DIR,reply=10]:./engine. Exits with 0 if all is right, else with 1.
    """
    checks = []
    for check in check_engine(program):
        checks.append(check)
        if not console.as_json:
            problem = "" if check.problem is None else f": {one_line(check.problem)}"
            console.show(f"{'ok' if check.is_right else 'wrong':<5}  {check.name}{problem}")
    right = all(check.is_right for check in checks)
    if console.as_json:
        rows = [{"check": check.name, "ok": check.is_right, "problem": check.problem} for check in checks]
        console.emit("check-engine", {"program": program, "ok": right, "checks": rows})
    return 0 if right else 1
