"""The compiler's built-ins, the operating system's pages and clock, and hashes, under plain names (see bits.h)."""
from libc.stdint cimport int64_t, uint64_t


cdef extern from "gamecore/core/bits.h" nogil:
    int popcount "gc_popcount"(uint64_t x) noexcept
    int popcount_both "gc_popcount_both"(uint64_t x, uint64_t y) noexcept      # the sum
    int lowest "gc_lowest"(uint64_t x) noexcept                    # index of the lowest set bit, x != 0
    int highest "gc_highest"(uint64_t x) noexcept                  # index of the highest set bit, x != 0
    uint64_t scale "gc_scale"(uint64_t x, uint64_t n) noexcept     # floor(x * n / 2**64)
    uint64_t reverse "gc_reverse"(uint64_t x) noexcept             # bit 0 becomes bit 63
    uint64_t mix64 "gc_mix64"(uint64_t x) noexcept                 # a bijective hash, in which each bit depends on all
    uint64_t next_random "gc_next_random"(uint64_t* state) noexcept          # of a stream; any state is a good seed
    ctypedef unsigned long long Count "gc_count"                   # 128 bits in C
    const Count NO_COUNT "GC_NO_COUNT"                             # above all counts
    const Count TOO_MANY "GC_TOO_MANY"                             # 2**128 - 2 or more
    Count plus "gc_plus"(Count x, Count y) noexcept                # counts stop at TOO_MANY
    Count times "gc_times"(Count x, Count y) noexcept
    void prefetch "gc_prefetch"(const void* address) noexcept
    void require "gc_require"(bint condition) noexcept              # checked by the compiler
    bint likely "gc_likely"(bint condition) noexcept
    bint unlikely "gc_unlikely"(bint condition) noexcept

    uint64_t load64 "gc_load64"(const uint64_t* p) noexcept
    void store64 "gc_store64"(uint64_t* p, uint64_t value) noexcept
    uint64_t add64 "gc_add64"(uint64_t* p, uint64_t value) noexcept  # returns the sum
    int load_int "gc_load_int"(const int* p) noexcept
    void store_int "gc_store_int"(int* p, int value) noexcept
    int set_once "gc_set_once"(int* p, int value) noexcept           # replaces only 0; returns the previous value
    void* load_pointer "gc_load_pointer"(void** p) noexcept          # with all that was written before it was published
    bint publish_pointer "gc_publish_pointer"(void** p, void* value) noexcept        # whether NULL stood there

    uint64_t finish64 "gc_finish64"(uint64_t* p, uint64_t value) noexcept   # adds, after all that was written before
    uint64_t finished64 "gc_finished64"(const uint64_t* p) noexcept         # reads, before all that is read after
    void pause "gc_pause"() noexcept                                 # yields the processor for some microseconds

    int64_t now_ns "gc_now_ns"() noexcept
    int64_t thread_ns "gc_thread_ns"() noexcept                      # CPU time of the calling thread
    size_t stack_left "gc_stack_left"() noexcept                     # bytes of the calling thread; SIZE_MAX: unknown
    uint64_t physical_memory "gc_physical_memory"() noexcept
    void* map_pages "gc_map_pages"(size_t bytes, bint huge) noexcept
    void offer_huge_pages "gc_offer_huge_pages"(void* p, size_t bytes) noexcept
    void unmap_pages "gc_unmap_pages"(void* p, size_t bytes) noexcept
    void zero_pages "gc_zero_pages"(void* p, size_t bytes) noexcept
