"""Tests how a search ends: its budgets are exact, any thread can stop it, and its last complete iteration is the
result."""
import gc
import os
import signal
import threading
import time
import traceback
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, c_double, c_int, c_uint64, c_void_p, cast
from itertools import pairwise

from tests import law
import pytest
import gamecore
from gamecore.errors import EngineBusyError, StoppedError
from games.kalah import Kalah
from games.tic_tac_toe import TicTacToe
from hypothesis import given, settings, strategies as st
from tests.processes import python
from tests.small_games import Chase
from tests.strategies import connect_four, positions, sessions, some_connect_four, some_maze, switches

START = gamecore.ConnectFour()
SWITCHES = st.randoms(use_true_random=True).map(switches)
ENDLESS = Chase(0, 3)            # a Python game that no search comes to the end of


def facts(result):
    """All of an answer but its time."""
    return (result.move, result.score, result.outcome, result.lines, result.depth, result.nodes, result.leaves,
            result.cuts, result.table_hits, result.table_cuts, result.stop, result.ebf,
            [(i.depth, i.score, i.nodes) for i in result.iterations])


@contextmanager
def searching(engine, position=START):
    """A thread that searches without end, already beyond depth 2; yields a list that its result comes to."""
    results, begun = [], threading.Event()
    thread = threading.Thread(
        target=lambda: results.append(engine.search(position, depth=500,
                                                    on_iteration=lambda i: i.depth > 2 and begun.set())))
    thread.start()
    begun.wait()
    try:
        yield results
    finally:
        engine.stop()
        thread.join()


def assert_last_iteration_stands(result, position):
    last = result.iterations[-1]
    assert (result.depth, result.score, result.pv, result.lines) == (last.depth, last.score, last.pv, last.lines)
    fresh = gamecore.Engine(hash_mb=1).search(position, depth=last.depth)
    assert fresh.score == result.score


# Repeating

@given(sessions(some_connect_four, lambda _: 8) | sessions(some_maze, lambda _: 7))
@settings(max_examples=100)
def test_a_cleared_engine_answers_as_a_new_one(searches):
    engine = gamecore.Engine(hash_mb=1)
    *earlier, search = searches
    for before in earlier:
        before.run(engine)
    engine.clear()
    assert facts(search.run(engine)) == facts(search.run(gamecore.Engine(hash_mb=1)))


@given(positions(), st.integers(1, 30_000), SWITCHES)
@settings(max_examples=60)
def test_the_same_budget_twice_gives_the_same_answer(position, nodes, switches):
    one, two = (gamecore.Engine(hash_mb=1).search(position, nodes=nodes, depth=12, switches=switches) for _ in range(2))
    assert facts(one) == facts(two)


def test_the_seed_is_what_makes_a_random_order_differ():
    nodes = [gamecore.Engine(hash_mb=1, seed=seed).search(START, 7, order="random").nodes for seed in (1, 1, 2)]
    assert nodes[0] == nodes[1] != nodes[2]


def test_a_python_game_does_not_hang_on_the_hash_seed():
    code = ("import gamecore; from tests import small_games; "
            "print(gamecore.Engine(1).search(small_games.Swaps((4, 2, 3), (3, 4, 2)), 9).nodes)")
    nodes = {python("-c", code, env=os.environ | {"PYTHONHASHSEED": seed}, check=True).stdout for seed in "123"}
    assert len(nodes) == 1


# Nodes

@given(positions(), st.integers(1, 20_000), SWITCHES)
@settings(max_examples=150)
def test_a_budget_of_nodes_is_used_up_exactly(position, nodes, switches):
    result = gamecore.Engine(hash_mb=1).search(position, nodes=nodes, depth=14, switches=switches)
    assert result.nodes <= nodes
    assert result.nodes == nodes if result.stop == "nodes" else result.stop in ("depth", "complete")


