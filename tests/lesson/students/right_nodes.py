"""Searches of nodes that are right; `get_value` and `get_next_valid_moves` are given by whoever calls them."""
# mypy: ignore-errors

import math


def minimax(node, max_depth, player_a_moves):
    if max_depth == 0 or len(node.children) == 0:
        return get_value(node)  # noqa: F821
    move_values = []
    for move in get_next_valid_moves(node):  # noqa: F821
        move_values.append(minimax(move, max_depth - 1, not player_a_moves))
    return max(move_values) if player_a_moves else min(move_values)


def writes_values(node, depth, maximizing):
    if not (node.is_leaf or depth == 0):
        choose = max if maximizing else min
        node.value = choose(writes_values(child, depth - 1, not maximizing) for child in node.children)
    return node.value


def alphabeta(node, max_depth, player_a_moves, alpha=-math.inf, beta=math.inf):
    if max_depth == 0 or not node.children:
        return node.value
    best = -math.inf if player_a_moves else math.inf
    for child in node.children:
        value = alphabeta(child, max_depth - 1, not player_a_moves, alpha, beta)
        if player_a_moves:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best
