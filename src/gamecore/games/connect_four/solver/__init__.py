"""Exact scores of connect four (docs/connect_four_solver.md)."""
from functools import cache

from gamecore.games.connect_four.solver.solution import Solution, scores_by_centre
from gamecore.games.connect_four.solver.solver import Solver

__all__ = ["Solution", "Solver", "default_solver", "scores_by_centre"]


@cache
def default_solver() -> Solver:
    """Returns the solver behind gamecore.solve, which is created at the first use and kept with its table."""
    return Solver()
