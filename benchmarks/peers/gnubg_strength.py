"""Measures the strength of the backgammon network in points per game against pubeval and GNU Backgammon's network.

Both opponents come from the Python package gnubg-nn. `make peers` installs it and plays a few games; a reliable result
needs `--games 40000`. Both sides evaluate the position after the play (0-ply), or search `--plies` and `--gnubg-plies`
layers of dice further.

The dice of every game are played twice, once with either side first; the standard error is that of the pairs' means.
`--luck` subtracts from each game the luck of both sides' rolls, measured by a network, so that a fiftieth of the games
suffices. This option needs training/: run `make training`, then `python -m benchmarks.peers.gnubg_strength --luck`.
"""
import argparse
import random
import sys
from functools import partial

import numpy

import gamecore
from gamecore.games.backgammon.net import BackgammonNet

try:
    import gnubg_nn
except ImportError:
    print("gnubg-nn is not installed: skipped (make peers)")
    sys.exit()

START = [0] * 26
START[6], START[8], START[13], START[24] = 5, 3, 5, 2


def board(own, other):
    """Returns gnubg-nn's boards, with the opponent's 25 counts, then the mover's."""
    return [list(other[1:]), list(own[1:])]


def gnubg(own, other, a, b, plies=0):
    """Returns the play of GNU Backgammon; the key from best_move decodes as mover, opponent."""
    mover, opponent = gnubg_nn.board_from_position_key(gnubg_nn.best_move(board(own, other), a, b, n=plies, b=1)[1])
    return [15 - sum(mover), *mover], [15 - sum(opponent), *opponent]


def pubeval(own, other, a, b):
    """Returns the play of Tesauro's public evaluator as a list from, to, from, to, ...; the list counts points from 0,
    and a number below 0 means off the board."""
    own, other = list(own), list(other)
    steps = gnubg_nn.pub_best_move(board(own, other), a, b)
    for source, target in zip(steps[::2], steps[1::2]):
        target = max(target + 1, 0)
        own[source + 1] -= 1
        own[target] += 1
        if target and other[25 - target] == 1:
            other[25 - target] = 0
            other[25] += 1
    return own, other


def searcher(weights, plies):
    """Returns our player, which searches `plies` layers of dice with forward pruning."""
    if not plies:
        return (BackgammonNet.read(weights) if weights else BackgammonNet.shipped()).best_play
    engine = gamecore.Engine(hash_mb=16, evaluation=weights, switches="play")

    def play(own, other, a, b):
        position = gamecore.Backgammon.from_counts(own, other).roll(a, b)
        child = position.play(engine.search(position, depth=plies).move)
        return child.other, child.own

    return play


def checked(player):
    """Returns a player that makes the plays of `player` and checks that they are legal."""
    def play(own, other, a, b):
        after = player(own, other, a, b)
        legal = {(tuple(child.other), tuple(child.own))
                 for child in gamecore.Backgammon.from_counts(own, other).roll(a, b).successors()}
        assert tuple(map(tuple, after)) in legal, f"no play of {a}{b} by {own}, {other}: {after}"
        return after

    return play


OPPONENTS = {"pubeval": pubeval, "gnubg": gnubg}


def play(players, dice, judge):
    """Returns the points of the first player and its luck by a network's values, without the first roll."""
    own, other, turn, roll, won = START, START, 0, (0, 0), 0.0
    while roll[0] == roll[1]:
        roll = dice.randint(1, 6), dice.randint(1, 6)
    while True:
        own, other = players[turn](own, other, *roll)
        if own[0] == 15:
            return (1 - 2 * turn) * (1 if other[0] else 3 if sum(other[19:]) else 2), won
        own, other, turn, roll = other, own, 1 - turn, (dice.randint(1, 6), dice.randint(1, 6))
        if judge:
            from training.backgammon.study import luck
            won += (1 - 2 * turn) * luck(judge, own, other, *roll)


def match(player, opponent, games, seed, judge=None):
    """Returns the player's points and luck in each game of each pair, as an array of shape (games // 2, 2, 2)."""
    first = [(play([player, opponent], random.Random(f"{seed} {i}"), judge),
              play([opponent, player], random.Random(f"{seed} {i}"), judge)) for i in range(games // 2)]
    return numpy.array(first) * [[[1], [-1]]]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", help="a file of a network; default: the one that ships")
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--gnubg-plies", type=int, default=0)
    parser.add_argument("--luck", action="store_true", help="subtract the luck of the rolls")
    parser.add_argument("--opponent", choices=OPPONENTS, action="append")
    args = parser.parse_args()
    player = searcher(args.weights, args.plies)
    judge = (BackgammonNet.read(args.weights) if args.weights else BackgammonNet.shipped()) if args.luck else None
    for name in args.opponent or OPPONENTS:
        opponent = partial(gnubg, plies=args.gnubg_plies) if name == "gnubg" else OPPONENTS[name]
        points, won = match(player, checked(opponent), args.games, args.seed, judge).transpose(2, 0, 1)
        means = (points - won).mean(axis=1)
        against = f"{name} {args.gnubg_plies}-ply" if name == "gnubg" else name
        print(f"backgammon's net, {args.plies}-ply, against {against}: "
              f"{means.mean():+.4f} +- {means.std() / len(means)**0.5:.4f} points a game, {points.size} games; "
              f"won {100 * (points > 0).mean():.1f} %, gammons {100 * (points > 1).mean():.1f} %, "
              f"lost {100 * (points < -1).mean():.1f} %")
