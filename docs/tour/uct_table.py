"""The table of docs/tour/16-no-evaluation.md: UCT against alpha-beta at equal nodes, computed once.

    python docs/tour/uct_table.py [--games 100] [--nodes 2000]

Othello takes part where `gamecore build games/othello/othello.pyx` has been run.
"""
import sys
from argparse import ArgumentParser
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import gamecore
from gamecore.examples.kalah import Kalah
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.games.outside.turns import moves_again
from gamecore.trees import uct

OPENING = {"tic-tac-toe": 1, "connect four": 4, "Kalah": 4, "Othello": 6}         # random plies before a pair of games
WITHOUT = "pruning,deepening,table,hint,killers,history"


def games():
    sys.path.append(str(Path(__file__).resolve().parents[2] / "games" / "othello"))
    starts = {"tic-tac-toe": TicTacToe, "connect four": gamecore.ConnectFour, "Kalah": Kalah}
    try:
        from othello import Othello
    except ImportError:
        return starts
    return {**starts, "Othello": Othello}


def opening(start, plies, random):
    """Returns an unfinished position after random moves."""
    while True:
        position = start()
        for _ in range(plies):
            if not position.is_over():
                position = position.play(random.choice(list(position.legal_moves())))
        if not position.is_over():
            return position


def points(position, players):
    """Returns the points, 1, 1/2 or 0, of the side to move first, for which players[0] plays."""
    side = 0
    while not position.is_over():
        move = players[side](position)
        side = side if moves_again(position, move) else 1 - side
        position = position.play(move)
    score = position.final_score()
    return ((score > 0) - (score < 0)) * (1 - 2 * side) / 2 + 0.5


def match(start, plies, own, other, pairs, seed):
    """Returns the mean points of `own` over pairs of games with sides changed, and its standard error."""
    random, scores = Random(seed), []
    for _ in range(pairs):
        position = opening(start, plies, random)
        scores.append((points(position, (own, other)) + 1 - points(position, (other, own))) / 2)
    return fmean(scores), stdev(scores) / sqrt(pairs)


def sampler(nodes):
    seeds = Random(1)
    return lambda position: uct(position, nodes=nodes, seed=seeds.random()).action


def searcher(nodes, switches):
    engine = gamecore.Engine(hash_mb=4, switches=switches)
    return lambda position: engine.search(position, nodes=nodes).move


def main():
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=2000)
    args = parser.parse_args()
    print("| game | against alpha-beta without an evaluation | with one |\n|---|--:|--:|")
    for name, start in games().items():
        cells = []
        for switches in [WITHOUT, f"evaluation,{WITHOUT}"][:1 if start is TicTacToe else 2]:
            mean, error = match(start, OPENING[name], sampler(args.nodes), searcher(args.nodes, switches),
                                args.games // 2, name)
            cells.append(f"{mean:.2f} +- {error:.2f}")
        cells += ["it has none"] * (2 - len(cells))
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
