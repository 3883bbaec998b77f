"""Wrong arguments, files and classes: exit code 2 and one line that names the value, the reason and what would work."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from saizen.errors import SaizenError
from saizen.games.catalogue import make_game
from saizen.players import make_player
from saizen.records.saved_game import load_game
from saizen.records.transcript import follow, parse_position

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Write: TypeAlias = Callable[[str, str], str]

NIM = (Path(__file__).parents[2] / "examples" / "nim.py").read_text(encoding="utf-8")
LEGAL = "        return [taken for taken in (1, 2, 3) if taken <= self.matches]"
APPLY = "        return Nim(self.matches - move, self.next_player.other)"
OVER = "        return self.matches == 0"
WINNER = "        return self.next_player.other\n"
START = "---------------------------OX------XO---------------------------"


def complaint(result: subprocess.CompletedProcess[str]) -> str:
    """Return the one line that says what was wrong."""
    assert result.returncode == 2, result.stderr
    assert "Traceback" not in result.stderr
    *talk, line = result.stderr.splitlines()
    assert talk == []
    assert result.stderr.endswith("\n")
    return line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("fly", "unknown command 'fly'; known: play hint solve perft compare"),
        ("hint", "missing argument 'GAME'"),
        ("hint chess", "unknown game 'chess'; known: tictactoe mnk connect4 othello"),
        ("hint othello --colour red", "no such option '--colour'"),
        ("hint othello tictactoe", "unexpected extra argument"),
        ("hint othello --depth", "option '--depth' requires an argument"),
        ("hint othello --depth 0", "'--depth': 0 is not in the range x>=1"),
        ("hint othello --depth two", "'--depth': 'two' is not a valid integer"),
        ("hint othello --seconds -1", "'--seconds': -1.0 is not in the range x>0"),
        ("hint othello --seconds nan", "seconds=nan is no limit; use a number above 0"),
        ("hint othello --seconds inf", "seconds=inf is no limit; use a number above 0"),
        ("hint othello --nodes 0", "'--nodes': 0 is not in the range x>=1"),
        ("hint othello --seed -1", "'--seed': -1 is not in the range x>=0"),
        ("hint othello --lang fr", "'--lang': 'fr' is not one of 'en', 'ja'"),
        ("hint othello --start odd", "'--start': 'odd' is not one of 'standard', 'mirrored', 'random'"),
        ("hint othello --size 7", "width 7 is odd; an Othello board has even sides from 4 to 26"),
        ("hint othello --size 2", "width 2 is not between 4 and 26"),
        ("hint othello --size 6x30", "height 30 is not between 4 and 26"),
        ("hint othello --size big", "'big' is no size for othello; use e.g. 8 or 6x4"),
        ("hint othello --size 99999", "'99999' is no size for othello; use e.g. 8 or 6x4"),
        ("hint othello --size=", "'' is no size for othello"),
        ("hint mnk --size 3,3", "'3,3' is no size for mnk; use e.g. 5,5,4"),
        ("hint mnk --size 20,3,3", "m 20 is not between 1 and 19"),
        ("hint mnk --size 3,3,4", "k 4 is not between 1 and 3"),
        ("hint connect4 --size 0x6", "width 0 is not between 1 and 16"),
        ("hint connect4 --size 7", "'7' is no size for connect4; use e.g. 7x6"),
        ("hint tictactoe --size 4", "tictactoe has one size only; leave out --size 4"),
        ("hint tictactoe --start random", "tictactoe has one start only; start='random' is for othello"),
        ("hint [1,2] --size 4", "a tree has one size only; leave out --size 4"),
        ("hint [1,2 --depth 1", "brackets still open at the end: 1; close the last with ']'"),
        ("hint [] --depth 1", "node root: an empty list; a node needs a number or children"),
        ("hint othello --moves e9", "move 1 'e9': no such square; the board is a1 to h8"),
        ("hint othello --moves d3c3a1", "move 3 'a1': illegal move 'a1' for black in "),
        ("hint othello --moves d3,pass", "move 2 'pass': illegal move 'pass' for white"),
        ("hint connect4 --moves 1118", "move 4 '8': is no column; columns are numbered 1 to 7"),
        ("hint tictactoe --moves a1b1a2b2a3b3", "move 6 'b3': the game is over"),
        ("hint othello --position XO", "position 'XO' has 2 characters; a 8x8 board needs 64 and then X or O to move"),
        (f"hint othello --position {START.replace('O', 'Q', 1)}X", "position has 'q' on d4; use X, O or -"),
        (f"hint othello --position {START}Z", "position names 'z' as the side to move; use X or O"),
        ("hint tictactoe --position XX-------O", "position has 2 X and 0 O with O to move; it needs one X more than O"),
        ("hint tictactoe --position XXXOO----X", "it needs as many X as O"),
        ("hint connect4 --size 2x2 --position X---O", "position has a disc on a1 above an empty square; fill a2 first"),
        ("hint [1,2] --position x", "Tree has no parse_position; use --moves to reach a position"),
        ("hint othello --level 21", "'--level': 21 is not in the range 1<=x<=20"),
        (
            "hint othello --level 3 --depth 2",
            "--level is for the engine, and --depth for a plain search; leave out one",
        ),
        ("hint othello --threads 2 --eval discs", "--threads is for the engine, and --eval for a plain search"),
        ("hint connect4 --level 3", "--level is for othello on boards up to 8x8"),
        ("hint othello --size 10 --hash 8", "--hash is for othello on boards up to 8x8"),
        ("hint othello --eval weight", "unknown evaluator 'weight' for Othello; known: zero discs mass_count"),
        ("hint tictactoe --eval discs", "unknown evaluator 'discs' for TicTacToe; known: zero"),
        ("hint othello --eval judge.py:f", "no such file 'judge.py'"),
        ("hint othello --eval judge.py", "'judge.py' names no object; write it as file.py:Name"),
        ("hint game.py:Game", "no such file 'game.py'; write it as path/to/file.py:Name"),
        ("hint game.py", "'game.py' names no object; write it as file.py:Name"),
        (
            "solve othello",
            "positions cannot be solved here; give --seconds for a bound, a smaller --size, or a --position",
        ),
        ("perft othello --depth 61", "'--depth': 61 is not in the range 0<=x<=60"),
        ("perft othello --depth -1", "'--depth': -1 is not in the range 0<=x<=60"),
        ("perft othello --convention mine", "'--convention': 'mine' is not one of 'plies', 'finished', 'discs'"),
        ("play othello --first genius", "unknown player 'genius'; known: human random maxflip minimax"),
        ("play othello --first human:x=1", "unknown key 'x' for player 'human'; known: none"),
        ("play othello --first random:depth=2", "unknown key 'depth' for player 'random'; known: none"),
        ("play othello --first alphabeta:dept=2", "unknown key 'dept' for player 'alphabeta'; known: depth seconds"),
        ("play othello --first alphabeta:depth", "key 'depth' in 'alphabeta:depth' has no value; write depth=VALUE"),
        ("play othello --first engine:level=30", "level=30 in 'engine:level=30' is not a whole number from 1 to 20"),
        ("play othello --first engine:level=3,human=800", "level and human in 'engine:level=3,human=800' contradict"),
        ("play othello --size 10 --first engine", "player 'engine' plays on boards up to 8x8, not 10x10; try pvs"),
        ("play tictactoe --first engine", "player 'engine' plays Othello only, not TicTacToe"),
        ("play othello --first pvs:depth=1,depth=2", "key 'depth' stands twice in 'pvs:depth=1,depth=2'"),
        ("play othello --first pvs:depth=0", "depth=0 in 'pvs:depth=0' is not a whole number from 1 up"),
        ("play othello --first pvs:seconds=soon", "seconds=soon in 'pvs:seconds=soon' is not a number above 0"),
        ("play othello --first pvs:depth=1,ties=none", "ties=none in 'pvs:depth=1,ties=none' is not one of first last"),
        ("play othello --first minimax", "minimax without a depth would search about "),
        ("play connect4 --first maxflip", "player 'maxflip' plays Othello only, not ConnectFour"),
        ("play othello --first mine.py:f", "no such file 'mine.py'"),
        ("play --load gone.json", "cannot read 'gone.json': No such file or directory"),
        ("play --load .", "cannot read '.': Is a directory"),
        ("play --load /dev/zero", "'/dev/zero' is no saved game: it has more than 1048576 bytes"),
        ("play othello --load a.json", "--load brings its own game; leave out othello"),
        ("play --load a.json --size 6", "--load brings its own game; leave out --size"),
        ("play --load a.json --seed 6", "--load brings its own game; leave out --seed"),
    ],
)
def test_a_wrong_argument_gets_one_line(saizen: Run, arguments: str, words: str) -> None:
    result = saizen(*arguments.split())
    line = complaint(result)
    assert line.startswith("saizen")
    assert words in line
    assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("hint", "othello", "--position", "X" * 100_000),
        ("hint", "othello", "--moves", "d3" * 40_000),
        ("hint", "othello", "--moves", "z" * 100_001),
        ("hint", "othello", "--size", "9" * 100_000),
        ("hint", "x" * 100_000),
        ("hint", "x" * 100_000 + ".py:Game"),
        ("hint", "[" * 100_000),
        ("hint", "othello", "--seed", "1" + "0" * 10_000),
        ("hint", "othello", "--depth", "9" * 10_000),
        ("play", "othello", "--first", "pvs:depth=" + "9" * 1000),
        ("play", "othello", "--first", "random:" + "x" * 100_000),
        ("play", "--load", "x" * 100_000),
    ],
    ids=lambda arguments: " ".join(word[:12] for word in arguments),
)
def test_huge_input_gets_one_line_of_readable_length(saizen: Run, arguments: tuple[str, ...]) -> None:
    assert len(complaint(saizen(*arguments))) < 4200


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\u2028"])
def test_a_complaint_stays_on_one_line(saizen: Run, write: Write, separator: str) -> None:
    write("bad.py", f"raise ValueError({f'one{separator}two'!r})")
    assert "ValueError: one two" in complaint(saizen("hint", "bad.py:Game"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "bad.py has no 'Nim'; it has: nothing callable"),
        (NIM.replace("class Nim", "class Mine"), "bad.py has no 'Nim'; it has: Mine"),
        ("Nim = 3", "bad.py:Nim is no class; a game is a class that is called without arguments"),
        ("def Nim(", "'bad.py' failed: SyntaxError: '(' was never closed (bad.py, line 1)"),
        ("import nothing_of_that_name", "'bad.py' failed: ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("1 / 0", "'bad.py' failed: ZeroDivisionError: division by zero (in <module>, line 1 of bad.py)"),
        ("import sys\nsys.exit(3)", "'bad.py' failed: SystemExit: 3"),
        (NIM.replace("matches: int = 10", "matches: int"), "bad.py:Nim() failed: TypeError: Nim.__init__() missing 1 "),
        (NIM.replace("def legal_moves", "def moves"), "Nim has no legal_moves; a game needs next_player, legal_moves"),
        (
            NIM.replace("def winner(self) -> Side | None:", "winner = None\n    def other(self):"),
            "Nim.winner is no method",
        ),
        (NIM.replace("Side = Side.FIRST", "str = 'first'"), "Nim.next_player must be Side.FIRST or Side.SECOND, got"),
        (NIM.replace(LEGAL, "        return 3"), "Nim.legal_moves must be a list or tuple, got 3"),
        (
            NIM.replace(LEGAL, "        return []"),
            "Nim.legal_moves must be non-empty while the game is not over, got []",
        ),
        (NIM.replace(LEGAL, "        return [1, 1]"), "Nim.legal_moves must be free of repeats, got [1, 1]"),
        (NIM.replace(LEGAL, "        return [[1]]"), "Nim.legal_moves must be hashable"),
        (NIM.replace(LEGAL, "        return {1, 2}"), "Nim.legal_moves must be a list or tuple"),
        (
            NIM.replace(LEGAL, "        return 1 / 0"),
            "Nim failed: ZeroDivisionError: division by zero (in legal_moves, ",
        ),
        (NIM.replace(APPLY, "        return None"), "Nim.apply_move must be a new Nim, got None"),
        (NIM.replace(APPLY, "        return self"), "Nim.apply_move must be another position than before the move"),
        (NIM.replace("(frozen=True)", "(eq=False)"), "Nim.__eq__ must be true of two positions after the same move"),
        (NIM.replace("(frozen=True)", ""), "Nim must be hashable: unhashable type: 'Nim'; use a frozen dataclass"),
        (NIM.replace(OVER, "        return self.matches"), "Nim.is_over must be True or False, got 10"),
        (NIM.replace(WINNER, "        return 'first'\n"), "Nim.winner must be a Side, or None for a draw, got 'first'"),
        (
            NIM + "\n    def final_score(self): return 7\n",
            "Nim.final_score must be within its score_range (-1, 1), got 7",
        ),
        (NIM + "\n    def final_score(self): return 'won'\n", "Nim.final_score must be a number, got 'won'"),
    ],
)
def test_a_class_that_breaks_the_protocol_is_told_the_member_and_the_fault(
    saizen: Run, write: Write, content: str, words: str
) -> None:
    assert content != NIM
    write("bad.py", content)
    assert words in complaint(saizen("hint", "bad.py:Nim", "--depth", "2"))


def test_a_game_too_long_for_a_search_is_refused(saizen: Run, write: Write) -> None:
    write("long.py", NIM.replace("int = 10", "int = 4000").replace("(1, 2, 3)", "(1,)"))
    line = complaint(saizen("solve", "long.py:Nim"))
    assert line.endswith("too long for this search; give a depth or a position nearer the end")


@pytest.mark.parametrize("command", ["play", "solve", "compare", "perft"])
def test_every_command_checks_an_own_class(saizen: Run, write: Write, command: str) -> None:
    write("bad.py", NIM.replace(OVER, "        return self.matches"))
    assert "Nim.is_over must be True or False, got 10" in complaint(saizen(command, "bad.py:Nim"))


def kept(tmp_path: Path) -> list[str]:
    moves = json.loads((tmp_path / "state" / "saizen" / "game.json").read_text(encoding="utf-8"))["moves"]
    assert isinstance(moves, list)
    return moves


# What goes wrong in the middle of a game that begins well: the contract check plays from another seed.
LATE = "        if self.matches == 4 and broken(): raise KeyError('lost count')\n"
BROKEN = "import os\ndef broken(): return os.path.exists('broken')\n"


@pytest.mark.parametrize(
    ("member", "broken"),
    [
        ("legal_moves", NIM.replace(LEGAL, LATE + LEGAL)),
        ("apply_move", NIM.replace(APPLY, LATE + APPLY)),
        ("is_over", NIM.replace(OVER, LATE + OVER)),
        ("__str__", NIM + "\n    def __str__(self):\n" + LATE + "        return str(self.matches)\n"),
        ("move_name", NIM + "\n    def move_name(self, move):\n" + LATE + "        return str(move)\n"),
    ],
)
def test_a_game_that_fails_in_the_middle_is_reported_and_kept(
    saizen: Run, write: Write, tmp_path: Path, member: str, broken: str
) -> None:
    write("bad.py", BROKEN + broken)
    write("touch.py", "def one(state):\n    open('broken', 'w').close()\n    return 1\n")
    result = saizen("play", "bad.py:Nim", "--first", "touch.py:one", "--second", "touch.py:one")
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    saved, line = result.stderr.splitlines()[-2:]
    assert saved.startswith("Game saved to ")
    assert line.startswith(f"saizen: KeyError: 'lost count' (in {member}, line ")
    assert line.endswith(" of bad.py)")
    assert kept(tmp_path) == ["1"] * 6
    (tmp_path / "broken").unlink()
    again = saizen("play", "--load", "state/saizen/game.json", "--first", "random", "--second", "random")
    assert again.returncode == 0
    assert "Result: " in again.stdout


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (
            "def late(state): raise OSError('no luck')",
            "bad.py:late failed: OSError: no luck (in late, line 1 of bad.py)",
        ),
        ("def late(state): return 99", "bad.py:late: illegal move '99' for first in Nim(matches=10, "),
        ("def late(state): return None", "bad.py:late: illegal move 'None' for first in Nim(matches=10, "),
        ("def late(state): return [1]", "bad.py:late: illegal move '[1]' for first in Nim(matches=10, "),
        ("def late(): return 1", "bad.py:late failed: TypeError: late() takes 0 positional arguments but 1 was given"),
        ("late = 3", "bad.py:late is no player; write 'def late(state)' that returns a move"),
        ("class late: pass", "bad.py:late has no method choose; a player class needs 'def choose(self, state)'"),
        ("class late:\n    def __init__(self, level): pass", "bad.py:late failed: TypeError: late.__init__() missing"),
        ("class late:\n    def __init__(self): 1 / 0", "bad.py:late failed: ZeroDivisionError: division by zero (in "),
        ("def late(state): return late(state)", "bad.py:late failed: RecursionError: "),
    ],
)
def test_a_player_that_fails_is_reported(saizen: Run, write: Write, player: str, words: str) -> None:
    write("game.py", NIM)
    write("bad.py", player)
    assert words in complaint(saizen("play", "game.py:Nim", "--first", "bad.py:late", "--json"))


def test_a_player_that_fails_in_the_middle_costs_no_game(saizen: Run, write: Write, tmp_path: Path) -> None:
    write("bad.py", "def tired(state):\n    assert len(state.legal_moves()) > 4, 'so tired'\n    return 8")
    result = saizen("play", "tictactoe", "--moves", "a1a2a3b1", "--first", "bad.py:tired", "--second", "bad.py:tired")
    assert result.returncode == 2
    talk = result.stderr.splitlines()
    assert talk[-1] == "saizen: bad.py:tired failed: AssertionError: so tired (in tired, line 2 of bad.py)"
    assert talk[-2].startswith("Game saved to ")
    assert kept(tmp_path) == ["a1", "a2", "a3", "b1", "c3"]


@pytest.mark.parametrize("command", ["hint", "compare", "play"])
@pytest.mark.parametrize(
    ("evaluator", "words"),
    [
        ("def f(state): raise KeyError('corner')", "bad.py:f failed: KeyError: 'corner' (in f, line 1 of bad.py)"),
        ("def f(state): return 'good'", "bad.py:f must return a finite int or float, got 'good'"),
        ("def f(state): return None", "bad.py:f must return a finite int or float, got None"),
        ("def f(state): return float('nan')", "bad.py:f must return a finite int or float, got nan"),
        ("def f(state): return float('inf')", "bad.py:f must return a finite int or float, got inf"),
        ("def f(): return 1", "bad.py:f failed: TypeError: f() takes 0 positional arguments but 1 was given"),
        ("f = 1", "bad.py:f is no function; an evaluator is called with a state"),
    ],
)
def test_an_evaluator_that_fails_is_reported(
    saizen: Run, write: Write, command: str, evaluator: str, words: str
) -> None:
    write("bad.py", evaluator)
    options = (
        ("--first", "alphabeta:depth=2,eval=bad.py:f") if command == "play" else ("--depth", "2", "--eval", "bad.py:f")
    )
    assert words in complaint(saizen(command, "tictactoe", *options, *(["--json"] if command != "hint" else [])))


def test_an_evaluator_that_fails_in_the_middle_costs_no_game(saizen: Run, write: Write, tmp_path: Path) -> None:
    write("bad.py", "def f(state): return 1 / (state.own.bit_count() - 2)")
    spec = "alphabeta:depth=1,eval=bad.py:f"
    result = saizen("play", "tictactoe", "--first", spec, "--second", spec)
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1] == (
        "saizen: bad.py:f failed: ZeroDivisionError: division by zero (in f, line 1 of bad.py)"
    )
    assert len(kept(tmp_path)) == 3


def test_an_own_parse_move_may_fail_on_what_is_no_move(saizen: Run, write: Write) -> None:
    write("game.py", NIM + "\n    def parse_move(self, text): return int(text)\n")
    result = saizen("play", "game.py:Nim", "--first", "human", "--second", "human", typed="x\n9\n2\nmoves\n")
    assert result.returncode == 0
    assert "illegal move 'x' for first in Nim(matches=10, " in result.stderr
    assert "illegal move '9' for first in Nim(matches=10, " in result.stderr
    assert "Moves: 2\n" in result.stderr
    assert "move 1 'x': illegal move 'x' for first" in complaint(saizen("hint", "game.py:Nim", "--moves", "x"))


@pytest.mark.parametrize(
    ("arguments", "raising"),
    [
        ("hint othello --size 7", lambda: make_game("othello", size="7")),
        ("hint othello --moves d3e9", lambda: follow(make_game("othello"), "d3e9")),
        ("hint tictactoe --position XX", lambda: parse_position(make_game("tictactoe"), "XX")),
        ("play othello --first pvs:depht=2", lambda: make_player("pvs:depht=2", make_game("othello"))),
        ("play othello --second minimax", lambda: make_player("minimax", make_game("othello"))),
        ("play --load gone.json", lambda: load_game(Path("gone.json"))),
    ],
)
def test_the_library_says_it_in_the_same_words(saizen: Run, arguments: str, raising: Callable[[], object]) -> None:
    with pytest.raises(SaizenError) as caught:
        raising()
    assert complaint(saizen(*arguments.split())) == f"saizen: {caught.value}"
