"""The weights of checkers' linear evaluation, and the terms of a position's score."""
from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.weights cimport changed
from gamecore.games.checkers.position cimport Checkers

from gamecore.errors import EvaluationError

# In units of 1/100 of a man, for each feature counted own minus opponent's.
WEIGHTS = {
    "men": 100,
    "kings": 135,
    "back guard": 15,        # men on both squares 1 and 3 (White: 32 and 30), where few men get past
    "back row": 6,           # men on their own first row
    "advance": 2,            # rows that men have advanced
    "centre men": 5,         # men on the eight squares in the middle
    "centre kings": 10,
    "edge men": -3,          # men on the side edges, with one step only
    "trapped kings": -40,    # kings with no empty square beside them
    "freedom": 2,            # steps to empty squares
}

# No feature counts more: 12 men advanced by 6 rows each, 12 kings with 4 steps each; others one a piece.
MOST = {"advance": 72, "freedom": 48}
cdef int MOST_PIECES = 12


def explain(Checkers position not None):
    """The features of a position: a list of (name, count, weight); the score is the sum of count * weight.

    Counts are the side to move's minus the opponent's.
    """
    cdef int counts[FEATURES]
    compare(&position.bits, position.bits.kings, counts)
    return [(name, position.bits.ahead * counts[i], weight) for i, (name, weight) in enumerate(WEIGHTS.items())]


cdef int fill(int* weights, object changes) except -1:
    """Writes the weights in the order of the features, with the user's changes."""
    cdef dict table = changed("checkers", WEIGHTS, changes)
    largest = sum(abs(weight) * MOST.get(name, MOST_PIECES) for name, weight in table.items())
    if largest >= MAX_EVALUATION:
        raise EvaluationError(f"the weights {table!r} can add up to {largest}, beyond {MAX_EVALUATION}")
    for i, weight in enumerate(table.values()):
        weights[i] = weight
    return 0
