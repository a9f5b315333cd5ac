"""gamecore ablation: the worth of each switch of the search, over a suite of positions."""
from dataclasses import asdict, fields

from gamecore.screen.console import Table
from gamecore.screen.options import add_jobs, add_json
from gamecore.screen.rows import run_rows
from gamecore.core.text import decimals, number
from gamecore.errors import SuiteError
from gamecore.laboratory.ablation import AblationRow, ablation
from gamecore.laboratory.suites import SEARCHED, read_suite

HELP = "measure the worth of each switch: alone off from full, alone on from plain alpha-beta"
COLUMNS = {"switches": "<20", "nodes": ">11", "times": ">6", "leaves": ">11", "1st cuts": ">8", "ebf": ">5",
           "cpu s": ">7"}


def configure(parser):
    parser.add_argument("game", metavar="GAME", help=" or ".join(SEARCHED))
    parser.add_argument("--suite", metavar="FILE", help="other positions: a phase, a depth and a position a line")
    parser.add_argument("--csv", metavar="FILE", help="write the rows into a file, too")
    add_jobs(parser)
    add_json(parser)


def run(args, console):
    if args.game not in SEARCHED:
        raise SuiteError(f"there is no ablation of {args.game!r}, only of {', '.join(SEARCHED)}")
    suite = read_suite(args.game, args.suite)
    rows = ablation(suite, on_row=lambda done, total, name: console.progress(done, total, name), jobs=args.jobs)
    return run_rows(args, console, rows, ["game", *(field.name for field in fields(AblationRow))],
                    lambda row: {"game": args.game} | asdict(row) | {"switches": ",".join(row.switches)},
                    lambda rows: show(rows, suite, console))


def show(rows, suite, console):
    console.print(
        f"{len(suite)} position{'s' * (len(suite) > 1)}, each to its own depth; every row finds the same scores. full: "
        "all are on; - one of them off. plain: pruning alone is on; + one more. times: nodes, against full or plain.")
    table = Table(console, COLUMNS)
    for row in rows:
        table.row(*cells(row), style="bold" if row.name in ("full", "plain") else "")


def cells(row):
    first_cuts = None if row.first_cut_rate is None else f"{row.first_cut_rate:.1%}"
    name = row.name.replace("full without ", "- ").replace("plain with ", "+ ")
    return (name, number(row.nodes), decimals(row.times), number(row.leaves), first_cuts, decimals(row.ebf),
            decimals(row.cpu_seconds))
