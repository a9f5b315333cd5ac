"""gamecore book: builds opening books of connect four."""
from time import perf_counter

from gamecore.screen.options import add_action, add_engine, add_shared
from gamecore.core.text import number
from gamecore.errors import GameError
from gamecore.games.connect_four.solver.book_build import build

HELP = "build an opening book of connect four"


def configure(parser):
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    action = add_action(actions, "build", "solve all positions with few stones; resumes where it was stopped")
    action.add_argument("game", metavar="GAME", help="connect-four")
    action.add_argument("--plies", metavar="N", type=int, required=True,
                        help="the most stones on the board, 0 to 13; 8 take days")
    action.add_argument("--out", metavar="FILE", required=True, help="the book")
    add_engine(action, "positions solved at the same time", "each thread's table")
    add_shared(action, "--json")


def run(args, console):
    if args.game != "connect-four":
        raise GameError(f"there are no books of {args.game!r}: expected connect-four")
    start = perf_counter()
    positions = build(args.plies, args.out, threads=args.threads, hash_mb=args.hash_mb,
                      progress=lambda done, total: console.progress(
                          done, total, f"{number(done)} of {number(total)} positions"))
    record = {"plies": args.plies, "positions": positions, "seconds": perf_counter() - start}
    console.report(record, console.print,
                   f"{number(positions)} positions with up to {args.plies} stones, {record['seconds']:.1f} s")
    return 0
