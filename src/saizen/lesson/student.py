"""A student's function in a process of its own, so that nothing it does reaches us.

The process has limits on memory, processor time and the size of files, a folder of its own that is deleted afterwards,
and nothing of our environment. That guards against mistakes and is no sandbox against malice. We and the process
exchange lines of JSON; of what the function prints the end is kept, and its stdin is empty. The process learns the tree
and who moves, never what the answer should be. It serves for all trees; after a fault the next tree has a new one.
"""

import json
import math
import os
import re
import resource
import shutil
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from inspect import signature
from numbers import Integral, Real
from pathlib import Path
from reprlib import Repr
from typing import Any, Self

from saizen.errors import FaultError, SaizenError, SettingError, SpecError, UnreadableFileError
from saizen.games.base import Value
from saizen.games.user_file import is_user_spec, load_object, where
from saizen.lesson.calling import Caller, Style, find_caller
from saizen.lesson.watched import SeenType, watched_lists, watched_nodes
from saizen.players.hosted import absolute, reply, set_limits, take_streams
from saizen.players.outside import OutsideProgram, Patience

__all__ = ["Answer", "Kind", "Question", "Student", "clipped", "serve"]

SECONDS, LOAD_SECONDS, STOP_SECONDS = 2.0, 10.0, 0.3
MOST_SECONDS = 600.0  # of a call
MEMORY = 1 << 30  # bytes of address space
CPU_SECONDS = 3600
FILE_SIZE = 1 << 24  # bytes of a file that it writes
SHOWN = 200  # characters of an answer or a message that are kept
LARGEST = 1e300  # of an integer that is a value
HOME = Path(__file__).parents[2]  # of the package, which a Python without our environment might not find
ENTRY = f"import sys; sys.path.insert(0, {str(HOME)!r}); from saizen.lesson.student import serve; serve()"
ADDRESS = re.compile(" at 0x[0-9A-Fa-f]+")
BRIEFLY = Repr()
BRIEFLY.maxother = BRIEFLY.maxstring = BRIEFLY.maxlong = 60


class Kind(StrEnum):
    """What came of a call."""

    VALUE = "value"
    PAIR = "pair"  # of two numbers, one of which is the value
    NONSENSE = "nonsense"
    RAISED = "raised"
    LATE = "late"
    DIED = "died"
    GARBLED = "garbled"  # something else than the answer where the answer belongs
    NOT_RUN = "not_run"  # after too many faults


@dataclass(frozen=True, slots=True)
class Question:
    """A tree, breadth first as `NodeTable` numbers it, how deep to look, and whether MAX moves first."""

    values: Sequence[Value | None]
    counts: Sequence[int]  # of children
    depth: int
    maximizing: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call: the value, and the numbers of the nodes whose values were read; or what went wrong."""

    kind: Kind
    values: tuple[Value, ...] = ()
    read: frozenset[int] = frozenset()
    detail: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether the process did not survive it."""
        return self.kind in (Kind.LATE, Kind.DIED, Kind.GARBLED)


