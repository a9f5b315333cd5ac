"""Measures the cost of an evaluation by the backgammon networks, and of a game's decisions, for docs/measuring.md.

    python -m benchmarks.studies.backgammon_speed [--repeats 7]

Times are CPU times, each the least of several repeats. The cost of finding the positions after all legal plays by
arrays comes from the same run.
"""
import argparse
from time import process_time

import numpy
from benchmarks.suites.test_backgammon_net import positions_of_games

import gamecore
from gamecore.games.backgammon.arrays import successors
from gamecore.games.backgammon.net import BackgammonNet
from gamecore.laboratory.suites import read_suite

POSITIONS = 20_000
SEARCHED = 20
LEAVES = 161_967                     # of every roll and play after those of the suite's first positions
GAMES = 20


def least(function, repeats):
    """Returns the least CPU time of a function, in seconds, and its result."""
    times = []
    for _ in range(repeats):
        begin = process_time()
        answer = function()
        times.append(process_time() - begin)
    return min(times), answer


def all_leaves(engine, positions):
    return sum(engine.search(position, depth=1, switches="evaluation").leaves for position in positions)


def games(engine, net, seed):
    """Plays games by the best play of each roll; returns the decisions of all of them.

    The value of the position after each play must equal that of the network's own choice.
    """
    dice, choices = numpy.random.default_rng(seed), []
    for _ in range(GAMES):
        position = gamecore.Backgammon()
        while not position.is_over():
            a, b = dice.integers(1, 7, 2).tolist()
            choices.append(position.roll(a, b))
            position = choices[-1].play(engine.search(choices[-1], depth=0).move)
            own, other = net.best_play(choices[-1].own, choices[-1].other, a, b)
            if not position.is_over():
                mine, its = net.evaluate(numpy.array([[position.own, position.other], [other, own]], numpy.int8))
                assert abs(worth(mine) - worth(its)) < 1e-6, choices[-1]
    return choices


def worth(five):
    return 2 * float(five[0]) - 1 + float(five[1]) + float(five[2]) - float(five[3]) - float(five[4])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    net, engine = BackgammonNet.shipped(), gamecore.Engine(hash_mb=1, evaluation="net")
    positions = positions_of_games(net, POSITIONS)
    dice = numpy.random.default_rng(2).integers(1, 7, (len(positions), 2))
    seconds, (finals, first) = least(lambda: successors(positions, dice), repeats)
    found = seconds / len(finals)
    assert first[-1] == len(finals) > 15 * POSITIONS
    print(f"a play's position found by the array       {found * 1e9:7.1f} ns of CPU time")

    def row(name, seconds, n):
        each = seconds / n
        print(f"{name:42} {each * 1e9:7.1f} ns of CPU time {each / found:5.1f} times as much {1e-6 / each:6.2f} M/s",
              flush=True)

    for name, array in (("evaluated by the array, games' positions", positions),
                        ("... all plays of a roll for each of these", finals)):
        seconds, five = least(lambda array=array: net.evaluate(array), repeats)
        sample = numpy.arange(0, len(array), 997)
        assert all((five[i] == net.evaluate(array[i:i + 1])[0]).all() for i in sample)
        row(name, seconds, len(array))
    searched = [case.position for case in read_suite("backgammon")][:SEARCHED]
    seconds, leaves = least(lambda: all_leaves(engine, searched), repeats)
    assert leaves == LEAVES
    row("... leaves of an exact one-layer search", seconds, leaves)
    choices = games(engine, net, 1)
    seconds, _ = least(lambda: [engine.search(position, depth=0) for position in choices], repeats)
    print(f"a choice without looking ahead {seconds / len(choices) * 1e6:.1f} us, those of a whole game "
          f"{seconds / GAMES * 1e3:.2f} ms of CPU time (mean of {GAMES} games)")
    contact = [case.position for case in read_suite("backgammon")]
    for switches in ("exact", "play"):
        searcher = gamecore.Engine(hash_mb=16, evaluation="net", switches=switches)
        seconds, _ = least(lambda searcher=searcher: [searcher.search(position, depth=2) for position in contact], 1)
        print(f"a choice two layers deep, {switches} {seconds / len(contact) * 1e3:.1f} ms (mean of {len(contact)})")


if __name__ == "__main__":
    main()
