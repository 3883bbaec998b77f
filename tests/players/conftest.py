"""A real outside program for the tests."""

import os
import shutil

import pytest


@pytest.fixture
def rhino() -> str:
    """Return the command of a real program; where everything is tested, it must be there."""
    found = shutil.which("gtp-rhino") or shutil.which("/usr/games/gtp-rhino")
    if found is None and not os.environ.get("CI"):
        pytest.skip("gtp-rhino is not installed (on Debian: apt-get install grhino)")
    assert found is not None, "gtp-rhino is missing (on Debian: apt-get install grhino)"
    return f"{found} -l 1 -b 0"
