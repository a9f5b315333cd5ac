"""Measures the evaluation's errors in races with checkers outside home, against rollouts with variance reduction.

    python -m benchmarks.studies.backgammon_races                          the error over backgammon_races.txt
    python -m benchmarks.studies.backgammon_races --make 250 --games 144   makes such a file

The positions come from self-play, one from each game, at a random ply after the last contact. Each line of the file has
a position, its value in points for the player on roll, and the standard error of this value.
"""
import argparse
import random
from pathlib import Path

import gamecore
from gamecore.match.backgammon.rollout import rollout
from gamecore.match.backgammon.stopping import Mean

FILE = Path(__file__).parents[1] / "positions" / "backgammon_races.txt"
SEED = 1


def is_race(position):
    """Whether no contact is left, and a checker is outside home."""
    rear = [max(point for point in range(26) if side[point]) for side in (position.own, position.other)]
    return sum(rear) <= 25 and max(rear) > 6


def race_of_a_game(engine, dice):
    """Returns a race with a checker outside home from a game of self-play, or None if the game had none."""
    position, found = gamecore.Backgammon(), []
    while not position.is_over():
        if is_race(position):
            found.append(position)
        rolled = position.roll(dice.randint(1, 6), dice.randint(1, 6))
        position = rolled.play(engine.search(rolled, depth=0).move)
    return dice.choice(found) if found else None


def make(count, games, path):
    """Writes the file, line by line."""
    engine, dice, done = gamecore.Engine(hash_mb=1), random.Random(SEED), 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("# Races of self-play in which not all checkers are home: position, points by a rollout of "
                   f"{games} games, standard error.\n"
                   f"# Source: python -m benchmarks.studies.backgammon_races --make {count} --games {games}\n")
        while done < count:
            position = race_of_a_game(engine, dice)
            if position is not None:
                value = Mean()
                for game in rollout(position, games, engine, seed=SEED):
                    value.add(game.points - game.luck)
                file.write(f"{position} {value.mean:.4f} {value.standard_error:.4f}\n")
                file.flush()
                done += 1


def compare(path):
    """Prints the errors of the static evaluation."""
    engine, errors, noise = gamecore.Engine(hash_mb=1), [], []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            position, value, error = line.split()
            score = engine.search(gamecore.Backgammon(position), depth=0).score
            win, *gammons = engine.probabilities(gamecore.Backgammon(position))
            assert is_race(gamecore.Backgammon(position)), position
            # the same five numbers, added in another order
            assert abs(2 * win - 1 + sum(gammons[:2]) - sum(gammons[2:]) - score) < 1e-6, position
            errors.append((score - float(value), position))
            noise.append(float(error))
    rms, unsure = ((sum(x * x for x in some) / len(some))**0.5 for some in ([error for error, _ in errors], noise))
    worst = max(errors, key=lambda pair: abs(pair[0]))
    mean = sum(error for error, _ in errors) / len(errors)
    print(f"{len(errors)} races: root mean squared error {rms:.4f} points, mean {mean:+.4f}; "
          f"standard error of the rollouts {unsure:.4f}; worst {worst[0]:+.3f} in {worst[1]}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--make", metavar="N", type=int)
    parser.add_argument("--games", metavar="N", type=int, default=144)
    parser.add_argument("--file", default=FILE)
    args = parser.parse_args()
    if args.make:
        make(args.make, args.games, args.file)
    compare(args.file)
