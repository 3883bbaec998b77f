"""Checking a student's search: seeded trees of several kinds, the answers that are right, and the points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from saizen.errors import SettingError
from saizen.games.base import Move, Side, State, Value
from saizen.games.tree import Tree, node_value
from saizen.lesson.calling import Style
from saizen.lesson.convention import USUAL, Convention, alphabeta_by
from saizen.lesson.student import SECONDS, Answer, Kind, Question, Student
from saizen.randomness import Stream
from saizen.search import minimax

__all__ = ["ALGORITHMS", "Aspect", "Case", "Expected", "Group", "Report", "Task", "Verdict", "check", "make_cases"]

MOST_TREES, MOST_DEPTH, MOST_BRANCHING, MOST_LEAVES = 10_000, 12, 64, 4096
# How deep the trees of a group are, where the task allows it; the others are as deep as the task says.
PLIES = {"leaf": 0, "small": 2, "min_first": 3, "negative": 3, "equal": 3, "unbalanced": 4}
MOST_FAULTS, MOST_GROUP_FAULTS = 6, 2  # calls that the process did not survive, after which no more are made


class Group(StrEnum):
    """The kinds of trees, in the order in which they are checked: the simplest first."""

    LEAF = "leaf"
    SMALL = "small"
    MIN_FIRST = "min_first"
    NEGATIVE = "negative"
    EQUAL = "equal"
    UNBALANCED = "unbalanced"
    DEEPER = "deeper"


# Of twenty trees; the first seven are one of each kind.
DEAL = (*Group, *[group for group in Group if group is not Group.LEAF] * 2, Group.SMALL)


class Aspect(StrEnum):
    """What is compared."""

    VALUE = "value"
    LEAVES = "leaves"  # exactly the right ones were visited
    CUTS = "cuts"  # something was left out at exactly the right nodes


# What is compared where a search is asked for; by itself only the value.
ALGORITHMS: dict[str | None, tuple[Aspect, ...]] = {
    None: (Aspect.VALUE,),
    "minimax": (Aspect.VALUE, Aspect.LEAVES),
    "alphabeta": (Aspect.VALUE, Aspect.LEAVES, Aspect.CUTS),
}


@dataclass(frozen=True, slots=True)
class Task:
    """What a function has to do, and on which trees."""

    trees: int = 100
    seed: int = 0
    depth: int = 4
    branching: int = 3
    algorithm: str | None = None
    convention: Convention = USUAL

    def __post_init__(self) -> None:
        for name, most in (("trees", MOST_TREES), ("depth", MOST_DEPTH), ("branching", MOST_BRANCHING)):
            number = getattr(self, name)
            if not 1 <= number <= most:
                raise SettingError(f"{name}={number} is not between 1 and {most}")
        leaves = self.branching**self.depth
        if leaves > MOST_LEAVES:
            size = f"depth={self.depth} with branching={self.branching}"
            raise SettingError(f"{size} gives up to {leaves:,} leaves; choose them for at most {MOST_LEAVES:,}")
        if self.algorithm not in ALGORITHMS:
            raise SettingError(f"algorithm={self.algorithm!r} cannot be checked; use minimax or alphabeta")

    @property
    def aspects(self) -> tuple[Aspect, ...]:
        """What is compared."""
        return ALGORITHMS[self.algorithm]


@dataclass(frozen=True, slots=True)
class Case:
    """A tree to be searched, and how deep."""

    number: int  # from 1
    group: Group
    tree: Tree
    depth: int

    @property
    def maximizing(self) -> bool:
        """Whether MAX moves first."""
        return self.tree.next_player is Side.FIRST

    @property
    def question(self) -> Question:
        """What the student's process is told."""
        nodes = self.tree.nodes
        return Question(nodes.values, [len(children) for children in nodes.children], self.depth, self.maximizing)

    def label(self, node: int) -> str:
        """Return what people call a node: its way from the root, such as 2.1."""
        return self.tree.nodes.path(node).replace("/", ".")


@dataclass(frozen=True, slots=True)
class Expected:
    """The right answer: the value for MAX, and the leaves, or nodes at the horizon, that are visited for it."""

    value: Value
    visited: frozenset[int]


