"""Tests calls on an engine while it searches, and the effect of a fork, Ctrl-C or a small stack on a running search."""
import asyncio
import os
import signal
import threading

import gamecore
import pytest
from gamecore import handle
from gamecore.errors import ArgumentError, EngineBusyError, LimitError, MoveError, StoppedError
from tests.processes import python

FOUR = gamecore.ConnectFour("2264575446722627")          # lost in 22 plies
READS = {
    "evaluate": lambda engine: engine.evaluate(FOUR),
    "evaluate_many": lambda engine: engine.evaluate_many([FOUR, gamecore.ConnectFour("44")]).tolist(),
    "perft": lambda engine: engine.perft(gamecore.Checkers(), 4),
    "probabilities": lambda engine: engine.probabilities(gamecore.Backgammon()),
    "evaluate backgammon": lambda engine: engine.evaluate(gamecore.Backgammon()),
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
@pytest.mark.parametrize("position, depth", [(FOUR, 8), (gamecore.Checkers("W:WK18,K19:BK1,K3,2"), 7)],
                         ids=["connect-four", "checkers"])
def test_what_reads_answers_during_a_search_and_changes_nothing(read, position, depth):
    engine, answers = gamecore.Engine(hash_mb=1), []
    expected = gamecore.Engine(hash_mb=1).search(position, depth)
    result = engine.search(position, depth, on_iteration=lambda _: answers.append(read(engine)))
    assert (result.score, result.outcome, result.nodes, result.pv) == (
        expected.score, expected.outcome, expected.nodes, expected.pv)
    assert answers and all(answer == read(gamecore.Engine(hash_mb=1)) for answer in answers)


def test_what_changes_the_engine_is_refused_during_a_search():
    engine, refused = gamecore.Engine(hash_mb=1), []

    def report(_):
        for attempt in (engine.clear, lambda: engine.search(FOUR, depth=1), lambda: engine.start(FOUR, depth=1),
                        lambda: engine.prepare(FOUR), lambda: engine.minimal_leaves(FOUR, 1)):
            with pytest.raises(EngineBusyError):
                attempt()
            refused.append(attempt)

    assert engine.search(FOUR, depth=2, on_iteration=report).depth == 2
    assert len(refused) == 10


def test_the_table_s_share_during_a_search_is_that_of_this_search():
    engine, shares = gamecore.Engine(hash_mb=1), []
    used = engine.search(gamecore.Checkers(), depth=9, on_iteration=lambda _: shares.append(engine.hash_used)).hash_used
    assert 0 <= shares[0] < shares[-1] and shares[-1] == used
    with pytest.raises(ZeroDivisionError):
        engine.search(FOUR, depth=3, on_iteration=lambda report: 1 // (2 - report.depth))
    assert engine.hash_used < used / 2


def test_a_stop_ends_both_halves_of_minimal_leaves():
    engine = gamecore.Engine(hash_mb=1)
    timer = threading.Timer(0.05, engine.stop)
    timer.start()
    with pytest.raises(StoppedError):
        engine.minimal_leaves(gamecore.Checkers(), 30)
    timer.join()
    assert engine.minimal_leaves(gamecore.ConnectFour(), 4) == 97


@pytest.mark.parametrize("call", [lambda engine: engine.search(FOUR, depth=1, token=5),
                                  lambda engine: engine.perft(FOUR, 1, token=5),
                                  lambda engine: engine.minimal_leaves(FOUR, 1, token=5)],
                         ids=["search", "perft", "minimal_leaves"])
def test_what_is_no_token_is_refused(call):
    with pytest.raises(ArgumentError, match="must be a StopToken, or None, not 5"):
        call(gamecore.Engine(hash_mb=1))


# A match score and own functions

def test_the_sides_of_a_match_count_in_a_list():
    engine = gamecore.Engine(hash_mb=1, match=gamecore.MatchScore(1, 3, 5))
    positions = [gamecore.Backgammon().roll(3, 1).play("8/5 6/5"), gamecore.Backgammon()]
    assert engine.evaluate_many(positions).tolist() == [engine.evaluate(position) for position in positions]
    assert engine.evaluate(positions[0]) != gamecore.Engine(hash_mb=1).evaluate(positions[0])


def test_an_own_function_gets_the_same_position_everywhere():
    seen = []

    def white_on_roll(position):
        seen.append(position.turn)
        return 0.25

    engine = gamecore.Engine(hash_mb=1, evaluation=white_on_roll)
    black = gamecore.Backgammon().roll(3, 1).play("8/5 6/5")
    assert black.turn == "black"
    engine.evaluate(black), engine.evaluate_many([black]), engine.search(black, depth=0)
    assert len(seen) > 2 and set(seen) == {"white"}


def test_a_repetition_counts_in_a_list():
    position = gamecore.Checkers("W:WK18:BK1")
    for move in "18-14 1-5 14-18 5-1 18-14 1-5 14-18 5-1".split():
        position = position.play(move)
    engine = gamecore.Engine(hash_mb=1)
    assert position.outcome == "draw"
    assert engine.evaluate_many([position, gamecore.Checkers()]).tolist() == [0, engine.evaluate(gamecore.Checkers())]


@pytest.mark.parametrize("evaluation, dtype", [(None, "int32"), (lambda position: 7, "int32")])
def test_scores_of_a_list_have_the_documented_type(evaluation, dtype):
    from games.tic_tac_toe import TicTacToe
    engine = gamecore.Engine(hash_mb=1, evaluation=evaluation)
    assert engine.evaluate_many([TicTacToe(), TicTacToe()]).dtype == dtype
    assert engine.evaluate_many([]).dtype == dtype


# Root moves

class Named:
    """A move that only itself is equal to."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


class Choice(gamecore.PythonGame):
    """One choice; each list has new moves."""

    moves = staticmethod(lambda: [Named("m1"), Named("m2"), Named("m3")])

    def __init__(self, chosen=None):
        self.chosen = chosen

    def legal_moves(self):
        return [] if self.chosen else self.moves()

    def play(self, move):
        return Choice(str(move))

    def final_score(self):
        return -int(self.chosen[-1])


class SameText(Choice):
    moves = staticmethod(lambda: [1, "1"])

    def play(self, move):
        return SameText("first1" if move == 1 else "other2")


def test_moves_that_only_themselves_are_equal_to_are_found_by_text():
    result = gamecore.Engine(hash_mb=1).search(Choice(), depth=2, root_moves=["m1"])
    assert (str(result.move), result.score) == ("m1", 1)


@pytest.mark.parametrize("move, score", [(1, 1), ("1", 2)])
def test_an_equal_move_comes_before_one_of_the_same_text(move, score):
    assert gamecore.Engine(hash_mb=1).search(SameText(), depth=2, root_moves=[move]).score == score


def test_a_play_may_be_written_in_any_order():
    position = gamecore.Backgammon().roll(3, 1)
    result = gamecore.Engine(hash_mb=1).search(position, depth=0, root_moves=["6/5 8/5"])
    assert str(result.move) == "8/5 6/5"


@pytest.mark.parametrize("position, limits, move", [
    (gamecore.Backgammon(), {"depth": 0}, "8/5 6/5"), (gamecore.Backgammon().roll(3, 1), {"depth": 0}, "24/23*"),
    (gamecore.ConnectFour(), {"depth": 1}, 9)], ids=["to roll", "to play", "connect-four"])
@pytest.mark.parametrize("call", ["search", "start"])
def test_a_move_that_is_not_legal_is_refused_at_once(position, limits, move, call):
    with pytest.raises(MoveError, match=str(move).replace("*", r"\*")):
        getattr(gamecore.Engine(hash_mb=1), call)(position, **limits, root_moves=[move])


# Stacks, forks, signals

class NeverQuiet(gamecore.PythonGame):
    def __init__(self, ply=0):
        self.ply = ply

    def legal_moves(self):
        return [0]

    def play(self, move):
        return NeverQuiet(self.ply + 1)

    def evaluate(self):
        return self.ply * (-1) ** self.ply

    def is_quiet(self):
        return self.ply >= 400


def test_quiescence_that_a_small_stack_would_cut_ends_the_search():
    assert gamecore.Engine(hash_mb=1).search(NeverQuiet(), depth=4).score == 400
    answers = []

    def search():
        for limits in ({"depth": 4}, {"nodes": 1000}):
            try:
                answers.append(gamecore.Engine(hash_mb=1).search(NeverQuiet(), **limits).depth)
            except LimitError as error:
                answers.append(str(error))

    size = threading.stack_size(1 << 18)
    try:
        thread = threading.Thread(target=search)
        thread.start()
    finally:
        threading.stack_size(size)
    thread.join()
    assert "the quiescence of depth 4 does not fit" in answers[0] and answers[1] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes do not fork here")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_process_forked_in_a_report_searches_and_ends(threads):
    run = python("-c", f"""
import gamecore, os, sys
engine = gamecore.Engine(hash_mb=1, threads={threads})
def report(iteration):
    if iteration.depth == 14:
        if pid := os.fork():
            print(os.waitpid(pid, 0)[1], flush=True)
            engine.stop()
        else:
            print(engine.search(gamecore.ConnectFour(), depth=3).nodes, flush=True)
            sys.exit(3)
engine.search(gamecore.Checkers(), depth=60, on_iteration=report)
""", timeout=60)
    alone = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour(), depth=3).nodes
    assert (run.stdout.split(), run.stderr) == ([str(alone), str(3 << 8)], "")


def test_ctrl_c_in_a_start_leaves_the_engine_to_its_thread(monkeypatch):
    class Late(set):
        def add(self, search):
            signal.raise_signal(signal.SIGINT)       # when the thread has begun

    monkeypatch.setattr(handle, "RUNNING", Late())
    engine = gamecore.Engine(hash_mb=1)
    for _ in range(20):
        with pytest.raises(KeyboardInterrupt):
            engine.start(gamecore.Checkers(), seconds=5)
        expected = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour("4"), depth=8)
        engine.clear()
        result = engine.search(gamecore.ConnectFour("4"), depth=8)
        assert (result.score, result.nodes) == (expected.score, expected.nodes)


# asyncio

def test_the_end_of_async_with_does_not_block_the_loop_that_a_report_waits_for():
    async def main():
        loop, reports = asyncio.get_running_loop(), asyncio.Queue()

        def report(iteration):
            asyncio.run_coroutine_threadsafe(reports.put(iteration.depth), loop).result()

        engine = gamecore.Engine(hash_mb=1)
        async with engine.start(gamecore.Checkers(), depth=60, on_iteration=report) as search:
            assert await reports.get() == 1
        assert search.done()
        task = asyncio.ensure_future(engine.start(gamecore.Checkers(), depth=60, on_iteration=report).wait())
        while await reports.get() < 3:
            pass
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return engine.search(FOUR, depth=1).depth

    assert asyncio.run(asyncio.wait_for(main(), 60)) == 1


def test_a_done_callback_that_raises_keeps_nothing_from_its_end(monkeypatch):
    shown = []
    monkeypatch.setattr(handle, "excepthook", lambda args: shown.append(args.exc_type))

    async def main():
        search = gamecore.Engine(hash_mb=1).start(gamecore.ConnectFour(), nodes=200_000)
        search.add_done_callback(lambda search: 1 / 0)
        return await search

    assert asyncio.run(asyncio.wait_for(main(), 60)).nodes == 200_000
    assert shown == [ZeroDivisionError]


def test_a_report_cannot_wait_for_its_own_search():
    started, errors = threading.Event(), []

    def report(_):
        started.wait()
        for attempt in (search.result, lambda: next(iter(search))):
            with pytest.raises(EngineBusyError):
                attempt()
            errors.append(attempt)
        search.__exit__()

    search = gamecore.Engine(hash_mb=1).start(FOUR, depth=3, on_iteration=report)
    started.set()
    assert search.result(60).stop == "stop" and len(errors) == 2
