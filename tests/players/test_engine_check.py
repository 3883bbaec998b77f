"""The checks of outside programs."""

from collections.abc import Callable
from typing import Any

import pytest

from saizen.errors import SpecError
from saizen.players.engine_check import GTP, NBOARD, check_engine

Engine = Callable[[str, str], str]
CALM = "[start=30,reply=30,stop=0.5,margin=20]"


def problems(spec: str) -> dict[str, str]:
    return {check.name: check.problem for check in check_engine(spec) if check.problem is not None}


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_a_good_program_passes_every_check(engine: Engine, witness: Any, protocol: str) -> None:
    checks = list(check_engine(f"{protocol}{CALM}:{engine(protocol, 'good')}"))
    assert [check.name for check in checks] == list(GTP if protocol == "gtp" else NBOARD)
    assert all(check.is_right for check in checks), checks
    witness.seen()


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_a_program_that_does_not_start_is_not_checked_further(engine: Engine, protocol: str) -> None:
    (check,) = check_engine(f"{protocol}{CALM}:{engine(protocol, 'dead on arrival')}")
    assert check.problem is not None
    assert check.problem.startswith("died: died (it exited with code 1); asked: ")


def test_each_wrong_answer_is_found(engine: Engine, witness: Any) -> None:
    found = problems(f"gtp{CALM}:{engine('gtp', 'illegal')}")
    assert set(found) == {
        "generates legal moves",
        "goes on after an opening",
        "passes when it must",
        "keeps to its time",
    }
    assert found["generates legal moves"].startswith("illegal: played an illegal move 'a1' for black in ")
    assert set(problems(f"nboard{CALM}:{engine('nboard', 'illegal')}")) == set(found) - {"generates legal moves"} | {
        "answers go with legal moves"
    }
    witness.seen()


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_a_program_that_does_not_quit_is_found_and_ended(engine: Engine, witness: Any, protocol: str) -> None:
    found = problems(f"{protocol}{CALM}:{engine(protocol, 'ignored stop')}")
    assert found["ends when told to quit"] == "still running 0.5 s after 'quit'"
    witness.seen()


def test_a_real_program_is_right_but_for_a_pass_it_is_told(rhino: str) -> None:
    assert problems(f"gtp{CALM}:{rhino}") == {"takes a pass it is told": "'play black pass' was refused: syntax error"}


def test_only_outside_programs_are_checked() -> None:
    with pytest.raises(SpecError, match="'random' is no outside program; use gtp:COMMAND or nboard:COMMAND"):
        list(check_engine("random"))
