"""The statistics of a match: its score, the Elo difference with its margin of error, and a sequential test.

Both games of a pair begin with the same ballot, which may favour a side, so only pairs are independent, and all
variances are those of pairs. A pair's score is its share of the possible points: 0, 1/4, 1/2, 3/4 or 1 (the pentanomial
model).
"""
from math import inf, isfinite, log, log10, sqrt
from statistics import NormalDist

from gamecore.errors import LimitError

CONFIDENCE = NormalDist().inv_cdf(0.975)         # half width of the 95 % interval, in standard errors
ERROR_RATE = 0.05                                # of the sequential test, for each kind of error
LLR_BOUND = log((1 - ERROR_RATE) / ERROR_RATE)   # Wald 1945: 2.94
UNSEEN = 1e-3                                    # replaces a count of 0, as on Stockfish's Fishtest
LARGEST_ELO = 4000                               # of a hypothesis: a score of 1 - 1e-10; from 6400 on it would be 1
BISECTIONS = 60                                  # more than a double has binary digits
OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)           # the scores of a pair


def elo_of(score: float) -> float:
    """Returns the Elo difference at which a score is expected; infinite at 0 and 1.

    >>> round(elo_of(0.75), 2)
    190.85
    """
    if score in (0, 1):
        return inf if score else -inf
    return 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Returns the score, 0..1, that is expected at an Elo difference.

    >>> round(score_of(100), 4)
    0.6401
    """
    return 1 / (1 + 10 ** (-elo / 400))


class Score:
    """The results so far for side a."""

    def __init__(self) -> None:
        self.wins = self.draws = self.losses = 0         # games
        self.pairs = [0] * len(OUTCOMES)                 # the number of complete pairs with 0, 1/2, 1, 3/2 and 2 points
        self.waiting: float | None = None        # the points of a pair's first game

    def add(self, points: float) -> None:
        """Adds a game in which a scored 1, 1/2 or 0; games 1 and 2, 3 and 4, ... are pairs.

        Raises LimitError for other points, such as those of backgammon, which match.backgammon.points.Points adds up.
        """
        if points not in (1, 0.5, 0):
            raise LimitError(f"a game scores 1, 1/2 or 0 points, not {points!r}")
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        if self.waiting is None:
            self.waiting = points
        else:
            self.pairs[int(2 * (self.waiting + points))] += 1
            self.waiting = None

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The points per game, 0..1; None before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    @property
    def elo(self) -> float | None:
        """The strength of a relative to b; infinite if a won or lost every game, and None before the first game."""
        return elo_of(self.score) if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the score, within 0..1; None before the first pair."""
        if not sum(self.pairs):
            return None
        mean, variance = moments(self.pairs)
        # There are n + 1 pairs with the added one, minus 1 because the mean was also estimated.
        error = CONFIDENCE * sqrt(variance / sum(self.pairs))
        return max(mean - error, 0.0), min(mean + error, 1.0)

    @property
    def elo_interval(self) -> tuple[float, float] | None:
        """The 95 % interval in Elo, which is infinite where the interval of the score reaches 0 or 1; None before the
        first pair."""
        return self.interval and tuple(map(elo_of, self.interval))

    @property
    def elo_error(self) -> float | None:
        """Half the width of the 95 % interval; None before the first pair, and if the interval is infinite."""
        low, high = self.elo_interval or (-inf, inf)
        return (high - low) / 2 if isfinite(high - low) else None


def moments(pairs):
    """Returns the mean and variance of a pair's score from the counts of the five results and one added pair.

    The added pair is half won and half lost, so that identical results do not look certain. In simulated matches of 1
    to 100 pairs (0 to 700 Elo, 0 to 99 % draws, ballots worth 0 to 300 Elo) the interval then contains the true value
    in 93.7 to 100 % of the cases; without the added pair it does so in as few as 4 %. The idea is that of A. Agresti
    and B. A. Coull, Approximate is better than "exact" for interval estimation of binomial proportions (1998).
    """
    counts = [pairs[0] + 0.5, *pairs[1:-1], pairs[-1] + 0.5]
    n = sum(counts)
    mean = sum(count * outcome for count, outcome in zip(counts, OUTCOMES, strict=True)) / n
    return mean, sum(count * (outcome - mean) ** 2 for count, outcome in zip(counts, OUTCOMES, strict=True)) / n


class Sprt:
    """The sequential probability ratio test of H0, that a is stronger by at most `low` Elo, against H1, that it is
    stronger by `high`.

    The error rates are 5 %. Raises LimitError unless -4000 <= `low` < `high` <= 4000.

    Notes
    -----
    A. Wald, Sequential tests of statistical hypotheses (1945). The generalised form for a mean of unknown distribution
    is by M. Van den Bergh, The generalized maximum likelihood ratio for the expectation value of a distribution (2019).
    """

    def __init__(self, low: float, high: float):
        if not -LARGEST_ELO <= low < high <= LARGEST_ELO:
            raise LimitError(f"a sequential test needs two numbers of -{LARGEST_ELO}..{LARGEST_ELO}, the lower one "
                             f"first, not {low!r} and {high!r}")
        self.low, self.high = low, high

    def llr(self, pairs: list[int]) -> float:
        """Returns the log likelihood ratio of H1 against H0 after these pairs, or 0 before the first."""
        if not sum(pairs):
            return 0.0
        counts = [count or UNSEEN for count in pairs]
        under_low, under_high = likeliest(counts, score_of(self.low)), likeliest(counts, score_of(self.high))
        return sum(count * log(high / low) for count, low, high in zip(counts, under_low, under_high, strict=True))


def verdict_of(llr: float) -> str | None:
    """Returns the hypothesis that a log likelihood ratio accepts, "H0" or "H1", or None while it is undecided."""
    return "H1" if llr >= LLR_BOUND else "H0" if llr <= -LLR_BOUND else None


def likeliest(counts, mean):
    """Returns the maximum-likelihood probabilities of the five outcomes with a given mean (0 < mean < 1).

    The probabilities are f / (1 + t (x - mean)) for an outcome x of frequency f, where t solves sum f (x - mean) / (1 +
    t (x - mean)) = 0. The sum decreases with t, so bisection finds t.
    """
    n = sum(counts)
    gaps = [(count, outcome - mean) for count, outcome in zip(counts, OUTCOMES, strict=True)]
    low, high = -1 / (1 - mean), 1 / mean        # where one of the probabilities would be infinite
    for _ in range(BISECTIONS):
        t = (low + high) / 2
        if sum(count * gap / (1 + t * gap) for count, gap in gaps) > 0:
            low = t
        else:
            high = t
    return [count / n / (1 + t * gap) for count, gap in gaps]
