"""Backgammon's rules in slow, plain Python, checker by checker: the reference of games/backgammon/position.pxd. They
share no code and no way of thinking.

A *side* is a tuple of 26 counts: borne off at 0, the points 1..24 from the side's own end, the bar at 25. A *board* is
(own, other), own being on roll. A play is found by trying every order of the dice and every checker, as a beginner
would.
"""
from functools import cache

OFF, BAR = 0, 25
START = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


def can_move(own, other, source, die):
    """Whether a checker on source may be moved by the die."""
    if own[source] == 0 or (own[BAR] > 0 and source != BAR):
        return False
    if source > die:
        return other[25 - (source - die)] < 2
    if any(own[point] for point in range(7, 26)):
        return False
    return source == die or not any(own[point] for point in range(source + 1, 7))


def move(own, other, source, die):
    """The board after one checker was moved, still with the same side on roll; and whether it hit."""
    own, other = list(own), list(other)
    target = max(source - die, OFF)
    own[source] -= 1
    own[target] += 1
    hit = target != OFF and other[25 - target] == 1
    if hit:
        other[25 - target] = 0
        other[BAR] += 1
    return (tuple(own), tuple(other)), hit


def sequences(own, other, dice):
    """All ways to play the dice in this order as far as they go: (how many, the board then)."""
    here = [source for source in range(1, 26) if dice and can_move(own, other, source, dice[0])]
    if not here:
        return {(0, (own, other))}
    found = set()
    for source in here:
        for played, board in sequences(*move(own, other, source, dice[0])[0], dice[1:]):
            found.add((played + 1, board))
    return found


def finals(own, other, a, b):
    """The distinct boards after all legal plays of a roll, the opponent on roll then."""
    larger, smaller = max(a, b), min(a, b)
    if a == b:
        found = sequences(own, other, (a,) * 4)
    else:
        found = sequences(own, other, (larger, smaller)) | sequences(own, other, (smaller, larger))
        if max(played for played, _ in found) == 1:
            # Not both: then the larger if it can be played.
            found = {one for one in sequences(own, other, (larger,)) if one[0]} or found
    most = max(played for played, _ in found)
    return {(board[1], board[0]) for played, board in found if played == most}


def is_over(own, other):
    return 15 in (own[OFF], other[OFF])


def points(own, other):
    """What the side on roll has won: the game is over."""
    _winner, loser, sign = (other, own, -1) if other[OFF] == 15 else (own, other, 1)
    if loser[OFF]:
        return sign
    return 3 * sign if any(loser[19:26]) else 2 * sign


def perft(own, other, depth, weighted=False):
    """Distinct boards after a roll, summed over rolls and over their parents; weighted: mixed rolls count twice."""
    if is_over(own, other):
        return 0
    total = 0
    for a, b in ROLLS:
        children = finals(own, other, a, b)
        lines = len(children) if depth == 1 else sum(perft(*child, depth - 1, weighted) for child in children)
        total += lines * (2 if weighted and a != b else 1)
    return total


def expectiminimax(own, other, layers, evaluate):
    """The mean over all rolls of the best play's value, for the side on roll; evaluate(own, other) at the horizon."""
    if is_over(own, other):
        return points(own, other)
    if layers == 0:
        return evaluate(own, other)
    return sum((1 if a == b else 2) / 36 * choose(own, other, a, b, layers - 1, evaluate) for a, b in ROLLS)


def choose(own, other, a, b, layers, evaluate):
    """The best play's value after a roll."""
    return max(-expectiminimax(*child, layers, evaluate) for child in finals(own, other, a, b))


def features(own, other):
    """What the linear evaluation counts for one side."""
    hunted = {25 - (point - die) for point in range(1, 26) if other[point] for die in range(1, 7) if point > die}
    blots = [point for point in range(1, 25) if own[point] == 1 and point in hunted]
    home = sum(own[point] >= 2 for point in range(1, 7))
    return {
        "pips": -sum(point * count for point, count in enumerate(own)),
        "borne off": own[OFF],
        "bar": own[BAR],
        "back checkers": sum(own[19:26]),
        "home points": home,
        "block points": sum(own[point] >= 2 for point in range(7, 13)),
        "anchor": int(any(own[point] >= 2 for point in range(19, 24))),
        "primes": sum(all(own[point] >= 2 for point in range(first, first + 4)) for first in range(2, 10)),
        "blots": len(blots),
        "home blots": sum(point <= 6 for point in blots),
        "wall": home * other[BAR],
    }


def bounds(own, other):
    """What the side on roll can still lose and win at the most."""
    def most(loser, winner):
        rearmost = [max([point for point in range(1, 26) if side[point]], default=0) for side in (loser, winner)]
        if loser[OFF]:
            return 1
        return 3 if sum(rearmost) > 25 or rearmost[0] >= 19 else 2
    return -most(own, other), most(other, own)


def linear(weights):
    """The linear evaluation with these weights, in thousandths of a point."""
    def evaluate(own, other):
        mine, theirs = features(own, other), features(other, own)
        low, high = bounds(own, other)
        return min(max(sum(weight * (mine[name] - theirs[name]) for name, weight in weights.items()) / 1000, low), high)
    return evaluate


# Races: checkers on points 1.. in ascending order; the others are off.

@cache
def race_plays(points, a, b):
    """Where the checkers of a side may stand after a roll."""
    return {end for dice in ([(a,) * 4] if a == b else [(a, b), (b, a)]) for end in after(points, dice)}


def after(points, dice):
    if not dice or not points:
        return {points}
    found = set()
    for k, point in enumerate(points):
        if point > dice[0] or points[-1] <= 6 and (point == dice[0] or point == points[-1]):
            moved = points[:k] + points[k + 1:] + (point - dice[0],) * (point > dice[0])
            found |= after(tuple(sorted(moved)), dice[1:])
    return found


@cache
def mean_rolls(points, plays=race_plays):
    """How many rolls a side needs, by the plays that minimise that."""
    return 1 + sum(min(mean_rolls(end, plays) for end in plays(points, a, b))
                   for a in range(1, 7) for b in range(1, 7)) / 36 if points else 0.0


@cache
def unfinished(points, i, plays=race_plays):
    """The probability that a side which so plays is not done after i rolls."""
    if not points or i == 0:
        return float(bool(points))
    return sum(unfinished(min(plays(points, a, b), key=lambda end: mean_rolls(end, plays)), i - 1, plays)
               for a in range(1, 7) for b in range(1, 7)) / 36