class Student:
    """The function of `file.py:function`; `printed` is the end of all that it wrote, known after `close`."""

    def __init__(
        self, spec: str, *, style: Style | None = None, seconds: float = SECONDS, memory: int = MEMORY
    ) -> None:
        path, _, name = spec.rpartition(":")
        if not is_user_spec(spec) or not path or not name:
            raise SpecError(f"{spec!r} names no function; write it as file.py:function")
        if not os.path.isfile(path):
            raise UnreadableFileError(f"no such file {path!r}; write it as path/to/file.py:function")
        if not 0 < seconds <= MOST_SECONDS:  # neither NaN
            raise SettingError(
                f"seconds={seconds} is no limit for a call; use more than 0 and at most {MOST_SECONDS:g}"
            )
        self.spec, self.seconds, self.printed = spec, seconds, ""
        self.order = {"spec": absolute(spec), "style": style, "memory": memory}
        self.asked = 0
        self.program: OutsideProgram | None = None
        self.program, self.style = self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, question: Question) -> Answer:
        """Call the function; whatever it does, this returns."""
        try:
            program = self.program or self.start()[0]
        except SpecError as error:  # it was loaded before
            return Answer(Kind.DIED, detail=str(error))
        self.program, self.asked = program, self.asked + 1
        facts = {"number": self.asked, "values": question.values, "counts": question.counts}
        facts |= {"depth": question.depth, "maximizing": question.maximizing}
        try:
            with program.exchange():
                line, _ = program.think(json.dumps(facts), program.read_line, None)
            return read_answer(line, self.asked, len(question.counts))
        except FaultError as fault:
            self.close()
            return fault_answer(fault, program, self.seconds)
        except (ValueError, TypeError, LookupError, RecursionError):
            self.close()
            return Answer(Kind.GARBLED, detail=clipped(line))

    def start(self) -> tuple[OutsideProgram, Style]:
        """Start a process and load the function; return it and the style in which it is called."""
        folder = tempfile.mkdtemp(prefix="saizen-")
        self.remove_folder = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        environment = {"HOME": folder, "LANG": "C.UTF-8", "PATH": os.defpath, "TMPDIR": folder}
        command = [sys.executable, "-I", "-B", "-u", "-c", ENTRY]
        patience = Patience(start=LOAD_SECONDS, reply=self.seconds, stop=STOP_SECONDS)
        program = OutsideProgram(command, name=self.spec, patience=patience, cwd=folder, environment=environment)
        try:
            with program.exchange():
                return program, self.introduce(program)
        except FaultError as fault:
            answer = fault_answer(fault, program, LOAD_SECONDS)
            why = f"it does not end within {answer.detail} s" if answer.kind is Kind.LATE else answer.detail
            raise SpecError(f"{self.spec} cannot be loaded: {why}; let the file only define functions") from None
        finally:
            if not program.is_running:
                self.remove_folder()

    def introduce(self, program: OutsideProgram) -> Style:
        """Tell a process what to load; return the style in which the function is called."""
        program.send(json.dumps(self.order))
        line = program.read_line(time.monotonic() + LOAD_SECONDS)
        try:
            facts = json.loads(line)
            refused = facts.get("refused")
            if refused is None:
                return Style(facts["style"])
        except (ValueError, TypeError, LookupError, AttributeError):
            refused = f"{self.spec} cannot be loaded: it writes {clipped(line)!r} where answers belong"
        path = self.spec.rpartition(":")[0]
        raise SpecError(str(refused).replace(str(Path(path).resolve()), path))

    def close(self) -> None:
        """End the process with all that it has started, and delete its folder."""
        program, self.program = self.program, None
        if program is not None:
            program.close()
            ending = program.process.ending
            self.printed = (ending and ending.stderr) or self.printed
            self.remove_folder()


def fault_answer(fault: FaultError, program: OutsideProgram, seconds: float) -> Answer:
    """Return what a fault of the process comes to, which had so many seconds."""
    if fault.cause == "unparsable":
        return Answer(Kind.GARBLED, detail=clipped(program.buffer.decode(errors="replace")))
    if fault.cause != "died":
        return Answer(Kind.LATE, detail=f"{seconds:g}")
    ending = program.process.ending
    code = None if ending is None else ending.code
    how = "" if code is None else f"exit code {code}" if code >= 0 else f"signal {-code}"
    last = ending.stderr.strip().rpartition("\n")[2] if ending is not None and code else ""
    return Answer(Kind.DIED, detail=clipped(f"{how}: {last}" if last else how))


def read_answer(line: str, number: int, size: int) -> Answer:
    """Return the answer that a line holds; raises where it is none."""
    facts = json.loads(line)
    values = tuple(facts["values"])
    read = frozenset(facts["read"])
    if facts["number"] != number or len(values) > 2 or not all(type(value) in (int, float) for value in values):
        raise ValueError("this answers something else")
    if not all(type(node) is int and 0 <= node < size for node in read):
        raise ValueError("these are no nodes of the tree")
    return Answer(Kind(facts["kind"]), values, read, str(facts["detail"])[: 2 * SHOWN])


