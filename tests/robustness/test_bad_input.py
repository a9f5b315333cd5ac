"""Tests that bad input is refused with a message that quotes it, without a crash or a leak, and that the engine stays
usable."""
import gc
import os
import re
import signal
import sys
import time
import tracemalloc
import weakref
from contextlib import suppress
from decimal import Decimal
from itertools import product
from pathlib import Path

from tests import law
import numpy
import pytest
import gamecore
from gamecore.core.checks import in_range
from gamecore.errors import EvaluationError, GameError, GameOverError, LimitError, MoveError, PositionError, SwitchError
from gamecore.trees import from_position
from games.oopsy_nim import OopsyNim
from games.pig import Pig
from games.tic_tac_toe import TicTacToe
from tests.games.outside.test_failing_games import ALTERNATING as METHODS, Failure, failing, spoilt
from tests.small_games import Chase

START = gamecore.ConnectFour()
ROWS = ["......."] * 6
ENGINE = gamecore.Engine(hash_mb=1, threads=2)
NO_INTEGERS = [True, False, 1.5, "3", float("nan"), float("inf"), Decimal(3), [3], b"3", 1j, numpy.bool_(True),
               numpy.float64(1)]


def quoting(error, text):
    return pytest.raises(error, match=re.escape(text))


def rows(*lowest):
    return "/".join([*ROWS[len(lowest):], *lowest])


def setting(name, call=gamecore.Engine, **others):
    """The call with one setting of this name."""
    return lambda value: call(**{name: value}, **others)


def searching(name, depth=2):
    return setting(name, lambda **limits: ENGINE.search(START, **limits), **({"depth": depth} if depth else {}))


# Each attempt on each value is an error that quotes the value.
REFUSED = [
    (PositionError, [
        "8", "0", "12a", "-1", " 44", "4 4", "4444444", "1111111", "12121211", "٤", "4" * 43, "/", "//////",
        rows(".......")[:-1],
        rows("x......") + "/", rows("X......"), rows("o......"), rows("xx....."), rows("xo.....")[1:],
        rows("x......", "......."),
        rows("xxx....", "ooo....") + "x", rows("xxxx...", "oooo..."), rows("xo.....", "xo.....", "xo.....", "xooo..x"),
        rows("x..x..x"),
        None, 44, 4.4, b"44", ["4"], START], [gamecore.ConnectFour]),
    (MoveError, [0, 8, -1, 44, "8", "", "44", "a", None, 4.0, 1.5, True, b"4", [4], "٤", 10**30, 1j,
                 float("nan"), numpy.bool_(True), numpy.float64(1)],
     [START.play, START.hint]),
    (PositionError, [None, "4455", 4, START.rows(), gamecore.ConnectFour, TicTacToe, object],
     [lambda position: ENGINE.search(position, depth=2), lambda position: ENGINE.perft(position, 2),
      lambda position: ENGINE.minimal_leaves(position, 2)]),
    (LimitError, [0, -1, 501, 10**30, *NO_INTEGERS],
     [searching("depth", depth=None), lambda depth: gamecore.perft(START, depth),
      lambda depth: ENGINE.minimal_leaves(START, depth)]),
    (LimitError, [0, -1, 10**30, *NO_INTEGERS], [searching("nodes", depth=None)]),
    (LimitError, [0, -1, 0.0, -0.5, 10**30, float("nan"), float("inf"), -float("inf"), True, "3", b"3", [3], 1j,
                  10**400],
     [searching("seconds", depth=None)]),
    (PositionError, [None, *NO_INTEGERS], [lambda die: gamecore.Backgammon().roll(die, 1)]),
    (LimitError, [0], [lambda games: in_range("games", games, 1)]),
    (LimitError, [0, -1, 10**30, None, *NO_INTEGERS], [searching("multipv")]),
    (LimitError, [-1, 2**64, *NO_INTEGERS], [searching("seed"), setting("seed")]),
    (LimitError, [None], [setting("seed"), lambda depth: gamecore.perft(START, depth)]),
    (LimitError, [0, -1, 257, 10**30, None, *NO_INTEGERS], [setting("threads")]),
    (LimitError, [0, -1, 10**30, *NO_INTEGERS], [setting("hash_mb")]),
    (SwitchError, ["tables", "Pruning", "-", "table;pruning", 5, 1.5, True],
     [setting("switches", hash_mb=1), searching("switches")]),
    (SwitchError, ["fastest", "", "Full", None, 5, ["full"]], [setting("order", hash_mb=1)]),
    (EvaluationError, [5, "centre", [1, 2]], [setting("evaluation", hash_mb=1)]),
    (PositionError, ["", "xo", "xxx......", "xoq......", "xxxxxxxxx", "o........", "xxxoo.o.."],
     [TicTacToe.from_text, gamecore.PythonGame.from_text]),
]


