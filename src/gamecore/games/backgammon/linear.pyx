"""The weights of backgammon's linear evaluation, and the terms of a position's score."""
from gamecore.core.weights cimport changed
from gamecore.games.backgammon.position cimport Backgammon

from gamecore.errors import EvaluationError

# In thousandths of a point a game, for each feature counted own minus opponent's.
WEIGHTS = {
    "pips": 8,               # points still to be moved: fewer are better
    "borne off": 40,
    "bar": -60,
    "back checkers": -20,    # in the opponent's home or on the bar
    "home points": 60,       # points made at home
    "block points": 30,      # points made just outside it
    "anchor": 60,            # a point made in the opponent's home, its 1 point aside
    "primes": 60,            # rows of four made points
    "blots": -60,            # single checkers that a single die could hit
    "home blots": -20,       # ... of them those at home
    "wall": 60,              # points made at home for each checker of the opponent on the bar
}

cdef int LARGEST = 100_000           # of a weight: no sum overflows


def explain(Backgammon position not None):
    """The features of a position: a list of (name, count, weight); the score is a thousandth of the sum of count *
    weight, clipped to the possible results.

    Counts are the player on roll's minus the opponent's.
    """
    cdef int counts[FEATURES]
    features(&position.bits, counts)
    return [(name, counts[i], weight) for i, (name, weight) in enumerate(WEIGHTS.items())]


cdef int fill(int* weights, object changes) except -1:
    """Writes the weights in the order of the features, with the user's changes."""
    for i, (name, weight) in enumerate(changed("backgammon", WEIGHTS, changes).items()):
        if abs(weight) > LARGEST:
            raise EvaluationError(f"the weight of {name!r} must be an int of at most {LARGEST}, not {weight!r}")
        weights[i] = weight
    return 0
