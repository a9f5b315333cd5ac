/* Prints what the words of core/bits.h answer: the same on every machine. */
#include <stdio.h>

#include "gamecore/games/backgammon/kernels.h"
#include "gamecore/games/checkers/net.h"

int main(void) {
    uint64_t x = 0x123456789abcdef0u, word = 5, bits[2];
    int once = 0, first = gc_set_once(&once, 3), second = gc_set_once(&once, 4);
    void *pointer = NULL;
    int published = gc_publish_pointer(&pointer, &word), again = gc_publish_pointer(&pointer, &once);
    char *pages = gc_map_pages(1 << 20, 1);
    int16_t base[GC_HIDDEN], rows[2][GC_HIDDEN], sum[GC_HIDDEN];
    const int16_t *const both[2] = {rows[0], rows[1]};
    uint8_t flags[GC_GROUPS_ROOM] = {1, 0, 1};
    int total = 0;

    gc_require(sizeof(int) == 4);
    gc_store_int(&once, gc_load_int(&once) + 1);
    gc_prefetch(&word);
    gc_offer_huge_pages(pages, 1 << 20);
    printf("%d %d %d\n", once, gc_likely(once == 4), gc_unlikely(once == 3));
    printf("%d %d %d %d\n", gc_lowest(x), gc_highest(x), gc_popcount(x), gc_popcount_both(x, x >> 1));
    printf("%llx %llx\n", (unsigned long long)gc_reverse(x), (unsigned long long)gc_scale(x, ~x));
    printf("%llx\n", (unsigned long long)gc_mix64(x));
    printf("%llx\n", (unsigned long long)gc_next_random(&x));
    printf("%d %d\n", gc_plus(2, 3) == 5, gc_plus(GC_TOO_MANY, 1) == GC_TOO_MANY);
    printf("%d %d\n", gc_times(6, 7) == 42, gc_times(GC_TOO_MANY / 2, 3) == GC_TOO_MANY);
    printf("%d %d %d %d %d\n", first, second, published, again, gc_load_pointer(&pointer) == &word);
    printf("%llu\n", (unsigned long long)gc_add64(&word, 2));
    printf("%llu\n", (unsigned long long)gc_finish64(&word, 3));
    gc_store64(&word, 9);
    printf("%llu %llu\n", (unsigned long long)gc_load64(&word), (unsigned long long)gc_finished64(&word));
    gc_pause();
    printf("%d %d\n", gc_stack_left() > 10000, gc_physical_memory() > 1000000);
    printf("%d %d\n", gc_now_ns() > 0, gc_thread_ns() >= 0);
    memset(pages, 1, 1 << 20);
    gc_zero_pages(pages, 1 << 20);
    printf("%d %d\n", pages[0], pages[(1 << 20) - 1]);
    gc_unmap_pages(pages, 1 << 20);
    for (int k = 0; k < GC_HIDDEN; k++)
        base[k] = (int16_t)(300 * k), rows[0][k] = (int16_t)(7 * k), rows[1][k] = (int16_t)-k;
    gc_sum_rows(base, both, 2, sum);
    for (int k = 0; k < GC_HIDDEN; k++) total = (31 * total + sum[k]) % 1000003;
    flags[9] = flags[95] = 1;
    gc_gather_bits(flags, bits);
    printf("%d %llx %llx\n", total, (unsigned long long)bits[0], (unsigned long long)bits[1]);
    return 0;
}