@pytest.mark.parametrize("error, value, attempt", [
    pytest.param(error, value, attempt, id=f"{error.__name__}-{value!r:.30}-{i}")
    for error, values, attempts in REFUSED for value in values for i, attempt in enumerate(attempts)])
def test_what_cannot_be_is_quoted(error, value, attempt):
    with quoting(error, repr(value)):
        attempt(value)
    assert ENGINE.search(START, depth=2).depth == 2


@pytest.mark.parametrize("error, quoted, attempt", [
    (MoveError, "4", lambda: gamecore.ConnectFour("444444").play(4)),
    (GameOverError, "'1212121'", lambda: gamecore.ConnectFour("1212121").play(3)),
    (PositionError, "'44'", lambda: gamecore.ConnectFour("44").final_score()),
    (LimitError, "2**63", lambda: gamecore.UniformTree(numpy.int64(8), numpy.int64(22))),
    (LimitError, "a search needs a limit", lambda: gamecore.Engine(hash_mb=1).search(START)),
    (MemoryError, str(10 * 2**20), lambda: gamecore.Engine(hash_mb=10 * 2**20)),         # ten terabytes
    *((SwitchError, repr(switches[-1]), lambda switches=switches: gamecore.Engine(hash_mb=1, switches=switches))
      for switches in (["tables"], [5], [["table"]], [None])),
    (SwitchError, "'tables'", lambda: gamecore.Engine(hash_mb=1, switches="pruning,tables")),
    (SwitchError, "'tables'", lambda: ENGINE.search(START, 2, switches=["tables"])),
    (SwitchError, "'tables'", lambda: ENGINE.search(START, 2, switches="pruning,tables")),
    *((SwitchError, "pruning", lambda switches=switches: ENGINE.search(START, depth=2, switches=switches))
      for switches in ("pvs", "aspiration", "evaluation,pvs,table")),
    *((SwitchError, quoted, lambda switches=switches: gamecore.Engine(hash_mb=1, switches=switches))
      for switches, quoted in [
          ("exact,-magic", "'-magic'"), (["exact", "- table"], "'- table'"), ("exact,--table", "'--table'"),
          ("-databases", "'-databases' removes nothing from '-databases'"),
          ("exact,-reductions", "'-reductions' removes nothing from 'exact,-reductions'"),
          ("exact,-pruning", "'exact,-pruning', and is needed by pvs, aspiration, star1, star2")]),
    *((EvaluationError, bad, lambda weights=weights: gamecore.Engine(hash_mb=1, evaluation=weights))
      for weights, bad in [
          ({"middle": 3}, "middle"), ({"centre": 10**30}, str(10**30)), ({"centre": 1.5}, "1.5"),
          ({"centre": None}, "None"), ({"centre": "3"}, "'3'"), ({5: 3}, "5"), ({"centre": True}, "True")]),
    (NotImplementedError, "legal_moves",
     lambda: ENGINE.search(type("Bare", (gamecore.PythonGame,), {})(), depth=2)),
    (SwitchError, "Nameless",
     lambda: ENGINE.search(type("Nameless", (Chase,), {"key": None})(), depth=2, order="perfect")),
])
def test_what_is_wrong_is_named(error, quoted, attempt):
    with quoting(error, quoted):
        attempt()
    law.assert_usable(ENGINE)


# Python games that fail

class Walk(Chase):
    """Chase on a small ring, with every method that a game may have; it knows its living positions."""

    RING = 4
    alive = weakref.WeakSet()

    def __init__(self, own=0, other=2):
        super().__init__(own, other)
        Walk.alive.add(self)

    def hint(self, move):
        return len(move)

    def is_quiet(self):
        return True

    def is_reversible(self, move):
        return True


def search_all(engine, position):
    """Everything that a search can ask of a game."""
    for switches in ("exact", "definition"):
        engine.search(position, depth=6, switches=switches)


