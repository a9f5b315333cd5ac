"""A token that ends searches from outside, even those that have not begun."""
from gamecore.core.job cimport Job

from gamecore.errors import ArgumentError


cdef class StopToken:
    """StopToken()
--

    Ends, from any thread, all searches that received it, even those that have not begun.

    Attributes
    ----------
    stopped : bool
        Whether `stop` was called. A token cannot be reset: another search needs another token.

    Examples
    --------
    >>> import gamecore
    >>> token = gamecore.StopToken()
    >>> token.stop()
    >>> result = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour(), depth=40, token=token)
    >>> result.stop, result.depth, result.move
    ('stop', 0, 1)
    """

    def __cinit__(self):
        self.ends = []

    def stop(self) -> None:
        """Ends the running searches and all later ones."""
        self.stopped = True
        for each in list(self.ends):
            end(each)

    cdef int watch(self, each) except -1:
        """Registers a job that is about to begin, or another token."""
        self.ends.append(each)
        if self.stopped:
            end(each)
        return 0

    cdef int ignore(self, each) except -1:
        """Removes a job or token that has ended."""
        self.ends.remove(each)
        return 0

    def __reduce__(self):
        raise TypeError("a StopToken does not pickle: it stops searches of its own process")


cdef int end(each) except -1:
    if isinstance(each, StopToken):
        (<StopToken>each).stop()
    else:
        (<Job?>each).end()
    return 0


def token_or_none(token: Any) -> StopToken | None:
    """Returns a token, or None; raises ArgumentError for anything else."""
    if token is not None and not isinstance(token, StopToken):
        raise ArgumentError(f"token must be a StopToken, or None, not {token!r}")
    return token


class Linked:
    """A block in which a token, if there is one, also stops another token."""

    def __init__(self, token: StopToken | None, StopToken other not None):
        self.token, self.other = token_or_none(token), other

    def __enter__(self) -> None:
        if self.token is not None:
            (<StopToken>self.token).watch(self.other)

    def __exit__(self, *error: object) -> None:
        if self.token is not None:
            (<StopToken>self.token).ignore(self.other)
