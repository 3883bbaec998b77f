"""The journal: games are in the file before they count, a run goes on where it stopped, and no two runs mix."""

import fcntl
import json
import sqlite3
from collections import deque
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from saizen.arena.contest import Standings, run_contest
from saizen.arena.journal import Journal
from saizen.arena.openings import Openings
from saizen.arena.plan import Plan
from saizen.arena.playing import GameResult, play_pairs
from saizen.arena.report import match_report
from saizen.errors import SettingError, UnreadableFileError

PLAN = Plan("othello", ("random", "maxflip"), 20, seed=4, size="6", openings=Openings(4))


class Here:
    """Plays games in this process, so many pairs, and is then interrupted."""

    def __init__(self, most: int = 1000) -> None:
        self.most = most
        self.asked: list[int] = []

    def play(self, plan: Plan, pairs: "deque[int]") -> Generator[list[GameResult]]:
        while pairs:
            if len(self.asked) == self.most:
                raise KeyboardInterrupt
            self.asked.append(pairs.popleft())
            yield list(play_pairs(plan, self.asked[-1:]))


def run(path: Path | None, plan: Plan = PLAN, workers: Here | None = None, **options: Any) -> Standings:
    standings = Standings(plan)
    with Journal(path, plan, **options) as journal:
        run_contest(standings, journal, workers or Here())
    return standings


def report(standings: Standings) -> dict[str, Any]:
    found = match_report(standings).as_json()
    del found["seconds_per_move"]
    return found


def kept(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT * FROM games ORDER BY number").fetchall()


def change(path: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute(statement, values)
        file.commit()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.journal"


def test_an_interrupted_run_goes_on_where_it_stopped(path: Path) -> None:
    for most in (3, 0, 1):
        with pytest.raises(KeyboardInterrupt):
            run(path, workers=Here(most))
    assert len(kept(path)) == 8
    last = Here()
    resumed = run(path, workers=last)
    assert last.asked == [4, 5, 6, 7, 8, 9]
    assert report(resumed) == report(run(None))
    nothing = Here()
    assert report(run(path, workers=nothing)) == report(resumed)
    assert nothing.asked == []
    assert len(kept(path)) == 20


def test_half_a_pair_is_played_again_and_counts_once(path: Path) -> None:
    run(path)
    rows = kept(path)
    change(path, "DELETE FROM games WHERE number IN (3, 4, 19)")
    again = Here()
    assert report(run(path, workers=again)) == report(run(None))
    assert again.asked == [1, 2, 9]
    timeless = [[*row[:10], *row[12:]] for row in rows]
    assert [[*row[:10], *row[12:]] for row in kept(path)] == timeless


def test_a_game_is_in_the_file_before_it_counts(path: Path) -> None:
    standings = Standings(PLAN)
    seen = []

    def look(now: Standings, new: int) -> None:
        numbers = {row[0] for row in kept(path)}
        assert set(now.results) <= numbers
        assert new == 2
        seen.append(len(now.results))

    with Journal(path, PLAN) as journal:
        run_contest(standings, journal, Here(), look)
    assert seen == list(range(2, 21, 2))


def test_games_are_written_through_to_the_disk(path: Path) -> None:
    with Journal(path, PLAN) as journal:
        assert journal._file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._file.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_all_of_a_batch_is_written_or_nothing(path: Path) -> None:
    games = list(play_pairs(PLAN, range(3)))
    spoilt: list[Any] = [*games[:3], games[3]._replace(moves=None)]  # type: ignore[arg-type]
    with Journal(path, PLAN) as journal:
        with pytest.raises(UnreadableFileError, match="NOT NULL"):
            journal.add(spoilt)
        assert list(journal.games()) == []
        journal.add(games)
        journal.add(games[::-1])
        assert [game.number for game in journal.games()] == list(range(6))
        assert list(journal.games()) == games


def test_without_a_file_the_games_last_as_long_as_the_run() -> None:
    assert len(run(None).results) == 20
    with Journal(None, PLAN) as journal:
        assert list(journal.games()) == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"players": ("random", "random")}, r'players was \["random", "maxflip"\], now \["random", "random"\]'),
        ({"seed": 5}, "seed was 4, now 5"),
        ({"games": 22}, "games was 20, now 22"),
        ({"size": "8"}, 'size was "6", now "8"'),
        ({"openings": Openings()}, r'openings was \{"plies": 4, "lines": \[\]\}, now \{"plies": 0, "lines": \[\]\}'),
        ({"adjudicate": 8}, "adjudicate was null, now 8"),
        ({"game": "tictactoe", "size": None}, 'game was "othello", now "tictactoe"; size was "6", now null'),
    ],
)
def test_the_journal_of_another_plan_is_refused_with_what_differs(
    path: Path, changes: dict[str, Any], reason: str
) -> None:
    run(path)
    rows = kept(path)
    with pytest.raises(SettingError, match=f"^the journal is of another run: {reason}; use another file, or --force$"):
        run(path, replace(PLAN, **changes))
    assert kept(path) == rows
    assert len(run(path).results) == 20  # and it is still that of the first plan


