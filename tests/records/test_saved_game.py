"""Saved games: read back as they were, refused when they are none, and never half written."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.errors import NotationError, SaizenError, UnreadableFileError
from saizen.games.othello import Othello
from saizen.records.saved_game import SavedGame, load_game, save_game

GAME = SavedGame("othello", "6", None, ["d2", "c2"], "human", "alphabeta:depth=4", 7)

words = st.text(st.characters(codec="utf-8"), max_size=20)


@given(
    saved=st.builds(
        SavedGame,
        game=words,
        size=st.none() | words,
        position=st.none() | words,
        moves=st.lists(words, max_size=5),
        first=words,
        second=words,
        seed=st.integers(),
    )
)
def test_a_game_is_read_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, saved: SavedGame) -> None:
    path = tmp_path_factory.mktemp("saved") / "game.json"
    save_game(saved, path)
    assert load_game(path) == saved


def test_the_file_is_json_with_its_schema_first(tmp_path: Path) -> None:
    save_game(GAME, tmp_path / "new" / "folder" / "game.json")
    content = json.loads((tmp_path / "new" / "folder" / "game.json").read_text(encoding="utf-8"))
    assert list(content) == ["schema", "game", "size", "position", "moves", "first", "second", "seed"]
    assert content["schema"] == "saizen/game/1"


def test_a_saved_game_knows_its_start() -> None:
    assert GAME.start() == Othello(6, 6)
    mirrored = Othello(6, 6, start="mirrored")
    assert SavedGame("othello", "6", mirrored.position_text(), [], "human", "human").start() == mirrored


def test_saving_again_replaces_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save_game(GAME, path)
    save_game(SavedGame("tictactoe", None, None, ["a1"], "human", "random"), path)
    assert load_game(path).game == "tictactoe"
    assert os.listdir(tmp_path) == ["game.json"]


def entries(**changes: object) -> str:
    content: dict[str, object] = {
        "schema": "saizen/game/1",
        "game": "tictactoe",
        "size": None,
        "position": None,
        "moves": ["a1"],
        "first": "human",
        "second": "random",
        "seed": 0,
    }
    return json.dumps({name: value for name, value in (content | changes).items() if value != "left out"})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "Expecting value"),
        ("hello", "Expecting value"),
        (entries()[:50], "Unterminated string"),
        (entries()[:-1], "Expecting ',' delimiter"),
        ("[]", "its schema is not 'saizen/game/1'"),
        ("null", "its schema is not 'saizen/game/1'"),
        ('{"a": 1}', "its schema is not 'saizen/game/1'"),
        (entries(schema="saizen/game/2"), "its schema is not 'saizen/game/1'"),
        (entries(game=3), "'game' is 3"),
        (entries(size=3), "'size' is 3"),
        (entries(position=[]), r"'position' is \[\]"),
        (entries(moves="a1"), "'moves' is 'a1'"),
        (entries(moves=["a1", 2]), "the move 2 is no text"),
        (entries(first=None), "'first' is None"),
        (entries(second="left out"), "'second' is None"),
        (entries(seed="0"), "'seed' is '0'"),
        (entries(seed=1.5), "'seed' is 1.5"),
        ("[" * 100_000, "recursion"),
        ('{"seed": ' + "9" * 5000 + "}", "4300 digits"),
    ],
)
def test_a_foreign_or_broken_file_is_refused_with_the_reason(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(NotationError, match=rf"game\.json' is no saved game: .*{reason}"):
        load_game(path)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b'{"schema": "\xff\xfe"}')
    with pytest.raises(NotationError, match="is no saved game: "):
        load_game(path)


def test_a_huge_file_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with path.open("wb") as file:
        file.truncate(1 << 34)  # takes no space on the disk
    with pytest.raises(NotationError, match="is no saved game: it has more than 1048576 bytes"):
        load_game(path)
    with pytest.raises(NotationError, match="'/dev/zero' is no saved game: it has more than 1048576 bytes"):
        load_game(Path("/dev/zero"))


@pytest.mark.parametrize(("name", "reason"), [("none.json", "No such file"), (".", "Is a directory"), ("a\0b", "null")])
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(UnreadableFileError, match=rf"^cannot read '.*': .*{reason}"):
        load_game(tmp_path / name)


def test_what_cannot_be_written_is_named_and_leaves_no_draft(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    for name, reason in (("file/game.json", "exists|Not a dir"), ("folder", "Is a directory"), ("a\0b", "null")):
        with pytest.raises(UnreadableFileError, match=rf"^cannot save to '.*': .*({reason})"):
            save_game(GAME, tmp_path / name)
    with pytest.raises(UnreadableFileError, match="too long"):
        save_game(GAME, tmp_path / ("x" * 300))
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]
    assert issubclass(UnreadableFileError, SaizenError)


SAVE_FOR_EVER = """
import itertools, sys
from pathlib import Path
from saizen.records.saved_game import SavedGame, save_game
for number in itertools.count(1):
    save_game(SavedGame("othello", None, None, ["d3"] * 5000, "human", str(number), number), Path(sys.argv[1]))
    print(number, flush=True)
"""


def test_a_killed_process_leaves_the_old_game_or_the_new_one_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for trial in range(12):
        process = subprocess.Popen([sys.executable, "-c", SAVE_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()  # the first game is saved
        time.sleep(0.0007 * trial)
        process.send_signal(signal.SIGKILL)
        told = [1, *(int(line) for line in process.stdout.read().splitlines() if line)]
        process.wait()
        process.stdout.close()
        saved = load_game(path)
        assert saved.moves == ["d3"] * 5000
        assert saved.seed in (told[-1], told[-1] + 1)  # what was reported as saved is never lost
