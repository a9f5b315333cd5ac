"""The evaluation of positions, of the plays of a roll and of a search's siblings by the networks. This code runs per
node."""
from libc.stdint cimport int16_t, int32_t
from libc.string cimport memcpy, memset

from gamecore.games.backgammon.features cimport GROUPS, RACING, SIDE_POINTS, encode
from gamecore.games.backgammon.logistic cimport ONE, logistic
from gamecore.games.backgammon.races cimport chances
from gamecore.games.backgammon.rules cimport CHECKERS, OFF, Masks, count, fill_masks, is_over, plays, stake
from gamecore.games.backgammon.match_equity cimport equity as equity_at_score


cdef inline void accumulate(const Net* net, const Accumulator* near, Accumulator* here) noexcept nogil:
    """Computes the accumulator of a list of values; if another position is of the same kind, by an update of its
    accumulator."""
    cdef const Layers* layers = &net.layers[here.kind]
    cdef const int16_t* values = <const int16_t*>here.values
    here.known = True
    if near != NULL and near.known and near.kind == here.kind:
        sum_changes(near.sums, layers.rows, net.offset, net.least, <const int16_t*>near.values, values, here.sums)
    else:
        sum_all(layers.bias, layers.rows, net.offset, net.least, values, here.sums)


cdef inline int32_t least(int32_t a, int32_t b) noexcept nogil:
    return a if a < b else b


cdef void finish(const Net* net, const Accumulator* here, int32_t* five) noexcept nogil:
    """Computes the five probabilities of the mover, with 0 <= backgammon <= gammon <= win."""
    cdef const Layers* layers = &net.layers[here.kind]
    cdef int32_t out[5]
    finish_sums(here.sums, layers.weights, layers.biases, out)
    five[0] = logistic(&net.logistic, out[0])
    five[1] = five[2] = five[3] = five[4] = 0
    if here.values[SIDE_POINTS + OFF] == 0:
        five[1] = least(logistic(&net.logistic, out[1]), five[0])
        five[2] = least(logistic(&net.logistic, out[2]), five[1])
    if here.values[OFF] == 0:
        five[3] = least(logistic(&net.logistic, out[3]), ONE - five[0])
        five[4] = least(logistic(&net.logistic, out[4]), five[3])


cdef inline int32_t equity(const int32_t* five) noexcept nogil:
    """Returns points per game, in 1/2**24."""
    return 2 * five[0] - ONE + five[1] + five[2] - five[3] - five[4]


cdef inline double equity_of(const MatchEquity* match, const BackgammonBits* position,
                             const int32_t* five) noexcept nogil:
    """Returns the points per game, or the match equity, of the side on roll, given the other side's probabilities."""
    return -equity(five) / <double>ONE if match == NULL else -equity_at_score(match, position, five)


cdef double expected_value(const Net* net, const MatchEquity* match, const BackgammonBits* position) noexcept nogil:
    """Returns the expected points for the side on roll, before it rolls."""
    cdef int32_t five[5]
    evaluate(net, position, five)
    return equity_of(match, position, five)


cdef void expected_values(const Net* net, const MatchEquity* match, const BackgammonBits* positions, const int* which,
                          int n, Accumulator* near, double* scores) noexcept nogil:
    """Fills scores[i] with expected_value(positions[which[i]]) for siblings.

    Each accumulator is computed from the one before it, and the first from `near`, which in the end holds the last one.
    """
    cdef Accumulator room[2]
    cdef const Accumulator* last = near
    cdef int32_t five[5]
    cdef int i
    for i in range(n):
        last = evaluate_next(net, positions + which[i], last, room, five)
        scores[i] = equity_of(match, positions + which[i], five)
    if last != near:
        near[0] = last[0]


cdef void final_probabilities(const BackgammonBits* position, int32_t* five) noexcept nogil:
    """Fills the probabilities of a finished game."""
    cdef bint won = count(position.other, OFF) == CHECKERS
    cdef int points = stake(position.own) if won else stake(position.other)
    memset(five, 0, 5 * sizeof(int32_t))
    five[0] = ONE if won else 0
    five[1 if won else 3] = ONE if points > 1 else 0
    five[2 if won else 4] = ONE if points > 2 else 0


cdef const Accumulator* evaluate_next(const Net* net, const BackgammonBits* position, const Accumulator* near,
                                      Accumulator* room, int32_t* five) noexcept nogil:
    """Computes the probabilities of a position, by updating the accumulator `near` of another position if the two are
    similar.

    Returns the accumulator to use for the next position: that of this position, in the element of `room` that `near`
    does not use, or `near` if this position has none.
    """
    cdef Accumulator* here = room + (near == room)
    if is_over(position):
        final_probabilities(position, five)
        return near
    here.kind = encode(position, &net.tables, here.values)
    if here.kind == RACING:
        chances(net.races, here.values, here.values + SIDE_POINTS, five)
        return near
    memset(here.values + GROUPS, 0, (ROOM - GROUPS) * sizeof(here.values[0]))
    accumulate(net, near, here)
    finish(net, here, five)
    return here


cdef void evaluate(const Net* net, const BackgammonBits* position, int32_t* five) noexcept nogil:
    """Computes the five probabilities of a position after a play for the side that has played, in 1/2**24."""
    cdef Accumulator here
    evaluate_next(net, position, NULL, &here, five)


cdef void accumulate_before(const Net* net, const BackgammonBits* position, Accumulator* base) noexcept nogil:
    """Computes the base for the plays of the side on roll, which is the accumulator of the position as if this side had
    just played."""
    cdef BackgammonBits before
    before.own[0], before.own[1] = position.other[0], position.other[1]
    before.other[0], before.other[1] = position.own[0], position.own[1]
    base.kind = encode(&before, &net.tables, base.values)
    base.known = False
    memset(base.values + GROUPS, 0, (ROOM - GROUPS) * sizeof(base.values[0]))
    if base.kind != RACING:
        accumulate(net, NULL, base)


cdef void evaluate_plays(const Net* net, const BackgammonBits* position, const BackgammonBits* finals, int n,
                         int32_t* equities) noexcept nogil:
    """Computes the equities of the plays of one roll for the side on roll, in 1/2**24 points per game."""
    cdef Accumulator room[2]
    cdef const Accumulator* last = NULL
    cdef int32_t five[5]
    cdef int i
    for i in range(n):
        last = evaluate_next(net, finals + i, last, room, five)
        equities[i] = equity(five)


cdef int best_of(const Net* net, const Accumulator* base, const BackgammonBits* finals, int n,
                 int32_t* five) noexcept nogil:
    """Returns the index of the best play, computed from `base`, and fills its probabilities."""
    cdef Accumulator room[2]
    cdef const Accumulator* last = base
    cdef int32_t these[5]
    cdef int32_t highest = 0
    cdef int i, best = -1
    for i in range(n):
        last = evaluate_next(net, finals + i, last, room, these)
        if best < 0 or equity(these) > highest:
            highest = equity(these)
            best = i
            memcpy(five, these, sizeof(these))
    return best


cdef int best_play(const Net* net, const BackgammonBits* position, int a, int b, BackgammonBits* finals,
                   int32_t* equities) noexcept nogil:
    """Returns the index of the best play of dice a >= b, and fills `finals` and `equities`, with room for MAX_PLAYS."""
    cdef Masks masks
    cdef int n, i, best = 0
    fill_masks(position, &masks)
    n = plays(position, &masks, a, b, finals)
    if n > 1:
        evaluate_plays(net, position, finals, n, equities)
        for i in range(1, n):
            best = i if equities[i] > equities[best] else best
    return best
