"""A token that ends searches from another place, even those that have not begun."""
from gamecore.core.bits cimport set_once
from gamecore.core.limits cimport STOP_STOP
from gamecore.core.job cimport Job


cdef class StopToken:
    """StopToken()
--

    Ends the searches that received it, from any thread, even those that have not begun.

    Attributes
    ----------
    stopped : bool
        Whether `stop` was called. It cannot be reset: another search needs another token.

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
        self.jobs = []

    def stop(self):
        """Ends the running searches and all later ones."""
        self.stopped = True
        for job in list(self.jobs):
            set_once(&(<Job>job).shared.stop, STOP_STOP)

    cdef int watch(self, Job job) except -1:
        """Registers a job that is about to begin."""
        self.jobs.append(job)
        if self.stopped:
            set_once(&job.shared.stop, STOP_STOP)
        return 0

    def __reduce__(self):
        raise TypeError("a StopToken does not pickle: it stops searches of its own process")
