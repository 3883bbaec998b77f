"""The training: what is fitted to what, that tests stay apart, and a whole run of the smallest size."""

import json
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from saizen import _native
from saizen.engine.evaluation import unpack_weights

ROOT = Path(__file__).resolve().parents[2]
ZERO = bytes(_native.Evaluation.size())
NO_CUTS = 4


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import a module of the training."""
    monkeypatch.syspath_prepend(ROOT / "training")
    return import_module


@pytest.fixture
def games(load: Any) -> Any:
    """Play a few games without knowledge."""
    data = _native.Evaluation(ZERO).self_play(1, 0, 60, 2, NO_CUTS, 10, 6, 34, 1)
    return np.frombuffer(data, load("positions").RECORD)


def run(program: str, *arguments: object) -> str:
    command = [sys.executable, f"training/{program}.py", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def record(load: Any, game: int, searched: int, final: int, exact: int) -> Any:
    disc = _native.DISC
    return np.array([(1, 2, searched * disc, final * disc, game, exact)], load("positions").RECORD)


def test_targets_lie_between_the_own_search_and_what_comes_later(load: Any) -> None:
    labels = [(0, 4, -2, 0), (0, 6, 2, 0), (0, -2, -2, 1), (0, 8, 8, 1), (1, 3, 5, 0), (1, -5, -5, 1)]
    records = np.concatenate([record(load, *label) for label in labels])
    values = load("targets").target_values
    assert values(records, "mix:0").tolist() == [4, 6, -2, 8, 3, -5]
    assert values(records, "mix:1").tolist() == [-2, 2, -2, 8, 5, -5]
    assert values(records, "mix:0.5").tolist() == [1, 4, -2, 8, 4, -5]
    assert values(records, "return:1").tolist() == values(records, "mix:1").tolist()
    # The second position of the first game: half of 6, and half of 2, which is -2 for the other side.
    assert values(records, "return:0.5").tolist() == [0, 4, -2, 8, 4, -5]


def test_no_game_that_is_held_out_and_no_position_for_tests_is_learned_from(load: Any, games: Any) -> None:
    mirrored = games[::50].copy()
    for side in ("player", "opponent"):
        mirrored[side] = games[::50][side].byteswap()  # the board upside down
    phases = load("phases").Phases(games, mirrored, 1)
    held_out = load("positions").held_out_games(games)
    assert 0 < held_out.sum() < len(games) / 4
    assert len(np.unique(games["game"][held_out])) + len(np.unique(games["game"][~held_out])) == len(
        np.unique(games["game"])
    )
    learned = np.empty(len(games), bool)
    learned[phases.order] = np.concatenate(phases.learned)
    assert not learned[held_out].any()
    assert not learned[::50].any()
    assert learned.sum() > len(games) / 2


def test_the_fit_is_the_solution_of_the_normal_equations(
    load: Any, games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    products, fitting = load("products"), load("fitting")
    monkeypatch.setattr(fitting, "TOLERANCE", 1e-9)
    places = load("positions").places_of(games[:40], 1)
    used = np.unique(places)
    rows = np.zeros((40, len(used)))
    for row, looked_up in enumerate(places):
        np.add.at(rows[row], np.searchsorted(used, looked_up), 1)
    generator = np.random.default_rng(1)
    values = generator.normal(size=40).astype(np.float32)
    importance = np.where(np.arange(40) % 3, 1, 0.25).astype(np.float32)
    prior = np.zeros(_native.PLACES, np.float32)
    prior[used] = generator.normal(size=len(used))
    matrix = products.NumpyMatrix([places])
    fit = fitting.fit_weights(matrix, values, importance, importance, prior, np.zeros_like(prior), (7.0,))
    left = rows.T @ (importance[:, None] * rows) + 7 * np.eye(len(used))
    expected = np.linalg.solve(left, rows.T @ (importance * values) + 7 * prior[used])
    assert np.allclose(fit.weights[used], expected, atol=1e-5)
    assert np.array_equal(np.delete(fit.weights, used), np.delete(prior, used))


@pytest.mark.parametrize("library", ["numpy", "torch"] if find_spec("torch") else ["numpy"])  # PyTorch is for GPUs only
def test_products_are_those_of_the_whole_matrix(load: Any, games: Any, library: str) -> None:
    products = load("products")
    places = load("positions").places_of(games, 1)
    if library == "numpy":
        matrix = products.NumpyMatrix([places])
    else:
        matrix = products.TorchMatrix([import_module("torch").tensor(places)])
    generator = np.random.default_rng(1)
    weights, values = generator.normal(size=_native.PLACES), generator.normal(size=len(games))
    columns = np.zeros(_native.PLACES)
    np.add.at(columns, places, values[:, None])
    assert np.allclose(np.asarray(matrix.times(weights)), weights[places].sum(1), atol=1e-4)
    assert np.allclose(np.asarray(matrix.transposed_times(matrix.rows(values))), columns, atol=1e-2)


def test_weights_survive_packing(load: Any) -> None:
    fitting = load("fitting")
    raw = np.random.default_rng(1).integers(-999, 999, len(ZERO) // 2).astype("<i2").tobytes()
    assert fitting.packed(fitting.unpacked(raw)) == raw


@pytest.mark.slow
def test_a_small_run_learns_to_judge_and_to_play(tmp_path: Path) -> None:
    data, shipped, zero = tmp_path / "data", tmp_path / "packed", tmp_path / "zero.bin"
    zero.write_bytes(ZERO)
    training = ["--data", data, "--positions", 800, "--rounds", "2:8:0", "--games", 500, "--pairs", 20, "--tests", 20]
    run("train", *training)
    weights = (data / "weights.bin").read_bytes()
    run("export", data / "weights.bin", shipped)
    assert unpack_weights(shipped.read_bytes()) == weights

    judged = [zero, data / "weights.bin"]
    run("evaluate", "--data", data, "--judge", judged[1], "--depth", 2, "--exact", 8, *judged)
    report = json.loads((data / "errors-deep.json").read_text())
    before, after = ([phase["close"] for phase in report[str(weights)]] for weights in judged)
    assert len(before) > 20
    assert np.mean(after) < 0.8 * np.mean(before)

    trained, untrained = _native.Evaluation(weights), _native.Evaluation(ZERO)
    scores = np.frombuffer(trained.match(untrained, 1, 50, 2, NO_CUTS, 8, 6, 16, 1), "<i4")
    assert (scores > 0).mean() > 0.75

    (data / "round-0.bin").unlink()  # as if it had been stopped: the games are there, and the fit comes out the same
    run("train", *training)
    assert (data / "weights.bin").read_bytes() == weights
