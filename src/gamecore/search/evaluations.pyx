"""The conversion of a user's evaluation to the evaluation of each game."""
import os

from gamecore.core.sealed import kind_of
from gamecore.errors import EvaluationError
from gamecore.games.all import GAMES, game_of
from gamecore.search.callbacks import is_own

# For each game its module `evaluation`, the features of its linear evaluation, and the kinds of files of weights.
cdef dict PARTS = {name: game.part("evaluation") for name, game in GAMES.items() if game.evaluations}
cdef dict FEATURES = {name.replace("-", " "): part.WEIGHTS for name, part in PARTS.items()}
cdef dict KINDS = {kind: part for part in PARTS.values() for kind in part.KINDS}
cdef tuple NAMES = (None, "linear", "net", "patterns")


cdef class Evaluations:
    """The evaluations of an engine.

    Parameters
    ----------
    evaluation : {None, "linear", "net", "patterns"}, mapping, path, weights, function, or address of a function
        A name; changed weights of the linear evaluation's features, by name; a file of pattern weights of checkers or
        of a network (a text with a dot or a slash); or such weights. By default the best shipped evaluation of each
        game. The linear evaluation stands in place of a function, which Callbacks calls.
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

    def __init__(self, evaluation=None, match=None, databases=None):
        name, part, weights, changes = read(evaluation)
        self.own = is_own(evaluation)
        if self.own and match is not None:
            raise EvaluationError(f"the score of a match needs a network: {evaluation!r} knows no gammons")
        for feature in changes:
            if not any([feature in features for features in FEATURES.values()]):
                known = "; ".join([f"{game} has {', '.join(features)}" for game, features in FEATURES.items()])
                raise EvaluationError(f"no evaluation has a feature {feature!r}; {known}")
        self.of_game = {}
        for game, own in PARTS.items():
            share = {feature: changes[feature] for feature in own.WEIGHTS if feature in changes}
            self.of_game[game] = own.Evaluation(name, share, weights if own is part else None, match, databases)
        self.connect_four, self.checkers, self.backgammon = self.of_game.values()

    def explain(self, position):
        """Returns the terms (feature, count, weight) of a score, which is the sum of count * weight without its
        fraction.

        Parameters
        ----------
        position : ConnectFour, Checkers or Backgammon

        Returns
        -------
        list of (str, int, int or float), or None
            Counts are the side to move's minus the opponent's. None if the evaluation is a network or the game's own.
        """
        game = self.of_game.get(game_of(position).name)
        return None if game is None or self.own else game.explain(position)


cdef tuple read(evaluation):
    """Returns the name of an evaluation, the part that reads its weights, the weights, and changed linear weights."""
    for kind, part in KINDS.items():
        if isinstance(evaluation, part.KINDS[kind]):
            return part.WITH_WEIGHTS, part, evaluation, {}
    if is_path(evaluation):
        kind = kind_of(evaluation, tuple(KINDS))
        part = KINDS[kind]
        return part.WITH_WEIGHTS, part, part.KINDS[kind].read(evaluation), {}
    if is_own(evaluation):
        return "linear", None, None, {}
    if hasattr(evaluation, "keys"):
        return "linear", None, None, dict(evaluation)
    if evaluation not in NAMES:
        raise EvaluationError(f"unknown evaluation {evaluation!r}; known are linear, net, patterns, a path, "
                              "weights by their features, and functions")
    return evaluation, None, None, {}


def is_path(evaluation):
    """Whether an evaluation is a path, which has a dot or a slash."""
    return (isinstance(evaluation, os.PathLike) or
            isinstance(evaluation, str) and ("." in evaluation or os.sep in evaluation))
