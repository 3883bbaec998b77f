"""Search the first plies of 8×8 Othello deeply, and write the book of openings that the engine plays from.

    python training/book.py --data book.part

From the start on, every position that is reached by moves at most MARGIN discs worse than the best has each of its
moves searched; of all that are turned or mirrored alike, one. What is done is kept in the file of --data, and the same
command goes on from there.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from saizen.engine import Engine, Level, Provenance
from saizen.engine.book import BOOK, Board, OpeningBook, canonical, pack_book, position_line, read_position_line
from saizen.games.othello import Othello

PACKAGE = Path(__file__).parents[1] / "src" / "saizen" / "engine" / BOOK


def main() -> None:
    """Search what is left to search, and pack all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="file that keeps what is searched already")
    parser.add_argument("--plies", type=int, default=7, help="moves that lead to the last positions of the book")
    parser.add_argument("--margin", type=float, default=2.5, help="discs by which a move may be worse and be followed")
    parser.add_argument("--depth", type=int, default=20, help="plies searched from each position")
    parser.add_argument("--step", type=int, default=1, help="of selectivity, as in the levels: 1 is 87 %%")
    parser.add_argument("--hash", type=int, default=256, help="MiB of the table of each process")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=PACKAGE)
    options = parser.parse_args()
    level = Level(0, options.depth, options.step, 0, 0)
    with Pool(options.processes) as pool:
        book = Search(options.data, partial(values, level, options.hash), pool).run(options.plies, options.margin)
    packed = pack_book(OpeningBook(book, Provenance("book", level.depth, int(level.percent))))
    options.out.write_bytes(packed)
    print(f"{options.out}: {len(book):,} positions, {len(packed):,} bytes")


def values(level: Level, hash_mib: int, state: Othello) -> Mapping[int, float]:
    """Return what the moves are worth, by an engine that knows nothing: so the order of the work changes nothing."""
    return {value.move: value.value for value in Engine(hash_mib=hash_mib, book=False).analyse(state, level=level)}


class Search:
    """Finds the positions of the book, ply by ply, and keeps what is searched."""

    def __init__(self, data: Path, ask: Callable[[Othello], Mapping[int, float]], pool: Any) -> None:
        self.data, self.ask, self.pool = data, ask, pool
        self.done = kept(data)

    def run(self, plies: int, margin: float) -> dict[Board, Mapping[int, float]]:
        """Return the positions with the values of their moves."""
        found: dict[Board, Mapping[int, float]] = {}
        states = [standing(Othello())]
        began = time.monotonic()
        for ply in range(plies + 1):
            self.search([state for state in states if (state.own, state.other) not in self.done])
            found |= {(state.own, state.other): self.done[state.own, state.other] for state in states}
            print(f"ply {ply}: {len(states)} positions, {time.monotonic() - began:.0f} s", flush=True)
            following = {(after.own, after.other): after for state in states for after in self.replies(state, margin)}
            states = [after for board, after in following.items() if board not in found and not after.is_over()]
        return found

    def search(self, states: list[Othello]) -> None:
        """Search positions and keep each as soon as it is searched."""
        with self.data.open("a") as file:
            for state, moves in zip(states, self.pool.imap(self.ask, states), strict=True):
                self.done[state.own, state.other] = moves
                file.write(position_line((state.own, state.other), moves) + "\n")
                file.flush()

    def replies(self, state: Othello, margin: float) -> Iterator[Othello]:
        """Yield the positions after the moves worth following."""
        moves = self.done[state.own, state.other]
        best = max(moves.values())
        yield from (standing(state.apply_move(move)) for move, value in moves.items() if best - value <= margin)


def kept(data: Path) -> dict[Board, Mapping[int, float]]:
    """Return what an earlier run has searched; a line that it did not finish is dropped."""
    text = data.read_text() if data.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        data.write_text(whole)
    return dict(map(read_position_line, whole.splitlines()))


def standing(state: Othello) -> Othello:
    """Return the position that stands for all that are turned or mirrored alike."""
    board, _ = canonical(state.own, state.other)
    return next(image for image in state.symmetries() if (image.own, image.other) == board)


if __name__ == "__main__":
    main()
