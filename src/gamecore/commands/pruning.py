"""gamecore pruning: how much of a game's tree alpha-beta searches, by the order of the moves."""
import csv
from contextlib import nullcontext
from dataclasses import asdict, fields
from itertools import groupby
from operator import attrgetter

from gamecore.analysis import Row, pruning
from gamecore.commands.game import check_unfinished, load
from gamecore.commands.options import add_game, add_json
from gamecore.commands.text import decimals, json_line, number
from gamecore.console import Table
from gamecore.files import whole_file

HELP = "compare orders of moves: nodes and leaves of alpha-beta at each depth"


def configure(parser):
    add_game(parser)
    parser.add_argument("--max-depth", metavar="N", type=int, required=True, help="plies: the rows go from 1 to N")
    parser.add_argument("--orders", metavar="LIST", help="some of perfect,full,static,random,none,worst; default: all")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the first of the seeds that random is the mean of; default 0")
    parser.add_argument("--csv", metavar="FILE", help="write the rows into a file, too")
    add_json(parser)


def run(args, console):
    position = load(args.game).start()
    check_unfinished(position)
    orders = None if args.orders is None else [order.strip() for order in args.orders.split(",")]
    with whole_file(args.csv) if args.csv else nullcontext() as file:
        rows = pruning(position, args.max_depth, orders, seed=args.seed,
                       on_search=lambda order, depth: console.status(f"depth {depth}, order {order}"))
        records = recorded(rows, args.game, file)
        if args.json:
            for _, record in records:
                console.print(json_line(record))
        else:
            show((row for row, _ in records), console)
    return 0


def recorded(rows, game, file):
    """Each row with its record, which goes into the file, if any, in passing."""
    writer = file and csv.DictWriter(file, [field.name for field in fields(Row)])
    if writer:
        writer.writeheader()
    for row in rows:
        record = asdict(row) | {"game": game}
        if writer:
            writer.writerow(record)
        yield row, record


def show(rows, console):
    """The leaves, a line for each depth and a column for each order; below, each order's deepest row in more detail."""
    table, deepest = None, {}
    for depth, group in groupby(rows, key=attrgetter("depth")):
        group = {row.order: row for row in group}
        deepest |= group
        table = table or headed_table(console, {"depth": "<12", "minimal": ">9"} | dict.fromkeys(deepest, ">11"))
        minimal_leaves = next(iter(group.values())).minimal_leaves
        leaves = [number(group[order].leaves) if order in group else None for order in deepest]
        table.row(depth, number(minimal_leaves), *leaves)
    summarise(deepest.values(), table)


def headed_table(console, columns):
    console.print("Leaves, by the order of moves; minimal is what no order can do without.")
    return Table(console, columns)


def summarise(rows, table):
    table.row("nodes", None, *[number(row.nodes) for row in rows], style="cyan")
    if any(row.leaves_sd for row in rows):
        table.row("leaves' sd", None, *[number(row.leaves_sd or None) for row in rows], style="dim")
    table.row("ebf", None, *[decimals(row.ebf) for row in rows], style="cyan")
    if all(row.minimal_leaves for row in rows):
        table.row("over minimal", None, *[decimals(row.leaves / row.minimal_leaves, 1) for row in rows], style="cyan")
