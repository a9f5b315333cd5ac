from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from gamecore.boards.backgammon cimport (BAR, CHECKERS, MAX_PLAYS, OFF, BackgammonBits, Sight, count, is_over, look, plays, stake)
from gamecore.core.bits cimport mix64, next_random, scale
from gamecore.knowledge.backgammon_features cimport GROUPS, RACE_GROUPS, ROOM, FeatureTables, encode

import numpy

from gamecore.knowledge.backgammon_shape import digits, escapes, shape

cdef enum:
    PLIES = 4000                        # a longer game is not learnt from

cdef struct Moment:                     # a position of a game, after a play
    uint16_t values[ROOM]
    bint contact


def aligned(count):
    """Zeros that begin at a cache line."""
    raw = numpy.zeros(count + 16, numpy.float32)
    start = -(raw.ctypes.data // 4) % 16
    return raw[start:start + count]


cdef class Learner:
    """Two float networks, of contact and of races, that learn from games played against themselves."""

    def __cinit__(self):
        self.finals = <BackgammonBits*>malloc(MAX_PLAYS * sizeof(BackgammonBits))

    def __init__(self, seed=0):
        cdef const float[:] floats
        cdef const int32_t[:] ints
        cdef float[:] array
        cdef int i
        self.shape = shape()
        row = numpy.ascontiguousarray(self.shape.row.reshape(-1))
        coefficient = numpy.ascontiguousarray(self.shape.coefficient.reshape(-1))
        self.kept = row, coefficient, self.shape.offset
        ints = row
        self.row = &ints[0]
        ints = self.shape.offset
        self.offset = &ints[0]
        floats = coefficient
        self.coefficient = &floats[0]
        for i, e in enumerate(escapes()):
            self.tables.escapes[i] = e
        for i, d in enumerate(digits()):
            self.tables.digits[i] = d
        self.arrays = [aligned(n) for n in (self.shape.race_rows * HIDDEN, HIDDEN, OUTPUTS * HIDDEN, OUTPUTS,
                                            self.shape.rows * HIDDEN, HIDDEN, OUTPUTS * HIDDEN, OUTPUTS)]
        for i in range(2):
            array = self.arrays[4 * i]
            self.nets[i].rows = &array[0]
            array = self.arrays[4 * i + 1]
            self.nets[i].bias = &array[0]
            array = self.arrays[4 * i + 2]
            self.nets[i].weights = &array[0]
            array = self.arrays[4 * i + 3]
            self.nets[i].biases = &array[0]
        self.start(seed)

    def __dealloc__(self):
        free(self.finals)

    def start(self, seed):
        random = numpy.random.default_rng(seed)
        for i, array in enumerate(self.arrays):
            array[:] = random.uniform(-0.05, 0.05, len(array)).astype(numpy.float32) if i % 4 < 3 else [0, -1, -3, -1, -3]
        self.arrays[4][1200 * HIDDEN:] *= 0

    cdef void add_terms(self, const uint16_t* values, int group, float sign, Terms* terms) noexcept nogil:
        cdef int where = 2 * (self.offset[group] + values[group])
        cdef int i
        for i in range(where, where + 2):
            terms.row[terms.n] = self.row[i]
            terms.coefficient[terms.n] = sign * self.coefficient[i]
            terms.n += self.coefficient[i] != 0

    cdef void add_difference(self, int group, int before, int after, Terms* terms) noexcept nogil:
        cdef int old = 2 * (self.offset[group] + before), new = 2 * (self.offset[group] + after), i
        if self.row[old] == self.row[new]:
            terms.row[terms.n] = self.row[new]
            terms.coefficient[terms.n] = self.coefficient[new] - self.coefficient[old]
            terms.n += 1
        else:
            terms.row[terms.n] = self.row[new]
            terms.coefficient[terms.n] = self.coefficient[new]
            terms.n += self.coefficient[new] != 0
            terms.row[terms.n] = self.row[old]
            terms.coefficient[terms.n] = -self.coefficient[old]
            terms.n += self.coefficient[old] != 0
        if self.row[old + 1] == self.row[new + 1]:
            terms.row[terms.n] = self.row[new + 1]
            terms.coefficient[terms.n] = self.coefficient[new + 1] - self.coefficient[old + 1]
            terms.n += self.coefficient[new + 1] != self.coefficient[old + 1]
            return
        for i in range(2):
            if self.coefficient[(new if i else old) + 1] != 0:
                terms.row[terms.n] = self.row[(new if i else old) + 1]
                terms.coefficient[terms.n] = self.coefficient[(new if i else old) + 1] * (1 if i else -1)
                terms.n += 1

    cdef void sum_all(self, const uint16_t* values, bint contact, float* sums) noexcept nogil:
        cdef Terms terms
        cdef int i
        terms.n = 0
        for i in range(GROUPS if contact else RACE_GROUPS):
            self.add_terms(values, i, 1, &terms)
        gather(self.nets[contact].bias, sums, self.nets[contact].rows, &terms)

    cdef void sum_changes(self, const uint16_t* before, const uint16_t* values, bint contact, const float* base, float* sums) noexcept nogil:
        cdef uint8_t groups[ROOM]
        cdef Terms terms
        cdef int n = gc_changes(before, values, GROUPS if contact else RACE_GROUPS, groups), i
        terms.n = 0
        for i in range(n):
            self.add_difference(groups[i], before[groups[i]], values[groups[i]], &terms)
        gather(base, sums, self.nets[contact].rows, &terms)

    cdef void finish(self, const uint16_t* values, bint contact, const float* sums, float* hidden, float* out) noexcept nogil:
        activate(sums, hidden)
        outputs(hidden, self.nets[contact].weights, self.nets[contact].biases, out)
        if values[26]:                  # the opponent has borne off
            out[1] = out[2] = 0
        if values[0]:
            out[3] = out[4] = 0

    cdef void evaluate(self, const uint16_t* values, bint contact, float* sums, float* hidden, float* out) noexcept nogil:
        self.sum_all(values, contact, sums)
        self.finish(values, contact, sums, hidden, out)

    cdef int choose(self, const BackgammonBits* position, int a, int b, BackgammonBits* best) noexcept nogil:
        """The play of best equity."""
        cdef Sight sight
        cdef BackgammonBits before
        cdef uint16_t old[ROOM]
        cdef uint16_t values[ROOM]
        cdef float base[128]
        cdef float sums[128]
        cdef float hidden[128]
        cdef float out[5]
        cdef int n, i, chosen = 0
        cdef bint contact, here
        cdef float equity, highest = -10
        look(position, &sight)
        n = plays(position, &sight, a, b, self.finals)
        best[0] = self.finals[0]
        if n == 1:
            return n
        before.own[0] = position.other[0]
        before.own[1] = position.other[1]
        before.other[0] = position.own[0]
        before.other[1] = position.own[1]
        contact = encode(&before, &self.tables, old)
        self.sum_all(old, contact, base)
        for i in range(n):
            if count(self.finals[i].other, OFF) == CHECKERS:
                equity = stake(self.finals[i].own)
            else:
                here = encode(self.finals + i, &self.tables, values)
                if here == contact:
                    self.sum_changes(old, values, contact, base, sums)
                else:
                    self.sum_all(values, here, sums)
                self.finish(values, here, sums, hidden, out)
                equity = 2 * out[0] - 1 + out[1] + out[2] - out[3] - out[4]
            if equity > highest:
                highest = equity
                chosen = i
        best[0] = self.finals[chosen]
        return n

    cdef void learn(self, const uint16_t* values, bint contact, const float* target, float rate, float* out) noexcept nogil:
        """One step towards a target; out: what was predicted before."""
        cdef Terms terms
        cdef float sums[128]
        cdef float hidden[128]
        cdef float step[128]
        cdef float error[5]
        cdef Layers* net = &self.nets[contact]
        cdef int i
        terms.n = 0
        for i in range(GROUPS if contact else RACE_GROUPS):
            self.add_terms(values, i, 1, &terms)
        gather(net.bias, sums, net.rows, &terms)
        self.finish(values, contact, sums, hidden, out)
        for i in range(5):
            error[i] = target[i] - out[i]
        if values[26]:
            error[1] = error[2] = 0
        if values[0]:
            error[3] = error[4] = 0
        backward(sums, hidden, net.weights, net.biases, error, rate, step)
        scatter(net.rows, &terms, step)
        for i in range(HIDDEN):
            net.bias[i] += step[i]

    def play(self, uint64_t seed, int first, int games, float rate, float trace):
        """Plays games first..first + games - 1 against itself and learns from each; returns plies and plays looked at."""
        cdef Moment* moments = <Moment*>malloc(PLIES * sizeof(Moment))
        cdef int64_t plies = 0, seen = 0
        cdef int game
        with nogil:
            for game in range(first, first + games):
                play_game(self, moments, mix64(seed + mix64(game)), rate, trace, &plies, &seen)
        free(moments)
        return plies, seen

    def match(self, Learner other, uint64_t seed, int pairs):
        """Points a game of this one against another, of pairs of games with the same dice: an array of means of two."""
        points = numpy.zeros(pairs)
        cdef double[:] p = points
        cdef int i
        with nogil:
            for i in range(pairs):
                p[i] = 0.5 * (play_match_game(self, other, mix64(seed + mix64(i))) - play_match_game(other, self, mix64(seed + mix64(i))))
        return points





cdef void roll(uint64_t* random, int* a, int* b) noexcept nogil:
    cdef int x = 1 + scale(next_random(random), 6), y = 1 + scale(next_random(random), 6)
    a[0], b[0] = (x, y) if x > y else (y, x)


cdef void opening(BackgammonBits* position) noexcept nogil:
    position.own[0] = position.other[0] = <uint64_t>0x0050000305000000
    position.own[1] = position.other[1] = <uint64_t>0x0000000200000000


cdef void play_game(Learner learner, Moment* moments, uint64_t random, float rate, float trace, int64_t* plies, int64_t* seen) noexcept nogil:
    cdef BackgammonBits position, final
    cdef int n = 0, a = 0, b = 0
    cdef float target[5]
    cdef float out[5]
    cdef float gain[5]
    opening(&position)
    while a == b:
        roll(&random, &a, &b)
    while True:
        seen[0] += learner.choose(&position, a, b, &final)
        if is_over(&final):
            break
        moments[n].contact = encode(&final, &learner.tables, moments[n].values)
        n += 1
        if n == PLIES:
            return
        position = final
        roll(&random, &a, &b)
    plies[0] += n
    result(&final, gain)                # of who played last
    memcpy(out, gain, sizeof(gain))
    while n:
        n -= 1
        flip(out)
        flip(gain)
        for a in range(5):
            target[a] = (1 - trace) * out[a] + trace * gain[a]
        learner.learn(moments[n].values, moments[n].contact, target, rate, out)
        memcpy(gain, target, sizeof(gain))


cdef void result(const BackgammonBits* final, float* gain) noexcept nogil:
    cdef int points = stake(final.own)
    gain[0] = 1
    gain[1] = points >= 2
    gain[2] = points == 3
    gain[3] = gain[4] = 0


cdef void flip(float* v) noexcept nogil:
    v[0] = 1 - v[0]
    v[1], v[3] = v[3], v[1]
    v[2], v[4] = v[4], v[2]


cdef double play_match_game(Learner a, Learner b, uint64_t random) noexcept nogil:
    """The points of a, who plays first."""
    cdef BackgammonBits position, final
    cdef int x = 0, y = 0, points
    opening(&position)
    while x == y:
        roll(&random, &x, &y)
    while True:
        a.choose(&position, x, y, &final)
        if is_over(&final):
            return stake(final.own)
        position = final
        roll(&random, &x, &y)
        b.choose(&position, x, y, &final)
        if is_over(&final):
            return -stake(final.own)
        position = final
        roll(&random, &x, &y)
