"""Compares easyAI's Negamax on connect four with gamecore. `make peers` installs it.

The game is tuned by hand as far as easyAI allows: the board is two ints, moves are made and undone in place, and wins
are found by shifts. (easyAI's own example copies numpy arrays, and is eighty times slower.)
"""
import sys
from importlib.metadata import version

from benchmarks.peers.connect_four import BOARD, BOTTOM, COLUMNS, calls_of, compare

try:
    import easyAI.AI.Negamax  # noqa: F401  (as a module: the package exports a class of the same name)
    from easyAI import TwoPlayerGame
except ImportError:
    print("easyAI is not installed: skipped (make peers)")
    sys.exit()

NEGAMAX = sys.modules["easyAI.AI.Negamax"]


class ConnectFour(TwoPlayerGame):
    """The board of gamecore's games/connect_four/rules.pxd, with bit 7 * column + row."""

    __slots__ = ("own", "mask", "players", "current_player", "ai_move")

    def __init__(self):
        self.own = self.mask = 0
        self.players, self.current_player = (None, None), 1

    def possible_moves(self):
        free = self.mask + BOTTOM
        return [move for column in COLUMNS if (move := free & column)]

    def make_move(self, move):
        self.own ^= self.mask
        self.mask |= move

    def unmake_move(self, move):
        self.mask ^= move
        self.own ^= self.mask

    def switch_player(self):
        """Does nothing, since the side to move follows from the stones."""

    def lose(self):
        stones = self.own ^ self.mask
        pairs = stones & stones >> 7
        if pairs & pairs >> 14:
            return True
        pairs = stones & stones >> 1
        if pairs & pairs >> 2:
            return True
        pairs = stones & stones >> 6
        if pairs & pairs >> 12:
            return True
        pairs = stones & stones >> 8
        return bool(pairs & pairs >> 16)

    def is_over(self):
        return self.lose() or self.mask == BOARD

    def show(self):
        """Does nothing; easyAI calls it, but no output is needed."""


def scoring(game):
    return -100 if game.lose() else 0


def search(depth):
    return NEGAMAX.negamax(ConnectFour(), depth, depth, scoring, -float("inf"), float("inf"))


def count(depth):
    return calls_of(NEGAMAX, "negamax", search, depth)[1]


if __name__ == "__main__":
    compare("easyAI", version("easyAI"), search, count)
