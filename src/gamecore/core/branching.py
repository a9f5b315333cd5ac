"""Effective branching factor, in the senses of the field. N_d is the number of nodes of an iteration to depth d."""


def ebf(nodes):
    """The growth a ply over the last four: (N_d / N_(d-4))^(1/4).

    An even span cancels the odd-even effect of alpha-beta; below depth 5 the span is 2.

    Parameters
    ----------
    nodes : dict of int to int
        The nodes of the iterations, by depth in plies.

    Returns
    -------
    float or None
        None if there are no two iterations so far apart.

    Examples
    --------
    >>> ebf({1: 3, 2: 9, 3: 27, 4: 81, 5: 243})
    3.0
    """
    last = max(nodes, default=0)
    for span in (4, 2):
        if nodes.get(last - span):
            return (nodes[last] / nodes[last - span]) ** (1 / span)
    return None


def ebf_root(nodes, depth):
    """The uniform growth that would give so many nodes at the horizon: N_d^(1/d)."""
    return nodes ** (1 / depth)
