"""Logistic regression of the network that corrects the patterns, with Adam (Kingma and Ba 2015), from samples.

The target is the sigmoid of a sample's score, and the network learns its difference from the patterns' score. In this
fit a logit is LOGIT points. A lead in men is seldom worth more than that, and beyond it an error matters less.
"""
from libc.math cimport exp, sqrt
from libc.stdint cimport int64_t
from libc.string cimport memset

cimport cython
import numpy

from gamecore.games.checkers.net cimport HIDDEN, applies
from gamecore.games.checkers.patterns cimport MOST_PIECES, UNIT, CheckersPatterns, total
from gamecore.games.checkers.rules cimport BLACK, CheckersBits, square_at
from training.checkers.games cimport Sample

from gamecore.core.weight_files import rounded
from gamecore.games.checkers.net import SHAPES, UNITS, CheckersNet

cdef enum:
    INPUTS = 128                        # own men by their squares, the other side's, own kings, the other's
    BIASES = INPUTS                     # rows of a model
    OUTPUTS = INPUTS + 1
    ROWS = INPUTS + 2
    BATCH = 1024                        # samples a step

LOGIT = 70.0                            # points; 30, 50 and 100 were tried
HELD_OUT_ONE_IN = 20                    # games kept from the fit, to test it

cdef double FIRST_DECAY = 0.9, SECOND_DECAY = 0.999         # of Adam's moments, the authors' values
cdef double TINY = 1e-8

cdef struct Model:                      # in logits
    float rows[ROWS][HIDDEN]

cdef struct Pass:                       # a sample on its way through the network
    int inputs[MOST_PIECES]
    int n
    float sums[HIDDEN]
    float units[HIDDEN]


def fit_net(CheckersPatterns patterns not None, stages, seed=0, *, on_epoch=None):
    """Fits a network to samples.

    Parameters
    ----------
    patterns : CheckersPatterns
        The patterns that the network corrects.
    stages : list of (array of SAMPLE, int, float)
        The samples, the number of epochs, and Adam's first step, which falls to 0. Samples to which the network does
        not apply are left out.
    seed : int
        The seed of the first weights and of the samples' order.
    on_epoch : callable, optional
        Called with the stage's number, the epoch's, and two losses, of the samples fitted and of the games held out:
        mean squares of the errors, in probabilities.

    Returns
    -------
    CheckersNet
    """
    random = numpy.random.default_rng(seed)
    models = numpy.zeros((3, ROWS, HIDDEN), dtype=numpy.float32)         # the weights, and Adam's two moments
    models[0, :BIASES] = random.normal(0, 0.1, (INPUTS, HIDDEN))
    models[0, BIASES] = random.uniform(0.1, 0.5, HIDDEN)
    models[0, OUTPUTS] = random.normal(0, 0.1, HIDDEN)
    steps = 0
    for number, (samples, epochs, rate) in enumerate(stages):
        samples = samples[suitable(samples)]
        targets = (1 / (1 + numpy.exp(-samples["score"] / LOGIT))).astype(numpy.float32)
        known = scores(patterns, samples) / numpy.float32(LOGIT)
        held_out = samples["game"] % HELD_OUT_ONE_IN == 0
        fitted, tested = numpy.flatnonzero(~held_out), numpy.flatnonzero(held_out)
        for epoch in range(epochs):
            order = random.permutation(fitted)
            loss, steps = go_through(samples, targets, known, order, models, steps, rate * (1 - epoch / epochs))
            if on_epoch is not None:
                on_epoch(number, epoch + 1, loss, go_through(samples, targets, known, tested, models, steps, 0)[0])
    weights = models[0, :BIASES], models[0, BIASES], models[0, OUTPUTS] * LOGIT
    return CheckersNet(patterns, *rounded(weights, SHAPES, UNITS))


cdef void unpack(const Sample* sample, CheckersBits* position) noexcept nogil:
    position.own, position.other, position.kings = sample.own, sample.other, sample.kings
    position.ahead, position.clock = BLACK, 0


def suitable(samples):
    """Returns a bool array that marks the samples to which the network applies."""
    cdef const Sample[::1] all_samples = samples
    cdef CheckersBits position
    cdef Py_ssize_t i
    result = numpy.empty(len(samples), dtype=bool)
    for i in range(len(samples)):
        unpack(&all_samples[i], &position)
        result[i] = applies(&position)
    return result


