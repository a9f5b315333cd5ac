"""The weights of connect four's linear evaluation, and the terms of a position's score."""
from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.weights cimport changed
from gamecore.games.connect_four.position cimport ConnectFour

from gamecore.errors import EvaluationError

# In units of 1/100 of a won game's log-odds, for each feature counted own minus opponent's. Fitted by logistic
# regression to the exact results of 5,000 positions with 14 to 28 stones, reached by 60 % greedy and 40 % random moves
# (log loss 0.568; 0.581 with weights set by hand). Fitted without positions that are won or lost within 3 plies, the
# weight of open threats is -37.
WEIGHTS = {
    "centre": 24,            # stones in column 4
    "inner": 3,              # stones in columns 3 and 5
    "good threats": 94,      # winning cells on rows of one's own parity
    "other threats": 37,     # winning cells on the other rows
    "open threats": 49,      # winning cells that can be filled at once
}

cdef int MAX_COUNT = 21          # no feature counts more: a side has 21 stones, a board fewer threats


def explain(ConnectFour position not None):
    """The features of a position: a list of (name, count, weight); the score is the sum of count * weight.

    Counts are the side to move's minus the opponent's.
    """
    cdef int counts[FEATURES]
    features(&position.bits, counts)
    return [(name, counts[i], weight) for i, (name, weight) in enumerate(WEIGHTS.items())]


cdef int fill(int* weights, object changes) except -1:
    """Writes the weights in the order of the features, with the user's changes."""
    for i, (name, weight) in enumerate(changed("connect four", WEIGHTS, changes).items()):
        if abs(weight) * MAX_COUNT * FEATURES >= MAX_EVALUATION:
            raise EvaluationError(f"the weight of {name!r} must be an int below "
                                  f"{MAX_EVALUATION // (MAX_COUNT * FEATURES)}, not {weight!r}")
        weights[i] = weight
    return 0
