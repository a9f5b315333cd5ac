"""Evaluations, orders and games as a user would write them; test_own_functions.py uses this module."""
import ctypes

import gamecore

address = 0


def centre(position):
    return 10 * sum({position.turn: 1, ".": 0}.get(row[3], -1) for row in position.rows())


def nothing(position):
    return 0


constant = lambda position: 1         # noqa: E731  (it does not pickle)


class Unpicklable:
    def __reduce__(self):
        raise TypeError("no pickle")

    def __call__(self, position):
        return centre(position)


stubborn = Unpicklable()
function = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)(lambda position: 5.0)
compiled = ctypes.cast(function, ctypes.c_void_p).value


def race(position):
    return (position.pips[1] - position.pips[0]) / 100


def centre_first(position, move):
    return -abs(move - 4)


def fails(position, move=None):
    raise KeyError("mine")


def words(position, move=None):
    return "first"


mobility = gamecore.LinearEvaluation({"moves": lambda position: len(position.legal_moves()), "one": lambda position: 1},
                                     {"moves": 3, "one": -2})


class Weighted(gamecore.PythonGame):
    evaluate = gamecore.LinearEvaluation({"ten": lambda position: 10}, {"ten": 1})

    def legal_moves(self):
        return [1]

    def __str__(self):
        return "here"


class Coin(gamecore.PythonGame):
    def outcomes(self):
        return [("heads", 1)]

    def play_outcome(self, outcome):
        return Nothing()

    def legal_moves(self):
        return []

    def final_score(self):
        return 0


class Nothing(Coin):
    outcomes = None


class Hundredths(Nothing):
    unit = 0.01

    def __init__(self, moves=1):
        self.moves = moves

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def legal_moves(self):
        return [1] * self.moves

    def evaluate(self):
        return 0.37

    def final_score(self):
        return -0.25
