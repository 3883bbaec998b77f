"""Searches of nested lists that are right, each written in another way."""
# mypy: ignore-errors

import copy
import math


def minimax(tree, maximizing):
    if isinstance(tree, (int, float)):
        return tree
    choose = max if maximizing else min
    return choose(minimax(child, not maximizing) for child in tree)


def by_type(tree, is_max):
    if type(tree) is not list:
        return tree
    values = []
    place = 0
    while place < len(tree):
        values.append(by_type(tree[place], not is_max))
        place += 1
    return max(values) if is_max else min(values)


def by_class(tree, maximizing):
    if tree.__class__ is not list:
        return tree
    tree = copy.deepcopy(tree)
    values = [by_class(tree.pop(0), not maximizing) for _ in range(len(tree))]
    return sorted(values)[-1 if maximizing else 0]


def by_match(tree, maximizing):
    match tree:
        case [only]:
            return by_match(only, not maximizing)
        case [first, *others]:
            choose = max if maximizing else min
            return choose(by_match(first, not maximizing), by_match(others, maximizing))
        case value:
            return value


def by_halves(tree, maximizing):
    if not isinstance(tree, list):
        return tree
    if len(tree) == 1:
        return by_halves(tree[0], not maximizing)
    choose = max if maximizing else min
    return choose(by_halves(tree[:1], maximizing), by_halves(tree[1:], maximizing))


def value_and_move(tree, maximizing):
    """Return the value, and the place of the child it comes from."""
    if not isinstance(tree, list):
        return tree, None
    values = [value_and_move(child, not maximizing)[0] for child in tree]
    best = max(values) if maximizing else min(values)
    return best, values.index(best)


def move_and_value(tree, maximizing):
    value, move = value_and_move(tree, maximizing)
    return move, value


def alphabeta(tree, maximizing, alpha=-math.inf, beta=math.inf):
    if not isinstance(tree, list):
        return tree
    best = -math.inf if maximizing else math.inf
    for child in tree:
        value = alphabeta(child, not maximizing, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def alphabeta_strict(tree, maximizing, alpha=-math.inf, beta=math.inf):
    if not isinstance(tree, list):
        return tree
    best = -math.inf if maximizing else math.inf
    for place in range(len(tree)):
        value = alphabeta_strict(tree[place], not maximizing, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta < alpha:
            break
    return best


def alphabeta_hard(tree, depth, alpha, beta, maximizing_player):
    """Return a value inside of the window, as the chess programming wiki has it; nothing has a default."""
    if depth == 0 or not isinstance(tree, list):
        return tree
    for child in iter(tree):
        value = alphabeta_hard(child, depth - 1, alpha, beta, not maximizing_player)
        if maximizing_player:
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        else:
            if value <= alpha:
                return alpha
            beta = min(beta, value)
    return alpha if maximizing_player else beta


def negamax(tree, alpha=-math.inf, beta=math.inf, *, maximizing=True):
    def visit(node, sign, alpha, beta):
        if not isinstance(node, list):
            return sign * node
        best = -math.inf
        for _, child in enumerate(node):
            best = max(best, -visit(child, -sign, -beta, -max(alpha, best)))
            if best >= beta:
                return best
        return best

    return visit(tree, 1, alpha, beta) if maximizing else -visit(tree, -1, alpha, beta)
