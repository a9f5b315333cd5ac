"""Backgammon, with two players of fifteen checkers each and two dice.

Each side counts the points from its own end: it bears off from points 1..6, its opponent's home is 19..24, the bar is
25, and borne-off checkers are at 0. A side is stored as 26 counts of four bits, with count p in the bits 4p..4p+3 of
two words. The other side's point q is one's own point 25 - q. The opening position, seen by the side on roll:

      13 14 15 16 17 18     19 20 21 22 23 24
       x  .  .  .  o  .  |   o  .  .  .  .  x        own[0]   = 0x0050000305000000    13: 5, 8: 3, 6: 5
       5           3         5              2        own[1]   = 0x0000000200000000    24: 2
                                                     other[0] = own[0], other[1] = own[1]
       5           3         5              2
       o  .  .  .  x  .  |   x  .  .  .  .  o
      12 11 10  9  8  7      6  5  4  3  2  1

A play subtracts a unit from the point left and adds one to the point reached, so no count carries into the next. After
a play the sides change places, which costs nothing. Two plays with the same final position count as one.

Plays are found by masks of 26 bits, bit p for point p of the side on roll. A final position of two different dice a and
b is named by the pair (p, q): the point that a moves from and the point that b moves from. Both orders of a pair have
the same arrivals and hits, so only the following pairs share a final position:

    (s, s-a) and (s-b, s): one checker goes on with the other die, and hits nothing on either way
    (p, q) and (q, p):     both are borne off by either die

A final position of a double is named by the list of points moved from, highest first, which is unique.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from gamecore.core.bits cimport highest, lowest, mix64, popcount, reverse
from gamecore.core.types cimport Key, Move, Outcome

cdef enum:
    CHECKERS = 15                       # of each side
    OFF = 0                             # of a borne-off checker
    HOME = 6                            # the outermost point of a side's own home
    FAR = 19                            # the outermost point of the other side's home
    BAR = 25                            # of a hit checker
    MAX_PLAYS = 3060                    # C(18, 4), of one roll: fifteen checkers apart, four moves of one
    BELOW = 5                           # the farthest that a die carries a checker beyond OFF
    COUNT_BITS = 40                     # of a side's second word: the bits above are not counts
    MARK_SHIFT = 48                     # where a side's second word is marked (match_equity.pxd)
    ROLL_SHIFT = 56                     # the place of the roll in own[1]

cdef extern from *:
    """
    #define GC_UNIT(p) {(p) < 16 ? 1ULL << 4 * ((p) & 15) : 0, (p) < 16 ? 0 : 1ULL << 4 * ((p) & 15)}
    static const uint64_t gc_backgammon_unit[31][2] = {
        GC_UNIT(0), GC_UNIT(0), GC_UNIT(0), GC_UNIT(0), GC_UNIT(0),
        GC_UNIT(0), GC_UNIT(1), GC_UNIT(2), GC_UNIT(3), GC_UNIT(4), GC_UNIT(5), GC_UNIT(6), GC_UNIT(7), GC_UNIT(8),
        GC_UNIT(9), GC_UNIT(10), GC_UNIT(11), GC_UNIT(12), GC_UNIT(13), GC_UNIT(14), GC_UNIT(15), GC_UNIT(16),
        GC_UNIT(17), GC_UNIT(18), GC_UNIT(19), GC_UNIT(20), GC_UNIT(21), GC_UNIT(22), GC_UNIT(23), GC_UNIT(24),
        GC_UNIT(25)};
    """
    const uint64_t UNIT "gc_backgammon_unit"[31][2]     # one checker on point p, at p + BELOW; points below OFF are OFF

cdef struct BackgammonBits:
    uint64_t own[2]                     # counts of the side on roll, each 0..15; above them the roll (roll_of)
    uint64_t other[2]                   # counts of its opponent, from the opponent's end

cdef struct Masks:                      # a position as masks, bit p for point p of the side on roll
    uint32_t own                        # points with an own checker, the bar included
    uint32_t singles                    # points with exactly one
    uint32_t blots                      # points with exactly one checker of the opponent
    uint32_t blocked                    # points with two or more


cdef inline int count(const uint64_t* side, int point) noexcept nogil:
    """Returns the number of a side's checkers on its point 0..25."""
    return (side[point >> 4] >> 4 * (point & 15)) & 15


