"""The race networks: their arithmetic, their file and their Python API."""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

import os

from gamecore.core.bits cimport load_pointer, map_pages, publish_pointer, unmap_pages
from gamecore.games.backgammon.bearoff cimport (FIRST_ROLLS, FULL, NINE, PAIRED, ROLLS, UNIT, ahead, bear_off, number,
                                                 straggling)
from gamecore.games.backgammon.expand cimport read_layers
from gamecore.games.backgammon.logistic cimport ONE, fill_logistic, logistic
from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.backgammon.rules cimport BAR, CHECKERS, FAR, HOME, OFF, BackgammonBits, count
from gamecore.games.backgammon.two_sided cimport two_sided

from gamecore.core import files, weight_files
from gamecore.core.checks import board
from gamecore.errors import PositionError
from gamecore.games.backgammon.expand import shapes_of
from gamecore.games.backgammon.shape import RACE

FILE: FileKind = weight_files.kind(b"gamecore backgammon races 4\n", "backgammon race networks")
SHIPPED: str = os.path.join(files.DATA, "backgammon_races.bin")
UNITS: tuple[int, int, int, int] = (1024, 1024, 2048, 1 << 21)   # represent 1 in rows, bias, weights and biases
SHAPES: list[tuple[str, tuple[int, ...], str]] = shapes_of(("done", "first"), RACE, RACE_OUTPUTS)

cdef object kept = None                  # the result of shipped()
cdef void* pairs = NULL                  # the two-sided table and that of stragglers, once they are loaded
cdef void* stragglers = NULL

cdef enum:
    BITS = 47                            # probabilities are in 1/2**BITS while the floors are computed
    PAIRED_OFF = 9                       # the fewest checkers off on both sides for the two-sided table
    STRAGGLING_OFF = 5                   # ... and on a side with a straggler


cdef void fill_floor(uint16_t* floor, int size, bint moves) noexcept nogil:
    """Computes pips_floor or moves_floor, in integers."""
    cdef uint64_t now[PIPS_ROOM]         # of each sum so far, below size
    cdef uint64_t then[PIPS_ROOM]
    cdef uint64_t below
    cdef int i, sum, a, b, by
    memset(now, 0, sizeof(now))
    now[0] = <uint64_t>1 << BITS
    for i in range(ROLLS):
        below = 0
        for sum in range(size):
            floor[i * size + sum] = below * UNIT >> BITS
            below += now[sum]
        memset(then, 0, sizeof(then))
        for sum in range(size):
            for a in range(1, 7):
                for b in range(1, 7):
                    by = (2 if a != b else 4) if moves else (a + b if a != b else 4 * a)
                    if sum + by < size:
                        then[sum + by] += now[sum]
        for sum in range(size):
            now[sum] = then[sum] // 36


cdef inline void see(const Races* races, const uint16_t* counts, bint first, uint16_t* values) noexcept nogil:
    """Fills the values of a side, each with the number of its row."""
    cdef uint16_t nearer[HOME + 1]
    cdef const uint16_t* late
    cdef uint32_t sum = 0
    cdef int n = 0, pips = 0, point, i
    for point in range(1, BAR):
        values[point - 1] = 16 * (point - 1) + counts[point]
    for point in range(1, HOME + 1):
        nearer[point] = counts[point]
    for point in range(HOME + 1, BAR):
        n += counts[point]
        pips += (point - HOME) * counts[point]
    nearer[HOME] += n
    i = number(nearer)
    if first:
        late = <const uint16_t*>&races.bear_off.unsaved[i - FULL][0]
    else:
        late = <const uint16_t*>&races.bear_off.late[i][0]
    for i in range(FIRST_ROLLS if first else ROLLS):
        sum += late[i]
    values[24] = AT_HOME + 64 * sum // UNIT
    values[25] = PIPS_OUTSIDE + pips
    values[26] = OUTSIDE + n


