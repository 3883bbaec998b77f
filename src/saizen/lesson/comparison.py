"""The same tree under several searches, side by side, with the fewest leaves that any of them could do with."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from saizen.drawing.messages import Language
from saizen.drawing.page import figure, page, paragraph, section, table
from saizen.drawing.trees import stacked, svg_file
from saizen.games.base import Side, State, Value, final_score
from saizen.lesson.pictures import step_drawing, step_svg
from saizen.lesson.recording import record
from saizen.lesson.replay import Frame, replay
from saizen.lesson.sentences import value_text
from saizen.lesson.trace import MOST_NODES, Trace
from saizen.search import Evaluator

__all__ = ["COMPARED", "Comparison", "compare_lessons", "comparison_html", "comparison_svg", "fewest_leaves"]

COMPARED = ("minimax", "alphabeta", "ordered", "pvs", "mtdf")
MOST_DRAWN = 1500  # nodes of a tree that is drawn
STYLE = "figure { max-width: none } figure svg { max-width: 100%; height: auto }"
WORDS: Mapping[str, Mapping[Language, str]] = {
    "title": {"en": "One tree, several searches", "ja": "同じ木を異なる探索で"},
    "lead": {
        "en": "All searches find the value {value} for MAX. No search can do with fewer than {fewest} leaves.",
        "ja": "どの探索も MAX から見た値 {value} を求めます。最低でも {fewest} 個の葉を調べる必要があります。",
    },
    "table": {"en": "What each search looked at", "ja": "各探索が調べたもの"},
    "search": {"en": "search", "ja": "探索"},
    "value": {"en": "value", "ja": "値"},
    "entered": {"en": "nodes entered", "ja": "訪問した節点"},
    "leaves": {"en": "leaves judged", "ja": "評価した葉"},
    "different": {"en": "different leaves", "ja": "異なる葉"},
    "cuts": {"en": "cuts", "ja": "枝刈り"},
    "fewest": {"en": "the fewest possible", "ja": "理論上の最小"},
    "too_large": {
        "en": "The tree is too large to be drawn; the numbers stand for it.",
        "ja": "木が大きすぎるため図は省きます。",
    },
    "minimax": {"en": "Minimax", "ja": "ミニマックス法"},
    "alphabeta": {"en": "Alpha-beta", "ja": "アルファベータ法"},
    "ordered": {"en": "Alpha-beta, best moves first", "ja": "アルファベータ法 (最善手から)"},
    "pvs": {"en": "Principal variation search", "ja": "PVS"},
    "mtdf": {"en": "MTD(f)", "ja": "MTD(f)"},
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """One search of the tree, and what it had done at its end."""

    algorithm: str
    trace: Trace
    end: Frame

    @property
    def different_leaves(self) -> int:
        """How many leaves it looked at, each counted once."""
        return sum(view.is_leaf for view in self.end.views)


def compare_lessons(
    state: State, *, depth: int | None = None, evaluate: Evaluator[Any] | None = None, most_nodes: int = MOST_NODES
) -> Sequence[Comparison]:
    """Search a position in every way that lessons compare."""
    made = []
    for algorithm in COMPARED:
        trace = record(state, algorithm, depth=depth, evaluate=evaluate, most_nodes=most_nodes)
        made.append(Comparison(algorithm, trace, replay(trace, len(trace.events))))
    return made


def fewest_leaves(state: State, *, depth: int | None = None, evaluate: Evaluator[Any] | None = None) -> int:
    """Return how many leaves prove the value: those of one best strategy of each side, which share a single leaf.

    Knuth & Moore, "An analysis of alpha-beta pruning" (1975): in a uniform tree b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
    """
    counter = ProofCounter(state.next_player, evaluate)
    plies = math.inf if depth is None else depth
    goal = counter.value(state, plies)
    return sum(counter.leaves(state, plies, goal, side) for side in Side) - 1


class ProofCounter:
    """Counts leaves that prove a value, which is the `prover`'s."""

    def __init__(self, prover: Side, evaluate: Evaluator[Any] | None) -> None:
        self.prover, self.evaluate = prover, evaluate
        self.values: dict[tuple[State, float], Value] = {}
        self.counts: dict[tuple[State, float, Side], int] = {}

    def value(self, state: Any, plies: float) -> Value:
        """Return the value of a position for the prover."""
        key = state, plies
        if key not in self.values:
            if state.is_over() or plies == 0:
                score = final_score(state) if state.is_over() else 0 if self.evaluate is None else self.evaluate(state)
                self.values[key] = score if state.next_player is self.prover else -score
            else:
                choose: Callable[..., Value] = max if state.next_player is self.prover else min
                self.values[key] = choose(self.value(child, plies - 1) for child in below(state))
        return self.values[key]

    def leaves(self, state: Any, plies: float, goal: Value, side: Side) -> int:
        """Return the fewest leaves that show that a side gets the goal, which it does."""
        if state.is_over() or plies == 0:
            return 1
        key = state, plies, side
        if key not in self.counts:
            children = below(state)
            if state.next_player is side:
                children = [child for child in children if self.reaches(self.value(child, plies - 1), goal, side)]
            counts = [self.leaves(child, plies - 1, goal, side) for child in children]
            self.counts[key] = min(counts) if state.next_player is side else sum(counts)
        return self.counts[key]

    def reaches(self, value: Value, goal: Value, side: Side) -> bool:
        """Tell whether a value is good enough for a side."""
        return value >= goal if side is self.prover else value <= goal


