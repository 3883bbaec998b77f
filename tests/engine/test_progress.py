"""Progress: what those who wait for a proof are told."""

from dataclasses import replace
from typing import Any

import pytest

from saizen.engine import Progress, solve
from saizen.engine.progress import watcher
from saizen.games.othello import Othello
from saizen.search import Bound, Limits, SearchResult

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
HALF_WAY = Progress(
    -2, Bound.LOWER, (3,), None, 100, 9.0, complete=False, upper=8, asked=4, done=0.25, question_seconds=2.0
)


def test_the_rest_of_a_question_is_guessed_from_the_part_done() -> None:
    assert HALF_WAY.seconds_left == 6.0


def test_nothing_is_guessed_too_early() -> None:
    assert replace(HALF_WAY, done=0.01).seconds_left is None
    assert replace(HALF_WAY, question_seconds=0.1).seconds_left is None


def test_the_other_side_sees_bounds_and_question_turned() -> None:
    turned = HALF_WAY.turned
    assert (turned.value, turned.upper, turned.asked) == (-8, 2, -4)
    assert turned.turned == HALF_WAY


@pytest.mark.parametrize(("bounds", "score", "asked"), [((-64, 64), 40, 40), ((38, 38), 40, 38), ((36, 64), 36, 64)])
def test_a_question_that_is_answered_is_not_reported(bounds: tuple[int, int], score: int, asked: int) -> None:
    told: list[Any] = []
    poll = watcher(Limits(progress=told.append), asked=-1.0)  # so long ago that a report is due
    assert poll is not None
    poll(0, (), 0, 1, *bounds, score, 0.5)
    assert [progress.asked for progress in told] == [asked]


def test_a_long_proof_reports_sound_bounds_and_its_question() -> None:
    told: list[SearchResult] = []

    def enough() -> bool:
        return len(told) > 2

    solve(Othello().parse_position(FFO_40), threads=2, limits=Limits(cancel=enough, progress=told.append))
    assert told
    for progress in told:
        assert isinstance(progress, Progress)
        assert progress.value <= 38 <= progress.upper
        assert progress.value < progress.asked <= progress.upper or progress.value == progress.asked == progress.upper
        assert 0 <= progress.done < 1
        assert progress.nodes > 0
    assert [progress.nodes for progress in told] == sorted(progress.nodes for progress in told)
