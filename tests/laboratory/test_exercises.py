"""Tests gamecore exercises: different seeds give different sheets, equal seeds give equal sheets, and every answer is
computed a second time."""
import json
import random
import re
from fractions import Fraction
from itertools import count, permutations, product
from math import inf, log, prod, sqrt

import numpy
import pytest

from gamecore.commands.cli import main
from gamecore.laboratory.exercises import KINDS, is_right, page, problems
from gamecore.laboratory.marking import same
from gamecore.laboratory.tour import is_right as is_right_answer
from gamecore.trees import Chance, Max, Min, alpha_beta, is_leaf, never_cut, tree, walk

SEEDS = range(8)


def value(node):
    """The textbook's definition, for numbers and for tuples of utilities."""
    if is_leaf(node):
        return node
    values = [value(child) for child in node.children]
    if isinstance(node, Chance):
        return sum(Fraction(p) * v for p, v in zip(node.probabilities, values))
    if isinstance(node, (Max, Min)):
        return (max if isinstance(node, Max) else min)(values)
    return max(values, key=lambda utilities: utilities[node.index])


def lists(node):
    return node if is_leaf(node) else [lists(child) for child in node.children]


class Search:
    """A learner's alpha-beta, fail-soft, on nested lists; it notes the leaves and the windows of inner nodes."""

    def __init__(self, nested):
        self.leaves, self.windows = [], {}
        values = []
        for place, child in enumerate(nested):
            values.append(self.value(child, False, max(values, default=-inf), inf, str(place)))
        self.result, self.move = max(values), values.index(max(values))
        self.cut = [leaf for leaf in leaves_of(nested) if leaf not in self.leaves]

    def value(self, node, maximizing, alpha, beta, name):
        if not isinstance(node, list):
            self.leaves.append(node)
            return node
        self.windows[name] = alpha, beta
        best = -inf if maximizing else inf
        for place, child in enumerate(node):
            found = self.value(child, not maximizing, alpha, beta, f"{name}.{place}")
            best = max(best, found) if maximizing else min(best, found)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best


def leaves_of(nested):
    return [leaf for child in nested for leaf in leaves_of(child)] if isinstance(nested, list) else [nested]


def turned(nested):
    return [turned(child) for child in reversed(nested)] if isinstance(nested, list) else nested


def fewest(nested):
    return min(len(Search(order).leaves) for rows in permutations(nested)
               for order in map(list, product(*(map(list, permutations(row)) for row in rows))))


def sequences(limit, coins):
    return 1 if coins == 0 else sum(sequences(limit, coins - take) for take in range(1, min(limit, coins) + 1))


def deepest(budget, leaves):
    return next(depth for depth in count() if leaves(depth + 1) > budget)


def on_the_line(steps, moves):
    """The best end after a first move east and one west, by all sequences of moves; food is eaten where it lies."""
    def end(path):
        places = [sum(path[:length]) for length in range(1, moves + 1)]
        return Fraction(1, 2) if steps in places else Fraction(1, 2) / (abs(steps - places[-1]) + 1) - 1
    return [max(end((first, *rest)) for rest in product((1, -1), repeat=moves - 1)) for first in (1, -1)]


def sure_sum(share, high, middle, utility):
    """Where the curve through (0, 0), (middle, utility) and (high, 1) reaches the lottery's utility, its share."""
    return share / utility * middle if share <= utility else \
        middle + (share - utility) / (1 - utility) * (high - middle)


def star1(known, outcomes):
    """A chance node of equal outcomes between 0 and 10 is left when even tens cannot lift its mean over `known`."""
    return next((1 + seen for seen in range(1, len(outcomes))
                 if sum(outcomes[:seen]) + 10 * (len(outcomes) - seen) <= known * len(outcomes)), 1 + len(outcomes))


def lead(coins):
    return max(coins[0] - lead(coins[1:]), coins[-1] - lead(coins[:-1])) if coins else 0


def tried_next(*children):
    games = log(sum(visits for visits, _ in children))
    return max(range(len(children)), key=lambda i: children[i][1] + sqrt(2 * games / children[i][0]))


