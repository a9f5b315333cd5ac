"""The weights of checkers' network and of the patterns that it corrects, from arrays and files."""
from libc.stdint cimport int16_t
from libc.stdlib cimport calloc, free

import os

from gamecore.games.checkers.position cimport Checkers
from gamecore.games.checkers.rules cimport index_of

from gamecore.core import weight_files
from gamecore.core.files import DATA
from gamecore.errors import EvaluationError
from gamecore.games.checkers.patterns import WORDS, split

FILE = weight_files.Kind(b"gamecore checkers net 3\n", "a network of checkers")
SHIPPED = os.path.join(DATA, "checkers_net.bin")
# In the order of the file, behind the patterns.
SHAPES = (("inputs", (16 * BOARD_ROWS, HIDDEN), "<i2"), ("biases", (HIDDEN,), "<i2"), ("outputs", (HIDDEN,), "<i2"))
UNITS = LEVEL, LEVEL, 2.0**OUTPUT_SHIFT / LEVEL**2         # a float weight's words; outputs in 1/100 of a logit
cdef int MOST = 32767
cdef int SIDE = 12                       # men of a side at most


cdef class CheckersNet:
    """A network and the patterns that it corrects. They never change, and searches may share them.

    Parameters
    ----------
    patterns : CheckersPatterns
    inputs : array of int16, shape (128, 128)
        What a man of the side to move on each square, then one of its opponent, a king of the side to move, one of its
        opponent, adds to each hidden unit, in 1/181. The board is turned so that the side to move is Black.
    biases : array of int16, shape (128,)
        Of the hidden units, in 1/181.
    outputs : array of int16, shape (128,)
        What the square of each hidden unit adds to the score: 8 are almost 1/100 of a logit.

    Attributes
    ----------
    patterns : CheckersPatterns
    weights : tuple
        The three arrays.
    digest : bytes
        A checksum of all weights: equal weights, equal digests.

    Raises
    ------
    EvaluationError
        A shape or type is wrong, or the weights are so large that a sum could leave its 16 or 32 bits.
    """

    def __cinit__(self):
        self.net = <Net*>calloc(1, sizeof(Net))
        self.patterns = CheckersPatterns.__new__(CheckersPatterns)
        if self.net == NULL:
            raise MemoryError("no memory for the weights of a network")

    def __dealloc__(self):
        free(self.net)

    def __init__(self, CheckersPatterns patterns not None, inputs, biases, outputs):
        self.patterns = patterns
        self.weights = tuple([weight_files.checked(array, *shape)
                              for array, shape in zip((inputs, biases, outputs), SHAPES)])
        largest = largest_sums(*self.weights)
        if max(largest) > MOST:
            raise EvaluationError(f"these weights can add up to {largest}, beyond {MOST}")
        fill(self.net, self.weights[0], self.weights[1], self.weights[2])
        self.digest = weight_files.digest_of(self.payload())

    @classmethod
    def read(cls, path):
        """The network in a file. Raises what CheckersPatterns.read raises."""
        shapes = (("patterns", (WORDS,), "<i2"), *SHAPES)
        patterns, *weights = weight_files.read_arrays(path, FILE, shapes)
        return cls(CheckersPatterns(*split(patterns.tobytes())), *weights)

    def payload(self):
        """All weights, as a file holds them."""
        words = [*self.patterns.arrays().values(), *self.weights]
        return b"".join([array.astype("<i2").tobytes() for array in words])

    def to_bytes(self):
        """The contents of a file with these weights."""
        return weight_files.to_bytes(FILE, self.payload())

    def evaluate(self, Checkers position not None):
        """The score of a position, for the side to move."""
        return evaluate(&position.bits, self.patterns.patterns, self.net)

    def explain(self, Checkers position not None):
        """The terms of a score: those of the patterns, and the net's correction where it applies."""
        terms = self.patterns.explain(position)
        if applies(&position.bits):
            terms.append(("net", 1, float(correction(self.net, self.patterns.patterns, &position.bits))))
        return terms


def shipped():
    """The network that comes with gamecore, or None if none does."""
    if not hasattr(shipped, "weights"):
        shipped.weights = CheckersNet.read(SHIPPED) if os.path.exists(SHIPPED) else None
    return shipped.weights


def largest_sums(inputs, biases, outputs):
    """Bounds of a hidden unit's sum, and of the score."""
    unit = abs(biases.astype(int)) + 2 * SIDE * abs(inputs.astype(int)).max(axis=0)
    score = (abs(outputs.astype(int)).sum() * LEVEL**2 >> OUTPUT_SHIFT) * 4       # in quarters, as the patterns' is
    return int(unit.max()), int(score)


cdef int fill(Net* net, const int16_t[:, ::1] inputs, const int16_t[::1] biases, const int16_t[::1] outputs) except -1:
    """The sums of the contents of every row of the board, and the kings' rows."""
    cdef int row, cell, k, square, digit, rest
    for k in range(HIDDEN):
        net.outputs.weights[k] = outputs[k]
        for row in range(BOARD_ROWS):
            for cell in range(ROW_CELLS):
                net.rows[row][cell].weights[k] = biases[k] if row == 0 else 0
                rest = cell
                for square in range(4 * row, 4 * row + 4):
                    digit = rest % 3
                    rest //= 3
                    if digit:
                        net.rows[row][cell].weights[k] += inputs[square + 32 * (digit - 1), k]
        for square in range(32):
            net.kings[0][index_of(square + 1)].weights[k] = inputs[64 + square, k]
            net.kings[1][index_of(square + 1)].weights[k] = inputs[96 + square, k]
    return 0
