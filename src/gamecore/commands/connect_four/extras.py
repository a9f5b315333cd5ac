"""The additions of connect four to the commands that serve every game."""
from gamecore.commands import extras
from gamecore.commands.connect_four import solve
from gamecore.commands.connect_four.perfect import PerfectPlayer


class Extras(extras.Extras):
    options = {"solve": solve.configure}
    refused = {"perfect": ""}
    solve = staticmethod(solve.run)

    def perfect_player(self, position, hash_mb, threads, console):
        return PerfectPlayer(hash_mb, threads, console)


EXTRAS = Extras()
