"""Kinds of positions with contact, and a search for such positions in games whose plays are within a margin of the
best."""
from libc.stdint cimport int32_t, int64_t, int8_t, uint32_t, uint64_t

from gamecore.core.bits cimport mix64, next_random, popcount, scale
from gamecore.games.backgammon.features cimport is_contact
from gamecore.games.backgammon.inference cimport Net, best_play, evaluate_plays
from gamecore.games.backgammon.logistic cimport ONE
from gamecore.games.backgammon.net cimport BackgammonNet
from gamecore.games.backgammon.rules cimport (BAR, FAR, OFF, BackgammonBits, Masks, count, fill_masks, flipped, is_over,
                                              made, occupied, plays)
from training.backgammon.learner cimport TABLE_BYTES, Table, begin, roll, table_in

import numpy

KINDS = ("containment", "bear-off", "back game", "crashed", "primes", "blitz", "plain")

cdef enum:
    TRIES = 16                          # games for one start
    PLIES = 400                         # of such a game
    ERRING_PLIES = 300                  # of a game with errors
    EARLY = 4                           # plies before which no start lies
    MARGINS = 6
    SHARES = 6
    TURNS = 8

cdef double[MARGINS] MARGIN             # points: how much worse than the best a play of a side may be
MARGIN[:] = [0, 0.05, 0.1, 0.2, 0.4, 0.8]
cdef double[SHARES] SHARE               # of a side's plays that are errors, in a game with errors
SHARE[:] = [0, 0.05, 0.1, 0.2, 0.3, 0.5]
cdef int[TURNS] TURN                    # the kinds in which games begin; bear-offs follow from most of them
TURN[:] = [BACK_GAME, PRIMES, BLITZ, BACK_GAME, CRASHED, PRIMES, BLITZ, CONTAINMENT]


cdef int kind_of(int64_t game) noexcept nogil:
    """Returns the kind in which a game of study begins, PLAIN for the opening."""
    return TURN[(game >> 1) % TURNS] if game & 1 else PLAIN


cdef inline int men(const uint64_t* side, int first, int last) noexcept nogil:
    cdef int sum = 0, i
    for i in range(first, last + 1):
        sum += count(side, i)
    return sum


cdef inline bint has_prime(const uint64_t* side, const uint64_t* other) noexcept nogil:
    """Whether a side has four points in a row, and the other side has a checker behind them."""
    cdef uint32_t blocks = made(side) & (((<uint32_t>1 << BAR) - 1) & ~<uint32_t>1)
    blocks &= blocks >> 1
    blocks &= blocks >> 2
    return blocks != 0 and (flipped(occupied(other) & ~<uint32_t>1) & (blocks - 1) & ~blocks) != 0


cdef inline bint is_blitzed(const uint64_t* side, const uint64_t* other) noexcept nogil:
    """Whether a side on the bar has no anchor, against at least two home points and eight checkers near them."""
    return (count(side, BAR) > 0 and (made(side) >> FAR) & 63 == 0 and popcount((made(other) >> 1) & 63) >= 2
            and men(other, 1, 8) >= 8)


cdef int kind_of_position(const BackgammonBits* position) noexcept nogil:
    """Returns the first kind to which a position with contact belongs."""
    cdef const uint64_t* own = &position.own[0]
    cdef const uint64_t* other = &position.other[0]
    cdef int own_back = men(own, FAR, BAR), other_back = men(other, FAR, BAR)
    if count(own, OFF) or count(other, OFF):
        return CONTAINMENT if count(own, OFF) and own_back or count(other, OFF) and other_back else BEAROFF
    if popcount((made(own) >> FAR) & 63) >= 2 or popcount((made(other) >> FAR) & 63) >= 2:
        return BACK_GAME
    if men(own, 1, 3) >= 7 or men(other, 1, 3) >= 7:
        return CRASHED
    if has_prime(own, other) and has_prime(other, own):
        return PRIMES
    if is_blitzed(own, other) or is_blitzed(other, own):
        return BLITZ
    return PLAIN


