"""Every exception saizen raises on purpose.

SaizenError
├── IllegalMoveError    a move the rules forbid here
├── NotationError       text that is no move, position, tree or saved game
├── SettingError        a number or option out of range: size, depth, limit
├── SpecError           an unknown game, player, evaluator or key
├── ProtocolError       a game or player class that breaks its protocol
├── FaultError          an outside program that failed in a game, with its cause
├── ResignError         a player that gives the game up
├── NativeCoreError     the native core is missing, or not made for this processor
└── UnreadableFileError a file that cannot be read or written
"""

__all__ = [
    "CAUSES",
    "FaultError",
    "IllegalMoveError",
    "NativeCoreError",
    "NotationError",
    "ProtocolError",
    "ResignError",
    "SaizenError",
    "SettingError",
    "SpecError",
    "UnreadableFileError",
]

# Why an outside program failed, in the order in which the causes are judged where several hold.
CAUSES = ("died", "no reply", "late", "unparsable", "illegal")


class SaizenError(Exception):
    """Say in one line what was wrong, where, and what would have worked."""


class IllegalMoveError(SaizenError, ValueError):
    """Refuse a move that the rules forbid in this position."""


class NotationError(SaizenError, ValueError):
    """Refuse text that is no move, position, tree or saved game."""


class SettingError(SaizenError, ValueError):
    """Refuse a number or option out of its range."""


class SpecError(SaizenError, ValueError):
    """Refuse an unknown name or key, listing the known ones."""


class ProtocolError(SaizenError, TypeError):
    """Refuse a class that breaks the protocol of a game or a player."""


class FaultError(SaizenError, RuntimeError):
    """Report that an outside program failed in a game; `cause` is one of `CAUSES`."""

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(cause, message)  # both, so that the error can travel between processes
        self.cause, self.message = cause, message

    def __str__(self) -> str:
        return self.message


class ResignError(SaizenError, RuntimeError):
    """Report that a player gives the game up: a legal way to lose, and no fault."""


class NativeCoreError(SaizenError, ImportError):
    """Report that the native core is missing or not made for this processor."""


class UnreadableFileError(SaizenError, OSError):
    """Report a file that cannot be read or written."""
