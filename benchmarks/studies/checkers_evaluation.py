"""Measures the correlation of checkers' static evaluation with deep searches.

    python -m benchmarks.studies.checkers_evaluation                       Spearman's rank correlation, by class
    python -m benchmarks.studies.checkers_evaluation --evaluation FILE     ... of other weights
    python -m benchmarks.studies.checkers_evaluation --make                writes positions/checkers.txt
    python -m benchmarks.studies.checkers_evaluation --label               scores its positions again

The positions are quiet positions from games that gamecore plays against itself, with 20,000 nodes per move and no
random moves. The games begin with every fourth ballot; no training game begins with these ballots. Each line of the
file has the score of a search with the switches `play`, in 1/100 of a logit for the side to move, and the position. A
position may count in two classes.
"""
import argparse
import random
from pathlib import Path

import numpy

import gamecore
from gamecore.match.ballots import read

FILE = Path(__file__).parents[1] / "positions" / "checkers.txt"
SEED = 15
DECKS = {"three-move": 1, "eleven-man": 5}         # of the ballots of the suite, one in this many
MOVE_NODES = 20_000
LEAST_PIECES = 8
EACH = {"men only": 4, "with kings": 2}            # positions a game
CLASSES = {
    "men only": lambda pieces, kings: not kings,
    "12 to 17 pieces": lambda pieces, kings: 12 <= pieces <= 17,
    "with kings": lambda pieces, kings: kings > 0,
}


class Game:                                        # what ballots are read for
    start = from_text = staticmethod(gamecore.Checkers)


def count(position):
    """Returns the number of pieces and of kings among them."""
    kings = [king for side in position.pieces.values() for king in side.values()]
    return len(kings), sum(kings)


def positions_of(ballot, random):
    """Yields quiet positions of a game from a ballot, while its result is open."""
    engine, position, found = gamecore.Engine(hash_mb=4, switches="play"), ballot.position, {name: [] for name in EACH}
    while not position.is_over() and position.clock < 40:
        pieces, kings = count(position)
        result = engine.search(position, nodes=MOVE_NODES)
        if pieces < LEAST_PIECES or result.outcome is not None or abs(result.score) > 400:
            break
        if position.is_quiet():
            found["with kings" if kings else "men only"].append(position)
        position = position.play(result.move)
    return [position for name, most in EACH.items()
            for position in random.sample(found[name], min(most, len(found[name])))]


def games():
    """Yields positions of games from the suite's ballots."""
    draw = random.Random(SEED)
    for deck, one_in in DECKS.items():
        for ballot in read(deck, Game)[::4 * one_in]:
            yield from positions_of(ballot, draw)


def label(positions, nodes, path, source):
    """Writes the positions whose result is open after `nodes` nodes, with their scores."""
    seen = set()
    with open(path, "w", encoding="ascii") as file:
        file.write(f"# {source} --nodes {nodes}, gamecore {gamecore.__version__}\n")
        for position in positions:
            result = gamecore.Engine(hash_mb=64, switches="play").search(position, nodes=nodes)
            if result.outcome is None and str(position) not in seen:
                seen.add(str(position))
                file.write(f"{result.score} {position}\n")
                file.flush()


def suite(path=FILE):
    """Returns the positions and their scores."""
    lines = [line.split() for line in Path(path).read_text(encoding="ascii").splitlines() if line[0] != "#"]
    return [gamecore.Checkers(position) for _, position in lines], numpy.array([int(score) for score, _ in lines])


def ranks(numbers):
    """Returns the ranks 0, 1, ... of the numbers; equal numbers share their mean rank."""
    _, which, counts = numpy.unique(numbers, return_inverse=True, return_counts=True)
    return (numpy.cumsum(counts) - (counts + 1) / 2)[which]


def correlations(positions, scores, evaluations):
    """Returns the number of positions and Spearman's rank correlation of two arrays of scores, by class."""
    found = {}
    for name, belongs in CLASSES.items():
        these = [belongs(*count(position)) for position in positions]
        found[name] = sum(these), numpy.corrcoef(ranks(scores[these]), ranks(evaluations[these]))[0, 1]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evaluation", help="as in gamecore.Engine")
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--label", action="store_true")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="of the searches that give the scores")
    parser.add_argument("--file", default=FILE)
    arguments = parser.parse_args()
    if arguments.make or arguments.label:
        label(games() if arguments.make else suite(arguments.file)[0], arguments.nodes, arguments.file,
              f"python -m benchmarks.studies.checkers_evaluation {'--make' if arguments.make else '--label'}")
    engine = gamecore.Engine(hash_mb=1, evaluation=arguments.evaluation)
    positions, scores = suite(arguments.file)
    evaluations = numpy.array([engine.evaluate(position) for position in positions])
    assert (evaluations == engine.evaluate_many(positions)).all()
    assert all(position.is_quiet() and not position.is_over() for position in positions)
    for name, (number, correlation) in correlations(positions, scores, evaluations).items():
        print(f"{name:16}{number:6}{correlation:8.3f}")


if __name__ == "__main__":
    main()
