"""Every method of an engine at every moment: called while a search runs, from each place that user code runs in, it is
refused, or its answer and the search's are a new object's.

The methods come from dir(): a new one needs a row in CALLS.
"""
import signal
from functools import partial

import pytest
from tests.engine.moments import (CALLING, CALLS, DESCRIPTORS, EVERY, METHODS, ROWS, Caller, Moment, answer,
                                  assert_undisturbed, from_a_report, from_a_thread_during_a_report,
                                  from_a_thread_during_user_code, from_another_thread, from_user_code, is_refusal)


def test_every_method_of_an_engine_is_called():
    assert {*METHODS} - {*CALLS} - DESCRIPTORS == {"hash_used", "evaluate"}      # the first: the search's own


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
