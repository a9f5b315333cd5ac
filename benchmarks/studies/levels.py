"""Measures the score of each level of play against the level below it.

    python -m benchmarks.studies.levels connect-four --games 100

Each opening of a few random moves is played twice, with sides exchanged; in backgammon each game has its own dice.
"""
import argparse
from math import sqrt
from random import Random

from gamecore import Game, level
from gamecore.playing.names import load

OPENING = {"connect-four": 3, "checkers": 6}
MOST = 200                               # plies of a game of checkers; then it is drawn


def points(opening, players, random):
    """Returns the first player's result after these moves, in points in backgammon, otherwise 1, 1/2 or 0."""
    game = Game(*opening[:1], seed=random)
    for move in opening[1:]:
        game.play(move)
    side = game.side
    game.players = players[::-1] if side else players
    while len(game.moves) < MOST and game.step():
        pass
    result = game.result
    won = 0 if result is None or result.winner is None else result.points if result.winner == side else -result.points
    return won if game.game.chance else (1 + won) / 2


def opening(game, random):
    """Returns the game, then some random moves."""
    moves, position = [], game.start()
    for _ in range(OPENING.get(game.name, 0)):
        moves.append(random.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return game, *moves


def compare(game, number, games, seed):
    """Returns (mean, standard error) of the points of a level against the level below."""
    random = Random(f"{game.name} {number} {seed}")
    better, worse = (level(game, each, seed=random) for each in (number, number - 1))
    even = 0 if game.chance else 1                       # the points that both sides share
    pairs = []
    for _ in range(games // 2):
        first = opening(game, random)
        pairs.append((points(first, (better, worse), random) + even - points(first, (worse, better), random)) / 2)
    mean = sum(pairs) / len(pairs)
    return mean, sqrt(sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) * (len(pairs) - 1)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--levels", type=int, nargs="+", default=range(2, 11))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.games < 4:
        parser.error(f"--games {args.games}: an error needs two pairs of games")
    for number in args.levels:
        mean, error = compare(load(args.game), number, args.games, args.seed)
        print(f"level {number} against {number - 1}: {mean:+.3f} +- {error:.3f}, {args.games} games", flush=True)
