"""Right and wrong answers to the tour's exercises, as functions; test_tour.py contains the verdicts."""


def lost(limit, most):
    return {n for n in range(1, most + 1) if n % (limit + 1) == 1}


def tree_of_mine():
    return [[10, 10], [100, 9]]


def minimax(node, maximizing=True):
    if not isinstance(node, list):
        return node
    return (max if maximizing else min)(minimax(child, not maximizing) for child in node)


def posterior(priors, likelihoods):
    joint = [float(p) * q for p, q in zip(priors, likelihoods)]
    return joint[0] / sum(joint)


def dice(sides):
    return sides + 1


def wanted(*known):
    return [have < 6 for have in known]


def utilities(rows):
    value = max(map(min, rows))
    return value, -value


def never():
    return "No"


def added(b, m):
    return b + m


def raises(b, m):
    return b / 0


def centre_first(position, move):
    return -abs(move - 4)


def wordy(position, move):
    return "first"


def edges_first(position, move):
    return abs(move - 4)


def threes(position):
    return sum(position.play(move).outcome == "loss" for move in position.legal_moves()) * 9 - position.ply


def backwards(position):
    return -threes(position)


def cut(nested):
    from gamecore.trees import alpha_beta, tree
    return set(alpha_beta(tree(nested)).pruned_leaves)


def ends(b, m):
    import os
    os._exit(0)
