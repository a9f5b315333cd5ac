"""The worth of checkers on points, from the weights of the linear evaluation."""
from gamecore.games.backgammon.rules cimport CHECKERS, FAR, HOME, OFF


cdef int fill(PlayOrder* order, object weights) except -1:
    """Fills the part of the linear evaluation that depends on single points, and an average share of the rest.

    `weights` are those of the evaluation by feature.
    """
    cdef int point, checkers
    for point in range(BAR + 1):
        for checkers in range(CHECKERS + 1):
            order.own[COUNTS * point + checkers] = worth(weights, point, checkers, False)
            order.own[COUNTS * point + checkers + ENTRIES] = worth(weights, point, checkers, True)
            order.other[COUNTS * point + checkers] = -worth(weights, point, checkers, True)
            if point == BAR:                     # the winner's home is worth more with the opponent before it
                order.other[COUNTS * point + checkers] += 2 * checkers * weights["wall"]
    return 0


cdef int worth(dict weights, int point, int checkers, bint reached) except? -1:
    cdef int total = -checkers * point * weights["pips"]
    if point == OFF:
        return checkers * weights["borne off"]
    if point == BAR:
        total += checkers * weights["bar"]
    if point >= FAR:
        total += checkers * weights["back checkers"]
    if checkers >= 2 and point < BAR:
        total += (weights["home points"] if point <= HOME else weights["block points"] if point <= 2 * HOME
                  else weights["anchor"] if FAR <= point < BAR - 1 else 0)
        total += weights["primes"] // 3 if 2 <= point <= 2 * HOME else 0
    if checkers == 1 and point < BAR and reached:
        total += weights["blots"] + (weights["home blots"] if point <= HOME else 0)
    return total
