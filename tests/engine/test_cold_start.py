"""Tests what the first search of a process or an engine has to read, and that its clock does not run during that
time."""
import subprocess
import sys
import time

import pytest

import gamecore
from gamecore.core.about import about
from gamecore.errors import EngineBusyError, EvaluationError, PositionError
from gamecore.games.checkers import evaluation as checkers_evaluation
from gamecore.games.checkers.endgames import files
from tests.small_games import Nim

POSITIONS = [gamecore.ConnectFour(), gamecore.Checkers(), gamecore.Backgammon(), gamecore.Backgammon().roll(3, 1),
             Nim(5)]


def test_a_first_search_imports_no_slow_module():
    code = ("import sys, gamecore\n"
            "for position in (gamecore.ConnectFour(), gamecore.Backgammon().roll(3, 1), gamecore.Checkers()):\n"
            "    gamecore.Engine(hash_mb=1).search(position, depth=1)\n"
            "    slow = {'numpy', 'asyncio', 'dataclasses', 'inspect'} & set(sys.modules)\n"
            "    assert not slow, (position, slow)\n"
            "    assert position != gamecore.ConnectFour() or 'hashlib' not in sys.modules")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_first_solution_imports_nothing_for_executors():
    code = ("import sys, gamecore\n"
            "assert gamecore.solve(gamecore.ConnectFour('44455554221')).score == -15\n"
            "slow = {'numpy', 'asyncio', 'concurrent.futures', 'multiprocessing', 'logging', 'uuid'}\n"
            "assert not slow & set(sys.modules)")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_engines_share_the_databases(monkeypatch):
    gamecore.Engine(hash_mb=1).search(gamecore.Checkers(), depth=1)
    monkeypatch.setattr(files, "read_header", None)
    assert gamecore.Engine(hash_mb=1).search(gamecore.Checkers("W:WK18,K19:BK1"), depth=1).outcome == "win"


@pytest.mark.parametrize("name", ["backgammon.net:BackgammonNet.shipped", "backgammon.races:RaceNet.shipped",
                                  "checkers.net:shipped"])
def test_threads_that_read_weights_at_once_use_one_copy(name):
    """A second copy replaced the first, which was freed under a search."""
    module, shipped = name.split(":")
    code = (f"import gamecore, threading, gamecore.games.{module} as module\n"
            "barrier, found = threading.Barrier(8), []\n"
            f"read = lambda: (barrier.wait(), found.append(module.{shipped}()))\n"
            "threads = [threading.Thread(target=read) for _ in range(8)]\n"
            "for thread in threads: thread.start()\n"
            "for thread in threads: thread.join()\n"
            "assert len(found) == 8 and len(set(map(id, found))) == 1, found")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_threads_that_load_at_once_read_and_compute_once():
    """Twenty first searches of backgammon read and computed twenty times, and heeded no stop for two seconds."""
    code = ("import gamecore, threading\n"
            "from gamecore.core import files, weight_files\n"
            "class Recording:\n"
            "    def __enter__(self): lock.acquire(); held.append(len(read))\n"
            "    def __exit__(self, *error): lock.release()\n"
            "lock, held, read, original = files.loading, [], [], weight_files.read\n"
            "weight_files.read = lambda path, *rest: read.append(path) or original(path, *rest)\n"
            "files.loading, engines = Recording(), [gamecore.Engine(hash_mb=1) for _ in range(8)]\n"
            "threads = [threading.Thread(target=engine.prepare, args=(gamecore.Backgammon,)) for engine in engines]\n"
            "for thread in threads: thread.start()\n"
            "for thread in threads: thread.join()\n"
            "assert len(read) == len(set(read)) == 3 and held[0] == 0 and len(held) > 8, (read, held)")
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("start", [False, True])
def test_the_clock_starts_when_all_is_read(monkeypatch, start):
    def slowly(shipped=checkers_evaluation.shipped):
        time.sleep(0.5)
        return shipped()

    monkeypatch.setattr(checkers_evaluation, "shipped", slowly)
    engine, begun = gamecore.Engine(hash_mb=1), time.monotonic()
    result = (engine.start(gamecore.Checkers(), seconds=0.25).result() if start
              else engine.search(gamecore.Checkers(), seconds=0.25))
    whole = time.monotonic() - begun
    assert result.loading_seconds >= 0.5 and result.seconds >= 0.25
    assert result.seconds + result.loading_seconds <= whole
    assert result.nodes > 1024 and result.depth > 0 and result.stop == "time"
    assert result.as_dict()["loading_seconds"] == result.loading_seconds


