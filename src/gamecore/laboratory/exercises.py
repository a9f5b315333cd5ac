"""Problems of many kinds, each generated from a seed, with answers that the library computes."""
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from html import escape
from itertools import count, permutations, product
from math import prod
from numbers import Real
from random import Random
from string import Template
from typing import Any, NamedTuple

from gamecore.core.files import read_data
from gamecore.errors import ExerciseError
from gamecore.examples.nim import Nim
from gamecore.examples.pacman.line import DISTANCE, Line, food_and_distance
from gamecore.examples.tic_tac_toe import LINES, TicTacToe
from gamecore.laboratory.marking import flat, same
from gamecore.laboratory.theory import all_leaves, minimal_leaves
from gamecore.trees import (Chance, Lottery, Max, Min, UtilityCurve, alpha_beta, annotate, by_utility,
                            certainty_equivalent, depth_limited, expected_monetary_value, expectimax, expectiminimax,
                            from_position, indifference_point, is_leaf, lookup_table, max_n, minimax,
                            minimax_by_dispatch, never_cut, risk_premium, star1, svg, tree, walk)
from gamecore.trees.depth_limited import unfold
from gamecore.trees.nodes import InnerNode, descend
from gamecore.trees.trace import name, numeral
from gamecore.trees.uct import Edge, UctSearch

PAGE = Template(read_data("pages/exercises.html"))


class Kind(NamedTuple):
    """A kind of problem. The given data are a tuple of arguments for the function that computes the answer; a tree
    comes first."""

    chapter: int                     # the page of docs/tour
    question: str                    # with places for what is given
    draw: Callable                   # from a source of random numbers and a difficulty to what is given
    answer: Callable                 # from what is given to a number or several
    solved: Callable | None = None   # from the tree to the tree or trace that shows the answer


# The given data.

def numbers(*ranges):
    """Returns a function that draws a number from each range, whose upper bound grows with the difficulty."""
    return lambda random, level: tuple(random.randint(low, high + (level - 2) * step) for low, high, step in ranges)


def leaves_in(shape, random):
    """Returns nested lists of different leaves; a number in `shape` stands for a node with this number of leaves."""
    leaves = iter(random.sample(range(-20, 40), 30))

    def grow(shape):
        return [next(leaves) for _ in range(shape)] if isinstance(shape, int) else [grow(part) for part in shape]
    return grow(shape)


def trees(*shapes, layers="max min", accept=bool):
    """Returns a function that draws trees in the shape of a difficulty until one is accepted."""
    def draw(random, level):
        drawn = (tree(leaves_in(shapes[level - 1], random), layers=layers) for _ in count())
        return next(filter(accept, drawn)),
    return draw


TWO_PLIES = [2, 3, 2], [3, 3, 3], [3, 4, 4]
THREE_PLIES = [[2, 2], [2, 2]], [[2, 3], [3, 2]], [[3, 2], [2, 3], [2, 2]]


def shares(random, total):
    parts = [random.randint(1, 3) for _ in range(total)]
    return [F(part, sum(parts)) for part in parts]


def gambles(random, level):
    return tree([Chance(random.sample(range(-12, 36), 3), shares(random, 3)) for _ in range(1 + level)]),


def coins_and_bags(random, level):
    pairs = leaves_in([[2, 2]] * (1 + level), random)
    return Max([Chance([Min(heads), Min(tails)], shares(random, 2) if level > 1 else None) for heads, tails in pairs]),


def bounded(random, level):
    return Max([random.randint(3, 7), Chance(random.choices(range(11), k=2 + level))]),


def players(random, level):
    def leaf():
        return tuple(random.sample(range(1, 10), 3))
    pairs = [[leaf() for _ in range(2)] for _ in range(2 ** level)]
    return (tree(pairs[:2], layers="0 1") if level == 1 else
            tree([pairs[place:place + 2] for place in range(0, len(pairs), 2)], layers="0 1 2")),


def entered(random, level):
    """Draws a tree, and a node that alpha-beta enters with two finite bounds."""
    while True:
        root, = trees(*THREE_PLIES)(random, level)
        for path, visit in alpha_beta(root).visits.items():
            if len(path) > 1 and not is_leaf(descend(root, path)) and visit.alpha > -100 and visit.beta < 100:
                return root, name(path)


