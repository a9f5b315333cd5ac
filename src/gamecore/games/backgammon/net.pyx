"""The shipped backgammon network: its file and its Python API."""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

import os

from gamecore.core.bits cimport map_pages, popcount_both, unmap_pages
from gamecore.games.backgammon.arrays cimport place
from gamecore.games.backgammon.expand cimport fold, read_layers
from gamecore.games.backgammon.features cimport GROUPS, HIDDEN, KINDS, OUTPUTS, RACING, ROOM, encode, is_contact
from gamecore.games.backgammon.inference cimport Accumulator, Layers, best_play, evaluate_next
from gamecore.games.backgammon.logistic cimport ONE
from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.backgammon.races cimport lacks_tables, load_tables
from gamecore.games.backgammon.rules cimport MAX_PLAYS, BackgammonBits, count

from gamecore.core import files, weight_files
from gamecore.core.checks import board
from gamecore.errors import PositionError
from gamecore.games.backgammon.expand import shapes_of
from gamecore.games.backgammon.shape import GROUPS as NAMED_GROUPS, least_weighted, offsets

FILE: FileKind = weight_files.kind(b"gamecore backgammon net 7\n", "a backgammon network")
SHIPPED: str = os.path.join(files.DATA, "backgammon_net.bin")
UNITS: tuple[int, int, int, int] = (256, 256, 1024, 1 << 21)     # represent 1 in rows, bias, weights and biases
NETWORKS: tuple[str, str, str, str] = ("contact", "late", "ahead", "behind")     # as the kinds of features.pxd
SHAPES: list[tuple[str, tuple[int, ...], str]] = shapes_of(NETWORKS, NAMED_GROUPS, OUTPUTS)

cdef enum:
    NEVER = 0x7fff                       # greater than all values
    SIMILAR = 9                          # the most counts that may differ

cdef object kept = None                  # the result of shipped()


cdef inline uint64_t differing(uint64_t a, uint64_t b) noexcept nogil:
    """Returns bit 0 of each count that differs."""
    a ^= b
    a |= a >> 2
    return (a | a >> 1) & <uint64_t>0x1111111111111111


cdef inline bint similar(const BackgammonBits* a, const BackgammonBits* b) noexcept nogil:
    """Whether it is cheaper to evaluate a position by an update of the other, as it is for plays of one roll."""
    return (popcount_both(differing(a.own[0], b.own[0]), differing(a.own[1], b.own[1]))
            + popcount_both(differing(a.other[0], b.other[0]), differing(a.other[1], b.other[1])) <= SIMILAR)


cdef int64_t fill(const Net* net, const int8_t* sides, int64_t n, float* row) except -2:
    """Evaluates n positions; returns the index of an impossible position, or -1."""
    cdef BackgammonBits position, before
    cdef Accumulator room[2]
    cdef const Accumulator* last = NULL
    cdef int32_t five[5]
    cdef int64_t i
    memset(&before, 0, sizeof(before))
    with nogil:
        for i in range(n):
            if not place(sides + 52 * i, &position):
                return i
            if not is_contact(&position) and lacks_tables(&position, 0):
                with gil:
                    load_tables(&position, 0)
            last = evaluate_next(net, &position, last if similar(&position, &before) else NULL, room, five)
            before = position
            row[5 * i] = (ONE - five[0]) / <float>ONE
            row[5 * i + 1] = five[3] / <float>ONE
            row[5 * i + 2] = five[4] / <float>ONE
            row[5 * i + 3] = five[1] / <float>ONE
            row[5 * i + 4] = five[2] / <float>ONE
    return -1