cdef inline int roll_of(const BackgammonBits* position) noexcept nogil:
    """Returns the roll, 8 * larger die + smaller die, or 0 before the dice."""
    return position.own[1] >> ROLL_SHIFT


cdef inline void set_roll(BackgammonBits* position, int larger, int smaller) noexcept nogil:
    position.own[1] = ((position.own[1] & ((<uint64_t>1 << ROLL_SHIFT) - 1))
                       | <uint64_t>(8 * larger + smaller) << ROLL_SHIFT)


cdef inline uint32_t squeeze(uint64_t low, uint64_t high) noexcept nogil:
    """Returns the lowest bit of each count as one mask."""
    low = low & <uint64_t>0x1111111111111111
    high = high & <uint64_t>0x1111111111
    low = (low | (low >> 3)) & <uint64_t>0x0303030303030303
    high = (high | (high >> 3)) & <uint64_t>0x0303030303
    low = (low | (low >> 6)) & <uint64_t>0x000f000f000f000f
    high = (high | (high >> 6)) & <uint64_t>0x000f000f000f
    low |= (low >> 12)
    high |= (high >> 12)
    return (low & 0xff) | ((low >> 24) & 0xff00) | ((high & 0xff) << 16) | ((high >> 8) & 0xf000000)


cdef inline uint32_t occupied(const uint64_t* side) noexcept nogil:
    """Returns the points with a checker of the side, bit p for its own point p, including borne off and bar."""
    cdef uint64_t low = side[0] | (side[0] >> 1), high = side[1] | (side[1] >> 1)
    return squeeze(low | (low >> 2), high | (high >> 2))


cdef inline uint32_t made(const uint64_t* side) noexcept nogil:
    """Returns the points with two checkers or more."""
    cdef uint64_t low = (side[0] >> 1) | (side[0] >> 2) | (side[0] >> 3)
    cdef uint64_t high = (side[1] >> 1) | (side[1] >> 2) | (side[1] >> 3)
    return squeeze(low, high)


cdef inline uint32_t flipped(uint32_t points) noexcept nogil:
    """Returns the mask with the points in the opponent's numbering."""
    return <uint32_t>(reverse(points) >> (63 - BAR))


cdef inline void fill_masks(const BackgammonBits* position, Masks* masks) noexcept nogil:
    cdef uint32_t board = ((1 << BAR) - 1) & ~1
    cdef uint32_t others = flipped(occupied(position.other)) & board
    masks.own = occupied(position.own) & ~<uint32_t>1
    masks.singles = masks.own & ~made(position.own)
    masks.blocked = flipped(made(position.other)) & board
    masks.blots = others & ~masks.blocked


cdef inline uint32_t open_to(uint32_t blocked, int die) noexcept nogil:
    """Returns the points, including the bar, from which a die leads to a point that is not blocked."""
    return (~blocked << die) & (((<uint32_t>2 << BAR) - 1) & ~((<uint32_t>2 << die) - 1))


cdef inline uint32_t movable(uint32_t own, uint32_t open, int die) noexcept nogil:
    """Returns the points from which a die may be played.

    A checker on the bar moves first. If no checker is outside home, a checker may be borne off with the exact die, or
    with a larger die from the highest point.
    """
    cdef uint32_t exact = <uint32_t>1 << die
    if own >> BAR:
        return open & (<uint32_t>1 << BAR)
    if own >> (HOME + 1):
        return own & open
    if own >= exact:
        return own & (open | exact)
    return <uint32_t>1 << highest(own) if own else 0


cdef inline uint32_t moved(const Masks* masks, int point, int die) noexcept nogil:
    """Returns the points with an own checker after a checker has moved."""
    cdef uint32_t source = <uint32_t>1 << point
    return (masks.own & ~(source & masks.singles)) | (source >> die & ~<uint32_t>1)


