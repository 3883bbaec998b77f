"""The tree of moves of the exercise, made with anytree; try `saizen explain examples/moves_tree.py:root`."""

from anytree import Node

VALUES = {"Move X": 2, "Move Y": 7, "Move Z": 5, "Move W": 10, "Move V": 8}


def move(name: str, parent: Node | None = None) -> Node:
    """Return a node with the heuristic value of its move."""
    return Node(name, parent, value=VALUES[name])


root = move("Move Y")
node_1_1 = move("Move X", root)
node_1_2 = move("Move Y", root)
node_2_1 = move("Move X", node_1_1)
node_2_2 = move("Move Y", node_1_1)
node_2_3 = move("Move Z", node_1_1)
node_2_4 = move("Move W", node_1_2)
node_2_5 = move("Move Y", node_1_2)
node_3_1 = move("Move Y", node_2_2)
node_3_2 = move("Move V", node_2_2)
