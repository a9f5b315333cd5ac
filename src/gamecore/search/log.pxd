"""The finished iterations of one thread, recorded without Python objects while the search runs."""
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from gamecore.core.stats cimport Stats
from gamecore.core.types cimport Move

cdef struct Line:
    int score
    int length               # moves
    size_t first             # index of its first move

cdef struct Finished:        # an iteration; the counts are its own
    int depth                # plies
    bint complete            # no greater depth can change the score
    int64_t wall             # nanoseconds since the search began
    uint64_t nodes, leaves, cuts, first_cuts
    size_t first             # index of its best line
    int lines

cdef struct Log:
    Finished* iterations     # the first is the fall-back result, of depth 0
    size_t count, room
    Line* lines              # those from open_line on belong to the iteration that is not finished
    size_t line_count, line_room, open_line
    Move* moves
    size_t move_count, move_room


cdef inline bint has_room(void** memory, size_t* room, size_t count, size_t size) noexcept nogil:
    """Whether there is memory for `count` elements of this size."""
    cdef void* larger
    if count <= room[0]:
        return True
    larger = realloc(memory[0], 2 * count * size)
    if larger == NULL:
        return False
    memory[0], room[0] = larger, 2 * count
    return True


cdef inline bint add_line(Log* log, int score, const Move* moves, int length) noexcept nogil:
    """Adds a line to the open iteration, after all lines whose scores are at least as high; returns False if memory is
    lacking."""
    cdef size_t i = log.line_count
    if not (has_room(<void**>&log.lines, &log.line_room, i + 1, sizeof(Line))
            and has_room(<void**>&log.moves, &log.move_room, log.move_count + length, sizeof(Move))):
        return False
    memcpy(log.moves + log.move_count, moves, length * sizeof(Move))
    while i > log.open_line and log.lines[i - 1].score < score:
        log.lines[i] = log.lines[i - 1]
        i -= 1
    log.lines[i].score, log.lines[i].length, log.lines[i].first = score, length, log.move_count
    log.move_count += length
    log.line_count += 1
    return True


cdef inline bint close_iteration(Log* log, int depth, bint complete, int64_t wall, const Stats* before,
                                 const Stats* after) noexcept nogil:
    """Makes the open lines an iteration; returns False if memory is lacking."""
    cdef Finished* iteration
    if not has_room(<void**>&log.iterations, &log.room, log.count + 1, sizeof(Finished)):
        return False
    iteration = log.iterations + log.count
    iteration.depth, iteration.complete, iteration.wall = depth, complete, wall
    iteration.nodes      = after.nodes - after.solver_nodes - (before.nodes - before.solver_nodes)
    iteration.leaves     = after.leaves - before.leaves
    iteration.cuts       = after.cuts - before.cuts
    iteration.first_cuts = after.first_cuts - before.first_cuts
    iteration.first, iteration.lines = log.open_line, <int>(log.line_count - log.open_line)
    log.open_line = log.line_count
    log.count += 1
    return True


cdef inline int expected_score(const Log* log, int k) noexcept nogil:
    """Returns the score of line k two iterations ago, since scores of odd and even depths differ."""
    cdef const Finished* earlier = log.iterations + (log.count - 2 if log.count > 2 else 0)
    return log.lines[earlier.first + (k if k < earlier.lines else 0)].score


cdef inline void free_log(Log* log) noexcept nogil:
    free(log.iterations)
    free(log.lines)
    free(log.moves)
