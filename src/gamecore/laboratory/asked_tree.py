"""Trees that answer the questions of a search: so its leaves are counted, and each is judged by what was known before.
"""
from math import inf
from typing import Any, NamedTuple

from gamecore.laboratory.student import Fault
from gamecore.trees.sampling import leaves_of

UNKNOWN = (-inf, inf)


class ProbeTree(NamedTuple):
    """A tree of nested lists, the kinds of its layers and, for a search with a horizon, its depth."""

    nested: Any
    layers: tuple
    depth: int | None = None


class AskedTree:
    """A tree that answers questions on its nodes, which have the numbers of a walk from the root down.

    `bounds` has each node's least and greatest value by the leaves below that the search has looked at since it entered
    one of the node's ancestors anew, perhaps with another window; `proven` what was known of that ancestor then.
    """

    def __init__(self, probe, weighted=False, counted=False):
        self.probe, self.weighted, self.counted, self.asks = probe, weighted, counted, False
        self.nested, self.parents, self.levels, self.children = [probe.nested], [None], [0], []
        for number, nested in enumerate(self.nested):        # which grows
            below = nested if isinstance(nested, list) else []
            self.children.append([*range(len(self.nested), len(self.nested) + len(below))])
            self.nested += below
            self.parents += [number] * len(below)
            self.levels += [self.levels[number] + 1] * len(below)
        self.kinds = [probe.layers[level % len(probe.layers)] for level in self.levels]
        self.bounds, self.proven = [UNKNOWN] * len(self.nested), [UNKNOWN] * len(self.nested)
        self.keys, self.leaves, self.dead = {}, set(), {}

    def probabilities(self, number):
        count = len(self.children[number])
        parts = [1 + (number + i) % count if self.weighted else 1 for i in range(count)]
        return [part / sum(parts) for part in parts] if self.kinds[number] == "chance" else None

    def value(self, number=0):
        """Returns the right value of a node."""
        if not self.children[number]:
            return self.nested[number]
        if self.levels[number] == self.probe.depth:
            return estimate(self.nested[number])
        return self.backed_up(number, [self.value(child) for child in self.children[number]])

    def backed_up(self, number, values):
        """Returns an inner node's value from its children's."""
        match self.kinds[number]:
            case "max":
                return max(values)
            case "min":
                return min(values)
            case "chance":
                return sum(p * value for p, value in zip(self.probabilities(number), values))
        return max(values, key=lambda value: value[int(self.kinds[number])])

    def root(self, number=0):
        """Returns what the function's side needs for a node: the number, a key for equal trees, a leaf's value."""
        nested, leaf = self.nested[number], not self.children[number]
        return [number, None if leaf else self.keys.setdefault(repr(nested), number),
                nested if leaf and not self.counted else None]

    def answer(self, question):
        """Returns the answer to a question, [word, number]; raises Fault if it is none."""
        match question:
            case [str(word), int(number)] if 0 <= number < len(self.nested):
                nested, below = self.nested[number], self.children[number]
                match word:
                    case "value" | "evaluate" if not below:
                        self.visit(number)
                        return nested
                    case "value" | "evaluate":
                        return estimate(nested) if word == "evaluate" else None
                    case "children":
                        self.enter(number)
                        return [self.root(child) for child in below]
                    case "role":
                        self.asks = True
                        return [self.kinds[number], self.probabilities(number)]
        raise Fault(f"it asks {question!r:.80}, which is no question about this tree")

    def enter(self, number):
        """Forgets what is known below a node, if more is known of the node than when it was entered last."""
        self.judge(number)
        if self.bounds[number] != self.proven[number]:
            self.proven[number], below = self.bounds[number], [*self.children[number]]
            for child in below:                  # which grows
                self.bounds[child] = self.proven[child] = UNKNOWN
                below += self.children[child]

    def visit(self, number):
        """Records that a leaf is looked at."""
        if self.counted:
            self.judge(number)
            self.leaves.add(number)
            self.bounds[number] = (self.nested[number],) * 2
            while (number := self.parents[number]) is not None:
                ends = zip(self.proven[number], *(self.bounds[child] for child in self.children[number]))
                (low, *lows), (high, *highs) = ends
                self.bounds[number] = max(low, self.backed_up(number, lows)), min(high, self.backed_up(number, highs))

    def judge(self, number):
        """Records whether a node that is looked at could be cut below an ancestor.

        That is where MAX is sure of more than MIN allows; a cut at equality is not demanded.
        """
        if not self.counted or number in self.leaves:
            return
        alpha, beta, child = -inf, inf, number
        while (parent := self.parents[child]) is not None:
            ends = [self.bounds[each][self.kinds[parent] == "min"] for each in self.children[parent] if each != child]
            alpha, beta, child = (max([alpha, *ends]), beta, parent) if self.kinds[parent] == "max" else (
                alpha, min([beta, *ends]), parent)
            if alpha > beta and parent not in self.dead:
                self.dead[parent] = f"{self.nested[number]} could be cut: MAX is sure of {alpha}, MIN of {beta}"

    def is_open(self):
        """Whether the exact value of each of the root's moves is known, as after open windows."""
        return all(low == high for low, high in map(self.bounds.__getitem__, self.children[0]))

    def fault(self, opened):
        """Returns what could have been cut, or None; with windows `opened` not by the values of the root's moves."""
        return next((text for ancestor, text in self.dead.items() if ancestor or not opened), None)


def estimate(nested):
    """Returns MAX's estimate of a node: the mean of the leaves below, rounded."""
    leaves = [*leaves_of(nested)]
    return round(sum(leaves) / len(leaves))
