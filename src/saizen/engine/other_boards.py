"""Boards within 8×8 for which no evaluation is trained: a plain search, and the solver as soon as it is quick."""

from dataclasses import replace

from saizen.engine.levels import Level
from saizen.engine.positional import positional
from saizen.engine.progress import Progress
from saizen.engine.solving import Solution, solve
from saizen.games.base import Value
from saizen.games.othello import Othello
from saizen.search.limits import Limits
from saizen.search.pvs import pvs
from saizen.search.result import Provenance, SearchResult
from saizen.search.values import MoveValue, search_moves

__all__ = ["analyse_plainly"]

QUICK = 18  # empty squares that are solved in well under a second
DISCS_A_POINT = 0.4  # as games of positional against itself end, on average over boards from 4×6 to 6×8


def analyse_plainly(
    state: Othello, level: Level, limits: Limits, *, all_moves: bool, threads: int, hash_mib: int
) -> tuple[list[MoveValue], int, bool]:
    """Return the moves best first, the nodes that took, and whether no limit was reached.

    With few squares empty the values are exact; a limit leaves half of itself for a search where that fails. Otherwise
    they are those of `positional`, in discs by a rough measure.
    """
    nodes, limits = 0, told_in_discs(limits)
    if state.empties <= min(level.exact_from, QUICK):
        limits = halved(limits)
        solution = solve(state, all_moves=all_moves, threads=threads, hash_mib=hash_mib, limits=limits)
        if solution.exact and solution.complete:
            return proved(solution), solution.nodes, True
        nodes = solution.nodes
    if not all_moves:
        result = pvs(state, depth=level.depth, evaluate=positional, limits=limits)
        return [move_value(result)], nodes + result.nodes, result.complete
    found, more = search_moves(state, depth=level.depth, evaluate=positional, limits=limits)
    reached = all(result.exact or result.depth == level.depth for result in found)
    return [move_value(result) for result in found], nodes + more, reached


def halved(limits: Limits) -> Limits:
    """Return limits of half the nodes and seconds."""
    nodes, seconds = limits.nodes, limits.seconds
    return replace(limits, nodes=nodes and max(1, nodes // 2), seconds=seconds and seconds / 2)


def proved(solution: Solution) -> list[MoveValue]:
    """Return the moves of a solution, or only the best where no other was valued."""
    exact, best = Provenance("exact"), solution.line[0]
    others = [MoveValue(move.move, move.lower, exact, (move.move,)) for move in solution.moves if move.move != best]
    return [MoveValue(best, solution.lower, exact, solution.line), *others]


def move_value(result: SearchResult) -> MoveValue:
    """Return what a search says of the move that it found."""
    return MoveValue(result.move, in_discs(result), result.provenance, result.line)


def in_discs(result: SearchResult) -> Value:
    """Return a value, which is a score if the rules have decided it."""
    return result.value if result.exact else round(result.value * DISCS_A_POINT, 2)


def told_in_discs(limits: Limits) -> Limits:
    """Return the limits with progress that is told in discs, as the solver tells its own."""
    tell = limits.progress
    if tell is None:
        return limits
    return replace(
        limits,
        progress=lambda result: tell(
            result if isinstance(result, Progress) else replace(result, value=in_discs(result))
        ),
    )
