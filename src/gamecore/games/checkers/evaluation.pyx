"""The weights of checkers' linear evaluation, and the evaluation that a search uses."""
from libc.stdint cimport uint64_t, uintptr_t

from gamecore.core.bits cimport mix64, popcount
from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.weights cimport changed, explained, mixed, mixed_digest
from gamecore.games.checkers.endgames.probe cimport Endgames
from gamecore.games.checkers.linear cimport compare
from gamecore.games.checkers.position cimport Checkers

from os import PathLike

from gamecore.errors import DatabaseError, EvaluationError
from gamecore.games.checkers.net import FILE as NET, shipped
from gamecore.games.checkers.patterns import FILE as PATTERNS

# The weight of each feature, own minus the opponent's, in 1/100 of a man.
WEIGHTS = {
    "men": 100,
    "kings": 135,
    "back guard": 15,        # men on both squares 1 and 3 (White: 32 and 30), where few men get past
    "back row": 6,           # men on their own first row
    "advance": 2,            # rows that men have advanced
    "centre men": 5,         # men on the eight squares in the middle
    "centre kings": 10,
    "edge men": -3,          # men on the side edges, with one step only
    "trapped kings": -40,    # kings with no empty square beside them
    "freedom": 2,            # steps to empty squares
}

# The greatest count of a feature: 12 men advance by 6 rows each, and 12 kings have 4 steps each. Others count 1 a
# piece.
MOST = {"advance": 72, "freedom": 48}
cdef int MOST_PIECES = 12


cdef class CheckersEvaluation:
    """The evaluation of an engine; gamecore.search.evaluations distributes a user's evaluation to the games."""

    def __init__(self, chosen, dict changes, weights=None, match=None, databases=None):
        cdef dict table = changed("checkers", WEIGHTS, changes)
        largest = sum([abs(weight) * MOST.get(name, MOST_PIECES) for name, weight in table.items()])
        if largest >= MAX_EVALUATION:
            raise EvaluationError(f"the weights {table!r} can add up to {largest}, beyond {MAX_EVALUATION}")
        for i, weight in enumerate(table.values()):
            self.weights[i] = weight
        self.chosen = chosen
        if weights is not None:
            self.net = weights if isinstance(weights, CheckersNet) else None
            self.patterns = weights if self.net is None else self.net.patterns
        if databases is not None:
            self.open_databases(databases)

    cdef uint64_t prepare(self, CheckersKnowledge* knowledge, uint64_t salt) except? 0:
        """Prepares the parameters for a search; returns `salt` mixed with everything that determines scores."""
        self.read_shipped()
        knowledge.weights = self.weights
        knowledge.patterns = NULL if self.patterns is None else self.patterns.patterns
        knowledge.net = NULL if self.net is None else self.net.net
        if self.patterns is None:
            return mixed(salt, self.weights, FEATURES)
        return mixed_digest(salt, self.patterns if self.net is None else self.net)

    cdef int read_shipped(self) except -1:
        """Reads the shipped weights if they are needed and not yet loaded."""
        if self.patterns is not None:
            return 0
        if self.chosen not in (None, "linear", "patterns", "net"):
            raise EvaluationError(f"checkers has no evaluation {self.chosen!r}; known are linear, net and patterns")
        if self.chosen != "linear":
            net = shipped()
            if net is None and self.chosen is not None:
                raise EvaluationError(f"evaluation {self.chosen!r} needs a file of weights: none are shipped")
            if net is not None:
                self.patterns = net.patterns
                self.net = None if self.chosen == "patterns" else net
        return 0

    cdef int open_databases(self, databases) except -1:
        """Opens the databases, by default the shipped ones."""
        import gamecore.games.checkers.endgames.databases as found           # lazily: importing this module stays fast
        from gamecore.games.checkers.endgames.root import DatabaseProbe
        if databases is None:
            databases = found.shipped()
        if not isinstance(databases, (found.Databases, str, bytes, PathLike)):
            raise DatabaseError(f"databases must be Databases or a directory of them, not {databases!r}")
        root_probe = DatabaseProbe(databases if isinstance(databases, found.Databases) else found.Databases(databases))
        self.root_probe = self.root_probe or root_probe      # where two threads open them, both use the first
        return 0

    cdef uint64_t use_databases(self, const CheckersBits* root, CheckersKnowledge* knowledge, uint64_t salt) except? 0:
        """Prepares the databases, which a search probes for positions with fewer pieces than the root."""
        if self.root_probe is None:
            self.open_databases(None)
        knowledge.endgames = <const Endgames*><uintptr_t>self.root_probe.databases.address
        knowledge.endgame_pieces = min(knowledge.endgames.pieces, popcount(root.own | root.other) - 1)
        return mix64(salt ^ <uint64_t>self.root_probe.databases.digest ^ <uint64_t>knowledge.endgame_pieces)

    def explain(self, Checkers position not None):
        """Returns the terms (feature, own count less the opponent's, weight) of a position's score."""
        cdef int counts[FEATURES]
        self.read_shipped()
        if self.patterns is not None:
            return (self.patterns if self.net is None else self.net).explain(position)
        compare(&position.bits, position.bits.kings, counts)
        for i in range(FEATURES):
            counts[i] *= position.bits.ahead
        return explained(WEIGHTS, counts, self.weights)


# The interface to gamecore.search.evaluations: the game's class, and the kinds of files of weights.
Evaluation, KINDS, WITH_WEIGHTS = CheckersEvaluation, {PATTERNS: CheckersPatterns, NET: CheckersNet}, "patterns"
