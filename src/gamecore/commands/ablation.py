"""gamecore ablation: what each switch of the search is worth, over a suite of positions."""
import csv
from contextlib import nullcontext
from dataclasses import asdict, fields

from gamecore.commands.console import Table
from gamecore.commands.options import add_json
from gamecore.commands.text import decimals, json_line, number
from gamecore.core.files import whole_file
from gamecore.errors import SuiteError
from gamecore.laboratory.ablation import AblationRow, ablation
from gamecore.laboratory.suites import GAMES, read_suite

HELP = "measure what each switch is worth: alone off from full, alone on from plain alpha-beta"
COLUMNS = {"switches": "<32", "nodes": ">13", "times": ">7", "leaves": ">13", "first cuts": ">10", "ebf": ">5", "seconds": ">8"}


def configure(parser):
    parser.add_argument("game", metavar="GAME", help=" or ".join(GAMES))
    parser.add_argument("--suite", metavar="FILE", help="other positions: a phase, a depth and a position a line")
    parser.add_argument("--csv", metavar="FILE", help="write the rows into a file, too")
    add_json(parser)


def run(args, console):
    if args.game not in GAMES:
        raise SuiteError(f"there is no ablation of {args.game!r}, only of {', '.join(GAMES)}")
    suite = read_suite(args.game, args.suite)
    with whole_file(args.csv) if args.csv else nullcontext() as file:
        writer = file and csv.DictWriter(file, ["game", *(field.name for field in fields(AblationRow))])
        if writer:
            writer.writeheader()
        table = None if args.json else headed_table(suite, console)
        for row in ablation(suite, on_row=lambda done, total, name: console.progress(done, total, name)):
            record = {"game": args.game} | asdict(row) | {"switches": ",".join(row.switches)}
            if writer:
                writer.writerow(record)
            if args.json:
                console.print(json_line(record))
            else:
                table.row(*cells(row), style="bold" if row.name in ("full", "plain") else "")
    return 0


def headed_table(suite, console):
    console.print(f"{len(suite)} position{'s' * (len(suite) > 1)}, each to its own depth; every row finds the same scores. "
                  "times: nodes, against full or plain.")
    return Table(console, COLUMNS)


def cells(row):
    first_cuts = None if row.first_cut_rate is None else f"{row.first_cut_rate:.1%}"
    return row.name, number(row.nodes), decimals(row.times), number(row.leaves), first_cuts, decimals(row.ebf), decimals(row.seconds)
