"""The scripts that make the openings of the arena and the book: small runs, and that a stopped one goes on."""

import subprocess
import sys
from pathlib import Path

from saizen.arena.openings import read_openings
from saizen.engine import Engine, Provenance
from saizen.engine.book import unpack_book
from saizen.games.othello import Othello

ROOT = Path(__file__).resolve().parents[2]


def run(program: str, *arguments: object) -> str:
    command = [sys.executable, f"training/{program}.py", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_openings_are_made_the_same_again(tmp_path: Path) -> None:
    files = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for file in files:
        run("openings", "--count", 5, "--depth", 4, "--out", file)
    assert files[0].read_text() == files[1].read_text()
    lines = read_openings(str(files[0]), Othello()).lines
    assert len(lines) == len(set(lines)) == 5


def test_a_book_that_was_stopped_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    data, first, second = tmp_path / "data", tmp_path / "first", tmp_path / "second"
    settings = ("--data", data, "--plies", 3, "--depth", 4, "--step", 0, "--margin", 2, "--hash", 1)
    run("book", *settings, "--out", first)
    kept = data.read_text()
    data.write_text(kept[: len(kept) // 2])  # in the middle of a line
    run("book", *settings, "--processes", 2, "--out", second)
    assert first.read_bytes() == second.read_bytes()

    book = unpack_book(first.read_bytes())
    assert book.provenance == Provenance("book", 4, 73)
    assert len(book.positions) > 3
    start = book.find(Othello())
    assert [value.move for value in start] == list(Othello().legal_moves())
    assert Engine(hash_mib=1, book=book).analyse(Othello(), level=1) == start
