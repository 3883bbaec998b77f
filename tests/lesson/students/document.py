"""The exercise's solution as its document has it: values by name, and tests that print when the file is loaded."""
# mypy: ignore-errors

from anytree import Node


def test_minimax(node, max_depth, player_a_moves, expected):
    return minimax(node, max_depth, player_a_moves) == expected


def minimax(node, max_depth, player_a_moves):
    if max_depth == 0 or len(node.children) == 0:
        return get_value(node)
    move_values = []
    for move in get_next_valid_moves(node):
        move_values.append(minimax(move, max_depth - 1, not player_a_moves))
    return max(move_values) if player_a_moves else min(move_values)


def get_value(node):
    return {"Move X": 2, "Move Y": 7, "Move Z": 5}[node.name]


def get_next_valid_moves(node):
    return node.children


root = Node("Move Y")
Node("Move X", root)
Node("Move Z", root)
print(test_minimax(root, 0, True, 7))
print(test_minimax(root, 1, True, 5))
