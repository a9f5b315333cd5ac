"""gamecore: a game-tree search engine with a compiled core. See docs/library.md."""
from gamecore.core.about import VERSION as __version__
from gamecore.core import shown as _shown

TYPE_CHECKING = False                # type checkers take it as true; `import gamecore` needs no typing
if TYPE_CHECKING:
    from gamecore import arrays as arrays, engine as engine, errors as errors, result as result
    from gamecore.core.position import Position
    from gamecore.engine import Engine
    from gamecore.games.backgammon.cube import Cube
    from gamecore.games.backgammon.match_score import MatchScore
    from gamecore.games.backgammon.notation import BackgammonMove
    from gamecore.games.backgammon.position import Backgammon
    from gamecore.games.checkers.notation import CheckersMove
    from gamecore.games.checkers.position import Checkers
    from gamecore.games.connect_four.position import ConnectFour
    from gamecore.games.outside.base import PythonGame
    from gamecore.games.outside.foreign import ForeignGame, FunctionTable
    from gamecore.games.outside.linear import LinearEvaluation
    from gamecore.games.outside.position import LOSS, WIN, CompiledGame
    from gamecore.games.synthetic.chance_tree import ChanceTree
    from gamecore.games.synthetic.uniform import UniformTree
    from gamecore.handle import Search
    from gamecore.many import evaluate_many, perft, search_many, solve, solve_many, uct
    from gamecore.playing.game import Game
    from gamecore.playing.players import level
    from gamecore.result import SearchResult
    from gamecore.search.iteration import Iteration
    from gamecore.core.token import StopToken

__all__ = [
    "LOSS", "WIN", "Backgammon", "BackgammonMove", "ChanceTree", "Checkers", "CheckersMove", "CompiledGame",
    "ConnectFour", "Cube", "Engine", "ForeignGame", "FunctionTable", "Game", "Iteration", "LinearEvaluation",
    "MatchScore", "Position", "PythonGame", "Search", "SearchResult", "StopToken", "UniformTree", "__version__",
    "evaluate_many", "get_include", "level", "perft", "search_many", "solve", "solve_many", "uct",
]

# The module of each public name. A module is imported when its name is first used, so that the command starts quickly.
_HOMES = {
    "Position": "core.position",
    "Engine": "engine",
    "Cube": "games.backgammon.cube",
    "MatchScore": "games.backgammon.match_score",
    "BackgammonMove": "games.backgammon.notation",
    "Backgammon": "games.backgammon.position",
    "CheckersMove": "games.checkers.notation",
    "Checkers": "games.checkers.position",
    "ConnectFour": "games.connect_four.position",
    "ForeignGame": "games.outside.foreign", "FunctionTable": "games.outside.foreign",
    "LinearEvaluation": "games.outside.linear",
    "LOSS": "games.outside.position", "WIN": "games.outside.position", "CompiledGame": "games.outside.position",
    "PythonGame": "games.outside.python_game",
    "ChanceTree": "games.synthetic.chance_tree",
    "UniformTree": "games.synthetic.uniform",
    "Search": "handle",
    "evaluate_many": "many", "perft": "many", "search_many": "many", "solve": "many", "solve_many": "many",
    "uct": "many",
    "Game": "playing.game", "level": "playing.players",
    "SearchResult": "result",
    "Iteration": "search.iteration",
    "StopToken": "core.token",
}
_MODULES = ("arrays", "engine", "errors", "games", "result", "search")
_shown.DRAWN_BY |= {"picture": "gamecore.pictures", "html": "gamecore.pictures.results"}

if not TYPE_CHECKING:                        # otherwise type checkers would accept any name
    def __getattr__(name):
        from importlib import import_module  # not before: until a command sets its handler, Ctrl-C shows a traceback
        if name in _MODULES:
            return import_module(f"gamecore.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module 'gamecore' has no attribute {name!r}")
        globals()[name] = getattr(import_module(f"gamecore.{_HOMES[name]}"), name)
        return globals()[name]


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES})


def get_include() -> str:
    """Returns the include directory for another package that cimports from gamecore.

    Returns
    -------
    str
        The directory for `include_dirs` of the extension, where the C compiler finds gamecore/core/bits.h. Cython finds
        the .pxd files by itself.

    Examples
    --------
    >>> import os.path
    >>> os.path.exists(os.path.join(get_include(), "gamecore", "core", "bits.h"))
    True
    """
    import os
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
