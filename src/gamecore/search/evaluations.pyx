"""From what a user calls an evaluation to the evaluation of each game."""
import os

from gamecore.core.sealed import kind_of
from gamecore.errors import EvaluationError
from gamecore.games.backgammon.evaluation import WEIGHTS as BACKGAMMON_WEIGHTS
from gamecore.games.backgammon.net import FILE as NET, BackgammonNet
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers.evaluation import WEIGHTS as CHECKERS_WEIGHTS
from gamecore.games.checkers.net import FILE as CHECKERS_NET, CheckersNet
from gamecore.games.checkers.patterns import FILE as PATTERNS, CheckersPatterns
from gamecore.games.checkers.position import Checkers
from gamecore.games.connect_four.evaluation import WEIGHTS as CONNECT_FOUR_WEIGHTS
from gamecore.games.connect_four.position import ConnectFour

cdef dict FEATURES = {"connect four": CONNECT_FOUR_WEIGHTS, "checkers": CHECKERS_WEIGHTS,
                      "backgammon": BACKGAMMON_WEIGHTS}
cdef tuple NAMES = (None, "linear", "net", "patterns")


cdef class Evaluations:
    """The evaluations of an engine.

    Parameters
    ----------
    evaluation : {None, "linear", "net", "patterns"}, mapping, path, CheckersPatterns, CheckersNet, BackgammonNet
        A name; changed weights of the linear evaluation's features, by name; a file of pattern weights of checkers, of
        a network of checkers or of backgammon (a text with a dot or a slash), or such weights. None: the best shipped
        one of each game.
    match : MatchScore, optional
        Of backgammon; None: for money.

    Raises
    ------
    EvaluationError
        A name is unknown, a weight impossible, a file damaged.
    OSError
        A file cannot be read.
    """

    def __init__(self, evaluation=None, match=None):
        name, checkers, net, changes = read(evaluation)
        for feature in changes:
            if not any([feature in features for features in FEATURES.values()]):
                known = "; ".join([f"{game} has {', '.join(features)}" for game, features in FEATURES.items()])
                raise EvaluationError(f"no evaluation has a feature {feature!r}; {known}")
        share = {game: {feature: changes[feature] for feature in features if feature in changes}
                 for game, features in FEATURES.items()}
        self.connect_four = ConnectFourEvaluation(name, share["connect four"])
        self.checkers = CheckersEvaluation(name, share["checkers"], checkers)
        self.backgammon = BackgammonEvaluation(name, share["backgammon"], net, match)

    def explain(self, position):
        """The terms of a position's score: (feature, count, weight); the score is the sum of count * weight without its
        fraction.

        Parameters
        ----------
        position : ConnectFour, Checkers or Backgammon

        Returns
        -------
        list of (str, int, int or float), or None
            Counts are the side to move's minus the opponent's. None: the evaluation is a network, or the game's own.
        """
        games = {ConnectFour: self.connect_four, Checkers: self.checkers, Backgammon: self.backgammon}
        return games[type(position)].explain(position) if type(position) in games else None


cdef tuple read(evaluation):
    """The name of an evaluation, its weights of checkers, its network of backgammon, its changes of linear weights."""
    if isinstance(evaluation, (CheckersPatterns, CheckersNet)):
        return "patterns", evaluation, None, {}
    if isinstance(evaluation, BackgammonNet):
        return "net", None, evaluation, {}
    if is_path(evaluation):
        kind = kind_of(evaluation, (PATTERNS, CHECKERS_NET, NET))
        if kind is NET:
            return "net", None, BackgammonNet.read(evaluation), {}
        return "patterns", (CheckersNet if kind is CHECKERS_NET else CheckersPatterns).read(evaluation), None, {}
    if hasattr(evaluation, "keys"):
        return "linear", None, None, dict(evaluation)
    if evaluation not in NAMES:
        raise EvaluationError(f"unknown evaluation {evaluation!r}; known are linear, net, patterns, a path, and "
                              "weights by their features")
    return evaluation, None, None, {}


def is_path(evaluation):
    """Whether an evaluation is a path; no name of one holds a dot or a slash."""
    return (isinstance(evaluation, os.PathLike) or
            isinstance(evaluation, str) and ("." in evaluation or os.sep in evaluation))
