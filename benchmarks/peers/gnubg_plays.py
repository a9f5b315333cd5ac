"""Compares, by rollouts, the plays in which our search and GNU Backgammon differ.

`make peers` installs gnubg-nn, which is GNU Backgammon's evaluation and choice of plays as a Python package, and
compares a few plays; a reliable result needs `--positions 2000`.

The positions are contact positions with a roll, each from another game. If the plays differ, both are rolled out to the
end with the same dice and variance reduction; both sides search one roll ahead for their plays. Our engine makes the
plays of a rollout, but its results come from the dice. The standard error is taken over the decisions.
"""
import argparse
from time import process_time

from benchmarks.peers.gnubg_socket import contact_positions
from benchmarks.peers.gnubg_strength import gnubg

import gamecore
from gamecore.core.about import about
from gamecore.games.backgammon.net import BackgammonNet
from gamecore.match.backgammon.rollout import rollout_of_plays
from gamecore.match.backgammon.stopping import Mean, difference

BATCH = 50                           # decisions between two lines


class Side:
    """A player and its processor time."""

    def __init__(self, choose):
        self.choose, self.seconds = choose, 0.0

    def play(self, position):
        begin = process_time()
        move = self.choose(position)
        self.seconds += process_time() - begin
        return move


def ours(plies, switches):
    engine = gamecore.Engine(hash_mb=16, switches=switches)      # it keeps its table, as gnubg-nn keeps its cache

    def choose(position):
        return board(position, engine.search(position, depth=plies).move)

    return Side(choose)


def theirs(plies):
    return Side(lambda position: tuple(map(tuple, gnubg(position.own, position.other, *position.dice, plies))))


def board(position, move):
    """Returns the player's and the opponent's checkers after a play."""
    after = position.play(move)
    return after.other, after.own


def gain(position, boards, games, seed, judge):
    """Returns how much more the first of two plays is worth than the second."""
    moves = {board(position, move): move for move in position.legal_moves()}
    assert set(boards) <= moves.keys(), f"no legal plays of {position}: {boards}"
    rolled = list(rollout_of_plays(position, [moves[wanted] for wanted in boards], games, judge, plies=1, seed=seed))
    return difference(*([game.points - game.luck for game in side] for side in zip(*rolled))).mean


def report_line(sides, gains, decisions):
    """Returns a line about the decisions so far, with our mean gain over the decisions in which the plays differ, and
    over all."""
    own, peer = (1e3 * side.seconds / decisions.n for side in sides)
    line = (f"  {decisions.n} decisions, {gains.n} with different plays; CPU time a choice: gamecore {own:.1f} ms, "
            f"gnubg-nn {peer:.1f} ms")
    if gains.n < 2:
        return line
    return (f"{line}; where they differ gamecore's is worth {gains.mean:+.4f} +- {gains.standard_error:.4f} more, "
            f"{1e3 * decisions.mean:+.2f} +- {1e3 * decisions.standard_error:.2f} thousandths a decision")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--plies", type=int, default=2, help="layers of dice that ours looks ahead")
    parser.add_argument("--gnubg-plies", type=int, default=2)
    parser.add_argument("--switches", default="play")
    parser.add_argument("--games", type=int, default=36, help="of the rollout of each play")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    facts = about()
    print(f"ours {args.plies}-ply, {args.switches}, network {BackgammonNet.shipped().digest.hex()[:16]}; gnubg-nn "
          f"{args.gnubg_plies}-ply; {args.games} games a play; "
          + ", ".join(facts[key] for key in ("version", "flags", "cpu")), flush=True)
    sides, gains, decisions = (ours(args.plies, args.switches), theirs(args.gnubg_plies)), Mean(), Mean()
    judge = gamecore.Engine(hash_mb=1, switches="play")
    start = gamecore.Backgammon().roll(2, 1)
    for side in sides:                               # the tables that a process makes once
        side.play(start)
        side.seconds = 0.0
    for number, position in enumerate(contact_positions(args.positions, args.seed), 1):
        boards = [side.play(position) for side in sides]
        differ = boards[0] != boards[1]
        worth = gain(position, boards, args.games, args.seed * 1_000_000 + number, judge) if differ else 0.0
        decisions.add(worth)
        if differ:
            gains.add(worth)
        if number % BATCH == 0 or number == args.positions:
            print(report_line(sides, gains, decisions), flush=True)


if __name__ == "__main__":
    main()
