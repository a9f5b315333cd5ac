/* The float network's loops over its hidden units: compilers turn them into vector code. */
#ifndef GAMECORE_BACKGAMMON_LEARNING_H
#define GAMECORE_BACKGAMMON_LEARNING_H

#include <math.h>
#include <stdint.h>

#include "gamecore/games/backgammon/kernels.h"


typedef struct {
    int32_t n;
    int32_t row[192];
    float coefficient[192];
} gc_terms;

/* GCC's and Clang's vectors: sums stay in registers while rows are added. */
typedef float gc_floats __attribute__((vector_size(64), aligned(4), may_alias));
#define GC_BLOCK 64
#define GC_FLOAT_VECTORS (GC_BLOCK / 16)

/* sum = base + the terms' rows, each times its coefficient */
GC_CLONES static void gc_gather(const float *base, float *restrict sum, const float *restrict rows,
                                const gc_terms *terms) {
    for (int first = 0; first < GC_HIDDEN; first += GC_BLOCK) {
        gc_floats s[GC_FLOAT_VECTORS];
        const gc_floats *b = (const gc_floats *)(base + first);
        gc_floats *out = (gc_floats *)(sum + first);
#pragma GCC unroll 8
        for (int k = 0; k < GC_FLOAT_VECTORS; k++) s[k] = b[k];
        for (int i = 0; i < terms->n; i++) {
            const gc_floats *row = (const gc_floats *)(rows + (int64_t)terms->row[i] * GC_HIDDEN + first);
            float c = terms->coefficient[i];
#pragma GCC unroll 8
            for (int k = 0; k < GC_FLOAT_VECTORS; k++) s[k] += c * row[k];
        }
#pragma GCC unroll 8
        for (int k = 0; k < GC_FLOAT_VECTORS; k++) out[k] = s[k];
    }
}

/* rows += the terms' coefficients times step */
GC_CLONES static void gc_scatter(float *restrict rows, const gc_terms *terms, const float *restrict step) {
    for (int i = 0; i < terms->n; i++) {
        float *restrict row = rows + (int64_t)terms->row[i] * GC_HIDDEN;
        float c = terms->coefficient[i];
        for (int k = 0; k < GC_HIDDEN; k++) row[k] += c * step[k];
    }
}

/* The same with a step for each row, which falls with the row's updates (Duchi, Hazan, Singer 2011): step is rate times
   the slope, squares sums the slope's squares. */
GC_CLONES static void gc_scatter_own(float *restrict rows, float *restrict squares, const gc_terms *terms,
                                     const float *restrict step, float rate, float pace) {
    float part[16] = {0}, square = 0;
    for (int k = 0; k < GC_HIDDEN; k += 16)
        for (int j = 0; j < 16; j++) part[j] += step[k + j] * step[k + j];
    for (int j = 0; j < 16; j++) square += part[j];
    square /= rate * rate;
    for (int i = 0; i < terms->n; i++) {
        float *restrict row = rows + (int64_t)terms->row[i] * GC_HIDDEN;
        float c = terms->coefficient[i], *sum = squares + terms->row[i];
        *sum += c * c * square;
        c *= pace / (rate * sqrtf(*sum + 0.01f));
        for (int k = 0; k < GC_HIDDEN; k++) row[k] += c * step[k];
    }
}

/* Two parabolas close to the logistic function: level from -4 down, and from 4 up. */
GC_CLONES static void gc_activate(const float *restrict sum, float *restrict hidden) {
    for (int k = 0; k < GC_HIDDEN; k++) {
        float x = sum[k], t = 1 - 0.25f * fabsf(x);
        t = t > 0 ? t : 0;
        t = 0.5f * t * t;
        hidden[k] = x > 0 ? 1 - t : t;
    }
}

GC_CLONES static void gc_outputs(const float *restrict hidden, const float *restrict weights,
                                 const float *restrict biases, float *restrict out) {
    for (int o = 0; o < GC_OUTPUTS; o++) {
        float part[16] = {0}, z = biases[o];
        for (int k = 0; k < GC_HIDDEN; k += 16)
            for (int j = 0; j < 16; j++) part[j] += hidden[k + j] * weights[o * GC_HIDDEN + k + j];
        for (int j = 0; j < 16; j++) z += part[j];
        out[o] = 1 / (1 + expf(-z));
    }
}

/* Moves the output layer by rate * error; step: how the hidden sums are to move, the slope never quite 0. */
GC_CLONES static void gc_backward(const float *restrict sum, const float *restrict hidden, float *restrict weights,
                                  float *restrict biases, const float *restrict error, float rate,
                                  float *restrict step) {
    for (int k = 0; k < GC_HIDDEN; k++) step[k] = 0;
    for (int o = 0; o < GC_OUTPUTS; o++) {
        float e = rate * error[o];
        if (e == 0) continue;
        float *restrict w = weights + o * GC_HIDDEN;
        for (int k = 0; k < GC_HIDDEN; k++) step[k] += e * w[k];
        for (int k = 0; k < GC_HIDDEN; k++) w[k] += e * hidden[k];
        biases[o] += e;
    }
    for (int k = 0; k < GC_HIDDEN; k++) {
        float t = 0.25f * (1 - 0.25f * fabsf(sum[k]));
        step[k] *= t > 0.004f ? t : 0.004f;
    }
}

#endif
