"""The exceptions of gamecore. They are ValueErrors named after the fault, and their messages quote the offending
text."""


class GamecoreError(ValueError):
    """The base class of all errors in arguments and input."""


class PositionError(GamecoreError):
    """A text or an array does not describe a possible position."""


class MoveError(GamecoreError):
    """A move is malformed, ambiguous, or not legal in the position."""


class PdnError(GamecoreError):
    """A game record is malformed, or contains a move that cannot be played."""


class RecordError(GamecoreError):
    """A saved game is malformed, belongs to another game, or contains a step that cannot be played."""


class GameOverError(GamecoreError):
    """A search was started, or a move played, in a finished game."""


class LimitError(GamecoreError):
    """A budget, depth, table size or thread count is missing, negative or out of range."""


class CountError(LimitError):
    """A count is too large to be represented."""


class SwitchError(GamecoreError):
    """A search switch or move order is unknown, or switches contradict each other."""


class SettingsError(GamecoreError):
    """The settings of a match's side are malformed, or name an unknown setting."""


class BallotError(GamecoreError):
    """A file of openings is malformed, or contains one that cannot be played."""


class EvaluationError(GamecoreError):
    """An evaluation is unknown, or weights do not fit the features."""


class GameError(GamecoreError):
    """A custom game breaks the contract: its class, its moves, its scores or its table of functions."""


class BuildError(GamecoreError):
    """A compiled game does not compile."""


class DatabaseError(GamecoreError):
    """A file of an endgame database is truncated, foreign, of another version or damaged, or a directory contains
    none."""


class BookError(GamecoreError):
    """An opening book is truncated, foreign, of another version or board, or damaged, or cannot be built with these
    settings."""


class TreeError(GamecoreError):
    """An explicit tree is impossible: for example, a node is empty, or probabilities do not sum to 1."""


class BoundsError(TreeError):
    """A leaf lies outside the bounds that were declared for it."""


class ProtocolError(GamecoreError):
    """A line of a protocol is malformed, or cannot be handled now."""


class BatchError(GamecoreError):
    """An item of a batch failed, or its worker was lost.

    Attributes
    ----------
    index : int or None
        The index of the item or, if the loss of a worker ended the call, of the first item without a result.
    """

    def __init__(self, message: str, index: int | None = None) -> None:
        super().__init__(message)
        self.index = index

    def __reduce__(self):
        return type(self), (str(self), self.index)


class ArgumentError(GamecoreError, TypeError):
    """An argument is unknown to a function, or of the wrong kind."""


class ExtraError(GamecoreError):
    """A call needs an optional package that is not installed or, in a browser, a thread or a process."""


class ExerciseError(GamecoreError):
    """A file of answers to exercises is malformed."""


class PlotError(GamecoreError):
    """The format of a plot is unknown."""


class SuiteError(GamecoreError):
    """A file of test positions is malformed, or contains an impossible position."""


class EngineBusyError(RuntimeError):
    """A second search was started on a busy engine."""


class StoppedError(RuntimeError):
    """A count was ended by stop(). Unlike a search, a count has no partial result."""
