"""The server of the page: its addresses, the requests that it accepts, and its answers."""
import asyncio
import socket
from contextlib import aclosing
from functools import partial
from inspect import isasyncgenfunction
from pathlib import Path
from secrets import compare_digest, token_urlsafe

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from gamecore.core.files import WEB
from gamecore.core.text import read_object
from gamecore.errors import GamecoreError, LimitError
from gamecore.screen.ending import is_terminating
from gamecore.serve.wire import ENDPOINTS, State, complaint, dump, events_of

HOST = "127.0.0.1"
BODY = 1 << 18                       # bytes of a request
CONNECTIONS = 64                           # at once; the page needs a few
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                               "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                               "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache",
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Refuses requests for another host, from another site's page, or without the token."""

    def __init__(self, app, token, hosts):
        self.app, self.token = app, token
        self.hosts, self.origins = set(hosts), {f"http://{host}" for host in hosts}

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        token = scope["path"].removeprefix("/").partition("/")[0].encode()          # of "*" in OPTIONS * it is "*"
        if headers.get("host") not in self.hosts or headers.get("origin") not in {None, *self.origins}:
            await PlainTextResponse("another host or origin", 403, HEADERS)(scope, receive, send)
        elif not compare_digest(token, self.token.encode()):
            await PlainTextResponse("not found: open the address that gamecore serve printed", 404, HEADERS)(
                scope, receive, send)
        else:
            await self.app(scope, receive, self.guarded(send))

    def guarded(self, send):
        async def answer(message):
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(
                    (name.lower().encode(), value.encode()) for name, value in HEADERS.items()
                    if name.lower().encode() not in names)]
            await send(message)
        return answer


async def read_json(request):
    """Returns the object in a request's body.

    Raises LimitError if the body is too long, and GamecoreError if it is not an object or the client leaves before its
    end.
    """
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > BODY:
                raise LimitError(f"a request of more than {BODY:,} bytes")
    except ClientDisconnect:
        raise GamecoreError(f"the client left after {len(body):,} bytes") from None
    return read_object(body.decode(errors="backslashreplace"), GamecoreError)


async def answer(endpoint, state, request):
    """Returns the records of an endpoint as server-sent events, or the single record of a function as JSON."""
    try:
        events = events_of(endpoint, state, await read_json(request))
    except GamecoreError as error:
        return Json(complaint(error), 400)
    if isasyncgenfunction(endpoint):
        return EventStream(events)
    record, = [event async for event in events]
    return Json(record, 400 if "error" in record else 200)


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
                async with aclosing(self.events) as events:
                    async for event in events:
                        await send({"type": "http.response.body", "body": f"data: {dump(event)}\n\n".encode(),
                                    "more_body": True})
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


class Json(JSONResponse):
    def render(self, content):
        return dump(content).encode()


def create_app(games, cast, token, hosts):
    """Returns the application, for games by name and further names of pacman.PARTS, each as module:name.

    `token` is the first part of every path; `hosts`, with ports, are those by which it may be addressed.
    """
    page, state = HTMLResponse(Path(WEB, "index.html").read_text(encoding="utf-8")), State(games, cast)
    api = [Route(f"/{name}", partial(answer, endpoint, state), methods=["POST"])
           for name, endpoint in ENDPOINTS.items()]
    routes = [Route("/", page, methods=["GET"]), Mount("/static", StaticFiles(directory=WEB)),
              Mount("/api", routes=api)]
    return Guard(Starlette(routes=[Mount(f"/{token}", routes=routes)]), token, hosts)


class Connection(AutoHTTPProtocol):
    """A connection. At the server's limit of connections, a new connection replaces the one that has been idle for
    longest."""

    def connection_made(self, transport):
        super().connection_made(transport)
        self.since = self.loop.time()
        others = [other for other in self.connections if other is not self and not other.transport.is_closing()]
        waiting = [other for other in others if other.cycle is None or other.cycle.response_complete]
        if waiting and len(others) >= CONNECTIONS - 1:
            min(waiting, key=lambda other: other.since).transport.close()


class PageServer(uvicorn.Server):
    """A server that ends its event streams when it shuts down, and handles signals that arrive before it starts."""

    async def on_tick(self, counter):
        return is_terminating() or await super().on_tick(counter)

    async def shutdown(self, sockets=None):
        for task in list(EventStream.running):
            task.cancel()
        await super().shutdown(sockets)


def opened(port):
    """Returns a listening socket with TCP_NODELAY; without this option the second part of an answer would wait for 40
    ms."""
    listener = socket.create_server((HOST, port))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def serve(games, cast, port, token, on_start):
    """Serves create_app's application until Ctrl-C at a port, or at any free port for 0; calls `on_start` with the
    address.

    Without a token a random one is made.
    """
    with opened(port) as listener:
        port = listener.getsockname()[1]
        token = token or token_urlsafe(16)
        app = create_app(games, cast, token, [f"{HOST}:{port}", f"localhost:{port}"])
        config = uvicorn.Config(app, http=Connection, log_level="warning", access_log=False, ws="none", lifespan="off",
                                limit_concurrency=CONNECTIONS, timeout_graceful_shutdown=1, server_header=False)
        on_start(f"http://{HOST}:{port}/{token}/")
        PageServer(config).run(sockets=[listener])
