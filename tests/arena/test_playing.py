"""Playing games: the same in the core and in Python, and every way to lose one has its cause and its culprit."""

import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest

from saizen import engine as solver
from saizen.arena.openings import Openings
from saizen.arena.plan import Plan, TimeControl
from saizen.arena.playing import GameResult, check_players, play_pairs, seat_player
from saizen.arena.verifying import Verifier
from saizen.errors import ProtocolError, SaizenError, SpecError
from saizen.games.base import State, final_score
from saizen.games.othello import Othello
from saizen.records.transcript import replay

Engine: TypeAlias = Callable[[str, str], str]
Student: TypeAlias = Callable[..., str]

ENGINE = Path(__file__).parents[1] / "players" / "engines" / "engine.py"
EXAMPLES = Path(__file__).parents[2] / "examples"
NO_TIME = TimeControl(move=1e-9, margin=0.0)  # any answer is late
GOOD = "class Player:\n    def choose(self, state): return state.legal_moves()[0]\n"
HURRIED = "start=20,reply=0.3,stop=0.3"
CALM = "start=20,reply=20,stop=0.3"


def play(plan: Plan, **options: Any) -> list[GameResult]:
    """Play all games of a plan; whatever comes of it must stand up to a journal's check."""
    results = list(play_pairs(plan, range(plan.pairs), **options))
    verifier = Verifier(plan)
    for result in results:
        game = plan.scheduled(result.number)
        assert game is not None
        assert verifier.fault(game, result) is None
    assert sorted(result.number for result in results) == [
        game.number for pair in range(plan.pairs) for game in plan.pair(pair)
    ]
    return results


def match(one: str, two: str = "random", *, game: str = "othello", games: int = 2, **settings: Any) -> Plan:
    return Plan(game, (one, two), games, **settings)


def timeless(results: list[GameResult]) -> list[GameResult]:
    return sorted(result._replace(seconds=(0.0, 0.0)) for result in results)


@pytest.mark.parametrize(
    ("game", "size"), [("othello", "8"), ("othello", "6"), ("tictactoe", None), ("connect4", None)]
)
@pytest.mark.parametrize(
    "players",
    [
        ("random", "random"),
        ("random", "maxflip"),
        ("minimax:depth=2", "random"),
        ("alphabeta:depth=3", "minimax:depth=2,ties=last"),
        ("alphabeta:depth=2,ties=random", "minimax:depth=1,ties=random"),
        ("alphabeta:depth=2,eval=positional,ties=random", "maxflip", "minimax:depth=2,eval=discs"),
    ],
    ids=" ".join,
)
def test_the_core_and_python_play_the_same_games(game: str, size: str | None, players: tuple[str, ...]) -> None:
    if game != "othello":
        players = tuple("random" if "maxflip" in spec else spec.partition(",eval")[0] for spec in players)
    plies = 2 if game == "tictactoe" else 6
    plan = Plan(game, players, 5, seed=11, size=size, openings=Openings(plies))
    fast, slow = play(plan), play(plan, native=False)
    assert timeless(fast) == timeless(slow)
    assert len({result.moves for result in fast}) > 1
    assert all(result.opening == plies and result.cause == "rules" for result in fast)


def test_a_seed_of_any_size_is_the_same_in_the_core_and_in_python() -> None:
    plan = match("random", seed=(1 << 64) + 5, openings=Openings(4))
    assert timeless(play(plan)) == timeless(play(plan, native=False))
    assert timeless(play(plan)) == timeless(play(match("random", seed=5, openings=Openings(4))))


def test_games_are_the_same_whichever_pairs_are_played_together() -> None:
    plan = Plan("othello", ("random", "maxflip", "minimax:depth=1,ties=random"), 6, seed=3, openings=Openings(4))
    together = timeless(play(plan))
    apart = [result for pair in reversed(range(plan.pairs)) for result in play_pairs(plan, [pair])]
    assert timeless(apart) == together


