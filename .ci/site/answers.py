"""The endpoints in a browser's worker, which takes the place of a server. Each request of the page is a task."""
import json
from asyncio import ensure_future
from contextlib import aclosing

import course
from gamecore.core.browser import WAITS
from gamecore.games.all import GAMES
from gamecore.serve import wire
from gamecore.serve.wire import State, dump, events_of

BEHIND = {"analyse", "graph", "rollout", "pruning", "pacman", "signature"}    # wait for a player, or until one looks


def signature(app, record):
    """Returns the nodes of gamecore's bench."""
    from gamecore.laboratory import bench
    return {"signature": bench.signature(bench.bench())}


ENDPOINTS = wire.ENDPOINTS | course.ENDPOINTS | {"signature": signature}
state = State(GAMES)
running = {}                         # tasks, by the number of their request: (path, task)
hidden = False                       # the page


def waits():
    """Whether searches that are queued behind others have to wait."""
    return hidden or any(path not in BEHIND for path, _ in running.values())


def hide(yes):
    global hidden
    hidden = yes


def begin(number, path, text, send):
    """Answers a request by send(event as JSON) for each event, then send(None)."""
    def end(task):
        del running[number]
        send(None)

    WAITS.set(waits if path in BEHIND else None)         # a task has a copy of what is set here
    task = ensure_future(answer(path, text, send))
    task.add_done_callback(end)          # it may be stopped before it begins
    running[number] = path, task


async def answer(path, text, send):
    async with aclosing(events_of(ENDPOINTS[path], state, json.loads(text))) as events:
        async for event in events:
            send(dump(event))


def stop(number):
    """Ends a request, if it still runs."""
    if number in running:
        running[number][1].cancel()
