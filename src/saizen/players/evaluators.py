"""The evaluators by name: how good an unfinished position looks to the side to move."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from saizen.engine.evaluation import is_trained_for, judge, load_evaluation
from saizen.engine.positional import positional
from saizen.errors import ProtocolError, SaizenError, SpecError
from saizen.games.base import State, Value
from saizen.games.connect4 import ConnectFour
from saizen.games.grid import count_lines
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK
from saizen.games.tree import Tree, node_value
from saizen.games.user_file import is_user_spec, load_object, where
from saizen.search.evaluation import Evaluator, native_twin, zero

__all__ = ["EVALUATORS", "default_evaluator", "discs", "lines", "make_evaluator", "pattern", "positional"]


@native_twin("discs")
def discs(state: Othello) -> int:
    """Return how many more discs the side to move has."""
    return state.own.bit_count() - state.other.bit_count()


@native_twin("pattern")
def pattern(state: Othello) -> int:
    """Return how many discs the side to move will probably win by, as the trained evaluation of 8×8 boards has it."""
    return judge(state)


@native_twin("lines")
def lines(state: MNK | ConnectFour) -> int:
    """Return how many more rows the side to move can still make: those without a stone of the other side."""
    rules = state.rules
    return count_lines(rules.full & ~state.other, rules.lines) - count_lines(rules.full & ~state.own, rules.lines)


def written_value(tree: Tree) -> Value:
    """Return the value written at a node of a tree, or call it even where none is."""
    return 0 if tree.value is None else node_value(tree)


@dataclass(frozen=True, slots=True)
class Known:
    """An evaluator and the games it can judge."""

    evaluate: Callable[[Any], Value]
    games: tuple[type, ...] = (object,)
    trained: bool = False  # for one size of board only

    def judges(self, state: State) -> bool:
        """Tell whether a position is of such a game."""
        return isinstance(state, self.games) and (not self.trained or is_trained_for(state))


EVALUATORS: Mapping[str, Known] = {
    "zero": Known(zero),
    "discs": Known(discs, (Othello,)),
    "mass_count": Known(discs, (Othello,)),
    "positional": Known(positional, (Othello,)),
    "custom": Known(positional, (Othello,)),
    "pattern": Known(pattern, (Othello,), trained=True),
    "lines": Known(lines, (MNK, ConnectFour)),
    "node_value": Known(node_value, (Tree,)),
}


def default_evaluator(start: State) -> Evaluator[Any]:
    """Return what judges a game when nothing is asked for: discs in Othello, a tree's own values, else zero."""
    if isinstance(start, Othello):
        return discs
    return written_value if isinstance(start, Tree) else zero


def make_evaluator(name: str | None, start: State) -> Evaluator[Any]:
    """Return the evaluator called `name`, built in or a function of the user's as `file.py:function`."""
    if name is None:
        return default_evaluator(start)
    if is_user_spec(name):
        own: Evaluator[Any] = load_object(name)
        if not callable(own):
            raise SpecError(f"{name} is no function; an evaluator is called with a state")
        return checked(own, name)
    fitting = [known for known, entry in EVALUATORS.items() if isinstance(start, entry.games)]
    if name not in fitting:
        game = type(start).__name__
        raise SpecError(f"unknown evaluator {name!r} for {game}; known: {' '.join(fitting)}, or file.py:function")
    if name == "pattern":
        prepare_pattern(start)
    return EVALUATORS[name].evaluate


def prepare_pattern(start: State) -> None:
    """Load the trained evaluation; refuse boards that it was not trained on."""
    if not is_trained_for(start):
        raise SpecError("evaluator 'pattern' is trained for 8x8 Othello only; try positional")
    load_evaluation()


def checked(evaluate: Evaluator[Any], name: str) -> Evaluator[Any]:
    """Return a user's evaluator, held to answering with a finite number."""

    def judge(state: Any) -> Value:
        try:
            value = evaluate(state)
        except SaizenError:
            raise
        except Exception as error:
            raise ProtocolError(f"{name} failed: {type(error).__name__}: {error}{where(error)}") from error
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ProtocolError(f"{name} must return a finite int or float, got {value!r}")
        return value

    return judge
