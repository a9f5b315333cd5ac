"""The conversion of a user's evaluation to the evaluation of each game."""
import os

from libc.stdint cimport uintptr_t

from gamecore.core.score cimport MAX_EVALUATION

from gamecore.core.checks import integer, real
from gamecore.core.sealed import kind_of
from gamecore.errors import EvaluationError
from gamecore.games.all import GAMES, game_of

# For each game: its module `evaluation`, the features of its linear evaluation, and its kinds of files of weights.
cdef dict PARTS = {name: game.part("evaluation") for name, game in GAMES.items() if game.evaluations}
cdef dict FEATURES = {name.replace("-", " "): part.WEIGHTS for name, part in PARTS.items()}
cdef dict KINDS = {kind: part for part in PARTS.values() for kind in part.KINDS}
cdef tuple NAMES = (None, "linear", "net", "patterns")

cdef enum:
    LOWEST = 1 << 16                 # the lowest address of a function: systems leave the first pages empty


def is_custom(evaluation: object) -> bool:
    """Whether an evaluation is a function, or the address of one."""
    return callable(evaluation) or integer(getattr(evaluation, "address", evaluation)) is not None


def named(function: object) -> object:
    """Returns the name of a function for a message, or another object unchanged."""
    return getattr(function, "__qualname__", function)


cdef class CustomEvaluation:
    """An evaluation that is the caller's function."""

    def __cinit__(self, evaluation: object):
        self.evaluation = evaluation
        address = integer(getattr(evaluation, "address", evaluation))
        if address is not None:
            if not LOWEST <= address < 2**64:
                raise EvaluationError(f"evaluation {evaluation!r} is not the address of a function")
            self.address = <double (*)(const void*) noexcept nogil><uintptr_t>address
        unit = real(getattr(evaluation, "unit", 1))
        if unit is None or not 0 < unit < float("inf"):
            raise EvaluationError(f"the unit of {named(evaluation)!r} must be a positive number, not "
                                  f"{evaluation.unit!r}")
        self.unit = unit if hasattr(evaluation, "unit") else 0
        self.batch = bool(getattr(evaluation, "batch", False))

    cdef double convert(self, object answer, double unit) except? -1:
        """Returns a score in units; raises EvaluationError if it is not a number, or too large."""
        cdef double score
        number = answer if type(answer) is float and answer == answer else real(answer)
        if number is None:
            raise EvaluationError(f"an evaluation must return a number, but {named(self.evaluation)!r} returned "
                                  f"{answer!r}")
        score = <double>number / unit
        if not -MAX_EVALUATION < score < MAX_EVALUATION:
            raise EvaluationError(f"an evaluation must stay below {MAX_EVALUATION} in units of {unit:g}, but "
                                  f"{named(self.evaluation)!r} returned {answer!r}")
        return score

    cdef list answers(self, bytearray records, object position):
        """Returns the scores that a function of an array returns for these records."""
        from gamecore.core.packages import numpy
        fields = game_of(position).fields
        if not fields:
            raise EvaluationError(f"there are no arrays of {type(position).__name__} for {named(self.evaluation)!r}")
        batch = numpy.frombuffer(records, list(fields))
        answer = self.evaluation(batch)
        scores = numpy.asarray(answer)
        if scores.shape != batch.shape or scores.dtype.kind not in "iuf":
            raise EvaluationError(f"an evaluation of {len(batch)} positions must return as many numbers, but "
                                  f"{named(self.evaluation)!r} returned {answer!r:.200}")
        return scores.tolist()


cdef class Evaluations:
    """The evaluations of an engine.

    Parameters
    ----------
    evaluation : {None, "linear", "net", "patterns"}, mapping, path, weights, function, or address of a function
        A name; changed weights of the linear evaluation's features, by name; a file of checkers pattern weights or
        of a network (a text with a dot or a slash); or such weights. By default the best shipped evaluation of each
        game. If it is a function, search/callbacks.pyx calls it, and the linear evaluation is set as a placeholder.
    match : MatchScore, optional
        The score of a backgammon match; by default games are for money.
    databases : path or Databases, optional
        The endgame databases of checkers.

    Raises
    ------
    EvaluationError
        If a name is unknown, a weight is impossible, or a file is damaged.
    OSError
        If a file cannot be read.
    """

    def __init__(self, evaluation: object = None, match: MatchScore | None = None, databases: object = None):
        name, part, weights, changes = read(evaluation)
        if is_custom(evaluation):
            self.custom = CustomEvaluation(evaluation)
        if self.custom is not None and match is not None:
            raise EvaluationError(f"the score of a match needs a network: {named(evaluation)!r} knows no gammons")
        for feature in changes:
            if not any([feature in features for features in FEATURES.values()]):
                known = "; ".join([f"{game} has {', '.join(features)}" for game, features in FEATURES.items()])
                raise EvaluationError(f"no evaluation has a feature {feature!r}; {known}")
        self.of_game = {}
        for game, module in PARTS.items():
            share = {feature: changes[feature] for feature in module.WEIGHTS if feature in changes}
            self.of_game[game] = module.Evaluation(name, share, weights if module is part else None, match, databases)
        self.connect_four, self.checkers = self.of_game["connect-four"], self.of_game["checkers"]
        self.backgammon = self.of_game["backgammon"]

    def explain(self, position: object) -> list[tuple[str, int, float]] | None:
        """Returns the terms (feature, count, weight) of a score. The score is the sum of count * weight, truncated to
        an integer.

        Parameters
        ----------
        position : ConnectFour, Checkers or Backgammon

        Returns
        -------
        list of (str, int, int or float), or None
            Counts are the side to move's minus the opponent's. None if the evaluation is a network or the game's own.
        """
        game = self.of_game.get(game_of(position).name)
        return None if game is None or self.custom is not None else game.explain(position)


cdef tuple read(evaluation):
    """Returns the name of an evaluation, the module that reads its weights, the weights, and the changed linear
    weights."""
    for kind, part in KINDS.items():
        if isinstance(evaluation, part.KINDS[kind]):
            return part.WITH_WEIGHTS, part, evaluation, {}
    if is_path(evaluation):
        kind = kind_of(evaluation, tuple(KINDS))
        part = KINDS[kind]
        return part.WITH_WEIGHTS, part, part.KINDS[kind].read(evaluation), {}
    if is_custom(evaluation):
        return "linear", None, None, {}
    if hasattr(evaluation, "keys"):
        return "linear", None, None, dict(evaluation)
    if evaluation not in NAMES:
        raise EvaluationError(f"unknown evaluation {evaluation!r}; known are linear, net, patterns, a path, "
                              "weights by their features, and functions")
    return evaluation, None, None, {}


def is_path(evaluation: object) -> bool:
    """Whether an evaluation is a path, which has a dot or a slash."""
    return (isinstance(evaluation, os.PathLike) or
            isinstance(evaluation, str) and ("." in evaluation or os.sep in evaluation))
