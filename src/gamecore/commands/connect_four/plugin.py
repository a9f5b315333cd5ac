"""The additions of connect four to the commands that serve every game."""
from gamecore.commands.plugins import GamePlugin
from gamecore.commands.connect_four import solve


class ConnectFourPlugin(GamePlugin):
    options = {"solve": solve.configure}
    refused = {"perfect": ""}
    solve = staticmethod(solve.run)


PLUGIN = ConnectFourPlugin()
