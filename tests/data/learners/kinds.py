from gamecore.trees import Max, Min, Chance


def expectiminimax(node):
    if isinstance(node, Max):
        return max(map(expectiminimax, node.children))
    if isinstance(node, Min):
        return min(map(expectiminimax, node.children))
    if isinstance(node, Chance):
        return node.mean([expectiminimax(child) for child in node.children])
    return node