@pytest.mark.parametrize("position, nodes", [
    *((START, nodes) for nodes in (1, 2, 3, 7, 8, 9, 100, 1023, 1024, 1025, 2048, 99_999, 100_000)),
    *((ENDLESS, nodes) for nodes in (1, 2, 3, 7, 8, 9, 100, 1023, 1024, 1025, 2048, 5000))])
def test_a_budget_of_nodes_ends_an_endless_search(position, nodes):
    result = gamecore.Engine(hash_mb=1).search(position, nodes=nodes)
    assert (result.nodes, result.stop) == (nodes, "nodes")


def test_leaves_that_are_counted_together_keep_the_budget():
    engine = gamecore.Engine(hash_mb=1, switches="pruning", order="none")
    whole = engine.search(START, depth=4)
    found = [engine.search(START, depth=4, nodes=nodes) for nodes in range(1, whole.nodes + 1)]
    assert [result.nodes for result in found] == list(range(1, whole.nodes + 1))
    assert all(a.leaves <= b.leaves <= a.leaves + 1 for a, b in pairwise(found))
    assert (found[-1].leaves, found[-1].cuts, found[-1].score) == (whole.leaves, whole.cuts, whole.score)


@given(connect_four(), st.integers(1, 5000))
@settings(max_examples=60)
def test_after_any_budget_the_last_complete_iteration_stands(position, nodes):
    result = gamecore.Engine(hash_mb=1).search(position, nodes=nodes)
    if result.depth > 0:
        assert_last_iteration_stands(result, position)


@pytest.mark.parametrize("nodes", [1, 2])
@pytest.mark.parametrize("position", [START, gamecore.ConnectFour("4444441"), ENDLESS, TicTacToe("x........")],
                         ids=["start", "forced", "endless", "tic-tac-toe"])
def test_too_small_a_budget_answers_with_the_first_move(position, nodes):
    result = gamecore.Engine(hash_mb=1).search(position, nodes=nodes)
    definition = law.definition_of(law.Search(position, 1))
    assert (result.depth, result.move, result.pv) == (0, position.legal_moves()[0], (position.legal_moves()[0],))
    assert (result.score, result.outcome, result.plies_to_end) == (definition.evaluation(position), None, None)
    assert (result.stop, result.nodes) == ("nodes", nodes)


# Depth, time and completeness

@pytest.mark.parametrize("seconds", [1e-9, 0.05])
def test_a_search_against_the_clock_ends(seconds):
    result = gamecore.Engine(hash_mb=1).search(START, seconds=seconds)
    assert result.stop == "time"
    assert_last_iteration_stands(result, START)


def test_the_first_limit_to_be_reached_counts():
    assert gamecore.Engine(hash_mb=1).search(START, depth=3, nodes=10**9, seconds=10**6).stop == "depth"
    assert gamecore.Engine(hash_mb=1).search(START, depth=500, nodes=50, seconds=10**6).stop == "nodes"


def test_a_tree_that_ends_needs_no_more_depth():
    result = gamecore.Engine(hash_mb=1).search(TicTacToe(), depth=500)
    assert (result.stop, result.outcome) == ("complete", "draw") and result.depth <= 9
    result = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour("4455"), depth=500)
    assert (result.stop, result.outcome, result.plies_to_end, result.depth) == ("complete", "win", 3, 3)


# Stopping

@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("position", [START, ENDLESS], ids=["built in", "python"])
def test_another_thread_can_stop_a_search(position, threads):
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    with searching(engine, position) as results:
        engine.stop()
    [result] = results
    assert result.stop == "stop" and result.depth > 2
    assert result.iterations[-1].score == result.score
    law.assert_usable(engine)


def test_a_callback_can_stop_a_search():
    engine = gamecore.Engine(hash_mb=1)
    result = engine.search(START, depth=500, on_iteration=lambda i: i.depth == 5 and engine.stop())
    assert (result.stop, result.depth) == ("stop", 5)
    assert_last_iteration_stands(result, START)


