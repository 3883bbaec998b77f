"""`saizen match`: numbers that can be trusted, and a run that survives whatever happens to it."""

import json
import os
import random
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import pexpect
import pytest

from saizen.games.base import final_score
from saizen.games.othello import Othello
from saizen.records.transcript import replay

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Start: TypeAlias = Callable[..., Any]
Terminal: TypeAlias = Callable[..., Any]
Write: TypeAlias = Callable[[str, str], str]
Engine: TypeAlias = Callable[[str, str], str]

COMMAND = (sys.executable, "-W", "error", "-m", "saizen", "match")
LONG = ("othello", "alphabeta:depth=4", "alphabeta:depth=4", "--games", "20000", "--workers", "2")
ENDLESS = ("othello", "alphabeta:depth=4", "alphabeta:depth=4", "--games", "1000000", "--workers", "2")
KEYS = (
    *("schema", "players", "games", "wins", "draws", "losses", "score", "elo", "elo_ci95", "nelo", "los"),
    *("pentanomial", "sprt", "faults"),
)


def found(result: subprocess.CompletedProcess[str], code: int = 0) -> dict[str, Any]:
    """Return the answer of a run that said nothing else and left with this code, without its times."""
    assert (result.returncode, result.stderr) == (code, "")
    answer: dict[str, Any] = json.loads(result.stdout)
    del answer["seconds_per_move"]
    return answer


def complaint(result: subprocess.CompletedProcess[str]) -> str:
    """Return the one line that says what was wrong."""
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    return line


def test_json_has_the_keys_that_programs_rely_on(saizen: Run) -> None:
    answer = found(saizen("match", "othello", "alphabeta:depth=2", "random", "--games", "21", "--json"))
    assert next(iter(answer)) == "schema"
    assert set(KEYS) <= set(answer)
    assert (answer["schema"], answer["players"]) == ("saizen/match/1", ["alphabeta:depth=2", "random"])
    assert answer["wins"] + answer["draws"] + answer["losses"] == answer["games"] == 21
    assert answer["score"] == (answer["wins"] + answer["draws"] / 2) / 21
    assert sum(answer["pentanomial"]) == 10
    assert (answer["sprt"], answer["faults"], answer["reason"]) == (None, {}, "all games played")
    assert sum(answer["moving_first"].values()) == 11


def test_a_match_that_is_all_won_has_no_elo(saizen: Run) -> None:
    answer = found(saizen("match", "tictactoe", "minimax", "minimax", "--games", "4", "--openings", "none", "--json"))
    assert (answer["draws"], answer["elo"]) == (4, 0.0)
    answer = found(saizen("match", "othello", "alphabeta:depth=4", "random", "--games", "10", "--json", "--size", "6"))
    assert (answer["wins"], answer["elo"]) == (10, None)


def test_people_get_a_table(saizen: Run) -> None:
    result = saizen("match", "othello", "random", "maxflip", "--games", "40", "--sprt", "0,200", "--plain")
    assert (result.returncode, result.stderr) == (0, "")
    for words in (
        r"random against maxflip: \d+ games\n",
        r"  wins, draws, losses   \d+ \d+ \d+\n",
        r"    moving first        \d+ \d+ \d+\n",
        r"    moving second       \d+ \d+ \d+\n",
        r"  score                 [\d.]+%  \(95 %: [\d.]+% to [\d.]+%\)\n",
        r"  Elo                   [-+][\d.]+  \(95 %: [-+][\d.]+ \.\. [-+][\d.]+\)\n",
        r"  normalized Elo        [-+][\d.]+  \(95 %: .*\)\n",
        r"  probably stronger     [\d.]+%\n",
        r"  pairs 0 .5 1 1.5 2    \d+ \d+ \d+ \d+ \d+\n",
        r"  SPRT log-likelihood   -?[\d.]+  \(between -2.94 and 2.94\)\n",
        r"  random: .* ms and 0 nodes a move\n",
        r"  ended                 ",
    ):
        assert re.search(words, result.stdout), words
    assert result.stdout.isascii()
    japanese = saizen("match", "othello", "random", "maxflip", "--games", "4", "--lang", "ja")
    assert "random 対 maxflip: 4 局" in japanese.stdout


