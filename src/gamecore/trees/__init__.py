"""Explicit game trees in plain Python, for study alongside a textbook.

A tree is built from nested lists or small nodes, a search is one function, and the trace of alpha-beta prints as a
table and draws as a tree. All values are from MAX's view. Nothing in this package is compiled; use `gamecore.Engine`
for speed.
"""

from gamecore.trees.alpha_beta import alpha_beta, never_cut
from gamecore.trees.axioms import (Violation, continuity, decomposability, indifference_point, mixture, monotonicity,
                                   orderability, substitutability, transitivity, violations)
from gamecore.trees.build import tree
from gamecore.trees.depth_limited import depth_limited, iterative_deepening
from gamecore.trees.expectiminimax import expectiminimax
from gamecore.trees.expectimax import expectimax
from gamecore.trees.lotteries import Lottery, with_utility
from gamecore.trees.max_n import max_n
from gamecore.trees.minimax import minimax, minimax_by_dispatch
from gamecore.trees.nodes import UNSEEN, Chance, Max, Min, Player, first_leaf, is_leaf, walk
from gamecore.trees.parse import parse
from gamecore.trees.policy import Advice, lookup_table, policy
from gamecore.trees.positions import from_position
from gamecore.trees.preferences import (Preference, as_lottery, by_statements, by_utility, choose, compare, money_pump,
                                        preference_cycle, read_preferences)
from gamecore.trees.rationality import Rationalization, contradiction, rationalize
from gamecore.trees.replay import Step, Steps, animation, pictures, replay
from gamecore.trees.result import Result
from gamecore.trees.scales import elicit, normalized, rescaled
from gamecore.trees.selection import (best_actions, ordered, select_first, select_full_window, select_naively,
                                      select_strict)
from gamecore.trees.star import star1, star2
from gamecore.trees.svg import svg
from gamecore.trees.trace import Trace, Visit, annotate, draw
from gamecore.trees.tree_position import TreePosition
from gamecore.trees.uct import Samples, uct
from gamecore.trees.utilities import (UtilityCurve, certainty_equivalent, expected_monetary_value, expected_utility,
                                      risk_premium)

__all__ = [
    "Advice", "Chance", "Lottery", "Max", "Min", "Player", "Preference", "Rationalization", "Result", "Samples",
    "Step", "Steps", "Trace", "TreePosition", "UNSEEN", "UtilityCurve", "Violation", "Visit", "alpha_beta",
    "animation", "annotate", "as_lottery", "best_actions", "by_statements", "by_utility", "certainty_equivalent",
    "choose", "compare", "continuity", "contradiction", "decomposability", "depth_limited", "draw", "elicit",
    "expected_monetary_value", "expected_utility", "expectimax", "expectiminimax", "first_leaf", "from_position",
    "indifference_point", "is_leaf", "iterative_deepening", "lookup_table", "max_n", "minimax",
    "minimax_by_dispatch", "mixture", "money_pump", "monotonicity", "never_cut", "normalized", "orderability",
    "ordered", "parse", "pictures", "policy", "preference_cycle", "rationalize", "read_preferences", "replay",
    "rescaled", "risk_premium", "select_first", "select_full_window", "select_naively", "select_strict", "star1",
    "star2", "substitutability", "svg", "transitivity", "tree", "uct", "violations", "walk", "with_utility",
]