def owned(random, level):
    high = random.choice((100, 200, 400))
    return F(random.randint(1, 4), 5), high, high // 4, F(random.randint(3, 2 + level + 1), 10)


def board(random, level):
    cells = ["."] * 9
    for place, mark in zip(random.sample(range(9), 1 + level), "xoxo"):
        cells[place] = mark
    return "".join(cells),


def tried(random, level):
    return tuple((visits := random.randint(2, 4 + 6 * level), F(random.randint(-visits, visits), visits))
                 for _ in range(1 + level))


def odds(random, level):
    return tuple(shares(random, 1 + level)), tuple(random.randint(1, 9) for _ in range(1 + level))


def mistakes(random, level):
    low = random.randint(0, 8)
    return low, low + random.randint(12, 40 * level), low + random.randint(1, 9)


def tickets(random, level):
    return *shares(random, 2), 100 * random.randint(2, 9), 10 * random.randint(1, 9)


# The answers.

def nim(limit, coins):
    return type("Nim", (Nim,), {"limit": limit})(coins)


def sequences(limit, coins):
    return minimax(from_position(nim(limit, coins), count_plies=False)).leaves


def lost(limit, most):
    table = lookup_table(nim(limit, most))
    return [coins for coins in range(1, most + 1) if table[nim(limit, coins).key()].score < 0]


def policies(limit, coins):
    return prod(len(nim(limit, each).legal_moves()) for each in range(1, coins + 1))


def bag(bags):
    found = alpha_beta(tree(bags))
    return found.value, found.action, *found.pruned_leaves


def cut(root):
    return len(alpha_beta(root).pruned_leaves) > 1


def value_and_cuts(nested):
    found = alpha_beta(tree(nested))
    return found.value, *found.pruned_leaves


def window_of(root, node):
    return next((visit.alpha, visit.beta) for path, visit in alpha_beta(root).visits.items() if name(path) == node)


def mirrored(node):
    return node if is_leaf(node) else node.alike([mirrored(child) for child in reversed(node.children)])


def backwards(nested):
    return alpha_beta(mirrored(tree(nested))).leaves


def in_best_order(nested):
    """Returns the trace of alpha-beta in an order of the children in which it visits the fewest leaves."""
    root = tree(nested)
    orders = (Max([child if is_leaf(child) else child.alike(grown) for child, grown in zip(row, rows, strict=True)])
              for row in permutations(root.children)
              for rows in product(*(permutations(child.children) if not is_leaf(child) else [()] for child in row)))
    return min(map(alpha_beta, orders), key=lambda trace: trace.leaves)


def depths(budget, b):
    """Returns the depths that minimax and alpha-beta in perfect order reach with a number of leaves."""
    return [max(depth for depth in range(60) if leaves(b, depth) <= budget) for leaves in (all_leaves, minimal_leaves)]


def by_least(nested):
    found = depth_limited(tree(nested), 2, evaluate=lambda node: min(leaf for _, leaf in walk(node) if is_leaf(leaf)))
    return found.value, found.action


def earlier(b, depth):
    return sum(all_leaves(b, each) for each in range(1, depth))


def open_lines(cells):
    position = TicTacToe(cells)
    return [sum(mark not in [position.cells[cell] for cell in line] for line in LINES) for mark in "ox"]


def on_the_line(steps, moves):
    start = Line(food_and_distance, DISTANCE - steps)
    return [F(depth_limited(start.play(move), moves - 1).value).limit_denominator(1000) for move in ("east", "west")]


def bound_from(sides):
    sums = [first + second for first in range(1, sides + 1) for second in range(1, sides + 1)]
    again = expectimax(Chance(sums)).value
    return min(total for total in sums if total >= again)


def enough(sure, other):
    return next(x for x in count() if expectimax(tree([[sure, sure], [other, x]], layers="max chance")).action == 1)


def error_of(low, high, sure):
    return indifference_point(by_utility(lambda prize: prize), high, sure, low)


def posterior(priors, likelihoods):
    kinds = range(len(priors))
    prior = Lottery(*zip(priors, kinds, strict=True))
    return prior.given(dict(zip(kinds, likelihoods, strict=True))).flat()[0]