def kinds(const uint64_t[:, ::1] positions not None):
    """Returns the kinds of positions from `study`, as an int8 array of indices of KINDS."""
    found = numpy.empty(len(positions), numpy.int8)
    cdef int8_t[::1] view = found
    cdef int i
    for i in range(positions.shape[0]):
        view[i] = kind_of_position(<const BackgammonBits*>&positions[i, 0])
    return found


cdef int good_plays(const Net* net, const BackgammonBits* position, int a, int b, int32_t margin, const Table* table,
                    int* best) noexcept nogil:
    """Replaces the table's equities by the list of the indices of the plays within a margin of the best."""
    cdef Masks masks
    cdef int32_t least
    cdef int n, i, found = 0
    fill_masks(position, &masks)
    n = plays(position, &masks, a, b, table.finals)
    evaluate_plays(net, position, table.finals, n, table.equities)
    best[0] = 0
    for i in range(1, n):
        best[0] = i if table.equities[i] > table.equities[best[0]] else best[0]
    least = table.equities[best[0]] - margin
    for i in range(n):
        if table.equities[i] >= least:
            table.equities[found] = i                 # found <= i: what is overwritten was read
            found += 1
    return found


cdef bint find_start(const Net* net, int wanted, uint64_t* random, const Table* table,
                     BackgammonBits* start) noexcept nogil:
    """Finds a position of the wanted kind after a play; returns False if TRIES games contain none."""
    cdef BackgammonBits position
    cdef double margins[2]
    cdef int game, ply, choices, best, found = 0, a = 0, b = 0
    for game in range(TRIES):    # no-cython-lint
        margins[0] = MARGIN[scale(next_random(random), MARGINS)]
        margins[1] = MARGIN[scale(next_random(random), MARGINS)]
        begin(&position, random, &a, &b)
        for ply in range(PLIES):
            choices = good_plays(net, &position, a, b, <int32_t>(margins[ply & 1] * ONE), table, &best)
            position = table.finals[table.equities[scale(next_random(random), choices)]]
            if is_over(&position) or not is_contact(&position):
                break
            if ply >= EARLY and kind_of_position(&position) == wanted:
                found += 1
                if scale(next_random(random), found) == 0:
                    start[0] = position
            roll(random, &a, &b)
        if found:
            return True
    return False


def erring_positions(BackgammonNet net not None, uint64_t seed, int64_t game):
    """Returns the positions with contact after the plays of a game in which random plays are mixed with the best.

    The array has the form of `study`'s positions. A side errs in a share of its plays (SHARE), by any legal play. The
    first EARLY - 1 are left out.
    """
    cdef bytearray memory = bytearray(TABLE_BYTES)
    cdef Table table = table_in(memory)
    cdef Masks masks
    cdef BackgammonBits position
    cdef uint64_t random = mix64(seed + mix64(game))
    cdef double[2] shares
    cdef int ply, chosen, a = 0, b = 0
    positions = []
    for ply in range(2):
        shares[ply] = SHARE[scale(next_random(&random), SHARES)]
    begin(&position, &random, &a, &b)
    for ply in range(ERRING_PLIES):
        if scale(next_random(&random), 1 << 20) < shares[ply & 1] * (1 << 20):
            fill_masks(&position, &masks)
            chosen = scale(next_random(&random), plays(&position, &masks, a, b, table.finals))
        else:
            chosen = best_play(net.net, &position, a, b, table.finals, table.equities)
        position = table.finals[chosen]
        if is_over(&position) or not is_contact(&position):
            break
        if ply >= EARLY - 1:
            positions.append((position.own[0], position.own[1], position.other[0], position.other[1]))
        roll(&random, &a, &b)
    return numpy.array(positions, numpy.uint64).reshape(-1, 4)
