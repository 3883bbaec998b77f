"""Exercises in alpha-beta: a seeded tree, and the right answer at each of its nodes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from saizen.drawing.messages import Language
from saizen.errors import SettingError
from saizen.games.base import Side, Value
from saizen.games.tree import Tree, TreeSource
from saizen.lesson.convention import USUAL, Convention
from saizen.lesson.recording import record
from saizen.lesson.replay import Frame, NodeView, replay
from saizen.lesson.trace import Trace
from saizen.randomness import Stream

__all__ = [
    "MOST_NODES",
    "Exercise",
    "Question",
    "Shape",
    "convention_json",
    "convention_text",
    "exercise_json",
    "make_exercise",
    "pose",
]

MOST_NODES = 1000  # more than anyone fills in
MOST_DEPTH = 20
LEAST_TRIES, MOST_TRIES = 300, 2000
NODES_TO_TRY = 100_000  # in all trees together, so that a search for cuts ends within seconds
EARLY_LEAVES = 4  # in an unbalanced tree one node of so many is a leaf before its time

CONVENTION_JA = "β {sign} α で枝刈り、fail-{fail}、値はすべて MAX から見たもの"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Which trees are wanted: an unbalanced one has 1 to `branching` children a node and leaves at several depths."""

    depth: int = 3
    branching: int = 3
    unbalanced: bool = False
    low: int = -9
    high: int = 9
    first: Side = Side.FIRST

    def __post_init__(self) -> None:
        if self.depth < 1 or self.branching < 1:
            raise SettingError(f"depth {self.depth}, branching {self.branching}: both must be at least 1")
        if self.depth > MOST_DEPTH:
            raise SettingError(f"depth {self.depth} is more than anyone fills in; use at most {MOST_DEPTH}")
        if self.nodes > MOST_NODES:
            size = f"depth {self.depth}, branching {self.branching}"
            raise SettingError(
                f"{size}: more than {MOST_NODES} nodes, too many to fill in; make one of the two smaller"
            )
        if self.low > self.high:
            raise SettingError(f"low {self.low} is above high {self.high}; leaves need a value between them")
        if self.unbalanced and (self.depth < 2 or self.branching < 2):
            size = f"depth {self.depth}, branching {self.branching}"
            raise SettingError(f"unbalanced with {size}: leaves cannot differ in depth; both must be at least 2")

    @property
    def nodes(self) -> int:
        """How many nodes the largest tree of this shape has."""
        return sum(self.branching**row for row in range(self.depth + 1))


@dataclass(frozen=True, slots=True)
class Question:
    """A node of an exercise and the right answer there, as MAX sees it; a node that is never entered has none."""

    label: str  # the way from the root, such as 2.1; "root" there
    parent: int  # −1 at the root
    children: tuple[int, ...]
    is_max: bool
    leaf: Value | None  # the value printed at a leaf
    plain_value: Value  # by minimax, without any cut
    value: Value | None
    window: tuple[Value, Value] | None  # that the search enters with
    last_window: tuple[Value, Value] | None  # that it leaves with
    is_struck: bool  # a cut of the parent leaves it out
    is_pruned: bool  # the same, or it lies below such a node

    @property
    def is_asked(self) -> bool:
        """Whether value, alpha and beta are to be found: at each inner node that the search enters."""
        return self.leaf is None and not self.is_pruned


@dataclass(frozen=True, slots=True)
class Exercise:
    """A tree with the right answers under a convention; the questions come in the order of the search."""

    tree: Tree
    convention: Convention
    questions: tuple[Question, ...]
    cuts: int  # that leave something out

    def answers(self) -> dict[str, dict[str, Any]]:
        """Return the right answers as JSON, in the shape in which answers are read; null is infinity, or no number."""
        return {question.label: answer_json(question) for question in self.questions}


def answer_json(question: Question) -> dict[str, Any]:
    """Return the right answer at a node as JSON."""
    alpha, beta = question.window or (None, None)
    bounds = {"alpha": finite(alpha), "beta": finite(beta)}
    return {"value": question.value, **bounds, "pruned": question.is_pruned}


def finite(value: Value | None) -> Value | None:
    """Return a value, or None for infinity."""
    return None if value is None or abs(value) == float("inf") else value


def exercise_json(exercise: Exercise) -> dict[str, Any]:
    """Return an exercise with its right answers as JSON."""
    return {
        "first": "max" if exercise.questions[0].is_max else "min",
        "tree": exercise.tree.to_lists(),
        "convention": convention_json(exercise.convention),
        "value": exercise.questions[0].value,
        "cuts": exercise.cuts,
        "answers": exercise.answers(),
    }


def convention_json(convention: Convention) -> dict[str, str]:
    """Return a convention as JSON, in the words of the command's options and of people."""
    cut, fail = "le" if convention.cuts_at_equal else "lt", "soft" if convention.fail_soft else "hard"
    return {"cut": cut, "fail": fail, "text": str(convention)}


