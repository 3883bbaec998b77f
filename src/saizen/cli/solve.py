"""`saizen solve`: the exact value of a position, or of a whole suite of them."""

import functools
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from saizen import engine
from saizen.cli.board import board, format_value, named_side
from saizen.cli.console import Console
from saizen.cli.live import LiveLine
from saizen.cli.options import console_options, effort_options, given, limit_options, position_options
from saizen.engine import MoveBounds, ProofStore, Solution
from saizen.errors import SettingError
from saizen.games.base import State, move_name, score_range
from saizen.games.othello import Othello
from saizen.records.problems import Problem, read_problems
from saizen.records.transcript import move_names
from saizen.search import NO_LIMITS, Distance, Limits, solve
from saizen.search.native import has_twin
from saizen.search.size import estimate_nodes

__all__ = ["command"]

MOST_NODES, MOST_NATIVE_NODES = 1e7, 1e10
MOST_EMPTIES = 34  # of an Othello board: minutes to hours, and a line that shows how far it has come
OF_THE_SOLVER = {
    "all_moves": "--all-moves",
    "wld": "--wld",
    "threads": "--threads",
    "hash_mib": "--hash",
    "store": "--store",
    "suite": "--file",
}
OF_A_POSITION = {"size": "--size", "start": "--start", "position": "--position", "moves": "--moves"}


def solver_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add --all-moves, --wld, --threads and --hash; the command receives the `effort` they ask of the solver."""

    @click.option("--all-moves", is_flag=True, help="Othello: the exact value of every legal move.")
    @click.option("--wld", is_flag=True, help="Othello: only who wins.")
    @effort_options(least_mib=1, mib=64, use="the most MiB that the table takes")
    @functools.wraps(function)
    def command(*args: Any, wld: bool, all_moves: bool, threads: int, hash_mib: int, **options: Any) -> None:
        window = (-1, 1) if wld else None
        effort = {"window": window, "all_moves": all_moves, "threads": threads, "hash_mib": hash_mib}
        function(*args, effort=effort, **options)

    return command


@click.command("solve", epilog="Example: saizen solve connect4 --size 4x4 --json")
@position_options("othello")
@click.option("--distance", is_flag=True, help="Count the plies: win sooner, lose later.")
@solver_options
@click.option("--store", type=click.Path(path_type=Path), help="Othello: a file that keeps every proof.")
@click.option("--file", "suite", type=click.Path(path_type=Path), help="Solve a suite: problems.obf, .csv or .json.")
@click.option("--cluster", metavar="ADDRESS", help="Solve the suite on the Dask cluster at e.g. tcp://127.0.0.1:8786.")
@limit_options
@console_options
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    state: State,
    distance: bool,
    effort: dict[str, Any],
    store: Path | None,
    suite: Path | None,
    cluster: str | None,
    seconds: float | None,
    nodes: int | None,
    console: Console,
    seed: int,
) -> None:
    """Find the exact value of a position for the side to move, and the best play to the end.

    When --seconds or --nodes stops it, the answer is the range the value is proved to lie in. A suite is solved problem
    by problem; exits 1 if a value differs from the file's.
    """
    position = state if isinstance(state, Othello) and state.native() is not None and not distance else None
    refuse_misplaced(ctx, for_solver=position is not None)
    limits = Limits(nodes, seconds)
    with ProofStore(store) if store else nullcontext() as proofs:
        if suite is not None:
            problems = read_problems(suite)
            solutions = solve_all(problems, {**effort, "store": proofs}, limits, cluster)
            ctx.exit(0 if report_suite(problems, solutions, console) else 1)
        if limits == NO_LIMITS:
            refuse_endless(state)
        with LiveLine(state, console) as live:
            limits = replace(limits, progress=live.update)
            if position is None:
                solution = plain(state, limits, distance=distance)
            else:
                solution = engine.solve(position, limits=limits, store=proofs, **effort)
    report(state, solution, console)


def refuse_misplaced(ctx: click.Context, *, for_solver: bool) -> None:
    """Refuse an option that would change nothing."""
    if not for_solver and (option := given(ctx, OF_THE_SOLVER)):
        raise SettingError(f"{option} is for othello on boards up to 8x8, without --distance")
    if ctx.params["suite"] and (option := given(ctx, OF_A_POSITION)):
        raise SettingError(f"{option} is for one position, and --file has its own; leave out one of the two")
    if ctx.params["cluster"] is not None and not ctx.params["suite"]:
        raise SettingError("--cluster is for a suite; give one with --file, or leave it out")
    if ctx.params["cluster"] is not None and ctx.params["store"]:
        raise SettingError("--store is a file of this machine, which a cluster does not see; leave out one of the two")


def plain(state: State, limits: Limits, *, distance: bool) -> Solution:
    """Solve any game by the general search."""
    root: Any = Distance(state) if distance else state
    result = solve(root, limits=limits)
    upper: Any = result.value if result.exact else score_range(root)[1]
    lower: Any = result.value
    return Solution(lower, upper, result.line, result.nodes, result.seconds, result.complete)


def refuse_endless(state: State) -> None:
    """Refuse to start what cannot be finished."""
    if isinstance(state, Othello) and state.native() is not None and state.empties <= MOST_EMPTIES:
        return
    size = estimate_nodes(state)
    if size**0.5 > (MOST_NATIVE_NODES if has_twin(state, None) else MOST_NODES):
        raise SettingError(
            f"a tree of about {size:.0e} positions cannot be solved here; give --seconds for a bound, "
            "a smaller --size, or a --position nearer the end"
        )


def solve_all(
    problems: list[Problem], effort: dict[str, Any], limits: Limits, cluster: str | None
) -> Iterable[Solution]:
    """Solve problem by problem, each with an empty table, here or on a cluster."""
    if cluster is None:
        return (engine.solve(problem.state, limits=limits, **effort) for problem in problems)
    from saizen.arena.cluster import solve_problems

    return solve_problems(cluster, problems, effort, limits)


def report_suite(problems: list[Problem], solutions: Iterable[Solution], console: Console) -> bool:
    """Give the solutions of a suite as they are found; tell whether no value differs from the file's."""
    answers: list[dict[str, Any]] = []
    right, nodes, seconds = True, 0, 0.0
    for problem, solution in zip(problems, solutions, strict=True):
        fits = problem.expected is None or solution.lower <= problem.expected <= solution.upper
        right = right and fits
        nodes, seconds = nodes + solution.nodes, seconds + solution.seconds
        if not console.as_json and not answers:  # only now, since a cluster may have been out of reach
            console.show(f"{'problem':>8}{'expected':>10}{'found':>9}{'nodes':>16}{'seconds':>10}")
        answers.append({"name": problem.name, "expected": problem.expected, **answer(problem.state, solution)})
        if not console.as_json:
            console.show(suite_row(problem, solution, fits=fits))
    if console.as_json:
        console.emit("solve", {"problems": answers, "right": right, "nodes": nodes, "seconds": round(seconds, 6)})
    else:
        console.show(f"{'total':>8}{'':>19}{nodes:>16,}{seconds:>10.3f}")
    return right