def test_both_games_of_a_pair_begin_alike_with_the_sides_changed() -> None:
    results = play(match("alphabeta:depth=2", "maxflip", games=6, openings=Openings(8)))
    for first, second in zip(results[::2], results[1::2], strict=True):
        assert first.moves.split()[:8] == second.moves.split()[:8]
        assert first.moves != second.moves


def test_scores_and_margins_are_those_of_the_first_of_the_two() -> None:
    plan = match("alphabeta:depth=4", "random", games=8, openings=Openings(2))
    for result in play(plan):
        end, _ = replay(plan.state(), result.moves.split())
        black = final_score(end) * (1 if end.next_player is plan.state().next_player else -1)
        assert result.margin == (black if result.number % 2 == 0 else -black)
        assert result.score == {1: 1.0, 0: 0.5, -1: 0.0}[(result.margin > 0) - (result.margin < 0)]
        assert sum(result.thought) == len(result.moves.split()) - 2
    assert sum(result.score for result in play(plan)) > 6  # the stronger one is the first of the two


def test_the_work_of_a_game_is_told(student: Student) -> None:
    for result in play(match("alphabeta:depth=3", student(GOOD), games=4)):
        assert result.nodes[0] > 0 == result.nodes[1]
        assert min(result.seconds) > 0
        assert sum(result.thought) == len(result.moves.split())


def test_a_game_of_a_file_with_blanks_in_its_moves_is_kept_and_read_again(student: Student) -> None:
    lines = student(
        "from dataclasses import dataclass\nfrom saizen import Side\n"
        "@dataclass(frozen=True)\n"
        "class Walk:\n"
        "    path: tuple = ()\n"
        "    next_player: Side = Side.FIRST\n"
        "    def legal_moves(self): return [(len(self.path), step) for step in range(3)]\n"
        "    def apply_move(self, move): return Walk((*self.path, move), self.next_player.other)\n"
        "    def is_over(self): return len(self.path) == 4\n"
        "    def winner(self): return Side.FIRST if sum(step for _, step in self.path) % 2 else None\n",
        "walk.py",
        "Walk",
    )
    results = play(match("random", "random", game=lines, games=6, openings=Openings(1)))
    assert {len(result.moves.split()) for result in results} == {4}


@pytest.mark.parametrize("native", [True, False])
def test_every_game_of_a_file_has_a_seed_of_its_own(student: Student, tmp_path: Path, native: bool) -> None:
    seen = tmp_path / "seeds"
    spec = student(
        "class Player:\n"
        "    def __init__(self, seed):\n"
        f"        with open({str(seen)!r}, 'a') as file: print(seed, file=file)\n"
        "    def choose(self, state): return state.legal_moves()[0]\n"
    )
    play(match(spec, spec, game="tictactoe", games=4), native=native)
    seeds = seen.read_text().split()
    assert len(seeds) == len(set(seeds)) == 8
    assert all(0 <= int(seed) < 1 << 31 for seed in seeds)  # NumPy's old generators take no more
    seen.unlink()
    play(match(spec, spec, game="tictactoe", games=4))
    assert seen.read_text().split() == seeds


def test_a_hosted_file_plays_as_it_does_here() -> None:
    spec = f"{EXAMPLES / 'my_player.py'}:Careful"
    here, hosted = (match(spec, spec, game="tictactoe", games=4, hosted=hosted) for hosted in (False, True))
    assert timeless(play(here)) == timeless(play(hosted))


BAD = {
    "raises": ("raise RuntimeError('oh no')", "died", "failed: RuntimeError: oh no (in choose, line 2 of student.py)"),
    "leaves": ("raise SystemExit(3)", "died", "student.py:Player failed: SystemExit: 3"),
    "asks someone": ("return input()", "died", "student.py:Player failed: "),
    "is lost in itself": ("return self.choose(state)", "died", "failed: RecursionError"),
    "uses a wrong setting": ("return alphabeta(state, depth=-1).move", "died", "depth=-1"),
    "answers nothing": ("return None", "illegal", "student.py:Player: illegal move 'None' for "),
    "answers illegally": ("return 0", "illegal", "student.py:Player: illegal move 'a1' for "),
    "answers in words": ("return 'f5'", "illegal", "student.py:Player: illegal move 'f5' for "),
}


