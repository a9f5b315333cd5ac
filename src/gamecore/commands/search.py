"""gamecore search: the best move, as far as a budget allows."""
from gamecore.commands.game import check_unfinished, evaluation_of, load, position_of, rolled
from gamecore.commands.options import add_databases, add_dice, add_engine, add_evaluation, add_game, add_json, add_limits, add_position
from gamecore.commands.text import decimals, json_line, line_text, number, score_text, speed
from gamecore.console import Table
from gamecore.core.branching import ebf
from gamecore.engine import Engine
from gamecore.result import outcome_of, plain

HELP = "find the best move"
INTERRUPTED = 130                    # what a shell expects of a program that Ctrl-C ended

COLUMNS = {"depth": ">5", "score": ">11", "nodes": ">14", "ebf": ">6", "seconds": ">8", "line": "<"}


def configure(parser):
    add_game(parser)
    add_position(parser)
    add_dice(parser)
    add_limits(parser)
    parser.add_argument("--order", metavar="O", default="full", help="full, static, none, random, worst or perfect; default full")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the order random; default 0")
    parser.add_argument("--switches", metavar="LIST", default="exact",
                        help="everything that is on: exact (the default), play, none, or names such as pruning,deepening,table")
    add_evaluation(parser)
    add_databases(parser)
    add_engine(parser)
    parser.add_argument("--multipv", metavar="K", type=int, default=1, help="how many of the best moves to score; default 1")
    add_json(parser)


def run(args, console):
    game = load(args.game)
    position = rolled(position_of(game, args.position), args.dice)
    check_unfinished(position)
    engine = Engine(hash_mb=args.hash_mb, threads=args.threads, evaluation=evaluation_of(game, args.evaluation),
                    databases=args.databases)
    report = JsonReport(args, position, console) if args.json else TableReport(console)
    try:
        result = engine.search(position, args.depth, args.nodes, args.seconds, switches=args.switches, order=args.order,
                               seed=args.seed, multipv=args.multipv, on_iteration=report.iteration)
    except KeyboardInterrupt as interrupt:
        if not hasattr(interrupt, "result"):
            raise
        report.result(interrupt.result)
        return INTERRUPTED
    report.result(result)
    return 0


class JsonReport:
    """A line of JSON for each iteration, then one for the result."""

    def __init__(self, args, position, console):
        self.about_search = {"game": args.game, "position": str(position)}
        self.multipv = args.multipv
        self.console = console

    def iteration(self, iteration):
        if iteration.finished:
            self.write({"type": "iteration", "depth": iteration.depth, "nodes": iteration.nodes, "leaves": iteration.leaves,
                        "seconds": iteration.seconds} | scored_line(iteration.score, iteration.pv))

    def result(self, result):
        lines = {"lines": [scored_line(*line) for line in result.lines]} if self.multipv > 1 else {}
        self.write({"type": "result"} | self.about_search | result.as_dict() | {"hash_used": result.hash_used} | lines)

    def write(self, record):
        self.console.print(json_line(record))


class TableReport:
    """A row for each iteration as it ends, then the result in a sentence."""

    def __init__(self, console):
        self.console = console
        self.table = None
        self.nodes = {}                  # of the iterations, by depth

    def iteration(self, iteration):
        if not iteration.finished:
            self.console.status(f"depth {iteration.depth}: {number(iteration.nodes)} nodes, {iteration.seconds:.1f} s")
            return
        self.table = self.table or Table(self.console, COLUMNS)
        self.nodes[iteration.depth] = iteration.nodes
        self.table.row(iteration.depth, score_text(iteration.score), number(iteration.nodes), decimals(ebf(self.nodes)),
                       decimals(iteration.seconds), line_text(iteration.pv))

    def result(self, result):
        if len(result.lines) > 1:
            self.console.print()
            table = Table(self.console, {"rank": ">5", "score": ">11", "line": "<"})
            for rank, (score, line) in enumerate(result.lines, 1):
                table.row(rank, score_text(score), line_text(line))
        self.console.print()
        self.console.print("best move ", (str(result.move or "none: chance acts first"), "bold green"), f", score {score_text(result.score)}",
                           f", a {result.outcome}" if result.outcome not in (None, outcome_of(result.score)[0]) else "")
        self.console.print((f"depth {result.depth}, {number(result.nodes)} nodes in {result.seconds:.2f} s, "
                            f"{speed(result.nodes, result.seconds)}, ended by {STOPS[result.stop]}", "dim"))


STOPS = {"depth": "the depth", "nodes": "the node budget", "time": "the time", "stop": "stop()", "interrupt": "Ctrl-C",
         "complete": "knowing everything: no greater depth can change the score"}


def scored_line(score, pv):
    """A line of play with what it is worth, as JSON has it."""
    outcome, plies_to_end = outcome_of(score)
    return {"move": plain(pv[0]) if pv else None, "score": score, "outcome": outcome, "plies_to_end": plies_to_end,
            "pv": [plain(move) for move in pv]}
