"""Star1 and Star2 on random trees of a dice game: 21 outcomes, leaves with known bounds, replies in a better or worse
order.

The share of plain expectiminimax's leaves that Star2 looks at, probes counted, mean of 5 trees (Star1: 0.95 in every
order):

    noise of the hint, in units of a range of 200     none: random order    40      20      10      0: perfect order
    15 moves and 15 replies                           0.93                  0.72    0.45    0.31    0.23
    20 moves and 20 replies                           0.93                  0.75    0.51    0.30    0.18
"""
from functools import cache
from random import Random

import pytest
import gamecore
from gamecore import PythonGame

ROLLS = [(i, j) for i in range(1, 7) for j in range(i, 7)]
PROBABILITIES = [(roll, (1 if roll[0] == roll[1] else 2) / 36) for roll in ROLLS]
LIMIT = 100
PERFECT, GOOD, RANDOM = 0, 10, None      # the standard deviation of the hint's error


@cache
def drawn(name, distribution, *parameters):
    """A number that only these decide."""
    return getattr(Random(name), distribution)(*parameters)


class DiceTree(PythonGame):
    """MAX has `width` moves, then the dice fall, then MIN has `width` replies to independent, uniform leaves."""

    bounds = (-LIMIT, LIMIT)

    def __init__(self, seed, width, noise, path=()):
        self.seed, self.width, self.noise, self.path = seed, width, noise, path

    def after(self, step):
        return DiceTree(self.seed, self.width, self.noise, (*self.path, step))

    def legal_moves(self):
        return range(self.width)

    def play(self, move):
        return self.after(move)

    def outcomes(self):
        return PROBABILITIES if len(self.path) == 1 else ()

    def play_outcome(self, outcome):
        return self.after(outcome)

    def is_over(self):
        return len(self.path) == 3

    def final_score(self):
        return drawn(f"{self.seed} {self.path}", "uniform", -LIMIT, LIMIT)

    def hint(self, move):
        """For MIN: a noisy look at the leaf."""
        if self.noise is None or len(self.path) != 2:
            return 0
        leaf = self.play(move).final_score()
        return -round(10 * (leaf + drawn(f"hint {self.seed} {self.path} {move}", "gauss", 0, self.noise)))


def leaves(width, noise, switches, seed=0):
    """The score, and how many leaves were looked at, those of probes included."""
    result = gamecore.Engine(hash_mb=1, switches=switches).search(DiceTree(seed, width, noise), depth=1)
    assert result.stop == "complete"
    return result.score, result.move, result.leaves


@pytest.mark.parametrize("width", [15, 20])
@pytest.mark.parametrize("seed", range(3))
def test_star2_in_a_good_order_looks_at_less_than_half_of_the_leaves_of_a_dice_game(width, seed):
    score, move, plain = leaves(width, GOOD, "hint", seed)
    assert plain == width * len(ROLLS) * width
    for switches in ("pruning,hint", "pruning,star1,hint"):
        assert leaves(width, GOOD, switches, seed)[:2] == (pytest.approx(score, abs=1e-9), move)
    star_score, star_move, star = leaves(width, GOOD, "pruning,star1,star2,hint", seed)
    assert (star_score, star_move) == (pytest.approx(score, abs=1e-9), move)
    assert star < plain / 2


@pytest.mark.parametrize("seed", range(3))
def test_the_better_the_order_the_fewer_the_leaves(seed):
    perfect, good, random = (leaves(15, noise, "pruning,star1,star2,hint", seed)[2]
                             for noise in (PERFECT, GOOD, RANDOM))
    assert perfect < good < random


class Distant(PythonGame):
    """Three moves, each before chance; MAX's scores lie within 10 of a centre that may be far from 0."""

    def __init__(self, seed, centre, odds, path=(), sign=1, rolled=False):
        self.seed, self.centre, self.odds, self.path, self.sign, self.rolled = seed, centre, odds, path, sign, rolled

    @property
    def bounds(self):
        return tuple(sorted((self.sign * (self.centre - 10), self.sign * (self.centre + 10))))

    def outcomes(self):
        return [] if self.rolled or not self.path or self.is_over() else list(enumerate(self.odds))

    def play_outcome(self, outcome):
        return Distant(self.seed, self.centre, self.odds, (*self.path, f"chance {outcome}"), self.sign, True)

    def legal_moves(self):
        return [] if self.is_over() else [0, 1, 2]

    def play(self, move):
        return Distant(self.seed, self.centre, self.odds, (*self.path, move), -self.sign)

    def is_over(self):
        return len(self.path) == 5

    def final_score(self):
        return self.sign * (self.centre + drawn(f"{self.seed} {self.path}", "uniform", -10, 10))

    def evaluate(self):
        return self.sign * (self.centre + drawn(f"guess {self.seed} {self.path}", "uniform", -10, 10))

    def hint(self, move):
        return drawn(f"hint {self.seed} {self.path} {move}", "randint", -9, 9)

    def key(self):
        return self.path, self.rolled


def worth(position):
    """The value of a position of `Distant` by the definition, less the centre, for MAX."""
    if position.is_over():
        return position.sign * position.final_score() - position.centre
    if position.outcomes():
        return sum(p / sum(position.odds) * worth(position.play_outcome(i)) for i, p in position.outcomes())
    best = max if position.sign > 0 else min
    return best(worth(position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize("odds", [(.5, .5), (1 / 3, 1 / 3, 1 / 3), (.3333333335, .666666666), (1 - 1e-10, 1e-10),
                                  (0, 1 / 6, 0, 5 / 6 + 9e-10)], ids=str)
@pytest.mark.parametrize("centre", [0, -1e8, 1e8, 1e12], ids=str)
def test_cutoffs_never_change_a_bit_of_the_score_nor_the_move(centre, odds):
    for seed in range(5):
        position = Distant(seed, centre, odds)
        plain = gamecore.Engine(hash_mb=1, switches="pruning").search(position, depth=4)
        assert plain.score - centre == pytest.approx(worth(position), abs=1e-12 + 1e-15 * abs(centre))  # by rounding
        for switches in ("star1", "star1,star2", "star1,star2,hint", "star1,star2,hint,evaluation,deepening,table"):
            found = gamecore.Engine(hash_mb=1, switches=f"pruning,{switches}").search(position, depth=4)
            assert (found.score, found.move) == (plain.score, plain.move), (seed, switches)
