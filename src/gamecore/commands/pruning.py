"""gamecore pruning: measures the share of a game's tree that alpha-beta searches, by the order of the moves."""
from dataclasses import asdict, fields
from itertools import groupby
from operator import attrgetter

from gamecore.screen.console import ColumnPrinter
from gamecore.playing.names import check_unfinished, load, order_of, position_of
from gamecore.screen.options import add_number, add_seed, add_shared, refuse, within
from gamecore.commands.rows import run_rows
from gamecore.core.text import decimals, number, with_error
from gamecore.errors import LimitError
from gamecore.games.synthetic.uniform import MODELS
from gamecore.laboratory import plots
from gamecore.laboratory.pruning import (ORDERS, SOLVED, STORY, Row, depth_ratios, pruning, pruning_suite,
                                         pruning_uniform, usual, usual_on)
from gamecore.laboratory.suites import read_suite

HELP = "compare orders of moves: nodes and leaves of alpha-beta at each depth"
MAX_NODES = 20_000_000               # default limit of one search, a few seconds
RANDOM = "orders without random"


def configure(parser):
    parser.add_argument("game", metavar="GAME", nargs="?",
                        help="connect-four, checkers, module:Class for a game of your own; or uniform, for synthetic "
                             "trees")
    add_shared(parser, "--position")
    parser.add_argument("--suite", metavar="FILE",
                        help="means over many positions: a phase, a depth (which --max-depth replaces) and a position "
                             "per line")
    uniform = parser.add_argument_group("uniform trees")
    add_number(uniform, "--branching", "moves of every node, 1..256", metavar="B")
    uniform.add_argument("--leaves", metavar="MODEL",
                         help=f"where values come from: {', '.join(MODELS)}; default independent")
    parser.add_argument("--max-depth", metavar="N", type=int, help="plies: the rows go from 1 to N")
    parser.add_argument("--orders", metavar="LIST",
                        help=f"some of {','.join(ORDERS)}; or all; in late positions of connect four also {SOLVED}, by "
                             f"the moves' exact scores; or module:function for your own; default: "
                             f"{','.join(STORY)}, as far as they differ")
    add_seed(parser, "of uniform trees, and the first that random is the mean of; default 0", None)
    add_number(parser, "--seeds", "how many searches random is the mean of; default: until its standard error is 5 %%",
               metavar="K")
    add_number(parser, "--max-nodes", "an order's rows end before a search of more nodes; 0: never; default "
                                      f"{MAX_NODES}", type=within(0))
    parser.add_argument("--plot", metavar="FILE", help="draw the growth into a .png or .svg file (needs matplotlib)")
    parser.add_argument("--measure", choices=("nodes", "leaves"), help="what the plot shows; default nodes")
    add_shared(parser, "--csv", "--jobs", "--json")


def run(args, console):
    refuse(args, () if args.plot else ("measure",), "rows without --plot")
    if args.game is None or args.max_depth is None:
        raise LimitError(f"the experiment needs GAME and --max-depth N, but they are {args.game!r} and "
                         f"{args.max_depth!r}")
    orders = None if args.orders is None else [order_of(order.strip()) for order in args.orders.split(",")]
    if orders == ["all"]:
        orders = list(ORDERS)
    rows, title, labels = experiment(args, orders, lambda order, depth: console.progress(
        depth - 1, args.max_depth, f"depth {depth} of {args.max_depth}, order {order}"))
    names = dict.fromkeys([*(field.name for field in fields(Row)), *labels])
    return run_rows(args, console, rows, list(names), lambda row: asdict(row) | labels,
                    lambda rows: show(rows, console),
                    lambda rows: plots.draw_growth(rows, title, args.measure or "nodes"))


def experiment(args, orders, on_search):
    """Returns the rows, their title, and the keys that distinguish this experiment."""
    settings = {"seed": args.seed or 0, "seeds": args.seeds, "on_search": on_search, "jobs": args.jobs,
                "max_nodes": {None: MAX_NODES, 0: None}.get(args.max_nodes, args.max_nodes)}
    if args.game == "uniform":
        refuse(args, ["position", "suite"])
        if args.branching is None:
            raise LimitError(f"uniform trees need --branching B, but it is {args.branching!r}")
        leaves = args.leaves or "independent"
        orders = orders or usual_on(leaves, STORY)
        refuse(args, () if "random" in orders else ("seeds",), RANDOM)
        return (pruning_uniform(args.branching, args.max_depth, orders, leaves=leaves, **settings),
                f"uniform tree, branching {args.branching}, {leaves} leaves",
                {"game": "uniform", "branching": args.branching, "model": leaves, "seed": args.seed or 0})
    refuse(args, ["branching", "leaves"])
    game = load(args.game)
    if args.suite is None:
        position = position_of(game, args.position)
        check_unfinished(position)
        title, what = args.position or "from the start", {"position": str(position)}
    else:
        refuse(args, ["position"], f"--suite {args.suite!r}")
        suite = [case.position for case in read_suite(game, args.suite)]
        position, title, what = suite[0], f"{len(suite)} positions of {args.suite}", {"suite": args.suite}
    orders = orders or usual(position, STORY)
    refuse(args, () if "random" in orders else ("seed", "seeds"), RANDOM)
    rows = (pruning(position, args.max_depth, orders, **settings) if args.suite is None else
            pruning_suite(suite, args.max_depth, orders, **settings))
    return rows, f"{game.name}, {title}", {"game": args.game} | what | {"seed": args.seed or 0}


