"""The exceptions of gamecore: ValueErrors named by what was wrong, always quoting the offending text."""


class GamecoreError(ValueError):
    """The common ancestor: an argument or input that gamecore cannot use."""


class PositionError(GamecoreError):
    """A text or an array does not describe a possible position."""


class MoveError(GamecoreError):
    """A move is malformed, ambiguous, or not legal in the position at hand."""


class PdnError(GamecoreError):
    """A game record is malformed, or has a move that cannot be played."""


class RecordError(GamecoreError):
    """A saved game is malformed, is one of another game, or has a step that cannot be played."""


class GameOverError(GamecoreError):
    """A search was started, or a move played, in a finished game."""


class LimitError(GamecoreError):
    """A budget, depth, table size or thread count is missing, negative or out of range."""


class SwitchError(GamecoreError):
    """An unknown search switch or move order, or a set of them that contradicts itself."""


class SettingsError(GamecoreError):
    """The settings of a match's side are malformed, or name an unknown setting."""


class BallotError(GamecoreError):
    """A file of openings is malformed, or holds one that cannot be played."""


class EvaluationError(GamecoreError):
    """An unknown evaluation, or weights that do not fit the features."""


class TrainingError(GamecoreError):
    """A directory of training holds another run, or a damaged file."""


class GameError(GamecoreError):
    """A game from outside breaks the contract: its class, its moves, its scores or its table of functions."""


class BuildError(GamecoreError):
    """A compiled game that does not compile."""


class DatabaseError(GamecoreError):
    """A file of an endgame database is truncated, foreign, of another version or damaged, or a directory has none."""


class BookError(GamecoreError):
    """An opening book is truncated, foreign, of another version or board, or damaged; or none can be built as it was
    asked for."""


class TreeError(GamecoreError):
    """An impossible explicit tree: an empty node, probabilities that do not sum to 1."""


class BoundsError(TreeError):
    """A leaf lies outside the bounds that were declared for it."""


class ProtocolError(GamecoreError):
    """A line of a protocol is malformed, or cannot be obeyed now."""


class BatchError(GamecoreError):
    """An item of a batch failed, or no worker answers for it.

    Attributes
    ----------
    index : int or None
        Of the item, or of the first one without an answer.
    """

    def __init__(self, message, index=None):
        super().__init__(message)
        self.index = index

    def __reduce__(self):
        return type(self), (str(self), self.index)


class ArgumentError(GamecoreError, TypeError):
    """An argument that a function does not know, or of a kind that it cannot use."""


class ExtraError(GamecoreError):
    """Something needs an optional package that is not installed."""


class PlotError(GamecoreError):
    """An unknown format of a plot."""


class SuiteError(GamecoreError):
    """A file of test positions is malformed, or holds an impossible position."""


class EngineBusyError(RuntimeError):
    """A second search was started on an engine that is still searching."""


class StoppedError(RuntimeError):
    """A count was ended by stop(): unlike a search, it has no partial answer."""