cdef class BackgammonNet:
    """Four networks in integers, one for each kind of position with contact (NETWORKS), and the networks for races.

    The networks are immutable, so searches may share them.

    Parameters
    ----------
    weights : sequence of 16 arrays, or weight_files.Weights
        For each kind, rows, int16, shape (rows, 128), in 1/256; bias, int16, shape (128,), in 1/256; weights of the
        outputs, int16, shape (5, 128), in 1/1024; and their biases, int32, shape (5,), in 1/2**21.
    races : RaceNet, optional
        By default the shipped networks.

    Raises
    ------
    EvaluationError
        If a shape or type is wrong.
    """

    FILE = FILE                  # type: ClassVar[FileKind]
    FILE_SHAPES = SHAPES         # type: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]

    def __cinit__(self, weights: Sequence[numpy.ndarray], races: RaceNet | None = None):
        cdef const int16_t* words
        cdef Layers* layers
        cdef int values = sum([group.size for group in NAMED_GROUPS]), i
        self.net = <Net*>calloc(1, sizeof(Net))
        if self.net == NULL:
            raise MemoryError("no memory for a network")
        self.words = weight_files.join(weights, SHAPES)
        self.races = races or RaceNet.shipped()
        self.set_tables()
        self.size = KINDS * values * HIDDEN * sizeof(int16_t)
        self.rows = <int16_t*>map_pages(self.size, True)
        if self.rows == NULL:
            raise MemoryError("no memory for a network")
        words = <const int16_t*><const char*><bytes>self.words.payload
        for i in range(KINDS):
            layers = &self.net.layers[i]
            layers.rows = self.rows + i * values * HIDDEN
            words = read_layers(NAMED_GROUPS, OUTPUTS, words, layers.rows, layers.bias, layers.weights, layers.biases)
            fold(NAMED_GROUPS, layers.rows)

    def __dealloc__(self):
        if self.rows != NULL:
            unmap_pages(self.rows, self.size)
        free(self.net)

    cdef int set_tables(self) except -1:
        self.net.races = self.races.races
        for i in range(ROOM):
            self.net.offset[i], self.net.least[i] = 0, NEVER
        for i, offset in enumerate(offsets(NAMED_GROUPS)):
            self.net.offset[i], self.net.least[i] = offset, least_weighted(i)
        set_feature_tables(&self.net.tables)
        self.net.logistic = self.races.races.logistic
        return 0

    def __reduce__(self):
        return BackgammonNet, (self.words, self.races)

    @classmethod
    def shipped(cls) -> BackgammonNet | None:
        """Returns the network that comes with gamecore, or None."""
        global kept
        with files.loading:              # other threads wait instead of reading it too
            if kept is None and os.path.exists(SHIPPED):
                found = cls.read(SHIPPED)
                kept = kept or found     # which a signal's handler may have read meanwhile
        return kept

    @classmethod
    def from_floats(cls, arrays: Sequence[numpy.ndarray]) -> Self:
        """Returns the network nearest to float weights from training, which are 16 arrays in the constructor's shapes.

        Raises EvaluationError unless all are finite.
        """
        return cls(weight_files.rounded(arrays, SHAPES, KINDS * UNITS))

    def evaluate(self, positions: numpy.ndarray) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]:
        """Returns the probabilities of many positions for the side on roll, before it rolls.

        Parameters
        ----------
        positions : array of int8, shape (n, 2, 26)
            The checkers of the side on roll and of its opponent as in Backgammon.to_array, each side's from its own
            end: 0 for those borne off, 1..24 the points, 25 the bar.

        Returns
        -------
        array of float32, shape (n, 5)
            Win, gammon won, backgammon won, gammon lost, backgammon lost; wins include gammons, which include
            backgammons.

        Raises
        ------
        PositionError
            If the shape or type is wrong, or a position is impossible.
        """
        from gamecore.core.packages import numpy
        counts = board(positions, ("n", 2, 26))
        result = numpy.empty((len(counts), 5), numpy.float32)
        cdef const int8_t[:, :, ::1] sides = counts
        cdef float[:, ::1] rows = result
        wrong = fill(self.net, &sides[0, 0, 0], len(counts), &rows[0, 0]) if len(counts) else -1
        if wrong >= 0:
            raise PositionError(f"position {wrong} of the array is impossible: {counts[wrong].tolist()}")
        return result

    def probabilities(self, Backgammon position not None) -> list[float]:
        """Returns the five probabilities of a position before the roll for the side on roll, as a list of float."""
        cdef int8_t sides[52]
        cdef float five[5]
        for i in range(26):
            sides[i], sides[26 + i] = count(position.bits.own, i), count(position.bits.other, i)
        fill(self.net, sides, 1, five)
        return [probability for probability in five]

    def best_play(self, own: Sequence[int], other: Sequence[int], a: int, b: int) -> tuple[list[int], list[int]]:
        """Returns the counts of the mover and of its opponent after the best play of the dice a and b.

        Sides are 26 counts as in `evaluate`.
        """
        cdef BackgammonBits position
        cdef BackgammonBits* finals
        cdef int32_t* equities
        cdef const int8_t[:, ::1] counts = board([own, other], (2, 26))
        cdef const int8_t[::1] dice = board(sorted([a, b]), (2,), 1, 6, "a roll")
        if not place(&counts[0, 0], &position):
            raise PositionError(f"impossible position: {list(own)} against {list(other)}")
        finals = <BackgammonBits*>malloc(MAX_PLAYS * (sizeof(BackgammonBits) + sizeof(int32_t)))
        if finals == NULL:
            raise MemoryError("no memory for plays")
        equities = <int32_t*>(finals + MAX_PLAYS)
        load_tables(&position, 1)
        position = finals[best_play(self.net, &position, dice[1], dice[0], finals, equities)]
        free(finals)
        return [count(position.other, i) for i in range(26)], [count(position.own, i) for i in range(26)]


def features(position: numpy.ndarray) -> list[int]:
    """Returns the values of shape.GROUPS, which are the networks' inputs, as a list of int; the list is empty for a
    race.

    The position is an array of int8, shape (2, 26), before the roll, as for BackgammonNet.evaluate.
    """
    array = board(position, (2, 26))
    cdef const int8_t[:, ::1] counts = array
    cdef BackgammonBits bits
    cdef FeatureTables tables
    cdef uint16_t values[ROOM]
    if not place(&counts[0, 0], &bits):
        raise PositionError(f"impossible position: {array.tolist()}")
    set_feature_tables(&tables)
    kind = encode(&bits, &tables, values)
    return [] if kind == RACING else [values[i] for i in range(GROUPS)]


cdef int set_feature_tables(FeatureTables* tables) except -1:
    cdef int i, a, b
    for i in range(1 << 12):
        tables.escapes[i] = 0
        for a in range(1, 7):
            for b in range(1, 7):
                tables.escapes[i] += has_escaped(i, a, b)
    for i in range(1 << 14):
        tables.fewest[i] = min(tables.escapes[i & 0xfff], tables.escapes[i >> 1 & 0xfff], tables.escapes[i >> 2])
    return 0


cdef bint has_escaped(int mask, int a, int b) noexcept:
    """Whether a roll moves a checker 7 or more points, past the blocks on the next twelve points, of which the nearest
    is bit 0."""
    cdef int steps = 0
    if a != b:
        return a + b >= 7 and is_open(mask, a + b) and (is_open(mask, a) or is_open(mask, b))
    while steps < 4 and is_open(mask, (steps + 1) * a):
        steps += 1
    return steps * a >= 7


cdef inline bint is_open(int mask, int step) noexcept:
    return step > 12 or not mask >> (step - 1) & 1


assert len(NETWORKS) == KINDS and len(NAMED_GROUPS) == GROUPS, "features.pxd and shape.py describe different networks"
