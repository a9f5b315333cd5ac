/* The operating system's part of bits.h, for Windows. */
#ifndef GAMECORE_WINDOWS_H
#define GAMECORE_WINDOWS_H

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#define NOGDI
#include <windows.h>
#undef far                              /* macros whose names are used here */
#undef near
#undef small
#undef interface

static inline void gc_pause(void) { SwitchToThread(); }

static inline int64_t gc_now_ns(void) {
    LARGE_INTEGER count, second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&second);
    return count.QuadPart / second.QuadPart * 1000000000
        + count.QuadPart % second.QuadPart * 1000000000 / second.QuadPart;
}

static inline int64_t gc_file_time_ns(FILETIME t) {
    return (int64_t)((uint64_t)t.dwHighDateTime << 32 | t.dwLowDateTime) * 100;
}

static inline int64_t gc_thread_ns(void) {
    FILETIME made, ended, kernel, user;
    GetThreadTimes(GetCurrentThread(), &made, &ended, &kernel, &user);
    return gc_file_time_ns(kernel) + gc_file_time_ns(user);
}

static inline const char *gc_stack_end(void) {
    ULONG_PTR low, high;
    ULONG guard = 0;
    GetCurrentThreadStackLimits(&low, &high);
    SetThreadStackGuarantee(&guard);    /* 0 queries without a change */
    return (const char *)low + guard + 3 * 4096;
}

static inline uint64_t gc_physical_memory(void) {
    MEMORYSTATUSEX memory = {sizeof memory};
    return GlobalMemoryStatusEx(&memory) ? memory.ullTotalPhys : 0;
}

static inline void gc_offer_huge_pages(void *p, size_t bytes) {       /* they need a privilege */
    (void)p;
    (void)bytes;
}

static inline void *gc_map_pages(size_t bytes, int huge) {
    (void)huge;
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

static inline void gc_unmap_pages(void *p, size_t bytes) {
    (void)bytes;
    VirtualFree(p, 0, MEM_RELEASE);
}

static inline void gc_zero_pages(void *p, size_t bytes) { memset(p, 0, bytes); }

#endif
