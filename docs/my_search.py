from math import inf

def alpha_beta(node, alpha=-inf, beta=inf, maximizing=True):
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
        if alpha >= beta:
            break
    return best
