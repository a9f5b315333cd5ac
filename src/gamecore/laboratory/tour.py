"""The exercises of docs/tour, with their answers, which are values or functions, and the check of an answer."""
import tomllib
from ast import literal_eval
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gamecore.core.files import read_data
from gamecore.engine import Engine
from gamecore.errors import ExerciseError, SwitchError
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.games.all import GAMES
from gamecore.laboratory.check_players import examine_evaluation
from gamecore.laboratory.exercises import (KINDS, backwards, bag, bound_from, by_least, depths, earlier, enough,
                                           insured, lost, open_lines, policies, posterior, sequences,
                                           value_and_cuts)
from gamecore.laboratory.marking import flat, same
from gamecore.laboratory.student import Fault
from gamecore.trees import (Chance, Max, Min, best_actions, expectiminimax, max_n, minimax, never_cut, star1, tree)


class Exercise(NamedTuple):
    """An exercise with an answer that can be checked."""

    asks: str                        # what the values are, and the arguments of a function that returns them
    answer: Callable                 # from such arguments to the values; where `cases` is None, from the values of an
                                     # answer to whether they are right
    cases: Sequence | None = ((),)      # arguments of a function; the first ones are the question's
    judge: Callable | None = None    # where a function is not judged by cases: from it to what is wrong, or None


def wins_at_once(cells):
    position = TicTacToe(cells)
    return [move for move in position.legal_moves() if (after := position.play(move)).is_over() and after.final_score()]


def visits_third(*known):
    return ["yes" if star1(Max([each, Chance([4, 4, 9])]), 0, 10).leaves == 4 else "no" for each in known]


def biased(share):
    coin = Chance([Min([7, 2]), Min([9, 6])], [share, 1 - share])
    return expectiminimax(Max([coin, Chance([Min([5, 0]), Min([8, -4])])])).value


def both_good(nested):
    changed = sum(ball != other for bag, old in zip(nested, [[2, 7], [1, 100]], strict=True)
                  for ball, other in zip(bag, old, strict=True))
    return changed == 1 and best_actions(tree(nested)) == (0, 1)


def second_is_better(nested):
    return minimax(tree(nested)).action == 0 and nested[1][0] > nested[0][0] and len(nested) == 2


def leaves_in(order):
    """Returns the number of leaves of a search of connect four in an order of moves, or a description of the order's
    fault."""
    try:
        return Engine(hash_mb=1, switches="evaluation,pruning").search(
            GAMES["connect-four"].start(), 6, order=order).leaves
    except SwitchError as error:
        return str(error)


def order_fault(function):
    """Returns the fault of an order that should visit fewer leaves than edges first, or None."""
    leaves, others = function(work=leaves_in), leaves_in(lambda position, move: abs(move - 4))
    if not isinstance(leaves, int):
        return leaves
    return None if leaves < others else f"{leaves} leaves to depth 6, where the edges first need {others}"


def evaluation_fault(function):
    """Returns the fault of an evaluation of connect four, or None."""
    faults = [finding.text for finding in examine_evaluation(function).findings if finding.verdict == "wrong"]
    return faults[0] if faults else None


def says(words):
    return lambda: words


