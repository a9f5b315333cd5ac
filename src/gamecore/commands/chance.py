"""gamecore chance: measures the share of a chance game's tree that expectiminimax, Star1 and Star2 search."""
from dataclasses import asdict, fields

from gamecore.screen.console import ColumnPrinter
from gamecore.playing.names import check_unfinished, evaluation_of, load, position_of
from gamecore.screen.options import add_number, add_seed, add_shared, refuse, within
from gamecore.commands.rows import run_rows
from gamecore.core.text import counted, number, with_error
from gamecore.errors import GameError
from gamecore.games.all import GAMES
from gamecore.laboratory import chance, dice, plots
from gamecore.laboratory.suites import Case, read_suite

HELP = ("compare cut-offs at chance nodes, on synthetic trees, positions of backgammon or a game of your own: plain "
        "expectiminimax, Star1, Star2")
COLUMNS = {"layers": ">6", "order": "<7", "bounds": "<6", "method": "<10", "leaves": ">8", "share, %": ">13",
           "choices": ">7", "probes": ">7"}
DICE_COLUMNS = {"layers": ">6", "order": "<6", "method": "<11", "leaves": ">10", "leaf share, %": ">13",
                      "choices": ">10", "choice share": ">12", "probes": ">10", "cpu ms": ">10", "cpu share": ">10"}

# The options of each kind of experiment, with their defaults.
TREES = {"branching": 8, "outcomes": 6, "seed": 0, "seeds": chance.SEEDS}
POSITIONS = {"suite": None, "positions": None, "evaluation": None}


def configure(parser):
    parser.add_argument("game", metavar="GAME", nargs="?", default="trees",
                        help="trees, synthetic ones (the default), backgammon, or module:Class for a game of your own")
    add_shared(parser, "--position")
    add_number(parser, "--layers", "chance layers: the rows go from 1 to L", 2, metavar="L")
    add_number(parser, "--branching", f"trees: moves of every choice, 1..256; default {TREES['branching']}",
               metavar="B")
    add_number(parser, "--outcomes", f"trees: of every chance event, 1..256; default {TREES['outcomes']}", metavar="K")
    add_seed(parser, f"trees: the first of their seeds; default {TREES['seed']}", None)
    add_number(parser, "--seeds", f"trees: how many each row is the mean of; default {TREES['seeds']}", metavar="K")
    parser.add_argument("--suite", metavar="FILE",
                        help="other positions, a line each: in backgammon contact or race, layers of dice, position ID "
                             "and roll; in a game of your own any word, layers and position")
    add_number(parser, "--positions", "only the first K of the suite", metavar="K", type=within(1))
    parser.add_argument("--evaluation", metavar="NAME",
                        help="backgammon: net (the default), linear, or a file of a network")
    parser.add_argument("--plot", metavar="FILE", help="draw the shares into a .png or .svg file (needs matplotlib)")
    add_shared(parser, "--csv", "--json")


def run(args, console):
    experiment, about, subject, title = known(args.game)(args, console)
    draw = plots.draw_chance if args.game == "trees" else plots.draw_dice
    return run_rows(args, console, experiment, [*about, *(field.name for field in fields(chance.ChanceRow))],
                    lambda row: about | asdict(row), lambda rows: show(rows, args.game, subject, console),
                    lambda rows: draw(rows, title))


def known(game):
    if game not in EXPERIMENTS and ":" not in game:
        raise GameError(f"no experiment with chance in {game!r}: expected {', '.join(EXPERIMENTS)} or module:Class")
    return EXPERIMENTS.get(game, on_own)


def on_trees(args, console):
    """Returns the experiment, the keys that its rows have in common, the table's heading, and the picture's title."""
    refuse(args, {"position": None} | POSITIONS)
    branching, outcomes, seed, seeds = (default if getattr(args, name) is None else getattr(args, name)
                                        for name, default in TREES.items())
    total, done = args.layers * (len(chance.ORDERS) + 1) * len(chance.METHODS), 0

    def announce(order, method, layers):
        nonlocal done
        console.progress(done, total, f"{layers} layers, order {order}, {method}")
        done += 1

    rows = chance.chance_experiment(branching, outcomes, args.layers, seed=seed, seeds=seeds, on_search=announce)
    return (rows, {"game": args.game, "branching": branching, "outcomes": outcomes, "seed": seed},
            f"trees of {branching} moves and {outcomes} outcomes",
            f"chance trees, {branching} moves, {outcomes} outcomes")


def on_positions(args, console):
    refuse(args, {"position": None} | TREES)
    evaluation = evaluation_of(GAMES[args.game], args.evaluation)
    suite = cases_of(args)
    rows = on_suite(suite, args, evaluation, console)
    name = args.evaluation or GAMES[args.game].evaluations[0]
    counts = [sum(case.depth >= layers for case in suite) for layers in range(1, args.layers + 1)]
    headline = f"{' and '.join(map(str, counts))} positions of {args.game}, evaluation {name}"
    return rows, {"game": args.game, "evaluation": name, "seed": 0}, headline, headline


def cases_of(args):
    """Returns the positions of the game's suite or of a file; with --positions, only the first of them."""
    return read_suite(load(args.game), args.suite)[:args.positions]


def on_own(args, console):
    refuse(args, TREES.keys() | {"evaluation"})
    if args.suite is None:
        refuse(args, ["positions"])
        position = position_of(load(args.game), args.position)
        suite = [Case("own", args.layers, str(position), position)]
    else:
        refuse(args, ["position"], f"--suite {args.suite!r}")
        suite = cases_of(args)
    if getattr(suite[0].position, "outcomes", None) is None:
        raise GameError(f"{args.game!r} is not a game of chance; gamecore pruning and gamecore ablation are for it")
    check_unfinished(suite[0].position)
    bounds = "" if getattr(suite[0].position, "bounds", True) else ", which has no `bounds` for cuts"
    return (on_suite(suite, args, None, console), {"game": args.game, "seed": 0},
            f"{counted(len(suite), 'position')} of {args.game}{bounds}", args.game)


def on_suite(suite, args, evaluation, console):
    return dice.dice_experiment(suite, args.layers, evaluation=evaluation,
                                on_search=lambda layers, number, count: console.progress(
                                    number, count, f"{layers} layers, position {number + 1} of {count}"))


EXPERIMENTS = {"trees": on_trees} | {name: on_positions for name, game in GAMES.items() if game.chance}


def show(rows, game, subject, console):
    console.print(f"Expectiminimax on {subject}; leaves of probes are counted. All methods find the same values.")
    trees = game == "trees"
    table = ColumnPrinter(console, COLUMNS if trees else DICE_COLUMNS, 4 if trees else 3)
    for row in rows:
        table.row(row.layers, row.order, *["known" if row.bounded else "none"] * trees, row.method, number(row.leaves),
                  with_error(100 * row.share, 100 * row.share_error, 1), number(row.choices),
                  *[f"{row.choices_share:.1%}"] * (not trees), number(row.probes or None),
                  *() if trees else (f"{1000 * row.cpu_seconds:.3f}", f"{row.cpu_share:.1%}"),
                  style="bold" if row.method == "plain" else "")
