"""Explicit game trees in plain Python, for study: each algorithm to be read beside its textbook.

A tree is made of nested lists or of small nodes, a search is one function, and what alpha-beta
saw prints as a table and draws as a tree. Values are MAX's throughout. Nothing here is compiled
or fast; `gamecore.Engine` is for that.
"""

from .alpha_beta import alpha_beta
from .build import tree
from .depth_limited import depth_limited, iterative_deepening
from .draw import draw
from .expectiminimax import expectiminimax
from .expectimax import expectimax
from .max_n import max_n
from .minimax import minimax, minimax_by_dispatch
from .nodes import UNSEEN, Chance, Max, Min, Player, is_leaf, walk
from .policy import policy
from .positions import from_position
from .rationality import contradiction, money_pump, preference_cycle
from .result import Result
from .selection import select_first, select_full_window, select_naively, select_strict
from .star import star1, star2
from .svg import svg
from .trace import Trace, Visit, annotate
from .tree_position import TreePosition
from .utilities import (
    Lottery,
    UtilityCurve,
    certainty_equivalent,
    choose,
    expected_monetary_value,
    expected_utility,
    risk_premium,
)

__all__ = [
    "Chance", "Lottery", "Max", "Min", "Player", "Result", "Trace", "TreePosition",
    "UNSEEN", "UtilityCurve", "Visit", "alpha_beta", "annotate", "certainty_equivalent", "choose",
    "contradiction", "depth_limited", "draw", "expected_monetary_value", "expected_utility",
    "expectimax", "expectiminimax", "from_position", "is_leaf", "iterative_deepening", "max_n",
    "minimax", "minimax_by_dispatch", "money_pump", "policy", "preference_cycle", "risk_premium",
    "select_first", "select_full_window", "select_naively", "select_strict", "star1", "star2",
    "svg", "tree", "walk",
]
