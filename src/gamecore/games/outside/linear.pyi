from collections.abc import Callable
from typing import Any

class LinearEvaluation:
    """A weighted sum of named features.

    Parameters
    ----------
    features : dict of str to callable
        Functions from a position to a number for the side to move, by name.
    weights : dict of str to float
        The values of a count of 1, in the game's unit, by name.

    Raises
    ------
    EvaluationError
        If a feature has no weight, a weight has no feature, or a weight is not a finite number.

    Notes
    -----
    As a class's `evaluate` it scores positions at the horizon, and `gamecore evaluate --explain` shows its terms. See
    Russell and Norvig, Artificial Intelligence, 4th ed., sec. 6.3.
    """
    features: dict[str, Callable[[Any], float]]
    weights: dict[str, float]
    def __init__(self, features: dict[str, Callable[[Any], float]], weights: dict[str, float]) -> None: ...
    def __call__(self, position: Any) -> float: ...
    def explain(self, position: Any) -> list[tuple[str, float, float]]:
        """Returns the terms of the sum as a list of (name, count, weight)."""
    def __get__(self, position: Any, game: type | None = None) -> Any: ...