@dataclass(frozen=True)
class Verdict:
    """What came of one tree; `value` is the one that counts, None where there is none."""

    case: Case
    expected: Expected
    answer: Answer
    value: Value | None
    aspects: tuple[Aspect, ...]

    @cached_property
    def right(self) -> frozenset[Aspect]:
        """What of it is right."""
        if self.value is None:
            return frozenset()
        nodes, read, visited = self.case.tree.nodes.children, self.answer.read, self.expected.visited
        is_right = {
            Aspect.VALUE: self.value == self.expected.value,
            Aspect.LEAVES: read == visited,
            Aspect.CUTS: read == visited or cut_nodes(nodes, read) == cut_nodes(nodes, visited),
        }
        return frozenset(aspect for aspect in self.aspects if is_right[aspect])

    @property
    def is_right(self) -> bool:
        """Whether all of it is right."""
        return len(self.right) == len(self.aspects)

    @property
    def extra(self) -> list[int]:
        """The leaves that should not have been visited."""
        return sorted(self.answer.read - self.expected.visited)

    @property
    def missed(self) -> list[int]:
        """The leaves that should have been visited and were not."""
        return sorted(self.expected.visited - self.answer.read)


@dataclass(frozen=True, slots=True)
class Report:
    """All that came of a check; `printed` is the end of what the function wrote."""

    spec: str
    task: Task
    style: Style
    verdicts: tuple[Verdict, ...]
    printed: str

    @property
    def is_right(self) -> bool:
        """Whether the function is right on all trees."""
        return all(verdict.is_right for verdict in self.verdicts)

    @property
    def first_wrong(self) -> Verdict | None:
        """The first tree where they part."""
        return self.wrong()

    def wrong(self, group: Group | None = None, aspect: Aspect | None = None) -> Verdict | None:
        """Return the first tree that is wrong, of a group and in an aspect if they are given."""
        for verdict in self.of_group(group):
            if not (verdict.is_right if aspect is None else aspect in verdict.right):
                return verdict
        return None

    def of_group(self, group: Group | None) -> Sequence[Verdict]:
        """Return the trees of a group, or all."""
        return [verdict for verdict in self.verdicts if group in (None, verdict.case.group)]

    def points(self, group: Group | None = None, aspect: Aspect | None = None) -> tuple[int, int]:
        """Return the points and how many there could be: one for each aspect of each tree."""
        verdicts, aspects = self.of_group(group), (self.task.aspects if aspect is None else (aspect,))
        return sum(part in verdict.right for verdict in verdicts for part in aspects), len(verdicts) * len(aspects)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups that have trees."""
        return tuple(group for group in Group if self.of_group(group))


def check(spec: str, task: Task, *, style: Style | None = None, seconds: float = SECONDS) -> Report:
    """Check the function of `file.py:function`."""
    with Student(spec, style=style, seconds=seconds) as student:
        cases = make_cases(task, student.style)
        answers = ask_all(student, cases)
    expected = [expect(case, task) for case in cases]
    place = value_place(answers, expected)
    verdicts = [
        Verdict(case, right, answer, value_of(answer, place), task.aspects)
        for case, right, answer in zip(cases, expected, answers, strict=True)
    ]
    return Report(spec, task, student.style, tuple(verdicts), student.printed)


def ask_all(student: Student, cases: Iterable[Case]) -> list[Answer]:
    """Return the answer for each tree; after some faults in a group, and some more in all, no more calls are made."""
    answers, faults = [], dict.fromkeys(Group, 0)
    for case in cases:
        if faults[case.group] >= MOST_GROUP_FAULTS or sum(faults.values()) >= MOST_FAULTS:
            answers.append(Answer(Kind.NOT_RUN))
            continue
        answers.append(student.ask(case.question))
        faults[case.group] += answers[-1].is_fault
    return answers


def value_place(answers: Sequence[Answer], expected: Sequence[Expected]) -> int:
    """Return which of two numbers is the value: the same for all trees, that which is right more often."""
    pairs = [(answer.values, right.value) for answer, right in zip(answers, expected, strict=True)]
    pairs = [(values, value) for values, value in pairs if len(values) == 2]
    first, second = (sum(values[place] == value for values, value in pairs) for place in (0, 1))
    return int(second > first)


def value_of(answer: Answer, place: int) -> Value | None:
    """Return the value that a function answered."""
    return answer.values[place if len(answer.values) == 2 else 0] if answer.values else None


def make_cases(task: Task, style: Style) -> list[Case]:
    """Return the trees of a task, ordered by group; a tree depends on its seed and its turn, not on how many follow."""
    drawn = [(DEAL[turn % len(DEAL)], Stream(task.seed, turn)) for turn in range(task.trees)]
    ordered = sorted(drawn, key=lambda pair: list(Group).index(pair[0]))
    return [make_case(number, group, stream, task, style) for number, (group, stream) in enumerate(ordered, start=1)]


def make_case(number: int, group: Group, stream: Stream, task: Task, style: Style) -> Case:
    """Return a tree of a group; nodes have values everywhere, and are not always searched to the end."""
    plies = min(PLIES.get(group, task.depth), task.depth)
    first = Side.FIRST
    if group is Group.MIN_FIRST or (group is Group.LEAF and stream.below(2)):
        first = Side.SECOND

    def grow(left: int) -> Any:
        is_stunted = group is Group.UNBALANCED and left < plies and stream.below(4) == 0
        if left == 0 or is_stunted:
            return draw_value(group, stream)
        least = 1 if group is Group.UNBALANCED else min(2, task.branching)
        children = [grow(left - 1) for _ in range(least + stream.below(task.branching - least + 1))]
        return children if style is Style.LISTS else {"value": draw_value(group, stream), "children": children}

    tree = Tree(grow(plies), first=first)
    depth = height(tree) if style is Style.LISTS else max(0, height(tree) - 1 + stream.below(3))
    return Case(number, group, tree, depth)


def draw_value(group: Group, stream: Stream) -> int:
    """Return a value: below zero, or one of few so that many are equal, or any from −20 to 20."""
    if group is Group.NEGATIVE:
        return -1 - stream.below(20)
    return stream.below(3) if group is Group.EQUAL else stream.below(41) - 20


def height(tree: Tree) -> int:
    """Return how many moves the longest way down has."""
    depths = [0] * len(tree.nodes.parents)
    for node, parent in enumerate(tree.nodes.parents[1:], start=1):
        depths[node] = depths[parent] + 1
    return max(depths)


class Footprints:
    """An observer that keeps which nodes gave their values."""

    def __init__(self) -> None:
        self.at, self.leaves = 0, set[int]()

    def enter(self, move: Move | None, state: State, depth: float, alpha: Value, beta: Value) -> None:
        """Note where the search is."""
        assert isinstance(state, Tree)
        self.at = state.index

    def leaf(self, value: Value) -> None:
        """Keep the node just entered."""
        self.leaves.add(self.at)

    def best(self, move: Move, value: Value) -> None:
        """Leave out which move is best."""

    def cut(self, move: Move, value: Value) -> None:
        """Leave out the cut: it shows in what is not visited."""

    def leave(self, value: Value) -> None:
        """Leave out the way back."""


def expect(case: Case, task: Task) -> Expected:
    """Return the right answer for a tree."""
    seen = Footprints()
    options: dict[str, Any] = {"depth": case.depth, "evaluate": node_value, "observer": seen}
    if task.algorithm == "alphabeta":
        result = alphabeta_by(task.convention, case.tree, **options)
    else:
        result = minimax(case.tree, **options)
    return Expected(result.value if case.maximizing else -result.value, frozenset(seen.leaves))


def cut_nodes(children: Sequence[range], visited: frozenset[int]) -> frozenset[int]:
    """Return the nodes below which something was visited, and something was left out."""
    touched = [node in visited for node in range(len(children))]
    cut = set()
    for node in reversed(range(len(children))):  # children come after their parents
        below = [touched[child] for child in children[node]]
        touched[node] |= any(below)
        if any(below) and not all(below):
            cut.add(node)
    return frozenset(cut)
