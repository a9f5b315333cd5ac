"""The weights of the checkers network, and of the patterns that it corrects, from arrays and files."""
from libc.stdint cimport int16_t, int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

import os

from gamecore.games.checkers.position cimport Checkers
from gamecore.games.checkers.rules cimport index_of

from gamecore.core import weight_files
from gamecore.core.files import DATA
from gamecore.errors import EvaluationError
from gamecore.games.checkers.patterns import FILE_SHAPES as PATTERN_SHAPES

FILE: FileKind = weight_files.kind(b"gamecore checkers net 4\n", "a checkers network")
SHIPPED: str = os.path.join(DATA, "checkers_net.bin")
# The arrays of the network, in the order in which the file has them after the patterns.
SHAPES: tuple[tuple[str, tuple[int, ...], str], ...] = (
    ("inputs", (16 * BOARD_ROWS, HIDDEN), "<i2"), ("biases", (HIDDEN,), "<i2"), ("outputs", (HIDDEN,), "<i2"))
# The factors that convert float weights to integers; outputs are in 1/100 of a logit.
UNITS: tuple[int, int, float] = LEVEL, LEVEL, 2.0**OUTPUT_SHIFT / LEVEL**2
FILE_SHAPES: list[tuple[str, tuple[int, ...], str]] = [*PATTERN_SHAPES, *SHAPES]
cdef int PATTERN_BYTES = sum(map(weight_files.size_of, PATTERN_SHAPES))
cdef int MOST = 32767
cdef int SIDE = 12                       # men of a side at most


cdef class CheckersNet:
    """A network and the patterns that it corrects. Both are immutable, so searches may share them.

    Parameters
    ----------
    patterns : CheckersPatterns
    inputs : array of int16, shape (128, 128)
        The weights, for each hidden unit, in 1/181, of a man of the side to move on each square, then of one of its
        opponent, a king of the side to move, and one of its opponent. The board is turned so that the side to move is
        Black.
    biases : array of int16, shape (128,)
        The biases of the hidden units, in 1/181.
    outputs : array of int16, shape (128,)
        The weight of each hidden unit's square in the score; 8 are almost 1/100 of a logit.

    Attributes
    ----------
    patterns : CheckersPatterns
    weights : tuple
        The three arrays.
    digest : bytes
        A checksum of all weights; equal weights have equal digests.

    Raises
    ------
    EvaluationError
        If a shape or type is wrong, or the weights are so large that a sum could overflow its 16 or 32 bits.
    """

    def __cinit__(self):
        self.net = <Net*>calloc(1, sizeof(Net))
        self.patterns = CheckersPatterns.__new__(CheckersPatterns)
        if self.net == NULL:
            raise MemoryError("no memory for the weights of a network")

    def __dealloc__(self):
        free(self.net)

    FILE = FILE                          # type: ClassVar[FileKind]
    FILE_SHAPES = FILE_SHAPES            # type: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]

    def __init__(self, CheckersPatterns patterns not None, inputs: numpy.ndarray,
                 biases: numpy.ndarray, outputs: numpy.ndarray):
        self.patterns = patterns
        self.read_weights(weight_files.join((*patterns.weights, inputs, biases, outputs), FILE_SHAPES))

    @classmethod
    def of(cls, words: Weights) -> Self:
        cdef CheckersNet made = cls.__new__(cls)
        made.patterns.read_weights(weight_files.Weights(words.payload[:PATTERN_BYTES]))
        made.read_weights(words)
        return made

    cdef int read_weights(self, object words) except -1:
        """Fills the network with weights, whose number was checked; the patterns are already filled."""
        cdef const int16_t* inputs = <const int16_t*>(<const char*><bytes>words.payload + PATTERN_BYTES)
        cdef const int16_t* biases = inputs + 16 * BOARD_ROWS * HIDDEN
        cdef int unit = largest_unit(inputs, biases), score = largest_score(biases + HIDDEN)
        if max(unit, score) > MOST:
            raise EvaluationError(f"these weights can add up to {max(unit, score)}, beyond {MOST}")
        self.words = words
        fill(self.net, inputs, biases)
        memcpy(self.net.outputs.weights, biases + HIDDEN, sizeof(self.net.outputs.weights))
        return 0

    @property
    def weights(self) -> tuple[numpy.ndarray, ...]:
        return tuple(weight_files.split(self.words.payload, FILE_SHAPES)[len(PATTERN_SHAPES):])

    def evaluate(self, Checkers position not None) -> int:
        """Returns the score of a position for the side to move."""
        return evaluate(&position.bits, self.patterns.patterns, self.net)

    def explain(self, Checkers position not None) -> list[tuple[str, int, float]]:
        """Returns the terms of a score: those of the patterns and, if it applies, the network's correction."""
        terms = self.patterns.explain(position)
        if applies(&position.bits):
            terms.append(("net", 1, float(correction(self.net, self.patterns.patterns, &position.bits))))
        return terms


def shipped() -> CheckersNet | None:
    """Returns the network that comes with gamecore, or None."""
    if not hasattr(shipped, "weights"):
        found = CheckersNet.read(SHIPPED) if os.path.exists(SHIPPED) else None
        vars(shipped).setdefault("weights", found)       # where two threads read it, both use the first
    return shipped.weights


cdef int largest_unit(const int16_t* inputs, const int16_t* biases) noexcept:
    """Returns a bound on the sums of hidden units."""
    cdef int largest = 0, most, k, i
    for k in range(HIDDEN):
        most = 0
        for i in range(16 * BOARD_ROWS):
            most = max(most, abs(<int>inputs[HIDDEN * i + k]))
        largest = max(largest, abs(<int>biases[k]) + 2 * SIDE * most)
    return largest


cdef int largest_score(const int16_t* outputs) noexcept:
    """Returns a bound on the score, in quarters of 1/100 of a logit."""
    cdef int64_t sum = 0
    cdef int k
    for k in range(HIDDEN):
        sum += abs(<int>outputs[k])
    return (sum * LEVEL * LEVEL >> OUTPUT_SHIFT) * 4


cdef void fill(Net* net, const int16_t* inputs, const int16_t* biases) noexcept:
    """Fills the sums for all contents of every row of the board, and the kings' rows."""
    cdef const int16_t* input
    cdef int row, entry, k, square, digit, rest
    memset(net.rows, 0, sizeof(net.rows))
    for row in range(BOARD_ROWS):
        for entry in range(ROW_ENTRIES):
            if row == 0:
                memcpy(net.rows[row][entry].weights, biases, sizeof(WeightRow))
            rest = entry
            for square in range(4 * row, 4 * row + 4):
                digit = rest % 3
                rest //= 3
                if digit:
                    input = inputs + HIDDEN * (square + 32 * (digit - 1))
                    for k in range(HIDDEN):
                        net.rows[row][entry].weights[k] += input[k]
    for square in range(32):
        memcpy(net.kings[0][index_of(square + 1)].weights, inputs + HIDDEN * (64 + square), sizeof(WeightRow))
        memcpy(net.kings[1][index_of(square + 1)].weights, inputs + HIDDEN * (96 + square), sizeof(WeightRow))
