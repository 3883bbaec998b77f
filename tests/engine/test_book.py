"""The opening book: what it knows, alike however a board lies, and that a file which is not whole is refused."""

import hashlib
from collections.abc import Iterator

import pytest

from saizen.engine import LEVELS, Engine, Level, MoveValue, Provenance
from saizen.engine.analysing import BOOK_LEVEL
from saizen.engine.book import MARK, OpeningBook, canonical, load_book, pack_book, unpack_book
from saizen.errors import UnreadableFileError
from saizen.games.othello import Othello
from saizen.records.transcript import follow
from saizen.search import Limits

START = Othello()
SMALL = OpeningBook(
    {
        canonical(START.own, START.other)[0]: {19: 0.5, 26: 0.5, 37: 0.5, 44: 0.25},
        (1 << 64 - 1, 0): {64: -3.0},
        (7, 56): {},
    },
    Provenance("book", 20, 87),
)
FILE = pack_book(SMALL)


def reached(moves: str) -> Othello:
    state, _ = follow(START, moves)
    assert isinstance(state, Othello)
    return state


def states_of(book: OpeningBook) -> Iterator[Othello]:
    marks = {(True, False): "X", (False, True): "O", (False, False): "-"}
    for own, other in book.positions:
        squares = [marks[bool(own >> square & 1), bool(other >> square & 1)] for square in range(64)]
        yield START.parse_position("".join(squares) + " X")


def test_a_file_gives_back_its_book() -> None:
    book = unpack_book(FILE)
    assert (book.positions, book.provenance) == (SMALL.positions, SMALL.provenance)


def signed(body: bytes) -> bytes:
    """Return a file with a checksum that is right."""
    return MARK + b"1\n" + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no book of openings"),
        (b"PK\x03\x04" + FILE, "no book of openings"),
        (MARK, "made for another version"),
        (FILE.replace(b"book 1", b"book 2"), "the book has format 2, made for another version"),
        (FILE[: len(MARK) + 20], "damaged or cut short: its checksum differs"),
        (FILE[:-1], "damaged or cut short"),
        (FILE[: len(FILE) // 2], "damaged or cut short"),
        (FILE.replace(b"+0.25", b"+0.75"), "damaged or cut short"),
        (signed(b""), "none that this version writes"),
        (signed(b"deep\n"), "none that this version writes: deep"),
        (signed(b"depth 20 selectivity 87\n0 0 z9+1.00\n"), "none that this version writes"),
        (signed(b"depth 20 selectivity 87\n0 0 d3\n"), "none that this version writes"),
        (signed(b"depth 20 selectivity 87\n\n"), "none that this version writes"),
        (signed("depth 20 selectivity 87\n0 0 d3+１\n".encode()), "none that this version writes"),
    ],
)
def test_a_file_that_is_not_whole_and_ours_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFileError, match=reason):
        unpack_book(data)


def test_the_book_of_the_package_values_all_moves_of_its_positions() -> None:
    book = load_book()
    assert len(book.positions) >= 100
    assert len(pack_book(book)) <= 200_000
    for state in states_of(book):
        assert canonical(state.own, state.other)[0] == (state.own, state.other)
        assert state.empties >= 50
        found = book.find(state)
        assert sorted(value.move for value in found) == list(state.legal_moves())
        assert [value.value for value in found] == sorted((value.value for value in found), reverse=True)
        for value in found:
            assert value.provenance == book.provenance
            assert value.line[0] == value.move
            assert isinstance(value.value, float)
            after = state
            for move in value.line:
                after = after.apply_move(move)  # raises if the line is none


def test_its_values_are_those_of_searches() -> None:
    book, engine = load_book(), Engine(hash_mib=4, book=False)
    for state in list(states_of(book))[::40]:
        searched = {value.move: value.value for value in engine.analyse(state, level=Level(0, 12, 0, 0, 0))}
        assert all(abs(searched[value.move] - value.value) < 6 for value in book.find(state))


@pytest.mark.parametrize("moves", ["", "f5", "f5d6c3", "f5f6e6f4", "f5d6c3d3c4"])
def test_boards_turned_or_mirrored_alike_are_known_alike(moves: str) -> None:
    state, book = reached(moves), load_book()
    values = [value.value for value in book.find(state)]
    assert values
    for image in state.symmetries():
        found = book.find(image)
        assert [value.value for value in found] == values
        assert sorted(value.move for value in found) == list(image.legal_moves())
        for value in found:  # what is reached by the move is the same, too
            after = image.apply_move(value.move)
            twins = [state.apply_move(own.move) for own in book.find(state) if own.value == value.value]
            assert any(after in twin.symmetries() for twin in twins)


def test_values_are_for_the_side_to_move_whichever_it_is() -> None:
    state = reached("f5d6")
    colours_changed = START.parse_position(state.position_text().translate(str.maketrans("XO", "OX")))
    assert load_book().find(colours_changed) == load_book().find(state)


def test_what_it_does_not_know_it_does_not_answer() -> None:
    book = load_book()
    for state in (reached("f5d6c3d3c4f4f6b4c2"), reached("f5f4d3"), Othello(6, 6), Othello(10, 10)):
        assert book.find(state) == []
    assert OpeningBook({}, Provenance("book", 1, 73)).find(START) == []


def test_it_is_at_least_as_sure_as_any_level() -> None:
    for level in LEVELS[BOOK_LEVEL - 1 :]:
        assert load_book().provenance.replaces(Provenance("search", level.depth, int(level.percent)))
    assert not load_book().provenance.replaces(Provenance("exact"))


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(seconds=0.01)])
def test_the_engine_asks_it_from_level_10_on_and_where_limits_decide(limits: Limits) -> None:
    engine, state = Engine(hash_mib=4), reached("f5d6")
    known = load_book().find(state)
    updates: list[list[MoveValue]] = []
    for level in (10, 20, None):
        assert engine.analyse(state, level=level, on_update=updates.append) == known
    assert updates == [known] * 3
    assert engine.analyse(state, limits) == known
    assert engine.analyse(state, level=10, all_moves=False) == known[:1]
    assert engine.last is not None
    assert (engine.last.nodes, engine.last.depth, engine.last.complete) == (0, known[0].provenance.depth, True)
    for weak in (1, 9, LEVELS[2]):
        assert engine.analyse(state, level=weak)[0].provenance.kind == "search"


def test_a_book_that_is_named_answers_at_every_level_and_none_never() -> None:
    state = reached("f5d6")
    assert Engine(hash_mib=4, book=load_book()).analyse(state, level=1) == load_book().find(state)
    assert Engine(hash_mib=4, book=False).analyse(state, Limits(nodes=1000))[0].provenance.kind == "search"
