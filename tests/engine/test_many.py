"""Tests many positions at once: every executor gives the same results in order, and errors name the position."""
import ctypes
import os
import pickle
import signal
from collections import UserDict
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from copy import copy
from functools import partial
from multiprocessing import get_context
from threading import main_thread

import gamecore
import numpy
import pytest
from gamecore.core.parallel import parallel_map
from gamecore.core.processes import Workers
from gamecore.errors import BatchError, EvaluationError, GameError, GameOverError, LimitError, SwitchError
from gamecore.games.checkers.endgames.build import build
from gamecore.games.checkers.net import SHIPPED, CheckersNet
from games.nim import Nim
from games.tic_tac_toe import TicTacToe
from gamecore.trees import expectiminimax, from_position
from tests.refusals import refusals
from tests.search.test_counts import Corridor

FOURS = [gamecore.ConnectFour(text) for text in ("", "4", "44", "445", "4455", "112233", "1234567", "7", "4321")] * 3
DRAUGHTS = [gamecore.Checkers(), gamecore.Checkers().play("11-15"), gamecore.Checkers("W:W18,K19:B1,K2")]
DICE = [gamecore.Backgammon(), gamecore.Backgammon().roll(3, 1)]
OWN = [TicTacToe(), TicTacToe("x...o...."), Nim(3, 4)]
MIXED = [*FOURS, *DRAUGHTS, *DICE, *OWN]
OVER = gamecore.ConnectFour("1212121")
ZERO = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)(lambda position: 0)


def facts(results):
    return [(result.move, result.score, result.lines, result.depth, result.nodes, result.stop) for result in results]


def alone(positions, **limits):
    """One engine and one thread; every search as if the engine were new."""
    return [gamecore.Engine(hash_mb=16).search(position, **limits) for position in positions]


@pytest.mark.parametrize("limits", [{"depth": 1}, {"nodes": 500, "multipv": 2}])
def test_threads_find_what_one_thread_finds(limits):
    expected = facts(alone(MIXED, **limits))
    for jobs, chunk in ((1, None), (2, None), (3, 1), (2, 7), (2, 1000)):
        assert facts(gamecore.search_many(MIXED, **limits, jobs=jobs, chunk=chunk)) == expected
    with ThreadPoolExecutor(2) as executor:
        assert facts(gamecore.search_many(iter(MIXED), **limits, executor=executor)) == expected
        assert facts(gamecore.search_many(MIXED[:2], **limits, executor=executor)) == expected[:2]
    assert gamecore.search_many([], depth=3) == []


def test_processes_find_what_one_thread_finds():
    expected = facts(alone(MIXED, depth=1))
    with Workers(2) as executor:
        assert facts(gamecore.search_many(MIXED, depth=1, executor=executor, chunk=8)) == expected
        solutions = gamecore.solve_many(FOURS[4:8], executor=executor, hash_mb=2)
        assert solutions[0].score == 18 and solutions[0].best_moves == [3, 6]     # asked of this process's solver


def test_solutions_do_not_depend_on_the_worker():
    positions = [gamecore.ConnectFour(text) for text in ("4455", "44455554221", "112233", "44")]
    scores = [gamecore.solve(position).score for position in positions]
    for jobs in (1, 2):
        assert [found.score for found in gamecore.solve_many(positions, jobs=jobs, chunk=1, hash_mb=2)] == scores
    values = [gamecore.solve(position).value for position in (Nim(3), Nim(4))]
    assert [found.value for found in gamecore.solve_many([Nim(3), Nim(4)])] == values


@pytest.mark.parametrize("function, options", [(gamecore.search_many, {"depth": 2}),
                                               (gamecore.solve_many, {"hash_mb": 2})])
def test_the_first_error_stops_the_rest_and_names_its_position(function, options):
    positions = [*FOURS[4:8], OVER, FOURS[4], OVER]
    for jobs in (1, 2):
        with pytest.raises(BatchError, match=r"positions\[4\], ConnectFour\('1212121'\): GameOverError") as caught:
            function(positions, **options, jobs=jobs, chunk=3)
        assert caught.value.index == 4 and isinstance(caught.value.__cause__, GameOverError)


def test_nothing_is_begun_after_an_error():
    begun = []

    def work(item):
        begun.append(item)
        return 1 // item

    with pytest.raises(BatchError, match=r"numbers\[2\], 0: ZeroDivisionError"):
        list(parallel_map(work, [1, 1, 0, 1, 1, 1], jobs=1, chunk=1, name="numbers"))
    assert begun == [1, 1, 0]


