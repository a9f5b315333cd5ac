"""Tests every method of an engine at every moment. A method that is called while a search runs, from each place in
which user code runs, is refused; or its answer and the search's are the same as those of a new object.

The methods come from dir(): a new one needs a row in CALLS.
"""
import signal
import threading
from functools import partial

import gamecore
import pytest
from tests.engine.moments import (BLACK, CALLING, CALLS, DESCRIPTORS, EVERY, FOUR, KINGS, METHODS, ROWS, Caller,
                                  Moment, answer, assert_undisturbed, from_a_report, from_a_thread_during_a_report,
                                  from_a_thread_during_user_code, from_another_thread, from_user_code, is_refusal)


def test_every_method_of_an_engine_is_called():
    assert {*METHODS} - {*CALLS} - DESCRIPTORS == {"hash_used"}              # the search's own


MOMENTS = [*((name, moment) for name in EVERY
             for moment in (from_a_report, from_a_thread_during_a_report, from_another_thread)),
           *((name, moment) for name in CALLING for moment in (from_user_code, from_a_thread_during_user_code))]


@pytest.mark.parametrize("name, moment", MOMENTS)
@pytest.mark.parametrize("method", ROWS)
def test_a_call_during_a_search_is_refused_or_disturbs_nothing(name, moment, method):
    scene = EVERY[name]
    for label, call in ROWS[method].items():
        engine = scene.engine()
        caller = Caller(scene, call, engine)
        result = moment(scene, engine, caller)
        assert caller.made and not caller.wrong, label
        assert_undisturbed(scene, result)
        assert scene.run(engine).score == scene.searched(scene.depth).score, label       # the table is full


COUNTS = {
    "perft": lambda engine, scene: engine.perft(scene.position, scene.count),
    "minimal_leaves": lambda engine, scene: engine.minimal_leaves(scene.position, scene.count),
    "evaluate": lambda engine, scene: engine.evaluate(scene.position),
    "evaluate_many": lambda engine, scene: engine.evaluate_many([scene.position] * 5),
}


@pytest.mark.parametrize("name", CALLING)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("method", ROWS)
def test_a_call_during_a_count_is_refused_or_disturbs_nothing(name, count, method):
    scene = CALLING[name]
    running = partial(answer, lambda engine: COUNTS[count](engine, scene))
    expected = running(scene.engine())
    for label, call in ROWS[method].items():
        engine = scene.engine()
        caller = Caller(scene, call, engine)
        found = Moment.with_call(caller, partial(running, engine))
        assert not caller.wrong and (found == expected or method == "stop" and is_refusal(found)), label


BATCHES = {"backgammon at a score": BLACK, "backgammon": BLACK, "connect four": FOUR, "checkers, linear": KINGS}


@pytest.mark.parametrize("name", BATCHES)
@pytest.mark.parametrize("method", ["evaluate", "evaluate_many", "probabilities", "decide", "perft"])
def test_a_call_beside_a_batch_in_another_thread_is_refused_or_disturbs_nothing(name, method):
    scene, engine = EVERY[name], EVERY[name].engine()
    batch = gamecore.arrays.pack([BATCHES[name]] * 20_000)
    expected, found = {*scene.engine().evaluate_many(batch[:1]).tolist()}, set()

    def evaluate():
        for _ in range(5):
            found.update(engine.evaluate_many(batch).tolist())

    callers = [Caller(scene, call, engine) for call in ROWS[method].values()]
    thread = threading.Thread(target=evaluate)
    thread.start()
    while thread.is_alive():
        for caller in callers:
            caller()
    assert found == expected and [caller.wrong for caller in callers if caller.wrong] == []


@pytest.mark.parametrize("name", EVERY)
def test_after_ctrl_c_every_method_answers_as_that_of_a_new_engine(name):
    scene = EVERY[name]
    wrong = []
    for calls in ROWS.values():
        for label, call in calls.items():
            engine = scene.engine()
            with pytest.raises(KeyboardInterrupt) as caught:
                scene.run(engine, on_iteration=lambda iteration: signal.raise_signal(signal.SIGINT))
            assert_undisturbed(scene, caught.value.result)
            caller = Caller(scene, call, engine)
            if not caller() or is_refusal(answer(call, engine)) != is_refusal(caller.expected):
                wrong.append(label)
            assert scene.run(engine).score == scene.searched(scene.depth).score, label
    assert wrong == []
