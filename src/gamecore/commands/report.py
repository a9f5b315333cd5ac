"""gamecore report: writes one page of the whole pruning laboratory."""
import os
from contextlib import suppress

from gamecore.screen.options import add_shared
from gamecore.core.files import atomic_file
from gamecore.laboratory.report import FULL, QUICK, report

HELP = "run the whole pruning laboratory and write one page of its tables and plots (needs matplotlib)"
NAME = "index.html"


def configure(parser):
    parser.add_argument("--out", metavar="DIR", required=True,
                        help=f"the directory to write {NAME} into; it is made if it is not there")
    parser.add_argument("--quick", action="store_true", help="the same at depths that take seconds")
    add_shared(parser, "--jobs", "--json")


def run(args, console):
    made = not os.path.exists(args.out)
    os.makedirs(args.out, exist_ok=True)
    path, interrupts = os.path.join(args.out, NAME), []
    try:
        with atomic_file(path) as file:
            file.write(report(QUICK if args.quick else FULL, console.progress, interrupts.append, args.jobs))
    except BaseException:
        if made:
            with suppress(OSError):
                os.rmdir(args.out)
        raise
    console.report({"page": path}, console.print, f"wrote {path}")
    if interrupts:
        raise interrupts[0]
    return 0
