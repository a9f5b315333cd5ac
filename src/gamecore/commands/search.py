"""gamecore search: finds the best move within a budget."""
from gamecore.commands.plugins import add_plugin_options, plugin_of, refuse_other_games_options
from gamecore.screen.console import ColumnPrinter
from gamecore.screen.ending import INTERRUPTED
from gamecore.playing.names import check_unfinished, evaluation_of, load, order_of, position_of, rolled
from gamecore.screen.options import add_engine, add_limits, add_number, add_seed, add_shared, refuse
from gamecore.screen.text import line_text, score_text, speed
from gamecore.core.branching import ebf
from gamecore.core.text import decimals, number
from gamecore import Engine
from gamecore.protocols.records import iteration_record, result_record
from gamecore.search.iteration import outcome_of

HELP = "find the best move"

COLUMNS = {"depth": ">5", "score": ">11", "nodes": ">14", "ebf": ">6", "seconds": ">8", "line": "<"}


def configure(parser):
    add_shared(parser, "game", "--position", "--dice")
    add_limits(parser)
    parser.add_argument("--order", metavar="O", default="full",
                        help="full, static, none, random, worst, perfect, or module:function for your own; default "
                             "full")
    add_seed(parser, "of the order random; default 0", None)
    parser.add_argument("--switches", metavar="LIST", default="exact",
                        help="the switches that are on: exact (the default), play, none, or names such as "
                             "pruning,deepening,table; exact,-databases is exact without one")
    add_shared(parser, "--evaluation", "--databases")
    add_engine(parser)
    add_plugin_options(parser, "search")
    add_number(parser, "--multipv", "how many of the best moves to score", 1, metavar="K")
    add_shared(parser, "--json")


def run(args, console):
    game = load(args.game)
    position = rolled(position_of(game, args.position), args.dice)
    check_unfinished(position)
    refuse_other_games_options(args, game, "search")
    refuse(args, () if args.order == "random" else ("seed",), f"the order {args.order}")
    context = plugin_of(game).match_context(args, position)
    engine = Engine(hash_mb=args.hash_mb, threads=args.threads, switches=args.switches,
                    evaluation=evaluation_of(game, args.evaluation), databases=args.databases, **context.settings)
    report = SearchReport(args, position, context, console)
    try:
        result = engine.search(position, args.depth, args.nodes, args.seconds, order=order_of(args.order),
                               seed=args.seed, multipv=args.multipv, on_iteration=report.iteration)
    except KeyboardInterrupt as interrupt:
        if not hasattr(interrupt, "result"):
            raise
        report.result(interrupt.result)
        return INTERRUPTED
    try:
        context.decide(engine, result.depth)
        chances = context.chances(engine, result)
        report.result(result, chances)
    except KeyboardInterrupt:                        # the search is complete
        report.result(result)
        return INTERRUPTED
    return 0


class SearchReport:
    """A reporter that prints a row or a line of JSON for each iteration, then the result."""

    def __init__(self, args, position, context, console):
        self.args, self.position, self.context, self.console = args, position, context, console
        self.table = None
        self.nodes = {}                  # of the iterations, by depth
        self.proved = None               # the outcome that an iteration has proved ...
        self.noted = False               # ... and whether a note says that the search goes on

    def iteration(self, iteration):
        if self.proved and not self.noted and not self.console.json:
            self.console.print((f"the {self.proved} is certain; what follows looks for {BETTER[self.proved]}", "dim"))
            self.noted = True
        if not iteration.finished:
            self.console.status(f"depth {iteration.depth}: {number(iteration.nodes)} nodes, {iteration.seconds:.1f} s")
            return
        self.table = self.table or ColumnPrinter(self.console, COLUMNS)
        self.proved = self.proved or outcome_of(iteration.score)[0]
        self.nodes[iteration.depth] = iteration.nodes
        self.table.row(iteration.depth, score_text(iteration.score), number(iteration.nodes), decimals(ebf(self.nodes)),
                       decimals(iteration.seconds), line_text(iteration.pv),
                       record=iteration_record(iteration) if self.console.json else None)

    def result(self, result, chances=None):
        about_search = {"game": self.args.game, "position": str(self.position)}
        self.console.report(result_record(result, about_search, self.args.multipv, chances)
                            | self.context.record(result.score), self.show, result, chances)

    def show(self, result, chances):
        if len(result.lines) > 1 or chances:
            self.console.print()
            table = ColumnPrinter(self.console, {"rank": ">5", "score": ">11"}
                                  | (dict.fromkeys(self.context.headings, ">6") if chances else {}) | {"line": "<"})
            for rank, (score, line) in enumerate(result.lines, 1):
                five = [decimals(100 * chance, 1) for chance in chances[rank - 1]] if chances else []
                table.row(rank, score_text(score), *five, line_text(line))
        self.console.print()
        self.console.print("best move ", (str(result.move) if result.pv else "none: chance acts first", "bold green"),
                           f", score {score_text(result.score)}",
                           f", a {result.outcome}" if result.outcome not in (None, outcome_of(result.score)[0]) else "")
        self.context.show(result.score, self.console)
        self.console.print((f"depth {result.depth}, {number(result.nodes)} nodes in {result.seconds:.2f} s, "
                            f"{speed(result.nodes, result.seconds)}, ended by {STOPS[result.stop]}", "dim"))


BETTER = {"win": "a shorter one", "loss": "a longer one"}
STOPS = {"depth": "the depth", "nodes": "the node budget", "time": "the time", "stop": "stop()", "interrupt": "Ctrl-C",
         "complete": "completion: no greater depth can change the score"}