def test_what_a_failing_game_left_in_the_table_is_forgotten():
    """Even if the search was stopped at the same moment."""
    engine = gamecore.Engine(hash_mb=1)

    class Fickle(Chase):
        left = 0                 # calls until it fails

        def evaluate(self):
            Fickle.left -= 1
            if Fickle.left == 0:
                engine.stop()
                raise Failure
            return super().evaluate() + 10           # a failing game is taken to say 0

    for depth, calls in product((2, 3), range(1, 10)):
        engine.clear()
        Fickle.left = calls
        with pytest.raises(Failure):
            engine.search(Fickle(), depth=depth, switches="evaluation,table")
        for deeper in range(1, 4):
            search = law.Search(Fickle(), deeper, ("evaluation", "table"))
            law.check(search, search.run(engine))


class NoHash:
    __hash__ = None

    def __repr__(self):
        return "NoHash()"


NONSENSE = [
    ("legal_moves", lambda: None, "None"),
    ("legal_moves", lambda: 7, "7"),
    ("legal_moves", lambda: [NoHash()], "NoHash()"),
    ("legal_moves", lambda: [["left"]], "['left']"),
    ("legal_moves", lambda: range(1025), "range(0, 1025)"),
    ("legal_moves", lambda: iter(int, 1), "callable_iterator"),
    ("legal_moves", lambda: ["left", "right", "left"], "'left'"),
    ("play", lambda: None, "None"),
    ("play", lambda: "left", "'left'"),
    ("play", lambda: START, "ConnectFour('')"),
    ("play", lambda: Walk, "Walk"),
    *((method, lambda value=value: value, repr(value))
      for method in ("final_score", "evaluate")
      for value in (float("nan"), "3", b"3", None, [], 20000, -20000, 1e300, 10**400, 1j)),
    ("evaluate", lambda: gamecore.WIN, "inf"),
    ("evaluate", lambda: gamecore.LOSS, "-inf"),
    *(("key", lambda value=value: value, repr(value)) for value in (None, 1.5, [1], {1}, NoHash())),
    *(("hint", lambda value=value: value, repr(value)) for value in (None, "high", float("nan"), float("inf"), [])),
]


@pytest.mark.parametrize("method, wrong, quoted", NONSENSE,
                         ids=[f"{method} {quoted:.20}" for method, _, quoted in NONSENSE])
@pytest.mark.parametrize("at", [1, 9])
def test_a_game_that_answers_nonsense_is_reported_so(method, wrong, quoted, at):
    engine = gamecore.Engine(hash_mb=1)
    with pytest.raises(GameError) as caught:
        search_all(engine, spoilt(Walk, method, at, wrong)())
    assert quoted in str(caught.value) and "Broken" in str(caught.value)
    law.assert_usable(engine)


class NoPlayOutcome(OopsyNim):
    play_outcome = None


@pytest.mark.parametrize("function", [
    lambda position: gamecore.Engine(hash_mb=1).search(position, depth=2), lambda position: gamecore.perft(position, 2),
    gamecore.solve, lambda position: gamecore.uct(position, nodes=9), from_position],
    ids=["search", "perft", "solve", "uct", "tree"])
def test_outcomes_that_cannot_be_played_are_named(function):
    with pytest.raises(GameError, match=r"^NoPlayOutcome has outcomes\(\), but no play_outcome\(outcome\)$"):
        function(NoPlayOutcome(3))


@pytest.mark.parametrize("unit", [0, -1, float("nan"), float("inf"), None, "1", [], 10**400])
def test_a_unit_is_a_positive_number(unit):
    broken = type("BrokenWalk", (Walk,), {"unit": unit})
    with quoting(GameError, f"{unit!r:.80}"):
        gamecore.Engine(hash_mb=1).search(broken(), depth=2)


@pytest.mark.parametrize("bounds", [(1, -1), (1, 2, 3), 5, ("low", "high"), (0, 10**400)], ids=str)
def test_bounds_are_two_numbers(bounds):
    broken = type("BrokenPig", (Pig,), {"bounds": bounds})
    with quoting(GameError, f"{bounds!r:.80}"):
        gamecore.Engine(hash_mb=1).search(broken(10), depth=3)


def test_a_game_that_is_never_quiet_ends_at_the_greatest_depth():
    class Restless(Chase):
        def legal_moves(self):
            return ["rest"]

        def play(self, move):
            return Restless(self.other, self.own)

        def is_quiet(self):
            return False

    assert gamecore.Engine(hash_mb=1).search(Restless(), depth=2, switches="quiescence").depth == 2


# Two games of one name

