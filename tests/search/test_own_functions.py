"""Tests the caller's own evaluation and order: functions in Python, of a position or an array, and functions in C."""
import ctypes
import subprocess
import traceback
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from zlib import crc32

from tests import law
import pytest
import gamecore
from gamecore import arrays
from gamecore.errors import EvaluationError, SwitchError
from hypothesis import given, settings, strategies as st
from tests.games.outside.test_failing_games import Failure
from tests.refusals import quoted, refusals
from tests.small_games import Nim
from tests.strategies import session, some_checkers, some_connect_four, some_maze

GAMES = [(some_connect_four, lambda position: 4 if position.ply < 24 else 6), (some_checkers, lambda _: 3),
         (some_maze, lambda _: 5)]
STARTS = [gamecore.ConnectFour("44"), gamecore.Checkers(), gamecore.Backgammon().roll(3, 1)]


def name(position):
    return str(position.key()) if position.key else repr(position)


def noise(position):
    """A score that no game has."""
    return crc32(name(position).encode()) % 401 - 200


def jumble(position, move):
    return crc32(f"{name(position)} {move}".encode())


def seen(result):
    return result.score, result.lines, result.nodes, result.leaves


@given(st.randoms(use_true_random=True), st.sampled_from(GAMES), st.sampled_from([1, 2]))
@settings(max_examples=150)
def test_the_law_holds_with_noise_for_an_evaluation_and_an_order(random, game, threads):
    engine = gamecore.Engine(hash_mb=1, threads=threads, evaluation=noise)
    for search in session(random, *game, most=4):
        search = replace(search, order=random.choice([search.order, jumble]))
        result = search.run(engine)
        if search.is_lawful():
            law.check(search, result, noise)


LINEAR = gamecore.Engine(hash_mb=1, evaluation="linear")


def linear(position):
    return LINEAR.evaluate(position)


def linear_of_many(batch):
    return LINEAR.evaluate_many(batch)


linear_of_many.batch = True


@pytest.mark.parametrize("position", STARTS, ids=lambda position: type(position).__name__)
@pytest.mark.parametrize("function", [linear, linear_of_many])
def test_a_function_that_says_what_the_built_in_one_says_is_searched_alike(position, function):
    depth = 1 if position.outcomes else 5
    for switches in ("exact", "play", "evaluation,pruning", "evaluation"):
        for order in ("full", "none", "random"):
            settings = {"hash_mb": 1, "switches": switches, "order": order}
            own, built_in = (gamecore.Engine(evaluation=evaluation, **settings) for evaluation in (function, "linear"))
            result, expected = (engine.search(position, depth - (switches == "evaluation"))
                                for engine in (own, built_in))
            same = slice(0, 2 if position.outcomes and function is linear_of_many else None)
            assert seen(result)[same] == seen(expected)[same], (switches, order)
    assert own.evaluate(position) == own.evaluate_many([position])[0] == built_in.evaluate(position)


def test_an_order_is_not_asked_about_a_move_without_another():
    def jumble_several(position, move):
        assert len(position.legal_moves()) > 1
        return jumble(position, move)

    gamecore.Engine(hash_mb=1, order=jumble_several).search(gamecore.Checkers(), depth=4)


def test_a_function_of_an_array_gets_many_positions_at_once():
    sizes = []

    def count(batch):
        assert batch.dtype == arrays.DTYPES[gamecore.Backgammon]
        sizes.append(len(batch))
        return [0] * len(batch)

    count.batch = True
    gamecore.Engine(hash_mb=1, evaluation=count).search(gamecore.Backgammon().roll(3, 1), 1)
    assert max(sizes) > 8 and sum(sizes) > 4 * len(sizes)


