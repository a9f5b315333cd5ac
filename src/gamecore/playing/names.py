"""The argument GAME: the name of a built-in game, or module:Class for a custom game."""
from importlib import import_module

from gamecore.core.imports import imported
from gamecore.errors import EvaluationError, GameError, GameOverError
from gamecore.games.all import GAMES, game_of
from gamecore.games.outside.game import OUTSIDE
from gamecore.games.outside.position import CompiledGame
from gamecore.games.outside.python_game import PythonGame
from gamecore.games.outside.turns import legal_moves, list_outcomes
from gamecore.match.settings import function_of, names_function
from gamecore.search.evaluations import is_path


def load(name):
    """Returns the GameRecord of this name; raises GameError if there is none."""
    if name in GAMES:
        return GAMES[name]
    module, _, class_name = name.partition(":")
    if not (module and class_name):
        raise GameError(f"unknown game {name!r}: expected {', '.join(GAMES)}, or module:Class for one of your own")
    found = imported(name)
    if not (isinstance(found, type) and issubclass(found, (PythonGame, CompiledGame))):
        raise GameError(f"{name!r} is not a subclass of gamecore.PythonGame or gamecore.CompiledGame")
    return OUTSIDE._replace(name=name, position=found)


def position_of(game, text):
    """Returns the position that a text describes, or the first position without a text."""
    return game.start() if text is None else game.from_text(text)


def rolled(position, text):
    """Returns the position after the roll of --dice, or the position itself if there are no dice."""
    if text is None:
        return position
    read = game_of(position).read_outcome
    if read is None:
        raise GameError(f"--dice {text!r} is for {' or '.join(name for name in GAMES if GAMES[name].read_outcome)}")
    return position.play_outcome(read(text))


def evaluation_of(game, name):
    """Returns the engine's evaluation for --evaluation: a name, a file of weights, the function that module:function
    names, or None for the game's best."""
    if name is None or name == "own" and name in game.evaluations:
        return None
    if names_function(name):
        return function_of(name)
    if name not in game.evaluations and not (is_path(name) and {"patterns", "net"} & set(game.evaluations)):
        raise EvaluationError(f"{game.name} has no evaluation {name!r}; known are {', '.join(game.evaluations)}")
    return name


def order_of(text):
    """Returns the engine's order for --order: a name, or the function that module:function names."""
    return function_of(text) if names_function(text) else text


def is_finished(position):
    """Whether neither a move nor a chance event is possible any more."""
    return not (list_outcomes(position) or legal_moves(position))


def check_unfinished(position):
    if is_finished(position):
        raise GameOverError(f"the game is over in {str(position)!r}")


def part(game, name):
    """Returns a module of the game's folder in playing/."""
    return import_module(f"gamecore.playing.{game.folder}.{name}")
