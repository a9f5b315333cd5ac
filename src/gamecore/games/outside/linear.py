"""The linear evaluation Eval(s) = w1 f1(s) + w2 f2(s) + ... + wn fn(s) as an object, for any game."""
from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Any

from gamecore.core.checks import real
from gamecore.errors import EvaluationError


class LinearEvaluation:
    """A weighted sum of named features.

    Parameters
    ----------
    features : dict of str to callable
        Functions from a position to a number for the side to move, by name.
    weights : dict of str to float
        The value of a feature whose count is 1, in the game's unit, by name.

    Raises
    ------
    EvaluationError
        If a feature has no weight, a weight has no feature, or a weight is not a finite number.

    Notes
    -----
    If it is a class's attribute `evaluate`, it scores positions at the horizon, and `gamecore evaluate --explain` shows
    its terms. See Russell and Norvig, Artificial Intelligence, 4th ed., sec. 6.3.

    Examples
    --------
    >>> import gamecore
    >>> class Stones(gamecore.PythonGame):
    ...     def __init__(self, own, other):
    ...         self.own, self.other = own, other
    ...     evaluate = gamecore.LinearEvaluation(
    ...         {"material": lambda s: s.own - s.other, "tempo": lambda s: 1}, {"material": 10, "tempo": 0.5})
    >>> Stones(3, 1).evaluate()
    20.5
    >>> for name, count, weight in Stones.evaluate.explain(Stones(3, 1)):
    ...     print(name, count, weight)
    material 2 10
    tempo 1 0.5
    """

    def __init__(self, features: dict[str, Callable[[Any], float]], weights: dict[str, float]) -> None:
        for name in features.keys() ^ weights.keys():
            known, kind = (features, "feature") if name in weights else (weights, "weight")
            raise EvaluationError(f"{name!r} has no {kind}; known are {', '.join(known)}")
        for name, weight in weights.items():
            if (number := real(weight)) is None or not isfinite(number):
                raise EvaluationError(f"the weight of {name!r} must be a finite number, not {weight!r}")
        self.features, self.weights = dict(features), dict(weights)

    def __call__(self, position: Any) -> float:
        """Returns the score of a position for the side to move."""
        return sum(count * weight for _, count, weight in self.explain(position))

    def explain(self, position: Any) -> list[tuple[str, float, float]]:
        """Returns the terms of the sum as a list of (name, count, weight)."""
        return [(name, feature(position), self.weights[name]) for name, feature in self.features.items()]

    def __get__(self, position: Any, game: type | None = None) -> Any:
        """Returns the function that acts as a method of a class's instance."""
        return self if position is None else partial(self, position)

    def __repr__(self):
        return f"LinearEvaluation({', '.join(f'{weight:+g} {name}' for name, weight in self.weights.items())})"