def test_errors_can_be_kept_in_the_place_of_results():
    positions = [FOURS[0], OVER, "no position", FOURS[1]]
    for jobs in (1, 2):
        results = gamecore.search_many(positions, depth=2, jobs=jobs, chunk=2, errors="keep")
        assert facts([results[0], results[3]]) == facts(alone([FOURS[0], FOURS[1]], depth=2))
        assert [results[1].index, results[2].index] == [1, 2] and "'no position'" in str(results[2])
        assert isinstance(results[1].__cause__, GameOverError)
        assert pickle.loads(pickle.dumps(results[1])).index == 1


COUNTS = [
    (gamecore.ConnectFour("4455"), 6, {}), (OVER, 3, {}), (gamecore.Checkers(), 6, {}),
    (gamecore.Checkers("W:WK1:B6,7,14,15,22,23"), 4, {"convention": "paths"}),       # 3 paths of 2 moves
    (gamecore.Backgammon(), 2, {"convention": "weighted"}), (gamecore.Backgammon().roll(3, 1), 2, {}),
    (TicTacToe(), 5, {}), (gamecore.UniformTree(5), 5, {}), (gamecore.ChanceTree(3, 2), 4, {}),
]


@pytest.mark.parametrize("position, depth, options", COUNTS, ids=lambda value: type(value).__name__)
def test_lines_of_play_are_shared_out_and_counted_once(position, depth, options):
    for plies in (1, 2, depth):
        lines = gamecore.perft(position, plies, **options)
        assert gamecore.perft(position, plies, **options, jobs=2) == lines
        if position.key is not None:
            assert gamecore.perft(position, plies, **options, jobs=2, hash=True) == lines


class Deck(gamecore.PythonGame):
    """Cards are drawn until the deck is empty, each then laid left or right; one outcome never happens."""

    def __init__(self, deck=3, drawn=False):
        self.deck, self.drawn = deck, drawn

    def outcomes(self):                      # of a finished game, too
        return [] if self.drawn else [*((card, 1 / max(1, self.deck)) for card in range(max(1, self.deck))), ("x", 0)]

    def play_outcome(self, outcome):
        if outcome == "x":
            raise GameError("what never happens")
        return Deck(self.deck - 1, True)

    def legal_moves(self):
        return (move for move in ("left", "right") if self.drawn)

    def play(self, move):
        return Deck(self.deck)

    def is_over(self):
        return self.deck == 0 and not self.drawn

    def final_score(self):
        return 0


def test_impossible_outcomes_and_finished_positions_are_not_counted():
    assert [gamecore.perft(Deck(), depth, jobs=jobs) for jobs in (1, 2) for depth in (1, 2, 3, 4)] == [
        3 * 2, 3 * 2 * 2 * 2, 3 * 2 * 2 * 2 * 2, 0] * 2
    assert expectiminimax(from_position(Deck())).value == 0


class Cards(gamecore.PythonGame):
    """A game without an is_over of its own, whose moves are a generator."""

    def __init__(self, left=2):
        self.left = left

    def legal_moves(self):
        return (move for move in range(self.left))

    def play(self, move):
        return Cards(self.left - 1)

    def final_score(self):
        return gamecore.LOSS


def test_moves_may_be_a_generator():
    assert [Cards(left).is_over() for left in (2, 1, 0)] == [False, False, True] and Cards(0).outcome == "loss"
    assert gamecore.perft(Cards(), 2, jobs=2) == gamecore.perft(Cards(), 2) == 2


class Limited(Corridor):
    def legal_moves(self):
        if self.ply == 5:
            raise LimitError("no room for a sixth ply")
        return super().legal_moves()


class Unpickled(Exception):
    """Pickles, but does not unpickle."""

    def __init__(self, first, second):
        super().__init__(f"{first} {second}")


class Fragile(Nim):
    def legal_moves(self):
        if self.heaps[0] == 1:
            raise Unpickled("one", "coin")
        return super().legal_moves()


def test_an_exception_that_does_not_unpickle_is_one_items():
    with Workers(1) as executor:
        found = gamecore.search_many([Fragile(0, 2), Fragile(1), Fragile(0, 3)], depth=1, executor=executor,
                                     errors="keep")
    assert [type(result).__name__ for result in found] == ["SearchResult", "BatchError", "SearchResult"]
    assert "Unpickled: one coin" in str(found[1])


