/* All code that depends on the compiler or the operating system: a port changes only this file and the two that it
   includes. The names are those of gcc, clang and POSIX. */
#ifndef GAMECORE_BITS_H
#define GAMECORE_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER) && !defined(__clang__)
#define GC_MSVC
#endif
#ifdef GC_MSVC
#include "gamecore/core/msvc.h"
#endif

/* Without a popcount instruction the built-in is a call into libgcc; this is shorter (Knuth, TAOCP 7.1.3, eq. 62). */
static inline int gc_popcount(uint64_t x) {
#if defined(__POPCNT__) || defined(__wasm__)
    return __builtin_popcountll(x);
#else
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
#endif
}

/* The sum of two popcounts, cheaper than both. */
static inline int gc_popcount_both(uint64_t x, uint64_t y) {
#if defined(__POPCNT__) || defined(__wasm__)
    return __builtin_popcountll(x) + __builtin_popcountll(y);
#else
    x -= (x >> 1) & 0x5555555555555555u;
    y -= (y >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    y = (y & 0x3333333333333333u) + ((y >> 2) & 0x3333333333333333u);
    x += y;
    x = (x & 0x0f0f0f0f0f0f0f0fu) + ((x >> 4) & 0x0f0f0f0f0f0f0f0fu);
    return (int)((x * 0x0101010101010101u) >> 56);
#endif
}

#ifndef GC_MSVC
/* Index of the lowest set bit; x must not be 0. */
static inline int gc_lowest(uint64_t x) { return __builtin_ctzll(x); }

/* Index of the highest set bit; x must not be 0. */
static inline int gc_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
#endif

/* floor(x * n / 2^64): maps a hash to 0..n-1 for any n, without a division. */
static inline uint64_t gc_scale(uint64_t x, uint64_t n) {
#ifdef __SIZEOF_INT128__
    return (uint64_t)(((unsigned __int128)x * n) >> 64);
#else
    uint64_t low = (x & UINT32_MAX) * (n & UINT32_MAX), one = (x >> 32) * (n & UINT32_MAX);
    uint64_t other = (x & UINT32_MAX) * (n >> 32) + (low >> 32) + (one & UINT32_MAX);
    return (x >> 32) * (n >> 32) + (one >> 32) + (other >> 32);
#endif
}

/* Counts of lines of play, which saturate at GC_TOO_MANY instead of wrapping. GC_NO_COUNT is above all of them. */
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 gc_count;
#else
typedef uint64_t gc_count;
#endif
#define GC_NO_COUNT (~(gc_count)0)
#define GC_TOO_MANY (GC_NO_COUNT - 1)
static inline gc_count gc_plus(gc_count x, gc_count y) {
    gc_count sum;
    return __builtin_add_overflow(x, y, &sum) || sum > GC_TOO_MANY ? GC_TOO_MANY : sum;
}
static inline gc_count gc_times(gc_count x, gc_count y) {
    gc_count product;
    return __builtin_mul_overflow(x, y, &product) || product > GC_TOO_MANY ? GC_TOO_MANY : product;
}

/* The bits in the opposite order: bit 0 becomes bit 63. */
static inline uint64_t gc_reverse(uint64_t x) {
    x = ((x >> 1) & 0x5555555555555555u) | ((x & 0x5555555555555555u) << 1);
    x = ((x >> 2) & 0x3333333333333333u) | ((x & 0x3333333333333333u) << 2);
    x = ((x >> 4) & 0x0f0f0f0f0f0f0f0fu) | ((x & 0x0f0f0f0f0f0f0f0fu) << 4);
    return __builtin_bswap64(x);
}

/* A bijective hash of a word, in which every bit depends on all (SplitMix64: Steele et al. 2014). */
static inline uint64_t gc_mix64(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The next word of a SplitMix64 stream. */
static inline uint64_t gc_next_random(uint64_t *state) { return gc_mix64(*state += 0x9e3779b97f4a7c15u); }

/* The number that a little-endian machine would read from the same bytes. */
static inline uint64_t gc_from_little(uint64_t x) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(x);
#else
    return x;
#endif
}

/* A function compiled for several instruction sets; the loader chooses the processor's best. For functions that take
   some tens of nanoseconds at least, and only where the loader can choose. */
#if !defined(__x86_64__) || !defined(__GLIBC__) || defined(__AVX2__) || defined(__SANITIZE_ADDRESS__)
#define GC_CLONES
#elif defined(__clang__) && __clang_major__ >= 22       /* 14 has no levels; those between are untested */
#define GC_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#elif defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__)      /* gcc 11 has no such levels */
#define GC_CLONES __attribute__((noinline, target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define GC_CLONES
#endif

static inline void gc_prefetch(const void *address) { __builtin_prefetch(address); }

/* Fails the compilation unless the constant condition holds. */
#define gc_require(condition) _Static_assert(condition, #condition)

/* A function that is inlined even if the compiler considers it too long. */
#define GC_INLINE static inline __attribute__((always_inline))

#define gc_likely(x) __builtin_expect(!!(x), 1)
#define gc_unlikely(x) __builtin_expect(!!(x), 0)

#ifndef GC_MSVC
/* Words that several threads read and write; relaxed order suffices, because no other data depends on it. */
static inline uint64_t gc_load64(const uint64_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
static inline void gc_store64(uint64_t *p, uint64_t value) { __atomic_store_n(p, value, __ATOMIC_RELAXED); }
static inline uint64_t gc_add64(uint64_t *p, uint64_t value) { return __atomic_add_fetch(p, value, __ATOMIC_RELAXED); }
static inline int gc_load_int(const int *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
static inline void gc_store_int(int *p, int value) { __atomic_store_n(p, value, __ATOMIC_RELAXED); }
/* Replaces 0 by value; returns the previous value. */
static inline int gc_set_once(int *p, int value) {
    int expected = 0;
    __atomic_compare_exchange_n(p, &expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

/* A pointer that threads share, with the data behind it; only NULL is replaced. */
static inline void *gc_load_pointer(void **p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
static inline int gc_publish_pointer(void **p, void *value) {
    void *expected = NULL;
    return __atomic_compare_exchange_n(p, &expected, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* A count of finished work: a thread that reads it sees everything written before it was raised. */
static inline uint64_t gc_finish64(uint64_t *p, uint64_t value) {
    return __atomic_add_fetch(p, value, __ATOMIC_ACQ_REL);
}
static inline uint64_t gc_finished64(const uint64_t *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
#endif

#ifdef _WIN32
#include "gamecore/core/windows.h"
#else
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static inline void gc_pause(void) { usleep(20); }

static inline int64_t gc_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* CPU time of the calling thread. */
static inline int64_t gc_thread_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The lowest address of the calling thread's stack; NULL if the system does not report it. */
static inline const char *gc_stack_end(void) {
#if defined(__linux__) && defined(_GNU_SOURCE)
    pthread_attr_t attributes;
    void *address;
    size_t size, guard = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
    pthread_attr_getstack(&attributes, &address, &size);
    pthread_attr_getguardsize(&attributes, &guard);
    pthread_attr_destroy(&attributes);
    return (const char *)address + guard;
#elif defined(__APPLE__)
    return (const char *)pthread_get_stackaddr_np(pthread_self()) - pthread_get_stacksize_np(pthread_self());
#else
    return NULL;
#endif
}

static inline uint64_t gc_physical_memory(void) {
    return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Lets mapped pages that are not in use yet become huge pages, if the system has them. */
static inline void gc_offer_huge_pages(void *p, size_t bytes) {
#ifdef MADV_HUGEPAGE
    madvise(p, bytes, MADV_HUGEPAGE);
#endif
}

/* Maps zeroed pages, huge ones if requested and available; NULL if there is too little memory. */
static inline void *gc_map_pages(size_t bytes, int huge) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    if (huge) gc_offer_huge_pages(p, bytes);
    return p;
}

static inline void gc_unmap_pages(void *p, size_t bytes) { munmap(p, bytes); }

/* Zeroes mapped pages; on Linux it returns them to the system, so that the cost depends on the pages in use alone. */
static inline void gc_zero_pages(void *p, size_t bytes) {
#ifdef __linux__
    if (madvise(p, bytes, MADV_DONTNEED) == 0) return;
#endif
    memset(p, 0, bytes);
}
#endif

/* The free bytes of the calling thread's stack; SIZE_MAX if the system does not report them. */
static inline size_t gc_stack_left(void) {
    static __thread const char *lowest;
    const char here = 0;
    if (lowest == NULL) lowest = gc_stack_end();
    return lowest == NULL ? SIZE_MAX : &here > lowest ? (size_t)(&here - lowest) : 0;
}

#endif
