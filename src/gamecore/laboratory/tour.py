"""The exercises of docs/tour: their answers, as values or as functions, and the check of an answer."""
import tomllib
from ast import literal_eval
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any, NamedTuple

from gamecore.core.files import read_data
from gamecore.engine import Engine
from gamecore.errors import ExerciseError, SwitchError
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.games.all import GAMES
from gamecore.laboratory.exercises import (KINDS, backwards, bag, bound_from, by_least, depths, earlier, enough,
                                           insured, lost, open_lines, policies, posterior, sequences,
                                           value_and_cuts)
from gamecore.laboratory.marking import flat, same
from gamecore.laboratory.sandbox import Fault
from gamecore.trees import (Chance, Max, Min, best_actions, expectiminimax, max_n, minimax, never_cut, star1, tree)


class Exercise(NamedTuple):
    """An exercise with an answer that can be checked."""

    asks: str                        # what the values are, and the arguments of a function that returns them
    answer: Callable                 # from such arguments to the values; where `cases` is None, from the values of an
                                     # answer to whether they are right
    cases: tuple | None = ((),)      # arguments of a function; the first ones are the question's
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


def order_fault(function):
    """Returns the fault of an order that should visit fewer leaves than edges first, or None."""
    engine, start = Engine(hash_mb=1, switches="evaluation,pruning"), GAMES["connect-four"].start()
    try:
        leaves, others = (engine.search(start, 6, order=order).leaves
                          for order in (function.call, lambda position, move: abs(move - 4)))
    except SwitchError as error:
        return str(error)
    return None if leaves < others else f"{leaves} leaves to depth 6, where the edges first need {others}"


def evaluation_fault(function):
    """Returns the fault of an evaluation of connect four, or None."""
    from gamecore.laboratory.check_players import examine_evaluation         # numpy, when it is first needed
    faults = [finding.text for finding in examine_evaluation(function).findings if finding.verdict == "wrong"]
    return faults[0] if faults else None


NINE, EIGHT, BALLS = [[3, 12, 8], [2, 4, 6], [14, 5, 2]], [[[10, 6], [100, 8]], [[1, 2], [20, 4]]], [[2, 7], [1, 100]]
BIG = [[[[[[0, 5], [-3, 3]], [[3], [-3, 0], [2, -2], [3]]]], [[[[5, 2], [5, -5]]], [[[0, 1]]]]],
       [[[[[5, 1], [-3, 0]]], [[[-5, 5]], [[-3, 3]]]], [[[[2]]]]]]
THREE = [[[1, 7], [6, 7]], [[5, 1], [7, 5]]]


def says(words):
    return lambda: words