def test_an_executor_that_ends_leaves_the_processes_of_others():
    with Workers(1) as other:
        with pytest.raises(KeyError), Workers(1) as executor:
            assert executor.submit(os.getpid).result() != other.submit(os.getpid).result()
            raise KeyError
        assert other.submit(abs, -3).result() == 3


class Ends(Corridor):
    def legal_moves(self):
        if self.ply == 5:
            raise GameError("the end of the corridor")
        return super().legal_moves()


def test_processes_count_what_one_thread_counts():
    with Workers(2) as executor:
        assert gamecore.perft(gamecore.ConnectFour(), 7, executor=executor) == 823536
        assert gamecore.perft(TicTacToe(), 4, executor=executor, hash=True) == 3024


class Interrupts(Corridor):
    """Presses Ctrl-C once, in the middle of a count that would take for ever. Only a true signal wakes a thread that
    waits for others; interrupt_main is none."""

    def legal_moves(self):
        if self.ply == 20 and not PRESSED:
            PRESSED.append(signal.pthread_kill(main_thread().ident, signal.SIGINT))
        return super().legal_moves()


PRESSED: list[None] = []


def test_ctrl_c_ends_a_count_on_several_threads():
    with pytest.raises(KeyboardInterrupt):
        gamecore.perft(Interrupts(2), 300, jobs=2)
    assert PRESSED


def test_progress_is_reported():
    reports = []
    gamecore.search_many(FOURS[:10], depth=1, jobs=2, chunk=4, progress=lambda *done: reports.append(done))
    assert reports == [(4, 10), (8, 10), (10, 10)]


def test_an_error_of_the_caller_ends_the_searches_that_go_on():
    """Ctrl-C, say; here the progress callback raises it."""
    def interrupt(done, total):
        raise KeyboardInterrupt

    positions = [gamecore.ConnectFour("112233"), *[gamecore.Checkers()] * 3]     # the latter take for ever
    with pytest.raises(KeyboardInterrupt):
        gamecore.search_many(positions, depth=500, nodes=10**15, jobs=2, chunk=1, progress=interrupt)


test_bad_arguments_are_refused = refusals(
    *((error, message, lambda arguments: gamecore.search_many(FOURS, **arguments), arguments)
      for arguments, error, message in (
        ({}, LimitError, "needs a limit"), ({"depth": 2, "switches": "magic"}, SwitchError, "'magic'"),
        ({"depth": 2, "jobs": 0}, LimitError, "jobs must be an integer"),
        ({"depth": 2, "chunk": 0}, LimitError, "chunk must be an integer"),
        ({"depth": 2, "errors": "ignore"}, LimitError, "'stop' or 'keep', not 'ignore'"),
        ({"depth": 2, "executor": 3}, LimitError, "unlike 3"))),
    (BatchError, "cannot be sent to a worker",
     lambda: list(parallel_map(lambda item: item, [1], executor=ThreadPoolExecutor(1)))),
    *((LimitError, message, lambda limits: gamecore.search_many(FOURS, **limits, errors="keep"), limits)
      for message, limits in (("depth must be an integer 0..500, not -1", {"depth": -1}),
                              ("nodes must be an integer .*, not 0", {"nodes": 0}),
                              ("multipv must be an integer 1..1024, not 0", {"depth": 1, "multipv": 0}),
                              ("seconds must be a number above 0 and below 1e9, not -1", {"seconds": -1}))),
    *((LimitError, f"depth must be an integer 1..500, not {depth}",
       lambda depth: gamecore.perft(FOURS[0], depth, jobs=2), depth) for depth in (0, 501, 2.5)),
    (SwitchError, "'both'", lambda: gamecore.perft(FOURS[0], 3, convention="both", jobs=2)),
    (LimitError, "no room for a sixth ply", lambda: gamecore.perft(Limited(2), 9, jobs=2)),
    (LimitError, "jobs must be an integer from 1 on, not 0", lambda: gamecore.perft(FOURS[0], 3, jobs=0)),
    *((error, quoted, call, jobs) for jobs in (1, 2) for error, quoted, call in (
        (LimitError, r"depth 140 is too deep: there are more than 2\*\*128",
         lambda jobs: gamecore.perft(Corridor(2), 140, hash=True, jobs=jobs)),
        (GameError, "^the end of the corridor$", lambda jobs: gamecore.perft(Ends(2), 7, jobs=jobs)))),
    (BatchError, r"no answer for parts\[0:1\]: RuntimeError: cannot schedule",
     lambda: gamecore.perft(FOURS[0], 3, executor=shut_down())),
    *((BatchError, rf"positions\[0\], {kind}.*PositionError", lambda array: gamecore.search_many(array, depth=2), array)
      for array, kind in ((numpy.zeros((2, 3)), r"array\("), (gamecore.arrays.pack(FOURS[:2]), "np.void"))),
)


