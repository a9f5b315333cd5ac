"""The helping threads of a search."""
from _thread import allocate_lock, start_new_thread

from gamecore.core.bits cimport set_once
from gamecore.core.limits cimport STOP_ERROR
from gamecore.search.session cimport Session


cdef class Team:
    """The helping threads, each of which releases a lock at its end, since Ctrl-C may break threading.Thread's join."""

    cdef object position, help
    cdef Session session
    cdef list locks

    def __cinit__(self, position, Session session not None, list locks not None, help):
        """Takes a function help(session, i, position) that runs worker i, and a list for the locks of its threads."""
        self.position, self.session, self.locks, self.help = position, session, locks, help

    def start(self, share):
        """Starts the threads, for the moves of a share or, without one, for a complete search."""
        self.session.share = share
        for i in range(1, self.session.threads):
            lock = allocate_lock()
            lock.acquire()
            start_new_thread(self.run, (i, lock))
            self.locks.append(lock)

    def run(self, i, lock):
        try:
            self.help(self.session, i, self.position)
        except BaseException as error:              # the first thread raises it
            self.session.error = error
            set_once(&self.session.shared.stop, STOP_ERROR)
        finally:
            lock.release()

    def join(self):
        self.session.join(self.locks)
