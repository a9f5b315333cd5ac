"""Tests every method of positions, background searches and connect-four solvers at every moment, as
test_every_moment.py does for engines: the call is refused or its answer is right, and the running search is not
disturbed."""
import os
import random
import re
import signal
import threading
from functools import partial

import gamecore
import pytest
from gamecore.errors import EngineBusyError
from gamecore.games.connect_four.solver import Solver
from gamecore.handle import Search
from games.pig import Pig
from tests.engine.moments import BLACK, EFFORT, FOUR, KINGS, REFUSALS, ROLLED, facts
from tests.processes import holds_in_a_fork, python
from tests.small_games import Chase, Swaps

# Positions

POSITIONS = {
    "connect four": FOUR, "checkers": KINGS, "checkers with a history": gamecore.Checkers().play("11-15").play("22-18"),
    "backgammon": gamecore.Backgammon(), "backgammon, rolled": ROLLED, "backgammon, black": BLACK.roll(6, 4),
    "a uniform tree": gamecore.UniformTree(3, 4), "a tree of chance": gamecore.ChanceTree(2, 2, 2),
    "a game in Python": Chase(0, 3), "quiet and not": Swaps(), "a game of chance": Pig(4),
}
CLASS_METHODS = {"from_array", "from_text", "from_counts"}                    # need no position
OF_A_MOVE = {"play", "hint", "is_reversible", "same_player", "paths"}
ARGUMENTS = {
    "notate": lambda position: ([],), "roll": lambda position: (6, 5), "way": lambda position: (0,),
    "read_move": lambda position: (str(position.legal_moves()[0]),),
    "play_outcome": lambda position: (a_chance(position),), "passes_turn": lambda position: (a_chance(position),),
}
ADDRESS = re.compile(" at 0x[0-9a-f]+")


def a_chance(position):
    outcomes = position.outcomes() if position.outcomes else []
    return outcomes[0][0] if outcomes else (1, 1) if hasattr(position, "roll") else 0


def texts_of(position):
    """What every public name of a position says, or the error that it raises."""
    answers = {"text": str(position), "name": repr(position), "hash": hash(position)}
    for name in sorted({*dir(position)} - CLASS_METHODS):
        if name.startswith("_") or getattr(position, name) is None:
            continue
        value = getattr(position, name)
        if callable(value):
            try:
                arguments = (position.legal_moves()[0],) if name in OF_A_MOVE else ARGUMENTS.get(name, lambda _: ())(
                    position)
                value = value(*arguments)
            except (*REFUSALS, IndexError) as error:
                value = type(error)
        answers[name] = value.tolist() if hasattr(value, "tolist") else ADDRESS.sub("", repr(value))
    return answers


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_says_the_same_while_it_is_searched(name):
    position, wrong = POSITIONS[name], []
    before = texts_of(position)

    def ask():
        if texts_of(position) != before:
            wrong.append(name)

    def report(iteration):
        ask()
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        wrong.extend(["a fork"] if not holds_in_a_fork(lambda: texts_of(position) == before) else [])

    depth = 1 if position.outcomes else 4
    engine = gamecore.Engine(hash_mb=1)
    result = engine.search(position, depth=depth, on_iteration=report)
    assert facts(result) == facts(gamecore.Engine(hash_mb=1).search(position, depth=depth))
    with pytest.raises(KeyboardInterrupt):
        engine.search(position, depth=depth, on_iteration=lambda iteration: signal.raise_signal(signal.SIGINT))
    ask()
    assert wrong == []


# Background searches

MACHINERY = {"check_thread", "has", "report", "tell", "until", "work"}
HANDLE = {
    "done": lambda search: search.done() is False,
    "stop": lambda search: search.stop() is None,
    "result": lambda search: search.result(timeout=0.001),
    "add_done_callback": lambda search: search.add_done_callback(lambda search: search.called.append(search)) is None,
    "wait": lambda search: search.wait().close() is None,
}


def test_every_method_of_a_search_is_called():
    assert {name for name in dir(Search) if not name.startswith("_")} - MACHINERY == {*HANDLE}


@pytest.mark.parametrize("place", ["a report", "a thread", "a child"])
@pytest.mark.parametrize("method", HANDLE)
def test_a_call_of_a_background_search_disturbs_nothing(method, place):
    engine, begun, made = gamecore.Engine(hash_mb=1), threading.Event(), []

    def call():
        try:
            return HANDLE[method](search)
        except REFUSALS:
            return True

    def report(iteration):
        begun.wait()
        if place == "a report":
            made.append(call())
        elif place == "a child":
            made.append(holds_in_a_fork(call))
        else:
            thread = threading.Thread(target=lambda: made.append(call()))
            thread.start()
            thread.join()

    search = engine.start(FOUR, depth=8, on_iteration=report)
    search.called = []
    begun.set()
    result = search.result()
    expected = gamecore.Engine(hash_mb=1).search(FOUR, depth=result.depth)
    stopped = method == "stop" and place != "a child"
    assert made and all(made) and facts(result, EFFORT) == facts(expected, EFFORT)
    assert (result.stop == "stop") is stopped
    search._join()
    assert search.called == [search] * len(made) * (method == "add_done_callback" and place != "a child")
    assert engine.search(FOUR, depth=8).score == gamecore.Engine(hash_mb=1).search(FOUR, depth=8).score


