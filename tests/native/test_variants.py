"""The native core is the variant made for this processor, and never silently missing."""

import importlib.util
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from saizen import _native
from saizen.errors import NativeCoreError

BUILT = [name for name in _native.VARIANTS if importlib.util.find_spec(f"saizen._native.{name}")]


def offering(*features: str) -> object:
    """Return a processor with these features, and every variant built."""

    def load(name: str) -> object:
        return SimpleNamespace(offers=features.__contains__) if name == "cpu" else SimpleNamespace(name=name)

    return load


@pytest.mark.parametrize("best", ["v4", "v3", "baseline"])
def test_the_best_variant_that_fits_is_chosen(monkeypatch: pytest.MonkeyPatch, best: str) -> None:
    monkeypatch.setattr(_native, "load", offering(*_native.VARIANTS[best]))
    assert _native.choose(None)[0] == best


def test_a_single_missing_feature_rules_a_variant_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing in _native.VARIANTS["v3"]:
        monkeypatch.setattr(_native, "load", offering(*(set(_native.VARIANTS["v4"]) - {missing})))
        assert _native.choose(None)[0] == "baseline"


def test_a_variant_asked_for_is_taken_or_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_native, "load", offering(*_native.VARIANTS["v3"]))
    assert _native.choose("baseline")[0] == "baseline"
    with pytest.raises(
        NativeCoreError, match="SAIZEN_CPU=v4 needs more than this processor offers; it can run: v3 baseline"
    ):
        _native.choose("v4")
    with pytest.raises(NativeCoreError, match="SAIZEN_CPU=fast is no variant; known: v4 v3 baseline"):
        _native.choose("fast")


def test_a_missing_core_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_native, "load", lambda _: None)
    with pytest.raises(NativeCoreError, match="the native core of saizen is missing; install saizen again"):
        _native.choose(None)
    monkeypatch.setattr(
        _native, "load", lambda name: SimpleNamespace(offers=lambda _: False) if name == "cpu" else None
    )
    with pytest.raises(NativeCoreError, match=r"no variant of the native core is built .* \(baseline\)"):
        _native.choose(None)


@pytest.mark.parametrize("variant", BUILT)
def test_every_variant_built_here_solves_4x4_othello(variant: str) -> None:
    """In a process of its own, since one process holds one variant."""
    code = "from saizen import Othello, _native, solve; print(_native.__variant__, solve(Othello(4, 4)).value)"
    environment = {**os.environ, "SAIZEN_CPU": variant}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    features = _native.VARIANTS[variant]
    cpu = _native.load("cpu")
    assert cpu is not None
    if all(cpu.offers(feature) for feature in features):
        assert run.stdout.split() == [variant, "-10"]
    else:
        assert "needs more than this processor offers" in run.stderr
