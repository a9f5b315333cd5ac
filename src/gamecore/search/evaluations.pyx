"""From what a user calls an evaluation to the weights that a search reads."""
from libc.stdint cimport uint64_t

import os

from gamecore.core.bits cimport mix64
from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.connect_four.position cimport ConnectFour

from gamecore.core import weight_files
from gamecore.errors import EvaluationError
from gamecore.games.backgammon import linear as linear_of_backgammon
from gamecore.games.backgammon.linear import WEIGHTS as BACKGAMMON_WEIGHTS
from gamecore.games.backgammon.net import BackgammonNet
from gamecore.games.checkers import linear as linear_of_checkers
from gamecore.games.checkers.linear import WEIGHTS as CHECKERS_WEIGHTS
from gamecore.games.checkers.patterns import CheckersPatterns, shipped
from gamecore.games.connect_four import linear as linear_of_connect_four
from gamecore.games.connect_four.linear import WEIGHTS as CONNECT_FOUR_WEIGHTS


cdef class Evaluations:
    """The evaluations of an engine.

    Parameters
    ----------
    evaluation : {None, "linear", "net", "patterns"}, mapping, path, CheckersPatterns or BackgammonNet
        A name; weights of the linear evaluation's features that are to differ from the defaults, by the features' names; a file of
        pattern weights of checkers or of a network of backgammon (as a text, it must hold a dot or a slash), or such weights. None: of each
        game the best that is shipped.

    Raises
    ------
    EvaluationError
        A name is unknown, a weight impossible, a file damaged.
    OSError
        A file cannot be read.
    """

    def __init__(self, evaluation=None):
        self.chosen = evaluation
        changes = {}
        if isinstance(evaluation, CheckersPatterns):
            self.chosen, self.patterns = "patterns", evaluation
        elif isinstance(evaluation, BackgammonNet):
            self.chosen, self.net = "net", evaluation
        elif is_path(evaluation):
            self.chosen = weight_files.kind_of(evaluation)
            if self.chosen == "net":
                self.net = BackgammonNet.read(evaluation)
            else:
                self.patterns = CheckersPatterns.read(evaluation)
        elif hasattr(evaluation, "keys"):
            self.chosen, changes = "linear", dict(evaluation)
        elif evaluation is not None and evaluation not in ("linear", "net", "patterns"):
            raise EvaluationError(f"unknown evaluation {evaluation!r}; known are linear, net, patterns, a path, and weights by their features")
        self.set_linear(changes)

    def set_linear(self, changes):
        """Shares the changes out among the games, whose features have different names."""
        tables = {"connect four": CONNECT_FOUR_WEIGHTS, "checkers": CHECKERS_WEIGHTS, "backgammon": BACKGAMMON_WEIGHTS}
        for name in changes:
            if not any([name in table for table in tables.values()]):
                known = "; ".join([f"{game} has {', '.join(table)}" for game, table in tables.items()])
                raise EvaluationError(f"no evaluation has a feature {name!r}; {known}")
        connect_four_linear.fill(self.connect_four, {name: changes[name] for name in CONNECT_FOUR_WEIGHTS if name in changes})
        checkers_linear.fill(self.checkers, {name: changes[name] for name in CHECKERS_WEIGHTS if name in changes})
        backgammon_linear.fill(self.backgammon, {name: changes[name] for name in BACKGAMMON_WEIGHTS if name in changes})
        backgammon_order.fill(&self.play_order, BACKGAMMON_WEIGHTS | {name: changes[name] for name in BACKGAMMON_WEIGHTS if name in changes})
        self.knowledge.weights = self.connect_four
        self.knowledge.checkers_weights = self.checkers
        self.knowledge.backgammon_weights = self.backgammon
        self.knowledge.play_order = &self.play_order

    def explain(self, position):
        """What the score of a position is made of: (feature, count, weight); the score is the sum of count * weight without its fraction.

        Parameters
        ----------
        position : ConnectFour, Checkers or Backgammon

        Returns
        -------
        list of (str, int, int or float), or None
            Counts are the side to move's minus the opponent's. None: this game's evaluation is not among these, or a network.
        """
        if isinstance(position, ConnectFour):
            self.use_for_connect_four(0)
            return explain_linear(linear_of_connect_four.explain(position), self.connect_four)
        if isinstance(position, Backgammon):
            self.use_for_backgammon(0)
            return None if self.net is not None else explain_linear(linear_of_backgammon.explain(position), self.backgammon)
        if not isinstance(position, Checkers):
            return None
        self.use_for_checkers(0)
        if self.patterns is not None:
            return self.patterns.explain(position)
        return explain_linear(linear_of_checkers.explain(position), self.checkers)

    cdef uint64_t use_for_connect_four(self, uint64_t salt) except? 0:
        """Makes ready for connect four; returns the salt, mixed with what the scores hang on."""
        if self.chosen in ("net", "patterns"):
            raise EvaluationError(f"connect four has no evaluation {self.chosen!r}; known is linear")
        return mixed(salt, self.connect_four, connect_four_linear.FEATURES)

    cdef uint64_t use_for_checkers(self, uint64_t salt) except? 0:
        """Makes ready for checkers, for which pattern weights may have to be read."""
        if self.chosen == "net":
            raise EvaluationError(f"checkers has no evaluation {self.chosen!r}; known are linear and patterns")
        if self.patterns is None and self.chosen != "linear":
            self.patterns = shipped()
            if self.patterns is None and self.chosen == "patterns":
                raise EvaluationError(f"evaluation {self.chosen!r} needs a file of weights: none are shipped")
        self.knowledge.patterns = NULL if self.patterns is None else self.patterns.patterns
        if self.patterns is not None:
            return mix64(salt ^ <uint64_t>int.from_bytes(self.patterns.digest[:8], "little"))
        return mixed(salt, self.checkers, checkers_linear.FEATURES)

    cdef uint64_t use_for_backgammon(self, uint64_t salt) except? 0:
        """Makes ready for backgammon, for which a network may have to be read."""
        if self.chosen == "patterns":
            raise EvaluationError(f"backgammon has no evaluation {self.chosen!r}; known are linear and net")
        if self.net is None and self.chosen != "linear":
            self.net = BackgammonNet.shipped()
            if self.net is None and self.chosen == "net":
                raise EvaluationError(f"evaluation {self.chosen!r} needs a file of weights: none are shipped")
        self.knowledge.backgammon_net = NULL if self.net is None else self.net.net
        if self.net is not None:
            return mix64(salt ^ <uint64_t>int.from_bytes(self.net.digest[:8], "little"))
        return mixed(salt, self.backgammon, backgammon_linear.FEATURES)


cdef list explain_linear(list features, const int* weights):
    """The features with the weights that are in use."""
    return [(name, count, weights[i]) for i, (name, count, _) in enumerate(features)]


cdef uint64_t mixed(uint64_t salt, const int* weights, int n) noexcept:
    cdef int i
    for i in range(n):
        salt = mix64(salt ^ <uint64_t>weights[i])
    return salt


def is_path(evaluation):
    """Whether an evaluation is a path; no name of one holds a dot or a slash."""
    return isinstance(evaluation, os.PathLike) or isinstance(evaluation, str) and ("." in evaluation or os.sep in evaluation)
