"""Threads without chance share the table, and take different moves; tests/laws/rounds.py compares their scores.
In games of chance they share out the root's moves, or its outcomes: the same values as one thread, whatever they take
first."""
import gc
import time
from _thread import get_ident

import gamecore
import pytest
from gamecore.core import job
from gamecore.errors import BoundsError
from tests.small_games import Nim
from tests.strategies import stopped

ROLLS = [gamecore.Backgammon().roll(3, 1), gamecore.Backgammon().roll(6, 5),
         gamecore.Backgammon("4HPwATDgc/ABMA").roll(2, 2)]
UNROLLED = [gamecore.Backgammon("4HPwATDgc/ABMA"), gamecore.Backgammon("wnPwATDgc/ABMA"),
            gamecore.ChanceTree(5, 3, 4).play(0)]
TREES = [gamecore.ChanceTree(5, 3, 3, seed=seed, noise=noise) for seed in (1, 2) for noise in (None, 0)]

COUNTS = ("nodes", "leaves", "cuts", "chances", "choices", "probes")


def test_threads_lose_no_move_while_garbage_is_collected():
    """The collector's callbacks let another thread in wherever Python makes a list; hypothesis installs one."""
    first, threshold = get_ident(), gc.get_threshold()
    gc.callbacks.append(lambda phase, info: get_ident() != first and time.sleep(0.001))
    gc.set_threshold(1)
    try:
        for tree in (gamecore.ChanceTree(6, 3, 3, seed=seed) for seed in range(40)):
            engines = (gamecore.Engine(hash_mb=1, threads=threads, switches="evaluation") for threads in (1, 4))
            assert len({engine.search(tree, depth=3).score for engine in engines}) == 1
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.pop()


def test_a_large_search_has_a_helping_thread():
    alone = gamecore.Engine(hash_mb=1).search(gamecore.Checkers(), depth=12)
    engines = (gamecore.Engine(hash_mb=1, threads=2) for _ in range(20))         # one may be over before it is helped
    results = (engine.search(gamecore.Checkers(), depth=12) for engine in engines)
    assert any(result.nodes != alone.nodes for result in results)


def test_small_searches_and_games_in_python_have_no_helping_threads():
    for position, depth in ((gamecore.ConnectFour(), 6), (Nim(60), 40)):
        one, several = (gamecore.Engine(hash_mb=1, threads=n).search(position, depth=depth) for n in (1, 3))
        assert (several.nodes, several.lines) == (one.nodes, one.lines)
    assert one.nodes > 200


def values(result):
    return [score for score, _ in result.lines], result.depth, result.stop


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("multipv", [1, 3])
def test_several_threads_find_the_values_of_one(threads, multipv):
    one, several = (gamecore.Engine(hash_mb=1, threads=n, evaluation="linear") for n in (1, threads))
    for position, depth in [*((roll, 2) for roll in ROLLS[:2]), *((tree, 3) for tree in TREES)]:
        for switches in ("exact", "evaluation,pruning,star1", "evaluation"):
            if depth == 2 and switches == "evaluation":
                continue                         # all of backgammon's tree takes long
            limits = {"depth": depth, "multipv": multipv, "switches": switches}
            result, alone = (engine.search(position, **limits) for engine in (several, one))
            assert values(result) == values(alone)
            if switches == "evaluation":         # the whole tree, whichever thread searches which part of it
                assert [getattr(result, name) for name in COUNTS] == [getattr(alone, name) for name in COUNTS]
            assert result.move in list(position.legal_moves())


@pytest.mark.parametrize("race", ["AQAA/NZpAAAAAA", "AQAASAAAAAAAAA", "AgAAGAEAAAAAAA", "AQAAIAEAAAAAAA"])
@pytest.mark.parametrize("switches", ["evaluation,pruning", "evaluation,pruning,star1", "exact"])
@pytest.mark.parametrize("threads", [1, 2])
def test_threads_and_cutoffs_keep_the_last_bit_of_a_mean(threads, switches, race):
    """Star1 begins at the game's bounds, beyond which a mean of equal results must not be rounded."""
    results = [gamecore.Engine(hash_mb=1, threads=n, switches=switches).search(gamecore.Backgammon(race), depth=2)
               for n in (1, threads)]
    plain = gamecore.Engine(hash_mb=1, switches="evaluation").search(gamecore.Backgammon(race), depth=2)
    assert {result.score for result in results} == {plain.score}


@pytest.mark.parametrize("threads", [2, 3])
def test_before_the_roll_several_threads_find_the_value_of_one(threads):
    one, several = (gamecore.Engine(hash_mb=1, threads=n, evaluation="linear") for n in (1, threads))
    for position in UNROLLED:
        for switches in ("exact", "evaluation,pruning,star1"):
            alone, shared = (engine.search(position, depth=2, switches=switches) for engine in (one, several))
            assert values(shared) == values(alone) and shared.move is alone.move is None
            assert min(shared.chances, alone.chances) > 20 and shared.cpu_seconds > 0


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("position, nodes", [
    *((gamecore.ConnectFour(), nodes) for nodes in (1, 1000, 50_000)), (gamecore.Checkers(), 200_000),
    (ROLLS[0], 20_000), (UNROLLED[0], 5_000)])
def test_several_threads_overrun_by_little(position, nodes, threads):
    result = gamecore.Engine(hash_mb=1, threads=threads, evaluation="linear").search(position, nodes=nodes)
    assert result.stop == "nodes" and nodes <= result.nodes <= nodes + 1024 * threads


def test_a_search_that_is_ended_leaves_the_engine_usable():
    engine = gamecore.Engine(hash_mb=1, threads=3, evaluation="linear")
    assert engine.search(UNROLLED[0], nodes=5_000).depth == 1
    assert engine.search(ROLLS[0], depth=40, token=stopped()).depth == 0
    assert engine.search(ROLLS[2], depth=1).depth == 1


def test_a_machine_that_has_no_thread_left_is_no_danger(monkeypatch):
    """Each failure left a list of moves on a stack, which had room for some twenty thousand of backgammon's."""
    def none(function, arguments):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(job, "start_new_thread", none)
    engine = gamecore.Engine(hash_mb=1, threads=2)
    for _ in range(30_000):
        with pytest.raises(RuntimeError, match="can't start new thread"):
            engine.search(gamecore.Backgammon().roll(1, 1), depth=2, switches="pruning")


class Unbounded(gamecore.PythonGame):
    """A game in Python, which one thread searches: its second roll is worth more than its bounds say."""

    bounds = (-1, 1)

    def __init__(self, ply=0, rolled=True):
        self.ply, self.rolled = ply, rolled

    def legal_moves(self):
        return [1, 2] if self.ply < 3 else []

    def play(self, move):
        return Unbounded(self.ply + 1, False)

    def outcomes(self):
        return [] if self.rolled or self.ply == 3 else [(1, 0.5), (2, 0.5)]

    def play_outcome(self, outcome):
        return Unbounded(self.ply, True)

    def final_score(self):
        return 5


def test_a_game_in_python_is_searched_as_by_one_thread():
    with pytest.raises(BoundsError, match="5.0 lies outside the bounds"):
        gamecore.Engine(hash_mb=1, threads=3).search(Unbounded(), depth=3)
