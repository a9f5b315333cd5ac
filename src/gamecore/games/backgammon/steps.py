"""The steps of a play as numbers: one for each of 25 points and 6 dice, and one for the pass.

Whole plays of two to four steps would need some 25,000 numbers, most of them too rare for a network to learn. The steps
of a play begin at its highest point, and of several ways to make a play only one is used, so every play has exactly one
sequence of numbers.
"""
from gamecore.games.backgammon.notation import BAR, NAMES, OFF

PASS = 0                             # other steps are 25 * (die - 1) + point, with the bar as 25


def rolled(dice):
    """Returns the dice to play: four for a double, and none before the roll."""
    return [] if dice is None else [*dice] * (2 if dice[0] == dice[1] else 1)


def numbers_of(play, dice):
    """Returns the numbers of a play's steps; bearing off uses the exact die if it is left, otherwise the highest."""
    left = rolled(dice)
    for point, to in play.steps:
        if to != OFF:
            left.remove(point - to)
    numbers = []
    for point, to in play.steps:
        die = point - to
        if to == OFF:
            die = point if point in left else max(left)
            left.remove(die)
        numbers.append(25 * (die - 1) + point)
    return tuple(numbers) or (PASS,)


def step_of(number):
    """Returns the point, the new point and the die of a step."""
    die, point = divmod(number - 1, 25)
    return point + 1, max(point - die, OFF), die + 1


def planes_after(planes, dice, taken):
    """Returns the planes of a position after the steps taken, with a third plane for the remaining dice."""
    import numpy                         # of the caller, who has planes
    own, other, left = planes = numpy.concatenate([planes, numpy.zeros((1, 26), numpy.uint8)])
    for die in rolled(dice):
        left[die] += 1
    for number in filter(None, taken):
        point, to, die = step_of(number)
        own[point] -= 1
        own[to] += 1
        left[die] -= 1
        if to != OFF and other[BAR - to]:            # a blot
            other[BAR - to] -= 1
            other[BAR] += 1
    return planes


def name_of(number):
    """Returns a step as text, such as "8/5"."""
    point, to, _ = step_of(number)
    return "pass" if number == PASS else f"{NAMES.get(point, point)}/{NAMES.get(to, to)}"
