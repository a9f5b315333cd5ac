"""The additions of checkers to the commands that serve every game."""
from gamecore.commands.plugins import GamePlugin


class CheckersPlugin(GamePlugin):
    refused = {"databases": ""}


PLUGIN = CheckersPlugin()
