"""Tests searches in the background, which are stopped before they begin, streamed, awaited, or refused while another
search runs."""
import asyncio
import pickle
import subprocess
import sys
import threading
from queue import Queue

import gamecore
import pytest
from gamecore.errors import EngineBusyError, GameOverError, LimitError
from games.tic_tac_toe import TicTacToe
from tests.processes import holds_in_a_fork
from tests.small_games import Chase
from tests.strategies import stopped

START = gamecore.Checkers()
POSITIONS = [gamecore.ConnectFour(), START, gamecore.Backgammon(), gamecore.Backgammon().roll(3, 1), TicTacToe(),
             gamecore.UniformTree(3, 4), gamecore.ChanceTree(3, 2, 3)]
OVER = [gamecore.ConnectFour("1212121"), gamecore.Checkers("W:W:B1"), TicTacToe("xxxoo....")]


@pytest.mark.parametrize("threads", [1, 3])
def test_a_stop_before_the_start_is_honoured(threads):
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    for position in POSITIONS:
        result = engine.search(position, depth=40, token=stopped())
        assert (result.stop, result.depth, result.nodes) == ("stop", 0, 0)
        assert result.move is None or result.move in list(position.legal_moves())
        assert engine.search(position, depth=2).depth >= 1
    for position in OVER:
        with pytest.raises(GameOverError):
            engine.search(position, depth=3, token=stopped())


def test_an_engine_stops_a_search_whose_thread_has_not_begun_it():
    before, gate, engine = threading.gettrace(), threading.Event(), gamecore.Engine(hash_mb=1)

    def hold(frame, event, argument):
        if frame.f_code.co_name == "work":
            gate.wait()

    threading.settrace(hold)
    try:
        search = engine.start(START, depth=500)
    finally:
        threading.settrace(before)
    engine.stop()
    gate.set()
    with search:
        assert search.result(timeout=5).nodes == 0


def test_a_failing_game_is_reported_even_if_the_search_was_stopped():
    class Broken(TicTacToe):
        def legal_moves(self):
            raise ZeroDivisionError("in the game")

    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            gamecore.Engine(hash_mb=1).search(Broken(), depth=3, token=stopped())


def test_a_forked_process_waits_for_no_search_that_it_left_behind():
    with gamecore.Engine(hash_mb=1).start(START, depth=100) as search:
        assert holds_in_a_fork(lambda: search.__exit__() is None)


def test_what_happens_in_its_thread_is_reported_there():
    for position in POSITIONS:
        queue = Queue()
        search = gamecore.Engine(hash_mb=1).start(
            position, depth=2, on_iteration=lambda found, queue=queue: queue.put((threading.get_ident(), found)))
        search.add_done_callback(queue.put)                          # soon, or at once
        assert search.result().depth == search.reports[-1].depth == 2
        search._join()
        assert [queue.get() for _ in search.reports] == [(search._thread, iteration) for iteration in search.reports]
        assert queue.get() is search and queue.empty()
        search.add_done_callback(queue.put)
        assert queue.get_nowait() is search


def test_an_error_of_a_callback_ends_the_search():
    with pytest.raises(ZeroDivisionError):
        gamecore.Engine(hash_mb=1).start(START, depth=500, on_iteration=lambda iteration: 1 / 0).result()


def test_one_token_ends_several_searches_and_none_without_it():
    token = gamecore.StopToken()
    engines = [gamecore.Engine(hash_mb=1) for _ in range(3)]
    results, begun = [], threading.Barrier(4, timeout=60)

    def search(engine):
        results.append(engine.search(START, depth=500, token=token,
                                     on_iteration=lambda i: i.depth == 3 and begun.wait()))

    threads = [threading.Thread(target=search, args=(engine,)) for engine in engines]
    for thread in threads:
        thread.start()
    begun.wait()
    token.stop()
    for thread in threads:
        thread.join()
    assert [result.stop for result in results] == ["stop"] * 3 and token.stopped
    assert engines[0].search(START, depth=4).stop == "depth"
    with pytest.raises(TypeError, match="does not pickle"):
        pickle.dumps(token)


def test_a_search_in_the_background_gives_the_same_answer():
    for position in POSITIONS:
        depth = 1 if isinstance(position, gamecore.Backgammon) else 3
        search = gamecore.Engine(hash_mb=1).start(position, depth=depth, multipv=2)
        reports = [report.depth for report in search if report.finished]
        plain = gamecore.Engine(hash_mb=1).search(position, depth=depth, multipv=2)
        result = search.result()
        assert (result.lines, result.nodes, result.stop) == (plain.lines, plain.nodes, plain.stop)
        assert reports == [iteration.depth for iteration in plain.iterations] and search.done()
        assert [report.depth for report in search if report.finished] == reports      # once more, from the beginning


def test_the_engine_is_busy_until_the_search_has_ended():
    engine = gamecore.Engine(hash_mb=1)
    with engine.start(START, depth=500) as search:
        for refused in (engine.start, engine.search):
            with pytest.raises(EngineBusyError):
                refused(START, depth=2)
        with pytest.raises(TimeoutError):
            search.result(timeout=0.001)
        with pytest.raises(LimitError, match="timeout must be a finite number of seconds, not nan"):
            search.result(timeout=float("nan"))          # it kept a core busy until the search had ended
    assert search.result().stop == "stop"
    assert engine.search(START, depth=2).depth == 2


def test_stopping_a_search_that_is_over_stops_no_other():
    engine = gamecore.Engine(hash_mb=1)
    first = engine.start(START, depth=2)
    first.result()
    second = engine.start(START, depth=8)
    first.stop()
    assert second.result().stop == "depth"


def test_errors_come_where_they_belong():
    engine = gamecore.Engine(hash_mb=1)
    with pytest.raises(LimitError):
        engine.start(START)
    over = engine.start(OVER[0], depth=3)
    with pytest.raises(GameOverError):
        over.result()
    with pytest.raises(GameOverError):
        list(over)
    assert engine.start(START, depth=1).result().depth == 1


def test_asyncio_streams_awaits_and_cancels():
    engine = gamecore.Engine(hash_mb=1)

    async def story():
        async with engine.start(START, depth=500) as search:
            depths = [report.depth async for report in take(search, 6)]
        answer = await engine.start(START, depth=5)
        task = asyncio.create_task(engine.start(Chase(0, 3), depth=500).wait())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return depths, (await search).stop, answer.depth, engine.search(START, depth=2).depth

    assert asyncio.run(story()) == ([1, 2, 3, 4, 5, 6], "stop", 5, 2)


async def take(search, depth):
    async for report in search:
        if report.finished:
            yield report
        if report.depth == depth:
            return


def test_python_ends_although_a_search_goes_on():
    program = "import gamecore; gamecore.Engine(hash_mb=1).start(gamecore.Checkers(), depth=500); print('bye')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "bye\n", "")
