"""What the tests of the engine share."""

from pathlib import Path

import pytest

from tests.engine.installed import ensure_version


@pytest.fixture
def version(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make sure that saizen has a version to write into a store; return a folder for the store."""
    ensure_version(tmp_path_factory.mktemp("installed"), monkeypatch)
    return tmp_path_factory.mktemp("stores")