def dice_leaves(plays, rolls, further):
    return plays * (rolls * plays) ** further


def worth(share, high, middle, utility):
    prizes, curve = Lottery((share, high), (1 - share, 0)), UtilityCurve({0: 0, middle: utility, high: 1})
    return expected_monetary_value(prizes), certainty_equivalent(prizes, curve)


def insured(middle, most=1000):
    risk, owner = Lottery((F(1, 2), most), (F(1, 2), 0)), UtilityCurve({0: 0, middle: F(1, 2), most: 1})
    return certainty_equivalent(risk, owner), risk_premium(risk, owner)


def compound(first, second, high, low):
    flat = Lottery((first, Lottery((second, high), (1 - second, 0))), (1 - first, low))
    return flat.flat()[high], expected_monetary_value(flat)


def elicited(first, second):
    return first, Lottery((second, "middle"), (1 - second, "worst")).expect({"middle": first, "worst": 0}.get)


def row_of_coins(coins, lead=0, sign=1):
    """Returns the game of coins as nested actions, where a leaf is the first player's lead."""
    if not coins:
        return lead
    ends = {"left": (coins[0], coins[1:]), "right": (coins[-1], coins[:-1])}
    return {end: row_of_coins(rest, lead + sign * coin, -sign) for end, (coin, rest) in ends.items()
            if end == "left" or len(coins) > 1}


def lead_of(*coins):
    return minimax(tree(row_of_coins(coins))).value


def next_try(*children):
    """Returns the child that UCB1 tries next, given the visits and the mean results of all children; results lie
    between -1 and 1."""
    search = UctSearch(unfold(tree([0] * len(children)), None, False), 2 ** .5, None)
    search.low, search.high, search.root.visits = -1, 1, sum(visits for visits, _ in children)
    for action, (visits, mean) in enumerate(children):
        child = search.root.children[action] = Edge(search.root.node[action])
        child.visits, child.total = visits, visits * mean
    return search.choice(search.root)


def valued(draw, search):
    """Returns a kind of problem that asks for the value of the root."""
    return draw, lambda nested: search(tree(nested)).value, lambda root: annotate(root, search)


# The kinds by name: the given data, the answer, and the tree that shows it.
WORK = {
    "sequences": (numbers((2, 3, 0), (5, 8, 2)), sequences),
    "policies": (numbers((2, 3, 0), (3, 6, 2)), policies),
    "lost-coins": (numbers((2, 4, 2), (9, 15, 4)), lost),
    "bags": (trees(*TWO_PLIES, accept=cut), bag, alpha_beta),
    "minimax": valued(trees(*THREE_PLIES), minimax),
    "leaves": (numbers((2, 6, 2), (3, 6, 2)), all_leaves),
    "cuts": (trees(*TWO_PLIES, accept=cut), lambda nested: alpha_beta(tree(nested)).pruned_leaves, alpha_beta),
    "deep-cuts": (trees(*THREE_PLIES, accept=cut), value_and_cuts, alpha_beta),
    "window": (entered, window_of, alpha_beta),
    "never-cut": (trees(*THREE_PLIES), lambda root: list(never_cut(root))),
    "order": (trees([2, 2, 2], [2, 3, 2], [2, 3, 3]), lambda nested: in_best_order(nested).leaves, in_best_order),
    "backwards": (trees(*THREE_PLIES), backwards, lambda root: alpha_beta(mirrored(root))),
    "perfect": (numbers((2, 6, 2), (3, 6, 2)), minimal_leaves),
    "horizon": (trees(*THREE_PLIES), by_least),
    "deepening": (numbers((2, 10, 4), (3, 6, 2)), earlier),
    "open-lines": (board, open_lines),
    "line": (numbers((2, 4, 1), (1, 4, 1)), on_the_line),
    "expectimax": valued(gambles, expectimax),
    "again": (numbers((3, 12, 6)), bound_from),
    "enough": (numbers((10, 20, 8), (-5, 9, 4)), enough),
    "star": (bounded, lambda root: star1(root, 0, 10).leaves),
    "error": (mistakes, error_of),
    "evidence": (odds, posterior),
    "expectiminimax": valued(coins_and_bags, expectiminimax),
    "dice": (numbers((5, 20, 10), (6, 21, 10), (1, 2, 1)), dice_leaves),
    "max-n": valued(players, max_n),
    "team": (trees(*THREE_PLIES, layers="max min min"), lambda nested: minimax_by_dispatch(tree(
        nested, layers="max min min")).value, lambda root: annotate(root, minimax_by_dispatch)),
    "lottery": (owned, worth),
    "insurance": (lambda random, level: (100 * random.randint(1, 4), 1000), insured),
    "compound": (tickets, compound),
    "elicitation": (lambda random, level: shares(random, 2), elicited),
    "budget": (lambda random, level: (10 ** random.randint(2 + level, 4 + level), random.randint(5, 40)), depths),
    "coins": (lambda random, level: random.choices(range(1, 10), k=2 + level), lead_of),
    "samples": (tried, next_try),
}
KINDS = {name: Kind(int(page), question, *WORK[name])
         for page, questions in tomllib.loads(read_data("exercises.toml"))["kinds"].items()
         for name, question in questions.items()}


