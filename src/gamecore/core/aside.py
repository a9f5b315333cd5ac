"""Work concurrent with the caller: in a thread, or in a task that yields if it runs in a browser's worker, which has no
threads."""
import _thread
import sys

if sys.platform == "emscripten":
    from gamecore.core.browser import aside as aside, caller as caller, no_thread, start as start, wait as wait
    Thread = start_new_thread = no_thread
else:
    from threading import Thread as Thread
    caller, start_new_thread = _thread.get_ident, _thread.start_new_thread
    start = start_new_thread             # Thread.start would wait until it has begun

    async def aside(function, *arguments):
        """Returns function(*arguments) without blocking the event loop."""
        from asyncio import to_thread                    # imported lazily: it would double the import time
        return await to_thread(function, *arguments)

    def wait(changed, condition, timeout=None):
        """Waits for a condition, which is checked whenever `changed` is notified; returns whether the condition
        holds."""
        with changed:
            return changed.wait_for(condition, timeout)
