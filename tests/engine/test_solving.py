"""The Othello solver against the plain search, the rules of symmetry, published scores, and its own promises."""

import random
import re
import threading
from pathlib import Path

import pytest

from saizen import search
from saizen.engine import MoveBounds, Progress, Solution, solve
from saizen.errors import SettingError
from saizen.games.othello import Othello
from saizen.records.problems import Problem, read_problems
from saizen.records.transcript import move_names
from saizen.search import Limits, SearchResult

DATA = Path(__file__).parents[1] / "data"
FFO = read_problems(DATA / "othello_ffo.obf")
ENDINGS = read_problems(DATA / "othello_endings.csv")
FFO_LINES = [line for line in (DATA / "othello_ffo.obf").read_text().splitlines() if not line.startswith("%")]
SIZES = [(4, 4), (4, 6), (6, 6), (8, 8)]
LONG = FFO[-1]  # 20 empty squares
# Boards with more than 32 legal moves, to which no game leads; on the last two black can take every disc.
CROWDED = "--XO-----OX-XOO--OO-XO-X-X-XO----X-X-XO--OOOOXO--OXO-OO--------- X"  # 34
OVERRUN = [
    "XXXXO----OXO---O------OX------XXXO-O-OOXXXXX--OX-OXO--OO-------- X",  # 33
    "-OXXXXO--OOOXO-X---O-----------O-OXO--OX-XX---OX-OXO--OO--XX--X- X",  # 33
]


def deal(width: int, height: int, empties: int, seed: int) -> Othello:
    """Return a position of a random game with so many empty squares left, and not over."""
    chance = random.Random(f"{width}x{height} {empties} {seed}")
    while True:
        state = Othello(width, height)
        while not state.is_over():
            if state.pass_move - sum(state.discs) == empties:
                return state
            state = state.apply_move(chance.choice(state.legal_moves()))


def published(line: str) -> tuple[Othello, dict[int, int]]:
    """Return the position of an OBF line, and the score of each of its moves."""
    state = Othello().parse_position(line.split(";")[0])
    moves = re.findall(r"([a-h][1-8]):([+-]\d+)", line)
    return state, {state.parse_move(move): int(score) for move, score in moves}


def swap_colours(state: Othello) -> Othello:
    return state.parse_position(state.position_text().translate(str.maketrans("XO", "OX")))


def end_of(state: Othello, solution: Solution) -> int:
    """Return the score of the solution's line, which must be legal and end the game, for the side to move at first."""
    end = state
    for move in solution.line:
        end = end.apply_move(move)
    assert end.is_over()
    return end.final_score() if end.next_player is state.next_player else -end.final_score()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("empties", "count"), [(6, 12), (7, 8), (8, 6), (9, 3), (10, 2)])
def test_the_score_is_the_one_the_plain_search_finds(size: tuple[int, int], empties: int, count: int) -> None:
    for seed in range(count):
        state = deal(*size, empties, seed)
        solution = solve(state)
        assert solution.lower == search.solve(state, native=False).value, state
        assert (solution.exact, solution.complete, solution.stored) == (True, True, False)
        assert end_of(state, solution) == solution.lower


@pytest.mark.parametrize("size", SIZES)
def test_every_image_and_both_colours_have_the_same_score(size: tuple[int, int]) -> None:
    for seed in range(6):
        state = deal(*size, 10, seed)
        score = solve(state).lower
        images = state.symmetries()
        assert len(images) == (8 if size[0] == size[1] else 4)
        for image in images:
            for position in (image, swap_colours(image)):
                solution = solve(position)
                assert (solution.lower, solution.upper) == (score, score), position
                assert end_of(position, solution) == score


@pytest.mark.parametrize("effort", [{"threads": 2}, {"threads": 4}, {"hash_mib": 1}, {"hash_mib": 256}])
def test_threads_and_the_size_of_the_table_leave_the_score_as_it_is(effort: dict[str, int]) -> None:
    for problem in FFO:
        solution = solve(problem.state, threads=effort.get("threads", 1), hash_mib=effort.get("hash_mib", 64))
        assert (solution.lower, solution.upper) == (problem.expected, problem.expected)
        assert end_of(problem.state, solution) == problem.expected