# From what is given, with trees as nested lists, to the answer.
OTHERWISE = {
    "sequences": sequences, "policies": lambda limit, coins: prod(min(limit, each) for each in range(1, coins + 1)),
    "lost-coins": lambda limit, most: range(1, most + 1, limit + 1),
    "bags": lambda bags: (max(map(min, bags)), (search := Search(bags)).move, *search.cut),
    "leaves": lambda b, m: b ** m, "cuts": lambda nested: Search(nested).cut,
    "deep-cuts": lambda nested: (max(min(map(max, child)) for child in nested), *Search(nested).cut),
    "window": lambda nested, name: Search(nested).windows[name], "order": lambda nested: [fewest(nested)],
    "never-cut": lambda nested: [leaf for leaf, often in often_cut(tree(nested)).items() if not often],
    "backwards": lambda nested: len(Search(turned(nested)).leaves),
    "perfect": lambda b, m: b ** (m // 2) + b ** (m - m // 2) - 1,
    "horizon": lambda nested: (max(least := [min(leaves_of(child)) for child in nested]), least.index(max(least))),
    "deepening": lambda b, depth: (b ** depth - b) // (b - 1), "line": on_the_line,
    "open-lines": lambda cells: [sum(not re.search(other, cells[slice(*line)]) for line in (
        (0, 3), (3, 6), (6, 9), (0, 9, 3), (1, 9, 3), (2, 9, 3), (0, 9, 4), (2, 8, 2))) for other in "ox"],
    "again": lambda sides: sides + 1, "enough": lambda sure, other: 2 * sure - other + 1,
    "star": lambda nested: star1(*nested),
    "error": lambda low, high, sure: Fraction(sure - low, high - low),
    "evidence": lambda priors, shown: priors[0] * shown[0] / sum(p * q for p, q in zip(priors, shown)),
    "dice": lambda plays, rolls, further: plays ** (further + 1) * rolls ** further,
    "team": lambda nested: max(min(leaves_of(child)) for child in nested),
    "lottery": lambda share, high, middle, utility: (share * high, sure_sum(share, high, middle, utility)),
    "insurance": lambda middle, most: (middle, most // 2 - middle),
    "compound": lambda p, q, high, low: (p * q, p * q * high + (1 - p) * low), "elicitation": lambda p, q: (p, p * q),
    "budget": lambda leaves, b: (deepest(leaves, lambda m: b ** m),
                                 deepest(leaves, lambda m: b ** (m // 2) + b ** (m - m // 2) - 1)),
    "coins": lambda *coins: lead(coins), "samples": tried_next,
}


def recomputed(problem):
    """The answer, by other means."""
    given = [lists(each) if isinstance(each, (Max, Min)) else each for each in problem.given]
    found = OTHERWISE[problem.kind](*given) if problem.kind in OTHERWISE else value(problem.picture)
    return list(found) if isinstance(found, (tuple, list, range)) else [found]


def often_cut(root):
    """How often alpha-beta cuts each leaf of a tree, by its value there, over random values."""
    leaves = [(path, leaf) for path, leaf in walk(root) if is_leaf(leaf)]
    cut = dict.fromkeys((leaf for _, leaf in leaves), 0)
    rng = random.Random(1)

    def filled(node):
        return rng.random() if is_leaf(node) else node.alike([filled(child) for child in node.children])
    for _ in range(300):
        visits = alpha_beta(filled(root)).visits
        for path, leaf in leaves:
            cut[leaf] += path not in visits
    return cut


@pytest.mark.parametrize("difficulty", (1, 2, 3))
@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_is_what_other_code_computes(kind, difficulty):
    for seed in SEEDS:
        (problem,) = problems(seed, kind, difficulty)
        assert is_right(problem, problem.answer) and not is_right(problem, problem.answer + ", 1")
        assert is_right(problem, " ".join(map(str, recomputed(problem)))), problem


def test_there_are_more_than_twenty_kinds_one_at_least_for_each_of_sixteen_pages():
    assert len(KINDS) >= 30 and {kind.chapter for kind in KINDS.values()} == set(range(1, 17))
    assert set(OTHERWISE) | {"minimax", "expectimax", "expectiminimax", "max-n"} == set(KINDS)


def test_kinds_are_chosen_by_page_and_by_name():
    assert [problem.kind for problem in problems(1, "3, order,order")] == ["bags", "order", "order"]
    assert len({problem.answer + problem.question for problem in problems(1, ",".join(["lottery"] * 9))}) > 5


@pytest.mark.parametrize("answer, right, verdict", [
    ("\N{MINUS SIGN}3, 1/2", "-3 .5", True), ("0.1667", Fraction(1, 6), True), (".167", Fraction(1, 6), True),
    (".17", Fraction(1, 6), False), ("1/6", "1/6", True), ("16/100", "1/6", False), ("15624", 15625, False),
    ("15625.0", 15625, True), ("0.001", 0, False), (1 / 6, Fraction(1, 6), True), (0.1667, Fraction(1, 6), False),
    ("+1/6", Fraction(1, 6), True), ("+15624", 15625, False), (numpy.array([3, 4]), (3, 4), True),
    ([numpy.True_, numpy.False_], "yes, no", True), (numpy.array([[3], [5]]), (3, 4), False)])
def test_a_decimal_may_be_rounded_to_three_digits(answer, right, verdict):
    """A function's result may not, since a program does not round."""
    assert same(answer, right) == verdict


@pytest.mark.parametrize("nested", [[[3, 12, 8], [2, 4, 6]], [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
                                    [1, [2, 3], [[4, 5], 6]], [[[[1, 2], [3]], [4]], [5, [6, [7, 8]]]]])
def test_what_can_never_be_cut_is_what_random_values_never_cut(nested):
    root = tree(nested)
    assert list(never_cut(root)) == [leaf for leaf, often in often_cut(root).items() if not often]


def test_a_seed_makes_one_sheet_and_another_seed_another():
    pages = {page(seed, "5", level, key) for seed in range(3) for level in (1, 3) for key in (False, True)}
    assert len(pages) == 12 and page(2, "5", 3, True) in pages
    drawn = {each.answer + each.question + str(each.picture) for seed in range(9) for each in problems(seed)}
    assert len(drawn) > 8 * len(KINDS)


def test_a_page_needs_no_other_file_and_only_the_key_tells():
    sheet, key = page(7), page(7, key=True)
    drawn = [problem for problem in problems(7) if problem.picture]
    assert not re.search(r"<script|<link|src=|href=|url\(", sheet + key) and sheet.count("<svg") == len(drawn) > 12
    assert "Answer" not in sheet and key.count("Answer: ") == len(KINDS)


def test_answers_are_marked(tmp_path, capsys):
    answers = tmp_path / "answers.txt"
    answers.write_text("".join(f"{number}: {problem.answer}\n" for number, problem in enumerate(problems(5), 1)))
    run = ["exercises", "--seed", "5", "--answers", str(answers), "--json"]
    assert main(run) == 0
    answers.write_text("1: -99\n\n2: " + problems(5)[1].answer)
    capsys.readouterr()
    assert main(run) == 1
    lines = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert [line["verdict"] for line in lines[:3]] == ["wrong", "right", "missing"]
    assert lines[-1]["wrong"] == len(KINDS) - 1


@pytest.mark.parametrize("text", ["x: 3", "0: 3", "99: 1", "1: three", "1: 1/0", "9" * 5000 + ": 4",
                                  "1: 3\n1: 4"])
def test_an_answer_that_is_none_is_refused_in_a_line(text, tmp_path, refusal):
    (tmp_path / "answers.txt").write_text(text)
    refusal("exercises --seed 5 --answers", tmp_path / "answers.txt")


def test_a_number_of_any_size_is_an_answer():
    """Digits are not written out for an exponent, which would take gigabytes."""
    for text in ("1e999999999", "9" * 400 + "/7"):
        assert not is_right(problems(5)[0], text) and not is_right_answer("4.2", text) and not same(text, .5)


def test_a_person_gets_the_files_or_reads_the_problems(tmp_path, shown):
    files = [str(tmp_path / name) for name in ("sheet.html", "key.html")]
    seed = int(re.search(r"seed (\d+)", shown("exercises --html", files[0], "--key", files[1])).group(1))
    assert [open(file).read() for file in files] == [page(seed), page(seed, key=True)]
    assert problems(1)[0].question.split("?")[0][:30] in shown("exercises --seed 1")
