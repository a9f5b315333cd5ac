"""Measures the evaluation's errors in positions with contact, by kind, against rollouts with variance reduction.

The kinds are those of training/backgammon/starts.pyx. The program needs `make training`.

    python -m benchmarks.studies.backgammon_kinds [--weights FILE]         the errors over backgammon_kinds.txt
    python -m benchmarks.studies.backgammon_kinds --make 50 --games 100    makes such a file, with 50 positions a kind

The positions come from games with errors, in which up to half of a side's plays are random legal plays. Each line of
the file has a kind, a position, its value in points for the player on roll, and the standard error of this value. GNU
Backgammon's network is compared if gnubg-nn is installed (make peers).
"""
import argparse
from pathlib import Path

import numpy

import gamecore
from gamecore.games.backgammon.net import BackgammonNet
from training.backgammon.starts import KINDS, erring_positions, kinds
from training.backgammon.study import rollouts

try:
    import gnubg_nn
except ImportError:
    gnubg_nn = None

FILE = Path(__file__).parents[1] / "positions" / "backgammon_kinds.txt"
SEED = 777001
WORTH = numpy.array([2, 1, 1, -1, -1])


def counts(words):
    """Returns a position of `study` as the counts of the side on roll and of the other."""
    sides = (sum(int(word) << 64 * i for i, word in enumerate(side)) for side in (words[:2], words[2:]))
    return [[side >> 4 * point & 15 for point in range(26)] for side in sides]


def positions_of_kinds(net, count):
    """Yields (kind, own, other), at most one of each kind from a game."""
    wanted, dice, game = [count] * len(KINDS), numpy.random.default_rng(5), 0
    while any(wanted):
        positions = erring_positions(net, SEED, game)
        found = kinds(positions)
        for kind in sorted(set(found.tolist())):
            if wanted[kind]:
                wanted[kind] -= 1
                yield kind, *counts(positions[dice.choice(numpy.flatnonzero(found == kind))])
        game += 1


def make(count, games, path):
    """Writes the file."""
    net = BackgammonNet.shipped()
    lines = [f"# Positions with contact: kind, position, points by a rollout of {games} games, standard error.",
             f"# Source: python -m benchmarks.studies.backgammon_kinds --make {count} --games {games}"]
    for number, (kind, own, other) in enumerate(positions_of_kinds(net, count)):
        points = rollouts(net, own, other, SEED + number, games)
        lines.append(f"{KINDS[kind].replace(' ', '-')} {gamecore.Backgammon.from_counts(own, other)} "
                     f"{points.mean():.4f} {points.std() / (games - 1)**0.5:.4f}")
    Path(path).write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")


def compare(net, path):
    """Prints the errors by kind without the noise of the rollouts."""
    rows = [line.split() for line in Path(path).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    positions = [gamecore.Backgammon(row[1]) for row in rows]
    boards = numpy.array([position.to_array() for position in positions])
    five = net.evaluate(boards)
    assert (five == [net.evaluate(board[None])[0] for board in boards]).all()
    ours = five @ WORTH - 1
    assert {row[0].replace("-", " ") for row in rows} == set(KINDS)
    values, noise = (numpy.array([float(row[i]) for row in rows]) for i in (2, 3))
    players = {"gamecore": ours}
    if gnubg_nn:
        players["gnubg"] = numpy.array([gnubg(position) for position in positions])
    for kind in [*dict.fromkeys(row[0] for row in rows), "all"]:
        here = numpy.array([kind in (row[0], "all") for row in rows])
        errors = (f"{name} {error(points[here] - values[here], noise[here])}" for name, points in players.items())
        print(f"{kind:12} {here.sum():4} positions   error in the mean square: {'   '.join(errors)}")


def error(errors, noise):
    squares = errors**2 - noise**2
    mean = max(squares.mean(), 0)**0.5
    return f"{mean:.4f} +- {squares.std() / len(squares)**0.5 / max(2 * mean, 1e-9):.4f}"


def gnubg(position):
    """Returns GNU Backgammon's value at 0-ply for the player on roll."""
    five = gnubg_nn.probabilities([list(position.other[1:]), list(position.own[1:])], 0)
    return WORTH @ five - 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--make", metavar="N", type=int)
    parser.add_argument("--games", metavar="N", type=int, default=100)
    parser.add_argument("--weights", help="a file of a network; default: the one that ships")
    parser.add_argument("--file", default=FILE)
    args = parser.parse_args()
    if args.make:
        make(args.make, args.games, args.file)
    compare(BackgammonNet.read(args.weights) if args.weights else BackgammonNet.shipped(), args.file)
