"""The knowledge of an engine beyond the rules. Each engine has its own Knowledge, which a search only reads."""
from libc.stdint cimport int64_t

from gamecore.core.types cimport Move
from gamecore.games.backgammon.inference cimport Accumulator
from gamecore.games.backgammon.knowledge cimport BackgammonKnowledge
from gamecore.games.checkers.knowledge cimport CheckersKnowledge
from gamecore.games.connect_four.knowledge cimport ConnectFourKnowledge

cdef struct CustomFunctions:         # of the caller; search/callbacks.pyx calls them
    # the score of an unfinished position, and of some of an array
    double (*evaluate)(const void* position, void* worker) noexcept nogil
    void (*evaluate_many)(const void* positions, const int* which, int n, void* worker, double* scores) noexcept nogil
    # fills the ranks of moves in generator order (ordering.pxd)
    void (*rank)(const void* position, void* worker, const Move* moves, int n, int64_t* ranks) noexcept nogil
    void* run                        # the Run that calls them
    double (*address)(const void* position) noexcept nogil       # an evaluation in C; NULL: it is in Python
    double unit                      # its scores are divided by this
    int batch                        # positions for one call of it

cdef struct Knowledge:
    ConnectFourKnowledge connect_four
    CheckersKnowledge checkers
    BackgammonKnowledge backgammon
    CustomFunctions custom

cdef struct Memory:                  # what a thread keeps from one evaluation for the next, of a similar position
    Accumulator backgammon_accumulator
