"""Coins in Cython's pure-Python mode."""
import cython
from cython.cimports.gamecore.core.types import Move
from cython.cimports.gamecore.games.outside.position import CompiledGame
from cython.cimports.gamecore.games.outside.rules import GAME_OPS_VERSION, GameOps
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdint import uint64_t

Heap = cython.struct(coins=uint64_t)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def legal_moves(game: cython.p_void, position: cython.pointer(cython.const[cython.void]), moves: cython.pointer(Move),
                capacity: cython.int) -> cython.int:
    coins: uint64_t = cython.cast(cython.pointer(cython.const[Heap]), position).coins
    n: cython.int = 0
    while n < 3 and n < coins:
        n += 1
        moves[n - 1] = n
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play(game: cython.p_void, position: cython.pointer(cython.const[cython.void]), move: Move,
         child: cython.p_void) -> cython.void:
    coins: uint64_t = cython.cast(cython.pointer(cython.const[Heap]), position).coins
    cython.cast(cython.pointer(Heap), child).coins = coins - move


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def final_score(game: cython.p_void, position: cython.pointer(cython.const[cython.void])) -> cython.double:
    return -INFINITY


OPS = cython.declare(GameOps)
OPS.version = GAME_OPS_VERSION
OPS.size = cython.sizeof(GameOps)
OPS.legal_moves = legal_moves
OPS.play = play
OPS.final_score = final_score


@cython.cclass
class Pure(CompiledGame):
    def __init__(self, text="21"):
        self.use(cython.address(OPS))
        cython.cast(cython.pointer(Heap), self.bits.words).coins = int(text)

    def __str__(self):
        return str(cython.cast(cython.pointer(Heap), self.bits.words).coins)