@pytest.mark.parametrize("problem", FFO + ENDINGS, ids=lambda problem: problem.name)
def test_published_scores_are_found(problem: Problem) -> None:
    solution = solve(problem.state)
    assert (solution.lower, solution.upper) == (problem.expected, problem.expected)


@pytest.mark.parametrize("line", FFO_LINES[:19], ids=lambda line: line.split()[-1])
def test_every_move_has_its_published_score(line: str) -> None:
    state, scores = published(line)
    solution = solve(state, all_moves=True)
    assert {found.move: (found.lower, found.upper) for found in solution.moves} == {
        move: (score, score) for move, score in scores.items()
    }
    assert solution.lower == solution.upper == max(scores.values())


@pytest.mark.parametrize("window", [(-1, 1), (0, 2), (-64, 0), (3, 9), (-10, -8), (20, 64), (-64, 64)])
def test_a_window_proves_on_which_side_of_it_the_score_lies(window: tuple[int, int]) -> None:
    low, high = window
    for problem in ENDINGS:
        score = problem.expected
        assert score is not None
        solution = solve(problem.state, window=window)
        assert solution.complete
        assert solution.lower <= score <= solution.upper
        if low < score < high:
            assert solution.exact
        else:
            assert solution.lower >= high or solution.upper <= low


def test_the_window_around_zero_says_who_wins() -> None:
    for problem in FFO[:-1]:
        assert problem.expected is not None
        sign = (problem.expected > 0) - (problem.expected < 0)
        assert solve(problem.state, window=(-1, 1)).sign == sign
        assert solve(problem.state).sign == sign


def test_who_wins_is_unknown_while_the_bounds_allow_both() -> None:
    assert Solution(-2, 2, (), 0, 0.0, complete=False).sign is None


@pytest.mark.parametrize("size", SIZES)
def test_all_moves_are_valued_as_their_positions_are_best_first(size: tuple[int, int]) -> None:
    for seed in range(8):
        state = deal(*size, 9, seed)
        solution = solve(state, all_moves=True)
        values = {move: -solve(state.apply_move(move)).lower for move in state.legal_moves()}
        assert {found.move: found.lower for found in solution.moves} == values
        assert all(found.lower == found.upper for found in solution.moves)
        ordered = [found.lower for found in solution.moves]
        assert ordered == sorted(ordered, reverse=True)
        assert solution.line[0] == solution.moves[0].move
        assert solution.lower == solution.upper == ordered[0] == solve(state).lower == end_of(state, solution)


def test_all_moves_keep_to_the_window() -> None:
    state = FFO[0].state
    exact = {found.move: found.lower for found in solve(state, all_moves=True).moves}
    for found in solve(state, all_moves=True, window=(-1, 1)).moves:
        assert found.lower <= exact[found.move] <= found.upper
        assert found.lower > 0 or found.upper < 0


def test_progress_with_all_moves_is_told_from_the_position_itself() -> None:
    state, scores = published(FFO_LINES[-1])
    told: list[SearchResult] = []
    solve(state, all_moves=True, limits=Limits(seconds=0.5, progress=told.append))
    assert told
    for result in told:
        assert isinstance(result, Progress)
        assert result.value <= scores[result.line[0]] <= result.upper
        assert move_names(state, result.line)  # legal one after another
    assert [result.nodes for result in told] == sorted(result.nodes for result in told)


def test_a_side_that_must_pass_is_valued_after_its_pass() -> None:
    state = Othello(4, 4).parse_position("XXXXXXXXXXXXXO-- O")
    assert state.legal_moves() == (state.pass_move,)
    solution = solve(state)
    assert solution.line == (state.pass_move, 14)
    assert solution.lower == search.solve(state, native=False).value == -16
    assert solve(state, all_moves=True).moves == (MoveBounds(state.pass_move, -16, -16),)


def test_passes_in_the_middle_of_random_games_are_played() -> None:
    passes = 0
    for seed in range(60):
        state = deal(6, 6, 8, seed)
        solution = solve(state)
        passes += solution.line.count(state.pass_move)
        assert end_of(state, solution) == solution.lower
    assert passes > 5


