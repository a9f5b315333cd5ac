#include <math.h>
#include <stdint.h>
int legal_moves(void *game, const uint64_t *coins, uint64_t *moves, int capacity) {
    int n = 0;
    for (uint64_t take = 1; take <= 3 && take <= *coins; take++) moves[n++] = take;
    return n;
}
void play(void *game, const uint64_t *coins, uint64_t move, uint64_t *child) { *child = *coins - move; }
double final_score(void *game, const uint64_t *coins) { return -INFINITY; }
uint64_t key(void *game, const uint64_t *coins) { return *coins * 0x9e3779b97f4a7c15u; }