DATA = tomllib.loads(read_data("exercises.toml"))
# The answers by page and number.
FUNCTIONS = {
    "1.2": wins_at_once, "1.3": lambda coins: (coins + 1, sequences(2, coins)), "2.1": lambda coins: policies(2, coins),
    "2.2": lost, "3.1": bag, "3.3": lambda bags: min(map(max, bags)), "4.1": KINDS["minimax"].answer, "4.2": pow,
    "5.1": KINDS["cuts"].answer, "5.2": value_and_cuts, "5.3": backwards, "5.4": backwards,
    "5.5": lambda nested: list(never_cut(tree(nested, root="min"))), "6.1": depths, "6.2": KINDS["order"].answer,
    "7.1": earlier, "7.2": by_least, "7.4": open_lines, "8.1": lambda n: (n, n + 1), "9.1": bound_from, "9.2": enough,
    "9.3": visits_third, "10.2": KINDS["error"].answer, "10.3": posterior, "11.1": biased,
    "11.2": KINDS["dice"].answer, "12.1": KINDS["team"].answer,
    "12.2": lambda nested: max_n(tree([[(x, -x) for x in row] for row in nested], layers="0 1")).value,
    "13.1": insured, "14.1": lambda positions, b: depths(positions, b)[::-1],
}
EXERCISES = {
    **{number: Exercise(asks, says(right)) for number, (asks, right) in DATA["answers"].items()},
    **{number: Exercise(asks, FUNCTIONS[number], cases) for number, (asks, cases) in DATA["functions"].items()},
    "3.2": Exercise("two bags, [[2, 7], [1, 100]] with one other ball", both_good, None),
    "4.3": Exercise("a tree as nested lists", second_is_better, None),
    "17.3": Exercise("centre or edges, or an order that is better than the edges first; f(position, move)",
                     says("centre"), judge=order_fault),
    "17.4": Exercise("a function, f(position)", lambda value: False, None, evaluation_fault),
}
EXPLAINED = ("2.3", "6.3", "13.4", "15.3", "15.4", "16.1", "16.2", "17.1")      # for words, or a whole game


def exercise_of(number: str) -> Exercise:
    """Returns the exercise "page.number"; raises ExerciseError if its answer cannot be checked."""
    if number in EXPLAINED:
        raise ExerciseError(f"exercise {number!r} asks for an explanation: compare yours with the answer of its page")
    if number not in EXERCISES:
        raise ExerciseError(f"unknown exercise {number!r}; known are {', '.join(sorted(EXERCISES, key=float))}")
    return EXERCISES[number]


def is_right(number: str, answer: Any) -> bool:
    """Whether an answer is right. It consists of values, of text that contains values, or of nested lists if the
    exercise asks for a tree.

    Examples
    --------
    >>> is_right("4.2", 15625), is_right("10.1", "Pessimism, 44.5"), is_right("3.2", "[[2, 7], [2, 100]]")
    (True, True, True)
    """
    exercise = exercise_of(number)
    if exercise.cases is not None:
        right = exercise.answer(*exercise.cases[0])
        return same(answer, right) or isinstance(answer, str) and same(answer.replace(",", ""), right)      # 15,625
    try:
        return bool(exercise.answer(literal_eval(answer) if isinstance(answer, str) else answer))
    except (ArithmeticError, LookupError, SyntaxError, TypeError, ValueError):
        return False


def fault_of(number: str, function: Callable) -> str | None:
    """Returns the fault of a function that answers an exercise, or None; raises Fault if the function fails."""
    exercise = exercise_of(number)
    if exercise.judge:
        return exercise.judge(function)
    for case in reversed(exercise.cases or ((),)):
        found = function(*case)
        right = exercise.answer(*case) if exercise.cases else None
        if not (same(found, right) if exercise.cases else is_right(number, found)):
            where = f", where {', '.join(map(str, flat(right)))} is right" if exercise.cases else ""
            return f"{function.name}({', '.join(map(str, case))}) returns {found!r:.80}{where}"


class FunctionHere:
    """A function of this process, for example of a notebook, which is called like a function in a file."""

    name = "answer"

    def __init__(self, function):
        self.function = function

    def __call__(self, *arguments, work=None):
        try:
            return work(self.function) if work else self.function(*arguments)
        except Exception as error:
            raise Fault(f"{type(error).__name__}: {error}") from None


def checked(number: str, answer: Any) -> str:
    """Returns the verdict on an answer, which is a function or values, in one line, for notebooks; `...` means that
    there is no answer yet.

    Examples
    --------
    >>> print(checked("4.2", lambda b, m: b * m))
    4.2: wrong: answer(2, 3) returns 6, where 8 is right
    """
    try:
        fault = fault_of(number, FunctionHere(answer)) if callable(answer) else None
    except Fault as error:
        fault = str(error)
    if answer is ... or fault and fault.startswith("NotImplementedError"):
        return f"{number}: no answer yet"
    right = fault is None and (callable(answer) or is_right(number, answer))
    return f"{number}: {'right' if right else 'wrong'}{f': {fault}' if fault else ''}"
