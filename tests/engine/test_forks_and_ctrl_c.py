"""Tests an engine after a fork inside a report, and after Ctrl-C at any step of `start`."""
import _thread
import faulthandler
import os
import signal
import sys
import threading
import time

import gamecore
import pytest
from gamecore.errors import EngineBusyError
from tests.engine.moments import EVERY, ROWS, answer, assert_undisturbed

# Forks

def child_of_report(scene, calls, ended):
    """Whether a child that is forked inside a report answers all calls as a new object does, and then lives through
    the end of the search around it."""
    engine, codes = scene.engine(), []
    expected = [scene.answer(call) for call in calls]

    def report(iteration):
        if codes or iteration.depth == 0:
            return
        child = os.fork()
        if child:
            codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            return
        codes.append(None)
        faulthandler.disable()
        signal.alarm(5)                              # a child that waits for ever is none
        if [answer(call, engine) for call in calls] != expected:
            os._exit(1)
        if ended == "by an exception":
            raise InterruptedError

    try:
        result = scene.run(engine, on_iteration=report)
    except BaseException:
        result = None
    if codes == [None]:                              # the child
        code = 2
        try:
            if scene.run(engine).score == scene.searched(scene.depth).score:
                code = 0
        finally:
            os._exit(code)
    assert_undisturbed(scene, result)
    return codes == [0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize("ended", ["by an exception", "as it would"])
@pytest.mark.parametrize("name", EVERY)
def test_a_child_forked_inside_a_report_may_call_everything(name, ended):
    calls = [(label, call) for row in ROWS.values() for label, call in row.items()]
    firsts = range(list(EVERY).index(name) % 8, len(calls), 8)       # of each child; in another scene others are first
    assert [calls[first][0] for first in firsts
            if not child_of_report(EVERY[name], [call for _, call in calls[first:] + calls[:first]], ended)] == []


# Ctrl-C

class Interruption:
    """Raises KeyboardInterrupt at the n-th step of gamecore's Python code, as Ctrl-C may."""

    def __init__(self, step):
        self.step, self.done = step, False

    def __call__(self, frame, event, argument):
        if frame.f_globals["__name__"].startswith("gamecore."):
            self.step -= 1
            if self.step < 0 and not self.done:
                self.done = True
                sys.settrace(None)
                raise KeyboardInterrupt
        return self


def test_ctrl_c_anywhere_inside_start_leaves_a_free_engine_or_a_search_that_can_be_stopped():
    engine, before, start = gamecore.Engine(hash_mb=1), sys.gettrace(), gamecore.Checkers()
    opening, gate, searching = gamecore.ConnectFour("4"), threading.Event(), threading.Event()
    expected = gamecore.Engine(hash_mb=1).search(opening, depth=8).score

    def report(iteration):
        searching.set()
        gate.wait(1)

    for step in range(10_000):
        threads, interruption, search = _thread._count(), Interruption(step), None
        gate.clear()
        searching.clear()
        sys.settrace(interruption)
        try:
            search = engine.start(start, depth=500, on_iteration=report)
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)
        if _thread._count() > threads and searching.wait(1):         # unless `start` has ended it
            with pytest.raises(EngineBusyError):
                engine.search(opening, depth=1)
        gate.set()
        engine.stop()
        if search is not None:
            search._join()
        while _thread._count() > threads:
            time.sleep(.001)
        assert engine.search(opening, depth=8).score == expected, step
        if not interruption.done:
            assert search.result().stop == "stop"
            return


def test_ctrl_c_while_an_engine_is_made_is_no_system_error():
    """Where an abstract class is asked for an instance, Python's own code runs."""
    before, left, raised = sys.gettrace(), 0, []

    def press(frame, event, argument):
        nonlocal left
        if frame.f_code.co_name == "__instancecheck__":
            left -= 1
            if left == 0:
                sys.settrace(before)
                raise KeyboardInterrupt

    while left <= 0:                                 # until there are fewer such questions
        left = len(raised) + 1
        sys.settrace(press)
        try:
            gamecore.Engine(hash_mb=1)
        except BaseException as error:
            raised.append(type(error))
        finally:
            sys.settrace(before)
    assert raised and {*raised} == {KeyboardInterrupt}
