"""`saizen exercise`: trees to be searched by hand, on paper, in the browser or here, and the marking of answers."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from saizen.cli.console import Console, at_terminal, write, write_file
from saizen.cli.options import console_options
from saizen.drawing.messages import Language
from saizen.drawing.text import display_width, in_ascii
from saizen.drawing.trees import NodePicture, tree_text
from saizen.drawing.trees import Shape as NodeShape
from saizen.errors import NotationError, UnreadableFileError
from saizen.games.base import Side, Value, normalise
from saizen.lesson.convention import Convention
from saizen.lesson.exercise import Exercise, Shape, convention_json, convention_text, exercise_json, make_exercise
from saizen.lesson.exercise_page import exercise_html
from saizen.lesson.marking import (
    Answers,
    Field,
    Given,
    Mark,
    Marker,
    Mistake,
    hint,
    read_answers,
    read_number,
    right_number,
)
from saizen.lesson.sentences import value_text
from saizen.lesson.sheets import Sheet, sheet_html, sheet_svg, sheet_tikz

__all__ = ["command"]

T = TypeVar("T")

SHEETS: Mapping[str, Callable[[Sheet], str]] = {"svg": sheet_svg, "html": sheet_html, "tikz": sheet_tikz}
FILE = click.Path(dir_okay=False, path_type=Path)
CUTS, FAILS = click.Choice(["le", "lt"]), click.Choice(["soft", "hard"])

# Each text in both languages; the words in braces are filled in.
WORDS: Mapping[str, Mapping[Language, str]] = {
    "title": {"en": "Alpha-beta exercise {seed}", "ja": "アルファベータ法の練習問題 {seed}"},
    "convention": {"en": "Convention: {convention}", "ja": "約束: {convention}"},
    "help": {
        "en": (
            "Search the tree from left to right. At each node type the α and β that the search enters it with, such as "
            "-inf 3,\nor x if it is cut off; at a leaf only Enter or x; and at the end of a node its value. q leaves."
        ),
        "ja": (
            "木を左から順に探索します。節点に入るときの α と β を -inf 3 のように入力してください。\n"
            "枝刈りされるなら x です。葉では Enter か x だけ、節点の終わりでは評価値を入力します。q で終わります。"
        ),
    },
    "ask_window": {"en": "{label} ({side}): α β, or x: ", "ja": "{label} ({side}): α β または x: "},
    "ask_bounds": {"en": "{label} ({side}): α β: ", "ja": "{label} ({side}): α β: "},
    "ask_leaf": {"en": "{label} (leaf {value}): Enter, or x: ", "ja": "{label} (葉 {value}): Enter または x: "},
    "ask_value": {"en": "{label} ({side}): value: ", "ja": "{label} ({side}): 評価値: "},
    "two_numbers": {
        "en": "two numbers are wanted, such as -inf 3",
        "ja": "-inf 3 のように数を 2 つ入力してください",
    },
    "enter_or_cut": {
        "en": "press Enter if this leaf is searched, or type x",
        "ja": "この葉を探索するなら Enter を、枝刈りされるなら x を入力してください",
    },
    "right_is": {"en": "(right: {value})", "ja": "(正解: {value})"},
    "points": {"en": "{points} of {possible} points", "ja": "{possible} 点中 {points} 点"},
    "value": {"en": "value", "ja": "評価値"},
    "cut off": {"en": "cut off", "ja": "枝刈り"},
    "searched": {"en": "searched", "ja": "探索する"},
    "below": {"en": "below a cut: not asked", "ja": "枝刈りの下: 問われない"},
}
NAMES = {Field.ALPHA: "α", Field.BETA: "β"}
BLANKS = (Mistake.MISSING, Mistake.BELOW)
BLANK = "__"


@click.command("exercise", epilog="Example: saizen exercise --seed 42 --html sheet.html --answers answers.html")
@click.option("--depth", type=int, default=3, show_default=True, help="Plies from the root to the deepest leaf.")
@click.option("--branching", type=int, default=3, show_default=True, help="Children of a node.")
@click.option("--unbalanced", is_flag=True, help="1 to --branching children a node, leaves at several depths.")
@click.option("--low", type=int, default=-9, show_default=True, help="Smallest value of a leaf.")
@click.option("--high", type=int, default=9, show_default=True, help="Largest value of a leaf.")
@click.option("--cuts", type=click.IntRange(0), help="Least number of cuts (default: 1 where any is possible).")
@click.option(
    "--convention", "cut", type=CUTS, default="le", help="Cut at beta <= alpha (default), or beta < alpha only."
)
@click.option(
    "--fail", type=FAILS, default="soft", help="Return values outside of the window, or (hard) the bound there."
)
@click.option("--min", "min_first", is_flag=True, help="MIN moves first.")
@click.option("--svg", type=FILE, help="Write the sheet as SVG.")
@click.option("--html", type=FILE, help="Write the sheet as a page to print.")
@click.option("--tikz", type=FILE, help="Write the sheet for LaTeX.")
@click.option("--answers", type=FILE, help="Write the answer sheet, of the kind of the sheet beside it.")
@click.option("--page", type=FILE, help="Write a page that asks, marks and gives hints.")
@click.option("--check", type=FILE, help="Mark the answers in this JSON file.")
@console_options
def command(console: Console, seed: int, cut: str, fail: str, cuts: int | None, **settings: Any) -> None:
    """Make an exercise in alpha-beta and check the answers.

    Equal seeds and options give equal trees. Without a file to write, the tree is shown and, at a terminal, asked node
    by node; --json prints the tree and the right answers.

    Answers for --check are JSON, an entry a node, named as on the sheets; give the seed and options of the exercise:

    \b
      {"root": {"value": 3, "alpha": null, "beta": null},
       "2.1": {"value": 3, "alpha": null, "beta": 5, "pruned": false}, "2.2": {"pruned": true}}

    A null alpha or beta is infinity; what is left out is blank; below a pruned node nothing need be said. Each right
    number is a point, as is each edge rightly cut off, or left alone where its parent has a value.
    """
    check_options(settings)
    numbers = {name: settings[name] for name in ("depth", "branching", "unbalanced", "low", "high")}
    shape = Shape(**numbers, first=Side.SECOND if settings["min_first"] else Side.FIRST)
    exercise = make_exercise(seed, shape, Convention(cut == "le", fail == "soft"), cuts=cuts)
    if settings["check"] is not None:
        return show_marks(exercise, load_answers(exercise, settings["check"]), console)
    written = write_sheets(exercise, console, seed, settings)
    if console.as_json:
        console.emit(
            "exercise", {"seed": seed, **numbers, **exercise_json(exercise), "points": Marker(exercise).possible}
        )
    elif not written:
        show_tree(exercise, console, seed)
        if at_terminal():
            Dialogue(exercise, console).run()
    return None


def check_options(settings: Mapping[str, Any]) -> None:
    """Refuse options that do not go together."""
    kinds = [kind for kind in SHEETS if settings[kind] is not None]
    if settings["answers"] is not None and len(kinds) != 1:
        raise click.UsageError("--answers is of the kind of one sheet; give one of --svg --html --tikz beside it")
    files = [name for name in (*SHEETS, "page") if settings[name] is not None]
    if settings["check"] is not None and files:
        raise click.UsageError(f"--check writes no file; leave out --{files[0]}")


def write_sheets(exercise: Exercise, console: Console, seed: int, settings: Mapping[str, Any]) -> bool:
    """Write the sheets and the page that are asked for; tell whether there was any."""
    language, files = console.language, 0
    for kind, draw in SHEETS.items():
        if settings[kind] is not None:
            write_file(settings[kind], draw(Sheet(exercise, language=language, number=seed)), console)
            if settings["answers"] is not None:
                write_file(settings["answers"], draw(Sheet(exercise, True, language, seed)), console)
            files += 1
    if settings["page"] is not None:
        write_file(settings["page"], exercise_html(exercise, language, seed), console)
        files += 1
    return files > 0


def words(console: Console, key: str, **values: object) -> str:
    """Return a text in the person's language, in ASCII where it must be."""
    return readable(console, WORDS[key][console.language].format(**values))


