"""Marking the answers to an exercise: a point for each right number or cut, and a hint for each mistake.

Answers are JSON, a node an entry, by the label that sheets show: {"2.1": {"value": 3, "alpha": null, "beta": 5,
"pruned": false}}. A null α is −∞, a null β +∞; a key that is left out is a field left blank. Numbers may also be text
such as "-inf". What lies below a pruned node need not be named. Of a leaf only `pruned` is marked.
"""

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

from saizen.drawing.messages import Language
from saizen.errors import NotationError
from saizen.games.base import Value
from saizen.lesson.convention import Convention
from saizen.lesson.exercise import Exercise, Question, pose

__all__ = [
    "Answers",
    "Field",
    "Given",
    "Mark",
    "Marker",
    "Mistake",
    "hint",
    "read_answers",
    "read_number",
    "right_number",
]

INFINITY = ("∞", "inf", "infinity", "oo")
NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?")


class Field(StrEnum):
    """What is asked at a node."""

    PRUNED = "pruned"
    ALPHA = "alpha"
    BETA = "beta"
    VALUE = "value"


class Mistake(StrEnum):
    """What went wrong with an answer."""

    MISSING = "missing"
    BELOW = "below"  # left out because the node, or one above it, was cut too early
    SIGN = "sign"
    WRONG_SIDE = "wrong side"  # the smallest for the largest, or the other way round
    FAIL = "fail"  # fail-hard for fail-soft, or the other way round
    CUT_COUNTED = "cut counted"  # the value of a search that does not cut here
    CARRIED = "carried"  # right, if the answers below were
    EXCHANGED = "exchanged"  # alpha for beta
    VIEW = "view"  # the window as MIN sees it
    NOT_RENEWED = "not renewed"  # the bound that the parent was entered with
    NOT_PASSED = "not passed"  # no bound where there is one already
    LEAVING = "leaving"  # the bound that the node is left with
    TOO_EARLY = "too early"
    MISSED = "missed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Given:
    """What someone answered at a node; None is a blank."""

    value: Value | None = None
    alpha: Value | None = None
    beta: Value | None = None
    pruned: bool = False


Answers: TypeAlias = Mapping[str, Given]
BLANK = Given()


@dataclass(frozen=True, slots=True)
class Mark:
    """How a field was answered; a point where there is no mistake."""

    node: int
    field: Field
    mistake: Mistake | None


