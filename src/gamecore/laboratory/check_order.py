"""Checks of a student's order of moves by the leaves that alpha-beta visits in it."""
from functools import partial

from gamecore import trees
from gamecore.laboratory.asked_tree import AskedTree, ProbeTree, estimate
from gamecore.laboratory.mistakes import LAYERS
from gamecore.laboratory.report import Finding, Report
from gamecore.laboratory.student import Fault
from gamecore.trees.sampling import random_tree


def examine_order(student, random, count):
    """Compares the leaves that alpha-beta visits in a student's order of moves with those in other orders."""
    student.ordering = True
    probes = [ProbeTree(random_tree(random, 4, partial(random.randint, -99, 99), 0), LAYERS["move-order"])
              for _ in range(count)]
    own, given, backwards = (sum(count_leaves(AskedTree(probe), order) for probe in probes)
                             for order in (partial(order_of, student), in_order, backwards_at_min))
    text = f"{own} leaves, where the order of the tree needs {given}"
    return Report([Finding("leaves looked at", "right" if own < given else "wrong", text)],
                  [("MIN's moves are ordered as MAX's", "the greatest comes first for both")] * (own == backwards))


def count_leaves(tree, order):
    """Returns the number of leaves that alpha-beta visits, with the children of each node in an order."""
    def ordered(node):
        return [ordered(child) for child in order(tree, node)] if tree.children[node] else tree.nested[node]
    return trees.alpha_beta(trees.tree(ordered(0))).leaves


def in_order(tree, node):
    return tree.children[node]


def backwards_at_min(tree, node):
    return sorted(tree.children[node], key=lambda child: -estimate(tree.nested[child]))


def order_of(student, tree, node):
    """Returns the children of a node in the student's order."""
    children, result = tree.children[node], student.result(tree, node)
    order = [each.get("node") if isinstance(each, dict) else dict(enumerate(children)).get(each)
             for each in result if isinstance(each, (dict, int))] if isinstance(result, list) else []
    if sorted(map(str, order)) != sorted(map(str, children)):
        raise Fault(f"{result!r:.80} is not an order of the moves 0 to {len(children) - 1}, or of the children")
    return order
