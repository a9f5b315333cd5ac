"""gamecore ablation: measures the effect of each switch of the search over a suite of positions."""
from dataclasses import asdict, fields

from gamecore.screen.console import ColumnPrinter
from gamecore.screen.options import add_number, add_shared, refuse
from gamecore.commands.rows import run_rows
from gamecore.core.text import decimals, number, with_error
from gamecore.playing.names import evaluation_of, function_of, load, names_function, position_of
from gamecore.errors import GameError, LimitError, SuiteError, SwitchError
from gamecore.laboratory.ablation import SPAN, AblationRow, ablation
from gamecore.laboratory.suites import SEARCHED, Case, read_suite

HELP = "measure the effect of each switch: off in the full search, on in plain alpha-beta"
COLUMNS = {"switches": "<20", "nodes": ">11", "times": ">14", "leaves": ">11", "1st cuts": ">8", "ebf": ">5",
           "cpu s": ">7"}


def configure(parser):
    parser.add_argument("game", metavar="GAME", help=f"{', '.join(SEARCHED)}, or module:Class for a game of your own")
    add_shared(parser, "--position")
    add_number(parser, "--depth", "of a game of your own, in plies")
    parser.add_argument("--suite", metavar="FILE", help="other positions: a phase, a depth and a position per line")
    add_shared(parser, "--evaluation")
    parser.add_argument("--order", metavar="ORDER", help="module:function for an order of your own, one row more")
    add_shared(parser, "--csv", "--jobs", "--json")


def run(args, console):
    suite = suite_of(args)
    if args.order is not None and not names_function(args.order):
        raise SwitchError(f"--order {args.order!r} is not of the form module:function")
    rows = ablation(suite, on_row=lambda done, total, name: console.progress(done, total, name), jobs=args.jobs,
                    evaluation=evaluation_of(load(args.game), args.evaluation),
                    order=None if args.order is None else function_of(args.order))
    return run_rows(args, console, rows, ["game", *(field.name for field in fields(AblationRow)), "seed"],
                    lambda row: {"game": args.game} | asdict(row) | {"switches": ",".join(row.switches), "seed": 0},
                    lambda rows: show(rows, suite, console))


def suite_of(args):
    """Returns the positions of the game's suite or of a file, or for a user's own game the single position of
    --position."""
    if ":" not in args.game:
        if args.game not in SEARCHED:
            raise SuiteError(f"there is no ablation of {args.game!r}, only of {', '.join(SEARCHED)}, and module:Class")
        for name in ("position", "depth"):
            if getattr(args, name) is not None:
                raise SuiteError(f"--{name} {getattr(args, name)!r} is for a game of your own; {args.game} has a suite")
        return read_suite(args.game, args.suite)
    game = load(args.game)
    if args.suite is not None:
        refuse(args, ("position", "depth"), f"--suite {args.suite!r}")
        suite = read_suite(game, args.suite)
    else:
        position = position_of(game, args.position)
        suite = [Case("own", args.depth, str(position), position)]
    if getattr(suite[0].position, "outcomes", None) is not None:
        raise GameError(f"{args.game!r} is a game of chance; the switches of alpha-beta have nothing to cut there")
    for case in suite:
        if case.depth is None or case.depth <= SPAN:
            raise LimitError(f"growth is measured over {SPAN} plies: {case.text!r} needs a depth of more, with "
                             f"--depth N or in --suite FILE, not {case.depth!r}")
    return suite


def show(rows, suite, console):
    console.print(
        f"{len(suite)} position{'s' * (len(suite) > 1)}, each to its own depth; every row finds the same scores. full: "
        "all are on; - one of them off. plain: pruning alone is on; + one more. nodes and leaves: of all iterations. "
        f"times: nodes, against full or plain{', +- standard error over positions' * (len(suite) > 1)}.")
    table = ColumnPrinter(console, COLUMNS)
    for row in rows:
        name = row.name.replace("full without ", "- ").replace("plain with ", "+ ")
        first_cuts = None if row.first_cut_rate is None else f"{row.first_cut_rate:.1%}"
        table.row(name, number(row.nodes_all), with_error(row.times, row.times_error, 2), number(row.leaves_all),
                  first_cuts, decimals(row.ebf),
                  decimals(row.cpu_seconds), style="bold" if row.name in ("full", "plain") else "")
