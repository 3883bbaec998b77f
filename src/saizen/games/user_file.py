"""Loading what a user has written: `path/to/file.py:Name`."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

from saizen.errors import SpecError, UnreadableFileError
from saizen.games.contract import where

__all__ = ["is_user_spec", "load_object"]


def is_user_spec(spec: str) -> bool:
    """Tell whether `spec` names something in a file rather than something built in."""
    return ".py:" in spec or spec.endswith(".py")


def load_object(spec: str) -> Any:
    """Return the object `Name` of `path/to/file.py:Name`; the file is run, as importing it would."""
    path_text, _, name = spec.rpartition(":")
    if not path_text or not name:
        raise SpecError(f"{spec!r} names no object; write it as file.py:Name")
    path = Path(path_text)
    if not path.is_file():
        raise UnreadableFileError(f"no such file {path_text!r}; write it as path/to/file.py:Name")
    module = load_module(path)
    if not hasattr(module, name):
        names = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise SpecError(f"{path_text} has no {name!r}; it has: {' '.join(names) or 'nothing callable'}")
    return getattr(module, name)


def load_module(path: Path) -> object:
    """Run a Python file as a module of its own, once."""
    key = f"saizen_user_file:{path.resolve()}"
    if key in sys.modules:
        return sys.modules[key]
    spec = importlib.util.spec_from_file_location(key, path)
    if spec is None or spec.loader is None:
        raise UnreadableFileError(f"{str(path)!r} is no Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[key] = module  # dataclasses look their module up while the file runs
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[key]
        raise SpecError(f"{str(path)!r} failed: {type(error).__name__}: {error}{where(error)}") from error
    return module
