from __future__ import annotations
from dataclasses import dataclass


@dataclass
class Best:
    value: float
    action: Best | None = None


def minimax(node, maximizing=True):
    if isinstance(node, (int, float)):
        return Best(node)
    choose = max if maximizing else min
    return Best(choose(minimax(child, not maximizing).value for child in node))