cdef inline uint32_t pairs_far(const Masks* masks, int a, int b, uint32_t* pairs) noexcept nogil:
    """Fills pairs[p] with the mask of all q of pairs (p, q) of dice a and b; returns the mask of all such p.

    Nothing can be borne off, and nothing is on the bar. If two pairs have the same final position, one of them is left
    out.
    """
    cdef uint32_t open_a = open_to(masks.blocked, a), open_b = open_to(masks.blocked, b)
    cdef uint32_t from_a = masks.own & open_a, from_b = masks.own & open_b
    cdef uint32_t onward = from_a & (open_b << a)                               # then the same checker with b
    # The pairs in which b first gives the same result.
    cdef uint32_t twice = onward & from_b & ~(masks.blots << a) & ~(masks.blots << b)
    cdef uint32_t late = from_b & (open_a << b) & ~(masks.own << b)             # b first moves to a point without any
    cdef uint32_t points = from_a, source, middle
    onward &= ~twice
    while points:
        source = points & -points
        points ^= source
        middle = source >> a
        pairs[lowest(source)] = (from_b & ~(source & masks.singles) & ~middle) | (middle if source & onward else 0)
    points = late
    while points:
        source = points & -points
        points ^= source
        pairs[lowest(source >> b)] = source
    return from_a | (late >> b)


cdef inline uint32_t pairs_near(const Masks* masks, int a, int b, uint32_t* pairs) noexcept nogil:
    """Fills the pairs with checkers on the bar or nearly all at home, trying both orders of the dice."""
    cdef uint32_t open_a = open_to(masks.blocked, a), open_b = open_to(masks.blocked, b)
    cdef uint32_t first, then, all_p = 0, p, q
    memset(pairs, 0, (BAR + 1) * sizeof(uint32_t))
    first = movable(masks.own, open_a, a)
    while first:
        p = lowest(first)
        first &= first - 1
        pairs[p] = movable(moved(masks, p, a), open_b, b)
        all_p |= <uint32_t>(pairs[p] != 0) << p
    first = movable(masks.own, open_b, b)
    while first:
        q = lowest(first)
        first &= first - 1
        then = movable(moved(masks, q, b), open_a, a)
        all_p |= then
        while then:
            pairs[lowest(then)] |= <uint32_t>1 << q
            then &= then - 1
    first = all_p
    while first:
        p = lowest(first)
        first &= first - 1
        if (<int>p > a and (pairs[p] >> (p - a)) & 1 and (pairs[p - b] >> p) & 1
                and not ((masks.blots << a | masks.blots << b) >> p) & 1):
            pairs[p] &= ~(<uint32_t>1 << (p - a))
        if <int>p <= b:
            for q in range(1, p):
                if (pairs[p] >> q) & 1 and (pairs[q] >> p) & 1:
                    pairs[p] &= ~(<uint32_t>1 << q)
    return all_p


cdef inline uint32_t find_pairs(const BackgammonBits* position, const Masks* masks, int a, int b,
                                uint32_t* pairs) noexcept nogil:
    """Fills all pairs of dice a > b with different final positions, as pairs_far does; none if only one die can be
    played."""
    cdef uint32_t outside = masks.own >> (HOME + 1) << (HOME + 1)
    if outside >> BAR:
        if count(position.own, BAR) == 1:
            return pairs_near(masks, a, b, pairs)
        pairs[BAR] = <uint32_t>1 << BAR
        return pairs[BAR] & open_to(masks.blocked, a) & open_to(masks.blocked, b)
    if outside & (outside - 1) or outside & ~masks.singles:
        return pairs_far(masks, a, b, pairs)
    return pairs_near(masks, a, b, pairs)


cdef inline void step(uint64_t* own, int source, int target) noexcept nogil:
    """Moves one checker of the side on roll; a target below OFF means OFF."""
    own[0] += UNIT[target + BELOW][0] - UNIT[source + BELOW][0]
    own[1] += UNIT[target + BELOW][1] - UNIT[source + BELOW][1]


cdef inline void hit(uint64_t* other, int point) noexcept nogil:
    """Puts the opponent's blot on a point, as the side on roll numbers it, on the bar."""
    step(other, BAR - point, BAR)


cdef inline BackgammonBits after_pass(const BackgammonBits* position) noexcept nogil:
    """Returns the position after a pass, in which the sides have changed places and there are no dice."""
    cdef BackgammonBits after
    after.own[0] = position.other[0]
    after.own[1] = position.other[1]
    after.other[0] = position.own[0]
    after.other[1] = position.own[1] & ((<uint64_t>1 << ROLL_SHIFT) - 1)
    return after


