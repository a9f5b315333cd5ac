"""Float networks, one for each kind of position, trained by self-play with TD(lambda) (Sutton 1988, Tesauro 1995).

After a game its positions are processed from the last to the first. The target of a position is a mixture of the next
position's network value and its target; the target of the last position is the result. A game also ends when no more
hits are possible, since the race networks (races.pxd) then evaluate it.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from gamecore.core.bits cimport mix64, next_random, scale
from gamecore.games.backgammon.features cimport GROUPS, HIDDEN, OUTPUTS, RACING, ROOM, SIDE_POINTS, encode, is_contact
from gamecore.games.backgammon.inference cimport Net, best_play
from gamecore.games.backgammon.logistic cimport ONE
from gamecore.games.backgammon.net cimport BackgammonNet, set_feature_tables
from gamecore.games.backgammon.races cimport RaceNet, chances, load_tables
from gamecore.games.backgammon.rules cimport (BAR, CHECKERS, MAX_PLAYS, OFF, BackgammonBits, Masks, count, fill_masks,
                                              is_over, plays, stake)

import numpy

from gamecore.errors import PositionError
from gamecore.games.backgammon.shape import shape

SPREAD = 0.05                           # of the weights at the start
BIASES = (0, -1, -3, -1, -3)            # of the outputs at the start

cdef enum:
    PLIES = 4000                        # a longer game is not learnt from

cdef float[OUTPUTS] WORTH               # of each output, in points
WORTH[:] = [2, 1, 1, -1, -1]

load_tables(NULL, 0)                    # games reach every race

cdef struct Moment:                     # a position of a game, after a play
    uint16_t values[ROOM]
    int kind


def aligned(count):    # no-cython-lint
    """Returns zeros that begin at a cache line."""
    raw = numpy.zeros(count + 16, numpy.float32)
    start = -(raw.ctypes.data // 4) % 16
    return raw[start:start + count]


cdef float* start_of(float[::1] array):
    return &array[0]


cdef class Learner:
    """The networks and their training.

    Parameters
    ----------
    seed : int
        The seed of the weights at the start.

    Attributes
    ----------
    arrays : list of 16 arrays of float32
        The weights as flat arrays: for each kind of position (NETWORKS), the rows, the bias, and the weights and biases
        of the outputs. Write into these arrays, and do not replace them.
    squares : list of 4 arrays of float32
        The sums of how much `fit` has moved each row; the larger a sum, the smaller the row's steps. Write into these
        arrays, and do not replace them.
    """

    def __cinit__(self):
        self.model.finals = <BackgammonBits*>malloc(MAX_PLAYS * sizeof(BackgammonBits))
        if self.model.finals == NULL:
            raise MemoryError("no memory for plays")

    def __dealloc__(self):
        free(self.model.finals)
        free(self.model.values)

    def __init__(self, seed=0):
        cdef Layers* net
        whole = shape()
        sizes = (whole.rows * HIDDEN, HIDDEN, OUTPUTS * HIDDEN, OUTPUTS)
        self.arrays = [aligned(n) for _ in range(KINDS) for n in sizes]
        self.squares = [numpy.zeros(len(rows) // HIDDEN, numpy.float32) for rows in self.arrays[::4]]
        for i in range(KINDS):
            net = &self.model.nets[i]
            net.squares = start_of(self.squares[i])
            net.rows, net.bias = start_of(self.arrays[4 * i]), start_of(self.arrays[4 * i + 1])
            net.weights, net.biases = start_of(self.arrays[4 * i + 2]), start_of(self.arrays[4 * i + 3])
        random = numpy.random.default_rng(seed)
        for i, weights in enumerate(self.arrays):
            weights[:] = random.uniform(-SPREAD, SPREAD, len(weights)) if i % 4 < 3 else BIASES
        for first, last in whole.masks:
            self.arrays[0][first * HIDDEN:last * HIDDEN] = 0
        for i in range(4, len(self.arrays)):     # the others' begin as contact's
            self.arrays[i][:] = self.arrays[i % 4]
        self.set_values()

    cdef int set_values(self) except -1:
        whole = shape()
        self.races = RaceNet.shipped()
        self.model.races = self.races.races
        self.model.values = <Value*>malloc(len(whole.row) * sizeof(Value))
        if self.model.values == NULL:
            raise MemoryError("no memory for a network's values")
        for i, (rows, factors) in enumerate(zip(whole.row.tolist(), whole.coefficient.tolist(), strict=True)):
            self.model.values[i].rows = sum(factor != 0 for factor in factors)
            for j in range(2):
                self.model.values[i].row[j] = rows[j]
                self.model.values[i].factor[j] = factors[j]
        for i, offset in enumerate(whole.offset):
            self.model.offset[i] = offset
        return set_feature_tables(&self.model.tables)

    def best_play(self, own, other, int a, int b):
        """Returns the counts of the mover and of its opponent, from their own ends, after the best play of a roll."""
        cdef BackgammonBits position, final
        cdef int i
        fill_position(own, other, &position)
        choose(&self.model, &position, max(a, b), min(a, b), &final)
        return [count(final.other, i) for i in range(26)], [count(final.own, i) for i in range(26)]

    def probabilities(self, own, other):
        """Returns the five probabilities of a position with the side `own` on roll, for that side."""
        cdef BackgammonBits position
        cdef float five[OUTPUTS]
        fill_position(own, other, &position)
        predict(&self.model, &position, five)
        flip(five)
        return [five[i] for i in range(5)]

    def play(self, uint64_t seed, int64_t first, int64_t games, float rate, float trace):
        """Plays games against itself and learns from each.

        Parameters
        ----------
        seed, first, games : int
            The dice are a function of the seed and of the game's number: first..first + games - 1.
        rate, trace : float
            The step, and the lambda of TD(lambda).

        Returns
        -------
        (int, int)
            The number of positions learnt from, and of plays evaluated.
        """
        cdef bytearray memory = bytearray(PLIES * sizeof(Moment))
        cdef Moment* moments = <Moment*><char*>memory
        cdef int64_t learnt = 0, seen = 0, game
        with nogil:
            for game in range(first, first + games):
                play_game(&self.model, moments, mix64(seed + mix64(game)), rate, trace, &learnt, &seen)
        return learnt, seen

    def fit(self, const uint64_t[:, ::1] positions not None, const float[:, ::1] targets not None,
            const int64_t[::1] order not None, float rate, float pace, float points=0, float each=1):
        """Moves the networks' values of positions towards targets in turn.

        Parameters
        ----------
        positions : array of uint64, shape (n, 4)
            Positions after plays, in the form that `study` returns.
        targets : array of float32, shape (n, 5)
            Their probabilities, for the side that has played.
        order : array of int64
            The indices of the positions to be learnt from.
        rate, pace : float
            The step of the outputs and biases, and the step of the rows, which for each row is divided by the root of
            its sum of squared updates.
        points, each : float
            The weights, in the loss, of half the squared error in points and of the cross entropy of each output.

        Returns
        -------
        float
            The mean of the squares of the errors in points, before each step.

        Raises
        ------
        PositionError
            If the order names a position that does not exist, is impossible, or is a race.
        """
        cdef const uint64_t* position = &positions[0, 0] if positions.size else NULL
        cdef const float* target = &targets[0, 0] if targets.size else NULL
        cdef Moment moment
        cdef float out[OUTPUTS]
        cdef double squares = 0, error
        cdef int64_t i, k, n = min(positions.shape[0], targets.shape[0])
        if positions.shape[1] != 4 or targets.shape[1] != 5:
            raise PositionError(f"positions have 4 words and targets 5 numbers, "
                                f"not {positions.shape[1]} and {targets.shape[1]}")
        for k in range(order.shape[0]):
            i = order[k]
            if not 0 <= i < n or not is_sound(<const BackgammonBits*>(position + 4 * i)):
                raise PositionError(f"{i} is not the index of a possible position with contact among {n}")
        with nogil:
            for k in range(order.shape[0]):
                i = order[k]
                moment.kind = encode(<const BackgammonBits*>(position + 4 * i), &self.model.tables, moment.values)
                error = learn(&self.model, &moment, target + 5 * i, rate, pace, points, each, out)
                squares += error * error
        return squares / max(1, order.shape[0])


def match(BackgammonNet a not None, BackgammonNet b not None, uint64_t seed, int pairs):
    """Returns points per game of one network against another, as float64, shape (pairs,).

    Each element is the mean of two games with equal dice, in which each side begins once.
    """
    points = numpy.zeros(pairs)
    cdef double[::1] view = points
    cdef double* p = &view[0] if pairs > 0 else NULL
    cdef bytearray memory = bytearray(TABLE_BYTES)
    cdef Table table = table_in(memory)
    cdef uint64_t dice
    cdef int i
    for i in range(pairs):
        dice = mix64(seed + mix64(i))
        with nogil:
            p[i] = 0.5 * (play_match_game(a.net, b.net, dice, &table) - play_match_game(b.net, a.net, dice, &table))
    return points


cdef Table table_in(bytearray memory):
    """Returns a table in TABLE_BYTES of memory, which the caller keeps alive."""
    cdef Table table
    table.finals = <BackgammonBits*><char*>memory
    table.equities = <int32_t*>(table.finals + MAX_PLAYS)
    return table


cdef int fill_position(own, other, BackgammonBits* position) except -1:
    """Fills a position from 26 counts per side, each from its own end."""
    cdef int i
    memset(position, 0, sizeof(BackgammonBits))
    for i in range(26):
        position.own[i >> 4] |= <uint64_t>own[i] << 4 * (i & 15)
        position.other[i >> 4] |= <uint64_t>other[i] << 4 * (i & 15)
    return 0


cdef bint is_sound(const BackgammonBits* position) noexcept nogil:
    """Whether a position is possible, has no dice, is not over, and is not a race."""
    cdef int own = 0, other = 0, point
    for point in range(BAR + 1):
        own += count(position.own, point)
        other += count(position.other, point)
        if 0 < point < BAR and count(position.own, point) and count(position.other, BAR - point):
            return False
    return (own == other == CHECKERS and (position.own[1] | position.other[1]) >> 40 == 0
            and not is_over(position) and is_contact(position))


cdef inline int add(const Value* v, float sign, Terms* terms, int n) noexcept nogil:
    """Adds a value's terms to n others; returns the new number of terms. Two terms are always written, even if fewer
    count."""
    terms.row[n] = v.row[0]
    terms.coefficient[n] = sign * v.factor[0]
    terms.row[n + 1] = v.row[1]
    terms.coefficient[n + 1] = sign * v.factor[1]
    return n + v.rows


cdef void find_terms(const Model* model, const uint16_t* values, Terms* terms) noexcept nogil:
    cdef int n = 0, i
    for i in range(GROUPS):
        n = add(&model.values[model.offset[i] + values[i]], 1, terms, n)
    terms.n = n


cdef void find_changes(const Model* model, const uint16_t* before, const uint16_t* values, Terms* terms) noexcept nogil:
    """Finds the terms that update the accumulator from one position to another."""
    cdef uint8_t groups[ROOM]
    cdef int found = changes(before, values, GROUPS, groups), n = 0, i, group
    cdef const Value* old
    cdef const Value* new
    for i in range(found):
        group = groups[i]
        old = &model.values[model.offset[group] + before[group]]
        new = &model.values[model.offset[group] + values[group]]
        if old.row[0] == new.row[0] and old.row[1] == new.row[1]:
            terms.row[n] = new.row[0]
            terms.coefficient[n] = new.factor[0] - old.factor[0]
            terms.row[n + 1] = new.row[1]
            terms.coefficient[n + 1] = new.factor[1] - old.factor[1]
            n += new.rows if new.rows > old.rows else old.rows
        else:
            n = add(new, 1, terms, n)
            n = add(old, -1, terms, n)
    terms.n = n


cdef void probabilities_of(const Model* model, const uint16_t* values, float* out) noexcept nogil:
    cdef int32_t five[5]
    cdef int i
    chances(model.races, values, values + SIDE_POINTS, five)
    for i in range(5):
        out[i] = five[i] / <float>ONE


cdef void finish(const Model* model, const uint16_t* values, int kind, const float* sums, float* hidden,
                 float* out) noexcept nogil:
    """Computes the five probabilities from the hidden units' accumulator."""
    cdef const Layers* net = &model.nets[kind]
    activate(sums, hidden)
    outputs(hidden, net.weights, net.biases, out)
    if values[SIDE_POINTS + OFF]:       # the opponent has a checker off
        out[1] = out[2] = 0
    if values[OFF]:
        out[3] = out[4] = 0


