"""Weights of a linear evaluation: the shipped ones with a user's changes."""
from collections.abc import Mapping

from gamecore.core.checks import integer
from gamecore.errors import EvaluationError


cdef dict changed(str game, dict shipped, object changes):
    """Returns the weights by feature, in the order of the features, with the user's changes."""
    if not isinstance(changes, Mapping | None):
        raise EvaluationError(f"weights are a dictionary of feature to int, not {changes!r}")
    found = dict(shipped)
    for name, weight in (changes or {}).items():
        if name not in shipped:
            raise EvaluationError(f"{game} has no feature {name!r}; known are {', '.join(shipped)}")
        found[name] = integer(weight)
        if found[name] is None:
            raise EvaluationError(f"the weight of {name!r} must be an int, not {weight!r}")
    return found


cdef list explained(list features, const int* weights):
    """Returns the features of a position, (name, count, shipped weight), with the weights in use."""
    return [(name, count, weights[i]) for i, (name, count, _) in enumerate(features)]