def test_a_stop_before_the_start_is_not_remembered():
    engine = gamecore.Engine(hash_mb=1)
    engine.stop()
    assert engine.search(START, depth=4).stop == "depth"
    engine.stop()
    assert gamecore.perft(START, 4) == 2401 and engine.search(START, nodes=5000).nodes == 5000


def test_a_stopped_count_is_not_mistaken_for_the_whole():
    engine = gamecore.Engine(hash_mb=1)

    class Stops(Chase):
        def play(self, move):
            engine.stop()
            return super().play(move)

    with pytest.raises(StoppedError):
        engine.perft(Stops(0, 3), 6)


# One search at a time

def test_a_second_search_finds_the_engine_busy():
    engine = gamecore.Engine(hash_mb=1)
    with searching(engine):
        for attempt in (lambda: engine.search(START, depth=1), engine.clear):
            with pytest.raises(EngineBusyError):
                attempt()
        assert engine.perft(START, 3) == 343
    law.assert_usable(engine)


def test_a_callback_cannot_search_with_the_engine_that_calls_it():
    engine = gamecore.Engine(hash_mb=1)
    with pytest.raises(EngineBusyError):
        engine.search(START, depth=3, on_iteration=lambda i: engine.search(START, depth=1))
    law.assert_usable(engine)


def test_a_game_may_search_with_another_engine():
    class Asks(Chase):
        def evaluate(self):
            chase = Chase(self.own, self.other)
            return gamecore.Engine(hash_mb=1).search(chase, depth=1, switches="evaluation").score % 99

    assert gamecore.Engine(hash_mb=1).search(Asks(0, 3), depth=2).depth == 2


# Reports

def test_every_iteration_is_reported():
    reports = []
    result = gamecore.Engine(hash_mb=1).search(START, depth=7, on_iteration=reports.append)
    assert reports == result.iterations
    assert all(report.finished for report in reports)
    assert reports[-1].score == result.score and reports[-1].pv == result.pv


@pytest.mark.parametrize("switches", ["exact", "play", "pruning,deepening,evaluation", "pruning,evaluation"])
@pytest.mark.parametrize("position", [START, gamecore.ConnectFour("44455554221"), gamecore.Checkers(),
                                      gamecore.Checkers("W:W18,K19:B1,K2"), gamecore.UniformTree(3, 9),
                                      gamecore.UniformTree(1, 60)], ids=str)
def test_iterations_are_the_same_whether_or_not_they_are_reported(position, switches):
    """Without a callback several iterations run in one stretch without the GIL."""
    limits = [{"nodes": nodes} for nodes in (1, 90, 700, 5_000, 30_000)] + [{"depth": 4}]
    for limit in limits if "deepening" in switches else limits[-1:]:
        for order in ("full", "perfect"):
            quiet, reporting = (gamecore.Engine(hash_mb=1, switches=switches, order=order).search(
                position, **limit, on_iteration=tell) for tell in (None, lambda report: None))
            assert facts(quiet) == facts(reporting)
            assert ([i.as_dict() | {"seconds": 0, "complete": i.complete} for i in quiet.iterations]
                    == [i.as_dict() | {"seconds": 0, "complete": i.complete} for i in reporting.iterations])


@pytest.mark.parametrize("position, threads", [(START, 1), (START, 2), (ENDLESS, 1)],
                         ids=["built in", "two threads", "python"])
def test_a_long_iteration_is_reported_from_inside(position, threads):
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    reports = []

    def on_iteration(report):
        reports.append(report)
        if not report.finished:
            engine.stop()

    result = engine.search(position, depth=500, on_iteration=on_iteration)
    *finished, inside = reports
    assert finished == result.iterations and not inside.finished
    assert inside.depth == result.depth + 1
    assert (inside.score, inside.pv) == (result.score, result.pv)
    assert result.nodes / 1.5 < inside.nodes <= result.nodes       # of both threads; the search ends soon after it
    assert 0 < inside.seconds <= result.seconds


