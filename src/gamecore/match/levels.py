"""Ten levels of play for each game, from a beginner's to the engine's full strength."""
from gamecore.core.checks import in_range
from gamecore.games.all import game_of


def level_of(position, number):
    """Returns level `number`, 1..10, of this position's game; raises LimitError for another number."""
    return game_of(position).levels[in_range("level", number, 1, 10) - 1]
