def depth_limited(node, depth, evaluate, maximizing=True):
    if isinstance(node, int):
        return node
    if depth == 0:
        return evaluate(node)
    return (max if maximizing else min)(depth_limited(child, depth - 1, evaluate, not maximizing) for child in node)
