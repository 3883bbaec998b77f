"""`saizen compare`: all searches on one position, the native version beside the Python one."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from saizen.cli.board import board, format_value
from saizen.cli.console import Console, write_file
from saizen.cli.options import console_options, depth_options, limit_options, position_options
from saizen.errors import SettingError
from saizen.games.base import State, Value
from saizen.lesson.comparison import compare_lessons, comparison_html, comparison_svg, fewest_leaves
from saizen.players.evaluators import make_evaluator
from saizen.records.transcript import move_names
from saizen.search import ALGORITHMS, Bound, Evaluator, Limits, SearchResult
from saizen.search.native import has_twin
from saizen.search.size import estimate_nodes

__all__ = ["command"]

DEFAULT_DEPTH, DEFAULT_SECONDS = 4, 10.0
SMALL = 2e6  # nodes that every search can visit
PYTHON_ONLY = ("proof_number",)


@dataclass(frozen=True, slots=True)
class Row:
    """One search, in one version, and what it answered or why it refused."""

    name: str
    version: str
    result: SearchResult | None
    refusal: str = ""

    @property
    def decided(self) -> Value | None:
        """The value, if it must equal that of the others: of a finished search, and no estimate."""
        result = self.result
        return result.value if result and result.complete and result.bound is Bound.EXACT else None


@click.command("compare", epilog="Example: saizen compare othello --depth 4 --eval positional")
@position_options()
@depth_options
@limit_options
@click.option("--html", type=click.Path(path_type=Path), help="Write a page: what each search visits and cuts.")
@click.option("--svg", type=click.Path(path_type=Path), help="Write the trees as one picture.")
@console_options
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    state: State,
    depth: int | None,
    evaluator: str | None,
    seconds: float | None,
    nodes: int | None,
    html: Path | None,
    svg: Path | None,
    console: Console,
    seed: int,
) -> None:
    """Run every search on one position and check that they find the same value; exits 1 if they do not.

    Where a search has a native version, both are run. Without --depth small games are searched to the end and others
    4 plies deep; each search gets 10 seconds. The pictures show minimax, alpha-beta, the same with the best moves
    first, principal variation search and MTD(f), beside the fewest leaves that could do.
    """
    if depth is None and estimate_nodes(state) > SMALL:
        depth = DEFAULT_DEPTH
    options = {"depth": depth, "limits": Limits(nodes, seconds or DEFAULT_SECONDS)}
    if not console.as_json:
        console.show(board(state, console) + "\n")
        console.show(f"{'search':<13}{'version':<8}{'value':>8}{'nodes':>12}{'seconds':>10}  line")
    rows = []
    judge = make_evaluator(evaluator, state)
    for row in run_all(state, judge, options, seed):
        rows.append(row)
        if not console.as_json:
            console.show(line_of(state, row))
    if html or svg:
        write_pictures(state, depth, judge, html, svg, console)
    conclude(ctx, state, rows, depth, console)


def write_pictures(
    state: State, depth: int | None, judge: Evaluator[Any], html: Path | None, svg: Path | None, console: Console
) -> None:
    """Write what each search visits and cuts."""
    compared = compare_lessons(state, depth=depth, evaluate=judge)
    fewest = fewest_leaves(state, depth=depth, evaluate=judge)
    if html:
        write_file(html, comparison_html(compared, fewest, console.language), console)
    if svg:
        write_file(svg, comparison_svg(compared, fewest, console.language), console)


def run_all(state: State, judge: Evaluator[Any], options: dict[str, Any], seed: int) -> Iterator[Row]:
    """Yield the answer of each search: its native version first, where there is one, then the Python one."""
    for name, search in ALGORITHMS.items():
        extra = {"seed": seed} if name == "mcts" else {}
        native = name not in PYTHON_ONLY and has_twin(state, judge)
        for version in ("native", "python") if native else ("python",):
            choice = {} if name in PYTHON_ONLY else {"native": version == "native"}
            try:
                yield Row(name, version, search(state, evaluate=judge, **options, **extra, **choice))
            except SettingError as error:  # this search cannot take such values; the others can
                yield Row(name, version, None, str(error))


def line_of(state: State, row: Row) -> str:
    """Return a search's line of the table; a tilde marks an estimate, a star a search that was stopped."""
    result = row.result
    start = f"{row.name:<13}{row.version:<8}"
    if result is None:
        return start + row.refusal
    mark = "*" if not result.complete else "~" if result.bound is Bound.ESTIMATE else " "
    line = " ".join(move_names(state, result.line)[:12])
    return f"{start}{format_value(result.value):>7}{mark}{result.nodes:>12,}{result.seconds:>10.4f}  {line}"


def conclude(ctx: click.Context, state: State, rows: list[Row], depth: int | None, console: Console) -> None:
    """Say whether the searches agree."""
    values = {row.decided for row in rows if row.decided is not None}
    same = len(values) <= 1
    if console.as_json:
        console.emit("compare", {"depth": depth, "same_value": same, "searches": [as_json(state, row) for row in rows]})
    elif not values:
        console.say("none_finished")
    elif same:
        console.say("same_value", value=format_value(next(iter(values))))
    else:
        console.say("other_value")
    if not same:
        ctx.exit(1)


def as_json(state: State, row: Row) -> dict[str, Any]:
    """Return a search's answer as JSON."""
    result = row.result
    if result is None:
        return {"search": row.name, "version": row.version, "refusal": row.refusal}
    return {
        "search": row.name,
        "version": row.version,
        "value": result.value,
        "bound": str(result.bound),
        "line": move_names(state, result.line),
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "complete": result.complete,
    }
