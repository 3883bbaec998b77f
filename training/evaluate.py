"""Tell how far evaluations are from deep searches and exact scores, phase by phase.

    python training/evaluate.py --data DIR --judge DIR/weights.bin --threads 16 committed DIR/weights.bin

The positions come from games that are never trained on. They are labelled once, by searches with the weights given to
--judge; the report is DIR/errors.json.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from export import PACKAGE
from positions import Shards, phases_of
from testing import label_tests, mean_errors, positions_to_test

from saizen import _native
from saizen.engine.evaluation import unpack_weights

__all__ = ["read_weights"]


def read_weights(name: str) -> bytes:
    """Return raw weights: those of the package for `committed`, else of a file."""
    if name == "committed":
        return unpack_weights(PACKAGE.read_bytes())
    return Path(name).read_bytes()


def main() -> None:
    """Label the positions if need be, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", nargs="+", help="files of raw weights, or 'committed'")
    parser.add_argument("--data", type=Path, required=True, help="the folder of a training run")
    parser.add_argument("--judge", default="committed", help="weights for the searches that label")
    parser.add_argument("--name", default="deep", help="of the labels")
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--selectivity", type=int, default=3)
    parser.add_argument("--exact", type=int, default=20, help="empties from which positions are solved")
    parser.add_argument("--tests", type=int, default=400, help="positions of a phase")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    shards = Shards(options.data / "test")
    judge = _native.Evaluation(read_weights(options.judge))
    positions_to_test(shards, judge, each=options.tests, threads=options.threads)
    labelled = label_tests(
        shards,
        judge,
        name=options.name,
        depth=options.depth,
        exact_from=options.exact,
        selectivity=options.selectivity,
        threads=options.threads,
    )
    errors = {name: mean_errors(labelled, read_weights(name)) for name in options.weights}
    counts = np.bincount(phases_of(labelled), minlength=_native.PHASES)
    report = [
        {
            "phase": phase,
            "empties": [60 - 2 * phase, 59 - 2 * phase],
            "positions": int(counts[phase]),
            "errors": {name: round(float(error[phase]), 4) for name, error in errors.items()},
        }
        for phase in range(_native.PHASES)
        if counts[phase]
    ]
    (options.data / f"errors-{options.name}.json").write_text(json.dumps(report, indent=1))
    for entry in report:
        print(entry["phase"], entry["empties"], entry["positions"], *entry["errors"].values())  # type: ignore[attr-defined]
    print("mean", *(round(float(np.nanmean(error)), 4) for error in errors.values()))


if __name__ == "__main__":
    main()
