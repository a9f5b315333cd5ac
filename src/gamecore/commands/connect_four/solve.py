"""gamecore solve connect-four: computes exact scores of positions, and of all moves of a game."""
import json
from contextlib import nullcontext

from gamecore.core.files import append_atomically, complete_lines, locked
from gamecore.core.text import number
from gamecore.errors import LimitError, PositionError
from gamecore.games.connect_four.position import ConnectFour
from gamecore.games.connect_four.solver import Solver
from gamecore.games.connect_four.solver.files import annotate, record, solve_lines
from gamecore.screen.console import Table
from gamecore.screen.options import add_engine, add_number, refuse

BAD_LINE = 2                         # the exit code if a file had lines that are no positions


def configure(parser):
    group = parser.add_argument_group("connect-four")
    group.add_argument("--file", metavar="F", help="positions to solve, one per line")
    group.add_argument("--out", metavar="F",
                       help="with --file: where the lines of JSON go; resumes where it was stopped")
    group.add_argument("--weak", action="store_true", help="find only the winner: 1, 0 or -1")
    group.add_argument("--annotate", action="store_true",
                       help="which moves of the game in --position lost something")
    add_number(group, "--nodes", "positions to visit, at most; the result may then be bounds of the score")
    add_number(group, "--seconds", "time for a position, at most", metavar="S", type=float)
    group.add_argument("--no-book", action="store_true", help="solve from scratch")
    add_engine(group, "threads that solve a position together", "the table")


def run(args, console):
    solver = Solver(args.hash_mb, args.threads, book=not args.no_book)
    refuse(args, ["exact", "max_states"])
    if args.out and not args.file:
        raise PositionError(f"--out {args.out!r} is for the positions of --file")
    limits = {name: value for name, value in (("nodes", args.nodes), ("seconds", args.seconds)) if value is not None}
    for name, value in limits.items():
        if args.all_moves or args.annotate:
            raise LimitError(f"--{name} {value} limits one score; leave out --all-moves and --annotate")
    if args.file:
        refuse(args, ["position", "annotate"], "--file")
        return run_file(args, solver, limits, console)
    if args.annotate:
        refuse(args, ["all_moves", "weak"], "--annotate")
        return run_annotation(args, solver, console)
    position = ConnectFour(args.position or "")
    found = record(solver, position, args.all_moves, args.weak, progress_on(console), **limits)
    console.report({"game": args.game} | found, show, found, console)
    return 0


def progress_on(console):
    def tell(solver):
        lower, upper = solver.bounds
        console.status(f"the score is between {lower} and {upper}; {number(solver.nodes)} positions")
    return tell


def run_file(args, solver, limits, console):
    """Writes a record per line, in order. With --out it appends them to a file, and so resumes an earlier run."""
    with open(args.file, encoding="utf-8-sig", errors="replace") as file:
        lines = file.readlines()
    with locked(args.out) if args.out else nullcontext():
        return solve_file(args, lines, len(complete_lines(args.out)) if args.out else 0, solver, limits, console)


def solve_file(args, lines, done, solver, limits, console):
    """Writes a record for each line that is not done; returns the exit code."""
    code = 0
    for found in solve_lines(solver, lines, done, all_moves=args.all_moves, weak=args.weak,
                             on_progress=progress_on(console), **limits):
        code = code if "error" not in found else BAD_LINE
        if args.out:
            append_atomically(args.out, json.dumps(found) + "\n")
            console.progress(found["line"], len(lines), f"line {found['line']} of {len(lines)}")
        if not args.out or "error" in found and not console.json:
            console.report(found, show_line, found, console)
    return code


def show_line(found, console):
    if "error" in found:
        console.print(f"line {found['line']}: {found['error']}")
    else:
        console.print(found["position"], " ", (score_text(found), "bold"),
                      "  " + moves_text(found) if "moves" in found else "")


def run_annotation(args, solver, console):
    rows = annotate(solver, args.position or "")
    table = Table(console, {"move": ">4", "column": ">6", "score": ">5", "kept": ">5", "best": "<14", "": "<"})
    for row in rows:
        table.row(row["move"], row["column"], f"{row['score']:+d}", f"{row['kept']:+d}",
                  " ".join(map(str, row["best"])), row["mistake"], record=row)
    return 0


def show(found, console):
    """Prints the scores of the moves if they are wanted, then the score in a sentence."""
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