# The exercises by page and number; first those with answers in words or a single number.
WORDS = tomllib.loads(read_data("exercises.toml"))["answers"]
EXERCISES = {number: Exercise(asks, says(right)) for number, (asks, right) in WORDS.items()} | {
    "1.2": Exercise("the cells that win at once, from 1; f(cells)", wins_at_once, (("xo.xo....",), ("xx.oo....",))),
    "1.3": Exercise("the numbers of states and of sequences; f(coins)", lambda n: (n + 1, sequences(2, n)),
                    ((7,), (4,), (12,))),
    "2.1": Exercise("the number of policies; f(coins)", lambda n: policies(2, n), ((4,), (2,), (9,))),
    "2.2": Exercise("the lost numbers of coins; f(limit, most)", lost, ((3, 12), (2, 9), (4, 20))),
    "3.1": Exercise("the value, the bag from 0 and the balls never visited; f(bags)", bag,
                    (([*BALLS, [3, 5]],), (NINE,), ([[4, 8], [9, 1], [2, 6]],))),
    "3.2": Exercise("two bags, [[2, 7], [1, 100]] with one other ball", both_good, None),
    "3.3": Exercise("the value; f(bags)", lambda bags: min(map(max, bags)), ((BALLS,), (NINE,))),
    "4.1": Exercise("the value; f(tree)", KINDS["minimax"].answer,
                    (([[4, 8], [[9, 1], 2]],), (NINE,), (EIGHT,))),
    "4.2": Exercise("the number of leaves; f(b, m)", pow, ((5, 6), (2, 3), (7, 1))),
    "4.3": Exercise("a tree as nested lists", second_is_better, None),
    "5.1": Exercise("the leaf that is cut; f(tree)", KINDS["cuts"].answer, (([[10, 8], [4, 50]],), (NINE,), (EIGHT,))),
    "5.2": Exercise("the value and the leaves that are cut; f(tree)", value_and_cuts, ((EIGHT,), (NINE,))),
    "5.3": Exercise("the number of leaves visited; f(tree)", backwards, ((NINE,), (EIGHT,))),
    "5.4": Exercise("the number of leaves; f(tree)", backwards, ((BIG,), (NINE,))),
    "5.5": Exercise("the leaves that are never cut; f(tree)", lambda nested: list(never_cut(tree(nested, root="min"))),
                     (([[1, 2], [3, 4], [5, 6]],), (BALLS,), (NINE,))),
    "6.1": Exercise("the depths of minimax and of alpha-beta; f(leaves, b)", depths, ((10 ** 6, 35), (1000, 10))),
    "6.2": Exercise("the number of leaves; f(tree)", KINDS["order"].answer,
                    ((NINE,), (BALLS,), ([[4, 8], [9, 1], [2, 6]],))),
    "7.1": Exercise("the leaves of the depths before; f(b, depth)", earlier, ((10, 6), (3, 4))),
    "7.2": Exercise("the value and the action; f(tree)", by_least, ((EIGHT,), ([[[1, 9], [8, 2]], [[5, 4], [3, 7]]],))),
    "7.4": Exercise("the open lines of x and of o; f(cells)", open_lines, (("o...x....",), ("x........",))),
    "8.1": Exercise("the depths that tell him where to go; f(n)", lambda n: (n, n + 1), ((3,), (5,))),
    "9.1": Exercise("the sum; f(sides of a die)", bound_from, ((6,), (4,), (8,))),
    "9.2": Exercise("the least whole x; f(sure, other)", enough, ((10, 9), (7, 1))),
    "9.3": Exercise("yes or no for 5, and for 6.1; f(*known)", visits_third, ((5, F(61, 10)), (4, 7))),
    "10.2": Exercise("the probability; f(low, high, sure)", KINDS["error"].answer, ((8, 20, 10), (9, 100, 10))),
    "10.3": Exercise("the probability of the first; f(priors, likelihoods)", posterior,
                     (([F(1, 2), F(1, 4), F(1, 4)], [9, 2, 1]), ([F(1, 3), F(2, 3)], [1, 4]))),
    "11.1": Exercise("the value; f(probability)", biased, ((F(3, 4),), (F(1, 4),), (F(1, 2),))),
    "11.2": Exercise("the number of leaves; f(plays, rolls, further)", KINDS["dice"].answer,
                     ((20, 21, 2), (20, 21, 1))),
    "12.1": Exercise("the first player's utility; f(tree of his utilities)", KINDS["team"].answer,
                     ((THREE,), (EIGHT,))),
    "12.2": Exercise("both utilities; f(tree)", lambda nested: max_n(tree(
        [[(x, -x) for x in row] for row in nested], layers="0 1")).value, ((NINE,), (BALLS,))),
    "13.1": Exercise("the certainty equivalent and the insurer's gain; f(x of U(x) = 1/2)", insured,
                     ((400,), (300,), (500,))),
    "14.1": Exercise("the depths of alpha-beta and of minimax; f(positions, b)",
                     lambda positions, b: depths(positions, b)[::-1], ((200_000_000 * 180, 35), (1000, 10))),
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
    """Whether an answer is right: values, text with values, or nested lists where the exercise asks for a tree.

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
        found = function.call(*case)
        right = exercise.answer(*case) if exercise.cases else None
        if not (same(found, right) if exercise.cases else is_right(number, found)):
            where = f", where {', '.join(map(str, flat(right)))} is right" if exercise.cases else ""
            return f"{function.name}({', '.join(map(str, case))}) returns {found!r:.80}{where}"


class FunctionHere:
    """A function of this process, such as a notebook's, called as one of a file is."""

    name = "answer"

    def __init__(self, function):
        self.function = function

    def __call__(self, *arguments):
        try:
            return self.function(*arguments)
        except Exception as error:
            raise Fault(f"{type(error).__name__}: {error}") from None

    call = __call__


def checked(number: str, answer: Any) -> str:
    """Returns the verdict on an answer, values or a function, in a line, for notebooks; `...` is no answer yet.

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
