"""Tests what gamecore does where Python has neither threads nor processes nor numpy, as in a browser, in a child
process that imitates a browser."""
from tests.processes import python

PROGRAM = """
import sys
from types import SimpleNamespace
sys.platform, sys.modules["numpy"] = "emscripten", None
sys.modules |= {"pyodide": SimpleNamespace(), "pyodide.code": SimpleNamespace(run_js=str),
                "pyodide.ffi": SimpleNamespace(can_run_sync=lambda: False, run_sync=None)}
from gamecore import ConnectFour, Engine, search_many
from gamecore.core.about import about
from gamecore.core.processes import Workers
from gamecore.errors import ExtraError
engine, four = Engine(hash_mb=1, threads=2), ConnectFour()
for call in (lambda: engine.search(four, depth=12), lambda: search_many([four] * 9, depth=4, jobs=2),
             lambda: Workers(2), four.to_array, lambda: Engine(hash_mb=1).evaluate_many([four])):
    try:
        print(call())
    except ExtraError as error:
        print(error)
print(engine.search(four, depth=4).depth, len(list(search_many([four] * 9, depth=4))), about()["machine"])
"""


def test_a_call_that_needs_a_thread_or_numpy_says_so():
    done = python("-c", PROGRAM)
    assert not done.stderr
    threads, jobs, workers, array, evaluations, last = done.stdout.splitlines()
    assert threads == jobs == workers
    assert threads == "threads and processes are needed, which Python in a browser lacks: expected threads=1 or jobs=1"
    assert array == evaluations and array.startswith("arrays need numpy (") and array.endswith("): pip install numpy")
    assert last.startswith("4 9 ") and last.endswith(", without threads, processes, numpy")
