"""The inputs of backgammon's networks: a list of small numbers, each of which selects a row of weights.

A position is evaluated after a play: `mover` has played, and `roller` is about to roll. Each side counts points from
its own end. Value g of the list belongs to group g. The groups are in this order:

    0..25      the mover's checkers on its point 0 (off) .. 25 (bar)
    26..51     the roller's
    52, 53     pips of mover and roller           54, 55   checkers outside home

Then come the groups of `Side` for each side and, from the mover's end, eight blocks of four points. A point is empty,
or has one checker or several checkers of the mover or of the roller, so a block has 5 ** 4 = 625 patterns. For a race
only the first 52 inputs are filled.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from gamecore.core.bits cimport highest, popcount, reverse
from gamecore.games.backgammon.linear cimport pips, total
from gamecore.games.backgammon.rules cimport (BAR, CHECKERS, COUNT_BITS, OFF, BackgammonBits, count, flipped, made,
                                              occupied)

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

cdef struct FeatureTables:              # by the blocks on the next points, the nearest in bit 0
    uint8_t escapes[1 << 12]            # of twelve points: rolls that move 7 or more
    uint8_t fewest[1 << 14]             # of fourteen: the fewest from three points in a row

cdef struct Side:                       # common to many groups, with points as the side numbers them
    uint32_t own                        # points with a checker, the bar included
    uint32_t made                       # with two or more, on the board
    uint32_t theirs                     # the opponent's made points
    uint32_t blots                      # the opponent's blots
    int shots
    int lost


cdef inline uint64_t words(uint64_t counts) noexcept nogil:
    """Returns four counts of four bits as words of sixteen, in the order of a little-endian machine."""
    counts = counts & 0xffff
    counts = (counts | counts << 24) & <uint64_t>0x000000ff000000ff
    return (counts | counts << 12) & <uint64_t>0x000f000f000f000f


cdef inline void unpack(const uint64_t* side, uint16_t* counts) noexcept nogil:
    cdef uint64_t four
    cdef int i
    for i in range(6):
        four = words(side[i >> 2] >> 16 * (i & 3))
        memcpy(counts + 4 * i, &four, sizeof(four))
    counts[24] = count(side, 24)
    counts[25] = count(side, BAR)


cdef inline void see(const uint64_t* own, const uint64_t* other, Side* side) noexcept nogil:
    cdef uint32_t board = ((<uint32_t>1 << BAR) - 1) & ~<uint32_t>1
    cdef uint32_t theirs = flipped(occupied(other)) & board
    side.own = occupied(own) & ~<uint32_t>1
    side.made = made(own) & board
    side.theirs = flipped(made(other)) & board
    side.blots = theirs & ~side.theirs


cdef inline bint is_contact(const BackgammonBits* position) noexcept nogil:
    """Whether a checker of one side still has to pass a checker of the other side."""
    return highest(occupied(position.own)) + highest(occupied(position.other)) > BAR


cdef inline int containment(uint32_t made, const FeatureTables* tables) noexcept nogil:
    cdef int fewest = tables.escapes[made >> 13 & 0xfff], i, here
    for i in range(0, 12, 3):
        here = tables.fewest[made >> (i + 1) & 0x3fff]
        fewest = here if here < fewest else fewest
    return 36 - fewest


cdef inline int prime(uint32_t made) noexcept nogil:
    cdef int n = made != 0, i
    for i in range(6):
        made &= made >> 1
        n += made != 0
    return n


cdef inline void look_for_shots(Side* side, int bar) noexcept nogil:
    cdef uint32_t open = ((<uint32_t>1 << BAR) - 2) & ~side.theirs
    side.shots = side.lost = 0
    if side.blots == 0:
        return
    if bar:
        gc_shots_from_bar(side.own, bar == 1, open, side.blots, &side.shots, &side.lost)
    else:
        gc_shots(side.own, open, side.blots, &side.shots, &side.lost)


cdef inline void describe(const Side* side, const Side* opponent, const uint64_t* own, const uint64_t* other,
                          const FeatureTables* tables, uint16_t* values) noexcept nogil:
    """Fills the groups of one side."""
    cdef int rear = highest(side.own), on_bar = count(other, BAR), die, moves = 0
    cdef uint32_t ahead = opponent.made >> (BAR + 1 - rear), board = ((<uint32_t>1 << BAR) - 1) & ~<uint32_t>1
    values[ESCAPES] = tables.escapes[ahead & 0xfff]
    values[FRONT] = ahead & 0xff
    values[CONTAINMENT] = containment(side.made, tables)
    values[HOME_POINTS] = ((side.made >> 1) & 63) + 64 * (on_bar if on_bar < 2 else 2)
    values[SHOTS] = side.shots
    values[LOST] = side.lost // 18
    values[PRIME] = prime(side.made)
    values[ANCHORS] = (side.made >> 19) & 63
    values[BACK] = total(own[1] >> 12 & <uint64_t>0xfffffff)
    values[BLOTS] = popcount(opponent.blots)
    if values[BLOTS] > 7:
        values[BLOTS] = 7
    for die in range(1, 7):
        moves += popcount((side.own >> die) & board & ~side.theirs)
    values[MOBILITY] = moves
    values[DANGER] = popcount((opponent.made >> 1) & 63) + 7 * ((opponent.shots + 4) // 5)


cdef inline uint64_t ones_and_more(uint64_t counts) noexcept nogil:
    """Returns two bits for each count of four bits: bit 0 for some checkers, bit 1 for two or more."""
    cdef uint64_t bits = <uint64_t>0x1111111111111111, more = (counts >> 1 | counts >> 2 | counts >> 3) & bits
    return (counts & bits) | more | more << 1


cdef inline uint64_t digits(uint64_t mine, uint64_t his) noexcept nogil:
    """Returns the digits 0..4 of sixteen points from these bits; the bits of the other side are in the opposite
    order."""
    cdef uint64_t bits = <uint64_t>0x1111111111111111
    return (mine & bits) + (mine >> 1 & bits) + 3 * (his >> 3 & bits) + (his >> 2 & bits)


cdef inline uint64_t patterns(uint64_t five) noexcept nogil:
    """Returns four numbers of four digits to the base 5."""
    five = (five & <uint64_t>0x0f0f0f0f0f0f0f0f) + 5 * (five >> 4 & <uint64_t>0x0f0f0f0f0f0f0f0f)
    return (five & <uint64_t>0x00ff00ff00ff00ff) + 25 * (five >> 8 & <uint64_t>0x00ff00ff00ff00ff)


cdef inline void find_blocks(const uint64_t* mover, const uint64_t* roller, uint16_t* values) noexcept nogil:
    cdef uint64_t counts = (<uint64_t>1 << COUNT_BITS) - 1
    cdef uint64_t low = reverse(ones_and_more(roller[0])), high = reverse(ones_and_more(roller[1] & counts))
    cdef uint64_t near = digits(ones_and_more(mover[0]), high >> 24 | low << 40)    # the points 0..15 ...
    cdef uint64_t far = digits(ones_and_more(mover[1] & counts), low >> 24)         # ... and 16..25
    cdef uint64_t four = patterns(near >> 4 | far << 60)
    memcpy(values, &four, sizeof(four))
    four = patterns((far >> 4 & <uint64_t>0xffffffff) | (near >> 12 & 0xffff) << 32 | far >> 12 << 48)
    memcpy(values + 4, &four, sizeof(four))


cdef inline int encode(const BackgammonBits* position, const FeatureTables* tables, uint16_t* values) noexcept nogil:
    """Fills `values`, with room for ROOM, and returns the kind of position; for a race fills only the checkers."""
    cdef Side mover, roller
    unpack(position.other, values)
    unpack(position.own, values + SIDE_POINTS)
    if not is_contact(position):
        return RACING
    values[PIPS] = pips(position.other)
    values[PIPS + 1] = pips(position.own)
    values[OUTSIDE] = CHECKERS - total(position.other[0] & 0xfffffff)
    values[OUTSIDE + 1] = CHECKERS - total(position.own[0] & 0xfffffff)
    see(position.other, position.own, &mover)
    see(position.own, position.other, &roller)
    look_for_shots(&mover, values[BAR])
    look_for_shots(&roller, values[SIDE_POINTS + BAR])
    describe(&mover, &roller, position.other, position.own, tables, values + SIDES)
    describe(&roller, &mover, position.own, position.other, tables, values + SIDES + SIDE_GROUPS)
    find_blocks(position.other, position.own, values + BLOCKS)
    if values[OFF] or values[SIDE_POINTS + OFF]:
        return LATE
    if values[SIDES + BACK] == 0:
        return AHEAD
    return BEHIND if values[SIDES + SIDE_GROUPS + BACK] == 0 else CONTACT
