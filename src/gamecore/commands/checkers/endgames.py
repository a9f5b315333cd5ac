"""gamecore endgames: builds, verifies and probes databases of all checkers positions with few pieces."""
from gamecore.screen.console import ColumnPrinter
from gamecore.screen.options import add_action, add_number, add_shared
from gamecore.core.text import number
from gamecore.games.checkers.endgames.build import SAMPLE, build, probe, verify

HELP = "build, verify or probe endgame databases of checkers"

COLUMNS = {"pieces": ">6", "positions": ">14", "wins": ">14", "losses": ">14", "draws": ">14", "seconds": ">8"}


def configure(parser):
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    built = add_action(actions, "build", "solve all positions up to a number of pieces; resumes where it was stopped",
                       action=run_build)
    built.add_argument("--pieces", metavar="N", type=int, required=True, help="2 to 7; 6 takes 0.5 GB of disk")
    built.add_argument("--out", metavar="DIR", required=True, help="where the files go")
    verified = add_action(actions, "verify", "check files, counts, and positions against their successors",
                          action=run_verify)
    verified.add_argument("directory", metavar="DIR", help="where the files are")
    verified.add_argument("--all", action="store_true", help=f"compare every position, not {SAMPLE:,} of each slice")
    probed = add_action(actions, "probe", "show who wins a position", action=run_probe)
    probed.add_argument("--position", metavar="FEN", required=True, help="such as B:WK1:BK11,K15")
    probed.add_argument("--databases", metavar="DIR",
                        help="where the files are; default: the 2 to 4 pieces that come with gamecore")
    for action in built, verified:
        add_number(action, "--threads", "default: one a processor", metavar="T")
    for action in built, verified, probed:
        add_shared(action, "--json")


def run(args, console):
    args.action(args, console)
    return 0


def run_build(args, console):
    """Prints a row for each number of pieces as soon as all its slices are finished."""
    report = BuildReport(console)
    build(args.pieces, args.out, args.threads, report.progress)


def run_verify(args, console):
    report = BuildReport(console)
    totals = verify(args.directory, None if args.all else SAMPLE, args.threads, report.progress)
    report.totals(totals)
    if not console.json:
        console.print((f"{totals['slices']} complete slices; {number(totals['checked'])} positions agree with their "
                       f"successors", "dim"))


def run_probe(args, console):
    known = probe(args.position, args.databases)
    text = (["a ", (known["outcome"], "bold"), " for the side to move"] if known["outcome"]
            else [f"not known: {known['pieces']} pieces"])
    console.report(known, console.print, *text)


class BuildReport:
    """A reporter that prints totals as lines of JSON or rows of a table, with the progress between them."""

    def __init__(self, console):
        self.console = console
        self.table = None

    def progress(self, progress):
        if progress.totals:
            self.totals(progress.totals)
        else:
            self.console.status(
                f"{progress.pieces} pieces, slice {progress.slice}: {progress.share:.1%}, {progress.seconds:.0f} s")

    def totals(self, totals):
        self.table = self.table or ColumnPrinter(self.console, COLUMNS)
        self.table.row(totals["pieces"], *(number(totals[key]) for key in ("positions", "wins", "losses", "draws")),
                       f"{totals['seconds']:.2f}", record=totals)