@pytest.mark.parametrize(
    ("size", "text", "score"),
    [
        (4, "XX-O------------ O", -14),  # neither can move; the empty squares are black's
        (4, "OX-------------- O", 16),  # one move takes everything
        (4, "OX-------------- X", -16),  # a pass, and then everything is lost
        (4, "XXXXXXXXOOOOOOOO X", 0),
        (4, "XXXXXXXXXOOOOOOO O", -2),
        (4, "---------------- X", 0),
        (8, "X" * 64 + " O", -64),
    ],
)
def test_finished_games_and_wipe_outs_are_counted(size: int, text: str, score: int) -> None:
    state = Othello(size, size).parse_position(text)
    for all_moves in (False, True):
        solution = solve(state, all_moves=all_moves)
        assert (solution.lower, solution.upper, solution.complete) == (score, score, True)
        assert bool(solution.line) == (not state.is_over())
        assert len(solution.moves) == (all_moves and not state.is_over())


def test_all_of_more_than_32_legal_moves_are_valued() -> None:
    state = Othello().parse_position(CROWDED)
    moves = state.legal_moves()
    assert len(moves) == 34
    for threads in (1, 2):
        solution = solve(state, all_moves=True, threads=threads, limits=Limits(nodes=200_000))
        assert sorted(found.move for found in solution.moves) == list(moves)
        assert all(-64 <= found.lower <= found.upper <= 64 for found in solution.moves)
        assert not solution.complete


@pytest.mark.parametrize("text", OVERRUN)
def test_a_board_with_more_than_32_legal_moves_has_the_score_of_a_plain_proof(text: str) -> None:
    state = Othello().parse_position(text)
    assert len(state.legal_moves()) == 33
    assert search.proof_number(state).value == 64
    for threads in (1, 2):
        solution = solve(state, threads=threads)
        assert (solution.lower, solution.upper) == (64, 64)
        assert end_of(state, solution) == 64
    assert solve(state, window=(-1, 1)).sign == 1
    assert solve(state, limits=Limits(nodes=1000)).upper == 64


@pytest.mark.parametrize(
    "limits", [Limits(nodes=1), Limits(nodes=20_000), Limits(nodes=2_000_000), Limits(seconds=1e-9)]
)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("all_moves", [False, True])
def test_a_limit_leaves_bounds_that_hold(limits: Limits, threads: int, all_moves: bool) -> None:
    solution = solve(LONG.state, limits=limits, threads=threads, all_moves=all_moves)
    assert LONG.expected is not None
    assert solution.lower <= LONG.expected <= solution.upper
    assert not solution.complete
    assert set(solution.line) <= set(LONG.state.legal_moves())


def test_bounds_under_growing_limits_close_in_on_the_score() -> None:
    problem = FFO[0]
    assert problem.expected is not None
    seen = set()
    for nodes in (1 << power for power in range(6, 18)):
        solution = solve(problem.state, limits=Limits(nodes=nodes))
        assert solution.lower <= problem.expected <= solution.upper
        assert solution.exact or not solution.complete
        seen.add((solution.lower, solution.upper))
    assert (-64, 64) in seen
    assert (problem.expected, problem.expected) in seen
    assert len(seen) > 2


def test_a_search_can_be_cancelled_from_outside() -> None:
    stop = threading.Event()
    stop.set()
    solution = solve(Othello(), limits=Limits(cancel=stop.is_set))
    assert not solution.complete
    assert not solution.exact


@pytest.mark.parametrize(
    ("state", "settings", "message"),
    [
        (Othello(10, 10), {}, "a 10x10 board is too large for the engine and its solver; they take up to 8x8"),
        (Othello(8, 12), {}, "a 8x12 board is too large for the engine and its solver; they take up to 8x8"),
        (Othello(4, 4), {"threads": 0}, "threads=0 is not between 1 and 256"),
        (Othello(4, 4), {"threads": 257}, "threads=257 is not between 1 and 256"),
        (Othello(4, 4), {"hash_mib": 0}, "hash_mib=0 is not between 1 and 65536"),
        (Othello(4, 4), {"hash_mib": 65537}, "hash_mib=65537 is not between 1 and 65536"),
    ],
)
def test_what_cannot_be_solved_is_refused(state: Othello, settings: dict[str, int], message: str) -> None:
    with pytest.raises(SettingError, match=f"^{message}$"):
        solve(state, threads=settings.get("threads", 1), hash_mib=settings.get("hash_mib", 64))


def test_an_empty_window_is_refused() -> None:
    with pytest.raises(SettingError, match=r"window=\(3, 1\) is empty; its lower end comes first"):
        solve(Othello(4, 4), window=(3, 1))
