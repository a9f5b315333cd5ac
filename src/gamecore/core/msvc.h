/* MSVC's equivalents of the gcc and clang built-ins that bits.h and the kernels use, for 64-bit machines. */
#ifndef GAMECORE_MSVC_H
#define GAMECORE_MSVC_H

#include <intrin.h>

#define GC_NO_VECTORS                   /* no operators on vectors */
#define __attribute__(words)
#define __thread __declspec(thread)
#define __builtin_expect(x, likely) (x)
#define __builtin_bswap64 _byteswap_uint64
#define __builtin_add_overflow(x, y, sum) (*(sum) = (x) + (y), *(sum) < (x))
#define __builtin_mul_overflow(x, y, product) (*(product) = (x) * (y), (x) != 0 && *(product) / (x) != (y))
#ifdef _M_ARM64
#define __builtin_prefetch(address) __prefetch(address)
#else
#define __builtin_prefetch(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#endif

static inline int gc_lowest(uint64_t x) {
    unsigned long index;
    _BitScanForward64(&index, x);
    return (int)index;
}
static inline int gc_highest(uint64_t x) {
    unsigned long index;
    _BitScanReverse64(&index, x);
    return (int)index;
}

static inline uint64_t gc_load64(const uint64_t *p) { return *(const volatile uint64_t *)p; }
static inline void gc_store64(uint64_t *p, uint64_t value) { *(volatile uint64_t *)p = value; }
static inline uint64_t gc_add64(uint64_t *p, uint64_t value) {
    return (uint64_t)_InterlockedExchangeAdd64((volatile __int64 *)p, (__int64)value) + value;
}
static inline int gc_load_int(const int *p) { return *(const volatile int *)p; }
static inline void gc_store_int(int *p, int value) { *(volatile int *)p = value; }
static inline int gc_set_once(int *p, int value) {
    return (int)_InterlockedCompareExchange((volatile long *)p, value, 0);
}
static inline void *gc_load_pointer(void **p) { return _InterlockedCompareExchangePointer(p, NULL, NULL); }
static inline int gc_publish_pointer(void **p, void *value) {
    return _InterlockedCompareExchangePointer(p, value, NULL) == NULL;
}
static inline uint64_t gc_finish64(uint64_t *p, uint64_t value) { return gc_add64(p, value); }
static inline uint64_t gc_finished64(const uint64_t *p) {
    return (uint64_t)_InterlockedOr64((volatile __int64 *)p, 0);
}

#endif