def test_a_child_does_not_wait_for_what_a_thread_of_its_parent_held():
    search, held, forked = gamecore.Engine(hash_mb=1).start(FOUR, seconds=60), threading.Event(), threading.Event()

    def hold():
        with search._changed:
            held.set()
            forked.wait()

    with search:
        threading.Thread(target=hold).start()
        held.wait()
        try:
            assert holds_in_a_fork(lambda: search.add_done_callback(print) is None)
        finally:
            forked.set()


WAITS_FOR_ITSELF = """
import gamecore, threading
begun = threading.Event()

def report(iteration):
    begun.wait()
    {call}

search = gamecore.Engine(hash_mb=1).start(gamecore.ConnectFour(), depth=6, on_iteration=report)
begun.set()
try:
    search.result()
except Exception as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("call", ["search.result()", "list(search)", "search.__exit__()"])
def test_a_search_does_not_wait_for_itself(call):
    ended = python("-c", WAITS_FOR_ITSELF.format(call=call), timeout=20)
    assert ended.returncode == 0 and ended.stderr == ""


# The connect-four solver

LONGS, SHORT = {1: "44", 2: "4"}, "2264575446"      # a second or two without the book, by threads; and nothing
SOLVED = {"44": 1, "4": -1, SHORT: 11}
SOLVER = {
    "solve": lambda solver: solver.solve(SHORT).score,
    "scores": lambda solver: solver.scores(SHORT),
    "pv": lambda solver: solver.pv(SHORT),
    "clear": lambda solver: solver.clear(),
    "book": lambda solver: solver.book, "columns": lambda solver: solver.columns, "rows": lambda solver: solver.rows,
    "hash_mb": lambda solver: solver.hash_mb, "threads": lambda solver: solver.threads,
    "bounds": lambda solver: solver.bounds[0] <= solver.bounds[1], "nodes": lambda solver: solver.nodes >= 0,
    # of its solutions, which ask it
    "Solution.scores": lambda solver: solver.early.scores, "Solution.pv": lambda solver: solver.early.pv,
    "Solution.best_moves": lambda solver: solver.early.best_moves,
}


class SolverWithSolution(Solver):
    """Keeps a solution, of which it has been asked for nothing but the score."""

    def __init__(self, *arguments, **settings):
        self.early = self.solve(SHORT)


def solver_of(threads):
    return SolverWithSolution(hash_mb=8, threads=threads, book=False)


def test_every_method_of_a_solver_is_called():
    assert {name for name in dir(Solver) if not name.startswith("_")} == {
        name for name in SOLVER if "." not in name} | {"stop"}


def wrong_calls(solver, expected):
    """The calls that are neither refused nor right."""
    wrong = []
    for name, call in SOLVER.items():
        try:
            found = call(solver)
        except REFUSALS:
            continue
        if found != expected[name]:
            wrong.append(name)
    return wrong


@pytest.fixture(scope="module")
def expected(threads):
    return {name: call(solver_of(threads)) for name, call in SOLVER.items()}


two_sizes = pytest.mark.parametrize("threads", [1, 2], scope="module")


@two_sizes
@pytest.mark.parametrize("place", ["a report", "a thread", "a child"])
def test_a_call_of_a_solver_at_work_is_refused_or_disturbs_nothing(expected, place, threads):
    solver, wrong = solver_of(threads), []

    def report(reporting):
        assert reporting is solver
        call = partial(wrong_calls, solver, expected)
        if place == "a report":
            wrong.append(call())
        elif place == "a child":
            wrong.append([] if holds_in_a_fork(lambda: call() == []) else ["in a child"])
        else:
            thread = threading.Thread(target=lambda: wrong.append(call()))
            thread.start()
            thread.join()

    solution = solver.solve(LONGS[threads], on_progress=report)
    assert wrong and not any(wrong)
    assert (solution.score, solution.stop) == (SOLVED[LONGS[threads]], "complete")
    assert wrong_calls(solver, expected) == []


@two_sizes
def test_a_solver_waits_for_its_threads_in_a_forked_process(threads):
    """Otherwise some thread of a call would go on in a later one."""
    rng, solver, positions = random.Random(3), Solver(hash_mb=8, threads=threads, book=False), []
    while len(positions) < 400:
        position = gamecore.ConnectFour()
        while position.ply < 22 and not position.is_over():
            position = position.play(rng.choice(position.legal_moves()))
        positions.extend([] if position.is_over() else [position])
    scores = [solver.solve(position).score for position in positions]
    solver.clear()
    assert holds_in_a_fork(lambda: [solver.solve(position).score for position in positions] == scores)


@two_sizes
def test_a_solver_that_was_ended_answers_as_a_new_one(expected, threads):
    """By Ctrl-C, by stop(), and by an exception in a child that is forked meanwhile."""
    solver = solver_of(threads)
    with pytest.raises(KeyboardInterrupt):
        solver.solve(LONGS[threads], on_progress=lambda solver: signal.raise_signal(signal.SIGINT))
    assert wrong_calls(solver, expected) == []
    solution = solver.solve(LONGS[threads], on_progress=lambda solver: solver.stop())
    assert solution.stop == "stop" and solution.lower <= SOLVED[LONGS[threads]] <= solution.upper
    assert wrong_calls(solver, expected) == []
    parent = os.getpid()

    def in_a_child(solver):
        def lives():
            with pytest.raises(EngineBusyError):
                solver.solve(SHORT)
            return True
        if os.getpid() == parent:
            assert holds_in_a_fork(lives)

    solver.clear()
    assert solver.solve(LONGS[threads], on_progress=in_a_child).score == SOLVED[LONGS[threads]]
