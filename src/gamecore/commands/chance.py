"""gamecore chance: how much of a game of chance expectiminimax searches, plain and with the cut-offs Star1 and Star2."""
import csv
from contextlib import nullcontext
from dataclasses import asdict, fields

from gamecore import plots
from gamecore.commands.options import add_json
from gamecore.commands.text import json_line, number
from gamecore.console import Table
from gamecore.files import whole_file
from gamecore.laboratory.chance import METHODS, ORDERS, ChanceRow, chance_experiment

HELP = "compare cut-offs at chance nodes, on synthetic trees: plain expectiminimax, Star1, Star2"
COLUMNS = {"layers": ">6", "order": "<8", "bounds": "<6", "method": "<10", "leaves": ">11", "share": ">7", "sd": ">9", "choices": ">11", "probes": ">11"}


def configure(parser):
    parser.add_argument("--branching", metavar="B", type=int, default=8, help="moves of every choice, 1..256; default 8")
    parser.add_argument("--outcomes", metavar="K", type=int, default=6, help="of every chance event, 1..256; default 6")
    parser.add_argument("--layers", metavar="L", type=int, default=2, help="chance layers: the rows go from 1 to L; default 2")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the first of the trees' seeds; default 0")
    parser.add_argument("--seeds", metavar="K", type=int, default=5, help="how many trees each row is the mean of; default 5")
    parser.add_argument("--plot", metavar="FILE", help="draw the shares into a .png or .svg file (needs matplotlib)")
    parser.add_argument("--csv", metavar="FILE", help="write the rows into a file, too")
    add_json(parser)


def run(args, console):
    total = args.layers * (len(ORDERS) + 1) * len(METHODS)
    done = 0

    def announce(order, method, layers):
        nonlocal done
        console.progress(done, total, f"{layers} layers, order {order}, {method}")
        done += 1

    rows = chance_experiment(args.branching, args.outcomes, args.layers, seed=args.seed, seeds=args.seeds, on_search=announce)
    with plots.file_for(args.plot) as picture, whole_file(args.csv) if args.csv else nullcontext() as file:
        writer = file and csv.DictWriter(file, [field.name for field in fields(ChanceRow)])
        if writer:
            writer.writeheader()
        table, kept = None if args.json else headed_table(args, console), []
        for row in rows:
            kept.append(row)
            if writer:
                writer.writerow(asdict(row))
            if args.json:
                console.print(json_line({"branching": args.branching, "outcomes": args.outcomes} | asdict(row)))
            else:
                table.row(*cells(row), style="bold" if row.method == "plain" else "")
        if args.plot:
            title = f"chance trees, {args.branching} moves, {args.outcomes} outcomes"
            picture.write(plots.image(plots.draw_chance(kept, title), plots.format_of(args.plot)))
    return 0


def headed_table(args, console):
    console.print(f"Expectiminimax on trees of {args.branching} moves and {args.outcomes} outcomes; leaves of probes are counted. "
                  "All methods find the same values.")
    return Table(console, COLUMNS)


def cells(row):
    return (row.layers, row.order, "known" if row.bounded else "none", row.method, number(row.leaves), f"{row.share:.1%}", number(row.leaves_sd or None),
            number(row.choices), number(row.probes or None))