class Objection(Exception):
    pass


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("inside", [False, True], ids=["after an iteration", "inside one"])
def test_an_exception_in_a_callback_reaches_the_caller(inside, threads):
    def on_iteration(report):
        if report.finished != inside and report.depth > 3:
            raise Objection(report.depth)

    engine = gamecore.Engine(hash_mb=1, threads=threads)
    with pytest.raises(Objection) as caught:
        engine.search(START, depth=500, on_iteration=on_iteration)
    assert "on_iteration" in [frame.name for frame in traceback.extract_tb(caught.tb)]
    law.assert_usable(engine)


# Ctrl-C

@pytest.fixture
def no_collection():
    """While garbage is collected, hypothesis runs Python code out of which KeyboardInterrupt cannot be raised."""
    gc.disable()
    yield
    gc.enable()


def press_after(begun, then=lambda: None):
    """A thread that presses Ctrl-C after an event, and does something more."""
    def press():
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)
        then()

    thread = threading.Thread(target=press)
    thread.start()
    return thread


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("position", [START, ENDLESS], ids=["built in", "python"])
def test_ctrl_c_ends_a_search_and_leaves_its_result(position, threads, no_collection):
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    begun = threading.Event()

    thread = press_after(begun)
    with pytest.raises(KeyboardInterrupt) as caught:
        engine.search(position, depth=500, on_iteration=lambda i: i.depth > 2 and begun.set())
    thread.join()
    result = caught.value.result
    assert result.stop == "interrupt" and result.depth > 2
    assert result.score == result.iterations[-1].score
    law.assert_usable(engine)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_in_a_search_too_short_to_notice_it_leaves_the_result(threads, no_collection):
    engine, inside = gamecore.Engine(hash_mb=1, threads=threads), [False]

    def is_busy():
        try:
            engine.clear()
        except EngineBusyError:
            return True
        return False

    engine.search(gamecore.Checkers(), depth=1)      # reads the weights

    def press():
        while not is_busy():
            time.sleep(0)
        os.kill(os.getpid(), signal.SIGINT)
        inside.append(is_busy())

    while not inside[-1]:                            # otherwise it came between two searches
        thread = threading.Thread(target=press)
        with pytest.raises(KeyboardInterrupt) as caught:
            thread.start()
            while True:
                engine.search(gamecore.Checkers(), depth=9)
        thread.join()
    assert caught.value.result.position == gamecore.Checkers()
    law.assert_usable(engine)


def test_ctrl_c_while_weights_are_loaded_leaves_a_legal_move():
    program = """
import signal
import gamecore
from gamecore.core import weight_files
read = weight_files.read
def interrupted(*args):
    weight_files.read = read
    signal.raise_signal(signal.SIGINT)
    return read(*args)
weight_files.read = interrupted
signal.signal(signal.SIGINT, signal.default_int_handler)
position = gamecore.Backgammon().roll(3, 1)
try:
    gamecore.Engine(hash_mb=1).search(position, depth=1)
except KeyboardInterrupt as interrupt:
    result = interrupt.result
    print(result.move in position.legal_moves(), result.stop, result.depth)
"""
    done = python("-c", program)
    assert (done.stdout, done.stderr) == ("True interrupt 0\n", "")


def test_ctrl_c_inside_a_python_game_leaves_the_result_too(no_collection):
    class Interrupts(Chase):
        calls = 0

        def play(self, move):
            Interrupts.calls += 1
            if Interrupts.calls == 500:
                signal.raise_signal(signal.SIGINT)
            return super().play(move)

    engine = gamecore.Engine(hash_mb=1)
    with pytest.raises(KeyboardInterrupt) as caught:
        engine.search(Interrupts(0, 3), depth=500)
    assert caught.value.result.stop == "interrupt" and caught.value.result.depth > 0
    law.assert_usable(engine)


