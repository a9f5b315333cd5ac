"""The tree on which gamecore and its peers are compared, and the measurement of their speeds by CPU time, in turns.

The tree is that of connect four from the empty board, searched by plain alpha-beta, with columns from left to right, no
table, and 0 at the horizon. The root and the leaves are counted. To depth 8 the tree does not depend on how wins are
scored; at greater depths it is a little smaller if quicker wins are not worth more.
"""
from functools import partial
from statistics import median
from time import thread_time
from unittest.mock import patch

import gamecore
from gamecore.core.about import about

# The number of nodes by depth if quicker wins are worth more, as in gamecore, and if they are not.
NODES = {7: (7153, 7153), 8: (12574, 12574), 9: (90765, 87585), 10: (161430, 155590)}
COLUMNS = [0b111111 << 7 * column for column in range(7)]        # bit 7 * column + row, as in gamecore
BOTTOM = sum(1 << 7 * column for column in range(7))
BOARD = sum(COLUMNS)
ROUNDS = 15                          # in each of which every search runs once


def in_turns(*functions, rounds=ROUNDS, clock=thread_time):
    """Returns the median CPU time of each function, in seconds; the functions take turns.

    All functions run equally often, so that each has the same chance of an undisturbed run.
    """
    taken = [[] for _ in functions]
    for _ in range(rounds):
        for function, times in zip(functions, taken):
            start = clock()
            function()
            times.append(clock() - start)
    return [median(times) for times in taken]


def calls_of(module, name, search, *arguments):
    """Returns the result of a search, and how often it calls a function of a module, which happens once per node."""
    original, calls = getattr(module, name), 0

    def counting(*args, **named):
        nonlocal calls
        calls += 1
        return original(*args, **named)

    with patch.object(module, name, counting):
        return search(*arguments), calls


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
    print(f"plain alpha-beta, connect four, nodes a second of CPU time, median of {ROUNDS} runs each, in turns; "
          + ", ".join(facts[key] for key in ("compiler", "flags", "python", "cpu")))
    for depth, known in NODES.items():
        their_nodes, our_nodes = count(depth), engine.search(position, depth).nodes
        assert our_nodes == known[0] and their_nodes in known, (
            f"depth {depth}: {name} {their_nodes}, gamecore {our_nodes}, known {known}")
        theirs, ours = in_turns(partial(search, depth), partial(engine.search, position, depth))
        theirs, ours = their_nodes / theirs, our_nodes / ours
        print(f"  depth {depth:>2}:  {name} {version} {theirs / 1e6:.3f} M ({their_nodes} nodes)   "
              f"gamecore {facts['version']} {ours / 1e6:.1f} M ({our_nodes} nodes)   ratio {ours / theirs:.0f}")
