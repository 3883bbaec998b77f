"""Make the balanced openings of the arena: `saizen match --openings balanced`.

    python training/openings.py

Each comes from moves that a quick search finds nearly best, and is kept if a deep one finds it even. No two are equal,
nor after other moves, nor turned or mirrored. The seed is fixed, so that two runs with the same weights make the same.
"""

import argparse
import time
from pathlib import Path

from saizen.engine import Engine, Level
from saizen.engine.book import Board, canonical
from saizen.games.othello import Othello
from saizen.randomness import Stream
from saizen.records.transcript import move_names

PACKAGE = Path(__file__).parents[1] / "src" / "saizen" / "arena" / "balanced_8x8.txt"
SEED = 20_260
PLIES = (8, 9, 10, 11, 12)
FIRST = 37  # f5; the other three are mirror images of it
QUICK = Level(0, 6, 0, 0, 0)
NEAR = 3.0  # discs by which a move of an opening may be worse than the best
DEEP = Level(0, 18, 0, 0, 0)
EVEN = 2.0  # discs that an opening may be worth to either side

HEADER = """\
# Balanced openings of 8x8 Othello for `saizen match --openings balanced`, one a line. Made by training/openings.py:
# {plies} plies of moves at most {near:g} discs worse than the best by a search of {quick} plies at {quick_percent:g} %;
# worth at most {even:g} discs to either side by a search of {deep} plies at {deep_percent:g} %.
# No two are equal by transposition, turning or mirroring. Seed {seed}; {count} openings of {tried} tried.
"""


def main() -> None:
    """Write as many openings as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--depth", type=int, default=DEEP.depth, help="plies of the deep search")
    parser.add_argument("--hash", type=int, default=16, help="MiB of the table")
    parser.add_argument("--out", type=Path, default=PACKAGE)
    options = parser.parse_args()
    deep = Level(0, options.depth, DEEP.selectivity, 0, 0)
    lines, tried = make(options.count, deep, Engine(hash_mib=options.hash, book=False))
    header = HEADER.format(
        plies=f"{PLIES[0]} to {PLIES[-1]}",
        near=NEAR,
        quick=QUICK.depth,
        quick_percent=QUICK.percent,
        even=EVEN,
        deep=deep.depth,
        deep_percent=deep.percent,
        seed=SEED,
        count=len(lines),
        tried=tried,
    )
    options.out.write_text(header + "".join(f"{line}\n" for line in lines))
    print(f"{options.out}: {len(lines)} openings")


def make(count: int, deep: Level, engine: Engine) -> tuple[list[str], int]:
    """Return openings, and how many were tried to find them."""
    lines: list[str] = []
    values: list[float] = []  # for black
    seen: set[Board] = set()
    tried, began = 0, time.monotonic()
    while len(lines) < count:
        dice = Stream(SEED, tried)
        tried += 1
        state, moves = walk(engine, dice, dice.choice(PLIES))
        board, _ = canonical(state.own, state.other)
        if board in seen or state.is_over() or not state.mobility:
            continue
        seen.add(board)
        engine.new_game()
        value = float(engine.analyse(state, level=deep, all_moves=False)[0].value)
        if abs(value) <= EVEN:
            lines.append("".join(move_names(Othello(), moves)))
            values.append(value if len(moves) % 2 == 0 else -value)
            if len(lines) % 100 == 0 or len(lines) == count:
                mean = sum(values) / len(values)
                seconds = time.monotonic() - began
                print(f"{len(lines)} of {tried} tried, black {mean:+.2f} on average, {seconds:.0f} s", flush=True)
    return lines, tried


def walk(engine: Engine, dice: Stream, plies: int) -> tuple[Othello, list[int]]:
    """Return the position after so many nearly best moves, and the moves."""
    engine.new_game()
    moves = [FIRST]
    state = Othello().apply_move(FIRST)
    while len(moves) < plies and not state.is_over():
        found = engine.analyse(state, level=QUICK)
        moves.append(dice.choice([value.move for value in found if value.loss(found[0]) <= NEAR]))
        state = state.apply_move(moves[-1])
    return state, moves


if __name__ == "__main__":
    main()
