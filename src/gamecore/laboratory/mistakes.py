"""Searches of nested lists as learners write them, right or with one named mistake.

A list is a node, a number or a tuple of utilities is a leaf, and MAX moves at the root. check_search.py compares them
with a user's search to find its mistake.
"""
import tomllib
from collections.abc import Callable
from math import inf
from typing import Any

from gamecore.core.files import read_data
from gamecore.errors import SwitchError

# The layers of each task from the root down, repeated.
LAYERS = {"minimax": ("max", "min"), "alpha-beta": ("max", "min"), "depth-limited": ("max", "min"),
          "expectimax": ("max", "chance"), "expectiminimax": ("max", "chance", "min", "chance"),
          "max-n": ("0", "1", "2")}


class MistakenSearch:
    """Alpha-beta as negamax, with scores for the side to move, whose sign is 1 for MAX and -1 for MIN.

    A fail-hard node never returns less than alpha; a fail-soft one returns its best score. Some mistakes show in only
    one of the two.
    """

    def __init__(self, mistake=None, hard=False):
        self.mistake, self.hard = mistake, hard
        self.window = [-inf, inf]                # for the mistake of keeping it in one place

    def run(self, node):
        """Returns (value, move) of a node."""
        if self.mistake == "global alpha and beta":
            return self.score_globally(node, True), None
        best, chosen = self.start, None
        for move, child in enumerate(node):
            before, score = best, self.child(child, 1, best, inf)
            if score > best or (score == best and self.mistake == "a move by its value"):
                best, chosen = score, move
            if self.leaves_early(best, before, inf):
                break
        return best, chosen

    @property
    def start(self):
        return 0 if self.mistake == "a best of zero" else -inf

    def child(self, child, sign, alpha, beta):
        """Returns the value of a child for the player above it."""
        if self.mistake == "one player only":
            return self.score(child, sign, alpha, beta)
        if self.mistake == "no sign":
            return self.score(child, -sign, -beta, -alpha)
        window = {"the same window": (alpha, beta), "one bound": (-inf, -alpha), "nothing is cut": (-inf, inf)}
        return -self.score(child, -sign, *window.get(self.mistake, (-beta, -alpha)))

    def score(self, node, sign, alpha, beta):
        """Returns the score, or a bound on it outside (alpha, beta)."""
        if not isinstance(node, list):
            return sign * node
        best = max(alpha, self.start) if self.hard else self.start
        for child in node:
            before = max(alpha, best)
            best = max(best, self.child(child, sign, before, beta))
            if self.leaves_early(best, before, beta):
                break
        return best

    def leaves_early(self, best, alpha, beta):
        """Whether a node skips its other children; `alpha` is its last child's."""
        match self.mistake:
            case "a cut on the wrong side":
                return best <= alpha
            case "a cut on the wrong side of a raised bound":
                return max(alpha, best) <= beta
            case "only the first child":
                return True
            case "a strict cut":
                return best > beta
            case "nothing is cut":
                return False
        return best >= beta

    def score_globally(self, node, maximizing):
        """Returns MAX's value with one alpha and one beta for all nodes, not restored after a subtree."""
        if not isinstance(node, list):
            return node
        better, best = (max, -inf) if maximizing else (min, inf)
        for child in node:
            best = better(best, self.score_globally(child, not maximizing))
            self.window[not maximizing] = better(self.window[not maximizing], best)
            if self.window[0] >= self.window[1]:
                break
        return best


# The value of a layer's node from its children's values.
RULES = {
    "max": lambda values, node: max(values), "min": lambda values, node: min(values),
    "first": lambda values, node: values[0], "sum": lambda values, node: sum(values),
    "max0": lambda values, node: max(0, *values), "min0": lambda values, node: min(0, *values),
    "mean": lambda values, node: sum(values) / len(values),
    "chance": lambda values, node: sum(p * value for p, value in zip(node.probabilities, values)),
    "whole": lambda values, node: int(RULES["chance"](values, node)),
    "team": lambda values, node: max(values, key=sum),
    "foe": lambda values, node: min(values, key=lambda each: each[0]),
    **{str(i): lambda values, node, i=i: max(values, key=lambda each: each[i]) for i in range(3)}}

# By task and name, a list of the fault and, except in alpha-beta, the rules or the plies of the mistaken search.
MISTAKES: dict[str, dict[str, list[Any]]] = tomllib.loads(read_data("mistakes.toml"))


def learner(task: str, mistake: str | None = None, hard: bool = False) -> Callable:
    """Returns a search as a learner writes it, right or with one of MISTAKES[task].

    It maps nested lists to MAX's value, or in alpha-beta to (value, move). Depth-limited search also takes a depth in
    plies and an evaluation. `hard` makes alpha-beta fail-hard. Raises SwitchError if there is no such mistake.
    """
    if mistake is not None and mistake not in MISTAKES[task]:
        raise SwitchError(f"unknown mistake {mistake!r}; known are {', '.join(MISTAKES[task])}")
    if task == "alpha-beta":
        return lambda node: MistakenSearch(mistake, hard).run(node)
    wrong = MISTAKES[task][mistake][1] if mistake else None
    rules = LAYERS[task] if task == "depth-limited" else wrong.split() if wrong else LAYERS[task]
    if task == "depth-limited":
        return lambda node, depth, evaluate: back_up(node, rules, max(0, depth + (wrong or 0)), evaluate)
    return lambda node: back_up(node, rules)


def back_up(node, rules, depth=inf, evaluate=None, level=0):
    """Returns the value of a node without a window, by a rule for each layer, repeated."""
    if not isinstance(node, list):
        return node
    if level >= depth:
        return evaluate(node)
    values = [back_up(child, rules, depth, evaluate, level + 1) for child in node]
    return RULES[rules[level % len(rules)]](values, node)