def test_two_games_of_the_same_name_do_not_share_a_table():
    """As when a notebook's cell is run again with another evaluation."""
    def make(sign):
        class Again(Chase):
            def evaluate(self):
                return sign * super().evaluate()
        return Again

    engine = gamecore.Engine(hash_mb=1)
    for depth, sign in product((2, 3, 4), (1, -1, 1)):
        search = law.Search(make(sign)(), depth, ("evaluation", "pruning", "table"))
        law.check(search, search.run(engine))


def test_a_game_with_another_unit_does_not_find_the_old_scores():
    class Fine(Chase):
        pass

    engine = gamecore.Engine(hash_mb=1)
    for depth, Fine.unit in product((2, 3, 4), (1, 0.25, 1)):
        search = law.Search(Fine(0, 2), depth, ("evaluation", "pruning", "table"))
        law.check(search, search.run(engine))


# Nothing leaks

def stop_soon(engine):
    return lambda report: report.depth == 3 and engine.stop()


def press_ctrl_c(report):
    if report.depth == 3:
        signal.raise_signal(signal.SIGINT)


ENDS = {
    "depth": lambda engine, game: engine.search(game(), depth=5),
    "nodes": lambda engine, game: engine.search(game(), nodes=777),
    "stop": lambda engine, game: engine.search(game(), depth=9, on_iteration=stop_soon(engine)),
    "ctrl-c": lambda engine, game: engine.search(game(), depth=9, on_iteration=press_ctrl_c),
    "perfect order": lambda engine, game: engine.search(game(), depth=4, order="perfect"),
    "perft": lambda engine, game: engine.perft(game(), 5),
    "minimal leaves": lambda engine, game: engine.minimal_leaves(game(), 4),
    **{f"failing {method}": lambda engine, game, method=method: search_all(
        engine, failing(Walk, method, 40, Failure())()) for method in METHODS},
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_all_positions_of_a_python_game_are_given_back(end, threads):
    gc.collect()
    Walk.alive.clear()
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    with suppress(Failure, KeyboardInterrupt):
        end(engine, Walk)
    gc.collect()
    assert list(Walk.alive) == []


def test_moves_and_the_root_are_referred_to_as_before():
    moves = [("a move", n) for n in range(3)]

    class Marked(Chase):
        def legal_moves(self):
            return moves

        def play(self, move):
            return super().play(["left", "right", "rest"][move[1]])

        is_reversible = None

    root = Marked()
    before = [sys.getrefcount(thing) for thing in (root, moves, *moves)]
    for _ in range(3):
        gamecore.Engine(hash_mb=1).search(root, depth=4)
    gc.collect()
    assert [sys.getrefcount(thing) for thing in (root, moves, *moves)] == before


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_searching_again_and_again_takes_no_more_memory(end):
    engine = gamecore.Engine(hash_mb=1)

    def rounds(n):
        for _ in range(n):
            with suppress(Failure, KeyboardInterrupt):
                end(engine, Walk)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = rounds(4)
        assert rounds(6) - before < 6 * 500          # less than a few small objects a round
    finally:
        tracemalloc.stop()


def test_engines_give_their_pages_back():
    def pages():
        return int(Path("/proc/self/statm").read_text().split()[0])

    gamecore.Engine(hash_mb=64, threads=2).search(START, depth=3)
    before = pages()
    for _ in range(50):
        gamecore.Engine(hash_mb=64, threads=2).search(START, depth=3)
    assert (pages() - before) * os.sysconf("SC_PAGESIZE") < 10 * 64 * 2**20      # of the fifty tables, not ten


# A game whose moves are slow to hash

@pytest.mark.filterwarnings("error")
def test_threads_do_not_confuse_the_numbers_of_moves():
    """Between asking whether a move is known and making it known, Python may switch threads."""
    class Step:
        def __init__(self, name):
            self.name = name

        def __hash__(self):
            time.sleep(0)                # here threads switch
            return len(self.name)

        def __eq__(self, other):
            return self.name == other.name

    class Slow(Chase):
        def legal_moves(self):
            return [Step(f"{name} {self.own} {self.other}") for name in ("left", "right", "rest")]

        def play(self, move):
            name = move.name.split()[0]
            assert f"{name} {self.own} {self.other}" == move.name
            return super().play(name)

        is_reversible = None

    for _ in range(5):
        search = law.Search(Slow(), 4, ("evaluation", *law.EXACT), multipv=2)
        law.check(search, search.run(gamecore.Engine(hash_mb=1, threads=4)))