@pytest.mark.parametrize("way", BAD)
def test_a_player_that_fails_loses_that_game_and_the_next_one_is_played(student: Student, way: str) -> None:
    body, cause, message = BAD[way]
    spec = student(f"class Player:\n    def choose(self, state): {body}\nfrom saizen.search import alphabeta\n")
    for place, players in enumerate([(spec, "maxflip"), ("maxflip", spec)]):
        for result in play(match(*players)):
            assert (result.cause, result.at_fault, result.score) == (cause, place, float(place))
            assert result.margin is None
            assert message in result.detail
            moves_first = result.number % 2 == place
            assert len(result.moves.split()) == (0 if moves_first else 1)


def test_a_player_may_resign(student: Student) -> None:
    code = "class Player:\n    def choose(self, state): raise ResignError('enough')\n"
    spec = student(f"from saizen.errors import ResignError\n{code}")
    for place, players in enumerate([(spec, "maxflip"), ("maxflip", spec)]):
        for result in play(match(*players)):
            assert (result.cause, result.at_fault, result.score) == ("resigned", None, float(place))


def test_whoever_is_not_asked_cannot_resign(student: Student) -> None:
    fail = "raise ResignError('enough')"
    for number, method in enumerate(["start_game(self, start)", "watch(self, state, move)", "__init__(self)"]):
        code = f"from saizen.errors import ResignError\n{GOOD}    def {method}: {fail}\n"
        spec = student(code, f"tired{number}.py")
        for result in play(match("maxflip", spec, openings=Openings(3))):
            assert (result.cause, result.at_fault, result.score) == ("died", 1, 1.0)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("openings", [Openings(), Openings(4)], ids=["no opening", "opening"])
@pytest.mark.parametrize(
    ("body", "moves"),
    [
        ("def __init__(self): self.fail()", 0),
        ("def start_game(self, start): self.fail()", 0),
        ("def watch(self, state, move): self.fail()", 0),
    ],
    ids=["made", "begin", "watch"],
)
def test_whoever_fails_is_to_blame_whoever_is_to_move(
    student: Student, place: int, openings: Openings, body: str, moves: int
) -> None:
    spec = student(f"{GOOD}    def fail(self): raise OSError('no disk')\n    {body}\n")
    players = (spec, "maxflip") if place == 0 else ("maxflip", spec)
    for result in play(match(*players, openings=openings)):
        assert (result.cause, result.at_fault, result.score) == ("died", place, float(place))
        assert "failed: OSError: no disk" in result.detail
        assert (result.moves, result.opening) == ("", moves)


def test_a_player_that_fails_after_the_game_changes_nothing(student: Student) -> None:
    spec = student(f"{GOOD}    def close(self): raise OSError('no disk')\n")
    assert [result.cause for result in play(match(spec, "maxflip"))] == ["rules", "rules"]


def test_what_a_fault_says_is_cut_short(student: Student) -> None:
    spec = student("class Player:\n    def choose(self, state): raise ValueError('x' * 10_000)\n")
    assert [len(result.detail) for result in play(match(spec))] == [500, 500]


def test_an_answer_that_is_late_is_late_even_if_it_is_illegal_but_death_comes_first(student: Student) -> None:
    ways = {"return state.legal_moves()[0]": "late", "return None": "late", "raise OSError": "died"}
    for number, (body, cause) in enumerate(ways.items()):
        spec = student(f"class Player:\n    def choose(self, state): {body}\n", f"way{number}.py")
        result = play(match(spec, "random", games=1, time=NO_TIME))[0]
        assert (result.cause, result.at_fault) == (cause, 0)
    assert "took" in play(match("random", time=NO_TIME))[0].detail


def test_built_in_players_have_a_clock_too() -> None:
    for result in play(match("random", "maxflip", time=NO_TIME, openings=Openings(4))):
        assert (result.cause, result.at_fault) == ("late", result.number % 2)
        assert len(result.moves.split()) == 4