def show(rows, console):
    """Prints the leaves by depth and order, then each order's deepest row in more detail."""
    table, deepest, seen = None, {}, []
    for depth, group in groupby(rows, key=attrgetter("depth")):
        group = {row.order: row for row in group}
        seen += group.values()
        deepest |= group
        if table is None:
            count = next(iter(group.values())).positions
            console.print("Leaves of all iterations, by the order of moves; of perfect, of its last search. minimal: "
                          "the least that any order needs. none: left to right. random: mean +- standard error."
                          + f" Means over {count} positions +- standard errors." * (count > 1))
            table = ColumnPrinter(console, {"depth": "<12", "minimal": ">8"} | {
                name: WIDTHS.get(name, ">10") for name in deepest})
        minimal_leaves = next(iter(group.values())).minimal_leaves
        leaves = [with_error(*group[order].compared("leaves")) if order in group else None for order in deepest]
        table.row(depth, number(minimal_leaves), *leaves)
    if table:
        summarise(deepest, table, depth_ratios(seen))
        console.print("")
        console.print(headline(deepest, depth_ratios(seen, "minimax")))


WIDTHS = {"perfect": ">9", "full": ">9", "random": ">17", "minimax": ">11"}      # the usual orders fill 100 columns
NAMES = {"none": "left to right", "full+table": "full order with the table", "random": "random order",
         "perfect": "perfect order", "full": "full order"}
HALF = 0.6                               # the greatest exponent that counts as about halved


def headline(deepest, ratios):
    """Returns the meaning of the exponents in a sentence or two; `ratios` are the ratios of depth to that of
    minimax."""
    rows = {order: row for order, row in deepest.items()
            if order != "minimax" and row.exponent is not None and row.ebf is not None}
    if not rows:
        return "exponent: needs the rows of more depths, and of an order other than minimax"
    parts = [f"{NAMES.get(order, order)} {row.ebf:.2f} = {row.ebf ** (1 / (row.exponent or 1)):.2f}^"
             f"{with_error(row.exponent, row.exponent_error, 2)}" for order, row in rows.items()]
    text = f"Growth of nodes per ply, as a power of minimax's: {'; '.join(parts)}."
    best = min((row for order, row in rows.items() if order not in ("full+table", "table")),
               key=attrgetter("exponent"), default=None)
    if best and 0 < best.exponent <= HALF:
        measured = f"{ratios[best.order]:.1f} times as deep, and " if best.order in ratios else ""
        text += (f" So a good order about halves the exponent: with minimax's nodes it sees {measured}"
                 f"{1 / best.exponent:.1f} times as deep in the limit of this growth.")
    if any(order in rows for order in ("full+table", "table")):
        text += " The table searches what two lines reach only once, and may go below 1/2."
    return text


def summarise(deepest, table, ratios):
    rows = deepest.values()
    if len({row.depth for row in rows}) > 1:
        table.row("at depth", None, *[row.depth for row in rows], style="dim")
    table.row("nodes", None, *[with_error(*row.compared("nodes")) for row in rows], style="cyan")
    table.row("seconds", None, *[decimals(row.seconds, 3) for row in rows], style="dim")
    table.row("cpu seconds", None, *[decimals(row.cpu_seconds, 3) for row in rows], style="dim")
    table.row("M/cpu s", None, *[decimals(row.nodes_per_cpu_second / 1e6, 1) for row in rows], style="dim")
    table.row("last nodes", None, *[with_error(row.nodes, row.nodes_error) for row in rows], style="cyan")
    table.row("last leaves", None, *[with_error(row.leaves, row.leaves_error) for row in rows], style="cyan")
    rates = [None if row.first_cut_rate is None else f"{row.first_cut_rate:.0%}" for row in rows]
    table.row("first cuts", None, *rates, style="cyan")
    if all(row.minimal_leaves for row in rows):
        table.row("over minimal", None, *[decimals(row.leaves / row.minimal_leaves, 1) for row in rows], style="cyan")
    if SOLVED in deepest:
        whole = deepest[SOLVED]
        shares = [decimals(row.leaves / whole.leaves, 1) if row.depth == whole.depth else None for row in rows]
        table.row("over solved", None, *shares, style="cyan")
    table.row("ebf", None, *[decimals(row.ebf) for row in rows], style="cyan")
    table.row("exponent", None, *[with_error(row.exponent, row.exponent_error, 2) for row in rows], style="bold cyan")
    if ratios:
        table.row("times deeper", None, *[decimals(ratios.get(order)) for order in deepest], style="cyan")
    table.console.print(("last: of the last iteration, as are first cuts, over minimal, ebf and exponent"
                         + ("; times deeper: than left to right with the same nodes of all" if ratios else ""), "dim"))
