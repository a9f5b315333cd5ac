"""gamecore check-search: checks a user's own search, evaluation or Pacman, or marks a folder of them."""
import json
from pathlib import Path
from random import SystemRandom

from gamecore.commands.check import BROKEN
from gamecore.commands.rows import run_rows
from gamecore.core.files import atomic_file
from gamecore.errors import GameError, LimitError
from gamecore.laboratory.check_search import TREES
from gamecore.laboratory.probes import shown
from gamecore.laboratory.marks import TASKS, MarkSettings, files_of, gradescope, marks, report_of, task_of
from gamecore.laboratory.mistakes import LAYERS
from gamecore.laboratory.sandbox import SECONDS
from gamecore.playing.names import load as load_game
from gamecore.screen.options import add_number, add_seed, add_shared, refuse, within
from gamecore.trees import draw, svg

HELP = "check a search, an evaluation or a Pacman of your own, and say which mistake it looks like; or mark a folder"
STYLES = {"right": ("right", "green"), "wrong": ("wrong", "bold red"), "note": ("note ", "yellow")}
COLUMNS = ("file", "passed", "tasks", "finding", "seed")


def configure(parser):
    parser.add_argument("function", metavar="FILE:FUNCTION",
                        help="my_search.py:alpha_beta; it gets a tree as nested lists, a position, or what its "
                             "arguments' names say; a FILE or FOLDER is marked by the names of its functions, "
                             "FOLDER:FUNCTION by one")
    parser.add_argument("--task", choices=TASKS, metavar="TASK",
                        help=f"{', '.join(TASKS)}; default: what the function's name says")
    add_seed(parser, "of the random trees; default: 0, for a folder one that is drawn", None)
    add_number(parser, "--trees", f"random trees of each kind; default {TREES}", type=within(1))
    add_number(parser, "--seconds", "for one answer", SECONDS, metavar="S", type=float)
    parser.add_argument("--game", metavar="GAME", help="evaluation: of which game; default connect-four")
    parser.add_argument("--svg", metavar="FILE", help="draw the smallest tree that fails")
    parser.add_argument("--gradescope", metavar="FILE", help="a folder: also write Gradescope's results.json")
    add_shared(parser, "--csv", "--jobs", "--json")


def run(args, console):
    if not 0 < args.seconds < float("inf"):
        raise LimitError(f"--seconds must be above 0, not {args.seconds!r}")
    file, colon, name = args.function.rpartition(":")
    where = file if colon else args.function
    if not where:
        raise GameError(f"{args.function!r} names no file or folder")
    path = Path(where)
    job = MarkSettings(args.task, name if colon else None, args.seed or 0, args.trees or TREES, args.seconds)
    if path.is_dir() or not colon:
        return run_folder(args, console, path, job)
    refuse(args, ("csv", "gradescope"), "one function; a file or a folder has them")
    return run_function(args, console, path, job)


def run_folder(args, console, path, job):
    refuse(args, ("svg", "game"), "a folder")
    seed, finished = SystemRandom().randrange(10 ** 6) if args.seed is None else args.seed, []
    files = files_of(path)

    def record_of(mark):
        return dict(zip(COLUMNS, (mark.file, mark.passed, len(mark.reports), mark.finding, seed)))

    def rows():
        console.progress(0, len(files), f"checking {args.function}")
        for mark in marks(files, job._replace(seed=seed), args.jobs):
            finished.append(mark)
            yield mark
            console.progress(len(finished), len(files), f"checking {args.function}")

    def show(rows):
        for mark in rows:
            right = mark.reports and mark.passed == len(mark.reports)
            console.print(STYLES["right" if right else "wrong"], f"  {mark.passed}/{len(mark.reports)}  {mark.file}: ",
                          mark.finding)

    run_rows(args, console, rows(), COLUMNS, record_of, show)
    if args.gradescope:
        with atomic_file(args.gradescope) as file:
            json.dump(gradescope(finished), file, indent=1)
    return BROKEN if any(mark.passed < max(1, len(mark.reports)) for mark in finished) else 0


def run_function(args, console, path, job):
    task = args.task or task_of(args.function)
    refuse(args, () if task == "evaluation" else ("game",), f"the task {task}")
    refuse(args, () if task in LAYERS else ("trees", "svg"), f"the task {task}")
    start = load_game(args.game).start() if args.game else None
    console.status(f"checking {args.function}")
    report = report_of(path, job._replace(task=task, start=start))
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