def make_exercise(
    seed: int, shape: Shape | None = None, convention: Convention = USUAL, *, cuts: int | None = None
) -> Exercise:
    """Return the first exercise of a seed with at least so many cuts that leave something out.

    Without `cuts` it has one wherever the shape and the convention allow any.
    """
    shape = shape or Shape()
    reason = no_cut_reason(shape, convention)
    wanted = (0 if reason else 1) if cuts is None else cuts
    if wanted and reason:
        raise SettingError(f"cuts {wanted}: {reason}; use cuts 0")
    tries = max(LEAST_TRIES, min(MOST_TRIES, NODES_TO_TRY // shape.nodes))
    most = 0
    for tree in trees(seed, shape, tries):
        exercise = pose(tree, convention)
        if exercise.cuts >= wanted:
            return exercise
        most = max(most, exercise.cuts)
    found = (
        f"none of {tries} trees with depth {shape.depth} and branching {shape.branching} has as many, at most {most}"
    )
    raise SettingError(f"cuts {wanted}: {found} ({convention}); ask for fewer, or for a larger tree")


def no_cut_reason(shape: Shape, convention: Convention) -> str:
    """Return why no tree of a shape can have a cut, or nothing."""
    if shape.depth < 2 or shape.branching < 2:
        return f"a tree of depth {shape.depth} and branching {shape.branching} has none"
    if not convention.cuts_at_equal and shape.low == shape.high:
        return "where all leaves are equal, β < α never comes"
    return ""


def trees(seed: int, shape: Shape, tries: int) -> Iterator[Tree]:
    """Yield the trees of a seed one after the other."""
    for number in range(tries):
        source, depths = grow(Stream(seed, number), shape, shape.depth)
        if not shape.unbalanced or (max(depths) == shape.depth > min(depths)):
            yield Tree(source, first=shape.first)


def grow(stream: Stream, shape: Shape, plies: int) -> tuple[TreeSource, set[int]]:
    """Return a tree with its root so far above the deepest leaf allowed, and the depths of its leaves."""
    early = shape.unbalanced and plies < shape.depth and stream.below(EARLY_LEAVES) == 0
    if plies == 0 or early:
        return shape.low + stream.below(shape.high - shape.low + 1), {shape.depth - plies}
    count = 1 + stream.below(shape.branching) if shape.unbalanced else shape.branching
    children = [grow(stream, shape, plies - 1) for _ in range(count)]
    return [source for source, _ in children], set().union(*(depths for _, depths in children))


def pose(tree: Tree, convention: Convention = USUAL) -> Exercise:
    """Return the exercise that a tree makes under a convention."""
    trace = record(tree, "alphabeta", convention=convention)
    frame = replay(trace, len(trace.events))
    survey = Survey(trace, frame)
    survey.visit(tree, 0, -1, "root", pruned=False)
    return Exercise(tree, convention, tuple(survey.questions[index] for index in range(survey.count)), frame.cuts)


@dataclass(slots=True)
class Survey:
    """Reads the right answers off a search, node by node in its order."""

    trace: Trace
    frame: Frame
    questions: dict[int, Question] = field(default_factory=dict)
    count: int = 0

    def visit(self, tree: Tree, node: int, parent: int, label: str, *, pruned: bool) -> int:
        """Note a node and all below it; return its place in the order."""
        place, self.count = self.count, self.count + 1
        view = self.frame.views[node]
        pruned = pruned or view.is_skipped
        start = "" if parent < 0 else f"{label}."
        children = tuple(
            self.visit(child, self.trace.children[node][number], place, f"{start}{number + 1}", pruned=pruned)
            for number, child in enumerate(tree.children)
        )
        self.questions[place] = self.question(tree, view, parent, children, label, pruned)
        return place

    def question(
        self, tree: Tree, view: NodeView, parent: int, children: tuple[int, ...], label: str, pruned: bool
    ) -> Question:
        """Return a node with its answer, those below it being known."""
        is_max = tree.next_player is Side.FIRST
        below = [self.questions[child].plain_value for child in children]
        plain_value = (max(below) if is_max else min(below)) if below else tree.value
        assert plain_value is not None
        return Question(
            label=label,
            parent=parent,
            children=children,
            is_max=is_max,
            leaf=None if children else tree.value,
            plain_value=plain_value,
            value=view.value,
            window=view.entry,
            last_window=view.window,
            is_struck=view.is_skipped,
            is_pruned=pruned,
        )


def convention_text(convention: Convention, language: Language = "en") -> str:
    """Return what a convention says, as people read it."""
    if language == "en":
        return str(convention)
    return CONVENTION_JA.format(
        sign="≤" if convention.cuts_at_equal else "<", fail="soft" if convention.fail_soft else "hard"
    )
