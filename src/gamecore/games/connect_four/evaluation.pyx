"""The weights of connect four's linear evaluation, and the evaluation that a search uses."""
from libc.stdint cimport uint64_t

from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.weights cimport changed, explained, mixed
from gamecore.games.connect_four.linear cimport features
from gamecore.games.connect_four.position cimport ConnectFour

from gamecore.errors import EvaluationError

# The weight of each feature, own minus the opponent's, in 1/100 of a won game's log-odds. They were fitted by logistic
# regression to the exact results of 5,000 positions with 14 to 28 stones, reached by 60 % greedy and 40 % random moves
# (log loss 0.568; 0.581 with weights set by hand). In a fit without positions that are won or lost within 3 plies, the
# weight of open threats is -37.
WEIGHTS = {
    "centre": 24,            # stones in column 4
    "inner": 3,              # stones in columns 3 and 5
    "good threats": 94,      # winning cells on rows of one's own parity
    "other threats": 37,     # winning cells on the other rows
    "open threats": 49,      # winning cells that can be filled at once
}

cdef int SOLVER_MB = 2           # the least
cdef int MAX_COUNT = 21          # the most that a feature counts: 21 stones of a side; threats are fewer


cdef class ConnectFourEvaluation:
    """The evaluation of an engine; gamecore.search.evaluations distributes a user's evaluation to the games."""

    def __init__(self, chosen, dict changes, weights=None, match=None, databases=None):
        self.chosen = chosen
        for i, (name, weight) in enumerate(changed("connect four", WEIGHTS, changes).items()):
            if abs(weight) * MAX_COUNT * FEATURES >= MAX_EVALUATION:
                raise EvaluationError(f"the weight of {name!r} must be an int below "
                                      f"{MAX_EVALUATION // (MAX_COUNT * FEATURES)}, not {weight!r}")
            self.weights[i] = weight

    cdef uint64_t prepare(self, ConnectFourKnowledge* knowledge, uint64_t salt) except? 0:
        """Prepares the parameters for a search; returns `salt` mixed with everything that determines scores."""
        if self.chosen not in (None, "linear"):
            raise EvaluationError(f"connect four has no evaluation {self.chosen!r}; known is linear")
        knowledge.weights = self.weights
        return mixed(salt, self.weights, FEATURES)

    cdef int open_solver(self, int hash_mb) except -1:
        """Prepares the solver, with a table of at most this size."""
        if self.solver is None:
            from gamecore.games.connect_four.solver.solver import Solver     # lazily: importing this module stays fast
            self.solver = Solver(max(hash_mb, SOLVER_MB), book=False)
        return 0

    cdef object root_solver(self, uint64_t own, uint64_t mask, list moves, int wanted):
        """Returns a RootSolver for some moves of a root, or for all of them."""
        from gamecore.games.connect_four.solver.root import RootSolver
        return RootSolver(self.solver, own, mask, moves, wanted)

    cdef int clear(self) except -1:
        """Removes everything that the solver has proved."""
        if self.solver is not None:
            self.solver.clear()
        return 0

    def explain(self, ConnectFour position not None):
        """Returns the terms (feature, own count less the opponent's, weight) of a position's score."""
        cdef int counts[FEATURES]
        features(&position.bits, counts)
        return explained(WEIGHTS, counts, self.weights)


# The interface to gamecore.search.evaluations: the game's class, and the kinds of files of weights.
Evaluation, KINDS, WITH_WEIGHTS = ConnectFourEvaluation, {}, None
