"""Reads the bear-off tables for tests."""
from gamecore.games.backgammon.races import RaceNet


def side_at_home(checkers):
    """The counts of a side with these checkers on its points 1..6 and the others off."""
    return [15 - sum(checkers), *checkers, *[0] * 19]


def late(checkers):
    """The probabilities that a side at home needs more than 0, 1, .. 31 rolls."""
    return [n / 65535 for n in RaceNet.shipped().late([side_at_home(checkers)])[0].tolist()]


def one_sided_win(first, second):
    """The chance of the side on roll to bear off first, if neither side regards the other."""
    own, other = late(first), late(second)
    return sum((own[i] - own[i + 1]) * other[i] for i in range(31))
