"""From what a user calls an evaluation to what a search of checkers reads."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport mix64
from gamecore.core.weights cimport explained, mixed
from gamecore.games.checkers.linear cimport fill

from gamecore.errors import EvaluationError
from gamecore.games.checkers.linear import explain
from gamecore.games.checkers.patterns import shipped


cdef class CheckersEvaluation:
    """See gamecore.search.evaluations, which shares out what a user asked for."""

    def __init__(self, chosen, dict changes, CheckersPatterns patterns=None):
        self.chosen, self.patterns = chosen, patterns
        fill(self.weights, changes)

    cdef uint64_t prepare(self, CheckersKnowledge* knowledge, uint64_t salt) except? 0:
        """Makes the knowledge ready for a search; returns the salt, mixed with what the scores depend on."""
        self.read_patterns()
        knowledge.weights = self.weights
        if self.patterns is None:
            knowledge.patterns = NULL
            return mixed(salt, self.weights, FEATURES)
        knowledge.patterns = self.patterns.patterns
        return mix64(salt ^ <uint64_t>int.from_bytes(self.patterns.digest[:8], "little"))

    cdef int read_patterns(self) except -1:
        """Reads the patterns that ship, if they are asked for and not there yet."""
        if self.chosen not in (None, "linear", "patterns"):
            raise EvaluationError(f"checkers has no evaluation {self.chosen!r}; known are linear and patterns")
        if self.patterns is None and self.chosen != "linear":
            self.patterns = shipped()
            if self.patterns is None and self.chosen == "patterns":
                raise EvaluationError(f"evaluation {self.chosen!r} needs a file of weights: none are shipped")
        return 0

    def explain(self, position):
        """The terms of a position's score: (feature, count, weight)."""
        self.read_patterns()
        return explained(explain(position), self.weights) if self.patterns is None else self.patterns.explain(position)
