"""Retrograde analysis of one block: all positions of a slice with the same men (Lake, Schaeffer, Lu 1994).

A king's move stays in the block. Every other move leads to a position that is already solved: a capture or a crowning
leads to another slice, and a man's move leads to a block with more advanced men. So the forward pass visits each
position once. The results are then passed back through kings' moves, layer by layer, until no new position is decided.
The remaining positions are draws.

While a block is being solved, a position's byte is its value or, as long as the value is not decided:

    OPEN + number of king's steps not known to lose           0 left: it is lost
    OPEN + HELD + number ...                                  a move that draws is known: it is never lost

The block has two sides, one with Black to move and one with White to move, each numbered from the view of the side to
move. It has only one side if the men look alike from both views.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from gamecore.core.bits cimport lowest, popcount_both
from gamecore.core.limits cimport Counter, advance
from gamecore.core.types cimport Move
from gamecore.games.checkers.endgames.index cimport (MAX_PIECES, Pieces, Slice, first_set, name_of, next_set,
                                                     number_of_kings, number_of_men, rotated, seen_by_mover)
from gamecore.games.checkers.endgames.probe cimport DRAW, LOSS, WIN, Endgames, SliceTable, unpack, value_without_clock
from gamecore.games.checkers.rules cimport BLACK, BOARD, CROWN_ROWS, CheckersBits, is_quiet, list_jumps, play, step

cdef enum:
    BLOCKED = 3                 # the first visit's result for a position without a move: an immediate loss
    OPEN = 4
    HELD = 64                   # more than any number of king's steps
    MAX_STEPS = 2 * MAX_PIECES  # of men, in two directions
    MAX_JUMPS = 16 * MAX_PIECES # no king has more than 16 paths (games/checkers/rules.pxd)

cdef struct ManStep:            # of a man, to a square that other men leave empty
    uint64_t to
    uint64_t crowned            # `to` as the opponent sees it, if on the crown row; otherwise 0
    uint64_t room               # for the kings, as the opponent sees it
    uint64_t start              # the first number of the block that it leads to
    const Slice* slice          # it leads to
    const uint8_t* values       # of that slice, a byte each, if it is being solved; otherwise NULL
    const uint8_t* packed       # of that slice, if it is finished

cdef struct Decided:            # wins or losses, in the order of discovery
    uint64_t* entries           # squeezed kings: own in the low half, the opponent's in the high half
    uint64_t count
    uint64_t passed             # how many of count were passed back
    uint64_t layer              # the count when the current layer began

cdef struct BlockSide:
    const Slice* slice
    uint8_t* slice_values       # a byte for each position of the slice; NULL if the block alone is solved again
    uint8_t* values             # ... of the block
    uint64_t own_men            # as this side sees them
    uint64_t other_men
    uint64_t room               # what the men leave empty
    ManStep steps[MAX_STEPS]
    int step_count
    Decided wins
    Decided losses
    int longest                 # the most plies to a capture, man's move or end of the game, so far
    BlockSide* opponent         # the same block, the other side to move
    Counter* counter            # of the thread; once it must stop, results are not valid


cdef inline uint64_t squeeze(uint64_t squares) noexcept nogil:
    """Returns the bits of the 32 squares without the gaps between them."""
    return squares & 0xff | (squares >> 9 & 0xff) << 8 | (squares >> 18 & 0xff) << 16 | squares >> 27 << 24


cdef inline uint64_t deposit(uint32_t squares) noexcept nogil:
    """Returns the inverse of squeeze."""
    cdef uint64_t wide = squares
    return wide & 0xff | (wide >> 8 & 0xff) << 9 | (wide >> 16 & 0xff) << 18 | wide >> 24 << 27


cdef inline void decide(Decided* decided, uint64_t own_kings, uint64_t other_kings) noexcept nogil:
    decided.entries[decided.count] = squeeze(own_kings) | squeeze(other_kings) << 32
    decided.count += 1


cdef inline int count_steps(uint64_t kings, uint64_t empty) noexcept nogil:
    return (popcount_both(step(kings, 4) & empty, step(kings, 5) & empty)
            + popcount_both(step(kings, -4) & empty, step(kings, -5) & empty))


cdef inline void list_steps(BlockSide* side, const Endgames* endgames) noexcept nogil:
    """Lists the moves of men that are not blocked by other men."""
    cdef uint64_t targets, empty = side.room
    cdef int by
    side.step_count = 0
    for by in range(4, 6):
        targets = step(side.own_men, by) & empty
        while targets:
            add_step(side, endgames, lowest(targets), by)
            targets &= targets - 1


cdef inline void add_step(BlockSide* side, const Endgames* endgames, int square, int by) noexcept nogil:
    cdef ManStep* s = side.steps + side.step_count
    cdef const Slice* here = side.slice
    cdef const SliceTable* table
    cdef uint64_t own_men = side.own_men ^ <uint64_t>1 << (square - by)
    s.to = <uint64_t>1 << square
    s.crowned = rotated(s.to & CROWN_ROWS)
    if s.crowned:
        table = endgames.tables + name_of(here.other_men, here.other_kings, here.own_men - 1, here.own_kings + 1)
        s.slice, s.values, s.packed = &table.slice, NULL, table.packed
    else:
        own_men |= s.to
        table = endgames.tables + name_of(here.other_men, here.other_kings, here.own_men, here.own_kings)
        s.slice, s.values, s.packed = &table.slice, side.opponent.slice_values, table.packed
    s.room = BOARD & ~rotated(own_men | side.other_men)
    s.start = (<uint64_t>number_of_men(s.slice, rotated(side.other_men), rotated(own_men), endgames.binomials)
               * s.slice.kings)
    side.step_count += 1


cdef inline int value_after(const ManStep* s, const Endgames* endgames, uint64_t own_kings,
                            uint64_t other_kings) noexcept nogil:
    """Returns the mover's value after a man's move, with the kings from the view of the opponent, who moves next."""
    cdef uint64_t number = s.start + number_of_kings(s.slice, other_kings, own_kings | s.crowned, s.room,
                                                     endgames.binomials)
    return WIN - (s.values[number] if s.values != NULL else unpack(endgames, s.packed, number))


cdef inline int best_jump(const CheckersBits* position, const Endgames* endgames) noexcept nogil:
    """Returns the value of the best capture."""
    cdef Move moves[MAX_JUMPS]
    cdef CheckersBits child
    cdef Pieces pieces
    cdef int n = list_jumps(position, moves, BLACK, False), best = LOSS, i
    for i in range(n):
        play(position, moves[i], &child)
        pieces = seen_by_mover(&child)
        best = max(best, WIN - value_without_clock(endgames, &pieces))
        if best == WIN:
            break
    return best


cdef inline int best_step(const BlockSide* side, const Endgames* endgames, uint64_t own_kings,
                          uint64_t other_kings) noexcept nogil:
    """Returns the value of the best move of a man, or BLOCKED if there is none."""
    cdef uint64_t kings = own_kings | other_kings, own = rotated(own_kings), other = rotated(other_kings)
    cdef int best = BLOCKED, value, i
    for i in range(side.step_count):
        if side.steps[i].to & kings:
            continue
        value = value_after(side.steps + i, endgames, own, other)
        if best == BLOCKED or value > best:
            best = value
            if best == WIN:
                break
    return best


cdef inline int first_value(const BlockSide* side, const Endgames* endgames, uint64_t own_kings,
                     uint64_t other_kings) noexcept nogil:
    """Returns the result of the moves that leave the block: the position's value, BLOCKED, or an open byte."""
    cdef CheckersBits position
    cdef int best, steps
    position.own, position.other = side.own_men | own_kings, side.other_men | other_kings
    position.kings, position.ahead, position.clock = own_kings | other_kings, BLACK, 0
    if not is_quiet(&position):
        return best_jump(&position, endgames)
    best = best_step(side, endgames, own_kings, other_kings)
    steps = count_steps(own_kings, side.room & ~(own_kings | other_kings))
    if best == WIN or steps == 0:
        return best
    return OPEN + steps + (HELD if best == DRAW else 0)


