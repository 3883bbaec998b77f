"""Searches of one game by us, by hand and by the peers: CPU seconds and ratios."""

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass

from benchmarks import environment
from benchmarks.contest import Contestant, Outcome, race
from benchmarks.report import Section, Target

__all__ = ["ROWS", "measure"]

OURS = Contestant("ours", "benchmarks.ours")
HAND_WRITTEN = Contestant("hand-written", "benchmarks.hand_written")
EASYAI = Contestant("easyAI 2.0.12", "benchmarks.peers.easyai_search", ("easyAI==2.0.12",))
# Without its dependencies: they are a whole Jupyter, and its searches need these two only.
AIMA = Contestant("aima3 1.0.11", "benchmarks.peers.aima_search", ("--no-deps", "aima3==1.0.11", "numpy", "tqdm"))
OPEN_SPIEL = Contestant("open_spiel 2.0.2", "benchmarks.peers.open_spiel_search", ("open_spiel==2.0.2",))
CONTESTANTS = (OURS, HAND_WRITTEN, EASYAI, AIMA, OPEN_SPIEL)


@dataclass(frozen=True, slots=True)
class Row:
    """A task, how often each process does it, who does it, and what our time may be in units of theirs."""

    name: str
    runs: int
    contestants: tuple[Contestant, ...]
    limits: Mapping[Contestant, float]


PEERS = {EASYAI: 1.0, AIMA: 1.0}
ROWS = (
    Row("tictactoe-minimax", 1, CONTESTANTS, {HAND_WRITTEN: 1.3, **PEERS}),
    Row("tictactoe-alphabeta", 10, CONTESTANTS, {HAND_WRITTEN: 1.3, **PEERS}),
    Row("shipped-minimax", 1, (OURS, EASYAI, AIMA, OPEN_SPIEL), PEERS),
    Row("shipped-alphabeta", 10, (OURS, EASYAI, AIMA, OPEN_SPIEL), PEERS),
)
NOTES = (
    "(N×) is their time divided by ours: above 1 we are faster. Ours and hand-written search the same Python class.",
    "tictactoe: peers play the same rules, in the form that is fastest there; shipped: the game as it comes with them.",
    "easyAI always prunes; for minimax its window is NaN, which cuts nothing. open_spiel's own rules are C++.",
)


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
        heading=f"Searches: CPU seconds, rounds: {rounds}, the best counts",
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
            line.append(f"{outcome.cpu_seconds:.4f}")
        else:
            line.append(f"{outcome.cpu_seconds:.4f} ({outcome.cpu_seconds / ours:.2f}×)")
    return line


def remarks(result: Result) -> list[str]:
    """Return how many positions each entered, and why some have no time."""
    name, outcomes = result.row.name, result.outcomes.items()
    entered = [f"{who} {outcome.nodes:,}" for who, outcome in outcomes if outcome.nodes is not None]
    problems = [f"{name}: {who}: {outcome.problem}" for who, outcome in outcomes if outcome.problem]
    return [f"{name}, positions entered: {'; '.join(entered)}", *problems]


def targets(result: Result) -> list[Target]:
    """Return what is asked of our time in this row."""
    ours = result.outcomes[OURS.name].cpu_seconds
    found = []
    for contestant, limit in result.row.limits.items():
        theirs = result.outcomes.get(contestant.name, Outcome()).cpu_seconds
        if ours is not None and theirs is not None:
            found.append(Target(f"{result.row.name}, ours / {contestant.name}", ours / theirs, limit, "×"))
    return found


def disagreements(result: Result) -> list[str]:
    """Return a complaint when values differ, or when we ourselves have failed."""
    values = {name: outcome.value for name, outcome in result.outcomes.items() if outcome.value is not None}
    faults = [f"{result.row.name}: values differ: {values}"] if len(set(values.values())) > 1 else []
    if result.outcomes[OURS.name].problem:
        faults.append(f"{result.row.name}: no answer from us: {result.outcomes[OURS.name].problem}")
    return faults
