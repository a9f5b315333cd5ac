"""Prints the table of docs/tour/16-no-evaluation.md, in which UCT plays against alpha-beta with equal nodes and with
equal CPU time.

    python docs/tour/uct_table.py [--games 200] [--nodes 2000] [--milliseconds 2]

Othello takes part if `gamecore build games/othello/othello.pyx` has been run.
"""
import sys
from argparse import ArgumentParser
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import process_time

import gamecore
from gamecore.examples.kalah import Kalah
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.games.outside.turns import moves_again

OPENING = {"tic-tac-toe": 1, "connect four": 4, "checkers": 6, "Kalah": 4, "Othello": 6}      # random plies
SPEED_NODES = 20_000                 # of each search that measures a speed, at the most
WITHOUT = "pruning,deepening,table,hint,killers,history"


def games():
    sys.path.append(str(Path(__file__).resolve().parents[2] / "games" / "othello"))
    starts = {"tic-tac-toe": TicTacToe, "connect four": gamecore.ConnectFour, "checkers": gamecore.Checkers,
              "Kalah": Kalah}
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
        move, _ = players[side](position)
        side = side if moves_again(position, move) else 1 - side
        position = position.play(move)
    score = position.final_score()
    return ((score > 0) - (score < 0)) * (1 - 2 * side) / 2 + 0.5


def match(start, plies, own, other, pairs, seed):
    """Returns the mean points of `own`, with the standard error, over pairs of games with sides exchanged."""
    random, scores = Random(seed), []
    for _ in range(pairs):
        position = opening(start, plies, random)
        scores.append((points(position, (own, other)) + 1 - points(position, (other, own))) / 2)
    return fmean(scores), stdev(scores) / sqrt(pairs)


def sampler(nodes):
    """Returns a player, a function from a position to a move and the nodes of its search."""
    seeds = Random(1)

    def choose(position):
        found = gamecore.uct(position, nodes=nodes, seed=seeds.getrandbits(64))
        return found.move, found.nodes
    return choose


def searcher(nodes, switches):
    engine = gamecore.Engine(hash_mb=4, switches=switches)

    def choose(position):
        found = engine.search(position, nodes=nodes)
        return found.move, found.nodes
    return choose


def nodes_per_second(start, plies, player):
    """Returns the nodes that a player reaches in a second of CPU time, measured after random openings."""
    random, choose = Random(0), player(SPEED_NODES)
    positions = [opening(start, plies, random) for _ in range(20)]
    began = process_time()
    nodes = sum(choose(position)[1] for position in positions)
    return nodes / (process_time() - began)


def main():
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--milliseconds", type=float, default=2)
    args = parser.parse_args()
    for name, start in games().items():
        play = OPENING[name]
        speed = nodes_per_second(start, play, sampler)
        for title, switches in {"none": WITHOUT, "its own": f"evaluation,{WITHOUT}"}.items():
            if start is TicTacToe and switches != WITHOUT:
                continue
            def opponent(nodes, switches=switches):
                return searcher(nodes, switches)
            budgets = [round(args.milliseconds / 1000 * each) for each in (
                speed, nodes_per_second(start, play, opponent))]
            cells = []
            for own, other in ((args.nodes, args.nodes), budgets):
                mean, error = match(start, play, sampler(own), opponent(other), args.games // 2, name)
                cells.append(f"{mean:.2f} +- {error:.2f}")
            print(f"| {name} | {title} | {cells[0]} | {cells[1]} | {budgets[0]:,} : {budgets[1]:,} |", flush=True)


if __name__ == "__main__":
    main()
