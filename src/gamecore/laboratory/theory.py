"""The number of leaves that alpha-beta visits on uniform trees of branching b and depth m.

    worst order       b^m                                all leaves, like minimax
    random order      about b^(3m/4); in the limit R*^m  R* = x / (1 - x), x the positive root of x^b + x = 1
    perfect order     b^ceil(m/2) + b^floor(m/2) - 1     about twice b^(m/2): twice the depth for the same leaves
"""
from gamecore.trees.nodes import in_python           # numpy's integers wrap

__all__ = ["all_leaves", "random_leaves", "minimal_leaves", "minimal_nodes", "random_branching"]


def all_leaves(branching: int, depth: int) -> int:
    """Returns b^m, the number of leaves that minimax visits; alpha-beta visits as many in the worst order if the
    leaves' values allow it.

    Knuth and Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975), section 6, show that such
    leaves exist.

    Examples
    --------
    >>> all_leaves(4, 8)
    65536
    """
    return in_python(branching) ** in_python(depth)


def random_leaves(branching: int, depth: int) -> float:
    """Returns b^(3m/4), the textbooks' estimate for random order.

    The estimate is in Russell and Norvig, Artificial Intelligence: A Modern Approach, in the section on alpha-beta
    ("roughly O(b^(3m/4)) for moderate b"). It approximates the power of `random_branching`, and omits a factor that
    comes from the first plies.

    Examples
    --------
    >>> random_leaves(4, 8)
    4096.0
    """
    return branching ** (3 * depth / 4)


def minimal_leaves(branching: int, depth: int) -> int:
    """Returns b^ceil(m/2) + b^floor(m/2) - 1, the minimum of all orders.

    The formula is in Knuth and Moore (1975), corollary to theorem 1; Levin, and Slagle and Dixon (Journal of the ACM
    16, 1969), found it earlier.

    Examples
    --------
    >>> minimal_leaves(4, 8)
    511
    """
    return all_leaves(branching, (depth + 1) // 2) + all_leaves(branching, depth // 2) - 1


def minimal_nodes(branching: int, depth: int) -> int:
    """Returns the nodes of the smallest tree, the sum of `minimal_leaves` over its levels.

    Examples
    --------
    >>> minimal_nodes(4, 2)                      # the root, its 4 children, 4 + 4 - 1 leaves
    12
    """
    return sum(minimal_leaves(branching, level) for level in range(depth + 1))


def random_branching(branching: int) -> float:
    """Returns R*, the growth per ply of random order on independent continuous leaves, in the limit of great depth.

    It is from Pearl, The solution for the branching factor of the alpha-beta pruning algorithm and its optimality,
    Communications of the ACM 25 (1982). No algorithm that only compares leaves grows more slowly. At depths that can be
    searched N^(1/m) is far above R*, but the growth over the last two plies is close to it.

    Examples
    --------
    >>> [round(random_branching(b), 3) for b in (2, 3, 4, 8)]
    [1.618, 2.148, 2.63, 4.309]
    """
    low, high = 0.0, 1.0
    while high - low > 1e-15:
        x = (low + high) / 2
        low, high = (x, high) if x ** branching + x < 1 else (low, x)
    return low / (1 - low)