@dataclass(frozen=True)
class Marker:
    """Marks answers to an exercise."""

    exercise: Exercise

    def fields(self, node: int) -> tuple[Field, ...]:
        """Return what is asked at a node: of what lies below a cut, nothing."""
        question = self.exercise.questions[node]
        if question.is_pruned and not question.is_struck:
            return ()
        cut = () if node == 0 else (Field.PRUNED,)
        return (*cut, Field.ALPHA, Field.BETA, Field.VALUE) if question.is_asked else cut

    @property
    def possible(self) -> int:
        """How many points there are."""
        return sum(len(self.fields(node)) for node in range(len(self.exercise.questions)))

    def mark(self, answers: Answers) -> list[Mark]:
        """Return a mark for each field, in the order of the search."""
        return [
            Mark(node, field, self.mistake(answers, node, field))
            for node in range(len(self.exercise.questions))
            for field in self.fields(node)
        ]

    def mistake(self, answers: Answers, node: int, field: Field) -> Mistake | None:
        """Return what is wrong with one answer, if anything."""
        question = self.exercise.questions[node]
        given = answers.get(question.label, BLANK)
        if field is Field.PRUNED:
            return self.cut_mistake(answers, question, given)
        number: Value | None = getattr(given, field)
        if number is None:
            return Mistake.BELOW if given.pruned or self.is_below_cut(answers, question) else Mistake.MISSING
        if number == right_number(question, field):
            return None
        if field is not Field.VALUE and (given.alpha, given.beta) in self.pairs(node):
            return self.pairs(node)[given.alpha, given.beta]
        known = self.traps(node, field).get(number)
        if known is None and field is Field.VALUE and number == self.value_from_below(answers, question):
            return Mistake.CARRIED
        return known or Mistake.OTHER

    def cut_mistake(self, answers: Answers, question: Question, given: Given) -> Mistake | None:
        """Return what is wrong with a cut, or with none; an edge left alone counts once its parent has a value."""
        if given.pruned:
            return None if question.is_struck else Mistake.TOO_EARLY
        if self.is_below_cut(answers, question):
            return Mistake.BELOW
        if question.is_struck:
            return Mistake.MISSED
        parent = answers.get(self.exercise.questions[question.parent].label, BLANK)
        return Mistake.MISSING if parent.value is None else None

    def is_below_cut(self, answers: Answers, question: Question) -> bool:
        """Tell whether the answers cut off something above a node."""
        while question.parent >= 0:
            question = self.exercise.questions[question.parent]
            if answers.get(question.label, BLANK).pruned:
                return True
        return False

    def value_from_below(self, answers: Answers, question: Question) -> Value | None:
        """Return the value that follows from someone's own answers at the children, if they gave them all."""
        below = []
        for child in (self.exercise.questions[child] for child in question.children):
            given = answers.get(child.label, BLANK)
            if not given.pruned:
                below.append(given.value if child.leaf is None else child.leaf)
        if not below or None in below:
            return None
        numbers = [number for number in below if number is not None]
        best = max(numbers) if question.is_max else min(numbers)
        assert question.window is not None
        alpha, beta = question.window
        return best if self.exercise.convention.fail_soft else min(max(best, alpha), beta)

    def pairs(self, node: int) -> dict[tuple[Value | None, Value | None], Mistake]:
        """Return the wrong windows that show what went wrong."""
        window = self.exercise.questions[node].window
        assert window is not None
        alpha, beta = window
        found = {(-beta, -alpha): Mistake.VIEW, (beta, alpha): Mistake.EXCHANGED}
        return {pair: mistake for pair, mistake in found.items() if pair != window}

    def traps(self, node: int, field: Field) -> dict[Value, Mistake]:
        """Return the wrong numbers that show what went wrong; where one shows two things, the first is meant."""
        question = self.exercise.questions[node]
        right = right_number(question, field)
        found: dict[Value, Mistake] = {}
        for number, mistake in self.value_traps(node) if field is Field.VALUE else self.bound_traps(question, field):
            if number is not None and number != right:
                found.setdefault(number, mistake)
        return found

    def value_traps(self, node: int) -> list[tuple[Value | None, Mistake]]:
        """Return what other values may come from."""
        question = self.exercise.questions[node]
        seen = [self.exercise.questions[child].value for child in question.children]
        values = [value for value in seen if value is not None]
        worst = min(values) if question.is_max else max(values)
        alone = min(values) == max(values)  # then it is of no side
        assert question.value is not None
        return [
            (-question.value, Mistake.SIGN),
            (None if alone else worst, Mistake.WRONG_SIDE),
            (self.other_fail.questions[node].value, Mistake.FAIL),
            (question.plain_value, Mistake.CUT_COUNTED),
        ]

    def bound_traps(self, question: Question, field: Field) -> list[tuple[Value | None, Mistake]]:
        """Return what other bounds may come from."""
        assert question.window is not None
        assert question.last_window is not None
        own = 0 if field is Field.ALPHA else 1
        traps: list[tuple[Value | None, Mistake]] = []
        if question.parent >= 0:
            parent = self.exercise.questions[question.parent].window
            assert parent is not None
            traps.append((parent[own], Mistake.NOT_RENEWED))
        return [
            *traps,
            ((-math.inf, math.inf)[own], Mistake.NOT_PASSED),
            (-question.window[own], Mistake.SIGN),
            (question.window[1 - own], Mistake.EXCHANGED),
            (question.last_window[own], Mistake.LEAVING),
        ]

    @cached_property
    def other_fail(self) -> Exercise:
        """The same exercise with values returned the other way."""
        convention = self.exercise.convention
        return pose(self.exercise.tree, Convention(convention.cuts_at_equal, not convention.fail_soft))


