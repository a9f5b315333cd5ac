"""From what a user calls an evaluation to what a search of checkers reads."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport mix64
from gamecore.core.weights cimport explained, mixed
from gamecore.games.checkers.linear cimport fill

from gamecore.errors import EvaluationError
from gamecore.games.checkers.linear import explain
from gamecore.games.checkers.net import shipped


cdef class CheckersEvaluation:
    """See gamecore.search.evaluations, which shares out what a user asked for."""

    def __init__(self, chosen, dict changes, weights=None):
        self.chosen = chosen
        if weights is not None:
            self.net = weights if isinstance(weights, CheckersNet) else None
            self.patterns = weights if self.net is None else self.net.patterns
        fill(self.weights, changes)

    cdef uint64_t prepare(self, CheckersKnowledge* knowledge, uint64_t salt) except? 0:
        """Makes the knowledge ready for a search; returns the salt, mixed with what the scores depend on."""
        self.read_shipped()
        knowledge.weights = self.weights
        knowledge.patterns = NULL if self.patterns is None else self.patterns.patterns
        knowledge.net = NULL if self.net is None else self.net.net
        if self.patterns is None:
            return mixed(salt, self.weights, FEATURES)
        digest = self.patterns.digest if self.net is None else self.net.digest
        return mix64(salt ^ <uint64_t>int.from_bytes(digest[:8], "little"))

    cdef int read_shipped(self) except -1:
        """Reads the weights that ship, if they are asked for and not there yet."""
        if self.chosen not in (None, "linear", "patterns", "net"):
            raise EvaluationError(f"checkers has no evaluation {self.chosen!r}; known are linear, net and patterns")
        if self.patterns is None and self.chosen != "linear":
            net = shipped()
            if net is None and self.chosen is not None:
                raise EvaluationError(f"evaluation {self.chosen!r} needs a file of weights: none are shipped")
            if net is not None:
                self.patterns = net.patterns
                self.net = None if self.chosen == "patterns" else net
        return 0

    def explain(self, position):
        """The terms of a position's score: (feature, count, weight)."""
        self.read_shipped()
        if self.patterns is None:
            return explained(explain(position), self.weights)
        return (self.patterns if self.net is None else self.net).explain(position)
