"""gamecore bench: computes the signature of the search, and its speed."""
from gamecore.screen.console import ColumnPrinter
from gamecore.screen.options import add_number, add_shared, within
from gamecore.screen.text import speed
from gamecore.core.text import decimals, number
from gamecore.laboratory.bench import bench, signature

HELP = "run the fixed searches that measure this build"


def configure(parser):
    add_number(parser, "--repeat", "how often; the least CPU time counts", 1, type=within(1))
    add_shared(parser, "--json")


def run(args, console):
    measures = bench(args.repeat,
                     on_task=lambda task: console.status(f"{task.game} {task.position}, depth {task.depth}"))
    games = {game: measure._asdict() | measure.rates() for game, measure in measures.items()}
    console.report({"signature": signature(measures), "games": games}, show, measures, console)
    return 0


def show(measures, console):
    table = ColumnPrinter(console, {"game": "<12", "nodes": ">13", "ebf": ">5", "seconds": ">7", "cpu s": ">7",
                                    "nodes a cpu s": ">16"})
    for game, measure in measures.items():
        table.row(game, number(measure.nodes), decimals(measure.ebf), decimals(measure.seconds),
                  decimals(measure.cpu_seconds), speed(measure.nodes, measure.cpu_seconds))
    console.print(("ebf: connect four's is small since its searches see the game's end, where deeper iterations find "
                   "nothing new", "dim"))
    console.print("signature ", (str(signature(measures)), "bold"))
