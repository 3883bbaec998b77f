"""Searches that are wrong, each in its own way."""
# mypy: ignore-errors

import ctypes
import math
import os
import sys
import time


def max_everywhere(tree, maximizing):
    return max(max_everywhere(child, maximizing) for child in tree) if isinstance(tree, list) else tree


def never_alternates(tree, maximizing):
    if not isinstance(tree, list):
        return tree
    choose = max if maximizing else min
    return choose(never_alternates(child, maximizing) for child in tree)


def always_max_first(tree, maximizing):
    def visit(node, is_max):
        if not isinstance(node, list):
            return node
        return (max if is_max else min)(visit(child, not is_max) for child in node)

    return visit(tree, True)


def starts_at_zero(tree, maximizing):
    if not isinstance(tree, list):
        return tree
    best = 0 if maximizing else 1000
    for child in tree:
        best = (max if maximizing else min)(best, starts_at_zero(child, not maximizing))
    return best


def cuts_too_early(tree, maximizing, alpha=-math.inf, beta=math.inf):
    if not isinstance(tree, list):
        return tree
    best = -math.inf if maximizing else math.inf
    for child in tree:
        value = cuts_too_early(child, not maximizing, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha + 8:
            break
    return best


def never_cuts(tree, maximizing):
    if not isinstance(tree, list):
        return tree
    return (max if maximizing else min)(never_cuts(child, not maximizing) for child in tree)


def returns_nothing(tree, maximizing):
    never_cuts(tree, maximizing)


def returns_the_tree(tree, maximizing):
    return tree if isinstance(tree, list) else [tree]


def returns_truth(tree, maximizing):
    return True


def returns_infinity(tree, maximizing):
    return math.inf


def returns_not_a_number(tree, maximizing):
    return math.nan


def returns_a_huge_number(tree, maximizing):
    return 10**10_000


def returns_three(tree, maximizing):
    return never_cuts(tree, maximizing), 0, 0


def returns_an_object(tree, maximizing):
    return object()


def hedges(tree, maximizing):
    """Return the right value at a place that changes."""
    value = never_cuts(tree, maximizing)
    return (value, 1000) if isinstance(tree, list) and len(tree) % 2 else (1000, value)


def raises(tree, maximizing):
    raise ValueError("no idea\nat all")


class MuteError(Exception):
    """An exception that cannot be shown."""

    def __str__(self):
        raise RuntimeError


def raises_mute(tree, maximizing):
    raise MuteError


def exits(tree, maximizing):
    sys.exit(3)


def exits_at_once(tree, maximizing):
    os._exit(4)


def crashes(tree, maximizing):
    ctypes.string_at(0)


def recurses(tree, maximizing):
    return recurses(tree, not maximizing)


def eats_memory(tree, maximizing):
    return bytearray(1 << 33)


def loops(tree, maximizing):
    while True:
        pass


def sleeps(tree, maximizing):
    time.sleep(600)


def floods_for_ever(tree, maximizing):
    while True:
        print("x" * 10_000)


def asks_for_input(tree, maximizing):
    return int(input())


def writes_where_answers_belong(tree, maximizing):
    for number in range(3, 20):
        try:
            os.write(number, b'{"number": 1, "kind": "value", "values": ["x"], "read": [], "detail": ""}\n')
        except OSError:
            continue
    return 0


def ends_on_leaves(tree, maximizing):
    return never_cuts(tree, maximizing) if isinstance(tree, list) else os._exit(1)


def takes_nothing():
    return 0


def takes_too_much(tree, this, that):
    return 0


no_function = 3
