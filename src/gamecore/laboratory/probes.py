"""The trees on which searches are examined, and what a right search does on them."""
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

from gamecore import trees
from gamecore.laboratory.asked_tree import AskedTree, ProbeTree, estimate
from gamecore.laboratory.mistakes import LAYERS, TREES_OF
from gamecore.trees.sampling import height_of, random_tree

SEARCHES = {"minimax": trees.minimax_by_dispatch, "alpha-beta": trees.alpha_beta, "expectimax": trees.expectimax,
            "expectiminimax": trees.expectiminimax, "max-n": trees.max_n, "move-order": trees.alpha_beta}


def probes_of(task: str, random: Random, count: int, is_agent: bool = False) -> dict[str, list[ProbeTree]]:
    """Returns the trees of each kind of check; every other tree of an agent has two opponents."""
    layers, several = LAYERS[task], task == "max-n"
    utilities = [cycle(random.sample(range(100), 100)) for _ in range(3)]        # no ties within a tree
    kinds = {"worked trees": [tuples(each) for each in TREES_OF["several"]] if several else TREES_OF["worked"]}
    for kind, (low, high, early, least) in TREES_OF["kinds"].items():
        leaf = partial(random.randint, low, high) if not several else lambda: tuple(map(next, utilities))
        if not several or low == -9:
            kinds[kind] = [random_tree(random, least + i % 4, leaf, early) for i in range(count)]
    if not several:
        kinds["equal subtrees"] = [repeating(random, i) for i in range(count)]
    return {kind: [ProbeTree(each, layers + layers[1:] * (is_agent and i % 2),
                             i % (1 + height_of(each)) if task == "depth-limited" else None)
                   for i, each in enumerate(nested)] for kind, nested in kinds.items()}


def tuples(nested):
    return [*map(tuples, nested)] if isinstance(nested[0], list) else tuple(nested)


def repeating(random, number):
    """Returns a tree in which equal trees stand at different places and heights."""
    a, b = sorted(random.sample(range(-9, 9), 2))
    p, q = (random_tree(random, 2, partial(random.randint, -9, 9), 0) for _ in range(2))
    return ([[p, q], p], [[a, p], [b, p]], [[a, p], [p, b]], [[a, [p]], [b, [p], [q]], [[q]]])[number % 4]


def lists_of(node):
    return int(node) if trees.is_leaf(node) else [lists_of(child) for child in node.children]


def as_tree(tree: AskedTree, number: int = 0) -> Any:
    """Returns a node of gamecore.trees."""
    if not tree.children[number]:
        return tree.nested[number]
    return trees.tree([as_tree(tree, child) for child in tree.children[number]], layers=tree.kinds[number],
                      probabilities=tree.probabilities(number))


def shown(task: str, probe: ProbeTree, weighted: bool = False) -> trees.Trace:
    """Returns the right search's trace of a probe, for drawing."""
    root = as_tree(AskedTree(probe, weighted))
    if task == "depth-limited":
        return trees.depth_limited(root, probe.depth, lambda node: estimate(lists_of(node)))
    return SEARCHES[task](root) if task == "alpha-beta" else trees.annotate(root, SEARCHES[task])
