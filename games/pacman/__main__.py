"""python -m gamecore.examples.pacman, Pacman's games and experiments on the command line."""
import argparse
import os
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from time import perf_counter, sleep

from gamecore import Engine, trees
from gamecore.errors import GamecoreError

from .cast import GHOSTS, ghosts_of, player_of
from .drawing import animation, painted
from .evaluations import EVALUATIONS
from .experiments import Experiment, Pairing, experiment_of, game_of
from .game import LIMIT, positions
from .journal import Journal, run
from .line import Line, food_and_distance, food_left
from .maze import MAZES, named
from .players import SWITCHES

OWN = "or module:name"
BAGS = [10, 10], [9, 100]


def main(arguments=None):
    args = parser().parse_args(arguments)
    try:
        return args.run(args)
    except (GamecoreError, OSError) as error:
        print(f"pacman: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def parser():
    top = argparse.ArgumentParser(prog="python -m gamecore.examples.pacman",
                                  description="Pacman by minimax and expectimax: games and experiments")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    texts = {"table": "assumptions against reality: two kinds of Pacman, two of ghosts",
             "starving": "food out of sight", "pincer": "two ghosts that trap him",
             "split": "two ghosts that run straight, or search",
             "trapped": "a position that is lost, unless the ghosts err",
             "depths": "a short look against a long one",
             "informed": "the right probabilities, known to Pacman"}
    for name, text in texts.items():
        command = commands.add_parser(name, help=text)
        command.add_argument("--games", type=positive, default=100, help="of each row (100)")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--jobs", type=positive, default=min(2, os.cpu_count() or 1), help="processes")
        command.add_argument("--keep", metavar="FILE", help="keep finished rows here, so that the next run can resume")
        command.set_defaults(run=partial(experiment, name))
    commands.add_parser("line", help="the course's line, depths 1 to 5").set_defaults(run=line)
    commands.add_parser("bags", help="when [9, 100] is better than [10, 10]").set_defaults(run=bags)
    for name, text, action in (("watch", "watch a game", watch), ("play", "be Pacman yourself", play),
                               ("games", "count the games that he wins", count)):
        command = commands.add_parser(name, help=text)
        command.add_argument("--maze", default="open", help=f"{', '.join(MAZES)}, or rows joined by '/'")
        command.add_argument("--pacman", default="alpha-beta", help=f"how he searches: {', '.join(SWITCHES)}, {OWN}")
        depth = command.add_mutually_exclusive_group()
        depth.add_argument("--rounds", type=positive, default=4, help="search depth in rounds, all agents' moves (4)")
        depth.add_argument("--plies", type=positive, help="the same in plies, two a round")
        command.add_argument("--evaluation", default="careful", help=f"{', '.join(EVALUATIONS)}, {OWN}")
        command.add_argument("--ghosts", default="minimax", help=f"{', '.join(GHOSTS)}, {OWN}")
        command.add_argument("--ghost-rounds", type=positive, default=2, help="how far minimax ghosts look (2)")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--limit", type=positive, default=LIMIT, help="steps")
        command.set_defaults(run=action)
        if action is count:
            command.add_argument("--games", type=positive, default=100, help="to play (100)")
            continue
        command.add_argument("--delay", type=float, default=0.2, help="seconds between two frames, on a terminal")
        command.add_argument("--svg", metavar="FILE", help="save the game as one animated picture")
    return top


def positive(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


# Experiments

def experiment(name, args):
    """Plays the missing games and prints the table, even after Ctrl-C."""
    trial = experiment_of(name)
    journal = Journal(args.keep, {"experiment": name, "seed": args.seed})
    start, code = perf_counter(), 0
    try:
        run(partial(game_of, name, args.seed), trial.names(args.games), journal, args.jobs)
    except KeyboardInterrupt:
        code = 130
    lines = trial.table({key: row for key, row in journal.rows.items() if key[1] < args.games})
    print_table(lines, len(trial.heads))
    print(f"{perf_counter() - start:.1f} seconds, seed {args.seed}")
    return code


def print_table(lines, texts):
    """Prints columns, of which the first few are texts and the others numbers."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) if i < texts else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(line, widths, strict=True)))
        print("  ".join(cells).rstrip())


def line(args):
    """Prints the best first moves by depth for F1, which counts the food left, and for F2, which also uses the
    distance."""
    lines = [("depth", "F1", "F2")]
    for depth in range(1, 6):
        lines.append((str(depth), *(" or ".join(first_moves(evaluation, depth))
                                    for evaluation in (food_left, food_and_distance))))
    print_table(lines, 3)
    return 0


def first_moves(evaluation: Callable[[Line], float], depth: int) -> list[str]:
    """Returns all best moves on the line."""
    lines = Engine(hash_mb=1).search(Line(evaluation), depth=depth, multipv=2).lines
    return sorted([pv[0] for score, pv in lines if score == lines[0][0]])


def bags(args):
    """Prints the worst case and the average of two bags, and how often MIN must err for the right bag to be better."""
    lines = [("MIN errs with", "left", "right", "best")]
    for slip in (Fraction(0), Fraction(1, 100), Fraction(1, 91), Fraction(1, 90), Fraction(1, 2)):
        left, right = (trees.expectiminimax(trees.Max([erring(bag, slip)])).value for bag in BAGS)
        best = "left" if left > right else "right" if right > left else "either"
        lines.append((str(slip), f"{float(left):g}", f"{float(right):g}", best))
    print_table(lines, 1)
    return 0


def erring(bag, slip):
    """Returns a bag of two balls, from which MIN takes the ball that is worse for MAX or, with probability `slip`, the
    better one."""
    return trees.Min(bag) if slip == 0 else trees.Chance(sorted(bag), [1 - slip, slip])


# Games

def cast(args):
    player = player_of(args.pacman, args.plies or 2 * args.rounds, args.evaluation)
    return player, ghosts_of(args.ghosts, args.ghost_rounds)


def watch(args):
    return show(args, *cast(args))


def play(args):
    """Lets a person choose the moves, by their names, in place of the player."""
    try:
        return show(args, Person(), cast(args)[1])
    except EOFError:
        return 0


def count(args):
    """Prints a row of a table for a Pacman against ghosts."""
    trial = Experiment(("Pacman", "ghosts"), {
        "": Pairing((args.pacman, args.ghosts), args.maze, *cast(args), args.limit)})
    print_table(trial.table({name: trial.game(name, args.seed) for name in trial.names(args.games)}), 2)
    return 0


class Person:
    """A player that asks a person for each move."""

    def choose(self, position, random):
        moves = {move[0]: move for move in position.legal_moves() if move != "stop"} | {"": "stop"}
        while True:
            word = input(f"your move ({', '.join(position.legal_moves())})? ").strip()
            if word in moves.values() or word in moves:
                return moves.get(word, word)
            print(f"{word!r} is not a move here; the first letter will do, an empty line is a stop")


def show(args, player, ghosts):
    """Shows the frames of a game, in colour on a terminal, and saves its picture if this was requested."""
    seen, moving, screen = [], sys.stdout.isatty(), screen_of()
    for position, move in positions(named(args.maze), player, ghosts, Random(args.seed), args.limit):
        seen.append((position, move))
        print("\033[H\033[2J" if moving else "", end="", flush=True)
        screen(*painted(position), ("\n" * (not moving), ""))
        if moving and args.run is watch:
            sleep(args.delay)
    if args.svg:
        with open(args.svg, "w", encoding="utf-8") as file:
            file.write(animation(seen))
    return 0


def screen_of():
    """Returns a function that prints texts, coloured if rich is installed."""
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:
        return lambda *painted: print("".join(text for text, _ in painted))
    screen = Console(highlight=False)
    return lambda *painted: screen.print(Text.assemble(*painted), soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