def clipped(text: str, longest: int = SHOWN) -> str:
    """Return a text on one line that can be shown: not too much of it, no control characters, and no addresses.

    Addresses differ from run to run, and equal runs must give equal reports.
    """
    words = ADDRESS.sub("", " ".join(text[: 4 * longest].split()))
    line = "".join(character if character.isprintable() else "\ufffd" for character in words)
    return line if len(line) <= longest else f"{line[:longest]}…"


def serve() -> None:
    """Be the process: load a function, and call it until nothing more is asked."""
    questions, answers = take_streams()
    owner = os.getpid()

    def tell(**facts: Any) -> None:
        if os.getpid() != owner:  # a fork that came back from the function
            os._exit(0)
        reply(answers, **facts)

    order = json.loads(questions.readline())
    set_limits(order["memory"], CPU_SECONDS)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    try:
        caller = load(order["spec"], order["style"] and Style(order["style"]))
    except SaizenError as error:
        return tell(refused=str(error))
    tell(style=caller.style)
    for line in questions:
        tell(**answer(caller, json.loads(line)))


def load(spec: str, style: Style | None) -> Caller:
    """Run a file and return how its function is called; files beside it can be imported."""
    path, _, name = spec.rpartition(":")
    sys.path.append(str(Path(path).parent))
    function = load_object(spec)
    caller = find_caller(function, name, style)
    names = getattr(function, "__globals__", {})
    if caller.style is Style.LISTS:
        names.setdefault("type", SeenType)
    else:  # the exercise gives these two, and says that they are not to be written
        for given in (get_value, get_next_valid_moves):
            if takes_one(names.get(given.__name__, given)):
                names[given.__name__] = given
    return caller


def get_value(node: Any) -> Any:
    """Return the value of a node."""
    return node.value


def get_next_valid_moves(node: Any) -> Any:
    """Return the children of a node."""
    return node.children


def takes_one(function: Any) -> bool:
    """Tell whether something can be called with a node and nothing else."""
    with suppress(TypeError, ValueError):
        signature(function).bind(None)
        return True
    return False


def answer(caller: Caller, question: dict[str, Any]) -> dict[str, Any]:
    """Call the function, and describe what came of it."""
    reads: set[int] = set()
    build: Callable[..., Any] = watched_lists if caller.style is Style.LISTS else watched_nodes
    tree = build(question["values"], question["counts"], reads)
    facts: dict[str, Any] = {"number": question["number"], "values": [], "detail": ""}
    try:
        result = caller.call(tree, maximizing=question["maximizing"], depth=question["depth"])
        facts |= describe(result)
    except BaseException as error:  # sys.exit too: the next tree is asked all the same
        facts |= {"kind": Kind.RAISED, "detail": clipped(f"{type(error).__name__}: {words(error)}{where(error)}")}
    return facts | {"read": sorted(reads)}


def words(error: BaseException) -> str:
    """Return what an exception says, if it can."""
    try:
        return str(error)
    except Exception:
        return "?"


def describe(result: Any) -> dict[str, Any]:
    """Return what a function answered: a number, or a pair of which one or both are numbers, or nonsense."""
    parts = result if type(result) is tuple and len(result) == 2 else (result,)
    values = [value for value in map(as_value, parts) if value is not None]
    if not values:
        return {"kind": Kind.NONSENSE, "detail": clipped(BRIEFLY.repr(result))}
    return {"kind": Kind.PAIR if len(values) == 2 else Kind.VALUE, "values": values}


def as_value(thing: Any) -> Value | None:
    """Return a number as one that can travel, and None for what is no value."""
    if isinstance(thing, bool) or not isinstance(thing, Real):
        return None
    if not isinstance(thing, Integral):
        return float(thing)
    number = int(thing)
    return number if abs(number) < LARGEST else math.inf if number > 0 else -math.inf
