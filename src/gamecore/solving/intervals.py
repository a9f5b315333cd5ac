"""Value iteration, which tightens a lower and an upper bound on every position's value, sweep by sweep.

After every sweep this invariant holds for every position:

    low <= value <= high, and a player of the recorded moves wins at least low

The bounds begin at minus and plus the greatest score. After that they are only tightened, and means over chance
outcomes are rounded outwards. The bounds meet unless a player gains by playing for ever: endless play is worth 0, but
`low` treats it as a loss of the greatest score, and `high` as a win of it.
"""
from fractions import Fraction

import numpy as np

PROGRESS_INTERVAL = 64               # sweeps between two calls of progress


class Intervals:
    """The bounds of all positions of a Graph, in arrays."""

    def __init__(self, graph):
        self.scale = max([above(abs(score)) for score in graph.scores if score is not None], default=0.0)
        self.low = np.full(len(graph), -self.scale)      # the bounds of the value, for the side to move
        self.high = np.full(len(graph), self.scale)
        for i, score in enumerate(graph.scores):
            if score is not None:
                self.low[i], self.high[i] = below(score), above(score)
        self.recorded = np.full(len(graph), -1)          # the index of the move that last raised `low`; -1 for none
        self.choices = Edges(graph, graph.choices)
        self.chances = Edges(graph, graph.chances)
        self.probabilities = np.array([float(p) for i in graph.chances for p in graph.probabilities[i]])
        # The rounding of k probabilities, k products and k - 1 sums of them; twice this bound is safe.
        self.slack = 4 * (self.chances.sizes + 1) * np.finfo(float).eps * self.scale

    def sweep(self):
        """Tightens all bounds once; returns whether any of them changed."""
        low, high = self.low.copy(), self.high.copy()
        if len(self.choices):
            at = self.choices.at
            gains = self.choices.after(self.low, self.high)
            self.record(gains)
            low[at] = np.maximum(low[at], self.choices.greatest(gains))
            high[at] = np.minimum(high[at], self.choices.greatest(self.choices.after(self.high, self.low)))
        if len(self.chances):
            at = self.chances.at
            least, greatest = self.chances.after(self.low, self.high), self.chances.after(self.high, self.low)
            low[at] = np.maximum(low[at], self.chances.sum(self.probabilities * least) - self.slack)
            high[at] = np.minimum(high[at], self.chances.sum(self.probabilities * greatest) + self.slack)
        moved = not (np.array_equal(low, self.low) and np.array_equal(high, self.high))
        self.low, self.high = low, high
        return moved

    def record(self, gains):
        """Records the first best move wherever it raises the lower bound.

        A move that raised the bound leads to an end; a move that only equals it may lead into a loop.
        """
        raised = self.choices.greatest(gains) > self.low[self.choices.at]
        if raised.any():
            self.recorded[self.choices.at[raised]] = self.choices.first_best(gains)[raised]

    @property
    def gap(self):
        """Returns the width of the widest interval."""
        return float(np.max(self.high - self.low))

    def values(self):
        """Returns the value in each interval that is nearest to 0, which is the value of endless play."""
        return np.clip(0.0, self.low, self.high)

    def middle(self):
        """Returns the midpoints of all intervals as a list of float."""
        return (self.low / 2 + self.high / 2).tolist()

    def policy(self, tolerance):
        """Returns the index of a move for each choice: the recorded move if it attains the value, otherwise the best
        move."""
        values = self.values()
        moves = self.recorded.copy()
        if len(self.choices):
            at = self.choices.at
            first = self.choices.first_best(self.choices.after(values, values))
            trusted = (moves[at] >= 0) & (self.low[at] >= values[at] - tolerance)
            moves[at] = np.where(trusted, moves[at], first)
        return moves.tolist()


class Edges:
    """The moves or outcomes of some positions in flat arrays."""

    def __init__(self, graph, positions):
        # The arrays have, for each position, its number, the number of its edges, and where its edges begin.
        self.at = np.array(positions, dtype=np.intp)
        self.sizes = np.array([len(graph.successors[i]) for i in positions], dtype=np.intp)
        self.starts = np.cumsum(self.sizes) - self.sizes
        # The arrays have, for each edge, its target, whether the other side is to move there, and its index among its
        # position's edges.
        self.to = np.array([j for i in positions for j in graph.successors[i]], dtype=np.intp)
        self.flipped = np.array([flipped for i in positions for flipped in graph.flipped[i]], dtype=bool)
        self.slots = np.arange(len(self.to)) - np.repeat(self.starts, self.sizes)

    def __len__(self):
        return len(self.at)

    def after(self, bounds, opposite):
        """Returns the bounds of the position after each edge, for the side to move before it; `opposite` contains the
        bounds of the other kind."""
        return np.where(self.flipped, -opposite[self.to], bounds[self.to])

    def greatest(self, values):
        return np.maximum.reduceat(values, self.starts)

    def first_best(self, values):
        """Returns the index of the first edge with the greatest value of each position."""
        best = np.repeat(self.greatest(values), self.sizes)
        return np.minimum.reduceat(np.where(values == best, self.slots, len(values)), self.starts)

    def sum(self, values):
        return np.add.reduceat(values, self.starts)


def iterate(graph, tolerance, max_iterations, progress):
    """Sweeps until no interval is wider than `tolerance` or no bound moves; returns the Intervals and the number of
    sweeps."""
    intervals = Intervals(graph)
    for sweeps in range(max_iterations):
        if intervals.gap <= tolerance or not intervals.sweep():
            return intervals, sweeps
        if sweeps % PROGRESS_INTERVAL == 0:
            progress(len(graph), sweeps, intervals.gap)
    return intervals, max_iterations


def below(number):
    """Returns the greatest float that is not above a Fraction."""
    nearest = float(number)
    return nearest if Fraction(nearest) <= number else float(np.nextafter(nearest, -np.inf))


def above(number):
    """Returns the least float that is not below a Fraction."""
    return -below(-number)
