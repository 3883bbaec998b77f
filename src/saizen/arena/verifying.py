"""Playing kept games again, to be sure that a journal holds what it says."""

from typing import Any

from saizen.arena.plan import Plan, Schedule
from saizen.arena.playing import ENDINGS, RULES, GameResult, points
from saizen.errors import CAUSES, SaizenError
from saizen.games.base import Move, State, final_score
from saizen.records.transcript import replay
from saizen.search.native import native_position

__all__ = ["Verifier"]


class Verifier:
    """Checks games by their moves; names of native games' moves never change, so they are learned and then quick."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.start = plan, plan.state()
        self.twin: Any = native_position(self.start)
        self.known: dict[str, Move] = {}

    def fault(self, game: Schedule, result: GameResult) -> str | None:
        """Return what is wrong with a game, or None."""
        try:
            end, moves = self.replay(result.moves.split())
        except SaizenError as error:
            return str(error)
        if moves[: result.opening] != self.plan.openings.moves(self.start, self.plan.seed, game.opening):
            return "it begins with another opening"
        if result.cause != RULES:
            return None if result.cause in (*ENDINGS, *CAUSES) else f"it ends by {result.cause!r}"
        if not end.is_over():
            return "it is not finished"
        score = final_score(end)
        first = (end.next_player is self.start.next_player) is not game.swapped
        margin = score if first else -score
        return None if margin == result.margin and points(margin) == result.score else "its result is another"

    def replay(self, words: list[str]) -> tuple[Any, tuple[Move, ...]]:
        """Return the position after the moves with these names, and the moves."""
        if self.twin is not None and all(word in self.known for word in words):
            moves = tuple(self.known[word] for word in words)
            return self.twin.replay(moves), moves
        end: State
        end, moves = replay(self.start, words)
        self.known.update(zip(words, moves, strict=True))
        return end, moves
