"""Searches and games by us, by hand and by the peers: CPU time and ratios."""

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass

from benchmarks import environment
from benchmarks.contest import Contestant, Outcome, race
from benchmarks.report import Section, Target, duration
from benchmarks.rows import CONTESTANTS, NOTES, OURS, Row

__all__ = ["measure"]


@dataclass(frozen=True, slots=True)
class Result:
    """A row, and what came of it."""

    row: Row
    outcomes: Mapping[str, Outcome]


def measure(rows: Sequence[Row], *, rounds: int, peers: bool) -> Section:
    """Race all contestants in each row."""
    able = admit({contestant for row in rows for contestant in row.contestants}, peers=peers)
    names = [contestant.name for contestant in able]
    results = [Result(row, race(row.name, entrants(row, able), rounds=rounds, runs=row.runs)) for row in rows]
    return Section(
        heading=f"Searches, games and calls: CPU time of one, rounds: {rounds}, the best counts",
        lines=[["", *names], *([result.row.name, *cells(result, names)] for result in results)],
        notes=[*NOTES, *(note for result in results for note in remarks(result))],
        targets=[target for result in results for target in targets(result)],
        data={result.row.name: {name: asdict(found) for name, found in result.outcomes.items()} for result in results},
        faults=[fault for result in results for fault in disagreements(result)],
    )


def admit(wanted: Collection[Contestant], *, peers: bool) -> dict[Contestant, str | None]:
    """Install the peers, if they are asked for; return who takes part, with the reason if it cannot."""
    able: dict[Contestant, str | None] = {}
    for contestant in CONTESTANTS:
        if contestant in wanted and not contestant.requirements:
            able[contestant] = None
        elif contestant in wanted and peers:
            print(f"installing {contestant.name}", file=sys.stderr)
            able[contestant] = environment.install(contestant.requirements)
    return able


def entrants(row: Row, able: Mapping[Contestant, str | None]) -> dict[Contestant, str | None]:
    """Return those who take part in this row."""
    return {contestant: able[contestant] for contestant in row.contestants if contestant in able}


def cells(result: Result, names: Sequence[str]) -> list[str]:
    """Return a line of the table: times, and their ratios to ours."""
    ours = result.outcomes[OURS.name].cpu_seconds
    line = []
    for name in names:
        outcome = result.outcomes.get(name, Outcome())
        if outcome.cpu_seconds is None:
            line.append("no result" if outcome.problem else "")
        elif name == OURS.name or ours is None:
            line.append(duration(outcome.cpu_seconds))
        else:
            line.append(f"{duration(outcome.cpu_seconds)} ({outcome.cpu_seconds / ours:,.2f}×)")
    return line


def remarks(result: Result) -> list[str]:
    """Return how many positions each entered, and why some have no time."""
    name, outcomes = result.row.name, result.outcomes.items()
    entered = [f"{who} {outcome.nodes:,}" for who, outcome in outcomes if outcome.nodes is not None]
    problems = [f"{name}: {who}: {outcome.problem}" for who, outcome in outcomes if outcome.problem]
    return [*([f"{name}, positions entered: {'; '.join(entered)}"] if entered else []), *problems]


def targets(result: Result) -> list[Target]:
    """Return what is asked of our time in this row."""
    row, ours = result.row, result.outcomes[OURS.name]
    times = {name: outcome.cpu_seconds for name, outcome in result.outcomes.items() if outcome.cpu_seconds is not None}
    if ours.cpu_seconds is None:
        return []
    found = [
        Target(f"{row.name}, ours / {contestant.name}", ours.cpu_seconds / times[contestant.name], limit, "×")
        for contestant, limit in row.limits.items()
        if contestant.name in times
    ]
    peers = {times[peer.name]: peer.name for peer in row.contestants if peer.requirements and peer.name in times}
    if row.lead is not None and peers:
        seconds = min(peers)
        what = f"{row.name}, faster than {peers[seconds]}, the fastest peer"
        found.append(Target(what, seconds / ours.cpu_seconds, row.lead, "×", at_least=True))
    if row.promise is not None:
        promise = row.promise
        found.append(Target(row.name, promise.measure(ours), promise.limit, promise.unit, promise.at_least))
    return found


def disagreements(result: Result) -> list[str]:
    """Return a complaint when values differ, or when we ourselves have failed."""
    values = {name: outcome.value for name, outcome in result.outcomes.items() if outcome.value is not None}
    faults = [f"{result.row.name}: values differ: {values}"] if len(set(values.values())) > 1 else []
    if result.outcomes[OURS.name].problem:
        faults.append(f"{result.row.name}: no answer from us: {result.outcomes[OURS.name].problem}")
    return faults