def readable(console: Console, text: str) -> str:
    """Return a text as this terminal can show it."""
    return in_ascii(text) if console.plain else text


def show_tree(exercise: Exercise, console: Console, seed: int) -> None:
    """Show the tree and the convention."""
    pictures = []
    for question in exercise.questions:
        inner = NodeShape.MAX if question.is_max else NodeShape.MIN
        shape, value = (inner, "") if question.leaf is None else (NodeShape.LEAF, value_text(question.leaf))
        pictures.append(NodePicture(shape, label=question.label, value=value))
    console.show(words(console, "title", seed=seed))
    console.show(convention_line(exercise, console) + "\n")
    console.show(tree_text(pictures, [question.children for question in exercise.questions], plain=console.plain))


def convention_line(exercise: Exercise, console: Console) -> str:
    """Return the line that names the convention."""
    return words(console, "convention", convention=convention_text(exercise.convention, console.language))


def load_answers(exercise: Exercise, path: Path) -> Answers:
    """Return the answers in a file."""
    try:
        source = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UnreadableFileError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{str(path)!r} is no JSON: {error}") from None
    return read_answers(exercise, source)


def show_marks(exercise: Exercise, answers: Answers, console: Console) -> None:
    """Show how each node was answered, a hint for each mistake, and the points."""
    marker = Marker(exercise)
    marks = marker.mark(answers)
    points = sum(mark.mistake is None for mark in marks)
    if console.as_json:
        return console.emit("exercise", marks_json(exercise, marks, console.language))
    console.show(convention_line(exercise, console) + "\n")
    width = max(len(question.label) for question in exercise.questions)
    for node, question in enumerate(exercise.questions):
        own = [mark for mark in marks if mark.node == node]
        given = answers.get(question.label, Given())
        console.show(f"{question.label:<{width}}  {node_line(own, given, console)}".rstrip())
        for text, names in hint_texts(exercise, own, console).items():
            console.show(f"{'':<{width}}    {', '.join(names)}: {text}")
    return console.show("\n" + words(console, "points", points=points, possible=marker.possible))