def shut_down():
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    return executor


class ShutsDown(ThreadPoolExecutor):
    """After its first task."""

    def submit(self, *task):
        future = super().submit(*task)
        self.shutdown(wait=False)
        return future


def test_an_executor_that_was_shut_down_says_so_and_loses_nothing():
    with pytest.raises(BatchError, match=r"no answer for positions\[0:2\]: RuntimeError: cannot schedule") as caught:
        gamecore.search_many(FOURS[:3], depth=2, executor=shut_down(), chunk=2)
    assert caught.value.index == 0

    results = gamecore.search_many(FOURS[:3], depth=2, executor=ShutsDown(1), chunk=2, errors="keep")
    assert facts(results[:2]) == facts(alone(FOURS[:2], depth=2)) and results[2].index == 2
    solutions = gamecore.solve_many(FOURS[4:8], executor=ShutsDown(1), chunk=3, hash_mb=2, errors="keep")
    assert [solution.score for solution in solutions[:2]] == [18, 18] and solutions[3].index == 3
    with pytest.raises(BatchError, match=r"positions\[4:8\]: no answer for .*: RuntimeError: cannot") as caught:
        gamecore.evaluate_many(FOURS[:10], executor=ShutsDown(1), chunk=4)
    assert caught.value.index == 4
    with pytest.raises(BatchError, match="RuntimeError: cannot schedule"):
        gamecore.perft(FOURS[0], 5, executor=ShutsDown(1))


def test_cancelled_tasks_are_named():
    class Cancels(ThreadPoolExecutor):
        def submit(self, *task):
            future = Future()
            future.cancel()
            return future

    with pytest.raises(BatchError, match=r"positions\[0:9\]: CancelledError: the executor was shut down"):
        gamecore.search_many(FOURS[:9], depth=2, executor=Cancels(1), chunk=100)


def test_an_address_is_not_called_in_another_process():
    """It crashed the worker, or called whatever lay there."""
    address, start = ctypes.cast(ZERO, ctypes.c_void_p).value, [gamecore.ConnectFour()]
    with ThreadPoolExecutor(1) as executor:
        assert gamecore.search_many(start, depth=2, evaluation=address, executor=executor)[0].score == 0
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        for call in (partial(gamecore.search_many, depth=2), gamecore.evaluate_many):
            with pytest.raises(BatchError, match=f"evaluation {address} is the address .* in another process"):
                call(start, evaluation=address, executor=executor)
        assert gamecore.search_many(start, depth=2, executor=executor)[0].depth == 2
        engine = pickle.dumps(gamecore.Engine(hash_mb=1, evaluation=address))
        assert pickle.loads(engine).evaluate(start[0]) == 0
        with pytest.raises(EvaluationError, match=f"evaluation {address} is the address .* in another process"):
            executor.submit(pickle.loads, engine).result()


def die(item):
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_worker_that_dies_is_reported_and_what_was_done_is_kept():
    with ProcessPoolExecutor(1, get_context("forkserver")) as executor:
        kept = list(parallel_map(die, range(6), executor=executor, chunk=2, errors="keep"))
    assert kept[:2] == [0, 1] and [error.index for error in kept[2:]] == [2, 3, 4, 5]
    assert "BrokenProcessPool" in str(kept[2])
    with ProcessPoolExecutor(1, get_context("forkserver")) as executor:
        with pytest.raises(BatchError, match=r"no answer for items\[2:4\]: BrokenProcessPool"):
            list(parallel_map(die, range(60), executor=executor, chunk=2))


def test_dask_gives_the_same_results_although_a_worker_is_killed(tmp_path):
    distributed = pytest.importorskip("distributed", reason="distributed is not installed (the extra 'distributed')")
    positions, start = FOURS * 4, gamecore.ConnectFour()
    expected = facts(alone(positions, nodes=20_000))
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        victim = min(client.run(os.getpid).values())
        killed = []

        def kill(done, total):
            if not killed:
                killed.append(os.kill(victim, signal.SIGKILL))

        results = gamecore.search_many(positions, nodes=20_000, executor=client.get_executor(), chunk=2, progress=kill)
        assert killed and facts(results) == expected
        assert gamecore.perft(start, 7, executor=client.get_executor()) == 823536
        build(3, tmp_path / "dask", executor=client.get_executor())
    build(3, tmp_path / "threads")
    assert [path.read_bytes() for path in sorted((tmp_path / "dask").iterdir())] == [
        path.read_bytes() for path in sorted((tmp_path / "threads").iterdir())]


