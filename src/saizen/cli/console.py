"""Talking to the person at the terminal: results on stdout, talk on stderr, in their language."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from saizen.drawing.messages import Language, translate
from saizen.errors import UnreadableFileError

__all__ = ["Console", "at_terminal", "one_line", "write", "write_file"]

LONGEST = 4000  # characters of a message


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

    def text(self, key: str, **values: object) -> str:
        """Return a message in the person's language."""
        return translate(self.language, key, **values)

    def say(self, key: str, **values: object) -> None:
        """Print talk: a message on stderr."""
        write(self.text(key, **values), sys.stderr)

    def show(self, text: str = "") -> None:
        """Print a result on stdout."""
        write(text, sys.stdout)

    def emit(self, command: str, answer: Mapping[str, Any]) -> None:
        """Print the JSON answer of a command: one object whose first key names its schema."""
        self.show(json.dumps({"schema": f"saizen/{command}/1", **answer}, ensure_ascii=self.plain))


def shows_symbols(language: Language) -> bool:
    """Tell whether the terminal's encoding can show what we would print."""
    sample = "●○·×" + ("最善" if language == "ja" else "")
    try:
        sample.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def write(text: str, stream: TextIO | None, end: str = "\n") -> None:
    """Print at once, on a stream that may be closed; click's own `echo` would send UTF-8 to an ASCII terminal."""
    if stream is not None:
        print(text, end=end, file=stream, flush=True)


def write_file(path: Path, content: str | bytes, console: Console) -> None:
    """Write a file that was asked for, and say so."""
    try:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    except OSError as error:
        raise UnreadableFileError(f"cannot write {str(path)!r}: {error.strerror}") from None
    console.say("written", path=path)


def at_terminal() -> bool:
    """Tell whether someone can type to us."""
    return sys.stdin is not None and sys.stdin.isatty()


def one_line(message: str) -> str:
    """Return a message on one line; of a huge one the middle is left out."""
    line = " ".join(message.splitlines())
    return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}"
