"""Students' functions in processes of their own: they answer, and nothing they do reaches us."""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest

from saizen.errors import SettingError, SpecError, UnreadableFileError
from saizen.games.tree import Tree
from saizen.lesson.calling import Style, find_caller
from saizen.lesson.student import Answer, Kind, Question, Student, clipped

STUDENTS = Path(__file__).parent / "students"
CALM = 60.0  # seconds: no busy machine makes a right function late


class Witness(Protocol):
    path: Path

    def seen(self) -> list[int]: ...


def question(source: Any, depth: int = 9, *, maximizing: bool = True) -> Question:
    nodes = Tree(source).nodes
    return Question(nodes.values, [len(children) for children in nodes.children], depth, maximizing)


BOOK = question([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def ask(name: str, *questions: Question, seconds: float = CALM, memory: int = 1 << 30) -> list[Answer]:
    with Student(f"{STUDENTS / 'wrong.py'}:{name}", seconds=seconds, memory=memory) as student:
        return [student.ask(each) for each in questions or (BOOK,)]


def test_the_value_and_the_leaves_that_were_read_come_back() -> None:
    with Student(f"{STUDENTS / 'right_lists.py'}:alphabeta") as student:
        assert student.style is Style.LISTS
        first = student.ask(BOOK)
        assert first == Answer(Kind.VALUE, (3,), frozenset({4, 5, 6, 7, 10, 11, 12}))
        assert student.ask(question(5)) == Answer(Kind.VALUE, (5,), frozenset({0}))
        assert student.ask(BOOK) == first
    assert student.printed == ""


@pytest.mark.parametrize(
    ("name", "kind", "detail"),
    [
        ("returns_nothing", Kind.NONSENSE, "None"),
        ("returns_the_tree", Kind.NONSENSE, "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"),
        ("returns_truth", Kind.NONSENSE, "True"),
        ("returns_three", Kind.NONSENSE, "(3, 0, 0)"),
        ("returns_an_object", Kind.NONSENSE, "<object object>"),
        ("raises", Kind.RAISED, "ValueError: no idea at all (in raises, line "),
        ("raises_mute", Kind.RAISED, "MuteError: ? (in raises_mute, line "),
        ("exits", Kind.RAISED, "SystemExit: 3 (in exits, line "),
        ("recurses", Kind.RAISED, "RecursionError: maximum recursion depth exceeded"),
        ("eats_memory", Kind.RAISED, "MemoryError"),
        ("asks_for_input", Kind.RAISED, "EOFError"),
        ("exits_at_once", Kind.DIED, "exit code 4"),
        ("crashes", Kind.DIED, "signal 11"),
        ("writes_where_answers_belong", Kind.GARBLED, '{"number": 1,'),
    ],
)
def test_what_a_function_does_wrong_is_told(name: str, kind: Kind, detail: str) -> None:
    first, second = ask(name, BOOK, BOOK)
    assert (first.kind, first.values) == (kind, ())
    assert first.detail.startswith(detail)
    assert second.kind is kind  # it is asked again all the same, by a new process if need be
    assert first.is_fault == (kind in (Kind.DIED, Kind.GARBLED))


@pytest.mark.parametrize("name", ["loops", "sleeps", "floods_for_ever"])
def test_a_function_that_never_ends_is_late(name: str) -> None:
    assert ask(name, seconds=0.3) == [Answer(Kind.LATE, detail="0.3")]


def test_numbers_of_any_kind_travel() -> None:
    infinite, nothing, huge = (
        ask(name)[0] for name in ("returns_infinity", "returns_not_a_number", "returns_a_huge_number")
    )
    assert (infinite.kind, infinite.values) == (Kind.VALUE, (float("inf"),))
    assert nothing.kind is Kind.VALUE
    assert nothing.values[0] != nothing.values[0]
    assert huge.values == (float("inf"),)


def test_a_pair_holds_a_value_or_two_numbers() -> None:
    with Student(f"{STUDENTS / 'right_lists.py'}:value_and_move") as student:
        assert student.ask(question(5)).values == (5,)  # and the move is None
        assert (student.ask(BOOK).kind, student.ask(BOOK).values) == (Kind.PAIR, (3, 0))


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that writes a student's file and returns the spec of its function `f`."""

    def save(code: str) -> str:
        (tmp_path / "mine.py").write_text(code, encoding="utf-8")
        return f"{tmp_path / 'mine.py'}:f"

    return save


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def f(tree, maximizing:", "failed: SyntaxError"),
        ("import no_such_module", "failed: ModuleNotFoundError: No module named 'no_such_module'"),
        ("answer = input()", "failed: EOFError"),
        ("import sys; sys.exit()", "failed: SystemExit"),
        ("def g(tree, maximizing): pass", "has no 'f'; it has: g"),
        ("f = 3", "f is no function but of type int; write it as function(tree, maximizing)"),
        ("def f(): pass", "f() cannot be called with a tree and who moves; write it as function(tree"),
        ("def f(tree): pass", "f(tree) cannot be called with a tree and who moves"),
        ("def f(tree, this, that): pass", "f(tree, this, that) cannot be called"),
        ("import os; os._exit(5)", "mine.py:f cannot be loaded: exit code 5; let the file only define functions"),
        ("import os\nfor n in range(3, 20):\n    try: os.write(n, b'?\\n')\n    except OSError: pass", "it writes '?'"),
    ],
)
def test_what_cannot_be_loaded_or_called_is_refused(write: Callable[[str], str], code: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        Student(write(code))
    assert words in str(caught.value)


def test_what_is_no_file_is_refused() -> None:
    with pytest.raises(UnreadableFileError, match=r"no such file 'nobody.py'; write it as path/to/file.py:function"):
        Student("nobody.py:f")
    for spec in ("nobody", "nobody.py", ":f", "nobody.py:"):
        with pytest.raises(SpecError, match="names no function; write it as"):
            Student(spec)
    for seconds in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(SettingError, match="is no limit for a call; use more than 0 and at most 600"):
            Student(f"{STUDENTS / 'wrong.py'}:loops", seconds=seconds)


def test_what_a_function_prints_is_kept_up_to_a_limit(write: Callable[[str], str]) -> None:
    code = """
import sys
print("loaded")
def f(tree, m):
    print("x" * 500_000)
    print("end", file=sys.stderr)
    return 3
"""
    with Student(write(code), seconds=CALM) as student:
        assert student.ask(BOOK).values == (3,)
    assert student.printed.endswith("xxx\nend\n")
    assert len(student.printed) <= 4096


def test_it_sees_nothing_of_ours_and_leaves_nothing(
    write: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET", "42")
    places = tmp_path / "places"
    places.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(places))
    code = """
import os
def f(tree, m):
    assert "SECRET" not in os.environ, "SECRET"
    open("left", "w").write("x")
    assert os.path.dirname(os.getcwd()) == PLACES
    return len(os.environ["HOME"])
"""
    with Student(write(code.replace("PLACES", repr(str(places)))), seconds=CALM) as student:
        assert student.ask(BOOK).kind is Kind.VALUE
        assert len([*places.iterdir()]) == 1
    assert [*places.iterdir()] == []
    assert not [*tmp_path.rglob("__pycache__")]


def test_a_file_may_import_another_beside_it(write: Callable[[str], str], tmp_path: Path) -> None:
    (tmp_path / "beside_mine.py").write_text("def best(tree): return 8")
    with Student(write("from beside_mine import best\ndef f(tree, m): return best(tree)"), seconds=CALM) as student:
        assert student.ask(BOOK).values == (8,)


FORKS = """
import os
witness = os.open(WITNESS, os.O_WRONLY)
def f(tree, m):
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(witness, b"%d " % os.getpid())
        os.write(tell, b"!")
        if m:
            os.setsid()
            while True:
                pass
        return 4
    os.read(ready, 1)
    if not m:
        os.waitpid(child, 0)
    return 3
"""


def test_a_function_that_forks_answers_once_and_no_process_is_left(
    write: Callable[[str], str], witness: Witness
) -> None:
    with Student(write(FORKS.replace("WITNESS", repr(str(witness.path)))), seconds=CALM) as student:
        for maximizing in (False, False, True):
            assert student.ask(question([1, 2], maximizing=maximizing)).values == (3,)
    assert len(witness.seen()) == 3


def test_no_process_is_left_of_a_function_that_loops(write: Callable[[str], str], witness: Witness) -> None:
    code = f"import os\nos.write(os.open({str(witness.path)!r}, os.O_WRONLY), b'%d ' % os.getpid())\n"
    with Student(write(code + "def f(tree, m):\n    while True: pass"), seconds=0.3) as student:
        assert student.ask(BOOK).kind is Kind.LATE
        assert len(witness.seen()) == 1


def signature(*parameters: str) -> Any:
    names: dict[str, Any] = {}
    exec(f"def f({', '.join(parameters)}): return dict(locals())", names)
    return names["f"]


@pytest.mark.parametrize(
    ("parameters", "style", "given"),
    [
        (("tree", "maximizing"), Style.LISTS, {"tree": "T", "maximizing": True}),
        (("t", "m", "alpha=0", "beta=9"), Style.LISTS, {"t": "T", "m": True, "alpha": 0, "beta": 9}),
        (("t", "alpha=0", "beta=9", "is_max=None"), Style.LISTS, {"t": "T", "is_max": True, "alpha": 0, "beta": 9}),
        (("t", "/", "m", "*", "alpha"), Style.LISTS, {"t": "T", "m": True, "alpha": float("-inf")}),
        (("node", "maximizing"), Style.LISTS, {"node": "T", "maximizing": True}),
        (("tree", "depth", "maximizing"), Style.LISTS, {"tree": "T", "depth": 4, "maximizing": True}),
        (("tree", "maximizing", "depth=7"), Style.LISTS, {"tree": "T", "depth": 7, "maximizing": True}),
        (("node", "depth", "maximizing"), Style.NODES, {"node": "T", "depth": 4, "maximizing": True}),
        (("n", "max_depth", "player_a_moves"), Style.NODES, {"n": "T", "max_depth": 4, "player_a_moves": True}),
        (("node", "player_a_moves", "max_depth=1"), Style.NODES, {"node": "T", "max_depth": 4, "player_a_moves": True}),
        (("*words",), Style.LISTS, {"words": ("T", True)}),
    ],
)
def test_a_function_is_called_by_what_its_parameters_are_for(
    parameters: Sequence[str], style: Style, given: dict[str, Any]
) -> None:
    caller = find_caller(signature(*parameters), "f", None)
    assert caller.style is style
    assert caller.call("T", maximizing=True, depth=4) == given


def test_the_style_can_be_told() -> None:
    lists = find_caller(signature("node", "depth", "maximizing"), "f", Style.LISTS)
    nodes = find_caller(signature("x", "y"), "f", Style.NODES)
    unknown = find_caller(signature("*words"), "f", Style.NODES)
    assert (lists.style, nodes.style) == (Style.LISTS, Style.NODES)
    assert unknown.call("T", maximizing=False, depth=2) == {"words": ("T", 2, False)}


def test_what_is_shown_is_short_and_holds_nothing_that_controls_a_terminal() -> None:
    assert clipped("a\n b\x1b[2J <f at 0x7f00>") == "a b\ufffd[2J <f>"
    assert len(clipped("x" * 100_000)) == 201


def test_our_own_process_goes_on_with_its_streams() -> None:
    before = os.listdir("/proc/self/fd")
    ask("exits_at_once")
    assert os.listdir("/proc/self/fd") == before
