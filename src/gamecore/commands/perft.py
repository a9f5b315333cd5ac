"""gamecore perft: counts the lines of play of a length, the test of a move generator."""
from time import perf_counter, process_time

from gamecore.screen.console import Table
from gamecore.commands.game import load, position_of
from gamecore.screen.options import add_game, add_jobs, add_json, add_position
from gamecore.screen.text import speed
from gamecore.core.text import number
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers.position import Checkers
from gamecore.many import perft
from gamecore.search.deepening import plain

HELP = "count the lines of play of a given length"


def configure(parser):
    add_game(parser)
    parser.add_argument("--depth", metavar="N", type=int, required=True, help="plies")
    add_position(parser)
    parser.add_argument("--divide", action="store_true", help="count for each first move")
    parser.add_argument("--convention", choices=("results", "paths"), default="results",
                        help="checkers: jumps that lead to one position by several paths count once (the default), or "
                             "each")
    parser.add_argument("--weighted", dest="convention", action="store_const", const="weighted",
                        help="backgammon: count the 36 rolls of two dice told apart, not the 21")
    parser.add_argument("--hash", action="store_true", help="count each position once a depth, and remember it")
    add_jobs(parser, "threads")
    add_json(parser)


def run(args, console):
    position = position_of(load(args.game), args.position)
    console.status(f"perft {args.depth}")
    perft(position, 1)               # refuses a position of no game, and makes the tables that the first use makes
    start, cpu_start = perf_counter(), process_time()
    nodes = divide(args, position, console) if args.divide else count(args, position, args.depth)
    seconds, cpu_seconds = perf_counter() - start, process_time() - cpu_start
    console.report({"game": args.game, "position": str(position), "depth": args.depth, "nodes": nodes,
                    "seconds": seconds, "cpu_seconds": cpu_seconds,
                    "nps": nodes / cpu_seconds if cpu_seconds > 0 else 0.0},
                   console.print, ("perft ", "dim"), f"{args.depth}: ", (number(nodes), "bold"),
                   (f"   {seconds:.3f} s, of CPU {cpu_seconds:.3f} s: {speed(nodes, cpu_seconds)}", "dim"))
    return 0


def count(args, position, depth):
    return perft(position, depth, hash=args.hash, convention=args.convention, jobs=args.jobs)


def divide(args, position, console):
    """The sum over the first moves, or over what chance does first, with a line for each of them."""
    table, total = Table(console, {"move": "<6", "nodes": ">16"}), 0
    first = rolls if isinstance(position, Backgammon) and position.dice is None else moves
    for move, nodes in first(args, position):
        total += nodes
        table.row(move, number(nodes), record={"move": plain(move), "nodes": nodes})
    return total


def moves(args, position):
    for move in [] if position.is_over() else position.legal_moves():
        paths = len(position.paths(move)) if args.convention == "paths" and isinstance(position, Checkers) else 1
        yield move, paths * (count(args, position.play(move), args.depth - 1) if args.depth != 1 else 1)


def rolls(args, position):
    for (larger, smaller), _ in position.outcomes():
        weight = 2 if args.convention == "weighted" and larger != smaller else 1
        yield f"{larger}{smaller}", weight * count(args, position.roll(larger, smaller), args.depth)