cdef void predict(const Races* races, const Distribution* net, const uint16_t* counts, uint16_t* late) noexcept nogil:
    """Fills late[i] with the probability that more than i rolls are needed, in 1/UNIT.

    This probability does not rise with i, and is not below the floors.
    """
    cdef const int16_t* rows[SEEN]
    cdef uint16_t values[SEEN]
    cdef int32_t out[RACE_OUTPUTS]
    cdef uint16_t least = UNIT, here
    cdef bint first = net == &races.first
    cdef int pips = first, moves = first, n = 0, i       # the fewest needed; bearing a checker off from home takes one
    see(races, counts, first, values)
    for i in range(SEEN):
        rows[n] = net.rows[values[i]]
        n += i >= 24 or counts[i + 1] != 0    # 0 checkers select no row
    for i in range(HOME + 1 if first else 1, BAR):
        pips += counts[i] * (i - HOME if first else i)
        moves += counts[i] * ((i - 1) // 6 if first else (i + 5) // 6)
    race_outputs(net.bias, rows, n, net.weights, net.biases, out)
    late[0] = UNIT
    for i in range(1, ROLLS):
        if least == 0:                   # ... for all later i
            late[i] = 0
            continue
        here = <uint16_t>((<int64_t>logistic(&races.logistic, out[i]) * UNIT + ONE // 2) >> 24)
        here = max(here, max(races.pips_floor[i][pips], races.moves_floor[i][moves]))
        least = here if here < least else least
        late[i] = least


cdef inline int rear(const uint16_t* counts) noexcept nogil:
    """Returns the point of the rearmost checker."""
    cdef int point = BAR
    while point and counts[point] == 0:
        point -= 1
    return point


cdef void find_done(const Races* races, const uint16_t* counts, uint16_t* late) noexcept nogil:
    """Computes the probabilities that a side still has checkers after i rolls."""
    if rear(counts) <= HOME:
        memcpy(late, races.bear_off.late[number(counts)], ROLLS * sizeof(uint16_t))
    else:
        predict(races, &races.done, counts, late)


cdef bint straggles(const uint16_t* counts, uint16_t* late) noexcept nogil:
    """Whether the table of stragglers contains a side; if so, fills `late` like find_done."""
    cdef const uint16_t* table = <const uint16_t*>load_pointer(&stragglers)
    cdef int straggler = rear(counts), point
    if table == NULL or straggler <= HOME or counts[straggler] > 1 or counts[OFF] < CHECKERS - 10:
        return False
    for point in range(HOME + 1, straggler):
        if counts[point]:
            return False
    memcpy(late, table + ROLLS * (NINE * (straggler - HOME - 1) + number(counts)), ROLLS * sizeof(uint16_t))
    return True


cdef void find_first(const Races* races, const uint16_t* counts, uint16_t* late) noexcept nogil:
    """Computes the probabilities that a side has no checker off after i rolls."""
    cdef int i, home
    if counts[OFF]:
        for i in range(ROLLS):
            late[i] = 0
    elif rear(counts) <= HOME:
        home = number(counts) - FULL
        for i in range(ROLLS):
            late[i] = races.bear_off.unsaved[home][i] if i < FIRST_ROLLS else 0
    else:
        predict(races, &races.first, counts, late)


cdef void find_cleared(const Races* races, const uint16_t* counts, uint16_t* late) noexcept nogil:
    """Computes the probabilities that, after i rolls, one of a side's rearmost six checkers is still in the other
    side's home."""
    cdef uint16_t far[HOME + 1]
    cdef int left = 6, point
    for point in range(BAR - 1, FAR - 1, -1):
        far[point - FAR + 1] = min(counts[point], left)
        left -= far[point - FAR + 1]
    memcpy(late, races.bear_off.cleared[number(far)], ROLLS * sizeof(uint16_t))


cdef bint lacks_pairs(const BackgammonBits* position, int turns) noexcept nogil:
    return load_pointer(&pairs) == NULL and (position == NULL or max(
        moves_before(position.own, PAIRED_OFF, 0), moves_before(position.other, PAIRED_OFF, 0)) <= 4 * turns)


cdef bint lacks_stragglers(const BackgammonBits* position, int turns) noexcept nogil:
    return load_pointer(&stragglers) == NULL and (position == NULL or min(
        moves_before(position.own, STRAGGLING_OFF, 1), moves_before(position.other, STRAGGLING_OFF, 1)) <= 4 * turns)


cdef bint lacks_tables(const BackgammonBits* position, int turns) noexcept nogil:
    return lacks_pairs(position, turns) or lacks_stragglers(position, turns)


cdef int load_tables(const BackgammonBits* position, int turns) except -1:
    if lacks_tables(position, turns):
        with files.loading:              # other threads wait instead of computing them too
            if lacks_pairs(position, turns):
                publish_pointer(&pairs, <void*>two_sided(False))
            if lacks_stragglers(position, turns):
                publish_pointer(&stragglers, <void*>straggling())
    return 0


def moves_to_tables(Backgammon position not None) -> list[tuple[int, int]]:
    """Returns the fewest one-die moves after which the two-sided table, and the table of stragglers, may contain a
    side.

    Returns
    -------
    list of (int, int)
        The numbers for the side on roll, then for the other side; a turn has at most four moves.
    """
    cdef const uint64_t* own = position.bits.own
    cdef const uint64_t* other = position.bits.other
    return [(moves_before(own, PAIRED_OFF, 0), moves_before(own, STRAGGLING_OFF, 1)),
            (moves_before(other, PAIRED_OFF, 0), moves_before(other, STRAGGLING_OFF, 1))]


cdef int moves_before(const uint64_t* side, int off, int outside) noexcept nogil:
    """Returns the fewest one-die moves after which a side has at least `off` checkers off and at most `outside` outside
    home."""
    cdef int moves = max(off - count(side, OFF), 0), point, n
    for point in range(BAR, HOME, -1):
        n = count(side, point)
        moves += max(n - outside, 0) * ((point - 1) // 6)
        outside = max(outside - n, 0)
    return moves


cdef inline int32_t wins(const uint16_t* own, const uint16_t* other, int rolls) noexcept nogil:
    """Returns the probability `ahead` in units of 1/ONE."""
    cdef int64_t unit = <int64_t>UNIT * UNIT
    return (ahead(own, other, ROLLS - 1, rolls) * ONE + unit // 2) // unit


cdef void chances(const Races* races, const uint16_t* mover, const uint16_t* roller, int32_t* five) noexcept nogil:
    """Computes the five probabilities, in 1/ONE, of the side that has just played, from the counts of both sides.

    `roller` rolls next; neither side has finished.
    """
    cdef uint16_t own[ROLLS]
    cdef uint16_t other[ROLLS]
    cdef uint16_t late[ROLLS]
    cdef int32_t lost = 0
    five[1] = five[2] = five[3] = five[4] = 0
    if not straggles(mover, own):
        find_done(races, mover, own)
    if not straggles(roller, other):
        find_done(races, roller, other)
    if not paired(mover, roller, &lost):
        lost = wins(other, own, 0)
    five[0] = ONE - lost
    if roller[OFF] == 0:
        find_first(races, roller, late)
        five[1] = min(five[0], wins(own, late, 1))
        if rear(roller) >= FAR:
            find_cleared(races, roller, late)
            five[2] = min(five[1], wins(own, late, 1))
    if mover[OFF] == 0:
        find_first(races, mover, late)
        five[3] = min(lost, wins(other, late, 0))
        if rear(mover) >= FAR:
            find_cleared(races, mover, late)
            five[4] = min(five[3], wins(other, late, 0))


cdef inline bint paired(const uint16_t* mover, const uint16_t* roller, int32_t* lost) noexcept nogil:
    """Whether the two-sided table contains the position; if so, sets `lost` to the roller's chance of winning, in
    1/ONE."""
    cdef const double* table = <const double*>load_pointer(&pairs)
    cdef int first, second
    if table == NULL or rear(mover) > HOME or rear(roller) > HOME:
        return False
    first, second = number(roller), number(mover)
    if first >= PAIRED or second >= PAIRED:
        return False
    lost[0] = <int32_t>(table[PAIRED * first + second] * ONE + 0.5)
    return True


cdef const int16_t* read_net(Distribution* net, const int16_t* words) except NULL:
    return read_layers(RACE, RACE_OUTPUTS, words, net.rows[0], net.bias, net.weights, net.biases)


cdef int fill(const Races* races, const int8_t[:, ::1] sides, uint16_t[:, ::1] result, bint first,
              bint values) except -1:
    """Fills the values, or else the probabilities, of many sides."""
    cdef uint16_t counts[26]
    cdef int64_t i
    cdef int point
    with nogil:
        for i in range(sides.shape[0]):
            for point in range(26):
                counts[point] = sides[i, point]
            if values:
                see(races, counts, first, &result[i, 0])
            elif first:
                find_first(races, counts, &result[i, 0])
            else:
                find_done(races, counts, &result[i, 0])
    return 0


cdef class RaceNet:
    """The two race networks in integers. They are immutable, so searches may share them.

    Parameters
    ----------
    weights : sequence of 8 arrays, or weight_files.Weights
        For the rolls until all checkers are off, then for those until the first one is, rows, int16, shape (rows, 128),
        in 1/1024, which shape.RACE describes; bias, int16, shape (128,), in 1/1024; weights of the outputs, int16,
        shape (32, 128), in 1/2048; and their biases, int32, shape (32,), in 1/2**21.

    Raises
    ------
    EvaluationError
        If a shape or type is wrong.
    """

    FILE = FILE                  # type: ClassVar[FileKind]
    FILE_SHAPES = SHAPES         # type: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]

    def __cinit__(self, weights: Sequence[numpy.ndarray]):
        cdef const int16_t* words
        self.races = <Races*>map_pages(sizeof(Races), True)
        if self.races == NULL:
            raise MemoryError("no memory for a network")
        self.words = weight_files.join(weights, SHAPES)
        words = <const int16_t*><const char*><bytes>self.words.payload
        read_net(&self.races.first, read_net(&self.races.done, words))
        fill_logistic(&self.races.logistic)
        fill_floor(&self.races.pips_floor[0][0], PIPS_ROOM, False)
        fill_floor(&self.races.moves_floor[0][0], MOVES_ROOM, True)
        self.races.bear_off = bear_off()

    def __dealloc__(self):
        if self.races != NULL:
            unmap_pages(self.races, sizeof(Races))

    @classmethod
    def shipped(cls) -> RaceNet:
        """Returns the networks that come with gamecore."""
        global kept
        if kept is None:
            found = cls.read(SHIPPED)    # where two threads read it, both use the first
            kept = kept or found
        return kept

    @classmethod
    def from_floats(cls, arrays: Sequence[numpy.ndarray]) -> Self:
        """Returns the networks nearest to float weights from training, which are 8 arrays in the constructor's shapes.

        Raises EvaluationError unless all are finite.
        """
        return cls(weight_files.rounded(arrays, SHAPES, 2 * UNITS))

    def late(self, sides: numpy.ndarray, first: bool = False
             ) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint16]]:
        """Returns the probabilities that sides in races need more than 0, 1, ... 31 rolls.

        Parameters
        ----------
        sides : array of int8, shape (n, 26)
            The checkers of each side: 0 for those borne off, 1..24 the points, 25 the bar, which is empty.
        first : bool
            Whether to count the rolls until the first checker is off, not the last.

        Returns
        -------
        array of uint16, shape (n, 32), in 1/65535

        Raises
        ------
        PositionError
            If the shape is wrong, or a side is impossible.
        """
        from gamecore.core.packages import numpy
        counts = sides_of(sides)
        result = numpy.empty((len(counts), ROLLS), numpy.uint16)
        fill(self.races, counts, result, first, False)
        return result

    def mean_rolls(self, Backgammon position not None) -> float:
        """Returns the mean number of rolls in which a side of a race bears off, averaged over both sides."""
        cdef const uint64_t* sides[2]
        cdef uint16_t counts[26]
        cdef uint16_t late[ROLLS]
        cdef int total = 0
        sides[0], sides[1] = position.bits.own, position.bits.other
        for side in sides:
            for point in range(26):
                counts[point] = count(side, point)
            find_done(self.races, counts, late)
            for i in range(ROLLS):
                total += late[i]
        return total / (2.0 * UNIT)

    def values(self, sides: numpy.ndarray, first: bool = False
               ) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint16]]:
        """Returns the inputs for sides with a checker outside home, as uint16, shape (n, 27).

        The inputs are the values of the groups of shape.RACE, numbered consecutively through all groups. Arguments and
        errors are those of `late`.
        """
        from gamecore.core.packages import numpy
        counts = sides_of(sides)
        if first and counts[:, OFF].any():
            raise PositionError(f"a checker is off already: {counts[counts[:, OFF] > 0][0].tolist()}")
        result = numpy.empty((len(counts), SEEN), numpy.uint16)
        fill(self.races, counts, result, first, True)
        return result


def sides_of(sides: numpy.ndarray) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]:
    """Returns the counts of sides of races; raises PositionError if the shape is wrong, or a side is impossible."""
    counts = board(sides, ("n", 26), name="a list of sides")
    wrong = ((counts < 0) | (counts > CHECKERS)).any(axis=1) | (counts.sum(axis=1) != CHECKERS) | (counts[:, BAR] != 0)
    if wrong.any():
        raise PositionError(f"impossible side of a race: {counts[wrong][0].tolist()}")
    return counts


assert (sum(group.size for group in RACE), len(RACE)) == (VALUES, SEEN), "races.pxd and shape.py differ"
