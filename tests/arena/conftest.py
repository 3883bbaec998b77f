"""Players of files for the tests of the arena."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def student(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes a player's file and returns its spec."""

    def write(code: str, file: str = "student.py", name: str = "Player") -> str:
        path = tmp_path / file
        path.write_text(code, encoding="utf-8")
        return f"{path}:{name}"

    return write
