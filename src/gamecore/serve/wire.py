"""The endpoints by name, for a server and for a browser's worker. The size of JSON is limited, and errors take one
line."""
import asyncio
import json
import math
from contextlib import aclosing, asynccontextmanager
from inspect import isasyncgenfunction

from gamecore.core.aside import aside
from gamecore.core.text import one_line
from gamecore.errors import GamecoreError, LimitError
from gamecore.screen.complaints import explain, explain_user_error
from gamecore.serve import api, pacman, pruning, thinking

SEARCHES = 2                         # at once
WAITING = 4                          # searches that may wait for their turn
LINE = 400                           # characters of an error message
ENDPOINTS = {endpoint.__name__: endpoint for part in (api, thinking, pruning, pacman) for endpoint in part.ENDPOINTS}


class State:
    """The data that all endpoints share: the games by name, the cast of Pacman, and the queue of searches.

    `cast` has further names of pacman.PARTS, each as module:name.
    """

    def __init__(self, games, cast=None):
        self.games, self.slots, self.quick = games, Slots(), Slots()         # quick: what a player waits for
        self.cast = {part: [*names, *(cast or {}).get(part, ())] for part, names in pacman.PARTS.items()}


class Slots:
    """A limit on simultaneous searches. Beyond the limit a few searches wait, and the others are refused."""

    def __init__(self, running=SEARCHES, waiting=WAITING):
        self.turns, self.room = asyncio.Semaphore(running), running + waiting

    @property
    def make_wait(self):
        """Whether a search would have to wait for its turn."""
        return self.room > 0 and self.turns.locked()

    @asynccontextmanager
    async def taken(self):
        """Waits for a free slot; raises LimitError if too many wait already."""
        if self.room == 0:
            raise LimitError(f"{SEARCHES + WAITING!r} searches run or wait for their turn: stop one, or close its page")
        self.room -= 1
        try:
            async with self.turns:
                yield
        finally:
            self.room += 1


def complaint(error):
    """Returns the record of the exception that ended a request; a user's game may raise any exception."""
    expected = isinstance(error, (GamecoreError, OSError, MemoryError))
    return {"error": one_line(explain(error) if expected else explain_user_error(error), LINE)}


async def events_of(endpoint, state, record):
    """Yields the records of an endpoint: that of a function, which runs aside, or those of an asynchronous generator.

    An exception becomes a last record {"error": one line}.
    """
    try:
        if not isasyncgenfunction(endpoint):
            yield await aside(endpoint, state, record)
            return
        async with aclosing(endpoint(state, record)) as events:
            async for event in events:
                yield event
    except Exception as error:
        yield complaint(error)


def dump(record):
    """Returns a record as one line of JSON; infinities and NaN become null."""
    return json.dumps(finite(record), allow_nan=False, separators=(",", ":"))


def finite(value):
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): finite(item) for key, item in value.items()}
    return [finite(item) for item in value] if isinstance(value, (list, tuple)) else value