class Problem(NamedTuple):
    """A problem: its kind, the given data, the question, a tree or None, the answer as text, and the tree or trace that
    shows it."""

    kind: str
    given: tuple
    question: str
    picture: Any
    answer: str
    solution: Any


def listed(values):
    return ", ".join(map(numeral, values if isinstance(values, (list, tuple)) else [values]))


def chosen(words: str | None) -> Iterator[str]:
    """Yields the kinds that a list of names and of pages of the tour contains; all kinds for None."""
    for word in words.split(",") if words is not None else KINDS:
        found = [kind for kind in KINDS if word.strip() in (kind, str(KINDS[kind].chapter))]
        if not found:
            raise ExerciseError(f"no problems for {word!r}; there are some for the tour's pages 1 to 16, and of the "
                                f"kinds {', '.join(KINDS)}" if word.strip() else f"empty name in the list {words!r}")
        yield from found


def problems(seed: int, kinds: str | None = None, difficulty: int = 2) -> list[Problem]:
    """Returns the problems of a seed, one of each kind, or those of a list such as "5,lottery,lottery".

    Examples
    --------
    >>> [problem.kind for problem in problems(1, "5,lottery")]
    ['cuts', 'deep-cuts', 'window', 'never-cut', 'lottery']
    >>> problems(1, "leaves", difficulty=1)[0].answer
    '16'
    """
    return [problem(name, Random(f"{seed} {difficulty} {number}"), difficulty)
            for number, name in enumerate(chosen(kinds))]


def problem(name, random, difficulty):
    kind = KINDS[name]
    given = kind.draw(random, difficulty)
    picture = given[0] if isinstance(given[0], InnerNode) else None
    question = kind.question.format(*map(numeral, given), all=listed(given))
    solution = kind.solved(picture) if kind.solved else picture
    return Problem(name, tuple(given), question, picture, listed(kind.answer(*given)), solution)


def is_right(problem: Problem, answer: str) -> bool:
    """Whether an answer has the right numbers in order; raises ExerciseError if it is not a list of numbers."""
    if not all(isinstance(part, Real) for part in flat(answer)):
        raise ExerciseError(f"answer {answer!r} is not a list of numbers, such as '4, 7/2'")
    return same(answer, problem.answer)


def page(seed: int, kinds: str | None = None, difficulty: int = 2, key: bool = False) -> str:
    """Returns the sheet of problems, or its key, as self-contained HTML."""
    sections = []
    for number, problem in enumerate(problems(seed, kinds, difficulty), 1):
        picture = problem.solution if key else problem.picture
        words = f"Answer: {problem.answer}" if key else problem.question
        sections.append(f"<section><h2>Problem {number}</h2><p>{escape(words)}</p>{svg(picture) if picture else ''}"
                        "</section>")
    options = f" --kinds {kinds}" * (kinds is not None) + f" --difficulty {difficulty}" * (difficulty != 2)
    title = f"{'Key to problems' if key else 'Problems'}, seed {seed}{options}"
    return PAGE.substitute(title=escape(title), body="\n".join(sections))