def test_ctrl_c_while_the_helpers_end_leaves_none_of_them_behind(no_collection):
    begun, searched, pressed = threading.Event(), threading.Event(), threading.Event()
    asleep = set()

    # A game in Python would have no helpers. This one looks compiled.
    @CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(c_uint64), c_int)
    def legal_moves(game, position, moves, capacity):
        moves[0] = 7
        return 1

    @CFUNCTYPE(None, c_void_p, c_void_p, c_uint64, c_void_p)
    def play(game, position, move, child):
        if threading.get_ident() == threading.main_thread().ident:
            begun.wait()
        else:
            asleep.add(threading.get_ident())
            begun.set()
            pressed.wait()
            time.sleep(0.1)
            asleep.remove(threading.get_ident())

    @CFUNCTYPE(c_double, c_void_p, c_void_p)
    def final_score(game, position):
        return 0

    class Sleepy(gamecore.ForeignGame):
        functions = gamecore.FunctionTable(**{name: cast(function, c_void_p).value for name, function in {
            "legal_moves": legal_moves, "play": play, "final_score": final_score}.items()})

    thread = press_after(searched, pressed.set)
    engine = gamecore.Engine(hash_mb=1, threads=2)
    with pytest.raises(KeyboardInterrupt) as caught:
        engine.search(Sleepy(b""), depth=1, switches="pruning", on_iteration=lambda iteration: searched.set())
    assert not asleep
    thread.join()
    assert caught.value.result.depth == 1
    law.assert_usable(engine)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
@pytest.mark.parametrize("position", [START, gamecore.Backgammon()], ids=["moves", "outcomes"])
def test_an_alarm_while_the_helpers_end_leaves_none_of_them_behind(position):
    """The alarm of a time limit raises an exception of the caller's, not KeyboardInterrupt."""
    begun, asleep, asked, alarms = threading.Event(), set(), [], []

    def evaluate(_):
        if threading.current_thread() is threading.main_thread():
            asked.append(1)
            if len(asked) == 2:
                begun.wait(0.5)                       # of some positions there are no helpers yet
            if begun.is_set() and not alarms:
                alarms.append(signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05))
        else:
            asleep.add(threading.get_ident())
            begun.set()
            time.sleep(0.5)
            asleep.remove(threading.get_ident())
        return 0

    def ring(*_):
        alarms.append(1)
        if len(alarms) < 5:
            raise InterruptedError

    engine = gamecore.Engine(hash_mb=1, threads=2, evaluation=evaluate)
    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(InterruptedError):
            engine.search(position, depth=2, switches="pruning,evaluation")
        assert not asleep and len(alarms) > 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert engine.search(START, depth=1, switches="pruning,evaluation").depth == 1


@pytest.mark.parametrize("count", [lambda: gamecore.perft(START, 30), lambda: gamecore.uct(START, seconds=60),
                                   lambda: gamecore.uct(Kalah(), seconds=60)], ids=["perft", "uct", "uct in Python"])
def test_ctrl_c_ends_a_count_and_uct(count, no_collection):
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        count()


def test_cpu_time_is_that_of_the_search_and_not_of_what_waits():
    """A callback sleeps between two iterations: wall time goes on, the thread's CPU time does not."""
    sleeper = gamecore.Engine(hash_mb=1).search(START, depth=4, on_iteration=lambda _: time.sleep(0.01))
    assert 0 <= sleeper.cpu_seconds < sleeper.seconds


def test_a_game_in_python_has_its_cpu_time():
    result = gamecore.Engine(hash_mb=1).search(Kalah(), depth=5)
    assert 0 < result.cpu_seconds <= result.seconds


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_that_is_interrupted_has_its_cpu_time(threads):
    with pytest.raises(KeyboardInterrupt) as caught:
        gamecore.Engine(hash_mb=1, threads=threads).search(
            START, depth=40, on_iteration=lambda report: report.depth == 8 and signal.raise_signal(signal.SIGINT))
    assert caught.value.result.cpu_seconds > 0
