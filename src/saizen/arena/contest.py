"""Running the games of a plan: kept, counted in the order of the schedule, and stopped when they have said enough."""

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field

from saizen.arena.journal import Journal
from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult
from saizen.arena.statistics import Hypotheses, Sprt, Verdict
from saizen.arena.workers import Workers

__all__ = ["Rules", "Standings", "run_contest"]


@dataclass(frozen=True, slots=True)
class Rules:
    """When to stop before all games are played: when a sequential test has its answer, or a player fails in a row."""

    hypotheses: Hypotheses | None = None
    most_faults: int | None = 5  # of one player in a row; None never stops


@dataclass(slots=True)
class Standings:
    """The games so far. They may come in any order; stopping is judged in the order of the schedule alone."""

    plan: Plan
    rules: Rules = field(default_factory=Rules)
    results: dict[int, GameResult] = field(default_factory=dict)
    sprt: Sprt | None = None
    stopped: str | None = None  # why, before all games were played
    failed: bool = False  # stopped because a player failed too often
    interrupted: bool = False
    _order: deque[int] = field(default_factory=deque)  # of the games not yet judged
    _faults: dict[int, int] = field(default_factory=dict)  # of each player, in a row
    _judged: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.rules.hypotheses is not None:
            self.sprt = Sprt(self.rules.hypotheses)
        self._order.extend(game.number for pair in range(self.plan.pairs) for game in self.plan.pair(pair))

    def add(self, results: Iterable[GameResult]) -> None:
        """Count games; one that is counted already says nothing new."""
        for result in results:
            self.results.setdefault(result.number, result)
        while self.stopped is None and self._order and self._order[0] in self.results:
            self._judge(self.results[self._order.popleft()])

    @property
    def counted(self) -> list[GameResult]:
        """The games that count, in order: what workers finished after the end does not."""
        if self.stopped is None:
            return [self.results[number] for number in sorted(self.results)]
        return [self.results[number] for number in sorted(self._judged)]

    @property
    def missing(self) -> deque[int]:
        """The pairs of which a game is still to be played."""
        return deque(dict.fromkeys(number // 2 for number in self._order if number not in self.results))

    @property
    def is_over(self) -> bool:
        """Whether no further game is needed."""
        return self.stopped is not None or not self._order

    def _judge(self, result: GameResult) -> None:
        self._judged.add(result.number)
        game = self.plan.scheduled(result.number)
        assert game is not None
        for place, player in enumerate((game.one, game.two)):
            self._faults[player] = self._faults.get(player, 0) + 1 if result.at_fault == place else 0
            if self._faults[player] == self.rules.most_faults:
                self.stopped = f"{self.plan.players[player]} failed {self.rules.most_faults} times in a row"
                self.failed = True
        if self.sprt is not None and game.swapped:
            verdict = self.sprt.add(self.results[result.number - 1].score + result.score)
            if verdict is not Verdict.CONTINUE:
                self.stopped = f"SPRT: {verdict} accepted"


def run_contest(
    standings: Standings,
    journal: Journal,
    workers: Workers,
    watch: Callable[[Standings, int], None] = lambda *_: None,
) -> None:
    """Play what is missing of a plan's games; each is kept in the journal before it counts.

    `watch` sees the standings, and how many games are new.
    """
    standings.add(journal.games())
    if standings.is_over:
        return
    with closing(workers.play(standings.plan, standings.missing)) as games:
        for results in games:
            journal.add(results)
            standings.add(results)
            watch(standings, len(results))
            if standings.is_over:
                return
