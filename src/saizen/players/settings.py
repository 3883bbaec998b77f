"""The settings of a player's spec, `key=value,…`, each read as the kind of value it should be."""

import re
from collections.abc import Mapping
from typing import Any

from saizen.errors import SpecError

__all__ = ["Settings"]

CLOCK = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(?:\+(\d{1,6}(?:\.\d{1,6})?))?", re.ASCII)


class Settings:
    """The keys of a spec, read one by one as the kind of value they should be."""

    def __init__(self, spec: str, values: Mapping[str, str]) -> None:
        self.spec, self.values = spec, values

    def fail(self, key: str, wanted: str) -> SpecError:
        """Return the error for a value of the wrong kind."""
        return SpecError(f"{key}={self.values[key]} in {self.spec!r} is not {wanted}")

    def whole(self, key: str, least: int, most: int | None = None) -> int | None:
        """Return a whole number of at least `least`, and at most `most`, or None when the key is absent."""
        if key not in self.values:
            return None
        text = self.values[key]
        if not (text.isascii() and text.isdecimal() and len(text) <= 18 and least <= int(text) <= (most or int(text))):
            raise self.fail(key, f"a whole number from {least} {'up' if most is None else f'to {most}'}")
        return int(text)

    def number(self, key: str) -> float | None:
        """Return a number above 0, or None when the key is absent."""
        if key not in self.values:
            return None
        try:
            value = float(self.values[key])
        except ValueError:
            value = 0.0
        if not 0 < value < 1e9:
            raise self.fail(key, "a number above 0")
        return value

    def one_of(self, key: str, choices: tuple[str, ...]) -> Any:
        """Return one of `choices`, the first when the key is absent."""
        value = self.values.get(key, choices[0])
        if value not in choices:
            raise self.fail(key, f"one of {' '.join(choices)}")
        return value

    def clock(self, key: str = "clock") -> tuple[float, float] | None:
        """Return the seconds of a clock `M+S`, minutes a game and seconds more a move, or None without the key."""
        if key not in self.values:
            return None
        found = CLOCK.fullmatch(self.values[key])
        if found is None or float(found[1]) == 0:
            raise self.fail(key, "a clock such as 5+3: minutes for the game, and seconds more after each move")
        return 60 * float(found[1]), float(found[2] or 0)
