"""Tell how far evaluations are from deep searches and exact scores, phase by phase.

    python training/evaluate.py --data DIR --judge DIR/weights.bin --threads 16 committed DIR/weights.bin

The positions come from games that are never trained on. They are labelled once, by searches with the weights given to
--judge; the report is DIR/errors-deep.json, or by another name than deep.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from export import PACKAGE
from positions import Records, Shards, phases_of
from testing import label_tests, mean_errors, positions_to_test

from saizen import _native
from saizen.engine.evaluation import unpack_weights

__all__ = ["read_weights"]

CLOSE = 16  # a position worth at most so many discs to either side is close


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
    report = {name: errors_by_phase(labelled, read_weights(name)) for name in options.weights}
    (options.data / f"errors-{options.name}.json").write_text(json.dumps(report, indent=1))
    for name, entries in report.items():
        print(name)
        for entry in entries:
            print(
                "  phase {phase:2}  {positions:4} positions  {all:.3f} discs  {close:.3f} where it is close".format(
                    **entry
                )
            )
        mean = {kind: np.nanmean([entry[kind] for entry in entries]) for kind in ("all", "close")}
        print("  all phases                {all:.3f} discs  {close:.3f}".format(**mean))


def errors_by_phase(labelled: Records, weights: bytes) -> list[dict[str, float]]:
    """Return the mean absolute errors of the phases that have positions, of all of them and of close ones."""
    errors, close = mean_errors(labelled, weights), mean_errors(labelled, weights, most_discs=CLOSE)
    counts = np.bincount(phases_of(labelled), minlength=_native.PHASES)
    return [
        {"phase": phase, "positions": int(count), "all": round(errors[phase], 4), "close": round(close[phase], 4)}
        for phase, count in enumerate(counts)
        if count
    ]


if __name__ == "__main__":
    main()
