"""What a game adds to the commands that serve every game: a class for each in commands/<game>/extras.py."""
from importlib import import_module

from gamecore.errors import GameError
from gamecore.games.all import GAMES


class Stakes:
    """What is at stake in a search or an evaluation: nothing but the game.

    Attributes
    ----------
    settings : dict
        Arguments of Engine.
    headings : sequence of str
        Of the probabilities of a line.
    """

    settings, headings = {}, ()

    def chances(self, engine, result):
        """The probabilities of each line of a result; None where they are not told."""

    def decide(self, probabilities):
        """Says with `record` and `show` what to do with what is at stake; `probabilities` is called if it is needed."""

    def record(self, equity):
        """The keys of JSON."""
        return {}

    def show(self, equity, console):
        """The same for people."""


class Extras:
    """What a game adds; by itself, nothing. None stands for what it does not have a way of its own for."""

    evaluate = match = solve = max_plies = None

    def add_stakes(self, parser):
        """Options of search and evaluate."""

    def stakes(self, args, position):
        """The Stakes that these options ask for."""
        return Stakes()

    def refuse_stakes(self, args):
        """Complains of these options in another game."""

    def add_match_options(self, parser):
        """Options of match."""

    def add_match_files(self, parser):
        """Those that name files."""

    def refuse_match_options(self, args):
        """Complains of these options in another game."""

    def add_solve_options(self, parser):
        """Options of solve."""

    def add_protocols(self, add):
        """Protocols of its own; `add` takes the name of one and what it is, and returns its parser."""

    def perfect_player(self, position, hash_mb, threads, console):
        """Who plays without a mistake."""
        raise GameError(f"nobody plays {str(position)!r} without a mistake: 'perfect' is for "
                        f"{' or '.join(name for name in GAMES if GAMES[name].solved_from)}")


def extras_of(game):
    """The Extras of a game."""
    if not game.extras:
        return Extras()
    return import_module(f"gamecore.commands.{game.folder}.extras").EXTRAS


def all_extras(but=None):
    """Those of every game, or every other one."""
    return [extras_of(game) for game in GAMES.values() if game is not but]


def stakes_of(args, game, position):
    """The Stakes of a game; GameError or SettingsError if the options are another's, or do not go together."""
    for extras in all_extras(but=game):
        extras.refuse_stakes(args)
    return extras_of(game).stakes(args, position)
