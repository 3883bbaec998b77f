"""The trained evaluation: its file is checked, and it judges alike in Python and in native searches."""

import pytest

from saizen import _native
from saizen.engine.evaluation import MARK, judge, load_evaluation, pack_weights, unpack_weights
from saizen.errors import SpecError, UnreadableFileError
from saizen.games.othello import Othello
from saizen.players.evaluators import make_evaluator, pattern
from saizen.players.games import play_games
from saizen.records.transcript import follow
from saizen.search import alphabeta

WEIGHTS = bytes(range(256)) * (_native.Evaluation.size() // 256) + bytes(_native.Evaluation.size() % 256)
FILE = pack_weights(WEIGHTS)
OPENINGS = ["f5", "f5d6c3d3c4", "f5f6e6f4g5e7", "f5d6c4d3c3f4f6b4c2", "d3c5f6f5e6e3"]


def reached(moves: str) -> Othello:
    state, _ = follow(Othello(), moves)
    assert isinstance(state, Othello)
    return state


def test_a_file_gives_back_its_weights() -> None:
    assert unpack_weights(FILE) == WEIGHTS


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no file of weights"),
        (b"PK\x03\x04" + FILE, "no file of weights"),
        (MARK, "cut short"),
        (FILE[: len(MARK) + 10], "cut short"),
        (FILE[:-100], "checksum differs"),
        (FILE[: len(FILE) // 2], "checksum differs"),
        (MARK + b"\xff" + FILE[len(MARK) + 1 :], "made for another version"),
        (pack_weights(WEIGHTS[:-2]), "made for another version"),
        (FILE[:200] + bytes([FILE[200] ^ 1]) + FILE[201:], "damaged"),
    ],
)
def test_a_file_that_is_not_whole_and_ours_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFileError, match=reason):
        unpack_weights(data)


def test_weights_of_another_number_are_refused_by_the_core() -> None:
    with pytest.raises(ValueError, match="number is another"):
        _native.Evaluation(WEIGHTS[:-2])


@pytest.mark.parametrize("moves", OPENINGS)
def test_mirror_images_are_worth_the_same(moves: str) -> None:
    turned = moves.translate(str.maketrans("abcdefgh12345678", "hgfedcba87654321"))
    assert judge(reached(turned)) == judge(reached(moves))


@pytest.mark.parametrize("moves", OPENINGS)
def test_native_searches_judge_as_python_does(moves: str) -> None:
    state = reached(moves)
    load_evaluation()
    fast = alphabeta(state, depth=3, evaluate=pattern)
    slow = alphabeta(state, depth=3, evaluate=pattern, native=False)
    assert (fast.value, fast.line, fast.nodes) == (slow.value, slow.line, slow.nodes)


def test_a_corner_is_worth_more_than_the_square_beside_it() -> None:
    board = ["-"] * 64
    for square, disc in {27: "O", 28: "X", 35: "X", 36: "O"}.items():
        board[square] = disc
    corner, beside = board.copy(), board.copy()
    corner[0], beside[9] = "X", "X"
    values = [judge(Othello().parse_position("".join(discs) + " X")) for discs in (corner, beside)]
    assert values[0] > values[1]


def test_it_knows_more_than_discs() -> None:
    games = play_games(
        Othello(), "alphabeta:depth=2,eval=pattern", "alphabeta:depth=2,eval=discs,ties=random", games=20
    )
    assert sum(game.score > 0 for game in games) >= 18


def test_other_boards_are_refused() -> None:
    with pytest.raises(SpecError, match="trained for 8x8 Othello only"):
        make_evaluator("pattern", Othello(6, 6))
