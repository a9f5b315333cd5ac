"""A slow reference for the inputs of backgammon's network, which computes every group from its definition, by sets of
points."""
from itertools import product

ROLLS = list(product(range(1, 7), repeat=2))


def features(roller, mover):
    """The values of all groups; roller is about to roll, counts 0..25 from each side's own end."""
    if rearmost(mover) + rearmost(roller) <= 25:
        return []                        # a race
    values = [*mover, *roller, pips(mover), pips(roller), sum(mover[7:]), sum(roller[7:])]
    return values + side(mover, roller) + side(roller, mover) + blocks(mover, roller)


def pips(counts):
    return sum(point * n for point, n in enumerate(counts))


def rearmost(counts):
    return max(point for point in range(1, 26) if counts[point])


def points(counts, least=1, most=15):
    return {point for point in range(1, 25) if least <= counts[point] <= most}


def turned(some):
    return {25 - point for point in some}


def side(own, other):
    """The groups of one side."""
    blocked, rear = turned(points(other, 2)), rearmost(own)
    ahead = [rear - step in blocked for step in range(1, 13)]
    hits, best = shots(own, other)
    hits_on_me, _ = shots(other, own)
    home = points(own, 2) & set(range(1, 7))
    return [
        escapes(ahead),
        sum(2**i for i in range(8) if ahead[i]),
        36 - min(escapes([point + step in points(own, 2) for step in range(1, 13)]) for point in range(13)),
        sum(2**(point - 1) for point in home) + 64 * min(other[25], 2),
        hits,
        best // 18,
        min(7, longest(points(own, 2))),
        sum(2**(point - 19) for point in points(own, 2) if point >= 19),
        sum(own[19:]),
        min(7, len(points(own, 1, 1))),
        sum(1 for die in range(1, 7) for point in range(1, 26) if own[point] and point - die >= 1
            and point - die not in blocked),
        len(points(other, 2) & set(range(1, 7))) + 7 * ((hits_on_me + 4) // 5),
    ]


def escapes(blocked):
    return sum(escapes_with(blocked, a, b) for a, b in ROLLS)


def escapes_with(blocked, a, b):
    orders = [[a] * 4] if a == b else [[a, b], [b, a]]
    for dice in orders:
        reached = 0
        for die in dice:
            if reached + die <= 12 and blocked[reached + die - 1]:
                break
            reached += die
        else:
            if reached >= 7:
                return True
        if a == b and reached >= 7:
            return True
    return False


def longest(some):
    return max(n for start in range(1, 26) for n in range(25) if set(range(start, start + n)) <= some)


def shots(own, other):
    """Rolls that hit, and the sum of the pips of each roll's best hit."""
    blocked, blots = turned(points(other, 2)), turned(points(other, 1, 1))
    found = [max(reached(own, blocked, a, b) & blots, default=0) for a, b in ROLLS]
    return sum(point > 0 for point in found), sum(found)


def reached(own, blocked, a, b):
    """Where a roll can bring a checker, one checker moving at a time, other duties not minded."""
    sources = {point for point in range(1, 25) if own[point]}
    if a == b:
        if not own[25]:
            return chain(sources, blocked, [a] * 4)
        entered = {25 - a} - blocked
        return entered if own[25] > 1 or not entered else entered | chain(sources | entered, blocked, [a] * 3)
    result = set()
    for first, second in ((a, b), (b, a)):
        if not own[25]:
            result |= chain(sources, blocked, [first, second]) | chain(sources, blocked, [second])
            continue
        entered = {25 - first} - blocked
        result |= entered
        if own[25] == 1 and entered:
            result |= chain(sources | entered, blocked, [second])
    return result


def chain(sources, blocked, dice):
    """Where checkers come with the first die, with the first two ..., stopping on no blocked point."""
    result = set()
    for die in dice:
        sources = {point - die for point in sources if point > die} - blocked
        result |= sources
    return result


def blocks(mover, roller):
    """Four points as digits of base 5."""
    digit = {point: min(mover[point], 2) or 2 * (roller[25 - point] > 0) + min(roller[25 - point], 2)
             for point in range(1, 25)}
    return [sum(5**i * digit[first + i] for i in range(4)) for first in (1, 5, 9, 13, 17, 21, 3, 19)]
