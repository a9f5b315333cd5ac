"""gamecore perft: counts the lines of play of a given length, as a test of a move generator."""
from time import perf_counter, process_time

from gamecore.screen.console import ColumnPrinter
from gamecore.playing.names import is_finished, load, position_of
from gamecore.screen.options import add_shared, jobs_option, within
from gamecore.screen.text import speed
from gamecore.core.branching import rate
from gamecore.core.text import number
from gamecore.errors import SwitchError
from gamecore.games.all import game_of
from gamecore.games.outside.turns import legal_moves, passes_turn, possible_outcomes, word_of_outcome
from gamecore import perft
from gamecore.search.iteration import plain

HELP = "count the lines of play of a given length"


def configure(parser):
    add_shared(parser, "game")
    parser.add_argument("--depth", metavar="N", type=within(1), required=True, help="plies")
    add_shared(parser, "--position")
    parser.add_argument("--divide", action="store_true", help="count for each first move")
    parser.add_argument("--convention", choices=("results", "paths"), default="results",
                        help="checkers: jumps that lead to one position by several paths count once (the default), or "
                             "each")
    parser.add_argument("--weighted", dest="convention", action="store_const", const="weighted",
                        help="backgammon: count the 36 ordered rolls, not the 21")
    parser.add_argument("--hash", action="store_true", help="count each position once per depth, and store the count")
    parser.add_argument("--jobs", **jobs_option("threads"))
    add_shared(parser, "--json")


def run(args, console):
    position = position_of(load(args.game), args.position)
    console.status(f"perft {args.depth}")
    if args.convention == "paths" and game_of(position).paths is None:
        raise SwitchError(f"convention 'paths' is for checkers, not {type(position).__name__}")
    count(args, position, 1)         # raises errors early, and builds the tables of a first use
    start, cpu_start = perf_counter(), process_time()
    nodes = divide(args, position, console) if args.divide else count(args, position, args.depth)
    seconds, cpu_seconds = perf_counter() - start, process_time() - cpu_start
    console.report({"game": args.game, "position": str(position), "depth": args.depth, "nodes": nodes,
                    "seconds": seconds, "cpu_seconds": cpu_seconds, "nps": rate(nodes, seconds),
                    "nodes_per_cpu_second": rate(nodes, cpu_seconds)},
                   console.print, ("perft ", "dim"), f"{args.depth}: ", (number(nodes), "bold"),
                   (f"   {seconds:.3f} s, of CPU {cpu_seconds:.3f} s: {speed(nodes, cpu_seconds)}", "dim"))
    return 0


def count(args, position, depth):
    return perft(position, depth, hash=args.hash, convention=args.convention, jobs=args.jobs)


def divide(args, position, console):
    """Prints a line for each first move or chance outcome, and their sum."""
    total = count(args, position, args.depth) if is_finished(position) else 0
    table, outcomes = ColumnPrinter(console, {"move": "<6", "nodes": ">16"}), possible_outcomes(position)
    for move, nodes in events(args, position, outcomes) if outcomes else moves(args, position):
        total += nodes
        table.row(move, number(nodes), record={"move": plain(move), "nodes": nodes})
    return total


def moves(args, position):
    paths_of = game_of(position).paths if args.convention == "paths" else None
    for move in legal_moves(position):
        paths = len(paths_of(position, move)) if paths_of else 1
        yield move, paths * (count(args, position.play(move), args.depth - 1) if args.depth != 1 else 1)


def events(args, position, outcomes):
    least = min(probability for _, probability in outcomes)
    for outcome, probability in outcomes:
        weight = round(probability / least) if args.convention == "weighted" else 1
        depth = args.depth - passes_turn(position, outcome)
        yield word_of_outcome(outcome), weight * (
            count(args, position.play_outcome(outcome), depth) if depth else 1)
