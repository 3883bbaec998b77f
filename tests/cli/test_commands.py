"""Every command's answer, in words and as JSON."""

import json
import subprocess
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]

EXAMPLES = Path(__file__).parents[2] / "examples"
NIM = f"{EXAMPLES / 'nim.py'}:Nim"
# One quick call of each command, for what must hold of all of them.
STUDENTS = Path(__file__).parents[1] / "lesson" / "students"
COMMANDS = {
    "play": ("play", "othello", "--size", "4", "--first", "random", "--second", "maxflip"),
    "hint": ("hint", "othello", "--depth", "2"),
    "solve": ("solve", "othello", "--size", "4"),
    "perft": ("perft", "connect4", "--depth", "3"),
    "compare": ("compare", "tictactoe", "--moves", "a1b2c3", "--depth", "2"),
    "explain": ("explain", "tictactoe", "--moves", "a1b2c3a3c1"),
    "exercise": ("exercise", "--depth", "2"),
    "check": ("check", str(STUDENTS / "right_lists.py:alphabeta"), "--trees", "10"),
    "textbook": ("textbook", "tree"),
}


def answer(result: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("\n") == 1
    found = json.loads(result.stdout)
    assert next(iter(found)) == "schema"
    assert isinstance(found, dict)
    return found


def test_version_names_the_package_and_its_core(saizen: Run) -> None:
    try:
        number = version("saizen")
    except PackageNotFoundError:
        pytest.skip("saizen is not installed here, so it has no version")
    result = saizen("--version")
    assert result.returncode == 0
    assert result.stdout.startswith(f"saizen {number} (native core: ")


def test_help_lists_every_command_and_an_example(saizen: Run) -> None:
    result = saizen("--help")
    assert result.returncode == 0
    assert "Example: saizen " in result.stdout
    assert all(f"\n  {command} " in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example(saizen: Run, command: str) -> None:
    result = saizen(command, "--help")
    assert result.returncode == 0
    assert f"Example: saizen {command}" in result.stdout


def test_without_arguments_the_help_is_shown_as_talk(saizen: Run) -> None:
    result = saizen()
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("Usage: saizen ")


def test_solve_says_the_value_and_the_best_play(saizen: Run) -> None:
    result = saizen("solve", "othello", "--size", "4", "--plain")
    assert result.returncode == 0
    assert result.stdout.splitlines()[0] == "  a b c d"
    assert "Value: -10 for black (exact)" in result.stdout
    assert "Best play: b1 " in result.stdout
    assert result.stdout.endswith("Then black 3, white 11\n")
    assert "nodes" in result.stderr


def test_solve_answers_in_json(saizen: Run) -> None:
    found = answer(saizen("solve", "othello", "--size", "4", "--json"))
    assert found["schema"] == "saizen/solve/1"
    assert (found["value"], found["winner"], found["exact"], found["discs"]) == (-10, "second", True, [3, 11])
    assert found["move"] == found["line"][0] == "b1"
    assert found["nodes"] > 0
    assert found["seconds"] >= 0
    assert found["lower"] == found["upper"] == -10


def test_a_solve_that_hits_its_limit_is_no_failure(saizen: Run) -> None:
    found = answer(saizen("solve", "othello", "--size", "6", "--nodes", "500", "--json"))
    assert (found["exact"], found["value"], found["winner"]) == (False, None, None)
    assert -36 <= found["lower"] <= found["upper"] <= 36
    result = saizen("solve", "mnk", "--size", "19,19,5", "--nodes", "2000")
    assert result.returncode == 0
    assert "Value: between -1 and +1 for X; the limit came first" in result.stdout


def test_solve_counts_the_distance_when_asked(saizen: Run) -> None:
    found = answer(saizen("solve", "connect4", "--size", "4x4", "--moves", "1213", "--distance", "--json"))
    assert found["exact"]
    assert found["value"] > 1 or found["value"] <= 0
    assert found["winner"] == ("first" if found["value"] > 0 else None)


def test_hint_values_every_move_best_first(saizen: Run) -> None:
    found = answer(saizen("hint", "tictactoe", "--moves", "a1", "--json"))
    assert found["schema"] == "saizen/hint/1"
    assert (found["move"], found["value"]) == ("b2", 0)
    assert found["provenance"] == {"kind": "exact", "depth": None, "selectivity": None}
    assert {move["move"] for move in found["moves"]} == {"b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}
    values = [move["value"] for move in found["moves"]]
    assert values == sorted(values, reverse=True)
    assert all({"move", "value", "provenance"} <= set(move) for move in found["moves"])


def test_hint_shows_a_line_a_move(saizen: Run) -> None:
    result = saizen("hint", "othello", "--moves", "f5", "--depth", "3", "--eval", "positional")
    assert result.returncode == 0
    *_, status, first, second, third = result.stdout.splitlines()
    assert status.startswith("black ● 4 | white ○ 1 | white to move | legal: ")
    assert {line.split()[0] for line in (first, second, third)} == {"d6", "f4", "f6"}
    assert all("depth 3" in line for line in (first, second, third))


def test_hint_of_othello_comes_from_the_engine(saizen: Run) -> None:
    found = answer(saizen("hint", "othello", "--moves", "f5", "--level", "8", "--json"))
    assert found["provenance"] == {"kind": "search", "depth": 10, "selectivity": 73}
    assert [round(found["value"] - move["value"], 2) for move in found["moves"]] == [
        move["loss"] for move in found["moves"]
    ]
    assert {move["move"] for move in found["moves"]} == {"d6", "f4", "f6"}
    assert found["value"] == found["moves"][0]["value"] != int(found["value"])
    shown = saizen("hint", "othello", "--moves", "f5", "--level", "8").stdout.splitlines()[-3:]
    assert all("depth 10, 73 %" in line for line in shown)
    assert "深さ 10、73 %" in saizen("hint", "othello", "--moves", "f5", "--level", "8", "--lang", "ja").stdout


def test_hint_goes_on_until_a_limit(saizen: Run) -> None:
    few, many = (
        answer(saizen("hint", "othello", "--moves", "f5", "--nodes", nodes, "--no-book", "--json"))
        for nodes in ("1000", "300000")
    )
    assert few["provenance"]["depth"] < many["provenance"]["depth"]
    found = answer(saizen("hint", "othello", "--seconds", "0.05", "--no-book", "--json"))
    assert found["provenance"]["selectivity"] == 73


def test_hint_tells_what_the_book_knows(saizen: Run) -> None:
    found = answer(saizen("hint", "othello", "--moves", "f5", "--json"))
    papers = found["provenance"]
    assert papers["kind"] == "book"
    assert {move["move"] for move in found["moves"]} == {"d6", "f4", "f6"}
    searched = f"depth {papers['depth']}, {papers['selectivity']} %"
    assert f"book, {searched}" in saizen("hint", "othello", "--moves", "f5").stdout
    assert f"定石、深さ {papers['depth']}" in saizen("hint", "othello", "--moves", "f5", "--lang", "ja").stdout


def test_hint_near_the_end_is_exact(saizen: Run) -> None:
    position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    found = answer(saizen("hint", "othello", "--position", position, "--level", "10", "--json"))
    assert [(move["move"], move["value"]) for move in found["moves"]][:2] == [("g8", 18), ("h1", 12)]
    assert found["provenance"] == {"kind": "exact", "depth": None, "selectivity": None}


def test_hint_on_other_boards_asks_the_engine_when_told_to(saizen: Run) -> None:
    plain = answer(saizen("hint", "othello", "--size", "6", "--depth", "3", "--json"))
    assert plain["provenance"] == {"kind": "search", "depth": 3, "selectivity": None}
    by_engine = answer(saizen("hint", "othello", "--size", "6", "--level", "3", "--json"))
    assert by_engine["provenance"] == plain["provenance"]
    assert by_engine["value"] != plain["value"]


def test_hint_of_a_finished_game_says_so(saizen: Run) -> None:
    over = ("hint", "tictactoe", "--moves", "a1b1a2b2a3")
    assert "The game is over: X wins" in saizen(*over).stdout
    found = answer(saizen(*over, "--json"))
    assert (found["move"], found["value"], found["moves"]) == (None, None, [])


def test_perft_counts_by_the_stated_convention(saizen: Run) -> None:
    found = answer(saizen("perft", "tictactoe", "--depth", "6", "--json"))
    assert found["schema"] == "saizen/perft/1"
    assert found["counts"] == [1, 9, 72, 504, 3024, 15120, 54720]
    assert (found["depth"], found["nodes"]) == (6, 54720)
    assert "OEIS A124004" in found["convention"]
    finished = answer(saizen("perft", "tictactoe", "--depth", "6", "--convention", "finished", "--json"))
    assert finished["nodes"] == 54720 + 1440  # games that X has won at the fifth move


def test_perft_prints_a_line_a_depth(saizen: Run) -> None:
    lines = saizen("perft", "othello", "--depth", "4").stdout.splitlines()
    assert [line.split() for line in lines] == [["0", "1"], ["1", "4"], ["2", "12"], ["3", "56"], ["4", "244"]]


def test_compare_holds_all_searches_to_one_value(saizen: Run) -> None:
    found = answer(saizen("compare", "othello", "--size", "4", "--depth", "3", "--json"))
    assert found["schema"] == "saizen/compare/1"
    assert found["same_value"] is True
    searches = {row["search"]: row for row in found["searches"]}
    assert {"minimax", "negamax", "alphabeta", "pvs", "mtdf", "mcts", "proof_number"} == set(searches)
    assert {searches[name]["value"] for name in ("minimax", "negamax", "alphabeta", "pvs", "mtdf")} == {
        searches["minimax"]["value"]
    }
    assert searches["alphabeta"]["nodes"] <= searches["minimax"]["nodes"]


def test_compare_prints_a_table(saizen: Run) -> None:
    result = saizen("compare", "[[3,12,8],[2,4,6],[14,5,2]]")
    assert result.returncode == 0
    assert [line.split()[:3] for line in result.stdout.splitlines()[-7:]] == [
        [name, "python", "+3"] for name in ("minimax", "negamax", "alphabeta", "pvs", "mtdf", "mcts", "proof_number")
    ]
    assert result.stderr == "All finished searches agree on the value +3\n"


def test_compare_fails_when_the_searches_disagree(saizen: Run, write: Callable[[str, str], str]) -> None:
    write("fickle.py", "import itertools\nnumbers = itertools.count()\ndef judge(state): return next(numbers)")
    result = saizen("compare", "tictactoe", "--depth", "2", "--eval", "fickle.py:judge", "--seconds", "0.2")
    assert result.returncode == 1
    assert result.stderr == "The searches disagree\n"


def test_a_search_that_refuses_values_is_shown_with_its_reason(saizen: Run) -> None:
    result = saizen("compare", "[[0.5,1.5],[2,3]]")
    assert result.returncode == 0
    assert "mtdf" in result.stdout
    found = answer(saizen("compare", "[[0.5,1.5],[2,3]]", "--json"))
    assert any("refusal" in row for row in found["searches"] if row["search"] == "mtdf")


def test_compare_says_when_nothing_finished(saizen: Run) -> None:
    result = saizen("compare", "othello", "--depth", "9", "--nodes", "50")
    assert result.returncode == 0
    assert "No search finished within its limit" in result.stderr


@pytest.mark.parametrize("command", ["hint", "solve", "compare"])
def test_an_own_game_works_with_its_five_members(saizen: Run, command: str) -> None:
    found = answer(saizen(command, NIM, "--json"))
    if command == "compare":
        assert found["same_value"]
        assert all(row["value"] == 1 for row in found["searches"])
    else:
        assert (found["move"], found["value"]) == ("2", 1)


def test_machines_play_an_own_game(saizen: Run) -> None:
    found = answer(saizen("play", NIM, "--first", "minimax", "--second", "random", "--json"))
    assert (found["winner"], found["over"]) == ("first", True)
    assert sum(map(int, found["line"])) == 10


def test_othello_without_named_players_is_played_by_a_friendly_engine(saizen: Run) -> None:
    for size in ("8", "6"):
        game = ("play", "othello", "--size", size, "--json", "--seed", "3")
        found = answer(saizen(*game))
        assert found["players"] == ["engine:human=800", "engine:human=800"]
        assert found["over"]
        assert saizen(*game).stdout == saizen(*game).stdout
    assert "pvs" not in answer(saizen("play", "tictactoe", "--json"))["players"][0]


def test_equal_seeds_give_equal_games(saizen: Run) -> None:
    game = ("play", "othello", "--size", "4", "--first", "random", "--second", "random", "--json", "--seed")
    assert saizen(*game, "5").stdout == saizen(*game, "5").stdout
    assert saizen(*game, "5").stdout != saizen(*game, "6").stdout


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
@pytest.mark.parametrize("command", COMMANDS)
def test_plain_output_is_ascii_in_every_terminal(saizen: Run, command: str, encoding: str) -> None:
    result = saizen(*COMMANDS[command], "--plain", "--lang", "ja", PYTHONIOENCODING=encoding)
    assert result.returncode == 0
    assert result.stdout
    assert (result.stdout + result.stderr).isascii()


def test_plain_talk_is_ascii_even_about_other_text(saizen: Run, write: Callable[[str, str], str]) -> None:
    result = saizen("hint", "ゲーム", "--plain")
    assert result.returncode == 2
    assert result.stderr.isascii()
    assert "unknown game '\\u30b2" in result.stderr
    picture = write(
        "picture.py",
        Path(EXAMPLES / "nim.py").read_text(encoding="utf-8") + "\n    def __str__(self): return '●' * self.matches\n",
    )
    assert saizen("hint", f"{picture}:Nim", "--depth", "1", "--plain").stdout.startswith("??????????\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_narrow_terminal_gets_letters_not_a_traceback(saizen: Run, command: str, encoding: str) -> None:
    result = saizen(*COMMANDS[command], "--lang", "ja", PYTHONIOENCODING=encoding)
    assert result.returncode == 0
    assert (result.stdout + result.stderr).isascii()


def test_json_is_ascii_where_it_must_be(saizen: Run) -> None:
    assert saizen("hint", '{"é": 3, "ü": 4}', "--json").stdout.count("ü") > 0
    assert saizen("hint", '{"é": 3, "ü": 4}', "--json", "--plain").stdout.isascii()


def test_japanese_is_asked_for_or_comes_from_the_environment(saizen: Run) -> None:
    assert "黒の番" in saizen("hint", "othello", "--depth", "1", "--lang", "ja").stdout
    assert "黒の番" in saizen("hint", "othello", "--depth", "1", LC_ALL="", LANG="ja_JP.UTF-8", PYTHONUTF8="1").stdout
    assert "black to move" in saizen("hint", "othello", "--depth", "1", "--lang", "en", LANG="ja_JP.UTF-8").stdout
    result = saizen("play", "tictactoe", "--first", "random", "--second", "random", "--lang", "ja")
    assert "結果: " in result.stdout
    assert "棋譜: " in result.stderr


def test_the_completion_script_is_for_bash(saizen: Run) -> None:
    script = saizen(_SAIZEN_COMPLETE="bash_source").stdout
    assert "complete -o nosort -F _saizen_completion saizen" in script


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("saizen so", ["plain,solve"]),
        ("saizen play o", ["plain,othello"]),
        ("saizen hint c", ["plain,connect4"]),
        ("saizen play othello --second ma", ["plain,maxflip"]),
        ("saizen play othello --lang j", ["plain,ja"]),
        ("saizen play othello --fi", ["plain,--first"]),
        ("saizen play mygame", ["file,mygame"]),
        ("saizen play othello --first ./m", ["file,./m"]),
    ],
)
def test_the_shell_completes_commands_games_players_and_options(saizen: Run, words: str, expected: list[str]) -> None:
    count = str(len(words.split()) - 1)
    result = saizen(_SAIZEN_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=count)
    assert result.stdout.splitlines() == expected


def test_a_full_disk_is_reported_in_one_line(tmp_path: Path, environment: dict[str, str]) -> None:
    import sys

    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "saizen", "perft", "tictactoe", "--depth", "2"],
            env=environment,
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (result.returncode, result.stderr) == (1, "saizen: No space left on device\n")
