"""The tree on which gamecore and its peers are put side by side, and how their speeds are taken: in turns, in one run.

Connect four from the empty board, plain alpha-beta, columns left to right, no table, the horizon worth 0, root and leaves counted. To
depth 8 the tree is the same however wins are scored; beyond, it is a little smaller where quicker wins are worth no more.
"""
from time import perf_counter

import gamecore
from gamecore.core.about import about

# By depth: how many nodes there are if quicker wins are worth more, as in gamecore, and if they are not.
NODES = {8: (12574, 12574), 10: (161430, 155590)}
ROUNDS = 5
REPEAT = 20                          # gamecore's searches a round: they take well under a millisecond


def seconds(function, repeat):
    """The quickest of some calls: the one that the machine's other work disturbed least."""
    best = float("inf")
    for _ in range(repeat):
        start = perf_counter()
        function()
        best = min(best, perf_counter() - start)
    return best


def compare(name, version, search, count):
    """Prints the speeds of a peer and of gamecore on the same tree, and their ratio.

    Parameters
    ----------
    name, version : str
    search : callable
        Searches the tree to the depth that is its argument.
    count : callable
        The same, but counts and returns the nodes that the peer visits.
    """
    engine = gamecore.Engine(hash_mb=1, switches="pruning", order="none")
    position = gamecore.ConnectFour()
    facts = about()
    print(f"plain alpha-beta, connect four, nodes a second, best of {ROUNDS} rounds in turns; "
          + ", ".join(facts[key] for key in ("compiler", "flags", "python", "cpu")))
    for depth, known in NODES.items():
        their_nodes, our_nodes = count(depth), engine.search(position, depth).nodes
        assert our_nodes == known[0] and their_nodes in known, f"depth {depth}: {name} {their_nodes}, gamecore {our_nodes}, known {known}"
        rounds = [(seconds(lambda: search(depth), 1), seconds(lambda: engine.search(position, depth), REPEAT)) for _ in range(ROUNDS)]
        theirs, ours = map(min, zip(*rounds))
        theirs, ours = their_nodes / theirs, our_nodes / ours
        print(f"  depth {depth:>2}:  {name} {version} {theirs / 1e6:.3f} M ({their_nodes} nodes)   "
              f"gamecore {facts['version']} {ours / 1e6:.1f} M ({our_nodes} nodes)   ratio {ours / theirs:.0f}")
