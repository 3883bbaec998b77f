"""Imports point down, and only the top layer talks to people."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import saizen

ROOT = Path(saizen.__file__).parent
LAYERS = (
    ("cli", "web"),
    ("textbook", "lesson", "analysis", "arena"),
    ("players",),
    ("engine",),
    ("search",),
    ("records",),
    ("games",),
    ("drawing",),
    ("_native",),
)
LEVEL = {package: -level for level, packages in enumerate(LAYERS) for package in packages}
FOR_ALL = ("errors", "randomness")
HOMES: dict[str, str] = vars(saizen)["_HOMES"]


def modules() -> dict[str, str]:
    """Return the source of every module but the package itself, which only names what lies below."""
    paths = [path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem not in ("__init__", "__main__")]
    names = {path: ".".join(("saizen", *path.relative_to(ROOT).with_suffix("").parts)) for path in paths}
    return {name.removesuffix(".__init__"): path.read_text("utf-8") for path, name in names.items()}


def imports(source: str) -> Iterator[str]:
    """Yield the full name of everything that a module imports from saizen, wherever in it the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "saizen")
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield "saizen.(a relative import)"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "saizen":
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (HOMES.get(name.removeprefix("saizen."), name) for name in names)


def forbidden_imports(module: str, source: str) -> list[str]:
    """Return what a module imports from a layer that is not below its own."""
    package = module.split(".")[1]
    found = []
    for name in imports(source):
        target = name.split(".")[1] if "." in name else None
        if target is None:
            allowed = package in LAYERS[0]  # the package knows everything, so only the top may know it
        elif target in FOR_ALL or target == package:
            allowed = True
        elif package in FOR_ALL or target not in LEVEL:
            allowed = False
        else:
            allowed = LEVEL[target] < LEVEL[package]
        if package == "search" and target == "games" and not f"{name}.".startswith("saizen.games.base."):
            allowed = False
        if not allowed:
            found.append(f"{module} imports {name}")
    return found


def talk(module: str, source: str) -> list[str]:
    """Return where a module prints, reads input or looks at the environment."""
    found = []
    for node in ast.walk(ast.parse(source)):
        # Offering print or input as a default is no talk: whoever calls may put something else in its place.
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "input"):
            found.append(f"{module}, line {node.lineno}: {ast.unparse(node.func)}")
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in (
            *("os.environ", "os.getenv", "os.putenv"),
            *("sys.stdin", "sys.stdout", "sys.stderr", "sys.argv"),
        ):
            found.append(f"{module}, line {node.lineno}: {ast.unparse(node)}")
        elif isinstance(node, ast.ImportFrom) and node.module in ("os", "sys"):
            found.append(f"{module}, line {node.lineno}: from {node.module}")
    return found


def test_every_package_has_its_layer() -> None:
    assert {name.split(".")[1] for name in modules()} <= {*LEVEL, *FOR_ALL}
    assert len(modules()) > 40


def test_imports_point_down() -> None:
    assert [fault for name, source in modules().items() for fault in forbidden_imports(name, source)] == []


def test_only_the_top_layer_talks_to_people() -> None:
    below = {name: source for name, source in modules().items() if name.split(".")[1] not in LAYERS[0]}
    # The choice of the native variant has one override in the environment.
    faults = [fault for name, source in below.items() for fault in talk(name, source)]
    assert [fault for fault in faults if not (fault.startswith("saizen._native,") and "os.environ" in fault)] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("saizen.games.othello", "from saizen.search import alphabeta"),
        ("saizen.games.othello", "def f() -> None:\n    import saizen.cli.play"),
        ("saizen.games.othello", "from saizen import alphabeta"),
        ("saizen.games.othello", "import saizen"),
        ("saizen.games.othello", "from . import grid"),
        ("saizen.search.pvs", "from saizen.games.othello import Othello"),
        ("saizen.search.pvs", "from saizen.games import othello"),
        ("saizen.search.pvs", "from saizen.games import baseline"),
        ("saizen.search.pvs", "from saizen import Othello"),
        ("saizen.search.pvs", "if TYPE_CHECKING:\n    from saizen.players import Player"),
        ("saizen.records.ggf", "from saizen.search import SearchResult"),
        ("saizen.drawing.board", "from saizen.games.base import Side"),
        ("saizen.arena.match", "from saizen.analysis import review"),
        ("saizen.cli.play", "from saizen.web import serve"),
        ("saizen._native", "from saizen.drawing.text import grid_text"),
        ("saizen.errors", "from saizen.randomness import Stream\nfrom saizen.games import base"),
        ("saizen.players.spec", "from saizen.somewhere import something"),
    ],
)
def test_an_import_that_points_up_is_found(module: str, source: str) -> None:
    assert len(forbidden_imports(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("saizen.search.pvs", "from saizen.games import base\nfrom saizen.games.base import Side"),
        ("saizen.search.pvs", "from saizen import _native\nfrom saizen.errors import SettingError"),
        ("saizen.cli.play", "import saizen\nfrom saizen import Othello\nfrom saizen.arena import match"),
        ("saizen.arena.match", "from saizen.arena.pairing import pair\nimport json, saizenette"),
    ],
)
def test_an_import_that_points_down_is_not(module: str, source: str) -> None:
    assert forbidden_imports(module, source) == []


@pytest.mark.parametrize(
    "source",
    [
        "print('x')",
        "answer = int(input())",
        "import os\nos.environ['A']",
        "sys.stdout.write('x')",
        "from os import environ",
    ],
)
def test_talk_is_found(source: str) -> None:
    assert len(talk("saizen.games.othello", source)) == 1


def test_text_about_talk_is_not() -> None:
    assert (
        talk(
            "saizen.games.othello",
            '"""print(input())"""\nfingerprint(1)\nself.print(2)\nwrite = print\nos.fsencode("x")',
        )
        == []
    )