def scores(CheckersPatterns patterns not None, samples):
    """Returns the patterns' scores of samples as float32."""
    cdef const Sample[::1] all_samples = samples
    cdef CheckersBits position
    cdef Py_ssize_t i
    result = numpy.empty(len(samples), dtype=numpy.float32)
    cdef float[::1] places = result
    for i in range(len(samples)):
        unpack(&all_samples[i], &position)
        places[i] = total(&position, patterns.patterns) / <float>(MOST_PIECES * UNIT)
    return result


@cython.boundscheck(False)
@cython.wraparound(False)
def go_through(samples, targets, known, order, models, int64_t steps, double rate):
    """Visits samples in order, learning unless the rate is 0.

    Returns their mean squared error, before each step, and the number of steps so far. `known` are the patterns'
    scores, in logits.
    """
    cdef const Sample[::1] all_samples = samples
    cdef const float[::1] all_targets = targets, all_known = known
    cdef const int64_t[::1] all_order = order
    cdef float[:, :, ::1] all_models = models
    cdef Model* model = <Model*>&all_models[0, 0, 0]
    cdef Model gradient
    cdef Pass forward
    cdef double loss = 0, predicted, error
    cdef int64_t n = len(order), first = 0, last, i, at
    with nogil:
        while first < n:
            last = min(first + BATCH, n)
            memset(&gradient, 0, sizeof(Model))
            for i in range(first, last):
                at = all_order[i]
                predicted = 1 / (1 + exp(-(all_known[at] + predict(model, &all_samples[at], &forward))))
                error = predicted - all_targets[at]
                loss += error * error
                if rate > 0:
                    add_gradient(&gradient, model, &forward, error / (last - first))
            if rate > 0:
                steps += 1
                learn(model, &gradient, steps, rate)
            first = last
    return loss / max(n, 1), steps


cdef double predict(const Model* model, const Sample* sample, Pass* forward) noexcept nogil:
    """Returns the correction of a sample's score, in logits."""
    cdef int square, k, i
    cdef double sum = 0
    forward.n = 0
    for square in range(35):
        if (sample.own | sample.other) >> square & 1:
            forward.inputs[forward.n] = (square_at(square) - 1 + INPUTS // 4 * (sample.other >> square & 1)
                                         + INPUTS // 2 * (sample.kings >> square & 1))
            forward.n += 1
    for k in range(HIDDEN):
        forward.sums[k] = model.rows[BIASES][k]
    for i in range(forward.n):
        for k in range(HIDDEN):
            forward.sums[k] += model.rows[forward.inputs[i]][k]
    for k in range(HIDDEN):
        forward.units[k] = max(min(forward.sums[k], <float>1), <float>0)
        sum += model.rows[OUTPUTS][k] * forward.units[k] * forward.units[k]
    return sum


cdef void add_gradient(Model* gradient, const Model* model, const Pass* forward, float error) noexcept nogil:
    """Adds a sample's share of the gradient, from the error of its probability."""
    cdef float back[HIDDEN]
    cdef int k, i
    for k in range(HIDDEN):
        gradient.rows[OUTPUTS][k] += error * forward.units[k] * forward.units[k]
        back[k] = 0
        if 0 < forward.sums[k] < 1:
            back[k] = 2 * error * model.rows[OUTPUTS][k] * forward.units[k]
        gradient.rows[BIASES][k] += back[k]
    for i in range(forward.n):
        for k in range(HIDDEN):
            gradient.rows[forward.inputs[i]][k] += back[k]


cdef void learn(Model* models, const Model* gradient, int64_t steps, double rate) noexcept nogil:
    """Makes a step of Adam; `models` are the weights and the two moments."""
    cdef float* weights = &models[0].rows[0][0]
    cdef float* means = &models[1].rows[0][0]
    cdef float* squares = &models[2].rows[0][0]
    cdef const float* slopes = &gradient.rows[0][0]
    cdef float first = FIRST_DECAY, second = SECOND_DECAY, tiny = TINY
    cdef float step = rate / (1 - FIRST_DECAY**steps), spread = 1 / (1 - SECOND_DECAY**steps)
    cdef int k
    for k in range(ROWS * HIDDEN):
        means[k] = first * means[k] + (1 - first) * slopes[k]
        squares[k] = second * squares[k] + (1 - second) * slopes[k] * slopes[k]
        weights[k] -= step * means[k] / (<float>sqrt(squares[k] * spread) + tiny)
