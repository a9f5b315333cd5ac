def expectimax(node, player):
    if isinstance(node, (int, float)):
        return node
    if player == "max":
        return max(expectimax(child, "chance") for child in node)
    return sum(p * expectimax(child, "max") for p, child in zip(node.probabilities, node))
