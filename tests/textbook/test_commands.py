import io
import json
from typing import Any

import pytest

from saizen.cli import run

COMMANDS = ["best-result", "tictactoe", "othello", "winrates", "tree", "console"]


class Shell:
    """Runs commands as the shell would, with nothing to read from."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch
        monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def __call__(self, *arguments: str, typed: str = "", code: int = 0) -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert run(["textbook", *arguments]) == code
        shown = self.capsys.readouterr()
        self.talk = shown.err
        return shown.out

    def json(self, *arguments: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self(*arguments, "--json"))
        assert next(iter(answer)) == "schema"
        assert answer["schema"] == f"saizen/textbook/{arguments[0]}/1"
        return answer


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsys, monkeypatch)


def test_alone_it_lists_the_systems(shell: Shell) -> None:
    listing = shell()
    assert all(f"\n  {name} " in listing for name in COMMANDS)
    assert "..." not in listing.partition("Commands:")[2]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_line_of_help_and_an_example(shell: Shell, name: str) -> None:
    text = shell(name, "--help")
    assert f"Example: saizen textbook {name}" in " ".join(text.split())
    assert text.isascii()


def test_best_result_shows_the_results_and_the_diagrams(shell: Shell) -> None:
    shown = shell("best-result")
    assert "Best result for o: draw\nB1 loss\nC1 loss\nC2 draw\n" in shown
    assert "(1-1-1-1) A3(x)" in shown


def test_best_result_expands_the_line_asked_for(shell: Shell) -> None:
    answer = shell.json("best-result", "--moves", "c2 a3")
    assert answer["result"] == "draw"
    assert [entry["move"] for entry in answer["moves"] if entry["result"] == "draw"] == ["c2"]
    assert answer["expansion"][1].startswith("(3-3) A3(x)")


def test_tictactoe_shows_the_rules_that_lose_and_minimax_that_does_not(shell: Shell) -> None:
    answer = shell.json("tictactoe")
    lost = {(record["name"], record["side"]): record["lost"] for record in answer["records"]}
    assert lost["minimax", "X"] == lost["minimax", "O"] == 0
    assert lost["literal", "O"] > 0
    assert lost["corrected", "O"] > 0
    assert answer["lost_as_o"]["corrected"][0] in ("a1", "c1", "a3", "c3")


def test_tictactoe_shows_what_each_rule_plays_in_a_position(shell: Shell) -> None:
    assert shell("tictactoe", "--position", "XX-OO---- X").endswith("corrected (0, 2)\nminimax (0, 2)\n")
    assert shell.json("tictactoe", "--position", "XXXOO---- O")["choices"] == {
        "literal": None,
        "corrected": None,
        "minimax": None,
    }


def test_othello_shows_the_example_and_the_table(shell: Shell) -> None:
    shown = shell("othello", "--games", "1")
    assert "5 c5  max +2  min  0  " in shown
    assert "Minimax takes move 5, as the table says; the document's text takes the 4th" in shown
    assert shown.count(" as white: won ") == shown.count(" as black: won ") == 3


def test_othello_answers_in_json(shell: Shell) -> None:
    answer = shell.json("othello", "--games", "1")
    assert answer["example"]["choice"] == "c5"
    assert [(cell["max"], cell["min"]) for cell in answer["example"]["moves"]].index((2, 0)) == 4
    assert len(answer["games"]) == 6


def test_othello_plays_one_pairing(shell: Shell) -> None:
    shown = shell("othello", "--white", "minimax", "--white-eval", "custom", "--games", "2", "--first", "white")
    assert len(shown.splitlines()) == 2
    assert shell.talk == ""


def test_othello_warns_that_two_deterministic_players_repeat_one_game(shell: Shell) -> None:
    arguments = ("othello", "--white", "minimax", "--black", "minimax", "--games", "2", "--depth", "1")
    shell(*arguments)
    assert shell.talk == "Neither player is random: all 2 games are the same game\n"
    assert shell.json(*arguments)["repeats"] is True


def test_othello_refuses_an_evaluation_that_would_not_be_used(shell: Shell) -> None:
    assert shell("othello", "--white", "random", "--white-eval", "custom", code=2) == ""
    assert shell.talk == "saizen textbook othello: --white-eval is for --white minimax only\n"
    shell("othello", "--black-eval", "custom", code=2)


def test_othello_names_the_known_strategies(shell: Shell) -> None:
    shell("othello", "--white", "best", code=2)
    assert "'best' is not one of 'random', 'minimax'" in shell.talk


def test_winrates_shows_the_documents_rates_beside_ours_and_what_is_not_reproduced(shell: Shell) -> None:
    assert shell("winrates").splitlines() == [
        "Games won of 1000 against random; black moves first, a draw counts as not won",
        "                             document     here    95 % interval",
        "random as white                   51%    51.3%    48.2% - 54.4%",
        "random as black                   45%    45.5%    42.4% - 48.6%",
        "minimax mass_count as white       73%    74.7%    71.9% - 77.3%",
        "minimax mass_count as black       62%    74.7%    71.9% - 77.3%",
        "minimax custom as white           95%    92.4%    90.6% - 93.9%",
        "minimax custom as black           92%    94.7%    93.1% - 95.9%",
        "",
        "Not reproduced: minimax mass_count as black. The document has 62%, we have 74.7%",
        "The other cells differ by no more than chance allows (Fisher's exact test, 95 % for all six together)",
    ]
    assert shell.talk == ""


@pytest.mark.parametrize("seed", ["1", "2", "3", "99999999999999999999999999"])
def test_winrates_misses_the_62_percent_with_any_seed(shell: Shell, seed: str) -> None:
    cells = shell.json("winrates", "--seed", seed)["cells"]
    verdicts = {(cell["evaluation"], cell["side"]): cell["reproduces"] for cell in cells[2:]}
    assert verdicts["mass_count", "black"] is False
    assert verdicts["mass_count", "white"] is True
    assert all(cell["reproduces"] for cell in cells[:2])


def test_winrates_of_a_few_games_says_no_more_than_they_can(shell: Shell) -> None:
    assert shell("winrates", "--games", "5", "--plain").endswith(
        "\nAll cells differ by no more than chance allows (Fisher's exact test, 95 % for all six together)\n"
    )


def test_winrates_answers_in_json(shell: Shell) -> None:
    answer = shell.json("winrates", "--games", "20", "--seed", "7")
    assert list(answer) == ["schema", "games", "seed", "document_games", "cells"]
    assert (answer["games"], answer["seed"], answer["document_games"]) == (20, 7, 1000)
    cell = answer["cells"][3]
    assert {key: cell[key] for key in ("strategy", "evaluation", "side", "won", "drawn", "lost", "document")} == {
        "strategy": "minimax",
        "evaluation": "mass_count",
        "side": "black",
        "won": 16,
        "drawn": 0,
        "lost": 4,
        "document": 0.62,
    }
    assert cell["rate"] == 0.8
    assert cell["rate_ci95"] == pytest.approx([0.584, 0.919], abs=5e-4)
    assert cell["reproduces"] is True
    assert cell["probability"] == pytest.approx(0.159, abs=5e-4)
    assert answer["cells"] == shell.json("winrates", "--games", "20", "--seed", "7")["cells"]


def test_tree_shows_the_tree_and_the_seven_calls(shell: Shell) -> None:
    shown = shell("tree")
    assert shown.startswith("root: Move Y, 7\n  node_1_1: Move X, 2\n")
    assert shown.endswith("minimax(node_2_2, 1, False) = 7\nminimax(node_1_1, 1, False) = 2\n")


def test_tree_makes_the_call_asked_for(shell: Shell) -> None:
    calls = shell.json("tree", "--node", "node_2_2", "--depth", "1", "--player", "a")["calls"]
    assert calls == [{"node": "node_2_2", "max_depth": 1, "player_a_moves": True, "value": 8}]
    assert shell.json("tree", "--player", "b")["calls"][0]["node"] == "root"


def test_console_plays_the_documents_session(shell: Shell) -> None:
    shown = shell("console", "--seed", "27", "--moves", "23 pass 13,33 00 20 02 31")
    assert shown.endswith("\nWinner : BLACK\n")
    assert "→x" in shown


def test_console_reads_moves_and_ends_with_the_input(shell: Shell) -> None:
    shown = shell("console", "--seed", "27", "--plain", typed="23\n13\n")
    assert "23 turns over no disc" in shown
    assert shown.endswith("\nNo more input: the game ends here\n")
    assert shown.isascii()


def test_console_answers_in_json_and_keeps_the_board_off_stdout(shell: Shell) -> None:
    answer = shell.json("console", "--seed", "27", "--moves", "23 pass 13 33 00 20 02 31")
    assert (answer["over"], answer["winner"], answer["discs"]) == (True, "first", [9, 7])
    assert "WHITE:2, BLACK:2" in shell.talk
    unfinished = shell.json("console", "--seed", "27")
    assert (unfinished["over"], unfinished["winner"]) == (False, None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["console", "--size", "5"], "even sides from 4 to 26"),
        (["console", "--size", "6", "--strategy", "minimax"], "use N=4, or the strategy alphabeta"),
        (["best-result", "--moves", "a1"], "illegal move 'a1'"),
        (["tictactoe", "--position", "XX"], "a 3x3 board needs 9"),
        (["winrates", "--games", "0"], "0 is not in the range x>=1"),
        (["winrates", "--games", "many"], "'many' is not a valid integer"),
    ],
)
def test_bad_input_gets_one_line(shell: Shell, arguments: list[str], message: str) -> None:
    shell(*arguments, code=2)
    assert message in shell.talk
    assert len(shell.talk.splitlines()) == 1


def test_results_come_in_japanese_too(shell: Shell) -> None:
    assert "o の最善の結果: draw" in shell("best-result", "--lang", "ja")
    assert "minimax custom (白): " in shell("othello", "--games", "1", "--lang", "ja")
    shown = shell("winrates", "--lang", "ja")
    assert "minimax mass_count (黒)           62%    74.7%" in shown
    assert "再現しない: minimax mass_count (黒)。文書では 62%、実測は 74.7% です" in shown