def test_the_number_of_workers_changes_nothing(saizen: Run) -> None:
    command = ("match", "othello", "alphabeta:depth=1", "random", "--games", "2000", "--sprt", "0,50", "--json")
    answers = [found(saizen(*command, "--workers", str(workers))) for workers in (1, 2, 5)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["sprt"]["result"] == "H1"
    assert answers[0]["reason"] == "SPRT: H1 accepted"
    assert answers[0]["games"] < 2000
    assert found(saizen(*command, "--seed", "1")) != answers[0]


def test_openings_of_a_file_begin_the_games(saizen: Run, write: Write, tmp_path: Path) -> None:
    write("openings.txt", "# two\nf5d6\n\nf5f6e6\n")
    result = saizen(
        *("match", "othello", "random", "maxflip", "--games", "6", "--json"),
        *("--openings", "openings.txt", "--transcripts", "games.txt"),
    )
    assert result.returncode == 0
    games = [line.split("\t") for line in (tmp_path / "games.txt").read_text().splitlines()]
    begins = ["f5 d6 ", "f5 d6 ", "f5 f6 e6 ", "f5 f6 e6 ", "f5 d6 ", "f5 d6 "]
    assert all(game[5].startswith(opening) for game, opening in zip(games, begins, strict=True))


def test_balanced_openings_begin_the_games_and_the_seed_decides_which(saizen: Run, tmp_path: Path) -> None:
    begins = []
    for seed in ("1", "1", "2"):
        command = ("match", "othello", "random", "maxflip", "--games", "6", "--openings", "balanced", "--seed", seed)
        assert saizen(*command, "--transcripts", "games.txt", "--json").returncode == 0
        games = [line.split("\t")[5] for line in (tmp_path / "games.txt").read_text().splitlines()]
        begins.append([game.split()[:8] for game in games])
    assert begins[0] == begins[1] != begins[2]
    for begin in begins:
        assert begin[0::2] == begin[1::2]  # each opening with either side
        assert all(moves[0] == "f5" for moves in begin)


def test_transcripts_hold_every_game(saizen: Run, tmp_path: Path) -> None:
    answer = found(
        saizen("match", "othello", "random", "maxflip", "--games", "12", "--json", "--transcripts", "games.txt")
    )
    games = [line.split("\t") for line in (tmp_path / "games.txt").read_text(encoding="utf-8").splitlines()]
    assert [int(game[0]) for game in games] == list(range(12))
    points = 0.0
    for number, first, second, result, cause, moves in games:
        swapped = int(number) % 2 == 1
        assert (first, second) == (("maxflip", "random") if swapped else ("random", "maxflip"))
        end, _ = replay(Othello(), moves.split())
        assert end.is_over()
        assert cause == "rules"
        black = final_score(end) * (1 if end.next_player is Othello().next_player else -1)
        assert result == ("1-0" if black > 0 else "0-1" if black < 0 else "1/2-1/2")
        score = 0.5 if black == 0 else float(black > 0)
        points += 1 - score if swapped else score
    assert points / 12 == answer["score"]


def test_a_page_is_written(saizen: Run, tmp_path: Path) -> None:
    result = saizen("match", "othello", "random", "maxflip", "--games", "10", "--html", "report.html", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "maxflip" in page


BAD: list[tuple[str, str]] = [
    ("chess random random", "unknown game 'chess'"),
    ("othello random nobody", "unknown player 'nobody'; known: human random"),
    ("othello random human", "player 'human' needs someone to ask"),
    ("othello random alphabeta:deep=3", "unknown key 'deep' for player 'alphabeta'"),
    ("connect4 random maxflip", "player 'maxflip' plays Othello only"),
    ("othello random missing.py:Player", "no such file 'missing.py'"),
    ("othello random broken.py:Player", "'broken.py' failed: SyntaxError"),
    (
        "othello random sick.py:Player",
        "RuntimeError: not today (in __init__, line 3 of sick.py)",
    ),
    ("othello random gtp:no-such-program", "no such program 'no-such-program'"),
    ("othello random random --openings missing.txt", "no openings in 'missing.txt'"),
    ("othello random random --openings bad.txt", "line 3 of 'bad.txt': move 2 'a1': illegal move"),
    ("othello random random --openings random:99", "write random:PLIES with 1 to 60 plies"),
    ("tictactoe random random --openings random:9", "random:9 is longer than the game"),
    (
        "othello random random --openings balanced --size 6",
        "balanced openings are for othello on 8x8 from the usual start",
    ),
    ("othello random random --openings balanced --moves f5", "balanced openings are for othello on 8x8"),
    ("connect4 random random --openings balanced", "balanced openings are for othello on 8x8 from the usual start"),
    ("othello random random --journal diary.txt", "cannot use the journal 'diary.txt': file is not a database"),
    ("othello random random --journal missing/x", "cannot use the journal 'missing/x'"),
    ("othello random random --journal .", "cannot use the journal '.'"),
    ("othello random random --html missing/x.html", "cannot write 'missing/x.html': No such file or directory"),
    ("othello random random --transcripts .", "cannot write '.': Is a directory"),
    ("othello random random --sprt 5", "--sprt 5: write two numbers, e.g. 0,10"),
    ("othello random random --sprt a,b", "--sprt a,b: write two numbers"),
    ("othello random random --sprt 10,0", "elo0=10.0, elo1=0.0 cannot be tested"),
    ("othello random random --sprt nan,5", "elo0=nan, elo1=5.0 cannot be tested"),
    ("othello random random --sprt 0,10 --alpha 0.6", "alpha=0.6, beta=0.05 cannot be used"),
    ("othello random random --sprt 0,10 --beta nan", "alpha=0.05, beta=nan cannot be used"),
    ("othello random random --per-game soon", "--per-game soon: write SECONDS or SECONDS+MORE, e.g. 300 or 180+2"),
    ("othello random random --per-game 0", "--per-game 0: write SECONDS"),
    ("othello random random --per-game 60+", "--per-game 60+: write SECONDS"),
    (f"othello random random --per-game 60+{'9' * 400}", "inf seconds more cannot be given"),
    ("othello random random --per-move 0", "'--per-move': 0.0 is not in the range x>0"),
    ("othello random random --per-move nan", "nan seconds a move cannot be given"),
    ("othello random random --per-move inf", "inf seconds a move cannot be given"),
    ("othello random random --margin nan", "nan seconds of margin cannot be given"),
    (
        "othello random random --adjudicate 14",
        "--adjudicate 14: write exact:EMPTIES with 1 to 26 empties",
    ),
    ("othello random random --adjudicate exact:0", "--adjudicate exact:0: write"),
    ("othello random random --adjudicate exact:27", "--adjudicate exact:27: write"),
    ("connect4 random random --adjudicate exact:10", "only othello on boards up to 8x8 can be adjudicated"),
    ("othello random random --games 0", "'--games': 0 is not in the range x>=1"),
    ("othello random random --games 99999999", "games=99999999 cannot be played; use 1 to 10000000"),
    ("othello random random --workers 0", "'--workers': 0 is not in the range"),
    ("othello random random --faults 0", "'--faults': 0 is not in the range"),
    ("othello random random --size 7", "width 7 is odd"),
    ("othello random random --moves a1", "move 1 'a1'"),
    ("tictactoe random random --moves a1b1a2b2a3", "the game is over in this position; begin earlier"),
    ("othello random", "missing argument 'B'"),
]


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=[arguments[:60] for arguments, _ in BAD])
def test_bad_input_is_refused_before_the_first_game(
    saizen: Run, write: Write, tmp_path: Path, arguments: str, words: str
) -> None:
    write("broken.py", "def Player(:\n")
    write("sick.py", "class Player:\n    def __init__(self):\n        raise RuntimeError('not today')\n")
    write("bad.txt", "f5d6\n\nf5a1\n")
    write("diary.txt", "dear diary\n" * 100)
    line = complaint(saizen("match", *shlex.split(arguments)))
    assert line.startswith("saizen")
    assert words in line
    assert (tmp_path / "diary.txt").read_text() == "dear diary\n" * 100


def test_a_refused_run_leaves_the_last_report_alone(saizen: Run, write: Write, tmp_path: Path) -> None:
    write("report.html", "the last report")
    write("games.txt", "the last games")
    write("diary.txt", "dear diary\n" * 100)
    files = ("--html", "report.html", "--transcripts", "games.txt", "--journal", "diary.txt")
    complaint(saizen("match", "othello", "random", "random", *files))
    assert (tmp_path / "report.html").read_text() == "the last report"
    assert (tmp_path / "games.txt").read_text() == "the last games"


def test_what_files_print_does_not_mix_with_the_answer(saizen: Run, write: Write) -> None:
    write("loud.py", "print('hello')\ndef Player(state):\n    print('thinking')\n    return state.legal_moves()[0]\n")
    result = saizen("match", "othello", "loud.py:Player", "random", "--games", "2", "--json")
    assert json.loads(result.stdout)["games"] == 2
    assert "hello" in result.stderr
    assert "thinking" in result.stderr


def test_a_closed_stderr_is_no_hindrance(tmp_path: Path, write: Write, environment: dict[str, str]) -> None:
    write("loud.py", "def Player(state):\n    print('thinking' * 100)\n    return state.legal_moves()[0]\n")
    command = shlex.join([*COMMAND, "othello", "loud.py:Player", "random", "--games", "20", "--json", "--journal", "j"])
    for _ in range(2):
        done = subprocess.run(
            f"{command} 2>&-", shell=True, cwd=tmp_path, env=environment, capture_output=True, timeout=60
        )
        assert (done.returncode, json.loads(done.stdout)["games"]) == (0, 20)


CRASHING = "def Player(state): raise RuntimeError('again')\n"


def test_a_run_stops_after_faults_in_a_row_unless_it_is_to_recover(saizen: Run, write: Write) -> None:
    write("bad.py", CRASHING)
    command = ("match", "othello", "random", "bad.py:Player", "--games", "20", "--json")
    answer = found(saizen(*command), code=1)
    assert (answer["games"], answer["wins"], answer["faults"]) == (5, 5, {"died": 5})
    assert answer["faults_by_player"] == [{}, {"died": 5}]
    assert answer["reason"] == "bad.py:Player failed 5 times in a row"
    assert found(saizen(*command, "--faults", "3", "--workers", "5"), code=1)["games"] == 3
    answer = found(saizen(*command, "--recover"))
    assert (answer["games"], answer["faults"], answer["reason"]) == (20, {"died": 20}, "all games played")
    table = saizen(*command[:-1], "--plain")
    assert "  bad.py:Player failed: died 5\n" in table.stdout
    assert "  ended                 bad.py:Player failed 5 times in a row\n" in table.stdout


def test_a_file_that_never_answers_loses_by_the_clock(saizen: Run, write: Write) -> None:
    write("looping.py", "def Player(state):\n    while True: pass\n")
    answer = found(
        saizen("match", "tictactoe", "random", "looping.py:Player", "--games", "1", "--per-move", "0.1", "--json")
    )
    assert (answer["faults"], answer["wins"]) == ({"no reply": 1}, 1)


def test_a_clock_for_the_game_is_no_hindrance(saizen: Run) -> None:
    clock = ("--per-game", "60+0.5", "--margin", "1")
    answer = found(saizen("match", "othello", "random", "maxflip", "--games", "4", "--json", *clock))
    assert (answer["games"], answer["faults"]) == (4, {})


def test_exact_scores_end_games(saizen: Run) -> None:
    exact = ("--adjudicate", "exact:10")
    answer = found(saizen("match", "othello", "random", "maxflip", "--games", "4", "--json", *exact))
    assert answer["endings"] == {"adjudicated": 4}


def test_a_journal_resumes_and_refuses_another_run(saizen: Run) -> None:
    command = ("match", "othello", "random", "maxflip", "--games", "30", "--json", "--journal", "games.journal")
    answer = found(saizen(*command))
    assert found(saizen(*command)) == answer
    line = complaint(saizen(*command, "--seed", "9"))
    assert line == "saizen: the journal is of another run: seed was 0, now 9; use another file, or --force"
    line = complaint(saizen(*command, "--openings", "none", "--games", "10"))
    assert "games was 30, now 10; openings was" in line
    assert found(saizen(*command, "--games", "40", "--force"))["games"] == 40


@pytest.fixture
def start(tmp_path: Path, environment: dict[str, str]) -> Iterator[Start]:
    """Return a function that starts a match in a process group of its own; what is still running is killed."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str) -> subprocess.Popen[str]:
        started.append(
            subprocess.Popen(
                [*COMMAND, *arguments],
                cwd=tmp_path,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                start_new_session=True,
            )
        )
        return started[-1]

    yield begin
    for run in started:
        run.kill()
        run.communicate()


@contextmanager
def watching(path: Path, run: subprocess.Popen[str]) -> Iterator[Callable[[int], dict[int, Any]]]:
    """Give a function that waits until a journal has so many games and returns them, by another connection."""
    with closing(sqlite3.connect(path)) as file:

        def wait_for(games: int) -> dict[int, Any]:
            while True:
                with suppress(sqlite3.OperationalError):  # there is no table yet
                    (count,) = file.execute("SELECT count(*) FROM games").fetchone()
                    if count >= games:
                        rows = file.execute("SELECT number, moves, score, cause FROM games").fetchall()
                        return {row[0]: row for row in rows}
                with suppress(subprocess.TimeoutExpired):
                    pytest.fail(f"the run was over too soon: {run.wait(0.002)}")

        yield wait_for


@pytest.mark.slow
def test_kills_at_thirty_moments_lose_nothing_and_change_nothing(saizen: Run, start: Start, tmp_path: Path) -> None:
    dice = random.Random(5)
    path = tmp_path / "games.journal"
    seen: dict[int, Any] = {}
    moments = sorted(dice.sample(range(1, 16_000), 30))
    for moment in moments:
        run = start(*LONG, "--json", "--journal", str(path))
        with watching(path, run) as wait_for:
            rows = wait_for(max(moment, len(seen) + 1))
        run.send_signal(signal.SIGKILL)
        assert run.wait() == -signal.SIGKILL
        assert seen.items() <= rows.items()
        seen = rows
    assert len(seen) < 20_000
    run = start(*LONG, "--json", "--journal", str(path))
    out, err = run.communicate()
    assert (run.returncode, err) == (0, "")
    resumed = json.loads(out)
    del resumed["seconds_per_move"]
    assert resumed == found(saizen("match", *LONG, "--json"))
    with closing(sqlite3.connect(path)) as file:
        numbers = [number for (number,) in file.execute("SELECT number FROM games ORDER BY number")]
        last = {row[0]: row for row in file.execute("SELECT number, moves, score, cause FROM games")}
    assert numbers == list(range(20_000))
    assert seen.items() <= last.items()


def test_a_second_run_at_once_is_refused(saizen: Run, start: Start, tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    run = start(*ENDLESS, "--journal", str(path))
    with watching(path, run) as wait_for:
        wait_for(1)
        line = complaint(saizen("match", *ENDLESS, "--journal", str(path)))
    assert line == f"saizen: another run is using the journal '{path}'"
    run.kill()
    run.wait()
    again = start(*ENDLESS, "--journal", str(path))  # a run that died holds it no longer
    with watching(path, again) as wait_for:
        assert len(wait_for(2)) >= 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill -9"])
def test_no_process_is_left_however_a_run_ends(
    start: Start, engine: Engine, witness: Any, children: Any, ended: Any, number: signal.Signals
) -> None:
    thinking = f"gtp[start=20,stop=0.3]:{engine('gtp', 'stall')}"
    run = start("othello", thinking, "random", "--games", "8", "--workers", "2")
    with open(witness.path, "wb"):  # that it was tried before the first game is not its end
        witness.wait_for(b"\n0\n")
    workers = [os.pidfd_open(worker) for worker in children(run.pid)]
    assert workers
    os.killpg(run.pid, number)
    out, err = run.communicate()
    assert (run.returncode, out, err.strip()) == (130 if number == signal.SIGINT else -9, "", "")
    witness.wait()
    ended(workers)


def test_control_c_reports_what_there_is_and_says_how_to_go_on(
    start: Start, tmp_path: Path, children: Any, ended: Any
) -> None:
    path = tmp_path / "games.journal"
    run = start(*LONG, "--json", "--journal", str(path))
    with watching(path, run) as wait_for:
        before = wait_for(100)
        workers = [os.pidfd_open(worker) for worker in children(run.pid)]
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate()
        after = wait_for(0)
    assert (run.returncode, err) == (130, "The journal keeps these games: the same command goes on from here\n")
    answer = json.loads(out)
    assert answer["reason"] == "interrupted"
    assert len(before) <= answer["games"] <= len(after) < 20_000
    ended(workers)


def test_the_live_line_tells_score_and_time_left_and_control_c_wipes_it(terminal: Terminal) -> None:
    child = terminal("match", *LONG, "--journal", "games.journal", "--plain")
    child.expect(r"\r(\d+) of 20000 games  50\.0% Elo [-+]0 \+- 0  about \d+ (s|min) left")
    first = int(child.match[1])
    child.expect(r"\r(\d+) of 20000 games")
    assert int(child.match[1]) > first
    child.sendintr()
    child.expect(r"\r +\ralphabeta:depth=4 against alphabeta:depth=4: (\d+) games")
    child.expect("ended +interrupted")
    child.expect("The journal keeps these games: the same command goes on from here")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_control_c_before_the_first_game_says_nothing(start: Start, engine: Engine, witness: Any) -> None:
    run = start("othello", "random", f"gtp[start=20]:{engine('gtp', 'mute')}", "--journal", "games.journal")
    witness.wait_for(b"\n")
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate()
    assert (run.returncode, out, err.strip()) == (130, "", "")
    witness.wait()