C = """
#include <stdint.h>
struct four { uint64_t own, mask; };
double four(const struct four *at) { return (double)(at->own % 401) / 2; }
double checkers(const uint64_t *at) { return (double)(at[0] % 401); }
double dice(const uint64_t *at) { return (double)(at[0] % 401) / 401; }
double wrong(const void *at) { return 0.0 / 0.0; }
double large(const void *at) { return -20000; }
"""
REFERENCES = {"four": lambda batch: batch["own"] % 401 / 2, "checkers": lambda batch: batch["own"] % 401.0,
              "dice": lambda batch: batch["own"][:, 0] % 401 / 401}


def test_a_function_in_c_reads_the_records_of_an_array(compiler, tmp_path):
    (tmp_path / "own.c").write_text(C)
    subprocess.run([*compiler, "-O1", "-shared", "-fPIC", "own.c", "-o", "own.so"], cwd=tmp_path, check=True)
    library = ctypes.CDLL(str(tmp_path / "own.so"))
    address = {name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value
               for name in ("four", "checkers", "dice", "wrong", "large")}
    for (name, function), position in zip(REFERENCES.items(), STARTS):
        function.batch = True
        depth = 1 if position.outcomes else 4
        for evaluation in (address[name], SimpleNamespace(address=address[name])):
            engines = [gamecore.Engine(hash_mb=1, threads=2, evaluation=own) for own in (evaluation, function)]
            assert len({engine.search(position, depth).score for engine in engines}) == 1
            assert engines[0].evaluate(position) == engines[1].evaluate(position)
        for bad, message in (("wrong", "nan"), ("large", "-20000.0")):
            with pytest.raises(EvaluationError, match=message):
                gamecore.Engine(hash_mb=1, evaluation=address[bad]).search(position, depth)
    with pytest.raises(EvaluationError, match="in Python"):
        gamecore.Engine(hash_mb=1, evaluation=address["four"]).search(Nim(5), 3)


def test_scores_are_rounded_to_the_functions_unit():
    class Half:
        unit = 0.5

        def __call__(self, position):
            return -1.3

    engine = gamecore.Engine(hash_mb=1, evaluation=Half())
    assert engine.search(gamecore.ConnectFour(), 1).score == 3
    assert engine.evaluate(gamecore.ConnectFour()) == engine.evaluate(Nim(5)) == -3
    assert engine.evaluate(gamecore.Backgammon()) == -1.3


def test_engines_of_one_table_do_not_mix_the_units_of_a_function():
    def evaluation(position):
        return noise(position) / 100

    shared = gamecore.Engine(hash_mb=1, switches="pruning,table,evaluation", evaluation=evaluation)
    shared.search(gamecore.ConnectFour(), depth=3)
    evaluation.unit = 0.01
    again, fresh = (gamecore.Engine(evaluation=evaluation, switches="pruning,table,evaluation", **table)
                    for table in ({"table": shared}, {"hash_mb": 1}))
    assert again.search(gamecore.ConnectFour(), depth=3).score == fresh.search(gamecore.ConnectFour(), depth=3).score


def failing_at(calls, error):
    """A function that raises an exception at one of its calls, and both of its forms."""
    count = []

    def fail(position, move=None):
        count.append(position)
        if len(count) == calls:
            raise error
        return noise(position) / 100
    return fail


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["evaluation", "order"])
@pytest.mark.parametrize("position", [*STARTS, Nim(9), gamecore.UniformTree(3, 6)],
                         ids=lambda position: type(position).__name__)
def test_an_exception_reaches_the_caller_and_leaves_nothing_wrong_in_the_table(position, name, threads):
    depth = 1 if position.outcomes else 4
    clean = gamecore.Engine(hash_mb=1, **{name: failing_at(0, Failure())}).search(position, depth).score
    for calls in (1, 2, 5, 9, 14):
        engine = gamecore.Engine(hash_mb=1, threads=threads, **{name: failing_at(calls, Failure(calls))})
        with pytest.raises(Failure) as caught:
            engine.search(position, depth)
        assert "fail" in [frame.name for frame in traceback.extract_tb(caught.tb)]
        assert engine.search(position, depth).score == clean