def suite_row(problem: Problem, solution: Solution, *, fits: bool) -> str:
    """Return a line of the table: expected, found, nodes, seconds, and a mark where they differ."""
    expected = "" if problem.expected is None else format_value(problem.expected)
    found = format_value(solution.lower) if solution.exact else f"{solution.lower}..{solution.upper}"
    mark = "" if fits else "  wrong"
    return f"{problem.name:>8}{expected:>10}{found:>9}{solution.nodes:>16,}{solution.seconds:>10.3f}{mark}"


def report(state: State, solution: Solution, console: Console) -> None:
    """Give the solution as JSON or for people."""
    if console.as_json:
        console.emit("solve", answer(state, solution))
    else:
        show(state, solution, console)


def answer(state: State, solution: Solution) -> dict[str, Any]:
    """Return the solution as JSON."""
    line = move_names(state, solution.line)
    found: dict[str, Any] = {
        "value": solution.lower if solution.exact else None,
        "winner": winner(state, solution),
        "move": line[0] if line else None,
        "line": line,
        "exact": solution.exact,
        "lower": solution.lower,
        "upper": solution.upper,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }
    if solution.moves:
        found["moves"] = [bounds_json(state, move) for move in solution.moves]
    end = after(state, solution)
    return {**found, "discs": list(end.discs)} if isinstance(end, Othello) else found


def bounds_json(state: State, move: MoveBounds) -> dict[str, Any]:
    """Return what is proved of a move as JSON."""
    exact = move.lower == move.upper
    kind = {"kind": "exact" if exact else "bound", "depth": None, "selectivity": None}
    value = move.lower if exact else None
    name = move_name(state, move.move)
    return {"move": name, "value": value, "lower": move.lower, "upper": move.upper, "provenance": kind}


def winner(state: State, solution: Solution) -> str | None:
    """Return who wins with best play; None for a draw, or when it is not known."""
    if not solution.sign:
        return None
    return str((state.next_player if solution.sign > 0 else state.next_player.other).value)


def after(state: State, solution: Solution) -> State:
    """Return the position after best play."""
    for move in solution.line:
        state = state.apply_move(move)
    return state


def show(state: State, solution: Solution, console: Console) -> None:
    """Print the solution for people."""
    side = named_side(state, state.next_player, console)
    console.show(board(state, console))
    lower, upper = format_value(solution.lower), format_value(solution.upper)
    if solution.exact:
        console.show(console.text("exact_value", value=lower, side=side))
    elif solution.complete:
        console.show(console.text("window_value", lower=lower, upper=upper, side=side))
    else:
        console.show(console.text("bounded_value", lower=lower, upper=upper, side=side))
    for move in solution.moves:
        value = format_value(move.lower) if move.lower == move.upper else f"{move.lower}..{move.upper}"
        console.show(f"{move_name(state, move.move):>5} {value:>7}")
    if solution.line:
        console.show(console.text("line", moves=" ".join(move_names(state, solution.line))))
    end = after(state, solution)
    if solution.exact and isinstance(end, Othello) and end.is_over():
        console.show(console.text("final_discs", black=end.discs[0], white=end.discs[1]))
    console.say("searched", nodes=f"{solution.nodes:,}", seconds=solution.seconds)
