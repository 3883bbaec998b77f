"""Charts: well formed whatever they show, with their numbers as text, and no larger for more data than can be seen."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.drawing.charts import Bar, Level, Point, Whisker, bar_chart, interval_chart, line_chart, thinned, ticks

HOSTILE = "<script>alert('&\")</script>\x00\x1b\ud800\u202e"
FINITE = st.floats(-1e9, 1e9)


def parsed(chart: str) -> ElementTree.Element:
    chart.encode("utf-8")
    assert "nan" not in chart
    assert "inf" not in chart
    return ElementTree.fromstring(chart)


def words(chart: str) -> list[str]:
    return [element.text or "" for element in parsed(chart).iter("text")]


def lines(points: list[Point], levels: tuple[Level, ...] = ()) -> str:
    return line_chart("title", "what it says", points, x_label="games", y_label="score", levels=levels)


def bars(*values: Bar) -> str:
    return bar_chart("title", "what it says", values, x_label="points", y_label="pairs")


def intervals(*whiskers: Whisker) -> str:
    return interval_chart("title", "what it says", whiskers, x_label="Elo")


@pytest.mark.parametrize("empty", [lambda: lines([]), bars, intervals])
def test_no_data_is_said(empty: Callable[[], str]) -> None:
    assert words(empty()) == ["nothing to show yet"]


@pytest.mark.parametrize("chart", [lines([Point(1, 2)]), bars(Bar("a", 1)), intervals(Whisker("a", 0, -1, 1))])
def test_a_chart_is_an_image_with_a_name_and_a_description(chart: str) -> None:
    root = parsed(chart)
    assert root.get("role") == "img"
    assert [(child.tag, child.text) for child in root][:2] == [("title", "title"), ("desc", "what it says")]


def test_hostile_words_are_text() -> None:
    for chart in (
        line_chart(
            HOSTILE, HOSTILE, [Point(1, 1)], x_label=HOSTILE, y_label=HOSTILE, levels=[Level(0, HOSTILE)], limits=(0, 2)
        ),
        bar_chart(HOSTILE, HOSTILE, [Bar(HOSTILE, 1)], x_label=HOSTILE, y_label=HOSTILE),
        interval_chart(HOSTILE, HOSTILE, [Whisker(HOSTILE, 1, 0, 2)], x_label=HOSTILE),
    ):
        assert not [element for element in parsed(chart).iter() if element.tag == "script"]
        assert parsed(chart)[0].text == "<script>alert('&\")</script>\ufffd\ufffd\ufffd\ufffd"


@given(points=st.lists(st.tuples(st.floats(0, 1e9), FINITE, FINITE, FINITE).map(lambda four: Point(*four))))
def test_a_line_can_be_drawn_through_any_points(points: list[Point]) -> None:
    parsed(lines(points, (Level(0.0, "even"),)))


@given(values=st.lists(st.tuples(FINITE, st.floats(0, 1e6), st.floats(0, 1e6)), max_size=5))
def test_any_values_have_their_intervals(values: list[tuple[float, float, float]]) -> None:
    chart = intervals(*(Whisker("a", value, value - below, value + above) for value, below, above in values))
    assert len(list(parsed(chart).iter("circle"))) == len(values)


@pytest.mark.parametrize("near", [0.0, 5e-324, 1e-300])
def test_values_that_are_as_good_as_equal_can_be_drawn(near: float) -> None:
    parsed(lines([Point(0, 0), Point(near, near)]))
    parsed(bars(Bar("a", near)))
    parsed(intervals(Whisker("a", near, 0, near)))


def test_the_line_ends_at_the_last_point_and_the_band_surrounds_it() -> None:
    root = parsed(line_chart("", "", [Point(0, 0, -1, 1), Point(10, 1, 0, 2)], x_label="", y_label="", limits=(0, 2)))
    paths = {path.get("class"): path.get("d") for path in root.iter("path") if path.get("class")}
    assert paths == {"line": "M52 228L436 127", "band": "M52 127L436 26L436 228L52 329Z"}
    mark = next(root.iter("circle"))
    assert (mark.get("cx"), mark.get("cy")) == ("436", "127")


def test_what_lies_outside_the_limits_is_cut_off() -> None:
    root = parsed(line_chart("", "", [Point(0, 9), Point(1, 0)], x_label="", y_label="", limits=(0, 1)))
    inside = next(element for element in root if element.tag == "svg")  # which hides what overflows it
    assert [path.get("class") for path in inside.iter("path")] == ["line"]


def test_bars_stand_in_proportion_with_their_values_above() -> None:
    chart = bars(Bar("0", 5), Bar("½", 0), Bar("1", 10), Bar("2", 2.5))
    heights = [float(bar.get("height") or "") for bar in parsed(chart).iter("rect")]
    assert heights == [92, 0, 184, 46]
    assert {"5", "0", "10", "2.50", "½"} <= set(words(chart))


def test_intervals_say_their_values() -> None:
    assert "−51 ± 81" in words(intervals(Whisker("maxflip", -51.3, -132.8, 30.1)))


def test_long_names_are_shortened_and_kept_in_full_where_one_points_at_them() -> None:
    name = "engine " * 20
    root = parsed(intervals(Whisker(name, 0, -1, 1)))
    assert [title.text for title in root.iter("title")] == ["title", name]
    assert any((text.text or "").endswith("…") for text in root.iter("text"))


def test_many_points_make_no_larger_chart_than_some() -> None:
    assert len(lines([Point(x, x % 7, 0, 9) for x in range(100_000)])) < 20_000


@given(count=st.integers(0, 1000), most=st.integers(1, 50))
def test_thinning_keeps_order_and_the_last(count: int, most: int) -> None:
    kept = thinned(range(count), most)
    assert kept == sorted(set(kept))
    assert len(kept) == min(count, most)
    assert not count or kept[-1] == count - 1


@given(low=st.floats(-1e6, 1e6), width=st.floats(1e-3, 1e6))
def test_ticks_are_few_and_inside(low: float, width: float) -> None:
    found = ticks(low, low + width)
    assert 2 <= len(found) <= 8
    assert all(low - width * 1e-6 <= tick <= low + width * (1 + 1e-6) for tick, _ in found)
    assert len({name for _, name in found}) == len(found)


def test_ticks_are_written_as_people_do() -> None:
    assert [name for _, name in ticks(-1, 1)] == ["−1.0", "−0.5", "0.0", "0.5", "1.0"]
    assert [name for _, name in ticks(0, 20_000)] == ["0", "5,000", "10,000", "15,000", "20,000"]
