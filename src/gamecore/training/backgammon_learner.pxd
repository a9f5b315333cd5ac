"""The float network of backgammon, as it learns."""
from libc.stdint cimport int32_t, uint16_t, uint64_t

from gamecore.boards.backgammon cimport BackgammonBits
from gamecore.knowledge.backgammon_features cimport FeatureTables

cdef extern from "gamecore/training/backgammon_learning.h" nogil:
    const int HIDDEN "GC_HIDDEN"
    const int OUTPUTS "GC_OUTPUTS"
    ctypedef struct Terms "gc_terms":
        int32_t n
        int32_t* row
        float* coefficient
    void gather "gc_gather"(const float* base, float* sums, const float* rows, const Terms* terms) noexcept
    void scatter "gc_scatter"(float* rows, const Terms* terms, const float* step) noexcept
    void activate "gc_activate"(const float* sums, float* hidden) noexcept
    void outputs "gc_outputs"(const float* hidden, const float* weights, const float* biases, float* out) noexcept
    void backward "gc_backward"(const float* sums, const float* hidden, float* weights, float* biases, const float* error, float rate,
                                float* step) noexcept

cdef extern from "gamecore/knowledge/backgammon_kernels.h" nogil:
    int gc_changes(const uint16_t* before, const uint16_t* after, int n, unsigned char* groups) noexcept

cdef struct Layers:                     # one network
    float* rows                         # [rows][HIDDEN]
    float* bias                         # [HIDDEN]
    float* weights                      # [OUTPUTS][HIDDEN]
    float* biases                       # [OUTPUTS]

cdef class Learner:
    cdef public object arrays           # contact's rows, bias, weights, biases, then the race's
    cdef object shape, kept
    cdef Layers nets[2]                 # the race, contact
    cdef FeatureTables tables
    cdef const int32_t* offset
    cdef const int32_t* row
    cdef const float* coefficient
    cdef BackgammonBits* finals
    cdef float* work
    cdef void add_terms(self, const uint16_t* values, int group, float sign, Terms* terms) noexcept nogil
    cdef void add_difference(self, int group, int before, int after, Terms* terms) noexcept nogil
    cdef void sum_all(self, const uint16_t* values, bint contact, float* sums) noexcept nogil
    cdef void sum_changes(self, const uint16_t* before, const uint16_t* values, bint contact, const float* base, float* sums) noexcept nogil
    cdef void finish(self, const uint16_t* values, bint contact, const float* sums, float* hidden, float* out) noexcept nogil
    cdef void evaluate(self, const uint16_t* values, bint contact, float* sums, float* hidden, float* out) noexcept nogil
    cdef int choose(self, const BackgammonBits* position, int a, int b, BackgammonBits* best) noexcept nogil
    cdef void learn(self, const uint16_t* values, bint contact, const float* target, float rate, float* out) noexcept nogil
