"""Backgammon in arrays: the validation of a position's bits, and its counts as bytes."""
from libc.stdint cimport int8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from gamecore.core.bits cimport lowest, next_random, popcount, scale
from gamecore.games.backgammon.rules cimport (BAR, CHECKERS, HOME, OFF, ROLL_SHIFT, BackgammonBits, Masks, count,
                                              count_pairs, fill_masks, find_pairs, flipped, made, occupied, play_pairs,
                                              plays, roll_of)

cdef enum:
    SIDE = BAR + 1                   # counts of a side, and bytes of it in an array
    INSIDE = ((1 << BAR) - 1) & ~1   # the points 1..24, as a mask


cdef inline int total(const uint64_t* side) noexcept nogil:
    """Returns the number of a side's checkers, ignoring the bits of the roll."""
    cdef uint64_t nibbles = 0x0f0f0f0f0f0f0f0f, ones = 0x0101010101010101
    cdef uint64_t low = side[0], high = side[1] & ((<uint64_t>1 << 4 * (BAR + 1 - 16)) - 1)
    return ((((low & nibbles) + (low >> 4 & nibbles)) * ones >> 56)
            + (((high & nibbles) + (high >> 4 & nibbles)) * ones >> 56))


cdef inline uint64_t gathered(uint64_t counts) noexcept nogil:
    """Returns eight counts of a byte as counts of four bits."""
    counts = (counts | counts >> 4) & <uint64_t>0x00ff00ff00ff00ff
    counts = (counts | counts >> 8) & <uint64_t>0x0000ffff0000ffff
    return (counts | counts >> 16) & <uint64_t>0xffffffff


cdef inline bint pack(const int8_t* counts, uint64_t* side) noexcept nogil:
    """Packs the counts of a side; returns False if one, or their sum, is out of range."""
    cdef uint64_t words[4]
    words[3] = 0
    memcpy(words, counts, SIDE)                  # a little-endian machine's bytes are the counts in order
    side[0] = gathered(words[0]) | gathered(words[1]) << 32
    side[1] = gathered(words[2]) | gathered(words[3]) << 32
    return ((words[0] | words[1] | words[2] | words[3]) & <uint64_t>0xf0f0f0f0f0f0f0f0) == 0 and total(side) == CHECKERS


cdef inline bint place(const int8_t* board, BackgammonBits* position) noexcept nogil:
    """Packs the counts of both sides; returns False if there is no such position."""
    return (pack(board, position.own) and pack(board + SIDE, position.other)
            and not occupied(position.own) & flipped(occupied(position.other)) & INSIDE)


cdef inline bint read(const int8_t* board, BackgammonBits* position) noexcept nogil:
    """Packs the counts like `pack`, but also returns False if the game is over."""
    return place(board, position) and board[OFF] < CHECKERS and board[SIDE + OFF] < CHECKERS


cdef inline uint64_t deposit(uint64_t counts) noexcept nogil:
    """Returns eight counts of four bits as eight bytes."""
    counts = counts & <uint64_t>0xffffffff
    counts = (counts | counts << 16) & <uint64_t>0x0000ffff0000ffff
    counts = (counts | counts << 8) & <uint64_t>0x00ff00ff00ff00ff
    return (counts | counts << 4) & <uint64_t>0x0f0f0f0f0f0f0f0f


cdef inline void unpack(const uint64_t* side, int8_t* counts) noexcept nogil:
    """Unpacks the counts; the bytes of a little-endian word are the counts in order."""
    cdef uint64_t words[4]
    words[0] = deposit(side[0])
    words[1] = deposit(side[0] >> 32)
    words[2] = deposit(side[1])
    words[3] = deposit(side[1] >> 32)
    memcpy(counts, words, SIDE)


cdef inline bint is_shut_in(const uint64_t* side, const uint64_t* opponent) noexcept nogil:
    """Whether a side has a checker on the bar against a closed home."""
    return count(side, BAR) and (~made(opponent) & (((2 << HOME) - 1) & ~1)) == 0


cdef inline bint is_sound(const BackgammonBits* position) noexcept nogil:
    """Whether each side has fifteen checkers, no point is held by both sides, the roll is valid or missing, and a
    player can eventually move."""
    cdef int roll = roll_of(position), large = roll >> 3, small = roll & 7
    cdef uint64_t unused = ~((<uint64_t>1 << 4 * (BAR + 1 - 16)) - 1)
    return (total(position.own) == CHECKERS and total(position.other) == CHECKERS
            and (position.own[1] & unused & ((<uint64_t>1 << ROLL_SHIFT) - 1)) == 0
            and (position.other[1] & unused) == 0
            and (roll == 0 or 1 <= small <= large <= 6)
            and not (occupied(position.own) & flipped(occupied(position.other)) & INSIDE)
            and not (is_shut_in(position.own, position.other) and is_shut_in(position.other, position.own))
            and not (count(position.own, OFF) == CHECKERS and count(position.other, OFF) == CHECKERS))


cdef inline uint32_t bit_number(uint32_t bits, int k) noexcept nogil:
    """Returns the set bit that has k set bits below it."""
    while k:
        bits &= bits - 1
        k -= 1
    return bits & -bits


cdef inline void play_at_random(const BackgammonBits* position, uint64_t* random, BackgammonBits* room,
                                BackgammonBits* final) noexcept nogil:
    """Finds the position after a random play of the roll, drawn uniformly.

    For two different dice only the drawn play is made; `room` is for the plays of doubles.
    """
    cdef uint32_t pairs[BAR + 1]
    cdef Masks masks
    cdef int a = roll_of(position) >> 3, b = roll_of(position) & 7, n = 0, k, p
    cdef uint32_t sources
    fill_masks(position, &masks)
    if a != b:
        sources = find_pairs(position, &masks, a, b, pairs)
        n = count_pairs(sources, pairs)
    if n == 0:                                   # a double, one die alone, or a pass
        n = plays(position, &masks, a, b, room)
        final[0] = room[scale(next_random(random), n)]
        return
    k = scale(next_random(random), n)
    p = lowest(sources)
    while k >= popcount(pairs[p]):
        k -= popcount(pairs[p])
        sources &= sources - 1
        p = lowest(sources)
    pairs[p] = bit_number(pairs[p], k)
    play_pairs(position, &masks, a, b, <uint32_t>1 << p, pairs, final)
