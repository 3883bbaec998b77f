"""`saizen check`: whether a student's search is right, and where it first goes wrong."""

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from saizen.cli.console import Console, one_line, write, write_file
from saizen.cli.options import console_options
from saizen.drawing.text import display_width, in_ascii
from saizen.errors import SaizenError, SettingError, SpecError
from saizen.games.base import Value
from saizen.lesson.calling import Style
from saizen.lesson.check import ALGORITHMS, MOST_BRANCHING, MOST_DEPTH, MOST_TREES, Report, Task, Verdict, check
from saizen.lesson.check_words import (
    call_text,
    convention_text,
    difference,
    difference_svg,
    difference_text,
    heading,
    worded,
)
from saizen.lesson.convention import Convention
from saizen.lesson.roster import read_roster, student_seed
from saizen.lesson.student import MOST_SECONDS, SECONDS, clipped

__all__ = ["command"]

NAME = "{name}"
PRINTED = 200  # characters of what a function printed that are shown
NAMES = [name for name in ALGORITHMS if name is not None]


@dataclass(frozen=True, slots=True)
class Entry:
    """A student of a class: the report, or why there is none."""

    name: str
    spec: str
    seed: int
    report: Report | None
    error: str = ""

    @property
    def is_right(self) -> bool:
        """Whether all is right."""
        return self.report is not None and self.report.is_right


@click.command("check", epilog="Example: saizen check student.py:alphabeta --algorithm alphabeta --seed 7")
@click.argument("spec", metavar="FILE.py:FUNCTION")
@click.option("--trees", type=click.IntRange(1, MOST_TREES), default=100, show_default=True, help="How many trees.")
@click.option(
    "--depth", type=click.IntRange(1, MOST_DEPTH), default=4, show_default=True, help="Plies of the deepest trees."
)
@click.option(
    "--branching", type=click.IntRange(1, MOST_BRANCHING), default=3, show_default=True, help="Most moves of a node."
)
@click.option(
    "--algorithm",
    type=click.Choice(NAMES),
    help="Compare the visited leaves too, and for alphabeta the cuts (default: the value alone).",
)
@click.option("--convention", type=click.Choice(["le", "lt"]), default="le", help="Cut at β ≤ α (default) or β < α.")
@click.option("--fail", type=click.Choice(["soft", "hard"]), default="soft", help="Fail-soft (default) or fail-hard.")
@click.option(
    "--style",
    type=click.Choice([choice.value for choice in Style]),
    help="How it takes trees (default: by its parameters).",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, MOST_SECONDS, min_open=True),
    default=SECONDS,
    show_default=True,
    help="Limit of a call.",
)
@click.option(
    "--roster", type=click.Path(path_type=Path), help="Names, one a line or CSV; {name} in FILE stands for each."
)
@click.option("--svg", type=click.Path(path_type=Path), help="Write the first tree that differs as a picture.")
@console_options
def command(
    spec: str,
    trees: int,
    depth: int,
    branching: int,
    algorithm: str | None,
    convention: str,
    fail: str,
    style: str | None,
    seconds: float,
    roster: Path | None,
    svg: Path | None,
    console: Console,
    seed: int,
) -> int:
    """Check a student's function on seeded trees, name the first where it goes wrong, and grade it.

    It is called as function(tree, maximizing) with nested lists, or as function(node, max_depth, player_a_moves), in a
    process of its own. Exits with 0 if it is right, with 1 if it is wrong, with 2 if it cannot be called.
    """
    task = Task(trees, seed, depth, branching, algorithm, Convention(convention == "le", fail == "soft"))
    options: dict[str, Any] = {"style": style and Style(style), "seconds": seconds}
    if roster is None and NAME in spec:
        raise SpecError(f"{spec!r} has a {NAME}, which stands for each name of a class; give them with --roster FILE")
    if roster is None:
        return check_one(spec, task, options, svg, console)
    if svg is not None:
        raise SettingError("--svg draws the tree of one student; leave out --roster, or --svg")
    return check_class(spec, read_roster(roster), task, options, console)


