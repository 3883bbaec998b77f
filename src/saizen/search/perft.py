"""Perft: counting move sequences, the test of every move generator."""

import enum

from saizen.errors import SettingError
from saizen.games.base import State, move_name
from saizen.search.native import native_position

__all__ = ["Convention", "perft"]

MOST_MIB = 1 << 16


class Convention(enum.StrEnum):
    """What counts as a sequence of a given length; Othello's three conventions part at depth 9."""

    PLIES = "plies"  # a pass is a ply, a finished game is not counted: OEIS A124004
    FINISHED = "finished"  # a pass is a ply, a finished game counts once
    DISCS = "discs"  # a pass is no ply, a finished game counts once

    @property
    def rule(self) -> str:
        """The convention in words."""
        return {
            Convention.PLIES: "a pass is a ply, a finished game is not counted (OEIS A124004)",
            Convention.FINISHED: "a pass is a ply, a finished game counts once",
            Convention.DISCS: "a pass is no ply, a finished game counts once",
        }[self]


def perft(
    state: State,
    depth: int,
    convention: Convention = Convention.PLIES,
    *,
    hash_mib: int = 0,
    threads: int = 1,
    native: bool = True,
) -> int:
    """Return how many sequences of `depth` plies the rules allow from `state`.

    The native count of Othello may share positions met before, in a table of `hash_mib`, and the work of `threads`.
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
        raise SettingError(f"depth={depth!r} is no depth; use 0, 1, 2 …")
    if not isinstance(convention, Convention):
        raise SettingError(f"{convention!r} is no Convention; known: {' '.join(map(str, Convention))}")
    for name, value, least, most in (("hash_mib", hash_mib, 0, MOST_MIB), ("threads", threads, 1, 256)):
        if not least <= value <= most:
            raise SettingError(f"{name}={value} is not between {least} and {most}")
    twin = native_position(state) if native and convention is Convention.PLIES else None
    counted = getattr(twin, "perft", None)
    if counted is not None:
        return int(counted(depth, hash_mib << 20, threads))
    if hash_mib or threads > 1:
        raise SettingError("only Othello on a board within 8x8, by plies, is counted with a table or threads")
    return count_paths(state, depth, convention)


def count_paths(state: State, depth: int, convention: Convention) -> int:
    """Count one by one: the plain twin of the native count."""
    if depth == 0:
        return 1
    if state.is_over():
        return 0 if convention is Convention.PLIES else 1
    total = 0
    for move in state.legal_moves():
        free = convention is Convention.DISCS and move_name(state, move) == "pass"
        total += count_paths(state.apply_move(move), depth if free else depth - 1, convention)
    return total
