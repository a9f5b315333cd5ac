/* Loops of fixed length that compilers vectorize, with the same results for every compiler and instruction set. */
#ifndef GAMECORE_BACKGAMMON_KERNELS_H
#define GAMECORE_BACKGAMMON_KERNELS_H

#include <stdint.h>
#include <string.h>

#include "gamecore/core/bits.h"

#define GC_PAIRS 16                     /* 15 rolls of two different dice and one that counts nothing */
#define GC_DOUBLES 8

static const int32_t gc_first[GC_PAIRS] = {2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 1};
static const int32_t gc_second[GC_PAIRS] = {1, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5, 1};
static const int32_t gc_pair_weight[GC_PAIRS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0};
static const int32_t gc_double[GC_DOUBLES] = {1, 2, 3, 4, 5, 6, 1, 1};
static const int32_t gc_double_weight[GC_DOUBLES] = {1, 1, 1, 1, 1, 1, 0, 0};

/* The weighted number of masks that are not 0, and the sum of their highest bits' numbers. */
GC_INLINE void gc_weigh(const int32_t *hits, const int32_t *weight, int n, int *rolls, int *pips) {
    float value[GC_PAIRS];
    int32_t bits[GC_PAIRS];
    int32_t count = 0, sum = 0;
    for (int i = 0; i < n; i++) value[i] = (float)(hits[i] & ~(hits[i] >> 1));      /* never rounded up to a power */
    memcpy(bits, value, sizeof bits);
    for (int i = 0; i < n; i++) {
        int32_t here = hits[i] ? weight[i] : 0;
        count += here;
        sum += here * ((bits[i] >> 23) - 127);
    }
    *rolls += count;
    *pips += sum;
}

/* own: points with a checker of the hitting side, none on the bar; open: points it may stop on; blots: its targets. */
GC_CLONES static void gc_shots(uint32_t own, uint32_t open, uint32_t blots, int *rolls, int *pips) {
    int32_t pairs[GC_PAIRS], doubles[GC_PAIRS] = {0};
    *rolls = *pips = 0;
    for (int i = 0; i < GC_PAIRS; i++) {
        uint32_t a = own >> gc_first[i], b = own >> gc_second[i];
        pairs[i] = (int32_t)((a | b | (a & open) >> gc_second[i] | (b & open) >> gc_first[i]) & blots);
    }
    for (int i = 0; i < GC_DOUBLES; i++) {
        uint32_t d = gc_double[i], one = own >> d, two = (one & open) >> d;
        uint32_t three = (two & open) >> d, four = (three & open) >> d;
        doubles[i] = (int32_t)((one | two | three | four) & blots);
    }
    gc_weigh(pairs, gc_pair_weight, GC_PAIRS, rolls, pips);
    gc_weigh(doubles, gc_double_weight, GC_DOUBLES, rolls, pips);
}

/* The same with one checker on the bar (bit 25 of own), or with more. */
GC_CLONES static void gc_shots_from_bar(uint32_t own, int single, uint32_t open, uint32_t blots, int *rolls,
                                        int *pips) {
    int32_t pairs[GC_PAIRS], doubles[GC_PAIRS] = {0};
    const uint32_t bar = 1u << 25;
    uint32_t rest = own & ~bar;
    *rolls = *pips = 0;
    for (int i = 0; i < GC_PAIRS; i++) {
        int a = gc_first[i], b = gc_second[i];
        uint32_t with_a = bar >> a & open, with_b = bar >> b & open;
        uint32_t hits = with_a | with_b;
        if (single) hits |= (with_a ? (rest | with_a) >> b : 0) | (with_b ? (rest | with_b) >> a : 0);
        pairs[i] = (int32_t)(hits & blots);
    }
    for (int i = 0; i < GC_DOUBLES; i++) {
        int d = gc_double[i];
        uint32_t entered = bar >> d & open, hits = entered;
        if (single && entered) {
            uint32_t two = (rest | entered) >> d, three = (two & open) >> d, four = (three & open) >> d;
            hits |= two | three | four;
        }
        doubles[i] = (int32_t)(hits & blots);
    }
    gc_weigh(pairs, gc_pair_weight, GC_PAIRS, rolls, pips);
    gc_weigh(doubles, gc_double_weight, GC_DOUBLES, rolls, pips);
}

