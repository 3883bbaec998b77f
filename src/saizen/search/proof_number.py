"""Proof-number search: prove that a value can be reached by following the weakest resistance."""

import math
from dataclasses import dataclass
from typing import Generic

from saizen.errors import SettingError
from saizen.games.base import Move, S, Side, State, Value, final_score, score_range
from saizen.search.evaluation import Evaluator, at_horizon
from saizen.search.limits import NO_LIMITS, Limits, Meter, SearchStopped
from saizen.search.observer import Observer
from saizen.search.result import Bound, Line, SearchResult
from saizen.search.roots import first_answer

__all__ = ["proof_number"]


def proof_number(
    state: S,
    *,
    depth: int | None = None,
    evaluate: Evaluator[S] | None = None,
    limits: Limits = NO_LIMITS,
    observer: Observer | None = None,
) -> SearchResult:
    """Find the exact value by proving "at least t" for ever closer t; whole numbers only.

    Made for games with few results; each proof is a depth-first proof-number search.
    Allis, van der Meulen & van den Herik, "Proof-number search" (1994); df-pn: Nagai (2002).
    """
    meter = limits.start(depth)
    judge = at_horizon(evaluate, meter)
    plies = math.inf if depth is None else depth
    # An evaluator may go beyond the results of the game: then the range is found by doubling.
    low, high = whole_range(state) if depth is None else (-math.inf, math.inf)
    line: Line = first_answer(state)[1]
    try:
        while low < high:
            goal = next_goal(low, high)
            proof = Proof(state.next_player, goal, judge, meter, observer)
            if proof.holds(state, plies):
                low, line = goal, proof.line(state, plies)
                meter.keep(low, line)
            else:
                high = goal - 1
    except SearchStopped:
        return meter.stopped_result(first_answer(state))
    return meter.result(int(low), line, Bound.EXACT)


def whole_range(state: State) -> tuple[int, int]:
    """Return the lowest and the highest whole-number result the game can have."""
    low, high = score_range(state)
    return math.ceil(low), math.floor(high)


def next_goal(low: Value, high: Value) -> int:
    """Return the value to prove next: the middle of the range, or twice as far while one end is open."""
    if math.isinf(low) and math.isinf(high):
        return 0
    if math.isinf(high):
        return max(1, 2 * int(low))
    if math.isinf(low):
        return min(-1, 2 * int(high))
    return (int(low) + int(high) + 1) // 2


@dataclass(slots=True)
class Numbers:
    """How many leaves must at least be shown to prove the goal, and how many to disprove it."""

    proof: float = 1
    disproof: float = 1


PROVED = Numbers(0, math.inf)
DISPROVED = Numbers(math.inf, 0)


class Proof(Generic[S]):
    """The attempt to show that `attacker` gets at least `goal`."""

    def __init__(self, attacker: Side, goal: int, judge: Evaluator[S], meter: Meter, observer: Observer | None) -> None:
        self.attacker, self.goal, self.judge, self.meter, self.observer = attacker, goal, judge, meter, observer
        self.numbers: dict[tuple[S, float], Numbers] = {}

    def holds(self, root: S, plies: float) -> bool:
        """Prove or disprove the goal."""
        self.look(None, root, plies)
        self.expand(root, plies, math.inf, math.inf)
        return self.numbers[root, plies].proof == 0

    def look(self, move: Move | None, state: S, plies: float) -> Numbers:
        """Return the numbers of a position, entering it if it is new."""
        known = self.numbers.get((state, plies))
        if known is not None:
            return known
        self.meter.count_node()
        over = state.is_over()
        found = self.leaf(move, state, plies, over=over) if over or plies == 0 else Numbers()
        self.numbers[state, plies] = found
        return found

    def leaf(self, move: Move | None, state: S, plies: float, *, over: bool) -> Numbers:
        """Return whether a finished position, or one at the horizon, meets the goal."""
        value = final_score(state) if over else self.judge(state)
        if not isinstance(value, int):
            raise SettingError(f"proof_number needs whole-number values, got {value!r}; use pvs or alphabeta")
        if self.observer is not None:
            self.observer.enter(move, state, plies, self.goal - 1, self.goal)
            self.observer.leaf(value)
            self.observer.leave(value)
        mine = value if state.next_player is self.attacker else -value
        return PROVED if mine >= self.goal else DISPROVED

    def expand(self, state: S, plies: float, proof_limit: float, disproof_limit: float) -> None:
        """Work below a position until its numbers reach a limit; 0 and infinity are final."""
        own = self.numbers[state, plies]
        if own.proof == 0 or own.disproof == 0:
            return
        attacking = state.next_player is self.attacker
        children = [state.apply_move(move) for move in state.legal_moves()]
        moves = state.legal_moves()
        while True:
            numbers = [self.look(move, child, plies - 1) for move, child in zip(moves, children, strict=True)]
            if attacking:
                own = Numbers(min(n.proof for n in numbers), sum(n.disproof for n in numbers))
            else:
                own = Numbers(sum(n.proof for n in numbers), min(n.disproof for n in numbers))
            self.numbers[state, plies] = own
            if own.proof >= proof_limit or own.disproof >= disproof_limit or own.proof == 0 or own.disproof == 0:
                return
            self.expand_weakest(children, numbers, plies, own, (proof_limit, disproof_limit), attacking=attacking)

    def expand_weakest(
        self,
        children: list[S],
        numbers: list[Numbers],
        plies: float,
        own: Numbers,
        limits: tuple[float, float],
        *,
        attacking: bool,
    ) -> None:
        """Go down the move that decides this position soonest, until another looks better."""
        keys = [n.proof if attacking else n.disproof for n in numbers]
        index = keys.index(min(keys))
        second = min((key for other, key in enumerate(keys) if other != index), default=math.inf)
        chosen = numbers[index]
        if attacking:
            proof_limit = min(limits[0], second + 1)
            disproof_limit = limits[1] - own.disproof + chosen.disproof
        else:
            proof_limit = limits[0] - own.proof + chosen.proof
            disproof_limit = min(limits[1], second + 1)
        self.expand(children[index], plies - 1, proof_limit, disproof_limit)

    def line(self, state: S, plies: float) -> Line:
        """Return the attacker's first proved move at each turn, against the defender's first reply."""
        moves: list[Move] = []
        while not state.is_over() and plies > 0:
            proved = [m for m in state.legal_moves() if self.proved(state.apply_move(m), plies - 1)]
            if not proved:
                break
            moves.append(proved[0])
            state = state.apply_move(proved[0])
            plies -= 1
        return tuple(moves)

    def proved(self, state: S, plies: float) -> bool:
        """Tell whether a position has been entered and proved."""
        numbers = self.numbers.get((state, plies))
        return numbers is not None and numbers.proof == 0