cdef void predict(const Model* model, const BackgammonBits* position, float* out) noexcept nogil:
    """Computes the five probabilities of an unfinished position after a play for the side that has played."""
    cdef uint16_t values[ROOM]
    predict_from(model, values, encode(position, &model.tables, values), out)


cdef void predict_from(const Model* model, const uint16_t* values, int kind, float* out) noexcept nogil:
    cdef Terms terms
    cdef float sums[HIDDEN]
    cdef float hidden[HIDDEN]
    if kind == RACING:
        probabilities_of(model, values, out)
        return
    find_terms(model, values, &terms)
    gather(model.nets[kind].bias, sums, model.nets[kind].rows, &terms)
    finish(model, values, kind, sums, hidden, out)


cdef int choose(const Model* model, const BackgammonBits* position, int a, int b, BackgammonBits* best) noexcept nogil:
    """Finds the play with the best equity; returns the number of plays."""
    cdef Masks masks
    cdef BackgammonBits before
    cdef uint16_t old[ROOM]
    cdef uint16_t values[ROOM]
    cdef Terms terms
    cdef float base[HIDDEN]
    cdef float sums[HIDDEN]
    cdef float hidden[HIDDEN]
    cdef float out[OUTPUTS]
    cdef const BackgammonBits* final
    cdef int n, i, kind, here
    cdef float equity, highest = -10
    fill_masks(position, &masks)
    n = plays(position, &masks, a, b, model.finals)
    best[0] = model.finals[0]
    if n == 1:
        return n
    before.own[0], before.own[1] = position.other[0], position.other[1]
    before.other[0], before.other[1] = position.own[0], position.own[1]
    kind = encode(&before, &model.tables, old)
    if kind != RACING:
        find_terms(model, old, &terms)
        gather(model.nets[kind].bias, base, model.nets[kind].rows, &terms)
    for i in range(n):
        final = model.finals + i
        if count(final.other, OFF) == CHECKERS:
            equity = stake(final.own)
        else:
            here = encode(final, &model.tables, values)
            if here == kind and kind != RACING:
                find_changes(model, old, values, &terms)
                gather(base, sums, model.nets[kind].rows, &terms)
                finish(model, values, kind, sums, hidden, out)
            else:
                predict_from(model, values, here, out)
            equity = 2 * out[0] - 1 + out[1] + out[2] - out[3] - out[4]
        if equity > highest:
            highest = equity
            best[0] = final[0]
    return n