def test_a_stop_while_a_search_reads_ends_it(monkeypatch):
    engine = gamecore.Engine(hash_mb=1)

    def stopped(shipped=checkers_evaluation.shipped):
        engine.stop()
        return shipped()

    monkeypatch.setattr(checkers_evaluation, "shipped", stopped)
    result = engine.search(gamecore.Checkers(), depth=30)
    assert (result.stop, result.depth) == ("stop", 0)


def test_a_prepared_engine_reads_nothing_and_searches_as_a_new_one(monkeypatch):
    for position in POSITIONS:
        expected = gamecore.Engine(hash_mb=1).search(position, depth=2)
        for game in [position] + [type(position)] * (type(position) is not Nim):
            engine = gamecore.Engine(hash_mb=1)
            assert engine.prepare(game) is None and engine.prepare(game) is None
            with monkeypatch.context() as patch:
                patch.setattr(checkers_evaluation, "shipped", None)
                result = engine.search(position, depth=2)
            assert (result.nodes, result.lines, result.hash_used) == (expected.nodes, expected.lines,
                                                                      expected.hash_used), position


def test_preparing_takes_the_memory_of_the_table():
    code = ("import resource, gamecore\n"
            "def pages():\n"
            "    return int(open('/proc/self/statm').read().split()[1])\n"
            "for position in (gamecore.ConnectFour(), gamecore.Backgammon()):\n"
            "    engine = gamecore.Engine(hash_mb=64)\n"
            "    before = pages()\n"
            "    engine.prepare(position)\n"
            "    assert (pages() - before) * resource.getpagesize() >= 63 << 20, position")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_preparing_loads_the_tables_of_games_that_are_far_from_their_end():
    code = ("import gamecore, resource\n"
            "engine = gamecore.Engine(hash_mb=1)\n"
            "engine.prepare(gamecore.Backgammon)\n"
            "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "engine.search(gamecore.Backgammon('AwAAYBsAAAAAAA'), 1)\n"
            "assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 0.05 * before")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_preparing_keeps_what_the_table_holds():
    nodes = []
    for prepares in (False, True):
        engine = gamecore.Engine(hash_mb=1)
        nodes.append([engine.search(gamecore.ConnectFour(), depth=9).nodes])
        if prepares:
            engine.prepare(gamecore.ConnectFour)
        nodes[-1].append(engine.search(gamecore.ConnectFour(), depth=9).nodes)
    assert nodes[0] == nodes[1] and nodes[0][1] < nodes[0][0]


def test_what_cannot_be_prepared_is_refused():
    with pytest.raises(PositionError, match="not 7"):
        gamecore.Engine(hash_mb=1).prepare(7)
    with pytest.raises(EvaluationError, match="connect four has no evaluation 'patterns'"):
        gamecore.Engine(hash_mb=1, evaluation="patterns").prepare(gamecore.ConnectFour)
    engine = gamecore.Engine(hash_mb=1)
    with engine.start(gamecore.Checkers(), depth=100):
        with pytest.raises(EngineBusyError):
            engine.prepare(gamecore.Checkers)
    assert engine.search(gamecore.Checkers(), depth=2).depth == 2


BOUNDED = """
import gamecore, resource, sys
from gamecore.engine import Engine
position, limit, nodes = {position}, {limit}, {nodes}
before = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (before + (limit << 20),) * 2)
try:
    print(Engine(hash_mb=8).search(position, nodes=nodes).stop)
except MemoryError as error:
    print("MemoryError", error)
"""
# MiB of address space beside the table of 8, as docs/library.md states
BOUNDS = [("gamecore.ConnectFour('44')", 8 + 16, 1_000_000), ("gamecore.Checkers()", 16, 300_000),
          ("gamecore.Backgammon().roll(3, 1)", 120, 50_000),
          ("gamecore.Backgammon('AwAAYBsAAAAAAA').roll(3, 1)", 120, 5_000)]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by Linux's means")
@pytest.mark.skipif("sanitize" in about()["flags"], reason="the sanitizers' own memory is beyond any limit")
@pytest.mark.parametrize("position, beside, nodes", BOUNDS)
def test_an_engine_stays_within_the_memory_that_the_page_states(position, beside, nodes):
    def run(limit):
        code = BOUNDED.format(position=position, limit=limit, nodes=nodes)
        return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert run(8 + beside)[0] in ("nodes", "complete")
    assert run(8)[0] == "MemoryError"
