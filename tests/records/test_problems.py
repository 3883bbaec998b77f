"""Suites of problems: three ways to write them, and what is said of files that are none."""

from pathlib import Path

import pytest

from saizen.errors import NotationError, UnreadableFileError
from saizen.games.base import Side
from saizen.games.othello import Othello
from saizen.records import problems
from saizen.records.problems import Problem, read_problems

START = "---------------------------OX------XO---------------------------"
BLACK, WHITE = (Othello().parse_position(f"{START} {side}") for side in "XO")


def read(folder: Path, name: str, content: str | bytes) -> list[Problem]:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_problems(path)


def test_an_obf_line_is_a_board_a_side_and_the_scores_of_moves(tmp_path: Path) -> None:
    text = f"% two problems\n\n{START} X; d3:-4; c4:+2; f5: 0; % the best counts\n{START} O\n{START} O;\n  % done\n"
    assert read(tmp_path, "suite.obf", text) == [
        Problem("3", BLACK, 2),
        Problem("4", WHITE, None),
        Problem("5", WHITE, None),
    ]


def test_a_csv_row_has_a_board_and_perhaps_a_score_a_name_and_a_side(tmp_path: Path) -> None:
    text = f"ID,board,score,to_move\nfirst,{START},+6,O\n,{START},,\n"
    assert read(tmp_path, "suite.csv", text) == [Problem("first", WHITE, 6), Problem("2", BLACK, None)]
    text = f"score_for_X,empties,board_a1_first_X_to_move\n-4,60,{START}\n"
    assert read(tmp_path, "suite.CSV", text) == [Problem("1", BLACK, -4)]
    assert read(tmp_path, "boards.csv", f"board\n{START}\n") == [Problem("1", BLACK, None)]


def test_a_json_object_has_a_board_and_perhaps_a_score_a_name_and_a_side(tmp_path: Path) -> None:
    text = f'[{{"board": "{START}", "to_move": "O", "score": -8, "id": 7}}, {{"board": "{START}", "score": null}}]'
    assert read(tmp_path, "suite.json", text) == [Problem("7", WHITE, -8), Problem("2", BLACK, None)]


def test_the_suites_of_this_repository_are_read() -> None:
    data = Path(__file__).parents[1] / "data"
    ffo = read_problems(data / "othello_ffo.obf")
    assert len(ffo) == 20
    assert [problem.expected for problem in ffo[:4]] == [18, 10, 2, 0]
    assert ffo[7].state.next_player is Side.SECOND
    assert all(64 - sum(problem.state.discs) == 10 for problem in read_problems(data / "othello_endings.csv"))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("suite.txt", START, r"suite\.txt' is no suite of problems; its name must end in \.obf, \.csv, \.json$"),
        ("suite", START, r"suite' is no suite of problems; its name must end in \.obf, \.csv, \.json$"),
        ("suite.obf", b"\xff\xfe", r"suite\.obf' is no text: invalid start byte$"),
        ("suite.obf", "", r"suite\.obf' holds no problem$"),
        ("suite.obf", "% nothing\n\n", r"suite\.obf' holds no problem$"),
        ("suite.csv", "board,score\n", r"suite\.csv' holds no problem$"),
        ("suite.json", "[]", r"suite\.json' holds no problem$"),
        ("suite.obf", f"{START}\n", "^problem 1: '-.*-' is no OBF line; write BOARD SIDE; MOVE:SCORE; …$"),
        ("suite.obf", f"%\n{START} X O;\n", "^problem 2: '-.* X O;' is no OBF line"),
        ("suite.obf", "XO X;\n", "^problem 1: position 'XO X' has 3 characters; a 8x8 board needs 64"),
        ("suite.obf", f"{START} Z;\n", "^problem 1: position names 'z' as the side to move; use X or O$"),
        ("suite.obf", f"{START} X; d3:{'9' * 5000};\n", "^problem 1: '9*' is no score$"),
        ("suite.csv", "", "^the CSV header names no board; it needs a column 'board', and may have 'score' and 'id'$"),
        ("suite.csv", f"position,score\n{START},2\n", "^the CSV header names no board"),
        ("suite.csv", f"board\n{'-' * 200_000}\n", "^the file is no CSV: field larger than field limit"),
        ("suite.csv", f"board,score\n{START},many\n", "^problem 1: 'many' is no score$"),
        ("suite.csv", f"id,board\nlast,{'?' * 64}\n", r"^problem last: position has '\?' on a1; use X, O or -$"),
        ("suite.csv", "score,board\n2\n", "^problem 1: position 'None X' has 5 characters"),
        ("suite.json", "{", "^the file is no JSON: Expecting"),
        ("suite.json", "[" * 200_000, "^the file is no JSON: "),
        ("suite.json", f'{{"board": "{START}"}}', "^the JSON is no list of objects with a 'board'$"),
        ("suite.json", '[{"score": 2}]', "^the JSON is no list of objects with a 'board'$"),
        ("suite.json", f'["{START}"]', "^the JSON is no list of objects with a 'board'$"),
        ("suite.json", f'[{{"board": "{START}", "score": 3.5}}]', "^problem 1: 3.5 is no score$"),
        ("suite.json", f'[{{"board": "{START}", "score": Infinity}}]', "^problem 1: inf is no score$"),
        ("suite.json", f'[{{"board": "{START}", "score": true}}]', "^problem 1: True is no score$"),
        ("suite.json", f'[{{"board": "{START}", "score": [2], "id": "b"}}]', r"^problem b: \[2\] is no score$"),
        ("suite.json", '[{"board": 64}]', "^problem 1: position '64 X' has 3 characters"),
    ],
)
def test_what_is_no_suite_is_refused_with_the_reason(
    tmp_path: Path, name: str, content: str | bytes, message: str
) -> None:
    with pytest.raises(NotationError, match=message):
        read(tmp_path, name, content)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match=r"^cannot read '.*none\.obf': No such file or directory$"):
        read_problems(tmp_path / "none.obf")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(UnreadableFileError, match=r"^cannot read '.*folder\.csv': Is a directory$"):
        read_problems(tmp_path / "folder.csv")


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(problems.LARGEST + 1)
    with pytest.raises(NotationError, match=r"huge\.json' is too large; the most is 16 MiB$"):
        read_problems(path)