def right_number(question: Question, field: Field) -> Value | None:
    """Return the right number at a node that is asked for."""
    if field is Field.VALUE:
        return question.value
    assert question.window is not None
    return question.window[0 if field is Field.ALPHA else 1]


def read_number(text: str) -> Value:
    """Return the number that someone wrote: 3, −3, 0.5, inf, -∞."""
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").replace(" ", "").lower()
    if plain.lstrip("+-") in INFINITY and len(plain) - len(plain.lstrip("+-")) <= 1:
        return -math.inf if plain.startswith("-") else math.inf
    if not NUMBER.fullmatch(plain):
        raise NotationError(f"{text[:40]!r} is no number; write one such as 3, -3, inf or -inf")
    return float(plain) if "." in plain else int(plain)


def read_answers(exercise: Exercise, source: Any) -> dict[str, Given]:
    """Return the answers that JSON gives by label, alone or as `answers` of what `saizen exercise --json` prints."""
    if isinstance(source, Mapping) and isinstance(source.get("answers"), Mapping):
        if source.get("tree", exercise.tree.to_lists()) != exercise.tree.to_lists():
            raise NotationError(
                "these are answers to another tree; give the options and the seed that it was made with"
            )
        source = source["answers"]
    if not isinstance(source, Mapping):
        raise NotationError('answers must be an object such as {"2.1": {"value": 3, "alpha": null, "beta": 5}}')
    labels = {question.label for question in exercise.questions}
    for label in source:
        if label not in labels:
            raise NotationError(f"no node is called {label[:40]!r}; nodes are called root, 1, 2, 1.1 and so on")
    return {label: read_given(label, answer) for label, answer in source.items()}


def read_given(label: str, answer: Any) -> Given:
    """Return the answer at a node."""
    if not isinstance(answer, Mapping) or not set(answer) <= set(Field):
        raise NotationError(f"node {label}: an answer is an object with the keys {' '.join(sorted(Field))}")
    pruned = answer.get("pruned")
    if pruned not in (None, True, False):
        raise NotationError(f"node {label}: pruned is {pruned!r}; use true or false")
    if pruned and label == "root":
        raise NotationError("node root: pruned is True, but nothing can cut the root off; use false")
    numbers = {field: read_field(label, field, answer) for field in ("value", "alpha", "beta") if field in answer}
    return Given(**numbers, pruned=bool(pruned))


def read_field(label: str, field: str, answer: Mapping[str, Any]) -> Value | None:
    """Return a number of an answer; null is infinity in a bound, and no answer in a value."""
    number = answer[field]
    if number is None:
        return None if field == "value" or answer.get("pruned") else -math.inf if field == "alpha" else math.inf
    if isinstance(number, str):
        try:
            return read_number(number)
        except NotationError as error:
            raise NotationError(f"node {label}: {error}") from None
    if isinstance(number, bool) or not isinstance(number, int | float) or math.isnan(number):
        raise NotationError(f"node {label}: {field} is {number!r}; use a number, null or a text such as '-inf'")
    return number


