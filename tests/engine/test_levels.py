"""The ladder of levels: each step looks farther, and the document shows them as they are."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from saizen.engine.levels import DEEPEST, DEFAULT_LEVEL, LEVELS, SELECTIVITIES, find_level
from saizen.errors import SettingError

DOCUMENT = Path(__file__).parents[2] / "docs" / "how-to" / "engine.md"


def test_the_levels_are_numbered_from_1_to_20() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 21))
    assert all(find_level(level.number) is level for level in LEVELS)
    assert DEFAULT_LEVEL is find_level(10)


def test_no_level_looks_less_far_than_the_one_before() -> None:
    for lower, higher in pairwise(LEVELS):
        assert higher.depth > lower.depth
        assert higher.end_from >= lower.end_from
        assert higher.exact_from >= lower.exact_from
    assert all(level.end_from >= level.exact_from for level in LEVELS)
    assert DEEPEST.depth == DEEPEST.end_from == DEEPEST.exact_from == 60


def test_low_levels_cut_nothing_by_guess() -> None:
    assert [level.percent for level in LEVELS] == sorted((level.percent for level in LEVELS), reverse=True)
    assert LEVELS[0].percent == SELECTIVITIES[-1] == 100


@pytest.mark.parametrize("number", [-1, 0, 21, 100])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(SettingError, match=f"^level={number} is no level; use 1 to 20$"):
        find_level(number)


def test_the_document_shows_the_levels_as_they_are() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) % \| (\d+) \| (\d+) \|", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    shown = [tuple(map(int, row)) for row in rows]
    assert shown == [(level.number, level.depth, level.percent, level.end_from, level.exact_from) for level in LEVELS]