class Ticking:
    """A clock on which every look takes a second, so every move does."""

    def __init__(self) -> None:
        self.ticks: Iterator[int] = count()

    def monotonic(self) -> float:
        return float(next(self.ticks))


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saizen.arena.playing.time", SimpleNamespace(monotonic=Ticking().monotonic))


@pytest.mark.usefixtures("seconds")
@pytest.mark.parametrize(
    ("control", "moves"),
    [
        (TimeControl(move=1, margin=0), None),
        (TimeControl(move=0.5, margin=0.5), None),
        (TimeControl(move=0.5, margin=0.25), 1),
        (TimeControl(game=60, margin=0), None),
        (TimeControl(game=5, margin=0), 6),
        (TimeControl(game=5, margin=0.5), 6),
        (TimeControl(game=5, margin=1), None),  # within the margin of each move
        (TimeControl(game=3, increment=0.5, margin=0), 6),  # 3, 2½, 2, 1½, 1, and ½ is too little
        (TimeControl(game=3, increment=1, margin=0), None),
        (TimeControl(move=0.5, game=60, margin=0), 1),
        (TimeControl(move=2, game=2, margin=0), 3),
    ],
)
def test_the_clock_decides_who_is_late(control: TimeControl, moves: int | None) -> None:
    for result in play(match("maxflip", "maxflip", time=control)):
        if moves is None:
            assert result.cause == "rules"
            assert result.seconds == tuple(map(float, result.thought))
        else:
            place = result.number % 2  # who moves first is the first to be late
            assert (result.cause, result.at_fault, result.thought[place]) == ("late", place, moves)


@pytest.mark.usefixtures("seconds")
def test_a_player_is_told_its_clock(student: Student, tmp_path: Path) -> None:
    seen = tmp_path / "clocks"
    spec = student(
        "class Player:\n"
        "    clock = 0\n"
        "    def choose(self, state):\n"
        f"        with open({str(seen)!r}, 'a') as file: print(self.clock, file=file)\n"
        "        return state.legal_moves()[0]\n"
    )
    play(match(spec, game="tictactoe", games=1, time=TimeControl(move=5, game=10, increment=0.25)))
    told = seen.read_text().splitlines()
    expected = [f"Clock(left={left}, increment=0.25, per_move=5)" for left in (10, 9.25, 8.5, 7.75, 7.0)]
    assert told == expected[: len(told)]
    assert len(told) >= 3
    seen.unlink()
    play(match(spec, game="tictactoe", games=1))
    assert set(seen.read_text().splitlines()) == {"None"}


@pytest.mark.parametrize("swapped", [False, True])
def test_adjudication_gives_the_score_of_best_play(swapped: bool) -> None:
    players = ("alphabeta:depth=2", "random")[:: -1 if swapped else 1]
    plan = match(*players, games=12, seed=5, openings=Openings(6), adjudicate=11)
    full = {result.number: result for result in play(match(*players, games=12, seed=5, openings=Openings(6)))}
    seen = set()
    for result in play(plan):
        if result.cause == "rules":  # over before there were so few empties
            continue
        assert (result.cause, result.at_fault) == ("adjudicated", None)
        state, _ = replay(plan.state(), result.moves.split())
        assert isinstance(state, Othello)
        assert state.empties <= 11
        before, _ = replay(plan.state(), result.moves.split()[:-1])
        assert isinstance(before, Othello)
        assert before.empties > 11
        assert full[result.number].moves.startswith(result.moves)
        end: State = state
        for move in solver.solve(state).line:
            end = end.apply_move(move)
        assert end.is_over()
        score = final_score(end) if end.next_player is plan.state().next_player else -final_score(end)
        assert result.margin == (-score if result.number % 2 else score)
        seen.add(result.score)
    assert seen >= {0.0, 1.0}


def test_a_position_with_few_empties_is_adjudicated_before_any_move() -> None:
    board = "OX" + "-" * 14 + " O"
    (result,) = play(Plan("othello", ("random", "random"), 1, size="4", position=board, adjudicate=14))
    assert (result.cause, result.moves, result.margin, result.thought) == ("adjudicated", "", 16, (0, 0))


