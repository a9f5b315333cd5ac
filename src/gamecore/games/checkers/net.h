/* The sum of a small network, in loops of fixed length that compilers vectorize. */
#ifndef GAMECORE_CHECKERS_NET_H
#define GAMECORE_CHECKERS_NET_H

#include <stdint.h>

#include "gamecore/core/bits.h"

#define GC_NET_HIDDEN 128
#define GC_NET_LEVEL 181                /* a hidden unit's largest value: its square fits into 15 bits */

typedef struct {
    __attribute__((aligned(16))) int16_t weights[GC_NET_HIDDEN];
} gc_net_row;

/* Adds n rows to a sum. */
GC_CLONES static void gc_net_add(gc_net_row *sum, const gc_net_row *const *rows, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < GC_NET_HIDDEN; k++)
            sum->weights[k] = (int16_t)(sum->weights[k] + rows[i]->weights[k]);
}

/* Adds eight rows, clips the sums to 0..GC_NET_LEVEL (the hidden units); returns the weighted sum of their squares. */
GC_CLONES static int32_t gc_net_sum(const gc_net_row *const *rows, const gc_net_row *outputs) {
    const int16_t *a = rows[0]->weights, *b = rows[1]->weights, *c = rows[2]->weights, *d = rows[3]->weights;
    const int16_t *e = rows[4]->weights, *f = rows[5]->weights, *g = rows[6]->weights, *h = rows[7]->weights;
    int32_t sum = 0;
    for (int k = 0; k < GC_NET_HIDDEN; k++) {
        int16_t unit = (int16_t)(a[k] + b[k] + c[k] + d[k] + e[k] + f[k] + g[k] + h[k]);
        unit = unit < 0 ? 0 : unit > GC_NET_LEVEL ? GC_NET_LEVEL : unit;
        sum += (int16_t)(unit * unit) * outputs->weights[k];
    }
    return sum;
}

#endif
