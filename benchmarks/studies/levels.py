"""Measures the score of each level of play against the one below it.

    python -m benchmarks.studies.levels connect-four --games 100

Each opening of a few random moves is played twice, with sides exchanged; in backgammon each game has its own dice.
"""
import argparse
from math import sqrt
from random import Random

from gamecore import Engine
from gamecore.playing.names import load
from gamecore.games.all import game_of
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.connect_four.solver import Solver

OPENING = {"connect-four": 3, "checkers": 6}
MOST = 200                               # plies of a game of checkers; then it is drawn


class Player:
    def __init__(self, position, number, random):
        self.level, self.random = game_of(position).level(number), random
        self.solver = Solver() if self.level.perfect else None
        self.engine = Engine(hash_mb=16, switches="play", evaluation=self.level.evaluation)

    def move(self, position):
        if self.level.slips(self.random):
            return self.random.choice(position.legal_moves())
        if self.solver:
            solution = self.solver.solve(position)
            assert solution.score == max(self.solver.scores(position).values()), (str(position), solution)
            return solution.move
        result = self.engine.search(position, **{"depth": 60} | self.level.limits)
        assert result.move == result.lines[0][1][0] and result.move in position.legal_moves(), (str(position), result)
        return result.move


def points(position, players, random):
    """Returns the first player's result, in points in backgammon, otherwise 1, 1/2 or 0."""
    side = ply = 0
    while not position.is_over() and ply < MOST:
        if position.outcomes and position.outcomes():
            position = position.roll(random.randint(1, 6), random.randint(1, 6))
        position = position.play(players[side].move(position))
        side, ply = 1 - side, ply + 1
    score = position.final_score() if position.is_over() else 0
    score = score if side == 0 else -score
    return score if isinstance(position, Backgammon) else (1 + (score > 0) - (score < 0)) / 2


def opening(game, random):
    position = game.start()
    for _ in range(OPENING.get(game.name, 0)):
        position = position.play(random.choice(position.legal_moves()))
    return position


def compare(game, number, games, seed):
    """Returns (mean, standard error) of the points of a level against the one below."""
    random = Random(f"{game.name} {number} {seed}")
    start = game.start()
    better, worse = Player(start, number, random), Player(start, number - 1, random)
    even = 0 if isinstance(start, Backgammon) else 1     # the points that both sides share
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
    for number in args.levels:
        mean, error = compare(load(args.game), number, args.games, args.seed)
        print(f"level {number} against {number - 1}: {mean:+.3f} +- {error:.3f}, {args.games} games", flush=True)
