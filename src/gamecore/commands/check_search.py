"""gamecore check-search: checks a user's own search, evaluation or Pacman."""
from functools import partial

from gamecore.commands.check import BROKEN
from gamecore.playing.names import load as load_game
from gamecore.core.files import atomic_file
from gamecore.errors import GameError, LimitError
from gamecore.laboratory.check_players import examine_evaluation, examine_pacman
from gamecore.laboratory.check_search import TREES, Finding, Report, examine, shown
from gamecore.laboratory.mistakes import LAYERS
from gamecore.laboratory.sandbox import SECONDS, Fault, apart, load
from gamecore.screen.options import add_number, add_seed, add_shared, refuse, within
from gamecore.trees import draw, svg

HELP = "check a search, an evaluation or a Pacman of your own, and say which mistake it looks like"
TASKS = (*LAYERS, "evaluation", "pacman-agent", "pacman-evaluation")
# Words in a function's name and their tasks; the first word found counts.
WORDS = {"pacmaneval": "pacman-evaluation", "pacman": "pacman-agent", "agent": "pacman-agent",
         "expectiminimax": "expectiminimax", "expectimax": "expectimax", "alphabeta": "alpha-beta", "maxn": "max-n",
         "depth": "depth-limited", "limited": "depth-limited", "minimax": "minimax", "negamax": "minimax",
         "eval": "evaluation", "heuristic": "evaluation"}
STYLES = {"right": ("right", "green"), "wrong": ("wrong", "bold red"), "note": ("note ", "yellow")}


def configure(parser):
    parser.add_argument("function", metavar="FILE:FUNCTION",
                        help="my_search.py:alpha_beta; it gets a tree as nested lists, a position, or what its "
                             "arguments' names say")
    parser.add_argument("--task", choices=TASKS, metavar="TASK",
                        help=f"{', '.join(TASKS)}; default: what the function's name says")
    add_seed(parser, "of the random trees")
    add_number(parser, "--trees", f"random trees of each kind; default {TREES}", type=within(1))
    add_number(parser, "--seconds", "for one answer", SECONDS, metavar="S", type=float)
    parser.add_argument("--game", metavar="GAME", help="evaluation: of which game; default connect-four")
    parser.add_argument("--svg", metavar="FILE", help="draw the smallest tree that fails")
    add_shared(parser, "--json")


def run(args, console):
    if not 0 < args.seconds < float("inf"):
        raise LimitError(f"--seconds must be above 0, not {args.seconds!r}")
    try:
        report = apart(partial(examined, args), lambda: console.status(f"checking {args.function}"))
    except Fault as fault:
        report = Report([Finding("an answer", "wrong", str(fault))], [])
    task = args.task or task_of(args.function)
    for finding in report.findings:
        console.report({"type": "check", "check": finding.check, "verdict": finding.verdict, "text": finding.text,
                        "tree": finding.probe and finding.probe.nested},
                       console.print, STYLES[finding.verdict], f"  {finding.check:27} ", finding.text)
    failing = next((finding for finding in report.faults if finding.probe), None)
    picture = failing and shown(task, failing.probe, report.weighted)
    if args.svg and picture:
        with atomic_file(args.svg) as file:
            file.write(svg(picture))
    console.report({"type": "result", "task": task, "verdict": "wrong" if report.faults else "right",
                    "faults": len(report.faults), "mistakes": [name for name, _ in report.mistakes],
                    "tree": failing and failing.probe.nested}, show, report, task, failing, picture, console)
    return BROKEN if report.faults else 0


def examined(args):
    function, task = load(args.function, args.seconds), args.task or task_of(args.function)
    refuse(args, () if task == "evaluation" else ("game",), f"the task {task}")
    refuse(args, () if task in LAYERS else ("trees", "svg"), f"the task {task}")
    if task == "evaluation":
        return examine_evaluation(function, load_game(args.game or "connect-four").start(), args.seed)
    if task.startswith("pacman"):
        return examine_pacman(function, task, args.seed)
    return examine(function, task, args.seed, args.trees or TREES)


def task_of(function):
    name = function.rpartition(":")[2].lower().replace("_", "")
    for word, task in WORDS.items():
        if word in name:
            return task
    raise GameError(f"{function!r}: the name does not say what the function is; --task does: {', '.join(TASKS)}")


def show(report, task, failing, picture, console):
    if picture:
        depth = "" if failing.probe.depth is None else f", to depth {failing.probe.depth}"
        console.print(f"\n{failing.probe.nested}{depth}: {failing.text}. As it should be:")
        for line in draw(picture, ascii=not console.fancy).splitlines():
            console.print("  " + line)
    for name, reason in report.mistakes:
        console.print("\nlooks like ", (name, "bold"), f": {reason}")
    if report.faults and not report.mistakes:
        console.print("\nno known mistake gives these answers")
    if not report.faults:
        console.print((f"\nno fault found in {task}", "bold"))
