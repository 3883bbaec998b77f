"""Compare what positions may be fitted to, by the errors against deep searches and exact scores.

    python training/compare.py --data DIR --round 1 --threads 16 mix:0 mix:0.5 mix:1 return:0.8 return:0.9

Some phases are fitted to one round's games for each target, all from the same prior. The positions they are judged by
were labelled by evaluate.py. The report is DIR/targets.json; the best target is printed last.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from fitting import packed, unpacked
from phases import Phases
from positions import Shards
from targets import target_values
from testing import mean_errors

RIDGE = 40.0
CLOSE = 16  # only positions worth at most so many discs are judged


def main() -> None:
    """Fit the phases to each target, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="+")
    parser.add_argument("--data", type=Path, required=True, help="the folder of a training run")
    parser.add_argument("--round", type=int, default=0, help="whose games are fitted")
    parser.add_argument("--phases", type=int, nargs="+", default=[6, 9, 12, 15, 18, 20])
    parser.add_argument("--labels", default="deep", help="the name given to evaluate.py")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    labelled = Shards(options.data / "test").load(options.labels)
    records = np.concatenate(list(Shards(options.data / f"round-{options.round}")))
    phases = Phases(records, labelled, options.threads)
    prior = unpacked((options.data / "weights.bin").read_bytes())
    report: dict[str, dict[int, float]] = {}
    for target in options.targets:
        values, fitted = target_values(records, target), prior.copy()
        for phase in options.phases:
            fit = phases.fit(phase, values, prior[phase], prior[phase], (RIDGE,))
            if fit is not None:
                fitted[phase] = fit.weights
        errors = mean_errors(labelled, packed(fitted), most_discs=CLOSE)
        report[target] = {phase: round(float(errors[phase]), 4) for phase in options.phases}
        print(target, *report[target].values(), f"mean {np.mean(list(report[target].values())):.4f}", flush=True)
    (options.data / "targets.json").write_text(json.dumps(report, indent=1))
    print(min(report, key=lambda target: np.mean(list(report[target].values()))))


if __name__ == "__main__":
    main()
