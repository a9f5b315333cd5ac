"""Logistic regression of the pattern weights by AdaGrad (Duchi, Hazan, Singer 2011), from samples of self-play.

A sample's target is a probability of winning, from the game's result and the search's score. The evaluation predicts
it as the sigmoid of a sum of weights. The gradient of the cross entropy for a weight is then (predicted - target) times
its count. AdaGrad gives each weight a step of its own, which is large for weights that are seldom used.
"""
from libc.math cimport exp, log, sqrt
from libc.stdint cimport int64_t

cimport cython
import numpy

from gamecore.core.bits cimport popcount
from gamecore.games.checkers.linear cimport advance
from gamecore.games.checkers.patterns cimport (BALANCES, ENTRIES, FIRST_KING, MEN_ENTRIES, MEN_TABLES, MOST_PIECES,
                                               UNIT, BoardView, CheckersPatterns, KingEntries, Patterns, balance_of,
                                               has_move, list_men, sum_kings, view_of)
from gamecore.games.checkers.rules cimport BLACK, WHITE, CheckersBits
from training.checkers.games cimport Sample

from gamecore.errors import PositionError
from gamecore.games.checkers.patterns import SHAPES

cdef enum:
    # The model's weights are rows of two numbers, for a full board and for an empty one.
    MAN = ENTRIES
    KING
    TEMPO                               # rows that men have advanced: in the end added to the entries of men
    BALANCE
    MOVE = BALANCE + BALANCES           # + 2 * pieces + whether the side to move has the move
    ROWS = MOVE + 2 * (MOST_PIECES + 1)
    MOST_ACTIVE = 40

RESULT_SHARE = 0.2                      # of the game's result in the target; the rest is the search's. 0.0 and 1.0 fit
                                        # worse players