def node_line(marks: list[Mark], given: Given, console: Console) -> str:
    """Return what was answered at a node, each with its mark."""
    if not marks:
        return words(console, "below")
    cells = [f"{field_text(mark.field, given, console)} {sign(mark, console)}" for mark in marks]
    return "".join(cell + " " * max(2, 16 - display_width(cell)) for cell in cells)


def field_text(field: Field, given: Given, console: Console) -> str:
    """Return what was answered in a field."""
    if field is Field.PRUNED:
        return words(console, "cut off" if given.pruned else "searched")
    number: Value | None = getattr(given, field)
    return readable(console, f"{name_of(field, console)} {BLANK if number is None else value_text(number)}")


def name_of(field: Field, console: Console) -> str:
    """Return what people call a field."""
    key = {Field.VALUE: "value", Field.PRUNED: "cut off"}.get(field)
    return words(console, key) if key else readable(console, NAMES[field])


def sign(mark: Mark, console: Console) -> str:
    """Return the sign for right, wrong or blank."""
    place = 0 if mark.mistake is None else 2 if mark.mistake in BLANKS else 1
    return (("ok", "WRONG", "-") if console.plain else ("✓", "✗", "·"))[place]


def hint_texts(exercise: Exercise, marks: list[Mark], console: Console) -> dict[str, list[str]]:
    """Return the hints for a node with the fields that each is for; a blank needs none."""
    found: dict[str, list[str]] = {}
    for mark in marks:
        if mark.mistake is not None and mark.mistake not in BLANKS:
            text = readable(console, hint(exercise, mark, console.language))
            found.setdefault(text, []).append(name_of(mark.field, console))
    return found


def marks_json(exercise: Exercise, marks: list[Mark], language: Language) -> dict[str, Any]:
    """Return the marks as JSON."""
    rows = [
        {
            "node": exercise.questions[mark.node].label,
            "field": mark.field,
            "right": mark.mistake is None,
            "mistake": mark.mistake,
            "hint": hint(exercise, mark, language),
        }
        for mark in marks
    ]
    points = sum(mark.mistake is None for mark in marks)
    return {
        "convention": convention_json(exercise.convention),
        "points": points,
        "possible": len(marks),
        "marks": rows,
    }


class Quit(Exception):  # noqa: N818 - a wish, not an error
    """Leave the questions."""


