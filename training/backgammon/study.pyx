"""Targets for the backgammon network: values of positions from self-play, computed over all rolls.

B(s), the mean over the 21 rolls of the network's value after the best reply, is a target without the luck of one roll.
The later positions of the game correct the network's errors:

    G(s) = B(s) + lambda (G(s') - V(s'))        s' after the reply played, for the side of s; V: the network's value

This is TD(lambda)'s return minus the luck of the dice; it is not clipped to [0, 1]. Half of the games begin in the
opening, and half in positions of other kinds (starts.pyx). Some plays are random plays close to the best, so that the
network sees positions that it would never reach; at such a play G(s) is B(s).
"""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from gamecore.core.bits cimport mix64, next_random, scale
from gamecore.games.backgammon.features cimport is_contact
from gamecore.games.backgammon.inference cimport Accumulator, Net, accumulate_before, best_of, best_play, evaluate
from gamecore.games.backgammon.logistic cimport ONE
from gamecore.games.backgammon.net cimport BackgammonNet
from gamecore.games.backgammon.rules cimport BackgammonBits, Masks, fill_masks, is_over, plays
from training.backgammon.learner cimport TABLE_BYTES, Table, begin, fill_position, roll, table_in
from training.backgammon.starts cimport PLAIN, find_start, good_plays, kind_of

import numpy

cdef enum:
    PLIES = 4000                        # a longer game is not learnt from

cdef double MARGIN = 0.08               # points: by how much a reply that is tried may be worse than the best


def study(BackgammonNet net not None, uint64_t seed, int64_t first, int64_t games, double trace, double explore):
    """Returns positions from a network's self-play, and their targets.

    Parameters
    ----------
    net : BackgammonNet
    seed, first, games : int
        The dice are a function of the seed and of the game's number: first..first + games - 1.
    trace : float
        The lambda of the targets.
    explore : float
        The share of replies, 0..1, that are not the best, if another is nearly as good.

    Returns
    -------
    positions : array of uint64, shape (n, 4)
        After plays: BackgammonBits.
    targets : array of float32, shape (n, 5)
        Win, gammon and backgammon won, gammon and backgammon lost, for the side that has played. Their means are
        probabilities, but a single target may be below 0 or above 1.
    """
    cdef bytearray game_memory = bytearray(PLIES * sizeof(Studied)), memory = bytearray(TABLE_BYTES)
    cdef Studied* moments = <Studied*><char*>game_memory
    cdef Table table = table_in(memory)
    cdef uint64_t dice
    cdef int64_t game
    cdef int n
    cdef list positions = [numpy.zeros((0, 4), numpy.uint64)], targets = [numpy.zeros((0, 5), numpy.float32)]
    for game in range(first, first + games):
        dice = mix64(seed + mix64(game))
        with nogil:
            n = study_game(net.net, dice, explore, kind_of(game), moments, &table)
        if n:
            positions.append(numpy.empty((n, 4), numpy.uint64))
            targets.append(numpy.empty((n, 5), numpy.float32))
            settle_targets(moments, n, trace, positions[-1], targets[-1])
    return numpy.concatenate(positions), numpy.concatenate(targets)


def luck(BackgammonNet net not None, own, other, int a, int b):
    """Returns the luck of a roll, in points for the side on roll.

    The luck is the network's value after the best play, minus the mean of this value over all rolls. Its expectation is
    0 for any player, so a result minus the luck has the same mean and less noise.

    `own` and `other` are 26 counts of the side on roll and of its opponent, as in BackgammonNet.evaluate; `a` and `b`
    are the dice.
    """
    cdef Studied moment
    cdef BackgammonBits final
    cdef bytearray memory = bytearray(TABLE_BYTES)
    cdef Table table = table_in(memory)
    cdef int32_t five[5]
    fill_position(own, other, &moment.position)
    reply(net.net, &moment, max(a, b), min(a, b), &table, &final, five)
    return ((2 * five[0] - ONE + five[1] + five[2] - five[3] - five[4]) / <double>ONE + 2 * moment.backup[0] - 1
            + moment.backup[1] + moment.backup[2] - moment.backup[3] - moment.backup[4])


def rollouts(BackgammonNet net not None, own, other, uint64_t seed, int games):
    """Returns the results of games from a position with contact, minus the luck of the dice.

    `own` and `other` are as for `luck`, before a roll. The dice are a function of the seed and of the game's number.
    The results are points for the side on roll, float64, shape (games,).
    """
    cdef bytearray game_memory = bytearray(PLIES * sizeof(Studied)), memory = bytearray(TABLE_BYTES)
    cdef Studied* moments = <Studied*><char*>game_memory
    cdef Table table = table_in(memory)
    cdef BackgammonBits start
    cdef int game, n
    found = numpy.zeros(games)
    fill_position(own, other, &start)
    for game in range(games):
        with nogil:
            n = study_from(net.net, &start, mix64(seed + mix64(game)), 0, moments, &table)
        positions, targets = numpy.empty((n, 4), numpy.uint64), numpy.empty((n, 5), numpy.float32)
        settle_targets(moments, n, 1, positions, targets)
        found[game] = 1 - targets[0] @ [2, 1, 1, -1, -1]
    return found


