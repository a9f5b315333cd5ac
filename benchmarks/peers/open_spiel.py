"""Compares OpenSpiel's minimax in Python, on its own connect four, with gamecore. `make peers` installs it."""
import sys
from importlib.metadata import version

from benchmarks.peers.connect_four import calls_of, compare

try:
    import pyspiel
    from open_spiel.python.algorithms import minimax
except ImportError:
    print("OpenSpiel is not installed: skipped (make peers)")
    sys.exit()

GAME = pyspiel.load_game("connect_four")


def search(depth):
    return minimax.alpha_beta_search(GAME, value_function=lambda state: 0, maximum_depth=depth, maximizing_player_id=0)


def count(depth):
    return calls_of(minimax, "_alpha_beta", search, depth)[1]


if __name__ == "__main__":
    compare("OpenSpiel", version("open_spiel"), search, count)