def test_ctrl_c_inside_a_function_carries_the_result_so_far():
    engine = gamecore.Engine(hash_mb=1, evaluation=failing_at(300, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt) as caught:
        engine.search(gamecore.ConnectFour(), 9)
    result = caught.value.result
    assert result.stop == "interrupt"
    clean = gamecore.Engine(hash_mb=1, evaluation=failing_at(0, None))
    assert seen(result)[:2] == seen(clean.search(gamecore.ConnectFour(), result.depth))[:2]


def test_a_search_stops_at_once_while_a_function_is_slow():
    token = gamecore.StopToken()

    def stop(position):
        token.stop()
        return 0

    assert gamecore.Engine(hash_mb=1, evaluation=stop).search(gamecore.Checkers(), 30, token=token).nodes < 10


def test_two_functions_on_one_table_do_not_read_each_others_scores():
    first = gamecore.Engine(hash_mb=1, evaluation=noise)
    second = gamecore.Engine(table=first, evaluation=lambda position: -noise(position))
    for position in STARTS[:2]:
        for engine, evaluation in ((first, noise), (second, second.settings["evaluation"])) * 2:
            expected = gamecore.Engine(hash_mb=1, evaluation=evaluation).search(position, 5).score
            assert engine.search(position, 5).score == expected


def test_an_order_by_the_games_hints_is_the_static_order():
    for position in (gamecore.ConnectFour("4453"), gamecore.Checkers().play("11-15")):
        by_hint, static, constant, none = (
            seen(gamecore.Engine(hash_mb=1).search(position, 6, switches="exact", order=order))
            for order in (lambda position, move: position.hint(move), "static", lambda *_: True, "none"))
        assert by_hint == static and constant == none and by_hint != none


@pytest.mark.parametrize("position", [*STARTS, Nim(5), gamecore.UniformTree(3, 3)],
                         ids=lambda position: type(position).__name__)
def test_an_order_sees_the_games_own_moves(position):
    @cache
    def moves_of(here):
        assert type(here) is type(position)
        return {*here.legal_moves()}

    def legal(here, move):
        assert move in moves_of(here)
        return jumble(here, move)

    result = gamecore.Engine(hash_mb=1, order=legal).search(position, 1 if position.outcomes else 3)
    assert result.score == gamecore.Engine(hash_mb=1).search(position, 1 if position.outcomes else 3).score


def searched(position, answer, name="evaluation", engine=gamecore.Engine):
    engine(hash_mb=1, **{name: lambda *_: answer}).search(position, 1)


class Units:
    def __init__(self, unit):
        self.unit = unit

    def __call__(self, position):
        return 1


def of_an_array(answer):
    def function(batch):
        return answer
    function.batch = True
    return function


def engine_with(evaluation, position=STARTS[0], **settings):
    gamecore.Engine(hash_mb=1, evaluation=evaluation, **settings).search(position, 1)


test_bad_answers_are_refused = refusals(
    *[(EvaluationError, quoted(answer), searched, position, answer) for position in STARTS
      for answer in (20000, -20000.0, float("inf"), float("nan"), None, "3", True, 10**400)],
    *[(SwitchError, quoted(answer), searched, position, answer, "order") for position in STARTS
      for answer in (float("nan"), None, "3")],
    *[(EvaluationError, quoted(unit), engine_with, Units(unit)) for unit in (0, -1, "1", None, float("inf"))],
    *[(EvaluationError, str(address), engine_with, address) for address in (0, -1, 2**64)],
    *[(EvaluationError, "as many numbers", engine_with, of_an_array(answer), position) for position in STARTS
      for answer in (None, 3, [1, 2], ["a"])],
    (EvaluationError, "no arrays of Nim", engine_with, of_an_array([0]), Nim(5)),
    (EvaluationError, "network", lambda: engine_with(noise, match=gamecore.MatchScore(3, 5, 7))))
