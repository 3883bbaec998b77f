"""Playing kept games again, to be sure that a journal holds what it says."""

from contextlib import suppress
from functools import lru_cache
from typing import Any

from saizen.arena.plan import Plan, Schedule
from saizen.arena.playing import ADJUDICATED, RESIGNED, RULES, GameResult, points, written
from saizen.errors import CAUSES, IllegalMoveError, SaizenError
from saizen.games.base import Move, State, final_score
from saizen.search.native import native_position

__all__ = ["Verifier"]

ANOTHER = "its result is another"


class Verifier:
    """Checks games by their moves; names of native games' moves never change, so they are learned and then quick.

    An adjudicated score is not searched for again: that could take as long as the games did.
    """

    def __init__(self, plan: Plan, *, openings: bool = True) -> None:
        self.plan, self.start, self.openings = plan, plan.state(), openings
        self.twin: Any = native_position(self.start)
        self.known: dict[str, Move] = {}
        self.opening = lru_cache(1)(lambda number: plan.openings.moves(self.start, plan.seed, number))

    def fault(self, game: Schedule, result: GameResult) -> str | None:
        """Return what is wrong with a game, or None."""
        try:
            end, moves = self.replay(result.moves.split())
            if self.openings and not self.begins_well(game, result, moves):
                return "it begins with another opening"
            return self.wrong_end(game, result, end)
        except SaizenError as error:
            return str(error)
        except (AttributeError, TypeError, ValueError) as error:  # numbers where words should be, and the like
            return f"it is damaged: {error}"

    def begins_well(self, game: Schedule, result: GameResult, moves: tuple[Move, ...]) -> bool:
        """Tell whether a game has its opening, which a fault may cut short."""
        opening = self.opening(game.opening)
        if result.cause in CAUSES:
            opening = opening[: len(moves)]
        return result.opening == len(opening) and moves[: result.opening] == opening

    def wrong_end(self, game: Schedule, result: GameResult, end: Any) -> str | None:
        """Return what is wrong with how a game ended, or None."""
        if result.cause in CAUSES:
            return None if result.at_fault in (0, 1) and result.score == result.at_fault else ANOTHER
        if result.at_fault is not None or result.cause not in (RULES, ADJUDICATED, RESIGNED):
            return f"it ends by {result.cause!r}"
        first = (end.next_player is self.start.next_player) is not game.swapped
        if result.cause == RESIGNED:
            return None if result.score == (0 if first else 1) else ANOTHER
        if result.cause == ADJUDICATED:
            if end.is_over() or self.plan.adjudicate is None:
                return "it was not adjudicated"
            margin = result.margin
        else:
            if not end.is_over():
                return "it is not finished"
            score = final_score(end)
            margin = score if first else -score
        return None if margin is not None and (margin, points(margin)) == (result.margin, result.score) else ANOTHER

    def replay(self, words: list[str]) -> tuple[Any, tuple[Move, ...]]:
        """Return the position after the moves with these names, and the moves."""
        if self.twin is not None:
            with suppress(KeyError):
                moves = tuple(map(self.known.__getitem__, words))
                return self.twin.replay(moves), moves
        state: State = self.start
        found: list[Move] = []
        for number, word in enumerate(words, 1):
            legal = () if state.is_over() else state.legal_moves()
            fitting = [move for move in legal if written(state, move) == word]
            if not fitting:
                raise IllegalMoveError(f"move {number} {word!r} is not legal")
            found.append(fitting[0])
            state = state.apply_move(fitting[0])
        self.known.update(zip(words, found, strict=True))
        return state, tuple(found)
