"""gamecore exercises: writes a sheet of problems and its key, and marks a student's answers."""
from contextlib import nullcontext
from random import SystemRandom

from gamecore.commands.check import BROKEN
from gamecore.core.files import atomic_file, read_text
from gamecore.errors import ExerciseError
from gamecore.laboratory.exercises import KINDS, is_right, page, problems
from gamecore.laboratory.sandbox import SandboxedFunction
from gamecore.laboratory.student import Fault
from gamecore.laboratory.tour import exercise_of, fault_of, is_right as is_right_answer
from gamecore.screen.options import add_number, add_seed, add_shared, refuse, within

HELP = "make a sheet of problems on trees and lotteries with its key, and mark answers, also to the tour's exercises"


def configure(parser):
    add_seed(parser, "the sheet's number; default: one that is drawn", None)
    parser.add_argument("--kinds", metavar="LIST",
                        help=f"pages of the tour, such as 5, or kinds: {', '.join(KINDS)}; default: each kind once")
    add_number(parser, "--difficulty", "1..3; default 2", type=within(1, 3))
    parser.add_argument("--html", metavar="FILE", help="write the problems, one file that needs no other")
    parser.add_argument("--key", metavar="FILE", help="write their answers, with the pictures solved")
    parser.add_argument("--answers", metavar="FILE",
                        help="mark answers to the sheet of --seed, --kinds and --difficulty: lines of a problem's "
                             "number and its answer, 2: 4, 6")
    parser.add_argument("--check", metavar="WORD", nargs="+",
                        help="check an answer to an exercise of the tour: its page and number, 4.2, then the values or "
                             "FILE:FUNCTION; without these, say what is asked for")
    add_shared(parser, "--json")


def run(args, console):
    if args.check:
        refuse(args, ("seed", "kinds", "difficulty", "html", "key", "answers"), "--check")
        return check(args.check[0], " ".join(args.check[1:]), console)
    if args.answers and args.seed is None:
        raise ExerciseError(f"--answers {args.answers!r} needs the number of its sheet: --seed N")
    seed = SystemRandom().randrange(10 ** 6) if args.seed is None else args.seed
    what = seed, args.kinds, args.difficulty or 2
    sheet = problems(*what)
    given = read_answers(args.answers, len(sheet)) if args.answers else {}
    for path, key in (args.html, False), (args.key, True):
        with atomic_file(path) if path else nullcontext() as file:
            if file:
                file.write(page(*what, key))
    wrong = 0
    for number, problem in enumerate(sheet, 1):
        verdict = None
        if args.answers:
            verdict = "missing" if number not in given else "right" if is_right(problem, given[number]) else "wrong"
            wrong += verdict != "right"
        console.report({"type": "problem", "number": number, "kind": problem.kind, "question": problem.question,
                        "tree": problem.picture and str(problem.picture), "answer": problem.answer,
                        "verdict": verdict}, show, number, problem, verdict, args, console)
    console.report({"type": "result", "seed": seed, "wrong": wrong if args.answers else None},
                   console.print, (f"seed {seed}", "bold"))
    return BROKEN if wrong else 0


def check(number, answer, console):
    exercise, verdict, fault = exercise_of(number), None, None
    if answer.partition(":")[0].endswith(".py"):
        try:
            with SandboxedFunction(answer) as function:
                fault = fault_of(number, function)
        except Fault as error:
            fault = str(error)
        verdict = "wrong" if fault else "right"
    elif answer:
        verdict = "right" if is_right_answer(number, answer) else "wrong"
    style = {"right": "green", "wrong": "bold red", None: ""}[verdict]
    console.report({"type": "exercise", "number": number, "asks": exercise.asks, "verdict": verdict, "fault": fault},
                   console.print, f"{number}: ", (verdict or exercise.asks, style), f": {fault}" if fault else "")
    return BROKEN if verdict == "wrong" else 0


def read_answers(path, count):
    answers = {}
    for line in filter(str.strip, read_text(path, ExerciseError).splitlines()):
        number, _, answer = line.partition(":")
        if number.strip() not in map(str, range(1, count + 1)):
            raise ExerciseError(f"{line.strip()!r} is not an answer: expected a number from 1 to {count}, a "
                                "colon and the answer")
        if int(number) in answers:
            raise ExerciseError(f"{line.strip()!r} is a second answer to problem {int(number)}")
        answers[int(number)] = answer
    return answers


def show(number, problem, verdict, args, console):
    if verdict:
        console.print(f"{number}: ", (verdict, "green" if verdict == "right" else "bold red"))
    elif not (args.html or args.key):
        console.print((f"\n{number}. ", "bold"), problem.question)
        for line in str(problem.picture or "").splitlines():
            console.print("   " + line)
