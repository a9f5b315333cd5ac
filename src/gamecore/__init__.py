"""gamecore: a game-tree search engine with a compiled core. See docs/tour.md."""
from gamecore.boards.checkers import Checkers
from gamecore.boards.checkers_notation import CheckersMove
from gamecore.boards.connect_four import ConnectFour
from gamecore.boards.custom import LOSS, WIN, CompiledGame, PythonGame
from gamecore.core.about import VERSION as __version__
from gamecore.engine import Engine, SearchResult, perft


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
