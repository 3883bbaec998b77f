"""What a search tells someone who wants to see it think."""

from typing import Protocol

from saizen.games.base import Move, State, Value

__all__ = ["Observer"]


class Observer(Protocol):
    """Watches a search; every value is for the side to move at the node it belongs to."""

    def enter(self, move: Move | None, state: State, depth: float, alpha: Value, beta: Value) -> None:
        """The search goes down `move` (None at the root) to `state`, `depth` plies above the horizon."""

    def leaf(self, value: Value) -> None:
        """The node just entered is finished or at the horizon."""

    def best(self, move: Move, value: Value) -> None:
        """`move` is the best of this node so far."""

    def cut(self, move: Move, value: Value) -> None:
        """`move` is so good that the moves after it cannot matter."""

    def leave(self, value: Value) -> None:
        """The search goes back up with this value."""