cdef float learn(const Model* model, const Moment* moment, const float* target, float rate, float pace, float points,
                 float each, float* out) noexcept nogil:
    """Makes one step towards a target; returns the error in points of the earlier prediction, `out`.

    Without a pace all rows have the same step size.
    """
    cdef const Layers* net = &model.nets[moment.kind]
    cdef Terms terms
    cdef float sums[HIDDEN]
    cdef float hidden[HIDDEN]
    cdef float step[HIDDEN]
    cdef float error[OUTPUTS]
    cdef float equity
    cdef int i
    find_terms(model, moment.values, &terms)
    gather(net.bias, sums, net.rows, &terms)
    finish(model, moment.values, moment.kind, sums, hidden, out)
    for i in range(5):
        error[i] = target[i] - out[i]
    if moment.values[SIDE_POINTS + OFF]:
        error[1] = error[2] = 0
    if moment.values[OFF]:
        error[3] = error[4] = 0
    equity = 2 * error[0] + error[1] + error[2] - error[3] - error[4]
    for i in range(OUTPUTS):
        error[i] = each * error[i] + points * equity * WORTH[i] * out[i] * (1 - out[i])
    backward(sums, hidden, net.weights, net.biases, error, rate, step)
    if pace > 0 and rate > 0:
        scatter_own(net.rows, net.squares, &terms, step, rate, pace)
    else:
        scatter(net.rows, &terms, step)
    for i in range(HIDDEN):
        net.bias[i] += step[i]
    return equity


