"""The opening book of 8×8 Othello: what the moves of the first plies are worth, by deep searches made beforehand."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from saizen.errors import UnreadableFileError
from saizen.games.grid import move_bits, parse_square, reflections, square_name
from saizen.games.othello import Othello
from saizen.search.result import Provenance
from saizen.search.values import MoveValue

__all__ = ["BOOK", "Board", "OpeningBook", "canonical", "load_book", "pack_book", "unpack_book"]

BOOK = "othello_8x8.book"
MARK = b"saizen book "
FORMAT = b"1"
SEARCHED = re.compile(r"depth ([0-9]{1,2}) selectivity ([0-9]{2,3})")
PASS = 64

Board: TypeAlias = tuple[int, int]  # the discs of the side to move, and the others
TURNS: Sequence[Sequence[int]] = (range(64), *reflections(8, 8))
BACK = {turn: sorted(range(64), key=turn.__getitem__) for turn in TURNS}


class OpeningBook:
    """Positions with a value for each of their moves; of all that are turned or mirrored alike it holds one."""

    def __init__(self, positions: Mapping[Board, Mapping[int, float]], provenance: Provenance) -> None:
        self.positions, self.provenance = positions, provenance
        self.most_discs = max(((own | other).bit_count() for own, other in positions), default=0)

    def find(self, state: Othello) -> list[MoveValue]:
        """Return all moves of a position that it holds, best first, each with the play that the book expects."""
        return [
            MoveValue(move, value, self.provenance, (move, *self._continued(state.apply_move(move))))
            for move, value in self._moves(state)
        ]

    def _continued(self, state: Othello) -> Iterator[int]:
        while moves := self._moves(state):
            yield moves[0][0]
            state = state.apply_move(moves[0][0])

    def _moves(self, state: Othello) -> list[tuple[int, float]]:
        size = (state.own | state.other).bit_count()
        if (state.width, state.height) != (8, 8) or size > self.most_discs:
            return []
        board, turn = canonical(state.own, state.other)
        back = BACK[turn]
        moves = [(move if move == PASS else back[move], value) for move, value in self.positions.get(board, {}).items()]
        return sorted(moves, key=lambda known: (-known[1], known[0]))


def canonical(own: int, other: int) -> tuple[Board, Sequence[int]]:
    """Return the one board that stands for all that are turned or mirrored alike, and where it has each square."""
    images = [((move_bits(own, turn), move_bits(other, turn)), turn) for turn in TURNS]
    return min(images, key=lambda image: image[0])


def pack_book(book: OpeningBook) -> bytes:
    """Return the file that holds a book: what it is, its checksum, how it was searched, and a position a line."""
    lines = [f"depth {book.provenance.depth} selectivity {book.provenance.selectivity}"]
    lines += [position_line(board, moves) for board, moves in sorted(book.positions.items())]
    body = "".join(f"{line}\n" for line in lines).encode()
    return MARK + FORMAT + b"\n" + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def unpack_book(data: bytes) -> OpeningBook:
    """Return the book in a file, refusing one that is foreign, of another format, cut short or changed."""
    if not data.startswith(MARK):
        raise UnreadableFileError("this is no book of openings")
    number, _, rest = data[len(MARK) :].partition(b"\n")
    if number != FORMAT:
        raise UnreadableFileError(
            f"the book has format {number[:9].decode('ascii', 'replace')}, made for another version"
        )
    digest, _, body = rest.partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != digest:
        raise UnreadableFileError("the book is damaged or cut short: its checksum differs")
    try:
        first, *lines = body.decode("ascii").splitlines()
        searched = SEARCHED.fullmatch(first)
        if searched is None:
            raise ValueError(first)
        positions = dict(map(read_position_line, lines))
    except ValueError as error:
        raise UnreadableFileError(f"the book is none that this version writes: {error}") from None
    return OpeningBook(positions, Provenance("book", int(searched[1]), int(searched[2])))


def position_line(board: Board, moves: Mapping[int, float]) -> str:
    """Return a position as a line: the discs of either side in hexadecimal, and each move with its value."""
    words = [f"{'pass' if move == PASS else square_name(move, 8)}{value:+.2f}" for move, value in moves.items()]
    return " ".join((f"{board[0]:016x}", f"{board[1]:016x}", *words))


def read_position_line(line: str) -> tuple[Board, dict[int, float]]:
    """Return the position of a line and the values of its moves."""
    own, other, *words = line.split(" ")
    moves = {}
    for word in words:
        name, value = re.split(r"(?=[+-])", word, maxsplit=1)
        moves[PASS if name == "pass" else parse_square(name, 8, 8)] = float(value)
    return (int(own, 16), int(other, 16)), moves


@cache
def load_book() -> OpeningBook:
    """Return the book that comes with the package."""
    return unpack_book(files("saizen.engine").joinpath(BOOK).read_bytes())