# Each hint in both languages; the words in braces are filled in.
HINTS: Mapping[str, Mapping[Language, str]] = {
    "missing": {"en": "No answer yet.", "ja": "まだ答えがありません。"},
    "below": {
        "en": "Left out because of a cut that came too early.",
        "ja": "早すぎる枝刈りのために答えが抜けています。",
    },
    "sign": {
        "en": "The size is right, the sign is not: every number is as MAX sees it, at MIN's nodes too.",
        "ja": "大きさは合っていますが符号が逆です。MIN の節点でも、数はすべて MAX から見たものです。",
    },
    "wrong side": {
        "en": "That is the {worst} value below; {side} moves here and takes the {best}.",
        "ja": "それは子の値のうち{worst}のものです。ここは {side} の番なので{best}のものを選びます。",
    },
    "fail": {
        "en": "That is the fail-{other} value; the convention here is fail-{fail}.",
        "ja": "それは fail-{other} の値です。ここでの約束は fail-{fail} です。",
    },
    "cut counted": {
        "en": "That is minimax without cuts; take only what this search sees, within its windows.",
        "ja": "それは枝刈りをしないミニマックスの値です。この探索が実際に見るものだけで求めます。",
    },
    "carried": {
        "en": "This follows from your answers below, so the mistake is there.",
        "ja": "下の節点の答えからは正しく導かれています。誤りは下の節点にあります。",
    },
    "exchanged": {
        "en": "α and β are mixed up: α is what MAX is sure of already, β what MIN is sure of.",
        "ja": "α と β が入れ替わっています。α は MAX が、β は MIN がすでに確保した値です。",
    },
    "view": {
        "en": "That is the window as MIN sees it, (−β, −α); here every number is as MAX sees it.",
        "ja": "それは MIN から見た窓 (−β, −α) です。ここでは数はすべて MAX から見たものです。",
    },
    "not renewed": {
        "en": "That is {bound} when the search came to the parent; what it found since has {moved} it.",
        "ja": "それは親に入ったときの {bound} です。その後に調べた兄弟によって{moved}ています。",
    },
    "not passed": {
        "en": "There is a bound already: {bound} is passed down from the parent to its children.",
        "ja": "すでに限界があります。{bound} は親から子へ受け渡されます。",
    },
    "leaving": {
        "en": "That is {bound} when the search leaves this node; asked is the one it comes with.",
        "ja": "それはこの節点を出るときの {bound} です。求めるのは入るときの {bound} です。",
    },
    "too early": {
        "en": "Cut too early: when the search comes here, β {sign} α does not hold.",
        "ja": "枝刈りが早すぎます。ここに来た時点では β {sign} α が成り立っていません。",
    },
    "too early, equal": {
        "en": "Cut too early: β = α here, and the convention cuts only at β < α.",
        "ja": "枝刈りが早すぎます。ここでは β = α で、約束では β < α のときだけ枝刈りします。",
    },
    "missed": {
        "en": "Missed cut: β {sign} α holds at the parent before the search comes here.",
        "ja": "枝刈りの見落としです。ここに来る前に、親で β {sign} α が成り立っています。",
    },
    "other": {"en": "Work {field} out once more.", "ja": "{field}をもう一度求めてください。"},
}
SIDES: Mapping[Language, tuple[str, str]] = {"en": ("largest", "smallest"), "ja": ("最大", "最小")}
MOVED: Mapping[Language, tuple[str, str]] = {"en": ("raised", "lowered"), "ja": ("上がっ", "下がっ")}
NAMES: Mapping[Language, Mapping[Field, str]] = {
    "en": {Field.ALPHA: "α", Field.BETA: "β", Field.VALUE: "the value", Field.PRUNED: "the cut"},
    "ja": {Field.ALPHA: "α ", Field.BETA: "β ", Field.VALUE: "評価値", Field.PRUNED: "枝刈り"},
}


def hint(exercise: Exercise, mark: Mark, language: Language = "en") -> str:
    """Return what to think of after a mistake, without the answer; nothing where there is none."""
    if mark.mistake is None:
        return ""
    question, convention = exercise.questions[mark.node], exercise.convention
    key = str(mark.mistake)
    if mark.mistake is Mistake.TOO_EARLY and question.window and question.window[0] == question.window[1]:
        key = "too early, equal"
    best, worst = SIDES[language] if question.is_max else SIDES[language][::-1]
    fail, other = ("soft", "hard") if convention.fail_soft else ("hard", "soft")
    return HINTS[key][language].format(
        best=best,
        worst=worst,
        side="MAX" if question.is_max else "MIN",
        fail=fail,
        other=other,
        sign="≤" if convention.cuts_at_equal else "<",
        field=NAMES[language][mark.field],
        bound="β" if mark.field is Field.BETA else "α",
        moved=MOVED[language][mark.field is Field.BETA],
    )