FAULTS = {
    "crash": "died",
    "killed": "died",
    "dying words": "died",
    "child and crash": "died",
    "stall": "no reply",
    "half a line": "no reply",
    "closed output": "no reply",
    "garbage": "unparsable",
    "huge": "unparsable",
    "no move": "unparsable",
    "illegal": "illegal",
    "off the board": "illegal",
}


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize("mode", FAULTS)
def test_a_program_that_fails_loses_that_game_and_plays_the_next(
    engine: Engine, witness: Any, monkeypatch: pytest.MonkeyPatch, protocol: str, mode: str
) -> None:
    cause = FAULTS[mode]
    monkeypatch.setattr("saizen.players.outside.SETTLE", 30 if cause == "died" else 0.1)
    patience = HURRIED if mode in ("stall", "half a line") else CALM
    results = play(match("maxflip", f"{protocol}[{patience}]:{engine(protocol, mode)}", openings=Openings(2)))
    assert [(result.cause, result.at_fault, result.score) for result in results] == [(cause, 1, 1.0)] * 2
    assert [len(result.moves.split()) for result in results] == [3, 2]
    assert len(set(witness.seen()) - {0}) == (6 if mode == "child and crash" else 2)


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_a_program_that_is_late_loses_that_game(engine: Engine, witness: Any, protocol: str) -> None:
    late = f"{protocol}[start=20,stop=0.3,grace=20]:{engine(protocol, 'late')}"
    results = play(match(late, "maxflip", time=TimeControl(move=0.2)))
    assert [(result.cause, result.at_fault) for result in results] == [("late", 0)] * 2
    assert len(witness.seen()) == 2


def test_the_margin_of_a_match_is_that_of_its_programs_unless_they_have_their_own(engine: Engine) -> None:
    command = engine("gtp", "good")
    for margin in (0.0, 0.05, 7.0):
        plan = match(f"gtp:{command}", time=TimeControl(move=1, margin=margin))
        for spec, expected in [
            (f"gtp:{command}", margin),
            (f"gtp[stop=1]:{command}", margin),
            (f"gtp[stop=1,margin=2]:{command}", 2.0),
            (f"nboard[margin=3]:{command}", 3.0),
            (f"{EXAMPLES / 'my_player.py'}:greedy", margin),
        ]:
            plan = match(spec, time=plan.time, hosted=True)
            player: Any = seat_player(plan, spec, plan.state(), 0, 0)
            assert player.patience.margin == expected


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize("mode", ["good", "child"])
def test_a_good_program_stays_for_all_games_and_then_ends(
    engine: Engine, witness: Any, protocol: str, mode: str
) -> None:
    games = 4 if mode == "good" else 1
    plan = match(f"{protocol}[{CALM}]:{engine(protocol, mode)}", "maxflip", games=games, openings=Openings(50))
    assert [result.cause for result in play(plan)] == ["rules"] * games
    seen = len(witness.seen())
    assert seen == 1 if mode == "good" else seen >= 3


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize("mode", ["flood", "ignored stop"])
def test_what_is_no_fault_ends_no_game(engine: Engine, witness: Any, protocol: str, mode: str) -> None:
    results = play(match(f"{protocol}[{CALM}]:{engine(protocol, mode)}", "maxflip", games=1))
    (result,) = results  # it knows one move, so its second is illegal
    assert (result.cause, result.at_fault, result.moves.split()[0], result.thought[0]) == ("illegal", 0, "d3", 2)
    assert len(witness.seen()) == 1


def test_a_program_may_resign(engine: Engine, witness: Any) -> None:
    results = play(match(f"gtp[{CALM}]:{engine('gtp', 'resign')}", "maxflip"))
    assert [(result.cause, result.at_fault, result.score) for result in results] == [("resigned", None, 0.0)] * 2
    assert len(witness.seen()) == 1  # that is no fault: it stays


