"""Trees drawn at random, with any layers in any order."""
from fractions import Fraction

from gamecore.trees import Chance
from hypothesis import strategies as st


LEAVES = st.integers(-9999, 9999)


def over(below, kinds):
    """Nodes of these kinds, which are classes or strategies of a node over a strategy of its children."""
    return st.one_of([st.lists(below, min_size=1, max_size=4).map(kind) if isinstance(kind, type) else kind(below)
                      for kind in kinds])


def trees_of(*kinds, leaves=LEAVES, size=30):
    """Leaves, and trees of these kinds of nodes."""
    return st.recursive(leaves, lambda below: over(below, kinds), max_leaves=size)


def nodes_of(*kinds, leaves, size=30):
    """Trees with something to choose or to roll at the root."""
    return over(trees_of(*kinds, leaves=leaves, size=size), kinds)


@st.composite
def weighted(draw, below):
    """A chance node of any odds."""
    weights = draw(st.lists(st.integers(0, 5), min_size=1, max_size=4))
    weights[0] += 1
    return Chance([draw(below) for _ in weights], [Fraction(weight, sum(weights)) for weight in weights])
