"""Building endgame databases: slice after slice, each into a file of its own, so that a build can end and go on at any moment."""
import os
import threading
import time

from gamecore.errors import LimitError
from gamecore.knowledge import endgame_files as files
from gamecore.knowledge.endgames import Databases, slices_of
from gamecore.solve.endgames_slice import SlicePair

SMALLEST, LARGEST = 2, 7             # pieces
POLL = 0.1                           # seconds between two looks at Ctrl-C and the caller


def build(pieces, out, threads=None, on_progress=None):
    started = time.monotonic()
    threads = threads or len(os.sched_getaffinity(0))
    os.makedirs(out, exist_ok=True)
    databases = Databases.__new__(Databases)
    for n in range(2, pieces + 1):
        t = time.monotonic()
        for slice in slices_of(n):
            if slice in databases.headers:
                continue
            pair = SlicePair(databases, slice)
            if pair.blocks > 1 and threads > 1 and files:
                ts = [threading.Thread(target=pair.run) for _ in range(threads)]
                for x in ts: x.start()
                for x in ts: x.join()
            else:
                pair.run()
            for i, s in enumerate(pair.slices):
                header, packed = pair.file(i)
                files.write(out, header, packed)
                databases.add(header, packed)
        hs = [databases.headers[s] for s in slices_of(n)]
        print(n, sum(h.positions for h in hs), sum(h.wins for h in hs), sum(h.losses for h in hs), sum(h.draws for h in hs), max(h.longest for h in hs), time.monotonic() - t, flush=True)
