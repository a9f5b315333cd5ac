"""gamecore exercises: never the same sheet twice, the same for a seed, and every answer computed a second time."""
import json
import random
import re
from fractions import Fraction
from itertools import permutations, product

import pytest

from gamecore.commands.cli import main
from gamecore.laboratory.exercises import KINDS, is_right, numbers, page, problems
from gamecore.laboratory.tour import is_right as is_right_answer, same
from gamecore.laboratory.mistakes import MistakenSearch
from gamecore.trees import Chance, Max, Min, alpha_beta, is_leaf, never_cut, tree, walk

SEEDS = range(3)


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


def looked_at(nested):
    """The leaves of a learner's alpha-beta that counts them."""
    class Counting(MistakenSearch):
        leaves = ()

        def score(self, node, sign, alpha, beta):
            if not isinstance(node, list):
                self.leaves += (node,)
            return super().score(node, sign, alpha, beta)
    search = Counting()
    search.run(nested)
    return search.leaves


def fewest(nested):
    return min(len(looked_at(order)) for rows in permutations(nested)
               for order in map(list, product(*(map(list, permutations(row)) for row in rows))))


def recomputed(problem):
    """The answer, by other means."""
    root = problem.picture
    match problem.kind:
        case "cuts":
            seen = looked_at(lists(root))
            return [leaf for _, leaf in walk(root) if is_leaf(leaf) and leaf not in seen]
        case "order":
            return [fewest(lists(root))]
        case "never cut":
            return [leaf for leaf, often in often_cut(root).items() if not often]
        case "lottery":
            share, high, worth, middle = map(Fraction, re.search(
                r"\[(\S+), \$(\d+);.* (\S+) at \$(\d+) and", problem.question).groups())
            utility = share
            sure = utility / worth * middle if utility <= worth else \
                middle + (utility - worth) / (1 - worth) * (high - middle)
            return [share * high, sure]
    found = value(root)
    return list(found) if isinstance(found, tuple) else [found]


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


@pytest.mark.parametrize("seed", SEEDS)
def test_every_answer_is_what_other_code_computes(seed):
    sheet = problems(seed)
    assert len({problem.kind for problem in sheet}) >= 8 and len(sheet) == len(KINDS)
    for problem in sheet:
        assert is_right(problem, problem.answer) and not is_right(problem, problem.answer + ", 1")
        assert is_right(problem, " ".join(map(str, recomputed(problem)))), problem


def test_a_minus_of_typographers_is_one():
    assert same("\N{MINUS SIGN}3, 1/2", "-3 .5") and numbers("\N{MINUS SIGN}3") == [-3]


@pytest.mark.parametrize("nested", [[[3, 12, 8], [2, 4, 6]], [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
                                    [1, [2, 3], [[4, 5], 6]], [[[[1, 2], [3]], [4]], [5, [6, [7, 8]]]]])
def test_what_can_never_be_cut_is_what_random_values_never_cut(nested):
    root = tree(nested)
    assert list(never_cut(root)) == [leaf for leaf, often in often_cut(root).items() if not often]


def test_a_seed_makes_one_sheet_and_another_seed_another():
    pages = {page(seed, key) for seed in range(6) for key in (False, True)}
    assert len(pages) == 12 and pages >= {page(3), page(3, key=True)}
    assert len({problem.answer + str(problem.picture) for seed in range(20) for problem in problems(seed)}) > 170


def test_a_page_needs_no_other_file_and_only_the_key_tells():
    sheet, key = page(7), page(7, key=True)
    assert not re.search(r"<script|<link|src=|href=|url\(", sheet + key) and sheet.count("<svg") == len(KINDS) - 1
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


@pytest.mark.parametrize("text", ["x: 3", "0: 3", "12: 1", "1: three", "1: 1/0", "9" * 5000 + ": 4",
                                  "1: " + "9" * 400 + "/7"])
def test_an_answer_that_is_none_is_refused_in_a_line(text, tmp_path, refusal):
    (tmp_path / "answers.txt").write_text(text)
    refusal("exercises --seed 5 --answers", tmp_path / "answers.txt")


def test_a_number_of_any_size_is_an_answer():
    """Digits are not written out for an exponent, which would take gigabytes."""
    assert not is_right(problems(5)[0], "1e999999999") and not is_right_answer("4.2", "1e999999999")


def test_a_person_gets_the_files_or_reads_the_problems(tmp_path, shown):
    files = [str(tmp_path / name) for name in ("sheet.html", "key.html")]
    seed = int(re.search(r"seed (\d+)", shown("exercises --html", files[0], "--key", files[1])).group(1))
    assert [open(file).read() for file in files] == [page(seed), page(seed, key=True)]
    assert problems(1)[0].question.split("?")[0][:30] in shown("exercises --seed 1")
