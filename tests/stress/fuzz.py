"""Fuzzes every parser, file format and protocol, without end (loop.py; tests/fuzz): make fuzz HOURS=1, or

    python -m tests.stress.fuzz --hours 1 [--jobs 2] [--only pdn] [--tally FILE]
    python -m tests.stress.fuzz --only pdn --seed 17        one round again; the error quotes the input
    python -m tests.stress.fuzz collect 3000                tries this number of inputs of each target, and adds those
    to the
                                                            corpus that run lines of gamecore which no other ran
"""
import json
import sys
import threading
from pathlib import Path
from random import Random

import gamecore
from tests.fuzz.fuzz import CORPUS, ROUNDS, check, corpus_of, some_input
from tests.fuzz.targets import TARGETS
from tests.stress.loop import main

PACKAGE = str(Path(gamecore.__file__).parent)
SHORT, FEW = 400, 3                  # characters of what is kept, at most; inputs that are kept, at least


def lines_run(name, data):
    """The lines of gamecore's Python that an input runs."""
    lines = set()

    def trace(frame, event, _):
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        lines.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    sys.settrace(trace)
    threading.settrace(trace)
    try:
        check(name, data)
    finally:
        sys.settrace(None)
        threading.settrace(None)
    return lines


def collect(name, count):
    kept, seen = [], set()
    random = Random(name)
    old = corpus_of(name)
    for data in [*old, *(some_input(random, name, old) for _ in range(count))]:
        lines = lines_run(name, data) if len(data) <= SHORT else seen
        if data in old or not lines <= seen or len(kept) < FEW and len(data) <= SHORT:
            seen |= lines
            kept.append(data)
    texts = [data.decode("latin-1") for data in kept] if TARGETS[name].binary else kept
    CORPUS.mkdir(exist_ok=True)
    (CORPUS / f"{name}.json").write_text(json.dumps(texts, indent=0) + "\n")
    print(name, len(kept), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["collect"]:
        for name in TARGETS:
            collect(name, int(sys.argv[2]))
    else:
        main("tests.stress.fuzz", ROUNDS, __doc__)