def below(state: Any) -> Sequence[Any]:
    """Return the positions that the moves lead to."""
    return [state.apply_move(move) for move in state.legal_moves()]


def comparison_svg(rows: Sequence[Comparison], fewest: int, language: Language = "en") -> str:
    """Return the trees one below the other as one picture."""
    drawings = [(caption(row, language), step_drawing(row.trace, None, language)) for row in rows]
    return svg_file(stacked(drawings), lead(rows, fewest, language))


def comparison_html(rows: Sequence[Comparison], fewest: int, language: Language = "en") -> str:
    """Return a page with a table of what each search did, and its tree."""
    if len(rows[0].trace.nodes) <= MOST_DRAWN:
        pictures = [
            section(WORDS[row.algorithm][language], figure(step_svg(row.trace, None, language), caption(row, language)))
            for row in rows
        ]
    else:
        pictures = [paragraph(WORDS["too_large"][language])]
    return page(
        WORDS["title"][language],
        paragraph(lead(rows, fewest, language), "lead"),
        numbers(rows, fewest, language),
        *pictures,
        language=language,
        style=STYLE,
    )


def lead(rows: Sequence[Comparison], fewest: int, language: Language) -> str:
    """Return the result in a sentence."""
    return WORDS["lead"][language].format(value=value_text(rows[0].trace.value), fewest=fewest)


def caption(row: Comparison, language: Language) -> str:
    """Return what stands below a tree."""
    words = {name: WORDS[name][language] for name in ("entered", "leaves", "cuts")}
    return (
        f"{WORDS[row.algorithm][language]}: {words['entered']} {row.trace.entered:,}, "
        f"{words['leaves']} {row.end.leaves:,}, {words['cuts']} {row.end.cuts:,}"
    )


def numbers(rows: Sequence[Comparison], fewest: int, language: Language) -> str:
    """Return the table."""
    names = ("search", "value", "entered", "leaves", "different", "cuts")
    body = [
        (
            WORDS[row.algorithm][language],
            value_text(row.trace.value),
            f"{row.trace.entered:,}",
            f"{row.end.leaves:,}",
            f"{row.different_leaves:,}",
            f"{row.end.cuts:,}",
        )
        for row in rows
    ]
    last = (WORDS["fewest"][language], "", "", "", f"{fewest:,}", "")
    return table(WORDS["table"][language], [WORDS[name][language] for name in names], [*body, last])
