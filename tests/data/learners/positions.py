from math import inf


def alpha_beta(position, depth, alpha=-inf, beta=inf):
    if depth == 0 or position.is_over():
        return position.final_score()
    for move in position.legal_moves():
        alpha = max(alpha, -alpha_beta(position.play(move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
