"""The inputs of backgammon's networks: a list of small numbers, each of which selects a row of weights.

The position is one after a play: `mover` has played, `roller` is about to roll. Each side counts points from its own
end. Value g of the list is the number of one group; groups stand in this order:

    0..25      the mover's checkers on its point 0 (off) .. 25 (bar)
    26..51     the roller's
    52, 53     pips of mover and roller           54, 55   checkers outside home

Then come the groups of `Side` for each side and, from the mover's end, eight blocks of four points, each point empty,
one or more of the mover's, one or more of the roller's: 5 ** 4 = 625 patterns. Of a race only the first 52 are filled.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from gamecore.core.bits cimport highest, popcount
from gamecore.games.backgammon.rules cimport BAR, OFF, BackgammonBits, made, occupied, turned

cdef extern from "gamecore/games/backgammon/kernels.h" nogil:
    enum:
        HIDDEN "GC_HIDDEN"
        OUTPUTS "GC_OUTPUTS"            # win, gammon and backgammon won, gammon and backgammon lost
    void gc_shots(uint32_t own, uint32_t open, uint32_t blots, int* rolls, int* pips) noexcept
    void gc_shots_from_bar(uint32_t own, bint single, uint32_t open, uint32_t blots, int* rolls, int* pips) noexcept

cdef enum:
    SIDE_POINTS = 26
    PIPS = 52
    OUTSIDE = 54
    SIDES = 56                          # first group of Side, the mover's
    ESCAPES = 0                         # rolls that bring the rearmost checker past the next blocks, 0..36
    FRONT                               # the opponent's points among the eight before the rearmost checker: a mask
    CONTAINMENT                         # 36 minus the fewest escapes that an opponent's checker on 0..12 has
    HOME_POINTS                         # own points at home, a mask, + 64 * (opponent's checkers on the bar, at most 2)
    SHOTS                               # rolls that hit, 0..36
    LOST                                # pips that the opponent then loses, mean of all rolls, in halves
    PRIME                               # points in a row, at most 7
    ANCHORS                             # own points in the opponent's home, a mask
    BACK                                # checkers there and on the bar
    BLOTS                               # at most 7
    MOBILITY                            # single dice that can be played, times checkers' points
    DANGER                              # the opponent's made home points + 7 * (rolls that hit this side + 4) / 5
    SIDE_GROUPS
    BLOCKS = SIDES + 2 * SIDE_GROUPS
    BLOCK_GROUPS = 8
    GROUPS = BLOCKS + BLOCK_GROUPS
    ROOM = 96                           # GROUPS, rounded up to whole vectors
    CONTACT = 0                         # kinds of positions, one network each: hits are possible, both have men back,
    LATE                                # ... a side has a checker off,
    AHEAD                               # ... no side has, and the side that has played has no man back,
    BEHIND                              # ... only the other side has none
    KINDS
    RACING = KINDS                      # no more hits are possible (races.pxd)

cdef struct Side:                       # what is common to many groups, points as the side numbers them
    uint32_t own                        # points with a checker, the bar included
    uint32_t made                       # with two or more, on the board
    uint32_t theirs                     # the opponent's made points
    uint32_t blots                      # the opponent's blots
    int shots
    int lost


cdef inline void unpack(const uint64_t* side, uint16_t* counts) noexcept nogil:
    cdef uint64_t low = side[0], high = side[1]
    cdef int i
    for i in range(16):
        counts[i] = (low >> 4 * i) & 15
    for i in range(10):
        counts[16 + i] = (high >> 4 * i) & 15


cdef inline int pips(const uint16_t* counts) noexcept nogil:
    cdef int sum = 0, i
    for i in range(SIDE_POINTS):
        sum += i * counts[i]
    return sum


cdef inline int total(const uint16_t* counts, int first, int last) noexcept nogil:
    cdef int sum = 0, i
    for i in range(first, last + 1):
        sum += counts[i]
    return sum


cdef inline void see(const uint64_t* own, const uint64_t* other, Side* side) noexcept nogil:
    cdef uint32_t board = ((<uint32_t>1 << BAR) - 1) & ~<uint32_t>1
    cdef uint32_t theirs = turned(occupied(other)) & board
    side.own = occupied(own) & ~<uint32_t>1
    side.made = made(own) & board
    side.theirs = turned(made(other)) & board
    side.blots = theirs & ~side.theirs


cdef inline bint is_contact(const BackgammonBits* position) noexcept nogil:
    """Whether a checker of one side still has to pass one of the other."""
    return highest(occupied(position.own)) + highest(occupied(position.other)) > BAR


cdef inline int containment(uint32_t made, const uint8_t* escapes) noexcept nogil:
    cdef int fewest = 36, i, here
    for i in range(13):
        here = escapes[(made >> (i + 1)) & 0xfff]
        fewest = here if here < fewest else fewest
    return 36 - fewest


cdef inline int prime(uint32_t made) noexcept nogil:
    cdef int n = 0
    while made:
        made &= made >> 1
        n += 1
    return n if n < 7 else 7


cdef inline void look_for_shots(Side* side, int bar) noexcept nogil:
    cdef uint32_t open = ((<uint32_t>1 << BAR) - 2) & ~side.theirs
    side.shots = side.lost = 0
    if side.blots == 0:
        return
    if bar:
        gc_shots_from_bar(side.own, bar == 1, open, side.blots, &side.shots, &side.lost)
    else:
        gc_shots(side.own, open, side.blots, &side.shots, &side.lost)


cdef inline void describe(const Side* side, const Side* opponent, const uint16_t* own, const uint16_t* other,
                          const uint8_t* escapes,
                          uint16_t* values) noexcept nogil:
    """The groups of one side."""
    cdef int rear = highest(side.own), die, moves = 0
    cdef uint32_t ahead = opponent.made >> (BAR + 1 - rear), board = ((<uint32_t>1 << BAR) - 1) & ~<uint32_t>1
    values[ESCAPES] = escapes[ahead & 0xfff]
    values[FRONT] = ahead & 0xff
    values[CONTAINMENT] = containment(side.made, escapes)
    values[HOME_POINTS] = ((side.made >> 1) & 63) + 64 * (other[BAR] if other[BAR] < 2 else 2)
    values[SHOTS] = side.shots
    values[LOST] = side.lost // 18
    values[PRIME] = prime(side.made)
    values[ANCHORS] = (side.made >> 19) & 63
    values[BACK] = total(own, 19, BAR)
    values[BLOTS] = popcount(opponent.blots)
    if values[BLOTS] > 7:
        values[BLOTS] = 7
    for die in range(1, 7):
        moves += popcount((side.own >> die) & board & ~side.theirs)
    values[MOBILITY] = moves
    values[DANGER] = popcount((opponent.made >> 1) & 63) + 7 * ((opponent.shots + 4) // 5)


cdef inline void find_blocks(const Side* mover, const uint16_t* digits, uint16_t* values) noexcept nogil:
    cdef uint32_t ones = mover.own & ~mover.made, twos = mover.made, threes = mover.blots, fours = mover.theirs
    cdef int i, shift
    for i in range(BLOCK_GROUPS):
        shift = 4 * i + 1 if i < 6 else (3 if i == 6 else 19)
        values[i] = (digits[(ones >> shift) & 15] + 2 * digits[(twos >> shift) & 15]
                     + 3 * digits[(threes >> shift) & 15] + 4 * digits[(fours >> shift) & 15])


cdef struct FeatureTables:
    uint8_t escapes[4096]               # by the blocks on the next twelve points, the nearest in bit 0
    uint16_t digits[16]                 # four bits as digits of base 5


cdef inline int encode(const BackgammonBits* position, const FeatureTables* tables, uint16_t* values) noexcept nogil:
    """Fills values (room for ROOM) and returns the kind of position; of a race only the checkers are filled in."""
    cdef Side mover, roller
    cdef uint16_t* me = values
    cdef uint16_t* he = values + SIDE_POINTS
    unpack(position.other, me)
    unpack(position.own, he)
    if not is_contact(position):
        return RACING
    values[PIPS] = pips(me)
    values[PIPS + 1] = pips(he)
    values[OUTSIDE] = total(me, 7, BAR)
    values[OUTSIDE + 1] = total(he, 7, BAR)
    see(position.other, position.own, &mover)
    see(position.own, position.other, &roller)
    look_for_shots(&mover, me[BAR])
    look_for_shots(&roller, he[BAR])
    describe(&mover, &roller, me, he, tables.escapes, values + SIDES)
    describe(&roller, &mover, he, me, tables.escapes, values + SIDES + SIDE_GROUPS)
    find_blocks(&mover, tables.digits, values + BLOCKS)
    if me[OFF] or he[OFF]:
        return LATE
    if values[SIDES + BACK] == 0:
        return AHEAD
    return BEHIND if values[SIDES + SIDE_GROUPS + BACK] == 0 else CONTACT
