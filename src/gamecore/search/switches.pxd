"""The switches of a search, as bits. Definition switches define the computed number; exact ones never change it."""
from libc.stdint cimport uint32_t

cdef enum:         # Switch
    # definition
    EVALUATION         = 1 << 0     # off: the horizon is worth 0
    QUIESCENCE         = 1 << 1     # the search stops only in positions that the game calls quiet
    REPETITION         = 1 << 2     # a position that comes back is a draw
    DATABASES          = 1 << 3     # a position that an endgame database knows is worth what it says
    # exact
    PRUNING            = 1 << 4     # alpha-beta; off: plain minimax
    DEEPENING          = 1 << 5     # depth 1, 2, 3, ...; off: one search to the full depth
    TABLE              = 1 << 6     # results of earlier visits end a node, their moves are tried first
    HINT               = 1 << 7     # the game's static order
    KILLERS            = 1 << 8     # moves that cut elsewhere at this ply are tried early
    HISTORY            = 1 << 9     # moves that cut often are tried early
    INTERNAL_DEEPENING = 1 << 10    # no move known: a shallower search finds one
    PVS                = 1 << 11    # later moves need only be proved worse: a null window
    ASPIRATION         = 1 << 12    # each iteration starts with a window around the last score
    STAR1              = 1 << 13    # chance nodes cut by what is known of their children (Ballard 1983)
    STAR2              = 1 << 14    # ... after a look at one successor below each outcome

    # Selective switches change the computed number, and win games.
    REDUCTIONS         = 1 << 18    # late moves are searched less deep, unless they prove good
    FORWARD_PRUNING    = 1 << 19    # skips a node that a much shallower search finds far above the window: ProbCut
    EXTENSIONS         = 1 << 20    # a single legal move costs no depth

    # what remains of table and orders when they contradict each other; see effective()
    TABLE_MOVE         = 1 << 16    # the table's move is tried first
    RANKED             = 1 << 17    # moves are sorted at all
    STORED_MOVE        = 1 << 21    # order `perfect`: the move that was best the last time is tried first
    SPECIAL_LEAVES     = 1 << 23    # databases, or the next one: leaves need another look
    CUSTOM_EVALUATION  = 1 << 22    # in place of EVALUATION: a function of the caller's evaluates the horizon

    DEFINITION = EVALUATION | QUIESCENCE | REPETITION | DATABASES
    SELECTIVE  = REDUCTIONS | FORWARD_PRUNING | EXTENSIONS
    EXACT      = (PRUNING | DEEPENING | TABLE | HINT | KILLERS | HISTORY | INTERNAL_DEEPENING | PVS | ASPIRATION
                  | STAR1 | STAR2)
    STEPS      = (CUSTOM_EVALUATION | DATABASES | TABLE | PVS | RANKED | STORED_MOVE
                  | SELECTIVE)      # none of them: plain alpha-beta

cdef enum:         # Order
    FULL             # hint, killers, history and the table's move, as far as they are switched on
    STATIC           # the hint alone
    UNORDERED        # generator order
    WORST            # the hint reversed
    PERFECT          # the move that was best when the same search was last repeated
    RANDOM           # seeded, drawn at each node
    CUSTOM_ORDER     # by a function of the caller's

cdef uint32_t parse_switches(object names) except? 0xffffffff
cdef uint32_t effective(uint32_t switches, int order) noexcept
cdef int parse_order(object name) except -1
cdef str name_switches(uint32_t switches)
