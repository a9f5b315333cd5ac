"""Random nested lists, and smaller versions of them."""


def leaves_of(nested):
    """Returns the leaves from left to right."""
    if not isinstance(nested, list):
        yield nested
    for child in nested if isinstance(nested, list) else ():
        yield from leaves_of(child)


def height_of(nested):
    return 1 + max(map(height_of, nested)) if isinstance(nested, list) else 0


def random_tree(random, height, leaf, early, root=True):
    if height == 0 or not root and random.random() < early:
        return leaf()
    return [random_tree(random, height - 1, leaf, early, False) for _ in range(random.randint(1 if early else 2, 3))]


def uniform(branching, height):
    return [uniform(branching, height - 1) for _ in range(branching)] if height else 0


def smaller(nested, root=True):
    """Yields slightly smaller trees: without a child, with a leaf in place of a node, or with smaller numbers."""
    if isinstance(nested, list):
        if not root:
            yield next(leaves_of(nested))
        for i in range(len(nested)) if len(nested) > 1 else ():
            yield nested[:i] + nested[i + 1:]
        for i, child in enumerate(nested):
            yield from (nested[:i] + [smaller_child] + nested[i + 1:] for smaller_child in smaller(child, False))
    elif isinstance(nested, int) and nested:
        yield from dict.fromkeys((0, int(nested / 2), nested - nested // abs(nested)))
