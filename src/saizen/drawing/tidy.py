"""Where the nodes of a tree stand when it is drawn tidily: parents over the middle of their children, none too close.

Reingold & Tilford, "Tidier drawings of trees" (1981).
"""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["tidy_tree"]


@dataclass(slots=True)
class Contour:
    """How far a subtree reaches to each side, row by row, the deepest row first; all relative to its root and `shift`.

    Only the rows that two subtrees share are ever looked at, so a whole tree takes time in proportion to its nodes.
    """

    left: list[float]
    right: list[float]
    shift: float = 0.0


def tidy_tree(children: Sequence[Sequence[int]], root: int = 0) -> list[float]:
    """Return the place of each node from the left, a unit being the least distance of two nodes in a row.

    Of nodes that are not below the root the place is 0.
    """
    order = [root]
    for node in order:  # grows while it is read
        order += children[node]
    offsets = [0.0] * len(children)  # from the parent
    contours: dict[int, Contour] = {}
    for node in reversed(order):
        contours[node] = joined([contours.pop(child) for child in children[node]], children[node], offsets)
    places = [0.0] * len(children)
    for node in order:
        for child in children[node]:
            places[child] = places[node] + offsets[child]
    leftmost = min(places[node] for node in order)
    for node in order:
        places[node] -= leftmost
    return places


def joined(contours: Sequence[Contour], children: Sequence[int], offsets: list[float]) -> Contour:
    """Put subtrees side by side under a parent; note how far each stands from it."""
    if not contours:
        return Contour([0.0], [0.0])
    whole = contours[0]
    for child, contour in zip(children[1:], contours[1:], strict=True):
        offsets[child] = distance = needed(whole, contour)
        contour.shift += distance
        whole = merged(whole, contour)
    middle = offsets[children[-1]] / 2
    for child in children:
        offsets[child] -= middle
    whole.shift -= middle
    whole.left.append(-whole.shift)
    whole.right.append(-whole.shift)
    return whole


def needed(one: Contour, other: Contour) -> float:
    """Return how far the other subtree must stand to the right, so that no two nodes of a row are too close."""
    shared = min(len(one.left), len(other.left))
    shift = one.shift - other.shift
    return max(one.right[-row] - other.left[-row] + shift for row in range(1, shared + 1)) + 1.0


def merged(one: Contour, other: Contour) -> Contour:
    """Return the contour of two subtrees side by side, reusing the lists of the deeper one."""
    shared = min(len(one.left), len(other.left))
    if len(one.left) >= len(other.left):
        shift = other.shift - one.shift
        for row in range(1, shared + 1):
            one.right[-row] = other.right[-row] + shift
        return one
    shift = one.shift - other.shift
    for row in range(1, shared + 1):
        other.left[-row] = one.left[-row] + shift
    return other
