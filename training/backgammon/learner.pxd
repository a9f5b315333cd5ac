"""The float network of backgammon during training."""
from libc.stdint cimport int16_t, int32_t, uint16_t, uint64_t

from gamecore.games.backgammon.features cimport KINDS, ROOM, FeatureTables
from gamecore.games.backgammon.races cimport RaceNet, Races
from gamecore.games.backgammon.rules cimport MAX_PLAYS, BackgammonBits

cdef extern from "learning.h" nogil:
    ctypedef struct Terms "gc_terms":
        int32_t n
        int32_t* row
        float* coefficient
    void gather "gc_gather"(const float* base, float* sums, const float* rows, const Terms* terms) noexcept
    void scatter "gc_scatter"(float* rows, const Terms* terms, const float* step) noexcept
    void scatter_own "gc_scatter_own"(float* rows, float* squares, const Terms* terms, const float* step, float rate,
                                      float pace) noexcept
    void activate "gc_activate"(const float* sums, float* hidden) noexcept
    void outputs "gc_outputs"(const float* hidden, const float* weights, const float* biases, float* out) noexcept
    void backward "gc_backward"(const float* sums, const float* hidden, float* weights, float* biases,
                                const float* error, float rate, float* step) noexcept

cdef extern from "gamecore/games/backgammon/kernels.h" nogil:
    int changes "gc_changes"(const uint16_t* before, const uint16_t* after, int n, unsigned char* groups) noexcept

cdef struct Layers:                     # one network
    float* rows                         # [rows][HIDDEN]
    float* bias                         # [HIDDEN]
    float* weights                      # [OUTPUTS][HIDDEN]
    float* biases                       # [OUTPUTS]
    float* squares                      # [rows]: how much each was moved by `fit`

cdef struct Value:                      # the terms of a group's value
    int16_t row[2]
    int32_t rows                        # how many: 0..2
    float factor[2]

cdef struct Model:
    Layers nets[KINDS]
    Value* values
    int32_t offset[ROOM]                # of each group's values
    FeatureTables tables
    const Races* races
    BackgammonBits* finals              # room for the plays of a roll

cdef struct Table:                      # where plays are weighed
    BackgammonBits* finals
    int32_t* equities

cdef enum:
    TABLE_BYTES = MAX_PLAYS * (sizeof(BackgammonBits) + sizeof(int32_t))

cdef class Learner:
    cdef readonly list arrays           # of each kind of position: rows, bias, weights, biases
    cdef readonly list squares
    cdef Model model
    cdef RaceNet races                  # which evaluates positions without contact
    cdef int set_values(self) except -1

cdef Table table_in(bytearray memory)
cdef int fill_position(own, other, BackgammonBits* position) except -1
cdef void roll(uint64_t* random, int* a, int* b) noexcept nogil
cdef void begin(BackgammonBits* position, uint64_t* random, int* a, int* b) noexcept nogil
