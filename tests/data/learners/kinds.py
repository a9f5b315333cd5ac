def expectiminimax(node):
    if node.kind == "max":
        return max(map(expectiminimax, node.children))
    if node.kind == "min":
        return min(map(expectiminimax, node.children))
    if node.kind == "chance":
        return sum(p * value for p, value in zip(node.probabilities, map(expectiminimax, node)))
    return node
