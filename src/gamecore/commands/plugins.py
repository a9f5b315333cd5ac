"""A game's additions to the commands of every game: a subclass of GamePlugin in commands/<game>/plugin.py."""
from argparse import ArgumentParser, Namespace
from importlib import import_module

from gamecore.commands.playing import ConsoleGame
from gamecore.errors import SettingsError
from gamecore.games.all import GAMES


class MatchContext:
    """The stakes of a search or an evaluation; by default only the game counts."""

    settings, headings = {}, ()      # arguments of Engine; headings of a line's probabilities

    def chances(self, engine, result):
        """Returns the probabilities of each line of a result, or None."""

    def decide(self, engine, depth):
        """Computes, by a search, the data that `chances`, `record` and `show` need."""

    def record(self, equity):
        """Returns the stakes' keys of JSON."""
        return {}

    def show(self, equity, console):
        """Prints the stakes for a person."""


class GamePlugin:
    """The additions of a game to the commands; by default there are none."""

    evaluate = match = solve = max_plies = None
    options = {}                     # command: function that adds the game's own options to its parser
    refused = {}                     # a further option for this game alone, or one of `options`: a hint for the others
    protocols = ()                   # (name, description, function that adds the options to its parser, run)

    def match_context(self, args, position):
        """Returns the MatchContext for the options of search or evaluate."""
        return MatchContext()

    def console_game(self, args):
        """Returns the text of the first position for play, and the class of its ConsoleGame."""
        return args.position, ConsoleGame


def plugin_of(game):
    if not game.plugin:
        return GamePlugin()
    return import_module(f"gamecore.commands.{game.folder}.plugin").PLUGIN


def all_plugins():
    return [plugin_of(game) for game in GAMES.values()]


def add_plugin_options(parser, command):
    """Adds a command's options for this game alone."""
    for plugin in all_plugins():
        if command in plugin.options:
            plugin.options[command](parser)


def refuse_other_games_options(args, game, command):
    """Raises SettingsError for an option that belongs to another game."""
    for other in GAMES.values():
        if other is game:
            continue
        plugin, parser = plugin_of(other), ArgumentParser(add_help=False)
        plugin.options.get(command, lambda parser: None)(parser)
        defaults = dict.fromkeys(plugin.refused) | vars(parser.parse_args([]))
        for name, default in defaults.items():
            value = getattr(args, name, default)
            if value != default and value is not False:
                option = name.replace("_", "-") + ("" if value is True else f" {value!r}")
                raise SettingsError(
                    f"--{option} is for {other.name}, not for {args.game!r}{plugin.refused.get(name, '')}")


def refuse_other_games_settings(settings, game, name):
    """Raises SettingsError for a setting of a side that belongs to another game."""
    refuse_other_games_options(Namespace(game=name, **settings.engine), game, "match")
