"""`saizen play` fed by a pipe: moves, commands, leaving, and going on."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]

TWO_PEOPLE = ("play", "othello", "--first", "human", "--second", "human", "--plain")
AGAINST_RANDOM = ("play", "othello", "--first", "human", "--second", "random", "--plain")
BEFORE_PASS = ("--size", "4", "--moves", "b1a1a2c1d1a3a4d3")  # black cannot move


def saved_moves(path: Path) -> list[str]:
    moves = json.loads(path.read_text(encoding="utf-8"))["moves"]
    assert isinstance(moves, list)
    return moves


def kept(tmp_path: Path, name: str = "game.json") -> Path:
    return tmp_path / "state" / "saizen" / name


def test_the_board_is_drawn_with_coordinates_moves_and_counts(saizen: Run) -> None:
    result = saizen(*TWO_PEOPLE, typed="quit\n")
    assert result.returncode == 0
    assert result.stdout == (
        "\n"
        "  a b c d e f g h\n"
        "1 . . . . . . . .\n"
        "2 . . . . . . . .\n"
        "3 . . . * . . . .\n"
        "4 . . * O X . . .\n"
        "5 . . . X O * . .\n"
        "6 . . . . * . . .\n"
        "7 . . . . . . . .\n"
        "8 . . . . . . . .\n"
        "black X 2 | white O 2 | black to move | legal: d3 c4 f5 e6\n"
    )


@pytest.mark.parametrize("text", ["d3", "D3", " d 3 ", "ｄ３", "23"])
def test_a_move_is_typed_by_name_or_as_row_and_column_digits(saizen: Run, text: str) -> None:
    result = saizen(*TWO_PEOPLE, typed=f"{text}\nmoves\n")
    assert "black (human) plays d3" in result.stdout
    assert "Moves: d3\n" in result.stderr
    assert result.stdout.count("a b c d e f g h") == 2  # the board is drawn once a move


def test_letters_follow_the_digits_on_a_large_board(saizen: Run) -> None:
    result = saizen(*TWO_PEOPLE, "--size", "22", typed="9a\n9m\nmoves\n")
    assert "'9m': no such square; rows go from 0 to l, columns to l" in result.stderr
    assert "Moves: k10\n" in result.stderr


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a1", "illegal move 'a1' for black in ---------------------------OX------XO--------------------------- X"),
        ("e9", "'e9': no such square; the board is a1 to h8"),
        ("99", "'99': no such square; rows go from 0 to 7, columns to 7"),
        ("hello", "'hello' is no square; squares are written like b2"),
        ("pass", "a pass is for when no square is legal; legal: d3 c4 f5 e6"),
    ],
)
def test_a_wrong_move_is_refused_with_the_reason_and_asked_again(saizen: Run, text: str, reason: str) -> None:
    result = saizen(*TWO_PEOPLE, typed=f"{text}\nd3\nmoves\n")
    assert result.returncode == 0
    assert reason in result.stderr
    assert "Moves: d3\n" in result.stderr


@pytest.mark.parametrize("answer", ["", "pass", "PA", "--", "パス"])
def test_a_forced_pass_is_typed_or_confirmed_by_enter(saizen: Run, answer: str) -> None:
    typed = f"{answer}\nmoves\nquit\n"
    result = saizen(*TWO_PEOPLE, *BEFORE_PASS, typed=typed)
    assert "black cannot move: type pass or press Enter\n" in result.stderr
    assert "Moves: b1 a1 a2 c1 d1 a3 a4 d3 pass\n" in result.stderr


def test_a_square_is_refused_where_only_a_pass_is_legal(saizen: Run) -> None:
    assert "legal: pass" in saizen(*TWO_PEOPLE, *BEFORE_PASS, typed="c4\n").stderr


def test_an_empty_line_is_no_move(saizen: Run) -> None:
    result = saizen(*TWO_PEOPLE, typed="\n\nd3\n")
    assert result.stderr.count("black, your move: ") == 3
    assert result.stdout.count("plays") == 1


def test_undo_takes_back_and_redo_plays_again(saizen: Run) -> None:
    typed = "undo\nredo\nd3\nc3\nundo\nmoves\nredo\nmoves\nundo\nundo\ne6\nredo\nmoves\n"
    talk = saizen(*TWO_PEOPLE, typed=typed).stderr
    assert "There is no move of yours to take back" in talk
    assert talk.count("There is no move to play again") == 2  # the second time because e6 was played instead
    assert [line.partition("Moves: ")[2] for line in talk.splitlines() if "Moves: " in line] == ["d3", "d3 c3", "e6"]


def test_undo_goes_back_to_the_persons_own_move(saizen: Run) -> None:
    talk = saizen(*AGAINST_RANDOM, typed="d3\nmoves\nundo\nmoves\nredo\nmoves\n").stderr
    first, second, third = [line.partition("Moves: ")[2] for line in talk.splitlines() if "Moves: " in line]
    assert (len(first.split()), second, third) == (2, "", first)


def test_hint_eval_and_help_answer_on_stderr(saizen: Run) -> None:
    result = saizen(*TWO_PEOPLE, "--size", "4", "--moves", "b1a1a2c1d1a3", typed="hint\neval\n?\n")
    assert result.returncode == 0
    assert "Best: a4 (-12, exact)" in result.stderr
    assert "discs: -6 for black" in result.stderr
    assert "positional: -21 for black" in result.stderr
    assert "pattern" not in result.stderr  # it is trained for 8x8 only
    assert "Type a move such as a4, or one of:" in result.stderr
    assert result.stdout.count("\n") == 7  # one board and its line


def test_a_game_is_saved_and_loaded_by_name(saizen: Run, tmp_path: Path) -> None:
    talk = saizen(*TWO_PEOPLE, typed="d3\nsave one game.json\nc3\nload one game.json\nmoves\nc5\nquit\n").stderr
    assert "Game saved to 'one game.json'; go on with: saizen play --load 'one game.json'" in talk
    assert "Game loaded from one game.json" in talk
    assert "Moves: d3\n" in talk
    assert saved_moves(tmp_path / "one game.json") == ["d3"]
    assert saved_moves(kept(tmp_path)) == ["d3", "c5"]


def test_a_tilde_is_the_home_folder(saizen: Run, tmp_path: Path) -> None:
    saizen(*TWO_PEOPLE, typed="d3\nsave ~/a.json\n")
    assert saved_moves(tmp_path / "home" / "a.json") == ["d3"]


def test_load_alone_takes_the_game_kept_last(saizen: Run) -> None:
    assert "no game is kept in" in saizen(*TWO_PEOPLE, typed="load\n").stderr
    saizen(*TWO_PEOPLE, typed="d3\nc3\nquit\n")
    assert "Moves: d3 c3\n" in saizen(*TWO_PEOPLE, typed="load\nmoves\n").stderr


def test_a_load_that_fails_leaves_the_game_alone(saizen: Run, tmp_path: Path) -> None:
    good = {"schema": "saizen/game/1", "game": "tictactoe", "size": None, "position": None, "moves": ["a1"]}
    (tmp_path / "player.json").write_text(json.dumps({**good, "first": "human", "second": "genius", "seed": 0}))
    (tmp_path / "moves.json").write_text(
        json.dumps({**good, "moves": ["a1", "a1"], "first": "human", "second": "human", "seed": 0})
    )
    talk = saizen(*TWO_PEOPLE, typed="d3\nload player.json\nload moves.json\nload missing.json\nc3\nmoves\n").stderr
    assert "unknown player 'genius'" in talk
    assert "move 2 'a1': illegal move 'a1' for O" in talk
    assert "cannot read 'missing.json': No such file or directory" in talk
    assert "Moves: d3 c3\n" in talk


def test_a_save_that_fails_says_why_and_the_game_goes_on(saizen: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    talk = saizen(*TWO_PEOPLE, typed="d3\nsave file/inside.json\nsave .\nsave a\0b\nc3\nmoves\n").stderr
    assert "cannot save to 'file/inside.json': Not a directory" in talk or "File exists" in talk
    assert "cannot save to '.': " in talk
    assert "cannot save to 'a\\x00b': " in talk
    assert "Moves: d3 c3\n" in talk
    assert list(tmp_path.glob(".saizen-*")) == []


@pytest.mark.parametrize("ending", ["", "quit\n"])
def test_leaving_keeps_the_game_and_says_how_to_go_on(saizen: Run, tmp_path: Path, ending: str) -> None:
    result = saizen(*TWO_PEOPLE, typed=f"d3\n{ending}")
    assert result.returncode == 0
    path = kept(tmp_path)
    assert result.stderr.endswith(f"\nGame saved to {path}; go on with: saizen play --load {path}\n")
    again = saizen("play", "--load", str(path), "--plain", typed="c3\n")
    assert "black X 4 | white O 1 | white to move" in again.stdout
    assert again.stderr.endswith(f"\nGame saved to {path}; go on with: saizen play --load {path}\n")
    assert saved_moves(path) == ["d3", "c3"]


def test_leaving_before_the_first_move_keeps_nothing(saizen: Run, tmp_path: Path) -> None:
    result = saizen(*TWO_PEOPLE)
    assert (result.returncode, result.stderr) == (0, "black, your move: \n")
    assert not kept(tmp_path).exists()


def test_a_game_kept_earlier_is_never_overwritten(saizen: Run, tmp_path: Path) -> None:
    for move in ("d3", "c4", "f5"):
        saizen(*TWO_PEOPLE, typed=f"{move}\n")
    kept_moves = [saved_moves(kept(tmp_path, name)) for name in ("game.json", "game-2.json", "game-3.json")]
    assert kept_moves == [["d3"], ["c4"], ["f5"]]


def test_where_nothing_can_be_saved_the_moves_are_shown(saizen: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = saizen(*TWO_PEOPLE, typed="d3\nc3\n", XDG_STATE_HOME=str(tmp_path / "file"))
    assert result.returncode == 0
    assert "Could not save the game (cannot save to " in result.stderr
    assert result.stderr.endswith("; its moves: d3 c3\n")


def test_a_loaded_game_may_get_other_players(saizen: Run, tmp_path: Path) -> None:
    saizen("play", "tictactoe", "--first", "human", "--second", "human", "--save", "a.json", typed="b2\n")
    result = saizen("play", "--load", "a.json", "--first", "minimax", "--second", "alphabeta", "--json")
    found = json.loads(result.stdout)
    assert (found["players"], found["line"][0], found["winner"]) == (["minimax", "alphabeta"], "b2", None)


def test_a_finished_game_is_saved_where_asked_and_can_be_looked_at(saizen: Run, tmp_path: Path) -> None:
    game = ("play", "tictactoe", "--first", "random", "--second", "random")
    result = saizen(*game, "--save", "end.json")
    assert len(saved_moves(tmp_path / "end.json")) >= 5
    again = saizen("play", "--load", "end.json")
    assert again.stdout.endswith(result.stdout[-len("\nResult: X wins\n") :])
    assert saizen(*game).returncode == 0
    assert not kept(tmp_path).exists()


def test_the_start_of_a_game_is_saved_with_it(saizen: Run, tmp_path: Path) -> None:
    saizen(*TWO_PEOPLE, "--start", "mirrored", "--moves", "e3", typed="f3\n")
    assert "Moves: e3 f3\n" in saizen("play", "--load", str(kept(tmp_path)), typed="moves\n").stderr


@pytest.mark.parametrize("game", ["othello", "tictactoe", "connect4", "[[3,12,8],[2,4,6],[14,5,2]]"])
def test_without_a_terminal_two_machines_play_to_the_end(saizen: Run, game: str) -> None:
    result = saizen("play", game)
    assert result.returncode == 0
    assert "\nResult: " in result.stdout
    assert result.stderr.startswith("Moves: ")


def test_a_closed_standard_input_is_no_terminal(tmp_path: Path, environment: dict[str, str]) -> None:
    for players, words in (("", "Result: "), ("--first human --second random", "X to move")):
        command = f"exec {sys.executable} -m saizen play tictactoe {players} <&-"
        result = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        assert words in result.stdout


def test_json_is_alone_on_stdout_even_with_a_person(saizen: Run) -> None:
    result = saizen(
        "play", "tictactoe", "--first", "human", "--second", "human", "--json", typed="a1\nb1\na2\nb2\na3\n"
    )
    found = json.loads(result.stdout)
    assert list(found) == ["schema", "game", "players", "over", "winner", "line", "position"]
    assert (found["over"], found["winner"], found["line"]) == (True, "first", ["a1", "b1", "a2", "b2", "a3"])
    left = json.loads(saizen(*AGAINST_RANDOM, "--json", typed="d3\n").stdout)
    assert (left["over"], left["winner"], left["line"][0], sum(left["discs"])) == (False, None, "d3", 6)


def test_bytes_that_are_no_text_are_refused_as_a_move(tmp_path: Path, environment: dict[str, str]) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "saizen", *TWO_PEOPLE],
        input=b"\xff\xfe\nd3\n",
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert result.returncode == 0
    assert b"is no square" in result.stderr
    assert saved_moves(kept(tmp_path)) == ["d3"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_the_game_and_keeps_it(tmp_path: Path, environment: dict[str, str], number: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "saizen", *AGAINST_RANDOM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("d3\n")
    process.stdin.flush()
    turns = 0
    while turns < 2:  # until the person is asked again
        turns += "black to move" in process.stdout.readline()
    process.send_signal(number)
    _, talk = process.communicate(timeout=60)
    assert process.returncode == (130 if number == signal.SIGINT else 128 + number)
    assert "Game saved to " in talk
    assert "Traceback" not in talk
    assert len(saved_moves(kept(tmp_path))) == 2


def test_a_reader_that_goes_away_ends_the_game_quietly(tmp_path: Path, environment: dict[str, str]) -> None:
    command = f"{sys.executable} -m saizen play othello --first random --second random --plain | head -3"
    result = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert "Traceback" not in result.stderr
    assert "Exception" not in result.stderr