def drawn_by_repetition():
    position = gamecore.Checkers("W:WK18,K23:BK1")
    for move in "18-14 1-5 14-18 5-1 18-14 1-5 14-18 5-1".split():
        position = position.play(move)
    assert position.outcome == "draw"
    return position


def test_a_repetition_in_a_list_is_a_draw_for_every_number_of_workers():
    positions = [gamecore.Checkers("W:WK18,K23:BK1"), drawn_by_repetition()]
    expected = [gamecore.Engine().evaluate(position) for position in positions]
    assert expected[1] == 0 < expected[0]
    for jobs, chunk in ((1, None), (2, 1)):
        assert gamecore.evaluate_many(positions, jobs=jobs, chunk=chunk).tolist() == expected


def test_evaluations_of_ones_own_game_have_the_engines_type():
    assert gamecore.evaluate_many(OWN[:2]).dtype == gamecore.Engine().evaluate_many(OWN[:2]).dtype == numpy.int32
    assert gamecore.evaluate_many([]).dtype == numpy.int32


def refuses_the_third(position):
    if position == FOURS[2]:
        raise ValueError("not this one")
    return 1


@pytest.mark.parametrize("positions", [FOURS[:5], gamecore.arrays.pack(FOURS[:5])])
def test_a_function_that_fails_is_reported_with_its_position(positions):
    with pytest.raises(BatchError, match=r"^positions\[2\], .*: ValueError: not this one$") as caught:
        gamecore.evaluate_many(positions, evaluation=refuses_the_third, jobs=1)
    assert caught.value.index == 2 and isinstance(caught.value.__cause__, ValueError)


def test_a_function_that_cannot_be_pickled_is_reported():
    with ThreadPoolExecutor(1) as executor, pytest.raises(BatchError, match="cannot be sent to a worker"):
        gamecore.evaluate_many(gamecore.arrays.pack(FOURS), evaluation=lambda position: 1, executor=executor)


def test_weights_are_sent_to_executors_and_what_does_not_pickle_is_refused():
    weights = CheckersNet.read(SHIPPED)
    with ThreadPoolExecutor(1) as executor:
        assert numpy.array_equal(gamecore.evaluate_many(DRAUGHTS, evaluation=weights, executor=executor),
                              gamecore.evaluate_many(DRAUGHTS, evaluation=weights))
        with pytest.raises(BatchError, match="cannot be sent to a worker"):
            gamecore.evaluate_many(DRAUGHTS, evaluation=lambda position: 0, executor=executor)


def one_or_two(position):
    return 1


@pytest.mark.parametrize("score", [
    lambda **how: gamecore.evaluate_many(FOURS[:1], **how)[0],
    lambda **how: -gamecore.search_many(FOURS[:1], depth=1, **how)[0].score])
def test_a_function_that_was_defined_anew_takes_the_place_of_the_old_one(monkeypatch, score):
    """As in a notebook: both are pickled by their one name."""
    with ThreadPoolExecutor(1) as executor:
        for number in (1, 2):
            def new(position, number=number):
                return number
            new.__qualname__ = "one_or_two"
            monkeypatch.setitem(globals(), "one_or_two", new)
            assert score(evaluation=new, executor=executor) == number


def test_a_table_of_no_size_is_refused_even_where_errors_are_kept():
    with pytest.raises(LimitError, match="hash_mb must be an integer from 1 on, not 0"):
        gamecore.search_many(FOURS, depth=1, hash_mb=0, errors="keep")


@pytest.mark.parametrize("mapping", [dict, UserDict])
def test_settings_make_an_engine_like_this_one_whatever_held_them(mapping):
    names, weights = ["pruning", "evaluation"], mapping({"centre": 50})
    engine = gamecore.Engine(hash_mb=1, switches=iter(names), evaluation=weights)
    weights["centre"] = -50
    for other in gamecore.Engine(**engine.settings), copy(engine), pickle.loads(pickle.dumps(engine)):
        assert other.switches == engine.switches == "evaluation,pruning"
        assert other.evaluate(FOURS[2]) == engine.evaluate(FOURS[2])
    assert facts(gamecore.search_many(FOURS, depth=2, switches=iter(names))) == facts(alone(
        FOURS, depth=2, switches=names))
