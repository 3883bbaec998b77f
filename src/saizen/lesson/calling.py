"""How a student's search is called: which of its parameters takes the tree, who moves, the depth and the window."""

import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from inspect import Parameter
from typing import Any

from saizen.errors import SpecError

__all__ = ["Caller", "Style", "find_caller"]

USAGE = "write it as function(tree, maximizing) or function(node, max_depth, player_a_moves)"
POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
NAMED = (*POSITIONAL, Parameter.KEYWORD_ONLY)
MEANINGS = (
    ("alpha", re.compile("alpha|α", re.IGNORECASE)),
    ("beta", re.compile("beta|β", re.IGNORECASE)),
    ("depth", re.compile("depth|plies|ply", re.IGNORECASE)),
)
TURN = re.compile("max|min|player|turn|side|moves|first", re.IGNORECASE)  # of a parameter that has a default


class Style(StrEnum):
    """What a function is given: nested lists of numbers, or nodes with values and children."""

    LISTS = "lists"
    NODES = "nodes"


@dataclass(frozen=True, slots=True)
class Caller:
    """A function and the meanings of the arguments it is called with, by their order and by name."""

    function: Callable[..., Any]
    style: Style
    ordered: tuple[str, ...]
    named: Mapping[str, str]

    def call(self, tree: Any, *, maximizing: bool, depth: int) -> Any:
        """Return what the function answers for a tree."""
        facts = {"tree": tree, "maximizing": maximizing, "depth": depth, "alpha": -math.inf, "beta": math.inf}
        named = {name: facts[meaning] for name, meaning in self.named.items()}
        return self.function(*(facts[meaning] for meaning in self.ordered), **named)


def find_caller(function: Any, name: str, style: Style | None) -> Caller:
    """Return how to call a function, by its parameters; `name` is what a message calls it."""
    if not callable(function):
        raise SpecError(f"{name} is no function but of type {type(function).__name__}; {USAGE}")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # written in another language than Python
        signature = inspect.signature(lambda *_: None)
    known = [parameter for parameter in signature.parameters.values() if parameter.kind in NAMED]
    if not known and any(parameter.kind is Parameter.VAR_POSITIONAL for parameter in signature.parameters.values()):
        usual = ("tree", "maximizing") if style is not Style.NODES else ("tree", "depth", "maximizing")
        return Caller(function, style or Style.LISTS, usual, {})
    if known and known[0].kind in POSITIONAL:
        style = style or style_of(known)
        meanings = meanings_of(known, style)
        if list(meanings.values()).count("maximizing") == 1:
            return arrange(function, style, known, meanings)
    raise SpecError(f"{name}{signature} cannot be called with a tree and who moves; {USAGE}")


def style_of(parameters: Sequence[Parameter]) -> Style:
    """Return the style that the parameters are named for."""
    names = [parameter.name.lower() for parameter in parameters]
    wants_depth = any(meaning_of(parameter) == "depth" for parameter in required(parameters))
    of_nodes = "player_a_moves" in names or ("node" in names[0] and wants_depth)
    return Style.NODES if of_nodes else Style.LISTS


def required(parameters: Sequence[Parameter]) -> list[Parameter]:
    """Return the parameters after the first that have no default."""
    return [parameter for parameter in parameters[1:] if parameter.default is Parameter.empty]


def meaning_of(parameter: Parameter) -> str:
    """Return what a parameter is for, by its name: who moves, unless it is a depth or an end of the window."""
    return next((meaning for meaning, word in MEANINGS if word.search(parameter.name)), "maximizing")


def meanings_of(parameters: Sequence[Parameter], style: Style) -> dict[str, str]:
    """Return the meaning of each parameter that is to be given: those without a default, and who moves."""
    meanings = {parameters[0].name: "tree"}
    meanings |= {parameter.name: meaning_of(parameter) for parameter in required(parameters)}
    for parameter in parameters[1:]:
        meaning = meaning_of(parameter)
        fits = meaning == "depth" and style is Style.NODES
        fits = fits or (meaning == "maximizing" and TURN.search(parameter.name) is not None)
        if fits and meaning not in meanings.values():
            meanings[parameter.name] = meaning
    return meanings


def arrange(
    function: Callable[..., Any], style: Style, parameters: Sequence[Parameter], meanings: Mapping[str, str]
) -> Caller:
    """Return the call with its arguments in order as far as they go without a gap, and then by name."""
    ordered: list[str] = []
    named: dict[str, str] = {}
    for place, parameter in enumerate(parameters):
        if parameter.name in meanings:
            in_order = parameter.kind in POSITIONAL and place == len(ordered)
            if in_order:
                ordered.append(meanings[parameter.name])
            else:
                named[parameter.name] = meanings[parameter.name]
    return Caller(function, style, tuple(ordered), named)
