from math import inf
alpha, beta = -inf, inf


def alpha_beta(node, maximizing=True):
    global alpha, beta
    if isinstance(node, int):
        return node
    if maximizing:
        best = -inf
        for child in node:
            best = max(best, alpha_beta(child, False))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
    else:
        best = inf
        for child in node:
            best = min(best, alpha_beta(child, True))
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best
