"""Compares gnubg-nn, GNU Backgammon's networks and plays in Python, with gamecore (`make peers` installs it)."""
import sys
from importlib.metadata import version

import numpy
from benchmarks.peers.connect_four import ROUNDS, in_turns
from benchmarks.peers.gnubg_strength import board

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


def child_of(position, move):
    """Returns the counts of the player and of the opponent after a play."""
    after = position.play(move)
    return after.other, after.own


def counts_of(key):
    """Returns the counts of `child_of`, read from gnubg-nn's key of a position."""
    mover, opponent = gnubg_nn.board_from_position_key(key)
    return (15 - sum(mover), *mover), (15 - sum(opponent), *opponent)


def compare_choices(positions, plies):
    """Prints milliseconds of CPU time per decision, for gnubg with its filters and for our search without and with
    pruning.

    Each program makes one pass over positions of different games, and keeps its stored data from one position to the
    next: gnubg-nn keeps its cache of evaluations, which it cannot clear, and each of our engines keeps its table. All
    plays must be legal.
    """
    engines = {switches: gamecore.Engine(hash_mb=16, switches=switches) for switches in ("exact", "play")}
    chosen = {}

    def choose(switches):
        for position in positions:
            chosen[switches, position] = engines[switches].search(position, plies).move

    def theirs():
        for position in positions:
            chosen["gnubg", position] = gnubg_nn.best_move(board(position.own, position.other), *position.dice, n=plies,
                                                           b=1)[1]

    for engine in engines.values():                   # the tables that a process makes once
        engine.search(positions[0], 0)
    gnubg_nn.best_move([[0] * 23 + [2, 0]] * 2, 2, 1)
    peer, exact, pruned = (1000 * seconds / len(positions) for seconds in
                           in_turns(theirs, lambda: choose("exact"), lambda: choose("play"), rounds=1))
    for position in positions:
        after = {child_of(position, move): move for move in position.legal_moves()}
        key = counts_of(chosen["gnubg", position])
        assert key in after, f"gnubg-nn's play of {position} leads to {key}"
        chosen["gnubg", position] = after[key]
    alike = sum(chosen["exact", position] == chosen["gnubg", position] for position in positions)
    assert alike > len(positions) / 2, f"{alike} choices of {len(positions)} are those of gnubg-nn"
    same = sum(chosen["exact", position] == chosen["play", position] for position in positions)
    print(f"  {plies}-ply, {len(positions)} contact positions: gnubg-nn {peer:.1f} ms a choice   "
          f"gamecore, every play and reply, {exact:.2f} ms   ratio {peer / exact:.1f}   "
          f"with forward pruning {pruned:.2f} ms   ratio {peer / pruned:.1f}, {same} choices the same; "
          f"{alike} of every play's are gnubg-nn's")


if __name__ == "__main__":
    rolled = rolled_positions()
    boards, dice = numpy.array([position.to_array() for position in rolled]), numpy.array(
        [position.dice for position in rolled])
    lists = [(board(position.own, position.other), *position.dice) for position in rolled]
    ours, theirs = len(successors(boards, dice)[0]), sum(len(gnubg_nn.moves(*arguments)) or 1 for arguments in lists)
    assert ours == theirs == 202_782, (ours, theirs)
    peer, calls, own = in_turns(lambda: [gnubg_nn.moves(*arguments) for arguments in lists],
                                lambda: [position.successors() for position in rolled],
                                lambda: successors(boards, dice))
    facts = about()
    print(f"final positions of backgammon a second of CPU time, median of {ROUNDS} runs each, in turns; "
          + ", ".join(facts[key] for key in ("compiler", "flags", "python", "cpu")))
    print(f"  one call a position: gnubg-nn {version('gnubg-nn')} {ours / peer / 1e6:.2f} M a second   "
          f"gamecore {facts['version']} {ours / calls / 1e6:.2f} M   ratio {peer / calls:.1f}")
    print(f"  all positions in one array, which gnubg-nn lacks: gamecore {ours / own / 1e6:.1f} M   "
          f"ratio {peer / own:.1f}")
    for plies in (1, 2):
        compare_choices([case.position for case in read_suite("backgammon")], plies)
