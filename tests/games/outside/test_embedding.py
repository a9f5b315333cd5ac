"""What docs/embedding.md promises: games given by the addresses of functions, and a search from another package's C."""
import ctypes
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gamecore
from gamecore.commands.cli import main
from gamecore.errors import GameError, PositionError
from gamecore.games.outside.foreign import FUNCTIONS
from gamecore.laboratory.contract import examine
from tests.refusals import refusals

HERE = Path(__file__).parents[2]

COINS = """
#include <math.h>
#include <stdint.h>
int legal_moves(void *game, const uint64_t *coins, uint64_t *moves, int capacity) {
    int n = 0;
    for (uint64_t take = 1; take <= 3 && take <= *coins; take++) moves[n++] = take;
    return n;
}
void play(void *game, const uint64_t *coins, uint64_t move, uint64_t *child) { *child = *coins - move; }
double final_score(void *game, const uint64_t *coins) { return -INFINITY; }
uint64_t key(void *game, const uint64_t *coins) { return *coins * 0x9e3779b97f4a7c15u; }
"""
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


def test_a_game_in_c_that_python_has_loaded(compiler, tmp_path):
    tmp_path.joinpath("coins.c").write_text(COINS)
    subprocess.run([*compiler, "-O2", "-shared", "-fPIC", "coins.c", "-o", "coins.so"], cwd=tmp_path, check=True)
    library = ctypes.CDLL(str(tmp_path / "coins.so"))
    check_coins(coins_of({name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value for name in NAMES}))


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
    *((GameError, re.escape(told), lambda functions: gamecore.FunctionTable(**functions), functions)
      for functions, told in (
        ({"legal_move": 1}, "no function 'legal_move'"), ({"play": len}, "play must be the address of a function"),
        ({"play": 0}, "not 0"), ({"play": -1}, "not -1"), ({"play": 2**64}, str(2**64)), ({"play": True}, "not True"),
        ({"play": "0x1000"}, "'0x1000'"))),
    (GameError, "without legal_moves, play or final_score", coins_of({})),
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