def check_one(spec: str, task: Task, options: dict[str, Any], svg: Path | None, console: Console) -> int:
    """Check one function and print all about it."""
    try:
        report = check(spec, task, **options)
    except SaizenError as error:
        if console.as_json:  # an autograder wants its object all the same
            console.emit("check", {"spec": spec, **told(task, console), **refusal(task, str(error))})
        raise
    if console.as_json:
        console.emit("check", {"spec": spec, **told(task, console), **as_json(report, console)})
    else:
        show(report, console)
    if svg is not None:
        wrong = report.first_wrong
        if wrong is None:
            write(worded("no_picture", console.language, path=svg), sys.stderr)
        else:
            write_file(svg, difference_svg(wrong, task, console.language), console)
    return 0 if report.is_right else 1


def show(report: Report, console: Console) -> None:
    """Print the report: the first tree where they part, the grades, and the verdict."""
    language, task, wrong = console.language, report.task, report.first_wrong
    aspects = ("、" if language == "ja" else ", ").join(worded(aspect, language) for aspect in task.aspects)
    style = worded(f"style_{report.style}", language)
    facts = {"spec": report.spec, "trees": len(report.verdicts), "seed": task.seed, "style": style, "aspects": aspects}
    lines = [worded("title", language, **facts), convention_text(task.convention, language), ""]
    if wrong is not None:
        lines += [
            worded("first", language, heading=heading(wrong.case, language)),
            f"  {call_text(report.spec, report.style, wrong.case)}",
            "",
        ]
        lines += [difference_text(wrong, task, language, plain=console.plain), "", *difference(wrong, language)]
        printed = clipped(report.printed[-PRINTED:], PRINTED)
        lines += [worded("printed", language, text=printed), ""] if printed else [""]
    lines += [*aligned(grade_rows(report, console)), ""]
    count = sum(not verdict.is_right for verdict in report.verdicts)
    words = {"wrong": count, "trees": len(report.verdicts)}
    lines.append(worded("wrong", language, **words) if count else worded("right", language))
    show_lines(lines, console)


def show_lines(lines: Sequence[str], console: Console) -> None:
    """Print lines, in ASCII where that is asked for."""
    text = "\n".join(lines)
    console.show(in_ascii(text) if console.plain else text)


def grade_rows(report: Report, console: Console) -> Iterator[Sequence[str]]:
    """Yield the rows of the grade table, the heads first: one for each group and one for all."""
    language, aspects = console.language, report.task.aspects
    heads = [worded(aspect, language) for aspect in aspects]
    yield [worded("group", language), worded("trees", language), *heads, worded("points", language), "%"]
    for group in (*report.groups, None):
        cells = [fraction(report.points(group, aspect)) for aspect in aspects]
        score, most = report.points(group)
        name = worded("all" if group is None else group, language)
        yield [name, str(len(report.of_group(group))), *cells, fraction((score, most)), percent(score, most)]


def fraction(points: tuple[int, int]) -> str:
    """Return points of how many there could be."""
    return f"{points[0]}/{points[1]}"


def percent(score: int, most: int) -> str:
    """Return points as percent."""
    return f"{100 * score / most:.1f}"


