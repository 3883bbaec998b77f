"""Talking to the person at the terminal: results on stdout, talk on stderr, in their language."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from saizen.drawing.messages import Language, translate

__all__ = ["Console"]


@dataclass(frozen=True, slots=True)
class Console:
    """How this person wants to be answered."""

    language: Language = "en"
    plain: bool = False
    as_json: bool = False

    @classmethod
    def of(cls, language: Language | None, *, plain: bool, as_json: bool) -> "Console":
        """Return the console asked for; the language is the environment's unless told, and plain where it must be."""
        if language is None:
            locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
            language = "ja" if locale.startswith("ja") else "en"
        if not shows_symbols(language):
            plain = True
        return cls("en" if plain else language, plain, as_json)

    @property
    def colour(self) -> bool:
        """Whether colours may be used on stdout."""
        return not self.plain and "NO_COLOR" not in os.environ and sys.stdout.isatty()

    def text(self, key: str, **values: object) -> str:
        """Return a message in the person's language."""
        return translate(self.language, key, **values)

    def say(self, key: str, **values: object) -> None:
        """Print talk: a message on stderr."""
        click.echo(self.text(key, **values), err=True)

    def show(self, text: str = "") -> None:
        """Print a result on stdout."""
        click.echo(text)

    def emit(self, command: str, answer: Mapping[str, Any]) -> None:
        """Print the JSON answer of a command: one object whose first key names its schema."""
        click.echo(json.dumps({"schema": f"saizen/{command}/1", **answer}, ensure_ascii=self.plain))


def shows_symbols(language: Language) -> bool:
    """Tell whether the terminal's encoding can show what we would print."""
    sample = "●○·×" + ("最善" if language == "ja" else "")
    try:
        sample.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
