"""The words of both languages: the same blanks, none missing, none left over."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import saizen
from saizen.drawing.messages import MESSAGES, translate

SOURCE = Path(saizen.__file__).parent
TELLING = {"text", "say", "translate"}  # the functions that take a key
KINDS = {"side_": ("black", "white", "first", "second"), "source_": ("exact", "bound", "search", "book")}


def blanks(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def keys_used() -> Iterator[str]:
    """Yield every key that the code names; of one that is put together, every value it can take."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and called(node.func) in TELLING:
                for argument in node.args[:2]:
                    yield from keys_in(argument)


def called(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def keys_in(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from keys_in(argument.body)
        yield from keys_in(argument.orelse)
    elif isinstance(argument, ast.JoinedStr) and isinstance(argument.values[0], ast.Constant):
        prefix = str(argument.values[0].value)
        yield from (prefix + kind for kind in KINDS[prefix])


@pytest.mark.parametrize("key", MESSAGES)
def test_both_languages_have_the_same_blanks(key: str) -> None:
    assert set(MESSAGES[key]) == {"en", "ja"}
    assert blanks(MESSAGES[key]["en"]) == blanks(MESSAGES[key]["ja"])
    assert MESSAGES[key]["en"].isascii()


def test_every_key_used_exists_and_every_key_is_used() -> None:
    assert set(keys_used()) == set(MESSAGES)


def test_a_message_is_filled_in() -> None:
    assert translate("en", "wins", side="black") == "black wins"
    assert translate("ja", "wins", side="黒") == "黒の勝ち"
    with pytest.raises(KeyError):
        translate("en", "no such message")