def aligned(rows: Iterator[Sequence[str]]) -> list[str]:
    """Return a table as lines: words to the left, numbers to the right."""
    table = list(rows)
    widths = [max(display_width(row[column]) for row in table) for column in range(len(table[0]))]
    return [
        "  ".join(
            padded(cell, width, column == 0) for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def padded(cell: str, width: int, left: bool) -> str:
    """Return a cell of a table filled up to its width."""
    space = " " * (width - display_width(cell))
    return cell + space if left else space + cell


def check_class(spec: str, names: Sequence[str], task: Task, options: dict[str, Any], console: Console) -> int:
    """Check everyone of a class, each on trees of their own, and print a row for each as it comes."""
    language, width = console.language, max(map(display_width, (*names, worded("student", console.language))))
    if not console.as_json:
        heads = [padded(worded("student", language), width, True), padded(worded("seed", language), 9, False)]
        heads += [padded(worded("points", language), 11, False), "    %", worded("reason", language)]
        show_lines([convention_text(task.convention, language), "", "  ".join(heads)], console)
    entries = []
    for name in names:
        entry = check_entry(name, spec, task, options)
        entries.append(entry)
        if not console.as_json:
            show_lines([entry_line(entry, width, task, console)], console)
    if console.as_json:
        students = [entry_json(entry, task, console) for entry in entries]
        right = all(entry.is_right for entry in entries)
        console.emit("check", {"spec": spec, **told(task, console), "ok": right, "students": students})
    return 0 if all(entry.is_right for entry in entries) else 1


def check_entry(name: str, spec: str, task: Task, options: dict[str, Any]) -> Entry:
    """Check one of a class; whatever is wrong with the file is no end of the check."""
    own, seed = spec.replace(NAME, name), student_seed(task.seed, name)
    try:
        return Entry(name, own, seed, check(own, replace(task, seed=seed), **options))
    except SaizenError as error:
        return Entry(name, own, seed, None, one_line(str(error)))


def entry_line(entry: Entry, width: int, task: Task, console: Console) -> str:
    """Return the row of a student."""
    score, most = entry_points(entry, task)
    wrong = None if entry.report is None else entry.report.first_wrong
    reason = entry.error
    if wrong is not None:
        words = difference(wrong, console.language)[0]
        reason = worded("row", console.language, number=wrong.case.number, difference=words)
    start = f"{padded(entry.name, width, True)}  {entry.seed:>9}  {fraction((score, most)):>11}"
    return f"{start}  {percent(score, most):>5}  {reason}".rstrip()


def entry_points(entry: Entry, task: Task) -> tuple[int, int]:
    """Return the points of a student, none where there is no report."""
    return (0, task.trees * len(task.aspects)) if entry.report is None else entry.report.points()


def told(task: Task, console: Console) -> dict[str, Any]:
    """Return what every answer in JSON says of how it was made."""
    return {
        "algorithm": task.algorithm,
        "compared": list(task.aspects),
        "convention": str(task.convention),
        "seed": task.seed,
        "trees": task.trees,
        "language": console.language,
    }


def refusal(task: Task, reason: str) -> dict[str, Any]:
    """Return the answer in JSON for what could not be called."""
    most = task.trees * len(task.aspects)
    test = {"name": "load", "score": 0, "max_score": most, "output": reason}
    return {"ok": False, "error": reason, "tests": [test], "score": 0, "max_score": most}


def entry_json(entry: Entry, task: Task, console: Console) -> dict[str, Any]:
    """Return a student's answer in JSON."""
    found = refusal(task, entry.error) if entry.report is None else as_json(entry.report, console)
    return {"name": entry.name, "spec": entry.spec, "seed": entry.seed, **found}


def as_json(report: Report, console: Console) -> dict[str, Any]:
    """Return a report in JSON: the tests as Gradescope reads them, and the first difference."""
    score, most = report.points()
    wrong = report.first_wrong
    return {
        "ok": report.is_right,
        "style": report.style,
        "tests": [
            test_json(report, group, aspect, console) for group in report.groups for aspect in report.task.aspects
        ],
        "score": score,
        "max_score": most,
        "first_difference": None if wrong is None else difference_json(report, wrong, console),
        "printed": report.printed[-PRINTED:],
    }


def test_json(report: Report, group: Any, aspect: Any, console: Console) -> dict[str, Any]:
    """Return a group's grade in one aspect, with what is wrong first."""
    language = console.language
    score, most = report.points(group, aspect)
    output = [worded("all_right", language, score=score, most=most)]
    wrong = report.wrong(group, aspect)
    if wrong is not None:
        output += [heading(wrong.case, language), call_text(report.spec, report.style, wrong.case)]
        output += [difference_text(wrong, report.task, language, plain=console.plain), *difference(wrong, language)]
    text = "\n".join(output)
    name = f"{worded(group, language)}: {worded(aspect, language)}"
    return {"name": name, "score": score, "max_score": most, "output": in_ascii(text) if console.plain else text}


def difference_json(report: Report, wrong: Verdict, console: Console) -> dict[str, Any]:
    """Return the first tree that differs."""
    case = wrong.case
    visits = {"extra": wrong.extra, "missed": wrong.missed} if len(wrong.aspects) > 1 else {}
    return {
        "tree": case.number,
        "group": case.group,
        "call": call_text(report.spec, report.style, case, longest=sys.maxsize),
        "nodes": str(case.tree),
        "depth": case.depth,
        "expected": wrong.expected.value,
        "came": finite(wrong.value),
        "outcome": wrong.answer.kind,
        "detail": wrong.answer.detail,
        **{key: [case.label(node) for node in nodes] for key, nodes in visits.items()},
        "message": " ".join(difference(wrong, console.language)),
    }


def finite(value: Value | None) -> Value | str | None:
    """Return a value as JSON can hold it."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
