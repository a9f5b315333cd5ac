"""gamecore solve connect-four: computes exact scores of positions, and of all moves of a game."""
import json
from contextlib import nullcontext

from gamecore.core.files import append_atomically, lines_and_rest, locked, remove_rest
from gamecore.core.text import number
from gamecore.errors import LimitError, PositionError, SettingsError
from gamecore.games.connect_four.position import ConnectFour
from gamecore.games.connect_four.solver import Solver
from gamecore.games.connect_four.solver.files import annotate, identity, read_positions, record, solve_lines
from gamecore.screen.console import ColumnPrinter
from gamecore.screen.options import add_engine, add_number, refuse
from gamecore.screen.text import dump, json_line

QUOTED = 80                          # characters of a line in an error


def configure(parser):
    group = parser.add_argument_group("connect-four")
    group.add_argument("--file", metavar="F", help="positions to solve, one per line")
    group.add_argument("--out", metavar="F",
                       help="with --file: where the lines of JSON go; resumes where it was stopped")
    group.add_argument("--weak", action="store_true", help="find only the winner: 1, 0 or -1")
    group.add_argument("--annotate", action="store_true", help="which moves of the game in --position lost something")
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
    def show_progress(solver):
        lower, upper = solver.bounds
        console.status(f"the score is between {lower} and {upper}; {number(solver.nodes)} positions")
    return show_progress


def run_file(args, solver, limits, console):
    """Writes a record per position, in order. With --out it appends them to a file, and so resumes an earlier run."""
    with open(args.file, encoding="utf-8-sig", errors="replace") as file:
        positions = read_positions(file)
    with locked(args.out) if args.out else nullcontext():
        solve_file(args, positions, solver, {"all_moves": args.all_moves, "weak": args.weak} | limits, console)
    return 0


def solve_file(args, positions, solver, options, console):
    """Writes a record for each position that --out lacks; raises PositionError if any has no score."""
    done = resume(args.out, positions, options) if args.out else []
    unsolved = [found for found in done if "error" in found]
    for found in solve_lines(solver, positions[len(done):], on_progress=progress_on(console), **options):
        if "error" in found:
            unsolved.append(found)
        if args.out:
            append_atomically(args.out, json_line(found) + "\n")
            console.progress(found["line"], positions[-1][0], f"line {found['line']} of {positions[-1][0]}")
        if not args.out or "error" in found and not console.json:
            console.report(found, show_line, found, console)
    if unsolved:
        raise PositionError(f"{len(unsolved)} of {len(positions)} positions of {args.file!r} have no score, first "
                            f"line {unsolved[0]['line']}: {unsolved[0]['error']}")


def resume(path, positions, options):
    """Returns the records in a file of --out, and removes an incomplete one at its end.

    Raises
    ------
    SettingsError
        If the file has anything but the first records of these positions with these options; it remains as it was.
    """
    lines, rest = lines_and_rest(path)
    for i, text in enumerate([*lines, rest]):
        head = dump(identity(*positions[i], **options))[:-1] if i < len(positions) else "\n"
        if not (text.startswith(head) or i == len(lines) and head.startswith(text)):
            raise SettingsError(f"{path!r} is of other positions or options, and remains: line {i + 1} is "
                                f"{text[:QUOTED]!r}, expected {head.strip() or 'the end'}")
    try:
        records = list(map(json.loads, lines))
    except ValueError as error:
        raise SettingsError(f"{path!r} is damaged, and remains: {error}") from None
    remove_rest(path)
    return records


def show_line(found, console):
    if "error" in found:
        console.print(f"line {found['line']}: {found['error']}")
    else:
        console.print(found["position"], " ", (score_text(found), "bold"),
                      "  " + moves_text(found) if "moves" in found else "")


def run_annotation(args, solver, console):
    rows = annotate(solver, args.position or "")
    table = ColumnPrinter(console, {"move": ">4", "column": ">6", "score": ">5", "kept": ">5", "best": "<14", "": "<"})
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
