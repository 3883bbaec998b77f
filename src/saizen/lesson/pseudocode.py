"""The searches in a dozen lines each, as textbooks write them, and which line each event of a trace stands for."""

from collections.abc import Mapping

from saizen.errors import SpecError
from saizen.lesson.trace import Event, Kind, Node

__all__ = ["line_of", "pseudocode"]

MINIMAX = """\
minimax(node):
  if node is a leaf: return its value
  if MAX moves:
    best ← −∞
    for each child:
      value ← minimax(child)
      if value > best: best ← value
  else:  # MIN moves
    best ← +∞
    for each child:
      value ← minimax(child)
      if value < best: best ← value
  return best"""

NEGAMAX = """\
negamax(node):  # values for the side to move
  if node is a leaf:
    return its value
  best ← −∞
  for each child:
    value ← −negamax(child)
    if value > best:
      best ← value
  return best"""

ALPHABETA = """\
alphabeta(node, α, β):
  if node is a leaf: return its value
  if MAX moves:
    best ← −∞
    for each child:
      best ← max(best, alphabeta(child, α, β))
      α ← max(α, best)
      if β ≤ α: break  # cut
  else:  # MIN moves
    best ← +∞
    for each child:
      best ← min(best, alphabeta(child, α, β))
      β ← min(β, best)
      if β ≤ α: break  # cut
  return best"""

PVS = """\
pvs(node, α, β):  # values for the side to move
  if node is a leaf: return its value
  if the table knows enough: return that
  best ← −∞
  for each child, the most promising first:
    if it is the first: value ← −pvs(child, −β, −α)
    else:
      value ← −pvs(child, −(α+1), −α)  # no better?
      if α < value < β: value ← −pvs(child, −β, −α)
    if value > best: best ← value
    if best > α: α ← best
    if β ≤ α: break  # cut
  put best into the table
  return best"""

MTDF = """\
mtdf(root, guess):  # values for the side to move
  lower, upper ← −∞, +∞
  while lower < upper:
    β ← guess + 1 if guess = lower, else guess
    guess ← search(root, β)
    if guess ≥ β: lower ← guess, else upper ← guess
  return guess
search(node, β):  # is it worth β, yes or no?
  if node is a leaf: return its value
  if the table knows enough: return that
  best ← −∞
  for each child:
    best ← max(best, −search(child, 1 − β))
    if best ≥ β: break  # cut
  put best into the table
  return best"""

TEXTS: Mapping[str, str] = {
    "minimax": MINIMAX,
    "negamax": NEGAMAX,
    "alphabeta": ALPHABETA,
    "ordered": ALPHABETA.replace("alphabeta", "ordered").replace("each child:", "each child, the best first:"),
    "pvs": PVS,
    "mtdf": MTDF,
}

# The line of each kind of event: at a node of MAX, and at one of MIN.
FIRST_LINES = {Kind.ENTER: (0, 0), Kind.LEAF: (1, 1)}
ALPHABETA_LINES = FIRST_LINES | {
    Kind.BEST: (5, 11),
    Kind.RAISE: (6, 6),
    Kind.LOWER: (12, 12),
    Kind.CUT: (7, 13),
    Kind.LEAVE: (14, 14),
}
LINES: Mapping[str, Mapping[Kind, tuple[int, int]]] = {
    "minimax": FIRST_LINES | {Kind.BEST: (6, 11), Kind.LEAVE: (12, 12)},
    "negamax": {Kind.ENTER: (0, 0), Kind.LEAF: (2, 2), Kind.BEST: (7, 7), Kind.LEAVE: (8, 8)},
    "alphabeta": ALPHABETA_LINES,
    "ordered": ALPHABETA_LINES,
    "pvs": FIRST_LINES
    | {
        Kind.KNOWN: (2, 2),
        Kind.BEST: (9, 9),
        Kind.RAISE: (10, 10),
        Kind.LOWER: (10, 10),
        Kind.CUT: (11, 11),
        Kind.LEAVE: (13, 13),
    },
    "mtdf": {
        Kind.ENTER: (7, 7),
        Kind.LEAF: (8, 8),
        Kind.KNOWN: (9, 9),
        Kind.BEST: (12, 12),
        Kind.RAISE: (12, 12),
        Kind.LOWER: (12, 12),
        Kind.CUT: (13, 13),
        Kind.LEAVE: (15, 15),
        Kind.ANSWER: (6, 6),
    },
}
MTDF_AT_THE_ROOT = {Kind.ENTER: 4, Kind.LEAVE: 5}  # where the loop asks, and where it has the answer


def pseudocode(algorithm: str, cut_sign: str = "≤") -> tuple[str, ...]:
    """Return the lines of a search; `cut_sign` is what stands between β and α where it cuts."""
    if algorithm not in TEXTS:
        raise SpecError(f"no pseudocode for {algorithm!r}; known: {' '.join(TEXTS)}")
    return tuple(TEXTS[algorithm].replace("β ≤ α", f"β {cut_sign} α").splitlines())


def line_of(algorithm: str, event: Event, node: Node) -> int | None:
    """Return the line, from 0, that an event at a node stands for; None where it is not the search's own."""
    if algorithm == "mtdf" and node.parent < 0 and event.kind in MTDF_AT_THE_ROOT:
        return MTDF_AT_THE_ROOT[event.kind]
    lines = LINES[algorithm]
    at_leaf = event.kind is Kind.LEAVE and (node.is_over or event.depth == 0)
    pair = lines.get(Kind.LEAF if at_leaf else event.kind)
    return None if pair is None else pair[0 if node.is_max else 1]