def test_the_journal_of_another_version_is_refused(path: Path) -> None:
    run(path)
    change(path, "UPDATE run SET version = '0.0.7'")
    with pytest.raises(SettingError, match=r"written by saizen 0\.0\.7, this is "):
        run(path)
    assert len(run(path, workers=Here(0), force=True).results) == 20
    assert len(run(path, workers=Here(0)).results) == 20  # from now on it is of this version


def test_a_forced_journal_gives_its_games_to_another_plan(path: Path) -> None:
    run(path)
    longer = Here()
    assert len(run(path, replace(PLAN, games=24), longer, force=True).results) == 24
    assert longer.asked == [10, 11]
    assert len(run(path, replace(PLAN, games=6), Here(0), force=True).results) == 6
    assert len(run(path, replace(PLAN, games=24, seed=99), Here(0), force=True).results) == 24
    assert len(kept(path)) == 24
    with pytest.raises(UnreadableFileError, match=r"game 0 cannot be true: move \d '[d-f]\d' is not legal"):
        run(path, replace(PLAN, game="tictactoe", size=None, players=("random", "random")), force=True)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE games SET score = 1 - score WHERE number = 7", "its result is another"),
        ("UPDATE games SET margin = margin + 2 WHERE number = 7", "its result is another"),
        ("UPDATE games SET moves = 'a1 ' || moves WHERE number = 7", "move 1 'a1' is not legal|illegal move 0"),
        ("UPDATE games SET moves = substr(moves, 4) WHERE number = 7", "illegal move|is not legal|another opening"),
        ("UPDATE games SET moves = x'ff00' WHERE number = 7", r"move 1 b'\\xff\\x00' is not legal"),
        ("UPDATE games SET opening = 'four' WHERE number = 7", "it begins with another opening"),
        ("UPDATE games SET at_fault = 1 - score, cause = 'late' WHERE number = 7", "its result is another"),
        ("UPDATE games SET number = 999 WHERE number = 7", "the plan has no such game"),
    ],
)
def test_a_changed_game_is_refused_with_its_number(path: Path, statement: str, reason: str) -> None:
    run(path)
    change(path, statement)
    number = 999 if "999" in statement else 7
    message = rf"^cannot use the journal '.*games\.journal': game {number} cannot be true: .*({reason})"
    with pytest.raises(UnreadableFileError, match=message):
        run(path)


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("the diary of a player\n" * 100)
    with pytest.raises(UnreadableFileError, match=r"^cannot use the journal '.*': file is not a database$"):
        run(path)
    assert path.read_text() == "the diary of a player\n" * 100


@pytest.mark.parametrize("force", [False, True])
def test_a_database_of_another_program_is_refused_and_left_alone(path: Path, force: bool) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE games (title TEXT)")
        other.commit()
    before = path.read_bytes()
    with pytest.raises(UnreadableFileError, match="it is a database, but no journal of games"):
        run(path, force=force)
    assert path.read_bytes() == before


def test_a_damaged_journal_is_refused(path: Path) -> None:
    run(path, replace(PLAN, games=200))
    content = path.read_bytes()
    path.write_bytes(content[:4096] + bytes([0xA5]) * (len(content) - 4096))
    with pytest.raises(UnreadableFileError, match=r"^cannot use the journal '.*': .*malformed"):
        run(path, replace(PLAN, games=200))


@pytest.mark.parametrize("name", ["missing/games.journal", "."])
def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableFileError, match=r"^cannot use the journal '"):
        run(tmp_path / name)


def test_one_run_at_a_time(path: Path) -> None:
    with path.open("ab") as other:  # as another process would hold it
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(UnreadableFileError, match=r"^another run is using the journal '.*games\.journal'$"):
            run(path)
    assert len(run(path).results) == 20


def test_the_file_says_what_it_is_of(path: Path) -> None:
    run(path)
    with closing(sqlite3.connect(path)) as file:
        (plan,) = file.execute("SELECT plan FROM run").fetchone()
    assert Plan.from_json(json.loads(plan)) == PLAN
