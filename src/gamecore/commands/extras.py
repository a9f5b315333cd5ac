"""A game's additions to the commands that serve every game, in a subclass of Extras in commands/<game>/extras.py."""
from importlib import import_module

from gamecore.commands.playing import Session
from gamecore.errors import GameError
from gamecore.games.all import GAMES


class Stakes:
    """The stakes of a search or an evaluation, by default only the game."""

    settings, headings = {}, ()      # arguments of Engine; headings of a line's probabilities

    def chances(self, engine, result):
        """Returns the probabilities of each line of a result, or None."""

    def decide(self, engine, depth):
        """Prepares `chances`, `record` and `show` by a search."""

    def record(self, equity):
        """Returns the stakes' keys of JSON."""
        return {}

    def show(self, equity, console):
        """Prints the same for a person."""


class Extras:
    """The additions of a game, by default none."""

    evaluate = match = solve = rollout = max_plies = None

    def add_stakes(self, parser):
        """Adds options of search and evaluate."""

    def stakes(self, args, position):
        """Returns the Stakes of these options."""
        return Stakes()

    def refuse_stakes(self, args):
        """Raises an error for these options in another game."""

    def add_play_options(self, parser):
        """Adds options of play."""

    def refuse_play_options(self, args):
        """Raises an error for these options in another game."""

    def session(self, args):
        """Returns the text of the first position for play, and the class of its session."""
        return args.position, Session

    def add_match_options(self, parser):
        """Adds options of match."""

    def add_match_files(self, parser):
        """Adds the options that name files."""

    def refuse_match_options(self, args):
        """Raises an error for these options in another game."""

    def add_solve_options(self, parser):
        """Adds options of solve."""

    def add_protocols(self, add):
        """Adds protocols; `add` takes a protocol's name and description, and returns its parser."""

    def read_game(self, text):
        """Returns the record of a game in a notation of this game only, or None if the text is in none."""

    def texts_of(self, table):
        """Returns the texts of a game of the page in these notations, by name."""
        return {}

    def perfect_player(self, position, hash_mb, threads, console):
        """Returns the perfect player of the game."""
        raise GameError(f"nobody plays {str(position)!r} without a mistake: 'perfect' is for "
                        f"{' or '.join(name for name in GAMES if GAMES[name].solved_from)}")


def extras_of(game):
    if not game.extras:
        return Extras()
    return import_module(f"gamecore.commands.{game.folder}.extras").EXTRAS


def all_extras(but=None):
    """Returns the extras of every game except `but`."""
    return [extras_of(game) for game in GAMES.values() if game is not but]


def stakes_of(args, game, position):
    """Returns the Stakes of a game; raises GameError or SettingsError if the options do not fit."""
    for extras in all_extras(but=game):
        extras.refuse_stakes(args)
    return extras_of(game).stakes(args, position)
