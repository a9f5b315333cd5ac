"""From what a user calls an evaluation to what a search of backgammon reads."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport mix64
from gamecore.core.weights cimport explained, mixed
cimport gamecore.games.backgammon.linear as linear
cimport gamecore.games.backgammon.order as play_order

from struct import pack

from gamecore.errors import EvaluationError
from gamecore.games.backgammon.linear import WEIGHTS, explain


cdef class BackgammonEvaluation:
    """See gamecore.search.evaluations, which shares out what a user asked for."""

    def __init__(self, chosen, dict changes, BackgammonNet net=None, match=None):
        self.chosen, self.net, self.at_score = chosen, net, match is not None
        for side, points in enumerate(match.points if match is not None else ()):
            for i, worth in enumerate(points, 1):
                self.worth.points[side][i] = worth
        linear.fill(self.weights, changes)
        play_order.fill(&self.order, WEIGHTS | changes)

    cdef uint64_t prepare(self, BackgammonKnowledge* knowledge, uint64_t salt) except? 0:
        """Makes the knowledge ready for a search; returns the salt, mixed with what the scores depend on."""
        self.read_net()
        knowledge.weights, knowledge.order, knowledge.worth = self.weights, &self.order, NULL
        if self.at_score:
            if self.net is None:
                raise EvaluationError(f"evaluation {self.chosen or 'linear'!r} knows no gammons, which count at the "
                                      "score of a match; a network does")
            knowledge.worth = &self.worth
            for side in range(2):
                for i in range(1, 4):
                    salt = mix64(salt + <uint64_t>int.from_bytes(pack("<d", self.worth.points[side][i]), "little"))
        if self.net is None:
            knowledge.net = NULL
            return mixed(salt, self.weights, FEATURES)
        knowledge.net = self.net.net
        return mix64(salt ^ <uint64_t>int.from_bytes(self.net.digest[:8], "little"))

    cdef int read_net(self) except -1:
        """Reads the network that ships, if it is asked for and not there yet."""
        if self.chosen not in (None, "linear", "net"):
            raise EvaluationError(f"backgammon has no evaluation {self.chosen!r}; known are linear and net")
        if self.net is None and self.chosen != "linear":
            self.net = BackgammonNet.shipped()
            if self.net is None and self.chosen == "net":
                raise EvaluationError(f"evaluation {self.chosen!r} needs a file of weights: none are shipped")
        return 0

    def explain(self, position):
        """The terms of a position's score: (feature, count, weight); None if a network evaluates it."""
        self.read_net()
        return explained(explain(position), self.weights) if self.net is None else None

    def probabilities(self, position):
        """The five probabilities of a position before the dice, for the side on roll.

        Raises
        ------
        EvaluationError
            The evaluation is linear.
        """
        self.read_net()
        if self.net is None:
            raise EvaluationError(f"evaluation {self.chosen or 'linear'!r} has no probabilities; a network has")
        return self.net.probabilities(position)