cdef inline void play_die(BackgammonBits* after, int point, int die, bint hits) noexcept nogil:
    """Moves a checker of the player on roll after the sides have changed places."""
    step(after.other, point, point - die)
    if hits:
        hit(after.own, point - die)


cdef struct PartialPlay:                # a double being played, or one die alone
    BackgammonBits after                # as in play_die
    uint32_t points                     # points with an own checker
    uint32_t limit                      # the highest point to move from next, the latest one


cdef inline void advance(const PartialPlay* turn, const Masks* masks, int point, int die,
                         PartialPlay* next) noexcept nogil:
    """Moves one checker of a double."""
    cdef uint32_t source = <uint32_t>1 << point, target = source >> die
    next[0] = turn[0]
    play_die(&next.after, point, die, (masks.blots & target & ~turn.points) != 0)     # no own checker arrived before
    if count(next.after.other, point) == 0:
        next.points &= ~source
    next.points |= target & ~<uint32_t>1
    next.limit = 2 * source - 1


cdef inline int finish(const PartialPlay* turn, const Masks* masks, int die, BackgammonBits* finals) noexcept nogil:
    """Adds each possible last move of a turn, or counts them if the list is NULL."""
    cdef uint32_t sources = movable(turn.points, open_to(masks.blocked, die), die) & turn.limit
    cdef uint32_t hitting = (masks.blots & ~turn.points) << die
    cdef BackgammonBits after
    cdef int n = 0
    if finals == NULL:
        return popcount(sources)
    while sources:
        after = turn.after
        play_die(&after, lowest(sources), die, (hitting & sources & -sources) != 0)
        finals[n] = after
        sources &= sources - 1
        n += 1
    return n


cdef inline int run_double(const PartialPlay* turn, const Masks* masks, int die, int moves,
                           BackgammonBits* finals) noexcept nogil:
    """Adds all continuations with this number of moves, from the latest point downwards."""
    cdef uint32_t sources
    cdef PartialPlay next
    cdef int n = 0, point
    if moves <= 1:
        return finish(turn, masks, die, finals) if moves else 0
    sources = movable(turn.points, open_to(masks.blocked, die), die) & turn.limit
    while sources:
        point = lowest(sources)
        sources &= sources - 1
        advance(turn, masks, point, die, &next)
        n += run_double(&next, masks, die, moves - 1, finals + n if finals != NULL else NULL)
    return n


cdef inline int double_moves(const PartialPlay* turn, const Masks* masks, int die) noexcept nogil:
    """Returns how often a double can be played, 0..4. Any order gives this number, since a move stays possible after
    other moves."""
    cdef PartialPlay here = turn[0], next
    cdef uint32_t sources
    cdef int moves
    for moves in range(4):
        sources = movable(here.points, open_to(masks.blocked, die), die)
        if not sources:
            return moves
        advance(&here, masks, highest(sources), die, &next)
        here = next
    return 4


cdef inline int count_pairs(uint32_t sources, const uint32_t* pairs) noexcept nogil:
    cdef int n = 0
    while sources:
        n += popcount(pairs[lowest(sources)])
        sources &= sources - 1
    return n


cdef inline int play_pairs(const BackgammonBits* position, const Masks* masks, int a, int b, uint32_t sources,
                           const uint32_t* pairs, BackgammonBits* finals) noexcept nogil:
    """Fills the final positions of all pairs."""
    cdef BackgammonBits passed = after_pass(position), first, second
    cdef uint32_t seconds, blots, target
    cdef int n = 0, p
    while sources:
        p = lowest(sources)
        sources &= sources - 1
        target = (<uint32_t>1 << p) >> a
        first = passed
        play_die(&first, p, a, (masks.blots & target) != 0)
        blots = (masks.blots & ~target) << b
        seconds = pairs[p]
        while seconds:
            second = first
            play_die(&second, lowest(seconds), b, (blots & seconds & -seconds) != 0)
            finals[n] = second
            seconds &= seconds - 1
            n += 1
    return n


