"""The application, with the addresses that it serves and the requests that it accepts."""
import socket
from pathlib import Path
from secrets import compare_digest, token_urlsafe

import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from gamecore.screen.ending import is_terminating
from gamecore.serve import api, pacman, pruning, thinking
from gamecore.serve.wire import EventStream, Slots

HOST = "127.0.0.1"
STATIC = Path(__file__).parent / "static"
PAGES = ("play", "analyse", "tree", "pruning", "pacman")         # earlier addresses; the document has all views
ROUTES = [Route(f"/{endpoint.__name__}", endpoint, methods=["POST"])        # each under /TOKEN/api/
          for part in (api, thinking, pruning, pacman) for endpoint in part.ENDPOINTS]
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


def create_app(games, cast, token, hosts):
    """Returns the application, for games by name and further names of pacman.PARTS, each as module:name.

    `token` is the first part of every path; `hosts`, with ports, are those by which it may be addressed.
    """
    page = HTMLResponse((STATIC / "index.html").read_text(encoding="utf-8"))
    pages = [Route(f"/{name}", document(page)) for name in ("", *PAGES)]
    app = Starlette(routes=[Mount(f"/{token}", routes=[
        *pages, Mount("/static", StaticFiles(directory=STATIC)), Mount("/api", routes=ROUTES)])])
    app.state.games, app.state.slots, app.state.quick = games, Slots(), Slots()      # quick: what a player waits for
    app.state.cast = {part: [*names, *cast.get(part, ())] for part, names in pacman.PARTS.items()}
    return Guard(app, token, hosts)


def document(page):
    """Returns the endpoint of the page."""
    async def endpoint(request):
        return page
    return endpoint


class Connection(AutoHTTPProtocol):
    """A connection that, at the server's limit of connections, replaces the one that has been idle for longest."""

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
    """Returns a listening socket with TCP_NODELAY, without which a second part of an answer waits for 40 ms."""
    listener = socket.create_server((HOST, port))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def serve(games, cast, port, token, on_start):
    """Serves create_app's application until Ctrl-C, at a port, or at a free one for 0; calls `on_start` with the
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
