"""gamecore: a game-tree search engine with a compiled core. See docs/tour.md."""
from gamecore.boards.connect_four import ConnectFour
from gamecore.boards.custom import LOSS, WIN, CompiledGame, PythonGame
from gamecore.engine import Engine, SearchResult, perft

__version__ = "0.1.0"
