"""The backgammon networks in integers. Their results are the same, bit by bit, with every instruction set.

A list of values (features.pxd) selects one row of HIDDEN weights per group. The sum of these rows and the biases is the
accumulator, which is the input of the hidden units. Similar positions share most rows, so evaluating a play costs only
the rows of the groups in which it differs from the play before (incremental update). Races have other networks
(races.pxd).
"""
from libc.stdint cimport int16_t, int32_t, uint16_t

from gamecore.games.backgammon.features cimport HIDDEN, KINDS, OUTPUTS, ROOM, FeatureTables
from gamecore.games.backgammon.logistic cimport Logistic
from gamecore.games.backgammon.races cimport Races
from gamecore.games.backgammon.rules cimport BackgammonBits
from gamecore.games.backgammon.match_equity cimport MatchEquity

cdef extern from "gamecore/games/backgammon/kernels.h" nogil:
    void sum_all "gc_sum_all"(const int16_t* base, const int16_t* rows, const int32_t* offset, const int16_t* least,
                              const int16_t* values, int16_t* sums) noexcept
    void sum_changes "gc_sum_changes"(const int16_t* base, const int16_t* rows, const int32_t* offset,
                                      const int16_t* least, const int16_t* before, const int16_t* after,
                                      int16_t* sums) noexcept
    void finish_sums "gc_finish"(const int16_t* sums, const int16_t* weights, const int32_t* biases,
                                 int32_t* out) noexcept

cdef struct Layers:
    int16_t* rows                       # [values][HIDDEN], in 1/256, folded (shape.py)
    int16_t bias[HIDDEN]                # in 1/256
    int16_t weights[OUTPUTS * HIDDEN]   # of the outputs, in 1/1024
    int32_t biases[OUTPUTS]             # in 1/2**21

cdef struct Net:
    Layers layers[KINDS]
    int32_t offset[ROOM]                # of each group's values among the rows
    int16_t least[ROOM]                 # of each group's values that have weights
    Logistic logistic
    FeatureTables tables
    const Races* races

cdef struct Accumulator:                # from which the next position can be computed
    uint16_t values[ROOM]
    int16_t sums[HIDDEN]
    int kind
    bint known                          # whether the sums are valid

cdef void evaluate(const Net* net, const BackgammonBits* position, int32_t* five) noexcept nogil
cdef const Accumulator* evaluate_next(const Net* net, const BackgammonBits* position, const Accumulator* near,
                                      Accumulator* room, int32_t* five) noexcept nogil
cdef double expected_value(const Net* net, const MatchEquity* match, const BackgammonBits* position) noexcept nogil
cdef void expected_values(const Net* net, const MatchEquity* match, const BackgammonBits* positions, const int* which,
                          int n, Accumulator* near, double* scores) noexcept nogil
cdef void evaluate_plays(const Net* net, const BackgammonBits* position, const BackgammonBits* finals, int n,
                         int32_t* equities) noexcept nogil
cdef void accumulate_before(const Net* net, const BackgammonBits* position, Accumulator* base) noexcept nogil
cdef int best_of(const Net* net, const Accumulator* base, const BackgammonBits* finals, int n,
                 int32_t* five) noexcept nogil
cdef int best_play(const Net* net, const BackgammonBits* position, int a, int b, BackgammonBits* finals,
                   int32_t* equities) noexcept nogil
