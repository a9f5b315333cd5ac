"""The weights of checkers' linear evaluation, and what a position's score is made of."""
from gamecore.boards.checkers cimport Checkers
from gamecore.core.score cimport MAX_EVALUATION

from gamecore.errors import EvaluationError

# In units of 1/100 of a man, for each feature counted own minus opponent's.
WEIGHTS = {
    "men": 100,
    "kings": 140,
    "back row": 8,           # men on their own first row
}

cdef int MAX_COUNT = 12          # no feature counts more: a side has 12 pieces


def explain(Checkers position):
    """The features of a position: a list of (name, count, weight); the score is the sum of count * weight.

    Counts are the side to move's minus the opponent's.
    """
    cdef int counts[FEATURES]
    features(&position.bits, counts)
    return [(name, counts[i], weight) for i, (name, weight) in enumerate(WEIGHTS.items())]


cdef int fill(int* weights, object changes) except -1:
    """Writes the weights in the order of the features, with the changes that a user wishes."""
    cdef dict table = WEIGHTS | dict(changes or {})
    for name, weight in table.items():
        if name not in WEIGHTS:
            raise EvaluationError(f"checkers has no feature {name!r}; known are {', '.join(WEIGHTS)}")
        if not isinstance(weight, int) or abs(weight) * MAX_COUNT * FEATURES >= MAX_EVALUATION:
            raise EvaluationError(f"the weight of {name!r} must be an int below {MAX_EVALUATION // (MAX_COUNT * FEATURES)}, not {weight!r}")
    for i, name in enumerate(WEIGHTS):
        weights[i] = table[name]
    return 0