RATE = 0.03                             # AdaGrad's, in logits
EPOCHS = 5
MOST = (700, 700, 4000, 4000)           # entries, pieces, balance and move: 28 * 700 + 12 * 700 + 4000 < 2 ** 15
BLOCK = [(0, 0), (0, 1), (2, 0), (2, 1), (1, 0), (1, 1), (3, 0), (3, 1)]      # row and column of a block's bits
BOARD = sum(1 << (square + square // 8) for square in range(32))
CENTRE = 4                              # the place that is turned into itself
HELD_OUT_ONE_IN = 20                    # games kept from the fit, to test it

cdef struct Active:                     # the rows that a sample is made of, and how often each counts
    int rows[MOST_ACTIVE]
    float counts[MOST_ACTIVE]
    int n
    float full                          # the share of the full board's weights

cdef struct Model:
    float weights[ROWS][2]              # in logits
    float squares[ROWS][2]              # AdaGrad's sums of squared gradients


def fit(samples, seed=0, *, on_epoch=None):
    """Fits the weights of the patterns to samples.

    Parameters
    ----------
    samples : array of SAMPLE
        The samples; an impossible sample raises PositionError.
    seed : int
        The seed of the samples' order.
    on_epoch : callable, optional
        Called with the epoch's number and two losses, of the samples fitted and of the games held out: in bits a
        sample, beyond the targets' own entropy.

    Returns
    -------
    CheckersPatterns
    """
    wrong = impossible(samples)
    if wrong.any():
        raise PositionError(f"impossible position in a sample of checkers: {samples[wrong][0].item()!r}")
    random = numpy.random.default_rng(seed)
    targets = targets_of(samples)
    held_out = samples["game"] % HELD_OUT_ONE_IN == 0
    fitted, tested = numpy.flatnonzero(~held_out), numpy.flatnonzero(held_out)
    model = numpy.zeros((2, ROWS, 2), dtype=numpy.float32)
    digits = empty_patterns()
    for epoch in range(EPOCHS):
        loss = go_through(samples, targets, random.permutation(fitted), digits, model, RATE * (1 - epoch / EPOCHS))
        if on_epoch is not None:
            on_epoch(epoch + 1, loss, go_through(samples, targets, tested, digits, model, 0))
    return rounded(model[0])


def impossible(samples):
    """Returns a bool array that marks impossible samples.

    In a possible sample each side has 1..12 pieces, all on squares of the board and no man on its crown row, and the
    result is -1, 0 or 1.
    """
    board, last, first = (numpy.uint64(squares) for squares in (BOARD, 0b1111 << 31, 0b1111))
    own, other, kings = samples["own"], samples["other"], samples["kings"]
    wrong = ((own & other) | (kings & ~(own | other)) | ((own | other) & ~board)) != 0
    wrong |= ((own & ~kings & last) | (other & ~kings & first)) != 0
    for pieces in (own, other):
        counts = numpy.array([int(bits).bit_count() for bits in pieces])
        wrong |= (counts < 1) | (counts > 12)
    return wrong | (abs(samples["result"].astype(int)) > 1)


def targets_of(samples):
    """Returns the probabilities of winning that the evaluation should predict, as float32 of the samples' shape."""
    searched = 1 / (1 + numpy.exp(-samples["score"] / 100.0))
    return (RESULT_SHARE * (samples["result"] + 1) / 2 + (1 - RESULT_SHARE) * searched).astype(numpy.float32)


def empty_patterns():
    """Returns weights of 0, for the numbering of the pattern entries."""
    return CheckersPatterns(*(numpy.zeros(shape, dtype=numpy.int16) for shape in SHAPES.values()))


@cython.boundscheck(False)
@cython.wraparound(False)
def go_through(samples, targets, order, CheckersPatterns digits, float[:, :, ::1] model, float rate):
    """Visits samples in order, and learns from them unless the rate is 0; returns their mean loss in bits, before each
    step."""
    cdef const Sample[::1] all_samples = samples
    cdef const float[::1] all_targets = targets
    cdef const int64_t[::1] all_order = order
    cdef Model* weights = <Model*>&model[0, 0, 0]
    cdef Active active
    cdef double loss = 0, predicted
    cdef int64_t i, at
    with nogil:
        for i in range(all_order.shape[0]):
            at = all_order[i]
            list_active(&active, &all_samples[at], digits.patterns)
            predicted = predict(weights, &active)
            loss += divergence(all_targets[at], predicted)
            if rate > 0:
                learn(weights, &active, predicted - all_targets[at], rate)
    return loss / log(2.0) / max(len(order), 1)


cdef double divergence(double target, double predicted) noexcept nogil:
    """Returns the cross entropy minus the target's entropy, in nats (Kullback and Leibler 1951); both in (0, 1)."""
    return target * log(target / predicted) + (1 - target) * log((1 - target) / (1 - predicted))


cdef inline void activate(Active* active, int row, float count) noexcept nogil:
    active.rows[active.n] = row
    active.counts[active.n] = count
    active.n += 1


cdef void list_active(Active* active, const Sample* sample, const Patterns* digits) noexcept nogil:
    cdef CheckersBits position
    cdef BoardView view
    cdef int pieces
    position.own, position.other, position.kings, position.ahead = sample.own, sample.other, sample.kings, BLACK
    view = view_of(&position)
    pieces = popcount(view.black | view.white)
    active.n = 0
    active.full = pieces / <float>MOST_PIECES
    activate(active, MAN, view.black_men - view.white_men)
    activate(active, KING, view.black_kings - view.white_kings)
    activate(active, TEMPO, advance(view.black & ~view.kings, BLACK) - advance(view.white & ~view.kings, WHITE))
    activate(active, BALANCE + balance_of(&view, True), 1)
    activate(active, MOVE + 2 * pieces + has_move(&position), 1)
    list_entries(active, &view, digits)


cdef void list_entries(Active* active, const BoardView* view, const Patterns* digits) noexcept nogil:
    cdef int plus[MEN_TABLES]
    cdef int minus[MEN_TABLES]
    cdef KingEntries kings
    cdef int i
    list_men(digits, view, plus, minus)
    kings.n_plus = kings.n_minus = 0
    sum_kings(digits, view, &kings)
    for i in range(MEN_TABLES):
        activate(active, plus[i], 1)
        activate(active, minus[i], -1)
    for i in range(kings.n_plus):
        activate(active, kings.plus[i], 1)
    for i in range(kings.n_minus):
        activate(active, kings.minus[i], -1)


cdef double predict(const Model* model, const Active* active) noexcept nogil:
    """Returns the probability of winning, never exactly 0 or 1, so that its logarithm is finite."""
    cdef double sum = 0, full = active.full
    cdef int i, row
    for i in range(active.n):
        row = active.rows[i]
        sum += active.counts[i] * (full * model.weights[row][0] + (1 - full) * model.weights[row][1])
    return 1 / (1 + exp(-max(min(sum, 30.0), -30.0)))


cdef void learn(Model* model, const Active* active, double error, double rate) noexcept nogil:
    """Makes a step down the gradient."""
    cdef int i
    for i in range(active.n):
        step(model, active.rows[i], 0, error * active.counts[i] * active.full, rate)
        step(model, active.rows[i], 1, error * active.counts[i] * (1 - active.full), rate)


cdef inline void step(Model* model, int row, int phase, double gradient, double rate) noexcept nogil:
    model.squares[row][phase] += gradient * gradient
    model.weights[row][phase] -= rate * gradient / (sqrt(model.squares[row][phase]) + 1e-6)


def rounded(weights):
    """Returns the model's weights in quarters of 1/100 of a logit, with tempo divided among the entries of men."""
    scaled = weights.astype(numpy.float64) * 100 * UNIT
    entries = scaled[:ENTRIES].copy()
    entries[:FIRST_KING] += tempo_of_entries()[:, None] * scaled[TEMPO]
    full = numpy.arange(MOST_PIECES + 1)[:, None] / MOST_PIECES
    move = scaled[MOVE:].reshape(MOST_PIECES + 1, 2, 2)
    move = full * move[:, :, 0] + (1 - full) * move[:, :, 1]
    arrays = entries, scaled[MAN:KING + 1], scaled[BALANCE:MOVE], move
    return CheckersPatterns(*(numpy.rint(array.clip(-most, most)).astype(numpy.int16)
                              for array, most in zip(arrays, MOST, strict=True)))


def tempo_of_entries():
    """Returns, for each entry of men, the rows that the own men have advanced minus those of the opponent's men.

    All blocks that contain a man have equal shares of it.
    """
    tempo = numpy.zeros((MEN_TABLES, MEN_ENTRIES))
    entries = numpy.arange(MEN_ENTRIES)
    for place in range(MEN_TABLES):
        for bit, (row, column) in enumerate(BLOCK):
            row, column = row + 2 * (place // 3), column + place % 3
            blocks = (1 if row in (0, 1, 6, 7) else 2) * (1 if column in (0, 3) else 2)
            digit = entries // 3 ** bit % 3
            tempo[place] += ((digit == 1) * row - (digit == 2) * (7 - row)) / blocks
    tempo[CENTRE] /= 2                   # it counts as itself and as what it is turned into
    return tempo.ravel()