cdef void roll(uint64_t* random, int* a, int* b) noexcept nogil:
    cdef int x = 1 + scale(next_random(random), 6), y = 1 + scale(next_random(random), 6)
    a[0] = max(x, y)
    b[0] = min(x, y)


cdef void begin(BackgammonBits* position, uint64_t* random, int* a, int* b) noexcept nogil:
    """Sets up the opening position and the opening roll of two different dice."""
    position.own[0] = position.other[0] = <uint64_t>0x0050000305000000
    position.own[1] = position.other[1] = <uint64_t>0x0000000200000000
    roll(random, a, b)
    while a[0] == b[0]:
        roll(random, a, b)


cdef void play_game(const Model* model, Moment* moments, uint64_t random, float rate, float trace, int64_t* learnt,
                    int64_t* seen) noexcept nogil:
    cdef BackgammonBits position, final
    cdef int n = 0, a = 0, b = 0, i
    cdef float target[OUTPUTS]
    cdef float next[OUTPUTS]
    cdef float reached[OUTPUTS]
    begin(&position, &random, &a, &b)
    while True:
        seen[0] += choose(model, &position, a, b, &final)
        if is_over(&final):
            final_result(&final, next)
            break
        moments[n].kind = encode(&final, &model.tables, moments[n].values)
        if moments[n].kind == RACING:
            probabilities_of(model, moments[n].values, next)
            break
        n += 1
        if n == PLIES:
            return
        position = final
        roll(&random, &a, &b)
    learnt[0] += n
    memcpy(reached, next, sizeof(next))
    while n:
        n -= 1
        flip(next)
        flip(reached)
        for i in range(5):
            target[i] = (1 - trace) * next[i] + trace * reached[i]
        learn(model, &moments[n], target, rate, 0, 0, 1, next)
        memcpy(reached, target, sizeof(target))


cdef void final_result(const BackgammonBits* final, float* five) noexcept nogil:
    """Fills the result of a game won by the side that has played."""
    cdef int points = stake(final.own)
    five[0] = 1
    five[1] = points >= 2
    five[2] = points == 3
    five[3] = five[4] = 0


cdef void flip(float* five) noexcept nogil:
    """Converts the probabilities to the opponent's view."""
    cdef float gammon = five[1], backgammon = five[2]
    five[0] = 1 - five[0]
    five[1], five[2] = five[3], five[4]
    five[3], five[4] = gammon, backgammon


cdef double play_match_game(const Net* a, const Net* b, uint64_t random, Table* table) noexcept nogil:
    """Plays one game and returns the points of `a`, which plays first."""
    cdef BackgammonBits position
    cdef int x = 0, y = 0, sign = 1
    begin(&position, &random, &x, &y)
    while True:
        position = table.finals[best_play(a if sign > 0 else b, &position, x, y, table.finals, table.equities)]
        if is_over(&position):
            return sign * stake(position.own)
        sign = -sign
        roll(&random, &x, &y)
