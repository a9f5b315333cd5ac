"""Requests and responses of the page, with bounded JSON, errors in one line, and streams of events."""
import asyncio
import json
import math
from contextlib import aclosing, asynccontextmanager
from functools import wraps

from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

from gamecore.screen.complaints import explain, explain_user_error
from gamecore.core.text import one_line
from gamecore.errors import GamecoreError, LimitError

BODY = 1 << 18                       # bytes of a request
SEARCHES = 2                         # at once
WAITING = 4                          # searches that may wait for their turn
LINE = 400                           # characters of an error message


class Slots:
    """A limit on simultaneous searches, beyond which a few wait and the others are refused."""

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


async def read_json(request):
    """Returns the object in a request's body.

    Raises LimitError if it is too long, GamecoreError if it is not an object or the client leaves before its end.
    """
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > BODY:
                raise LimitError(f"a request of more than {BODY:,} bytes")
    except ClientDisconnect:
        raise GamecoreError(f"the client left after {len(body):,} bytes") from None
    try:
        record = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise GamecoreError(f"the request is not JSON: {error}") from None
    if not isinstance(record, dict):
        raise GamecoreError(f"the request is not a JSON object but {record!r:.80}")
    return record


def complaint(error):
    """Returns the record of the exception that ended a request; a user's game may raise any."""
    expected = isinstance(error, (GamecoreError, OSError, MemoryError))
    return {"error": one_line(explain(error) if expected else explain_user_error(error), LINE)}


def answers(endpoint):
    """Wraps a function, which runs in a thread, so that its record becomes JSON, and its exception {"error": one line}.
    """
    @wraps(endpoint)
    async def answer(request):
        try:
            record = await read_json(request)
            return Json(await asyncio.to_thread(endpoint, request, record))
        except Exception as error:
            return Json(complaint(error), 400)
    return answer


def streams(endpoint):
    """Wraps an asynchronous generator of records, which become server-sent events of JSON.

    An exception becomes a last event {"error": one line}.
    """
    @wraps(endpoint)
    async def answer(request):
        try:
            record = await read_json(request)
        except GamecoreError as error:
            return Json(complaint(error), 400)
        return EventStream(endpoint(request, record))
    return answer


class EventStream:
    """An ASGI application of server-sent events, which closes their generator when the client disconnects."""

    running = set()                  # tasks

    def __init__(self, events):
        self.events = events

    async def __call__(self, scope, receive, send):
        async def work():
            await send({"type": "http.response.start", "status": 200, "headers": [
                (b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]})
            try:
                async with aclosing(self.lines()) as lines:
                    async for line in lines:
                        await send({"type": "http.response.body", "body": line.encode(), "more_body": True})
            finally:
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        async def watch():
            while (await receive())["type"] != "http.disconnect":
                pass

        tasks = [asyncio.ensure_future(work()), asyncio.ensure_future(watch())]
        self.running.update(tasks)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.running.difference_update(tasks)

    async def lines(self):
        async with aclosing(self.events) as events:
            try:
                async for event in events:
                    yield f"data: {dump(event)}\n\n"
            except Exception as error:
                yield f"data: {dump(complaint(error))}\n\n"


def dump(record):
    """Returns a record as one line of JSON; infinities and NaN become null."""
    return json.dumps(finite(record), allow_nan=False, separators=(",", ":"))


def finite(value):
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): finite(item) for key, item in value.items()}
    return [finite(item) for item in value] if isinstance(value, (list, tuple)) else value


class Json(JSONResponse):
    def render(self, content):
        return dump(content).encode()