/* The groups whose values differ, in order. */
static inline int gc_changes(const uint16_t *before, const uint16_t *after, int n, uint8_t *groups) {
    int found = 0;
    for (int j = 0; j < n; j++) {
        groups[found] = (uint8_t)j;
        found += before[j] != after[j];
    }
    return found;
}

#define GC_HIDDEN 128
#define GC_OUTPUTS 5

/* Sums of rows, modulo 2^16 as everywhere. GCC's and Clang's vectors stay in registers while rows are added, unless
   they are longer than a register: then GCC passes them through memory. */
#ifndef GC_NO_VECTORS
#ifdef __x86_64__
#define GC_VECTOR 32
#else
#define GC_VECTOR 16
#endif
#define GC_VECTORS (2 * GC_HIDDEN / GC_VECTOR)
typedef uint16_t gc_vector __attribute__((vector_size(GC_VECTOR)));
typedef gc_vector gc_words __attribute__((aligned(2), may_alias));
typedef struct { gc_vector at[GC_VECTORS]; } gc_sums;

GC_INLINE gc_sums gc_row(const int16_t *row) {
    gc_sums s;
    for (int i = 0; i < GC_VECTORS; i++) s.at[i] = ((const gc_words *)row)[i];
    return s;
}
GC_INLINE void gc_add_row(gc_sums *s, const int16_t *row) {
    for (int i = 0; i < GC_VECTORS; i++) s->at[i] += ((const gc_words *)row)[i];
}
GC_INLINE void gc_take_row(gc_sums *s, const int16_t *row) {
    for (int i = 0; i < GC_VECTORS; i++) s->at[i] -= ((const gc_words *)row)[i];
}
GC_INLINE void gc_put_row(const gc_sums *s, int16_t *row) {
    for (int i = 0; i < GC_VECTORS; i++) ((gc_words *)row)[i] = s->at[i];
}
#else
typedef struct { int16_t at[GC_HIDDEN]; } gc_sums;

GC_INLINE gc_sums gc_row(const int16_t *row) {
    gc_sums s;
    memcpy(s.at, row, sizeof s.at);
    return s;
}
GC_INLINE void gc_add_row(gc_sums *s, const int16_t *row) {
    for (int k = 0; k < GC_HIDDEN; k++) s->at[k] = (int16_t)(s->at[k] + row[k]);
}
GC_INLINE void gc_take_row(gc_sums *s, const int16_t *row) {
    for (int k = 0; k < GC_HIDDEN; k++) s->at[k] = (int16_t)(s->at[k] - row[k]);
}
GC_INLINE void gc_put_row(const gc_sums *s, int16_t *row) { memcpy(row, s->at, sizeof s->at); }
#endif

/* sum = base + rows */
GC_CLONES static void gc_sum_rows(const int16_t *base, const int16_t *const *rows, int n, int16_t *sum) {
    gc_sums s = gc_row(base);
    for (int i = 0; i < n; i++) gc_add_row(&s, rows[i]);
    gc_put_row(&s, sum);
}

#define GC_GROUPS_ROOM 96               /* groups, rounded up to whole vectors */

/* One bit for each flag, which is 0 or 1. */
GC_INLINE void gc_gather_bits(const uint8_t *flags, uint64_t *bits) {
    bits[0] = bits[1] = 0;
    for (int i = 0; i < GC_GROUPS_ROOM / 8; i++) {
        uint64_t eight;
        memcpy(&eight, flags + 8 * i, sizeof eight);
        bits[i / 8] |= (gc_from_little(eight) * 0x0102040810204080u >> 56) << 8 * (i % 8);
    }
}

/* sum = base + the rows of all values above the least ones that have weights */
GC_CLONES static void gc_sum_all(const int16_t *base, const int16_t *rows, const int32_t *offset, const int16_t *least,
                                 const int16_t *values, int16_t *sum) {
    gc_sums s = gc_row(base);
    uint8_t flags[GC_GROUPS_ROOM];
    uint64_t bits[2];
    for (int j = 0; j < GC_GROUPS_ROOM; j++) flags[j] = values[j] >= least[j];
    gc_gather_bits(flags, bits);
    for (int half = 0; half < 2; half++)
        for (uint64_t rest = bits[half]; rest; rest &= rest - 1) {
            int j = 64 * half + gc_lowest(rest);
            gc_add_row(&s, rows + GC_HIDDEN * (int64_t)(offset[j] + values[j]));
        }
    gc_put_row(&s, sum);
}

