def max_n(node, player):
    if isinstance(node, tuple):
        return node
    return max((max_n(child, (player + 1) % 3) for child in node), key=lambda utilities: utilities[player])
