"""The result of one iteration of a search, and what its score proves."""
from gamecore.core.score cimport WIN, is_decisive, is_seen_to_end
from gamecore.core.stats cimport Stats

from types import GenericAlias

from gamecore.core.checks import integer


cdef class Iteration:
    """The result of one iteration of a search, or a report from inside the next one.

    Attributes
    ----------
    depth : int
        Plies; in games of chance layers of chance.
    score : int, in games of chance float
        For the side to move, as in SearchResult.
    pv : tuple
        The principal variation.
    lines : list of (int, tuple)
        Score and line of the best `multipv` moves.
    finished : bool
        False for a report from inside an iteration, with the last one's score and line.
    complete : bool
        Whether no greater depth can change the score.
    nodes, leaves, cuts, first_cuts : int
        The counts of this iteration in the first thread alone, without the connect-four solver's nodes; if the score is
        the solver's, the solver's counts. A report from inside an iteration counts all nodes since the search began.
    seconds : float
        Since the search began.
    """

    cdef Iteration progress(self):
        """Returns a report from inside the next iteration, with the score and the line of this one."""
        cdef Iteration report = Iteration.__new__(Iteration)
        report.score, report.pv, report.lines = self.score, self.pv, self.lines
        return report

    cdef void set_counts(self, const Stats* now, const Stats* before):
        """Stores the best line, and the counts since `before`."""
        self.score, self.pv = self.lines[0]
        self.nodes      = now.nodes - now.solver_nodes - (before.nodes - before.solver_nodes)
        self.leaves     = now.leaves - before.leaves
        self.cuts       = now.cuts - before.cuts
        self.first_cuts = now.first_cuts - before.first_cuts

    def as_dict(self) -> dict[str, Any]:
        """Returns the iteration as plain data, with the keys of `gamecore search --json`."""
        return {"depth": self.depth, "nodes": self.nodes, "leaves": self.leaves, "cuts": self.cuts,
                "first_cuts": self.first_cuts, "seconds": self.seconds} | scored_line(self.score, self.pv)

    @classmethod
    def __class_getitem__(cls, move):
        """Returns Iteration[Move], for annotations."""
        return GenericAlias(cls, move)

    def __repr__(self):
        return f"<Iteration depth={self.depth} score={self.score} nodes={self.nodes}>"


def scored_line(score: float, pv: tuple[object, ...]) -> dict[str, Any]:
    """Returns a line of play and its score in types of JSON."""
    outcome, plies_to_end = outcome_of(score)
    return {"move": plain(pv[0]) if pv else None, "score": score, "outcome": outcome, "plies_to_end": plies_to_end,
            "pv": [plain(move) for move in pv]}


def plain(move: object) -> int | str | None:
    """Returns an integer, a text or None as such, and any other move as text, for JSON."""
    if move is None or isinstance(move, (int, str)):
        return move
    number = integer(move)               # numpy's
    return str(move) if number is None else number


cpdef tuple outcome_of(score: float):            # type: tuple[Literal["win", "loss"] | None, int | None]
    """Returns the outcome that a score proves for the side to move, and the plies to it, such as ("win", 7).

    Returns (None, None) if it proves nothing. A win from endgame databases has an unknown length, None.
    """
    if not isinstance(score, int) or not is_decisive(score):
        return None, None
    return "win" if score > 0 else "loss", WIN - abs(score) if is_seen_to_end(score) else None
