"""Tests what docs/embedding.md promises: games given by the addresses of functions, and a search from another package's
C."""
import ctypes
import pickle
import re
import shutil
import struct
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path

import pytest

import gamecore
from gamecore.commands.cli import main
from gamecore.errors import GameError, PositionError, TreeError
from gamecore.games.outside.foreign import FUNCTIONS
from gamecore.laboratory.contract import examine
from gamecore.trees import lookup_table
from tests import DATA
from tests.refusals import refusals

HERE = Path(__file__).parents[2]

COINS = (DATA / "coins.c").read_text(encoding="utf-8")
NAMES = ("legal_moves", "play", "final_score", "key")


def coins_of(functions):
    class Coins(gamecore.ForeignGame):
        def __init__(self, coins=21):
            super().__init__(coins.to_bytes(8, "little"))

        def __str__(self):
            return str(int.from_bytes(self.data[:8], "little"))

    Coins.functions = gamecore.FunctionTable(**functions)
    return Coins


def check_coins(Coins):
    assert [gamecore.perft(Coins(), depth) for depth in range(1, 6)] == [3, 9, 27, 81, 243]
    result = gamecore.Engine(hash_mb=1).search(Coins(22), depth=22)
    assert (result.move, result.outcome) == (2, "win") and str(Coins(22).play(result.move)) == "20"
    assert examine(Coins(), games=10).faults == []


def functions_in_c(compiler, folder, source, names):
    folder.joinpath("rules.c").write_text(source)
    subprocess.run([*compiler, "-O2", "-shared", "-fPIC", "rules.c", "-o", "rules.so"], cwd=folder, check=True)
    library = ctypes.CDLL(str(folder / "rules.so"))
    return {name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value for name in names}


def test_a_game_in_c_that_python_has_loaded(compiler, tmp_path):
    check_coins(coins_of(functions_in_c(compiler, tmp_path, COINS, NAMES)))


def test_positions_that_no_key_tells_apart_are_not_taken_for_one(compiler, tmp_path):
    position = coins_of(functions_in_c(compiler, tmp_path, COINS, NAMES[:3]))(7)
    assert gamecore.Engine(hash_mb=1).search(position, depth=7).plies_to_end == 3
    with pytest.raises(GameError, match=r"^Coins has no key\(\) that identifies its positions"):
        gamecore.solve(position)
    with pytest.raises(TreeError, match=r"^Coins has no key\(\)"):
        lookup_table(position)


