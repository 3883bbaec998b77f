"""What `import saizen` offers, and what every module says of itself."""

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

import saizen

HOMES: dict[str, str] = vars(saizen)["_HOMES"]
VARIANTS = ("baseline", "cpu", "v3", "v4")  # compiled, and not for every processor


def module_names() -> Iterator[str]:
    yield "saizen"
    for found in pkgutil.walk_packages(saizen.__path__, "saizen."):
        if not (found.name.startswith("saizen._native.") and found.name.split(".")[-1] in VARIANTS):
            yield found.name


def modules() -> list[ModuleType]:
    return [importlib.import_module(name) for name in module_names() if name != "saizen.__main__"]


@pytest.mark.parametrize("name", saizen.__all__)
def test_every_public_name_is_what_its_home_holds(name: str) -> None:
    assert getattr(saizen, name) is getattr(importlib.import_module(HOMES[name]), name)


def test_the_names_are_listed() -> None:
    assert saizen.__all__ == list(HOMES)
    assert dir(saizen) == sorted([*HOMES, "__version__"])


def test_an_unknown_name_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'saizen' has no attribute 'nothing'"):
        _ = saizen.nothing


def test_type_checkers_see_what_is_loaded_when_asked_for() -> None:
    """The imports under TYPE_CHECKING and the table of homes say the same."""
    tree = ast.parse(inspect.getsource(saizen))
    block = next(node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    seen = {
        alias.asname or "": (node.module, alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == {name: (home, name) for name, home in HOMES.items()}


def loaded_after(statement: str) -> set[str]:
    """Return the modules of saizen, and the heavier ones of others, that a fresh interpreter has loaded."""
    report = "import sys; print(*(n for n in sys.modules if n.split('.')[0] in ('saizen', 'click', 'rich', 'asyncio')))"
    done = subprocess.run([sys.executable, "-c", f"{statement}\n{report}"], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_saizen_loads_nothing_else() -> None:
    assert loaded_after("import saizen") == {"saizen"}
    assert loaded_after("import saizen; saizen.Side") == {
        *("saizen", "saizen.errors", "saizen.games", "saizen.games.base")
    }


def test_a_game_does_not_load_the_searches() -> None:
    loaded = loaded_after("from saizen import Othello")
    assert "saizen.games.othello" in loaded
    assert not any(name.startswith(("saizen.search", "saizen.players", "saizen.cli", "click")) for name in loaded)


def test_a_search_does_not_load_the_games() -> None:
    loaded = {name for name in loaded_after("from saizen import alphabeta") if name.startswith("saizen.games")}
    assert loaded == {"saizen.games", "saizen.games.base"}


def test_the_version_is_that_of_the_installed_package() -> None:
    metadata = importlib.import_module("importlib.metadata")
    try:
        wanted = metadata.version("saizen")
    except metadata.PackageNotFoundError:
        pytest.skip("saizen is not installed here, only on the path")
    assert saizen.__version__ == wanted


def test_every_module_says_what_it_is_for() -> None:
    assert [module.__name__ for module in modules() if not (module.__doc__ or "").strip()] == []


def test_every_module_lists_what_it_offers() -> None:
    without = [m.__name__ for m in modules() if not hasattr(m, "__all__") and not hasattr(m, "__path__")]
    assert without == []
    missing = [f"{m.__name__}.{name}" for m in modules() for name in getattr(m, "__all__", ()) if not hasattr(m, name)]
    assert missing == []
    assert [
        m.__name__ for m in modules() if len(set(getattr(m, "__all__", ()))) != len(getattr(m, "__all__", ()))
    ] == []


def public_things() -> Iterator[tuple[str, object]]:
    """Yield the functions and classes of every module, and the public methods of the classes."""
    for module in modules():
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
                continue
            if inspect.isfunction(thing) or inspect.isclass(thing):
                yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for member, value in vars(thing).items():
                    value = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
                    if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                        yield f"{module.__name__}.{name}.{member}", value


def test_every_public_function_class_and_method_has_a_docstring() -> None:
    things = dict(public_things())
    assert len(things) > 300
    assert [name for name, thing in things.items() if not (getattr(thing, "__doc__", None) or "").strip()] == []


def test_every_docstring_begins_with_a_sentence() -> None:
    first_lines = {name: (inspect.getdoc(thing) or "").split("\n\n")[0] for name, thing in public_things()}
    assert [name for name, line in first_lines.items() if line and line[-1] not in ".:?"] == []
