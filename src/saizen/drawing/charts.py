"""Small charts as SVG text to stand in a page: lines with a band, bars, and values with their intervals.

All ink is `currentColor`, told apart by shape and strength; a page may colour the classes `line`, `band`, `level`,
`bar`, `whisker` and `mark`. Values must be finite.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from saizen.drawing.page import escaped
from saizen.drawing.text import clip, display_width

__all__ = ["Bar", "Level", "Point", "Whisker", "bar_chart", "interval_chart", "line_chart", "thinned"]

T = TypeVar("T")

WIDTH, HEIGHT = 480.0, 270.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 44.0, 26.0, 42.0  # what the axes and labels take
SIDE = 12.0  # where there is no axis at the side
ROW = 42.0  # of an interval, its label above it
LABEL_COLUMNS = 46  # of text that fit above an interval, beside its value
MOST_POINTS = 300  # more cannot be told apart
DASHED = 'fill="none" stroke="currentColor" stroke-width="1" stroke-dasharray="5 4" stroke-opacity="0.8"'


class Point(NamedTuple):
    """A point of a line, and the ends of its interval where there is one."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class Level(NamedTuple):
    """A height that matters, and a short name for it."""

    y: float
    label: str


class Bar(NamedTuple):
    """A bar with its name."""

    label: str
    value: float


class Whisker(NamedTuple):
    """A value with its interval and its name."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Scale:
    """Turns values into places along an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def line_chart(
    title: str,
    description: str,
    points: Sequence[Point],
    *,
    x_label: str,
    y_label: str,
    levels: Sequence[Level] = (),
    limits: tuple[float, float] | None = None,
) -> str:
    """Return a line over an axis that begins at 0, with its band and dashed levels.

    Too many points are thinned out; what lies outside the `limits` of height is cut off.
    """
    if not points:
        return empty_chart(title, description)
    points = thinned(points)
    x = Scale(*span([0.0, *(point.x for point in points)]), LEFT, WIDTH - RIGHT)
    ends = [end for point in points for end in point[1:] if end is not None]
    y = Scale(*(limits or padded(*span([*ends, *(level.y for level in levels)]))), HEIGHT - BOTTOM, TOP)
    last = points[-1]
    return svg(
        title,
        description,
        HEIGHT,
        x_axis(x, HEIGHT, x_label),
        y_axis(y, y_label),
        *(level_line(level, y) for level in levels),
        framed(band(points, x, y), line(points, x, y)),
        f'<circle class="mark" cx="{rounded(x(last.x))}" cy="{rounded(y(last.y))}" r="3.5" fill="currentColor"/>',
    )


def bar_chart(title: str, description: str, bars: Sequence[Bar], *, x_label: str, y_label: str) -> str:
    """Return bars that stand on 0, none of them negative, each with its name below and its value above."""
    if not bars:
        return empty_chart(title, description)
    y = Scale(*span([0.0, *(bar.value for bar in bars)]), HEIGHT - BOTTOM, TOP + 18)
    step = (WIDTH - 2 * SIDE) / len(bars)
    columns = [column(bar, SIDE + step * (place + 0.5), step * 0.7, y) for place, bar in enumerate(bars)]
    base = f'<path d="M{SIDE} {rounded(y(0.0))}H{WIDTH - SIDE}" stroke="currentColor"/>'
    names = text(4.0, 13.0, y_label) + text(WIDTH / 2, HEIGHT - 6, x_label, anchor="middle")
    return svg(title, description, HEIGHT, *columns, base, names)


def interval_chart(title: str, description: str, whiskers: Sequence[Whisker], *, x_label: str) -> str:
    """Return one row for each value: its name, the value as text, and a mark between the ends of its interval."""
    if not whiskers:
        return empty_chart(title, description)
    height = ROW * len(whiskers) + BOTTOM
    x = Scale(*span([0.0, *(end for whisker in whiskers for end in whisker[1:])]), SIDE, WIDTH - SIDE)
    rows = [whisker_row(whisker, x, ROW * place) for place, whisker in enumerate(whiskers)]
    return svg(title, description, height, x_axis(x, height, x_label), *rows)


