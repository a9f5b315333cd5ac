"""gamecore: a game-tree search engine with a compiled core. See docs/tour.md."""
from gamecore.boards.backgammon import Backgammon
from gamecore.boards.backgammon_notation import BackgammonMove
from gamecore.boards.chance_tree import ChanceTree
from gamecore.boards.checkers import Checkers
from gamecore.boards.checkers_notation import CheckersMove
from gamecore.boards.connect_four import ConnectFour
from gamecore.boards.custom import LOSS, WIN, CompiledGame
from gamecore.boards.python_game import PythonGame
from gamecore.boards.uniform import UniformTree
from gamecore.core.about import VERSION as __version__
from gamecore.engine import Engine, perft
from gamecore.knowledge.linear import LinearEvaluation
from gamecore.result import SearchResult
import gamecore.solve                            # the folder, before the function below takes its name here


def solve(position, **options):
    """The exact value of a game whose positions are finitely many, loops and chance included.

    See `gamecore.solve.loops.solve`, which it calls: it is imported only when it is needed.

    Examples
    --------
    >>> import gamecore
    >>> class Race(gamecore.PythonGame):
    ...     '''Take 1 or 2 of the coins; who takes the last one loses.'''
    ...     def __init__(self, coins):
    ...         self.coins = coins
    ...     def legal_moves(self):
    ...         return [n for n in (1, 2) if n <= self.coins]
    ...     def play(self, move):
    ...         return Race(self.coins - move)
    ...     def final_score(self):
    ...         return gamecore.WIN
    ...     def key(self):
    ...         return self.coins
    >>> gamecore.solve(Race(7)).value == 0
    True
    """
    from gamecore.solve.loops import solve as solve_loops
    return solve_loops(position, **options)


def get_include():
    """The directory that another package compiles with, to cimport from gamecore.

    Returns
    -------
    str
        For `include_dirs` of the extension, so that the C compiler finds gamecore/core/bits.h. The .pxd files lie there too, where
        Cython finds them by itself.

    Examples
    --------
    >>> import os.path
    >>> os.path.exists(os.path.join(get_include(), "gamecore", "core", "bits.h"))
    True
    """
    import os
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
