"""Loading what a user has written: `path/to/file.py:Name`."""

import importlib.util
import os
import sys
import threading
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from saizen.errors import SpecError, UnreadableFileError

__all__ = ["is_user_spec", "load_object", "where"]

LOADING = threading.RLock()
PREFIX = "saizen_user_file:"  # of the name of the module that a user's file becomes


def is_user_spec(spec: str) -> bool:
    """Tell whether `spec` names something in a file rather than something built in."""
    return ".py:" in spec or spec.endswith(".py")


def load_object(spec: str) -> Any:
    """Return the object `Name` of `path/to/file.py:Name`; the file is run, as importing it would."""
    path_text, _, name = spec.rpartition(":")
    if not path_text or not name:
        raise SpecError(f"{spec!r} names no object; write it as file.py:Name")
    path = Path(path_text)
    if not os.path.isfile(path):  # unlike Path.is_file, it takes names that are too long
        raise UnreadableFileError(f"no such file {path_text!r}; write it as path/to/file.py:Name")
    module = load_module(path)
    if not hasattr(module, name):
        names = [key for key, value in vars(module).items() if is_own(value, module) and not key.startswith("_")]
        raise SpecError(f"{path_text} has no {name!r}; it has: {' '.join(names) or 'nothing callable'}")
    return getattr(module, name)


def load_module(path: Path) -> ModuleType:
    """Run a Python file as a module of its own, once."""
    key = f"{PREFIX}{path.resolve()}"
    with LOADING:  # another thread must not see half a file
        return sys.modules.get(key) or run_file(path, key)


def run_file(path: Path, key: str) -> ModuleType:
    """Run a Python file as the module called `key`."""
    spec = importlib.util.spec_from_file_location(key, path)
    if spec is None or spec.loader is None:
        raise UnreadableFileError(f"{str(path)!r} is no Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[key] = module  # dataclasses look their module up while the file runs
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[key]
        raise SpecError(f"{str(path)!r} failed: {type(error).__name__}: {error}{where(error)}") from error
    return module


def is_own(value: object, module: ModuleType) -> bool:
    """Tell whether something that can be called was written in a module, not imported into it."""
    return callable(value) and getattr(value, "__module__", None) == module.__name__


def where(error: BaseException) -> str:
    """Return the function and line of a user's file in which an error arose; nothing when it arose elsewhere."""
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if str(frame.f_globals.get("__name__")).startswith(PREFIX):
            place = f" (in {frame.f_code.co_name}, line {line} of {Path(frame.f_code.co_filename).name})"
    return place