cdef inline void open_side(BlockSide* side, const Slice* slice, uint64_t own_men, uint64_t other_men,
                           BlockSide* opponent) noexcept nogil:
    side.slice, side.opponent = slice, opponent
    side.own_men, side.other_men, side.room = own_men, other_men, BOARD & ~(own_men | other_men)
    side.wins.count = side.wins.passed = side.wins.layer = 0
    side.losses.count = side.losses.passed = side.losses.layer = 0


cdef inline void visit_all(BlockSide* side, const Endgames* endgames) noexcept nogil:
    """Visits each position for the first time, in the order of their numbers (the forward pass)."""
    cdef const Slice* slice = side.slice
    cdef uint64_t own_kings = first_set(slice.own_kings, side.room), other_kings, room, number = 0, i, j
    cdef int seen
    for i in range(slice.kings // slice.other):
        if advance(side.counter, slice.other):
            return
        room = side.room & ~own_kings
        other_kings = first_set(slice.other_kings, room)
        for j in range(slice.other):
            seen = first_value(side, endgames, own_kings, other_kings)
            side.values[number] = LOSS if seen == BLOCKED else seen
            if seen == WIN:
                decide(&side.wins, own_kings, other_kings)
            elif seen == LOSS or seen == BLOCKED:
                decide(&side.losses, own_kings, other_kings)
                if seen == BLOCKED:
                    swap_forward(&side.losses)
            number += 1
            other_kings = next_set(other_kings, room)
        own_kings = next_set(own_kings, side.room)


cdef inline void swap_forward(Decided* losses) noexcept nogil:
    """Moves the latest entry, an immediate loss, before the losses in one move."""
    cdef uint64_t latest = losses.entries[losses.count - 1]
    losses.entries[losses.count - 1] = losses.entries[losses.layer]
    losses.entries[losses.layer] = latest
    losses.layer += 1


cdef inline void pass_back_one(BlockSide* side, const Endgames* endgames, uint64_t entry, int value) noexcept nogil:
    """Passes the result of a decided position of the opponent back to its predecessors by a king's move of this
    side."""
    cdef uint64_t own_kings = rotated(deposit(<uint32_t>(entry >> 32))), other_kings = rotated(deposit(<uint32_t>entry))
    cdef uint64_t empty = side.room & ~(own_kings | other_kings), sources, before
    cdef int direction, by
    for direction in range(4):
        by = 4 + (direction & 1) if direction & 2 else -4 - (direction & 1)
        sources = step(own_kings, by) & empty
        while sources:
            before = (own_kings ^ step(sources & -sources, -by)) | (sources & -sources)
            pass_value(side, endgames, before, other_kings, value)
            sources &= sources - 1


cdef inline void pass_value(BlockSide* side, const Endgames* endgames, uint64_t own_kings, uint64_t other_kings,
                       int value) noexcept nogil:
    """Records that a king's move from here leads to a position that the opponent wins, or loses."""
    cdef uint8_t* here = (side.values
                          + number_of_kings(side.slice, own_kings, other_kings, side.room, endgames.binomials))
    if here[0] < OPEN:
        return
    if value == LOSS:
        here[0] = WIN
        decide(&side.wins, own_kings, other_kings)
    else:
        here[0] -= 1
        if here[0] == OPEN:
            here[0] = LOSS
            decide(&side.losses, own_kings, other_kings)


cdef inline void pass_back(BlockSide* side, const Endgames* endgames, Decided* decided, int value) noexcept nogil:
    """Passes one layer of the opponent's decided positions to this side."""
    while decided.passed < decided.layer and not advance(side.counter, 1):
        pass_back_one(side, endgames, decided.entries[decided.passed], value)
        decided.passed += 1


cdef inline bint begin_layer(BlockSide* side, int distance) noexcept nogil:
    """Begins a layer; returns whether the previous layer decided a position of this side."""
    cdef bint any = side.wins.count > side.wins.layer or side.losses.count > side.losses.layer
    side.wins.layer = side.wins.count
    side.losses.layer = side.losses.count
    if any:
        side.longest = max(side.longest, distance)
    return any


cdef inline void close(BlockSide* side) noexcept nogil:
    """Marks the open positions as draws."""
    cdef uint64_t i
    for i in range(side.slice.kings):
        side.values[i] = DRAW if side.values[i] >= OPEN else side.values[i]


cdef inline void pass_forwards(BlockSide* sides, int count, const Endgames* endgames) noexcept nogil:
    """Computes the results of moves that leave the block, which has one or two sides."""
    cdef int i
    for i in range(count):
        list_steps(sides + i, endgames)
        visit_all(sides + i, endgames)


cdef inline bint pass_backwards(BlockSide* sides, int count, const Endgames* endgames, int distance) noexcept nogil:
    """Passes one layer back and begins the next; returns False if it decides no position."""
    cdef bint any = False
    cdef int i
    for i in range(count):
        pass_back(sides[i].opponent, endgames, &sides[i].wins, WIN)
        pass_back(sides[i].opponent, endgames, &sides[i].losses, LOSS)
    for i in range(count):
        any |= begin_layer(sides + i, distance)
    return any


cdef inline void solve_block(BlockSide* sides, int count, const Endgames* endgames, int layers) noexcept nogil:
    """Solves a block; positions that are not decided within `layers` layers are draws."""
    cdef int i, distance = 1
    pass_forwards(sides, count, endgames)
    while distance <= layers and pass_backwards(sides, count, endgames, distance):
        distance += 1
    for i in range(count):
        close(sides + i)


# Allocates memory for all positions of a block of this size that can be decided.
cdef int map_sides(BlockSide* sides, uint64_t positions, Counter* counter) except -1
cdef void unmap_sides(BlockSide* sides, uint64_t positions) noexcept
