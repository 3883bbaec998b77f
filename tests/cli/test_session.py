"""Where games are kept, in the cases that no process can be put into."""

from pathlib import Path

import pytest

from saizen.cli.session import free_path, kept_games
from saizen.errors import UnreadableFileError


def test_games_are_kept_in_the_state_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert kept_games() == tmp_path / "saizen"
    monkeypatch.setenv("XDG_STATE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert kept_games() == tmp_path / ".local" / "state" / "saizen"


def test_without_a_home_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    with pytest.raises(UnreadableFileError, match="there is no home folder to keep games in; set XDG_STATE_HOME"):
        free_path()
