"""Problems on trees and lotteries, generated from a seed, with computed answers."""
from collections.abc import Callable
from fractions import Fraction
from html import escape
from itertools import permutations, product
from random import Random
from string import Template
from typing import Any, NamedTuple

from gamecore.core.files import read_data
from gamecore.errors import TreeError
from gamecore.trees import (Chance, Lottery, UtilityCurve, alpha_beta, annotate, certainty_equivalent,
                            expected_monetary_value, expectimax, expectiminimax, max_n, minimax, never_cut, svg, tree)
from gamecore.trees.trace import numeral

PAGE = Template(read_data("pages/exercises.html"))


class Problem(NamedTuple):
    """A problem's kind, question, tree or None, answer as text, and the tree or trace that shows the answer."""

    kind: str
    question: str
    picture: Any
    answer: str
    solution: Any


def listed(values):
    return ", ".join(map(numeral, values))


def valued(kind, root, search, words):
    """Returns a problem that asks for the value of the root."""
    value = search(root).value
    return Problem(kind, f"{words} What is the root worth?", root,
                   listed(value if isinstance(value, tuple) else [value]), annotate(root, search))


def filled(random, shape):
    """Returns nested lists of different leaves; a number in `shape` is a node with this number of leaves."""
    leaves = iter(random.sample(range(-20, 40), 30))

    def grow(shape):
        return [next(leaves) for _ in range(shape)] if isinstance(shape, int) else [grow(part) for part in shape]
    return grow(shape)


def cuts(random, shape):
    """Returns a tree in which alpha-beta cuts at least two leaves."""
    trace = alpha_beta(tree(filled(random, shape)))
    while len(trace.pruned_leaves) < 2:
        trace = alpha_beta(tree(filled(random, shape)))
    return Problem("cuts", "MAX moves at the root. Alpha-beta searches from left to right. Which leaves does it not "
                           "look at?", trace.root, listed(trace.pruned_leaves), trace)


def in_best_order(nested):
    """Returns the trace of alpha-beta in an order of the children in which it visits the fewest leaves."""
    orders = (tree([list(row) for row in rows]) for root in permutations(nested)
              for rows in product(*map(permutations, root)))
    return min(map(alpha_beta, orders), key=lambda trace: trace.leaves)


def order(random):
    """Returns a problem on the fewest leaves in any order of the children, found by trying every order."""
    nested = filled(random, [random.choice((2, 3)) for _ in range(3)])
    best = in_best_order(nested)
    return Problem("order", "MAX moves at the root. Order the children of every node so that alpha-beta looks at as "
                            "few leaves as possible. How many are left?", tree(nested), str(best.leaves), best)


def never(random):
    root = tree(filled(random, [[2] * random.choice((1, 2)) for _ in range(random.choice((2, 3)))]))
    return Problem("never cut", "MAX moves at the root, and the leaves may get any other values. Which of them can "
                                "alpha-beta, from left to right, never cut?", root, listed(never_cut(root)), root)


def chances(random, count):
    parts = [random.randint(1, 3) for _ in range(count)]
    return [Fraction(part, sum(parts)) for part in parts]


def average(random):
    root = tree([Chance(random.sample(range(-12, 36), 3), chances(random, 3)) for _ in range(2)])
    return valued("expectimax", root, expectimax,
                  "MAX moves at the root; below it chance acts with the probabilities on the branches.")


def mixed(random):
    root = tree(filled(random, [[2, 2], [2, 2]]), layers="max chance min")
    return valued("expectiminimax", root, expectiminimax,
                  "MAX moves at the root, then a fair coin falls, then MIN moves.")


def several(random):
    first, second, third, fourth = zip(*(random.sample(range(1, 10), 4) for _ in range(3)))
    return valued("max^n", tree([[first, second], [third, fourth]], layers="0 1"), max_n,
                  "Player 0 moves at the root, player 1 below; a leaf has a utility for each of three players.")


def lottery(random):
    high, share = random.choice((100, 200, 400)), Fraction(random.randint(1, 4), 5)
    middle, utility = high // 4, Fraction(random.randint(3, 5), 10)
    prizes, curve = Lottery((share, high), (1 - share, 0)), UtilityCurve({0: 0, middle: utility, high: 1})
    both = expected_monetary_value(prizes), certainty_equivalent(prizes, curve)
    return Problem("lottery", f"You own the lottery [{share}, ${high}; {1 - share}, $0]. Your utility is 0 at $0, "
                              f"{numeral(utility)} at ${middle} and 1 at ${high}, and straight between. What is the "
                              "lottery's expected monetary value, and for which certain sum would you sell it?",
                   None, listed(both), None)


KINDS: tuple[Callable[[Random], Problem], ...] = (
    lambda random: valued("minimax", tree(filled(random, [3, 3, 3])), minimax, "MAX moves at the root, MIN below."),
    lambda random: cuts(random, [3, 3, 3]), lambda random: cuts(random, [[2, 2], [2, 2]]),
    order, never, average, mixed, several, lottery)


def problems(seed: int) -> list[Problem]:
    """Returns the problems of a seed, one of each kind.

    Examples
    --------
    >>> [problem.kind for problem in problems(1)][:4]
    ['minimax', 'cuts', 'cuts', 'order']
    """
    return [kind(Random(f"{seed} {number}")) for number, kind in enumerate(KINDS)]


SIGNS = str.maketrans({",": " ", "$": " ", "\N{MINUS SIGN}": "-"})


def is_right(problem: Problem, answer: str) -> bool:
    """Whether an answer has the right numbers in order; raises TreeError if it is not a list of numbers."""
    return numbers(answer) == numbers(problem.answer)


def numbers(text):
    try:
        return [round(float(Fraction(word) if "/" in word else word), 3) for word in text.translate(SIGNS).split()]
    except (ValueError, ArithmeticError) as error:
        raise TreeError(f"answer {text!r} is not a list of numbers, such as '4, 7/2'") from error


def page(seed: int, key: bool = False) -> str:
    """Returns the sheet of problems, or its key, as self-contained HTML."""
    sections = []
    for number, problem in enumerate(problems(seed), 1):
        picture = problem.solution if key else problem.picture
        words = f"Answer: {problem.answer}" if key else problem.question
        sections.append(f"<section><h2>Problem {number}</h2><p>{escape(words)}</p>{svg(picture) if picture else ''}"
                        "</section>")
    return PAGE.substitute(title=f"{'Key to problems' if key else 'Problems'}, seed {seed}", body="\n".join(sections))
