"""What a benchmark reports: a table, what was asked of it, and the numbers behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Section", "Target", "duration", "section_text"]


@dataclass(frozen=True, slots=True)
class Target:
    """Something to stay below, or to reach, and what was measured."""

    what: str
    measured: float
    limit: float
    unit: str = ""
    at_least: bool = False

    @property
    def met(self) -> bool:
        """Whether the measurement is on the right side of the limit."""
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit

    def __str__(self) -> str:
        verdict, side = "met" if self.met else "MISSED", "least" if self.at_least else "most"
        measured = f"{self.measured:,.0f}" if self.measured >= 1000 else f"{self.measured:.3g}"
        return f"{verdict:6}  {self.what}: {measured}{self.unit}, at {side} {self.limit:,g}{self.unit}"

    def as_json(self) -> dict[str, Any]:
        """Return the target as it stands in the JSON report."""
        return {
            "what": self.what,
            "measured": self.measured,
            "limit": self.limit,
            "unit": self.unit.strip(),
            "at_least": self.at_least,
            "met": self.met,
        }


@dataclass(frozen=True, slots=True)
class Section:
    """One table: its first line holds the names of the columns."""

    heading: str
    lines: Sequence[Sequence[str]]
    notes: Sequence[str]
    targets: Sequence[Target]
    data: Any  # the same for programs
    faults: Sequence[str] = ()  # wrong answers: these fail the run, slow ones do not


def section_text(section: Section) -> str:
    """Return the section as text, columns aligned."""
    widths = [max(map(len, column)) for column in zip(*section.lines, strict=True)]
    lines = [section.heading, ""]
    for first, *others in section.lines:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        lines.append("  " + "   ".join(cells).rstrip())
    for part in (section.notes, section.targets, [f"WRONG   {fault}" for fault in section.faults]):
        if part:
            lines += ["", *(f"  {line}" for line in part)]
    return "\n".join(lines)


def duration(seconds: float) -> str:
    """Return a time with the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds * 1e9:.4g} ns"
