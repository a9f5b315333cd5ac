#include <stdint.h>
int legal_moves(void *game, const int64_t *position, uint64_t *moves, int capacity) {
    for (int i = 0; i < *position; i++) moves[i] = i;
    return *position;
}
void play(void *game, const int64_t *position, uint64_t move, int64_t *child) {
    child[0] = 0;
    child[1] = position[1 + move];
}
double final_score(void *game, const int64_t *position) { return -((double *)position)[1]; }
double evaluate(void *game, const int64_t *position) { return ((double *)position)[1]; }
