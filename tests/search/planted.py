"""Searches with one mistake each: the real source, one expression changed."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from saizen.search import SearchResult, alphabeta, mtdf, negamax, pvs


def home(search: Callable[..., Any]) -> ModuleType:
    """Return the module of a search, which its function hides."""
    module = inspect.getmodule(search)
    assert module is not None
    return module


@dataclass(frozen=True)
class Mistake:
    """What is wrong, in which search, and the expression that is changed for it."""

    wrong: str
    search: str
    old: str
    new: str

    def plant(self) -> Callable[..., SearchResult]:
        """Return the search with the mistake in it."""
        source = inspect.getsource(home(SEARCHES[self.search]))
        changed = source.replace(self.old, self.new)
        if changed == source:
            raise LookupError(f"{self.search} no longer says {self.old!r}, so nothing was planted")
        namespace: dict[str, Any] = {"__name__": f"planted_{self.search}"}
        exec(compile(changed, f"<{self.search} with {self.wrong}>", "exec"), namespace)
        planted: Callable[..., SearchResult] = namespace[self.search]
        return planted


SEARCHES: dict[str, Callable[..., SearchResult]] = {
    "negamax": negamax,
    "alphabeta": alphabeta,
    "pvs": pvs,
    "mtdf": mtdf,
}

EVERY_TURN_CHANGES = ("if child.next_player is not state.next_player:", "if True:")
HORIZON_SEEN_BY_THE_OTHER_SIDE = ("judge(state)\n", "-judge(state)\n")
END_SEEN_BY_THE_OTHER_SIDE = ("final_score(state) if over", "-final_score(state) if over")
LEAVES_ONE_PLY_EARLY = ("over or plies == 0", "over or plies <= 1")
PASS_ENDS_THE_GAME = ("state.is_over()\n", "state.is_over() or not getattr(state, 'mobility', 1)\n")
VALUE_NOT_NEGATED = ("value = -value", "value = +value")
LAST_OF_EQUALS = ("if value > best:", "if value >= best:")

MISTAKES = (
    Mistake("the extra move forgotten", "negamax", *EVERY_TURN_CHANGES),
    Mistake("a value not negated", "negamax", *VALUE_NOT_NEGATED),
    Mistake("the window not turned", "alphabeta", "plies - 1, -beta, -alpha)", "plies - 1, alpha, beta)"),
    Mistake("the window turned but not negated", "alphabeta", "plies - 1, -beta, -alpha)", "plies - 1, beta, alpha)"),
    Mistake("the window negated but not turned", "alphabeta", "plies - 1, -beta, -alpha)", "plies - 1, -alpha, -beta)"),
    Mistake("a cut too early", "alphabeta", "if alpha >= beta:", "if alpha + 1 >= beta:"),
    Mistake("a cut at the wrong bound", "alphabeta", "if alpha >= beta:", "if alpha >= -beta:"),
    Mistake("the extra move forgotten", "alphabeta", *EVERY_TURN_CHANGES),
    Mistake("a value not negated", "alphabeta", *VALUE_NOT_NEGATED),
    Mistake("the horizon seen by the other side", "alphabeta", *HORIZON_SEEN_BY_THE_OTHER_SIDE),
    Mistake("the end seen by the other side", "alphabeta", *END_SEEN_BY_THE_OTHER_SIDE),
    Mistake("the horizon one ply early", "alphabeta", *LEAVES_ONE_PLY_EARLY),
    Mistake("the last of equal moves", "alphabeta", *LAST_OF_EQUALS),
    Mistake("a pass that ends the game", "alphabeta", *PASS_ENDS_THE_GAME),
    Mistake(
        "a pass forgotten, and so lost",
        "alphabeta",
        "in state.legal_moves():",
        "in [move for move in state.legal_moves() if move != getattr(state, 'pass_move', None)]:",
    ),
    Mistake("the window not turned", "pvs", "else (-high, -low)", "else (low, high)"),
    Mistake("the window negated but not turned", "pvs", "else (-high, -low)", "else (-low, -high)"),
    Mistake("a cut too early", "pvs", "if best >= beta:", "if best + 1 >= beta:"),
    Mistake(
        "no second look at a better move", "pvs", "return within(alpha, beta) if alpha < value < beta else", "return"
    ),
    Mistake("the extra move forgotten", "pvs", "1 if child.next_player is state.next_player else -1", "-1"),
    Mistake("a value not negated", "pvs", "return sign * value, rest", "return value, rest"),
    Mistake("the horizon seen by the other side", "pvs", "self.judge(state)\n", "-self.judge(state)\n"),
    Mistake("a pass that ends the game", "pvs", *PASS_ENDS_THE_GAME),
    Mistake("a bound taken for a value", "pvs", "known.lower == known.upper", "known.lower > -math.inf"),
    Mistake("any of equal moves", "pvs", "if value > best or (wins_ties and value == best):", "if value > best:"),
    Mistake("a window one too low", "mtdf", "plies - 1, 1 - beta)", "plies - 1, -beta)"),
    Mistake("a pass that ends the game", "mtdf", *PASS_ENDS_THE_GAME),
)
