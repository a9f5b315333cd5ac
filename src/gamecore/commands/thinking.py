"""A search in a thread of its own, for programs that go on talking meanwhile."""
import threading

from gamecore.search.token import StopToken

GRACE = 2.0                          # seconds in which a search with limits may end by itself, once nobody asks more
PATIENCE = 10.0                      # ... and which it has to say its last word; only a game of the user's own may need
                                     # so long


class Thinking:
    """A search that has begun.

    Parameters
    ----------
    engine : Engine
        Which nobody else uses until the search is over.
    position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
    limits : dict
        Further arguments of Engine.search.
    report : callable
        Called with each Iteration, in the thread of the search, which ends if it returns something true.
    conclude : callable
        Called at the end, in that thread, with the SearchResult and None, or with None and the exception. The search is
        over by then.
    waits : bool
        Whether a finished search waits for `stop` before it concludes.
    """

    def __init__(self, engine, position, limits, report, conclude, waits=False):
        self.engine, self.position, self.limits = engine, position, limits
        self.report, self.conclude, self.waits = report, conclude, waits
        self.stopped, self.over, self.token = threading.Event(), threading.Event(), StopToken()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        result = failure = None
        try:
            result = self.engine.search(self.position, **self.limits, on_iteration=self.heed, token=self.token)
            if self.waits:
                self.stopped.wait()
        except Exception as error:
            failure = error
        self.over.set()
        self.conclude(result, failure)

    def heed(self, iteration):
        if self.report(iteration):
            self.token.stop()

    def stop(self):
        """Ends the search, even if it has not begun."""
        self.stopped.set()
        self.token.stop()

    def end(self, grace=0.0):
        """Ends the search before the process ends. One that does not wait to be stopped may go on for `grace` seconds;
        None: until it ends."""
        if not self.waits:
            self.over.wait(grace)
        self.stop()
        if self.over.wait(PATIENCE):
            self.join()

    def join(self):
        """Waits until the search has concluded."""
        self.thread.join()
