from math import inf


def alpha_beta_move(node):
    alpha, best = -inf, None
    for move, child in enumerate(node):
        value = search(child, alpha, inf, False)
        if value > alpha:
            alpha, best = value, move
    return best, alpha


def search(node, alpha=-inf, beta=inf, maximizing=True):
    if isinstance(node, int):
        return node
    best = -inf if maximizing else inf
    for child in node:
        value = search(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
