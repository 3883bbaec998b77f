"""A stand-in for the installed package: a store writes saizen's version, which PYTHONPATH alone does not tell."""

import importlib.metadata
import os
from pathlib import Path

import pytest


def ensure_version(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the version known to this process and to those it starts, unless it is."""
    try:
        importlib.metadata.version("saizen")
    except importlib.metadata.PackageNotFoundError:
        metadata = folder / "saizen-0.0.0.dist-info" / "METADATA"
        metadata.parent.mkdir(parents=True)
        metadata.write_text("Metadata-Version: 2.1\nName: saizen\nVersion: 0.0.0\n")
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
