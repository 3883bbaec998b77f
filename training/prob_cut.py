"""Fit how far shallow searches are from deep ones: the margins of Multi-ProbCut (native/include/saizen/prob_cut.hpp).

    python training/prob_cut.py --threads 16 --positions 1000

Positions of games between equals are searched to every depth, cutting nothing, and some are solved. The logarithm of
the standard error is then linear in the empties, in the logarithm of how many plies the shallow search lacks, and (but
not to the end of the game) in its depth. Printed are the coefficients and how well they fit.
"""

import argparse

import numpy as np
from evaluate import read_weights
from numpy.typing import NDArray
from positions import EVERY_CUT_CERTAIN, RECORD, Records, boards_of, empties_of

from saizen import _native

SEED = 4242
EMPTIES = (12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 44, 48, 52)
SOLVED_TO = 18  # empties
GAMES_A_POSITION = 8  # of random lengths, so not every game has each number of empties to offer
Table = NDArray[np.float64]


def main() -> None:
    """Search, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", default="committed", help="a file of raw weights")
    parser.add_argument("--positions", type=int, default=200, help="for each number of empties")
    parser.add_argument("--depth", type=int, default=10, help="of the deepest searches")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    evaluation = _native.Evaluation(read_weights(options.weights))
    games = evaluation.self_play(
        SEED, 0, GAMES_A_POSITION * options.positions, 4, EVERY_CUT_CERTAIN, 12, 6, 12, options.threads
    )
    played = np.frombuffer(games, RECORD)
    cells = np.array(
        [
            cell
            for empties in EMPTIES
            for cell in errors(
                evaluation,
                played[empties_of(played) == empties][: options.positions],
                empties,
                options.depth,
                options.threads,
            )
        ]
    )
    to_end = cells[:, 1] == cells[:, 0]
    report("to a depth", cells[~to_end], ["1", "empties", "log(depth - shallow)", "shallow"])
    report("to the end", cells[to_end], ["1", "empties", "log(depth - shallow)"])


def errors(
    evaluation: _native.Evaluation, records: Records, empties: int, deepest: int, threads: int
) -> list[tuple[int, int, int, float]]:
    """Return empties, depth, shallow depth and standard error in discs, of depths that are both even or both odd."""
    boards = boards_of(records)
    values = {0: np.frombuffer(evaluation.values(boards), "<i4")}
    for depth in range(1, min(deepest, empties - 1) + 1):
        values[depth] = labels(evaluation.label(boards, depth, EVERY_CUT_CERTAIN, 0, threads))
    if empties <= SOLVED_TO:
        values[empties] = labels(evaluation.label(boards, 1, EVERY_CUT_CERTAIN, empties, threads))
    return [
        (empties, depth, shallow, float((values[depth] - values[shallow]).std()) / _native.DISC)
        for depth in values
        for shallow in range(depth % 2, min(depth, deepest + 1), 2)
        if depth >= 3
    ]


def labels(data: bytes) -> NDArray[np.int32]:
    """Return the values of labelled positions."""
    return np.frombuffer(data, RECORD)["searched"]


def report(name: str, cells: Table, terms: list[str]) -> None:
    """Fit the logarithm of the errors by least squares, and print what comes out."""
    empties, depth, shallow, error = cells.T
    columns = {"1": np.ones(len(cells)), "empties": empties, "log(depth - shallow)": np.log(depth - shallow)}
    columns["shallow"] = shallow
    matrix = np.stack([columns[term] for term in terms], axis=1)
    found, *_ = np.linalg.lstsq(matrix, np.log(error), rcond=None)
    apart = np.log(error) - matrix @ found
    print(f"{name}: " + "  ".join(f"{value:+.4f} {term}" for value, term in zip(found, terms, strict=True)))
    print(f"  {len(cells)} pairs of depths, which are off by {100 * apart.std():.0f} % on average")


if __name__ == "__main__":
    main()
