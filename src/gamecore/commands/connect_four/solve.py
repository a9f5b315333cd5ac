"""gamecore solve connect-four: computes exact scores of positions, and of all moves of a game."""
from gamecore.core.text import number
from gamecore.errors import LimitError, PositionError
from gamecore.games.connect_four.position import ConnectFour
from gamecore.games.connect_four.solver import Solver
from gamecore.games.connect_four.solver.files import read_positions, record, solve_lines
from gamecore.screen.options import add_engine, add_number, refuse


def configure(parser):
    group = parser.add_argument_group("connect-four")
    group.add_argument("--file", metavar="F", help="positions to solve, one per line")
    group.add_argument("--weak", action="store_true", help="find only the winner: 1, 0 or -1")
    add_number(group, "--nodes", "positions to visit, at most; the result may then be bounds of the score")
    add_number(group, "--seconds", "time for a position, at most", metavar="S", type=float)
    group.add_argument("--no-book", action="store_true", help="solve from scratch")
    add_engine(group, "threads that solve a position together", "the table")


def run(args, console):
    solver = Solver(args.hash_mb, args.threads, book=not args.no_book)
    refuse(args, ["exact", "max_states"])
    limits = {name: value for name, value in (("nodes", args.nodes), ("seconds", args.seconds)) if value is not None}
    for name, value in limits.items():
        if args.all_moves:
            raise LimitError(f"--{name} {value} limits one score; leave out --all-moves")
    if args.file:
        refuse(args, ["position"], "--file")
        return run_file(args, solver, limits, console)
    position = ConnectFour(args.position or "")
    found = record(solver, position, args.all_moves, args.weak, progress_on(console), **limits)
    console.report({"game": args.game} | found, show, found, console)
    return 0


def progress_on(console):
    def show_progress(solver):
        lower, upper = solver.bounds
        console.status(f"the score is between {lower} and {upper}; {number(solver.nodes)} positions")
    return show_progress


def run_file(args, solver, limits, console):
    """Writes a record for each position, in order; raises PositionError if a position has no score."""
    with open(args.file, encoding="utf-8-sig", errors="replace") as file:
        positions = read_positions(file)
    unsolved = []
    for found in solve_lines(solver, positions, all_moves=args.all_moves, weak=args.weak,
                             on_progress=progress_on(console), **limits):
        unsolved += [found] * ("error" in found)
        console.report(found, show_line, found, console)
    if unsolved:
        raise PositionError(f"{len(unsolved)} of {len(positions)} positions of {args.file!r} have no score, first "
                            f"line {unsolved[0]['line']}: {unsolved[0]['error']}")
    return 0


def show_line(found, console):
    if "error" in found:
        console.print(f"line {found['line']}: {found['error']}")
    else:
        console.print(found["position"], " ", (score_text(found), "bold"),
                      "  " + moves_text(found) if "moves" in found else "")


def show(found, console):
    """Prints the scores of the moves if they were requested, then a sentence about the score."""
    if "moves" in found:
        console.print(moves_text(found))
    console.print("score ", (score_text(found), "bold green"),
                  f": a {found['outcome']} for the side to move" if found["outcome"] else "")
    console.print((f"{number(found['nodes'])} positions in {found['seconds']:.3f} s", "dim"))


def score_text(found):
    """Returns a score such as "+3", or its bounds if a limit ended the search."""
    if found["score"] is None:
        return f"between {found['lower']:+d} and {found['upper']:+d}"
    return f"{found['score']:+d}" if found["score"] else "0"


def moves_text(found):
    """Returns each column with its score, such as '1: -2  2: -1'."""
    return "  ".join(f"{column}: {score}" for column, score in found["moves"].items())