def test_the_page_s_game_is_searched_in_other_processes(compiler, tmp_path, monkeypatch):
    page = HERE.parent.joinpath("docs", "embedding.md").read_text(encoding="utf-8")
    rules, game = (re.search(rf"^```{language}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)[1]
                   for language in ("c", "python"))
    tmp_path.joinpath("coins.c").write_text(f"#include <math.h>\n#include <stdint.h>\n{rules}")
    subprocess.run([*compiler, "-shared", "-fPIC", "coins.c", "-o", "libcoins.so"], cwd=tmp_path, check=True)
    tmp_path.joinpath("coins.py").write_text(f"import ctypes, gamecore\n\n{game}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    from coins import Coins
    assert str(pickle.loads(pickle.dumps(Coins("7").play(3)))) == "4"
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        found, = gamecore.search_many([Coins("22")], depth=22, executor=executor)
    assert (found.move, str(found.position)) == (2, "22") and sys.modules.pop("coins")


def test_a_game_whose_data_are_pointers_does_not_pickle(compiler, tmp_path):
    functions = functions_in_c(compiler, tmp_path, COINS + "void release(void *game, uint64_t *coins) {}",
                               (*NAMES, "release"))
    with pytest.raises(TypeError, match="^Coins does not pickle: its function `release`"):
        pickle.dumps(coins_of(functions)())


# A choice among leaves with any utilities

CHOICE = (DATA / "choice.c").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def choice(compiler, tmp_path_factory):
    """A class of choices with this unit."""
    functions = gamecore.FunctionTable(**functions_in_c(compiler, tmp_path_factory.mktemp("choice"), CHOICE,
                                                        ("legal_moves", "play", "final_score", "evaluate")))

    def of_unit(step):
        class Choice(gamecore.ForeignGame):
            unit = step

            def __init__(self, *utilities):
                super().__init__(struct.pack(f"q{len(utilities)}d", len(utilities), *utilities))

        Choice.functions = functions
        return Choice
    return of_unit


@pytest.mark.parametrize("unit, utilities, move, score", [
    (1, (3, 5, 4), 1, 5), (1, (-.5, -1.5), 0, -1), (.01, (.1, .4), 1, 40), (.01, (.4, .1), 0, 40),
    (2, (25000, 30000), 1, 15000), (Fraction(1, 4), (.25, .5), 1, 2), (1, (-19999, 19999), 1, 19999),
    (.01, (5, gamecore.WIN), 1, 29999), (1, (0, -30000), 0, 0)])
@pytest.mark.parametrize("switches", ["", "pruning", "play"])
def test_a_compiled_game_counts_its_utilities_in_units(choice, unit, utilities, move, score, switches):
    result = gamecore.Engine(hash_mb=1, switches=switches).search(choice(unit)(*utilities), depth=2)
    assert (result.move, result.score) == (move, score)


@pytest.mark.parametrize("utility, score, outcome", [(.3, 1, None), (-1e-300, -1, None), (0, 0, "draw")])
def test_only_a_utility_of_0_is_a_draw_of_a_compiled_game(choice, utility, score, outcome):
    engine = gamecore.Engine(hash_mb=1)
    for _ in range(2):                   # the second time from the table
        result = engine.search(choice(100)(utility), depth=2)
        assert (result.score, result.outcome) == (score, outcome)


def test_an_evaluation_of_ones_own_counts_in_the_units_of_a_compiled_game(choice):
    engine = gamecore.Engine(hash_mb=1, evaluation=lambda position: .25)
    assert engine.evaluate(choice(.01)(1)) == 25 and gamecore.Engine(hash_mb=1).evaluate(choice(.01)(.3)) == 30


@pytest.mark.parametrize("utilities", [(25000, 30000), (20000,), (-20000, -1e300), (float("nan"),)])
def test_a_score_beyond_20000_units_is_refused(choice, utilities):
    with pytest.raises(GameError, match="^a score of Choice must stay below 20000 in units of 1, but one is greater"):
        gamecore.Engine(hash_mb=1).search(choice(1)(*utilities), depth=2)


@pytest.mark.parametrize("score", [20000, -25000, gamecore.WIN, gamecore.LOSS, float("nan")])
def test_an_evaluation_beyond_20000_units_is_refused(choice, score):
    with pytest.raises(GameError, match="^a score of Choice must stay below 20000 in units of 1, but one is greater"):
        gamecore.Engine(hash_mb=1).evaluate(choice(1)(score))


@pytest.mark.parametrize("unit", [0, -1, "1", float("inf"), None])
def test_a_unit_of_a_compiled_game_is_a_positive_number(choice, unit):
    with pytest.raises(GameError, match=f"^Choice.unit must be a positive number, not {unit!r}$"):
        choice(unit)(1)


def test_a_game_compiled_by_numba():
    numba = pytest.importorskip("numba")
    from numba import carray, cfunc

    @cfunc("int32(voidptr, CPointer(uint64), CPointer(uint64), int32)")
    def legal_moves(game, coins, moves, capacity):
        found, n = carray(moves, 3), min(carray(coins, 1)[0], numba.uint64(3))
        for i in range(n):
            found[i] = i + 1
        return numba.int32(n)

    @cfunc("void(voidptr, CPointer(uint64), uint64, CPointer(uint64))")
    def play(game, coins, move, child):
        carray(child, 1)[0] = carray(coins, 1)[0] - move

    @cfunc("float64(voidptr, CPointer(uint64))")
    def final_score(game, coins):
        return -float("inf")

    @cfunc("uint64(voidptr, CPointer(uint64))")
    def key(game, coins):
        return carray(coins, 1)[0] * numba.uint64(0x9E3779B97F4A7C15)

    check_coins(coins_of(dict(zip(NAMES, (legal_moves, play, final_score, key)))))


def test_the_functions_stand_in_the_order_of_the_table():
    rules = Path(gamecore.__file__).with_name("games").joinpath("outside", "rules.pxd").read_text()
    table = re.search(r"cdef struct GameOps:(.*?)\n\n", rules, re.DOTALL)[1]
    assert tuple(re.findall(r"\(\*(\w+)\)\(void\* game", table)) == FUNCTIONS


class Uncalled(gamecore.ForeignGame):
    functions = gamecore.FunctionTable(legal_moves=4096, play=4096, final_score=4096)


test_what_is_no_address_and_no_position_is_refused = refusals(
    *((GameError, re.escape(message), lambda functions: gamecore.FunctionTable(**functions), functions)
      for functions, message in (
        ({"legal_move": 1}, "no function 'legal_move'"), ({"legal_moves": 1, "play": 2}, "not 1"),
        ({"legal_moves": 4096, "play": 4096}, "legal_moves, play and final_score; given: legal_moves, play"),
        ({}, "given: none"), ({"play": len}, "play must be the address of a function"),
        ({"play": 0}, "not 0"), ({"play": -1}, "not -1"), ({"play": 2**64}, str(2**64)), ({"play": True}, "not True"),
        ({"play": "0x1000"}, "'0x1000'"))),
    (GameError, "functions must be a FunctionTable, not None", gamecore.ForeignGame),
    *((PositionError, re.escape(f"{data!r}"[:100]), Uncalled, data) for data in ("text", 257 * b"x", None)),
)


def test_another_package_searches_from_its_own_c_without_the_gil(compiler, tmp_path, monkeypatch, capsys):
    pytest.importorskip("Cython")
    shutil.copy(HERE / "outside" / "searcher.pyx", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["build", "searcher.pyx"]) == 0, capsys.readouterr().err
    monkeypatch.syspath_prepend(tmp_path)
    from searcher import scores_of_moves
    engine = gamecore.Engine(hash_mb=1, switches="pruning")
    for text in ("44", "4455", "44553"):
        position = gamecore.ConnectFour(text)
        expected = [(move, -engine.search(position.play(move), depth=6).score) for move in position.legal_moves()]
        assert scores_of_moves(position, 6) == expected
    assert sys.modules.pop("searcher")