cdef inline int plays(const BackgammonBits* position, const Masks* masks, int a, int b,
                      BackgammonBits* finals) noexcept nogil:
    """Fills `finals`, with room for MAX_PLAYS, with the distinct positions after all legal plays of dice a >= b.

    Returns their number, 1 or more, since a pass is a play; counts them if `finals` is NULL. `masks` comes from
    `fill_masks`.

    Both dice must be played if that is possible, else the larger die, else the smaller die; a double is played up to
    four times."""
    cdef uint32_t pairs[BAR + 1]
    cdef uint32_t sources
    cdef PartialPlay turn
    cdef int n
    if a != b:
        sources = find_pairs(position, masks, a, b, pairs)
        n = (count_pairs(sources, pairs) if finals == NULL
             else play_pairs(position, masks, a, b, sources, pairs, finals))
        if n:
            return n
    turn.after, turn.points, turn.limit = after_pass(position), masks.own, <uint32_t>-1
    if a == b:
        n = run_double(&turn, masks, a, double_moves(&turn, masks, a), finals)
    else:
        n = finish(&turn, masks, a, finals)
        if n == 0:
            n = finish(&turn, masks, b, finals)
    if n == 0 and finals != NULL:
        finals[0] = turn.after
    return max(n, 1)


cdef inline bint is_over(const BackgammonBits* position) noexcept nogil:
    """Whether a side has borne off all its checkers."""
    return count(position.other, OFF) == CHECKERS or count(position.own, OFF) == CHECKERS


cdef inline int stake(const uint64_t* loser) noexcept nogil:
    """Returns the points of a lost game: 3 if the loser has no checker off and one on the bar or in the winner's home,
    2 if the loser has no checker off, and otherwise 1."""
    if count(loser, OFF):
        return 1
    return 3 if loser[1] >> 4 * (FAR - 16) & ((<uint64_t>1 << 4 * (BAR + 1 - FAR)) - 1) else 2


cdef inline int highest_point(const uint64_t* side) noexcept nogil:
    """Returns the point of the rearmost checker, 0..25."""
    return (16 + highest(side[1] & (((<uint64_t>1) << COUNT_BITS) - 1)) // 4 if side[1] << (64 - COUNT_BITS)
            else highest(side[0] | 1) // 4)


cdef inline void bounds(const BackgammonBits* position, double* low, double* high) noexcept nogil:
    """Fills bounds on all results from here.

    A side with a checker off loses no gammon. Once no hit is possible, a side without a checker in the winner's home
    loses no backgammon.
    """
    cdef int own = highest_point(position.own), other = highest_point(position.other)
    cdef bint contact = own + other > BAR
    low[0]  = -1 if count(position.own, OFF)   else -3 if contact or own   >= FAR else -2
    high[0] =  1 if count(position.other, OFF) else  3 if contact or other >= FAR else  2


cdef inline double final_utility(const BackgammonBits* position) noexcept nogil:
    """Returns the points that the side on roll has won or lost in a finished game."""
    return -stake(position.own) if count(position.other, OFF) == CHECKERS else stake(position.other)


cdef inline int outcomes(const BackgammonBits* position, Outcome* outcomes) noexcept nogil:
    """Fills `outcomes` with the rolls, in the form of roll_of; there are none after the roll."""
    cdef int a, b, n = 0
    if roll_of(position):
        return 0
    for a in range(1, 7):
        for b in range(1, a + 1):
            outcomes[n].event = 8 * a + b
            outcomes[n].probability = (1 if a == b else 2) / 36.0
            n += 1
    return n


cdef inline void play_outcome(const BackgammonBits* position, uint64_t event, BackgammonBits* child) noexcept nogil:
    child[0] = position[0]
    set_roll(child, event >> 3, event & 7)


cdef inline int successors(const BackgammonBits* position, BackgammonBits* children, Move* moves) noexcept nogil:
    """Fills `children` with the final positions of the roll, whose indices are the Moves, or only counts them if
    `children` is NULL."""
    cdef Masks masks
    cdef int roll = roll_of(position), n, i
    fill_masks(position, &masks)
    n = plays(position, &masks, roll >> 3, roll & 7, children)
    if moves != NULL:
        for i in range(n):
            moves[i] = i
    return n


cdef inline Key key(const BackgammonBits* position) noexcept nogil:
    return mix64(position.own[0] + mix64(position.own[1] + mix64(position.other[0] + mix64(position.other[1]))))