cdef int settle_targets(const Studied* moments, int n, float trace, uint64_t[:, ::1] positions,
                        float[:, ::1] targets) except -1:
    """Computes G of a game's positions, from the last to the first."""
    cdef float correction[5]            # G(s') - V(s'), for the player of s'
    cdef float seen[5]
    cdef const Studied* moment
    cdef int i, k
    for k in range(5):
        correction[k] = 0
    for i in range(n - 1, -1, -1):
        moment = &moments[i]
        memcpy(&positions[i, 0], &moment.position, sizeof(BackgammonBits))
        seen[0] = -correction[0]
        seen[1], seen[2], seen[3], seen[4] = correction[3], correction[4], correction[1], correction[2]
        for k in range(5):
            targets[i, k] = moment.backup[k] + (0 if moment.astray else trace * seen[k])
            correction[k] = targets[i, k] - moment.value[k]
    return 0


cdef void reply(const Net* net, Studied* moment, int a, int b, const Table* table, BackgammonBits* final,
                int32_t* five) noexcept nogil:
    """Fills the moment's backup and the best reply to the dice a >= b with its probabilities."""
    cdef Accumulator base
    cdef Masks masks
    cdef int32_t these[5]
    cdef int64_t sums[5]
    cdef int x, y, n, best, k
    for k in range(5):
        sums[k] = 0
    fill_masks(&moment.position, &masks)
    accumulate_before(net, &moment.position, &base)
    for x in range(1, 7):
        for y in range(1, x + 1):
            n = plays(&moment.position, &masks, x, y, table.finals)
            best = best_of(net, &base, table.finals, n, these)
            for k in range(5):
                sums[k] += these[k] * (1 if x == y else 2)
            if x == a and y == b:
                final[0] = table.finals[best]
                memcpy(five, these, sizeof(these))
    moment.backup[0] = 1 - sums[0] / (36.0 * ONE)
    moment.backup[1], moment.backup[2] = sums[3] / (36.0 * ONE), sums[4] / (36.0 * ONE)
    moment.backup[3], moment.backup[4] = sums[1] / (36.0 * ONE), sums[2] / (36.0 * ONE)


cdef bint stray(const Net* net, const BackgammonBits* position, int a, int b, uint64_t* random, const Table* table,
                BackgammonBits* final) noexcept nogil:
    """Finds another reply that is nearly as good as the best, if there is one."""
    cdef int best, i, n = good_plays(net, position, a, b, <int32_t>(MARGIN * ONE) - 1, table, &best)
    if n == 1:
        return False
    i = scale(next_random(random), n - 1)
    final[0] = table.finals[table.equities[i + (table.equities[i] >= best)]]
    return True


cdef int study_game(const Net* net, uint64_t random, double explore, int kind, Studied* moments,
                    const Table* table) noexcept nogil:
    """Plays a game from a start of a kind; returns its number of moments."""
    cdef BackgammonBits position, final
    cdef int a = 0, b = 0
    if kind == PLAIN or not find_start(net, kind, &random, table, &final):
        begin(&position, &random, &a, &b)
        final = table.finals[best_play(net, &position, a, b, table.finals, table.equities)]
    return study_from(net, &final, random, explore, moments, table)


cdef int study_from(const Net* net, const BackgammonBits* start, uint64_t random, double explore, Studied* moments,
                    const Table* table) noexcept nogil:
    """Plays a game of study from a position after a play."""
    cdef BackgammonBits final = start[0]
    cdef int32_t five[5]
    cdef Studied* moment
    cdef int n = 0, a = 0, b = 0, k
    evaluate(net, &final, five)
    while not is_over(&final) and is_contact(&final):        # races have networks of their own
        if n == PLIES:
            return 0
        moment = &moments[n]
        n += 1
        moment.position = final
        for k in range(5):
            moment.value[k] = five[k] / <float>ONE
        roll(&random, &a, &b)
        reply(net, moment, a, b, table, &final, five)
        moment.astray = False
        if explore > 0 and scale(next_random(&random), 1 << 20) < explore * (1 << 20):
            moment.astray = stray(net, &moment.position, a, b, &random, table, &final)
            if moment.astray:
                evaluate(net, &final, five)
    return n
