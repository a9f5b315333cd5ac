"""Exact scores of connect four (docs/connect_four_solver.md)."""
import threading

from gamecore.games.connect_four.solver.solution import Solution, engine_scores, scores_by_centre
from gamecore.games.connect_four.solver.solver import Solver

__all__ = ["Solution", "Solver", "default_solver", "engine_scores", "scores_by_centre"]

_local = threading.local()


def default_solver() -> Solver:
    """Returns this thread's solver behind gamecore.solve, which is created at the first use and kept with its table."""
    solver = _local.solver = getattr(_local, "solver", None) or Solver()
    return solver
