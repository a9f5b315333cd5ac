from math import inf         # noqa: F401  (one of the mistakes planted in it names inf)


def alpha_beta(node, alpha, beta, color):
    if not node.children:
        return color * node.value
    for child in node.children:
        value = -alpha_beta(child, -beta, -alpha, -color)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha
