"""Compares gnubg-nn, GNU Backgammon's networks and plays in Python, with gamecore (`make peers` installs it)."""
import sys
from importlib.metadata import version

import numpy
from benchmarks.peers.connect_four import ROUNDS, in_turns

import gamecore
from gamecore.core.about import about
from gamecore.games.backgammon.arrays import successors
from gamecore.laboratory.suites import read_suite

try:
    import gnubg_nn
except ImportError:
    print("gnubg-nn is not installed: skipped (make peers)")
    sys.exit()

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


def rolled_positions():
    """Returns the 9,387 positions after the first roll with every second roll, which have 202,782 final positions."""
    children = [child for a, b in ROLLS for child in gamecore.Backgammon().roll(a, b).successors()]
    return [child.roll(a, b) for child in children for a, b in ROLLS]


def compare_choices(positions, plies):
    """Prints milliseconds of CPU time per decision by gnubg with its filters, and by ours without and with pruning.

    Each makes one pass, since gnubg caches evaluations.
    """
    engine, chosen = gamecore.Engine(hash_mb=16), {}

    def choose(switches):
        for position in positions:
            engine.clear()
            chosen[switches, position] = engine.search(position, plies, switches=switches).move

    def theirs():
        for position in positions:
            gnubg_nn.best_move([list(position.other[1:]), list(position.own[1:])], *position.dice, n=plies, b=1)

    engine.search(positions[0], 0)                    # the tables that a process makes once
    gnubg_nn.best_move([[0] * 23 + [2, 0]] * 2, 2, 1)
    peer, exact, pruned = (1000 * seconds / len(positions) for seconds in
                           in_turns(theirs, lambda: choose("exact"), lambda: choose("play"), rounds=1))
    same = sum(chosen["exact", position] == chosen["play", position] for position in positions)
    print(f"  {plies}-ply, {len(positions)} contact positions: gnubg-nn {peer:.1f} ms a choice   "
          f"gamecore, every play and reply, {exact:.2f} ms   ratio {peer / exact:.1f}   "
          f"with forward pruning {pruned:.2f} ms   ratio {peer / pruned:.1f}, {same} choices the same")


if __name__ == "__main__":
    rolled = rolled_positions()
    boards, dice = numpy.array([position.to_array() for position in rolled]), numpy.array(
        [position.dice for position in rolled])
    lists = [([list(position.other[1:]), list(position.own[1:])], *position.dice) for position in rolled]
    ours, theirs = len(successors(boards, dice)[0]), sum(len(gnubg_nn.moves(*arguments)) or 1 for arguments in lists)
    assert ours == theirs == 202_782, (ours, theirs)
    peer, own = in_turns(lambda: [gnubg_nn.moves(*arguments) for arguments in lists], lambda: successors(boards, dice))
    facts = about()
    print(f"final positions of backgammon a second of CPU time, median of {ROUNDS} runs each, in turns; "
          + ", ".join(facts[key] for key in ("compiler", "flags", "python", "cpu")))
    print(f"  gnubg-nn {version('gnubg-nn')} {ours / peer / 1e6:.1f} M a second   gamecore {facts['version']}, by the "
          f"array, {ours / own / 1e6:.1f} M   "
          f"ratio {peer / own:.1f}")
    for plies in (1, 2):
        compare_choices([case.position for case in read_suite("backgammon")], plies)
