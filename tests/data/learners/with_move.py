from math import inf


def alpha_beta_move(node):
    alpha, best = -inf, None
    for move, child in enumerate(node):
        value = alpha_beta(child, alpha, inf, False)                     # noqa: F821  (the tour's, put below)
        if value > alpha:
            alpha, best = value, move
    return best, alpha
