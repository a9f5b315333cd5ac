"""From what a user calls an evaluation to what a search of connect four reads."""
from libc.stdint cimport uint64_t

from gamecore.core.weights cimport explained, mixed
from gamecore.games.connect_four.linear cimport fill

from gamecore.errors import EvaluationError
from gamecore.games.connect_four.linear import explain


cdef class ConnectFourEvaluation:
    """See gamecore.search.evaluations, which shares out what a user asked for."""

    def __init__(self, chosen, dict changes):
        self.chosen = chosen
        fill(self.weights, changes)

    cdef uint64_t prepare(self, ConnectFourKnowledge* knowledge, uint64_t salt) except? 0:
        """Makes the knowledge ready for a search; returns the salt, mixed with what the scores depend on."""
        if self.chosen not in (None, "linear"):
            raise EvaluationError(f"connect four has no evaluation {self.chosen!r}; known is linear")
        knowledge.weights = self.weights
        return mixed(salt, self.weights, FEATURES)

    def explain(self, position):
        """The terms of a position's score: (feature, count, weight)."""
        return explained(explain(position), self.weights)
