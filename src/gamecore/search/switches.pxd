"""The switches of a search, as bits. Definition switches define the computed number; exact switches never change it."""
from libc.stdint cimport uint32_t

cdef enum:         # Switch
    # definition
    EVALUATION         = 1 << 0     # off: the horizon's value is 0
    QUIESCENCE         = 1 << 1     # the search stops only in quiet positions
    REPETITION         = 1 << 2     # a position that recurs is a draw
    DATABASES          = 1 << 3     # a position in an endgame database has its value
    # exact
    PRUNING            = 1 << 4     # alpha-beta; off: plain minimax
    DEEPENING          = 1 << 5     # depth 1, 2, 3, ...; off: one search to the full depth
    TABLE              = 1 << 6     # stored scores cause cutoffs, stored moves are tried first
    HINT               = 1 << 7     # the game's static order
    KILLERS            = 1 << 8     # moves that cut elsewhere at this ply are tried early
    HISTORY            = 1 << 9     # moves that cut often are tried early
    INTERNAL_DEEPENING = 1 << 10    # without a table's move a shallower search finds one
    PVS                = 1 << 11    # a null window tests whether a later move is better
    ASPIRATION         = 1 << 12    # each iteration starts with a window around the last score
    STAR1              = 1 << 13    # chance nodes cut by bounds on their children (Ballard 1983)
    STAR2              = 1 << 14    # ... after a probe of one successor of each outcome

    # Selective switches change the computed number, and strengthen play.
    REDUCTIONS         = 1 << 18    # late moves are searched less deep, unless they prove good
    FORWARD_PRUNING    = 1 << 19    # in games of chance, drops weak successors
    EXTENSIONS         = 1 << 20    # a single legal move costs no depth

    # derived from table, order and other switches: see effective()
    TABLE_MOVE         = 1 << 16    # the table's move is tried first
    RANKED             = 1 << 17    # moves are sorted at all
    STORED_MOVE        = 1 << 21    # order `perfect`: the move that was best the last time is tried first
    SPECIAL_LEAVES     = 1 << 23    # databases, or the next one: leaves are scored specially
    CUSTOM_EVALUATION  = 1 << 22    # in place of EVALUATION: the caller's function evaluates the horizon

    DEFINITION = EVALUATION | QUIESCENCE | REPETITION | DATABASES
    SELECTIVE  = REDUCTIONS | FORWARD_PRUNING | EXTENSIONS
    EXACT      = (PRUNING | DEEPENING | TABLE | HINT | KILLERS | HISTORY | INTERNAL_DEEPENING | PVS | ASPIRATION
                  | STAR1 | STAR2)
    STEPS      = (CUSTOM_EVALUATION | DATABASES | TABLE | PVS | RANKED | STORED_MOVE
                  | SELECTIVE)      # none of them: plain alpha-beta

cdef enum:         # Order
    FULL             # hint, killers, history and the table's move, those that are switched on
    STATIC           # the hint alone
    UNORDERED        # generator order
    WORST            # the hint reversed
    PERFECT          # the move that was best in the last repetition of the search
    RANDOM           # seeded, drawn at each node
    CUSTOM_ORDER     # by the caller's function

cdef uint32_t parse_switches(object names) except? 0xffffffff
cdef uint32_t effective(uint32_t switches, int order) noexcept
cdef int parse_order(object name) except -1
cdef str name_switches(uint32_t switches)