def test_two_programs_play_each_other(engine: Engine, witness: Any) -> None:
    plan = match(f"gtp[{CALM}]:{engine('gtp', 'good')}", f"nboard[{CALM}]:{engine('nboard', 'good')}")
    assert [result.cause for result in play(plan)] == ["rules", "rules"]
    assert len(witness.seen()) == 2


def test_the_same_program_plays_against_itself_as_two(engine: Engine, witness: Any) -> None:
    spec = f"gtp[{CALM}]:{engine('gtp', 'good')}"
    assert [result.cause for result in play(match(spec, spec))] == ["rules", "rules"]
    assert len(witness.seen()) == 2


def test_a_program_whose_command_ends_like_a_file_is_no_file(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    argv = [str(ENGINE), "gtp", "good"]
    program.write_text(f"import runpy, sys\nsys.argv = {argv}\nrunpy.run_path(sys.argv[0], run_name='__main__')\n")
    spec = f"gtp[{CALM}]:{sys.executable} {program}"
    plan = match(spec, time=TimeControl(move=60), hosted=True, openings=Openings(50))
    check_players(plan)
    assert [result.cause for result in play(plan)] == ["rules", "rules"]


def test_an_evaluator_of_a_file_is_no_hosted_player(student: Student) -> None:
    judge = student("def judge(state): return 0\n", "judge.py", "judge")
    results = play(match(f"alphabeta:depth=1,eval={judge}", time=TimeControl(move=60), hosted=True))
    assert [result.cause for result in results] == ["rules", "rules"]


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ("chess", SpecError, "unknown player 'chess'"),
        ("human", SpecError, "player 'human' needs someone to ask"),
        ("alphabeta:deep=3", SpecError, "unknown key 'deep'"),
        ("gtp:no-such-program", SpecError, "no such program 'no-such-program'"),
        ("missing.py:Player", SaizenError, r"no such file '.*missing\.py'"),
    ],
)
@pytest.mark.parametrize("hosted", [False, True])
def test_players_that_cannot_play_are_refused_before_the_first_game(
    spec: str, error: type[Exception], message: str, hosted: bool
) -> None:
    with pytest.raises(error, match=message):
        check_players(match("random", spec, hosted=hosted))


@pytest.mark.parametrize("hosted", [False, True])
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def Player(:", "SyntaxError"),
        ("import no_such_module", "no_such_module"),
        ("Player = 3", "is no player"),
        ("class Player: pass", "has no method choose"),
        ("class Player:\n    def __init__(self): raise OSError('no disk')", "OSError: no disk"),
        (f"{GOOD}    def start_game(self, start): raise OSError('no disk')", "OSError: no disk"),
    ],
)
def test_files_that_cannot_play_are_refused_before_the_first_game(
    student: Student, code: str, message: str, hosted: bool
) -> None:
    with pytest.raises(SaizenError, match=message):
        check_players(match("random", student(code), hosted=hosted))


def test_a_program_that_cannot_start_is_refused_before_the_first_game(engine: Engine, witness: Any) -> None:
    with pytest.raises(SpecError, match=r"cannot play: .*no weights found"):
        check_players(match("random", f"gtp[{CALM}]:{engine('gtp', 'dead on arrival')}"))
    with pytest.raises(SpecError, match="plays Othello only"):
        check_players(match("random", f"gtp:{engine('gtp', 'good')}", game="connect4"))
    assert len(witness.seen()) == 1


def test_a_good_program_is_tried_and_let_go(engine: Engine, witness: Any) -> None:
    check_players(match("random", f"gtp[{CALM}]:{engine('gtp', 'good')}"))
    assert len(witness.seen()) == 1


def test_a_rule_that_fails_is_no_fault_of_a_player(student: Student) -> None:
    broken = student(
        "from saizen import TicTacToe\nclass Broken(TicTacToe):\n    def legal_moves(self): raise OSError('no disk')\n",
        "broken.py",
        "Broken",
    )
    with pytest.raises((OSError, ProtocolError), match="no disk"):
        play(match("random", game=broken))