/* The same from the sums of other values. */
GC_CLONES static void gc_sum_changes(const int16_t *base, const int16_t *rows, const int32_t *offset,
                                     const int16_t *least, const int16_t *before, const int16_t *after, int16_t *sum) {
    gc_sums s = gc_row(base);
    uint8_t flags[GC_GROUPS_ROOM];
    uint64_t bits[2];
    for (int j = 0; j < GC_GROUPS_ROOM; j++)
        flags[j] = (before[j] != after[j]) & ((before[j] >= least[j]) | (after[j] >= least[j]));
    gc_gather_bits(flags, bits);
    for (int half = 0; half < 2; half++)
        for (uint64_t rest = bits[half]; rest; rest &= rest - 1) {
            int j = 64 * half + gc_lowest(rest);
            gc_add_row(&s, rows + GC_HIDDEN * (int64_t)(offset[j] + after[j]));
            gc_take_row(&s, rows + GC_HIDDEN * (int64_t)(offset[j] + before[j]));
        }
    gc_put_row(&s, sum);
}

/* Hidden units from their sums in 1/256: two parabolas close to the logistic function, level from -4 down and from 4
   up, in 1/2048. Then the outputs' sums: weights in 1/1024, so these are in 1/2^21. */
GC_CLONES static void gc_finish(const int16_t *restrict sums, const int16_t *restrict weights,
                                const int32_t *restrict biases, int32_t *restrict out) {
    int16_t hidden[GC_HIDDEN];
    for (int k = 0; k < GC_HIDDEN; k++) {
        int16_t x = sums[k], size = x < 0 ? -x : x;
        int16_t t = size < 1024 ? 1024 - size : 0;
        t = (int16_t)(t << 3);
        t = (int16_t)((int32_t)t * t >> 16);
        hidden[k] = x > 0 ? 2048 - t : t;
    }
    for (int o = 0; o < GC_OUTPUTS; o++) {
        int32_t z = 0;
        for (int k = 0; k < GC_HIDDEN; k++) z += hidden[k] * weights[o * GC_HIDDEN + k];
        out[o] = z + biases[o];
    }
}

#define GC_RACE_HIDDEN 128
#define GC_RACE_OUTPUTS 32

/* The outputs' sums of a network of races: a hidden unit is the sum of its rows, or 0 if that is negative. */
GC_CLONES static void gc_race_outputs(const int16_t *restrict bias, const int16_t *const *rows, int n,
                                      const int16_t *restrict weights, const int32_t *restrict biases,
                                      int32_t *restrict out) {
    int16_t hidden[GC_RACE_HIDDEN];
    gc_sum_rows(bias, rows, n, hidden);
    for (int k = 0; k < GC_RACE_HIDDEN; k++) hidden[k] = hidden[k] > 0 ? hidden[k] : 0;
    for (int o = 0; o < GC_RACE_OUTPUTS; o++) {
        int32_t z = 0;
        for (int k = 0; k < GC_RACE_HIDDEN; k++) z += hidden[k] * weights[o * GC_RACE_HIDDEN + k];
        out[o] = z + biases[o];
    }
}

/* sum += weight * (1 - the least of some rows), in each column */
GC_CLONES static void gc_add_most(double *restrict sum, const double *const *rows, int n, double weight, int columns) {
    for (int first = 0; first < columns; first += 32) {
        int last = columns - first < 32 ? columns - first : 32;
        double least[32];
        for (int j = 0; j < last; j++) least[j] = rows[0][first + j];
        for (int i = 1; i < n; i++)
            for (int j = 0; j < last; j++) least[j] = rows[i][first + j] < least[j] ? rows[i][first + j] : least[j];
        for (int j = 0; j < last; j++) sum[first + j] += weight * (1 - least[j]);
    }
}

#endif
