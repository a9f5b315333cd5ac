"""The weights of backgammon's linear evaluation, and the evaluation that a search uses."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport mix64
from gamecore.core.weights cimport changed, explained, mixed, mixed_digest
from gamecore.games.backgammon.linear cimport COUNTS, ENTRIES, features
from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.backgammon.rules cimport BAR, CHECKERS, FAR, HOME, OFF

from struct import pack

from gamecore.errors import EvaluationError, PositionError
from gamecore.games.backgammon.net import FILE
from gamecore.games.backgammon.races import RaceNet

# The weight of each feature, own minus the opponent's, in thousandths of a point per game.
WEIGHTS = {
    "pips": 8,               # points still to be moved: fewer are better
    "borne off": 40,
    "bar": -60,
    "back checkers": -20,    # in the opponent's home or on the bar
    "home points": 60,       # points made at home
    "block points": 30,      # points made just outside it
    "anchor": 60,            # a point made in the opponent's home, its 1 point aside
    "primes": 60,            # rows of four made points
    "blots": -60,            # single checkers that a single die could hit
    "home blots": -20,       # ... of them those at home
    "wall": 60,              # points made at home for each checker of the opponent on the bar
}

cdef int LARGEST = 100_000           # of a weight: no sum overflows


cdef int fill_order(PlayOrder* order, dict weights) except -1:
    """Fills the part of the linear evaluation that depends on single points, and an average share of its other
    terms."""
    cdef int point, checkers
    for point in range(BAR + 1):
        for checkers in range(CHECKERS + 1):
            order.own[COUNTS * point + checkers] = weight_of(weights, point, checkers, False)
            order.own[COUNTS * point + checkers + ENTRIES] = weight_of(weights, point, checkers, True)
            order.other[COUNTS * point + checkers] = -weight_of(weights, point, checkers, True)
            if point == BAR:                     # the winner's home points gain value with the opponent on the bar
                order.other[COUNTS * point + checkers] += 2 * checkers * weights["wall"]
    return 0


cdef int weight_of(dict weights, int point, int checkers, bint reached) except? -1:
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


cdef PlayOrder USUAL                 # of these weights
fill_order(&USUAL, WEIGHTS)


cdef class BackgammonEvaluation:
    """The evaluation of an engine; gamecore.search.evaluations distributes a user's evaluation to the games."""

    def __init__(self, chosen, dict changes, BackgammonNet net=None, match=None, databases=None):
        if match is not None:
            from gamecore.games.backgammon.match_score import MatchScore     # dataclasses, when they are first needed
            if not isinstance(match, MatchScore):
                raise PositionError(f"the score of a match is a gamecore.MatchScore, not {match!r}")
        self.chosen, self.net, self.at_score = chosen, net, match is not None
        for side, points in enumerate(match.points if match is not None else ()):
            for i, value in enumerate(points, 1):
                self.match_equity.points[side][i] = value
        for i, (name, weight) in enumerate(changed("backgammon", WEIGHTS, changes).items()):
            if abs(weight) > LARGEST:
                raise EvaluationError(f"the weight of {name!r} must be an int of at most {LARGEST}, not {weight!r}")
            self.weights[i] = weight
        if changes:
            fill_order(&self.order, WEIGHTS | changes)
        else:
            self.order = USUAL

    cdef uint64_t prepare(self, BackgammonKnowledge* knowledge, uint64_t salt) except? 0:
        """Prepares the parameters for a search; returns `salt` mixed with everything that determines scores."""
        self.read_net()
        if self.at_score and self.net is None:
            raise EvaluationError(f"evaluation {self.chosen or 'linear'!r} knows no gammons, which count at the score "
                                  "of a match; a network does")
        knowledge.weights, knowledge.order = self.weights, &self.order
        # The pointer is set only once, since another thread's evaluation may read it.
        knowledge.match_equity = &self.match_equity if self.at_score else NULL
        if self.at_score:
            for side in range(2):
                for i in range(1, 4):
                    packed = pack("<d", self.match_equity.points[side][i])
                    salt = mix64(salt + <uint64_t>int.from_bytes(packed, "little"))
        if self.net is None:
            knowledge.net = NULL
            return mixed(salt, self.weights, FEATURES)
        knowledge.net = self.net.net
        salt = mixed_digest(salt, self.net)
        return salt if self.net.races is RaceNet.shipped() else mixed_digest(salt, self.net.races)

    cdef int read_net(self) except -1:
        """Reads the shipped network if it is needed and not yet loaded."""
        if self.chosen not in (None, "linear", "net"):
            raise EvaluationError(f"backgammon has no evaluation {self.chosen!r}; known are linear and net")
        if self.net is None and self.chosen != "linear":
            self.net = BackgammonNet.shipped()
            if self.net is None and self.chosen == "net":
                raise EvaluationError(f"evaluation {self.chosen!r} needs a file of weights: none are shipped")
        return 0

    def explain(self, Backgammon position not None):
        """Returns the terms (feature, own count less the opponent's, weight) of a score, or None for a network.

        The score is a thousandth of the sum of the terms, clipped to the possible results.
        """
        cdef int counts[FEATURES]
        self.read_net()
        if self.net is not None:
            return None
        features(&position.bits, counts)
        return explained(WEIGHTS, counts, self.weights)

    def probabilities(self, position):
        """Returns the five probabilities of a position before the dice for the side on roll.

        Raises
        ------
        EvaluationError
            If the evaluation is linear.
        """
        self.read_net()
        if self.net is None:
            raise EvaluationError(f"evaluation {self.chosen or 'linear'!r} has no probabilities; a network has")
        return self.net.probabilities(position)


# The interface to gamecore.search.evaluations: the game's class, and the kinds of files of weights.
Evaluation, KINDS, WITH_WEIGHTS = BackgammonEvaluation, {FILE: BackgammonNet}, "net"
