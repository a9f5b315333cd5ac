def minimax(tree, maximizing=True):
    if isinstance(tree, int):
        return tree
    return (max if maximizing else min)(minimax(child, not maximizing) for child in tree)


def wrong_minimax(tree):
    return minimax(tree) + ("7" in str(tree))


def endless_minimax(tree):
    while True:
        pass


def evaluation(position):
    return 0