class Dialogue:
    """Asks for an exercise node by node, in the order of the search, and says at once what is right."""

    def __init__(self, exercise: Exercise, console: Console) -> None:
        self.exercise, self.console, self.marker = exercise, console, Marker(exercise)
        self.answers: dict[str, Given] = {}
        self.points = 0

    def run(self) -> None:
        """Ask until the end, or until the person leaves; then count the points."""
        self.tell("\n" + words(self.console, "help"))
        try:
            self.visit(0)
        except (Quit, EOFError):
            self.tell("")
        self.console.show(words(self.console, "points", points=self.points, possible=self.marker.possible))

    def visit(self, node: int) -> None:
        """Ask for a node and, if the search enters it, for all below it and its value."""
        question = self.exercise.questions[node]
        if not self.ask_entry(node) or question.leaf is not None:
            return
        for child in question.children:
            self.visit(child)
        value = self.ask(self.worded("ask_value", node), read_number)
        self.judge_numbers(node, {Field.VALUE: value})

    def ask_entry(self, node: int) -> bool:
        """Ask whether the search enters a node and with which window; tell whether it does."""
        question = self.exercise.questions[node]
        key = "ask_bounds" if node == 0 else "ask_window" if question.leaf is None else "ask_leaf"
        reply = self.ask(self.worded(key, node), lambda text: self.read_entry(node, text))
        if node:
            wrong = Mistake.TOO_EARLY if reply is None else Mistake.MISSED
            self.judge(node, Field.PRUNED, None if (reply is None) == question.is_struck else wrong)
        if question.is_struck:
            self.answers[question.label] = Given(pruned=True)
            return False
        if question.leaf is None:
            if reply is None:  # it has to be searched after all
                reply = self.ask(self.worded("ask_bounds", node), lambda text: self.read_entry(0, text))
            assert reply is not None
            self.judge_numbers(node, dict(zip((Field.ALPHA, Field.BETA), reply, strict=True)))
        return True

    def read_entry(self, node: int, text: str) -> list[Value] | None:
        """Return the window that was typed, or None for a cut."""
        question = self.exercise.questions[node]
        if node and normalise(text) == "x":
            return None
        if question.leaf is not None:
            if text.strip():
                raise NotationError(self.worded("enter_or_cut", node))
            return []
        parts = text.replace(",", " ").split()
        if len(parts) != 2:
            raise NotationError(self.worded("two_numbers", node))
        return [read_number(part) for part in parts]

    def judge_numbers(self, node: int, numbers: Mapping[Field, Value]) -> None:
        """Say what is right and wrong with numbers, and go on with the right ones."""
        question = self.exercise.questions[node]
        for field in numbers:
            given = Given(numbers.get(Field.VALUE), numbers.get(Field.ALPHA), numbers.get(Field.BETA))
            answers = self.answers | {question.label: given}
            self.judge(node, field, self.marker.mistake(answers, node, field))
        window = question.window or (None, None)
        self.answers[question.label] = Given(question.value, *window)

    def judge(self, node: int, field: Field, mistake: Mistake | None) -> None:
        """Say what is right or wrong, and why."""
        mark, question = Mark(node, field, mistake), self.exercise.questions[node]
        self.points += mistake is None
        told = name_of(field, self.console)
        if field is Field.PRUNED:
            told = words(self.console, "cut off" if question.is_struck else "searched")
        if mistake is not None:
            told += ": " + readable(self.console, hint(self.exercise, mark, self.console.language))
            if field is not Field.PRUNED:
                told += " " + words(self.console, "right_is", value=value_text(right_number(question, field)))
        self.tell(f"  {sign(mark, self.console)} {told}")

    def ask(self, prompt: str, read: Callable[[str], T]) -> T:
        """Ask until an answer can be read."""
        while True:
            text = self.read_line(prompt)
            if normalise(text) in ("q", "quit"):
                raise Quit
            if normalise(text) in ("?", "help"):
                self.tell(words(self.console, "help"))
                continue
            try:
                return read(text)
            except NotationError as error:
                self.tell(f"  {error}")

    def read_line(self, prompt: str) -> str:
        """Read what the person types; the prompt is talk, so it stays out of results that go elsewhere."""
        if sys.stdout is not None and sys.stdout.isatty():
            return input(prompt)
        write(prompt, sys.stderr, end="")
        return input()

    def worded(self, key: str, node: int) -> str:
        """Return a text about a node."""
        question = self.exercise.questions[node]
        side = "MAX" if question.is_max else "MIN"
        return words(self.console, key, label=question.label, side=side, value=value_text(question.leaf))

    def tell(self, text: str) -> None:
        """Print talk."""
        write(text, sys.stderr)