def thinned(items: Sequence[T], most: int = MOST_POINTS) -> list[T]:
    """Return at most so many of the items, evenly spread, the last one always among them."""
    if len(items) <= most:
        return list(items)
    return [items[(place + 1) * len(items) // most - 1] for place in range(most)]


def svg(title: str, description: str, height: float, *parts: str) -> str:
    """Return a picture with its name and what it says to those who do not see it."""
    return (
        f'<svg class="chart" role="img" viewBox="0 0 {rounded(WIDTH)} {rounded(height)}" font-family="sans-serif" '
        f'font-size="13" fill="currentColor"><title>{escaped(title)}</title><desc>{escaped(description)}</desc>'
        f"{''.join(parts)}</svg>"
    )


def empty_chart(title: str, description: str) -> str:
    """Return the picture of no data."""
    return svg(title, description, 60.0, text(WIDTH / 2, 34.0, "nothing to show yet", anchor="middle"))


def text(x: float, y: float, words: str, *, anchor: str = "start") -> str:
    """Return words at a place."""
    return f'<text x="{rounded(x)}" y="{rounded(y)}" text-anchor="{anchor}">{escaped(words)}</text>'


def x_axis(x: Scale, height: float, label: str) -> str:
    """Return the lower axis."""
    base = height - BOTTOM
    marks = "".join(
        f'<path d="M{rounded(x(tick))} {rounded(base)}v4" stroke="currentColor"/>'
        + text(x(tick), base + 17, name, anchor="middle")
        for tick, name in ticks(x.low, x.high)
    )
    line = f'<path d="M{rounded(x.start)} {rounded(base)}H{rounded(x.end)}" stroke="currentColor"/>'
    return line + marks + text((x.start + x.end) / 2, height - 6, label, anchor="middle")


def y_axis(y: Scale, label: str) -> str:
    """Return the left axis with faint lines across, its name above it."""
    lines = "".join(
        f'<path d="M{LEFT} {rounded(y(tick))}H{WIDTH - RIGHT}" stroke="currentColor" stroke-opacity="0.2"/>'
        + text(LEFT - 6, y(tick) + 4, name, anchor="end")
        for tick, name in ticks(y.low, y.high)
    )
    return lines + text(4.0, 13.0, label)


def framed(*parts: str) -> str:
    """Return the inside of a chart, cut off at its frame."""
    frame = (LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM)
    x, y, width, height = map(rounded, frame)
    return (
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}">'
        f"{''.join(parts)}</svg>"
    )


def line(points: Sequence[Point], x: Scale, y: Scale) -> str:
    """Return the line through points."""
    places = path((x(point.x), y(point.y)) for point in points)
    return f'<path class="line" d="{places}" fill="none" stroke="currentColor" stroke-width="2"/>'


def band(points: Sequence[Point], x: Scale, y: Scale) -> str:
    """Return the area between the ends of the intervals."""
    upper = [(x(point.x), y(point.high)) for point in points if point.high is not None]
    lower = [(x(point.x), y(point.low)) for point in points if point.low is not None]
    if len(upper) + len(lower) < 4:
        return ""
    return f'<path class="band" d="{path([*upper, *reversed(lower)])}Z" fill="currentColor" fill-opacity="0.16"/>'


def level_line(level: Level, y: Scale) -> str:
    """Return a dashed line across, with its name at its right end."""
    height = y(level.y)
    line = f'<path class="level" d="M{LEFT} {rounded(height)}H{WIDTH - RIGHT}" {DASHED}/>'
    return line + text(WIDTH - RIGHT + 5, height + 4, level.label)


def column(bar: Bar, middle: float, width: float, y: Scale) -> str:
    """Return one bar."""
    top, base = y(bar.value), y(0.0)
    return (
        f'<rect class="bar" x="{rounded(middle - width / 2)}" y="{rounded(top)}" width="{rounded(width)}" '
        f'height="{rounded(base - top)}" fill="currentColor" fill-opacity="0.6"/>'
        + text(middle, top - 5, numeral(bar.value, 0 if float(bar.value).is_integer() else 2), anchor="middle")
        + text(middle, base + 17, shortened(bar.label, 12), anchor="middle")
    )


def whisker_row(whisker: Whisker, x: Scale, top: float) -> str:
    """Return one value with its interval between dashes at 0, its name above it."""
    middle, low, high = rounded(top + 28), rounded(x(whisker.low)), rounded(x(whisker.high))
    reach = numeral((whisker.high - whisker.low) / 2, 0)
    return (
        f"<g><title>{escaped(whisker.label)}</title>"
        + text(SIDE, top + 14, shortened(whisker.label, LABEL_COLUMNS))
        + text(WIDTH - SIDE, top + 14, f"{numeral(whisker.value, 0)} ± {reach}", anchor="end")
        + f'<path class="level" d="M{rounded(x(0.0))} {rounded(top + 20)}v{ROW - 20:g}" {DASHED}/>'
        f'<path class="whisker" d="M{low} {middle}H{high}M{low} {middle}m0 -4v8M{high} {middle}m0 -4v8" fill="none" '
        f'stroke="currentColor" stroke-width="1.5"/>'
        f'<circle class="mark" cx="{rounded(x(whisker.value))}" cy="{middle}" r="4" fill="currentColor"/></g>'
    )


def span(values: Iterable[float]) -> tuple[float, float]:
    """Return the least and the greatest value, apart even where all are one, but for rounding."""
    values = list(values)
    low, high = min(values), max(values)
    return (low, high) if high - low > 1e-9 * max(1.0, -low, high) else (low, low + 1.0)


def padded(low: float, high: float) -> tuple[float, float]:
    """Return two ends somewhat further apart, so that nothing lies on the frame."""
    space = (high - low) / 20
    return low - space, high + space


def ticks(low: float, high: float, most: int = 6) -> list[tuple[float, str]]:
    """Return round values between two, at most about so many, each with its text."""
    rough = (high - low) / most
    power = math.floor(math.log10(rough))
    step = next(factor * 10.0**power for factor in (1, 2, 5, 10) if factor * 10.0**power >= rough)
    decimals = max(0, -math.floor(math.log10(step)))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [(place * step, numeral(place * step, decimals)) for place in range(first, last + 1)]


def numeral(value: float, decimals: int) -> str:
    """Return a number as people read it, with a true minus."""
    digits = f"{value:,.{decimals}f}"
    return digits.replace("-", "−") if float(digits.replace(",", "")) else digits.removeprefix("-")


def shortened(words: str, columns: int) -> str:
    """Return words that fit into so many columns, with an ellipsis where some had to go."""
    return words if display_width(words) <= columns else clip(words, columns - 1) + "…"


def path(places: Iterable[tuple[float, float]]) -> str:
    """Return a line through places, as a path's data."""
    return "M" + "L".join(f"{rounded(x)} {rounded(y)}" for x, y in places)


def rounded(value: float) -> str:
    """Return a coordinate to a tenth."""
    return f"{value:.1f}".removesuffix(".0")
