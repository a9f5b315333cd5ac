"""The searches that the notebooks of the tour ask for. A node is a list of its children, and a leaf is a number (or a
tuple)."""
from math import inf


def minimax(node, maximizing=True):
    """Returns MAX's value of a node."""
    if isinstance(node, int):
        return node
    return (max if maximizing else min)(minimax(child, not maximizing) for child in node)


def alpha_beta(node, alpha=-inf, beta=inf, maximizing=True):
    """Returns MAX's value of a node; the search leaves a node as soon as alpha >= beta."""
    if isinstance(node, int):
        return node
    best = -inf if maximizing else inf
    for child in node:
        value = alpha_beta(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def depth_limited(node, depth, evaluate, maximizing=True):
    """Returns MAX's value of a node by a search to a depth, where evaluate(node) estimates the nodes at the horizon."""
    if isinstance(node, int):
        return node
    if depth == 0:
        return evaluate(node)
    return (max if maximizing else min)(depth_limited(child, depth - 1, evaluate, not maximizing) for child in node)


def expectimax(node, maximizing=True):
    """Returns MAX's value of a node; below MAX nodes are chance nodes with the probabilities node.probabilities."""
    if isinstance(node, int):
        return node
    values = [expectimax(child, not maximizing) for child in node]
    return max(values) if maximizing else sum(p * value for p, value in zip(node.probabilities, values))


def expectiminimax(node):
    """Returns MAX's value of a node, whose node.kind is "max", "min" or "chance"."""
    if isinstance(node, int):
        return node
    values = [expectiminimax(child) for child in node]
    if node.kind == "chance":
        return sum(p * value for p, value in zip(node.probabilities, values))
    return max(values) if node.kind == "max" else min(values)


def max_n(node):
    """Returns the tuple of utilities of a node at which the player node.player is to move."""
    if isinstance(node, tuple):
        return node
    return max((max_n(child) for child in node), key=lambda utilities: utilities[node.player])
