from typing import Any

from gamecore.games.backgammon.match_score import MatchScore

class CustomEvaluation:
    """An evaluation that is the caller's function."""
    @property
    def evaluation(self) -> Any: ...
    @property
    def batch(self) -> bool: ...
    def __init__(self, evaluation: object) -> None: ...

class Evaluations:
    """The evaluations of an engine.

    Parameters
    ----------
    evaluation : {None, "linear", "net", "patterns"}, mapping, path, weights, function, or address of a function
        A name; changed weights of the linear evaluation's features, by name; a file of checkers pattern weights or
        of a network (a text with a dot or a slash); or such weights. By default the best shipped evaluation of each
        game. The linear evaluation stands in place of a function, which search/callbacks.pyx calls.
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
    def __init__(self, evaluation: object = None, match: MatchScore | None = None,
                 databases: object = None) -> None: ...
    def explain(self, position: object) -> list[tuple[str, int, float]] | None:
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

def is_custom(evaluation: object) -> bool:
    """Whether an evaluation is a function, or the address of one."""
def named(function: object) -> object:
    """Returns the name of a function for a message, or another object unchanged."""
def is_path(evaluation: object) -> bool:
    """Whether an evaluation is a path, which has a dot or a slash."""
