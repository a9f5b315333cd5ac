"""Tests Ctrl-C, a stop and a lack of threads at every start and every join of four threads.

Afterwards no thread is left, and the solver or the engine answers as a new one does.
"""
import _thread
import time
from contextlib import contextmanager

import gamecore
import pytest
from gamecore.core import job
from gamecore.games.connect_four.solver import Solver

THREADS = 4


class Steps:
    """The first thread's steps around its helpers: it makes and acquires a lock, starts a thread, and joins it by
    acquiring the lock again. The step with the number `at`, from 0, is disturbed."""

    def __init__(self, at, disturb):
        self.left, self.disturb, self.reached = at, disturb, False
        self.thread = _thread.get_ident()

    def step(self):
        if _thread.get_ident() == self.thread:
            self.left -= 1
            if self.left == -1:
                self.reached = True
                self.disturb()

    def lock(self):
        return Lock(self)

    def start(self, function, arguments):
        self.step()
        return _thread.start_new_thread(function, arguments)


class Lock:
    def __init__(self, steps):
        self.steps, self.lock = steps, _thread.allocate_lock()

    def acquire(self):
        self.steps.step()
        return self.lock.acquire()

    def release(self):
        self.lock.release()


@contextmanager
def disturbed(at, disturb):
    steps = Steps(at, disturb)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(job, "allocate_lock", steps.lock)
        patch.setattr(job, "start_new_thread", steps.start)
        yield steps


def press():
    raise KeyboardInterrupt


def no_thread():
    raise RuntimeError("can't start new thread")


def wait_for_threads(count):
    """Waits until no more threads run than these, and fails if one does not end."""
    for _ in range(3000):
        if _thread._count() <= count:
            return
        time.sleep(0.01)
    raise AssertionError(f"{_thread._count() - count} threads are left")


def outcomes_at_every_step(make, work, answer, disturb):
    """How each call ended, the last one, which was not disturbed, included."""
    expected, count = answer(make()), _thread._count()
    ends = []
    for at in range(100):
        tried = make()
        with disturbed(at, lambda: disturb(tried)) as steps:     # noqa: B023
            try:
                work(tried)
                ends.append("returned")
            except (KeyboardInterrupt, RuntimeError) as error:
                ends.append(type(error).__name__)
        wait_for_threads(count)
        assert answer(tried) == expected, at
        if not steps.reached:
            return ends
    raise AssertionError("there is no end of steps")


DISTURBANCES = {"ctrl-c": lambda tried: press(), "a stop": lambda tried: tried.stop(),
                "a lack of threads": lambda tried: no_thread()}
HOW_IT_ENDS = {"ctrl-c": "KeyboardInterrupt", "a stop": "returned", "a lack of threads": "RuntimeError"}
HARD = gamecore.ConnectFour("44555")                             # a hundred thousand nodes


def solver():
    return Solver(hash_mb=4, threads=THREADS, book=False)


def scores_of(solver):
    return solver.solve(HARD).score, solver.scores("1234567123456"), solver.pv("1234567123456")


@pytest.mark.parametrize("kind", DISTURBANCES)
def test_a_solver_disturbed_at_any_start_or_join_solves_on(kind):
    *ends, last = outcomes_at_every_step(solver, lambda solver: solver.solve(HARD), scores_of, DISTURBANCES[kind])
    assert last == "returned" and {*ends} == {HOW_IT_ENDS[kind]} and len(ends) >= 3 * (THREADS - 1)


SEARCHES = {"connect four": (gamecore.ConnectFour(), 11), "checkers": (gamecore.Checkers(), 11),
            "backgammon": (gamecore.Backgammon().roll(3, 1), 2), "a tree of chance": (gamecore.ChanceTree(4, 3, 4), 4)}


def engine():
    return gamecore.Engine(hash_mb=1, threads=THREADS, evaluation="linear")


@pytest.mark.parametrize("kind", DISTURBANCES)
@pytest.mark.parametrize("name", SEARCHES)
def test_an_engine_disturbed_at_any_start_or_join_searches_on(name, kind):
    position, depth = SEARCHES[name]

    def answer(engine):
        result = engine.search(position, depth=depth)
        return result.score, result.depth, result.outcome, result.stop, engine.evaluate(position)

    *ends, last = outcomes_at_every_step(engine, lambda engine: engine.search(position, depth=depth), answer,
                                         DISTURBANCES[kind])
    assert last == "returned" and {*ends} == {HOW_IT_ENDS[kind]} and len(ends) >= 3 * (THREADS - 1)
