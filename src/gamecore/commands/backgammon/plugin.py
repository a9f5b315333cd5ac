"""The additions of backgammon to the commands that serve every game."""
from functools import partial

from gamecore.commands.plugins import GamePlugin
from gamecore.commands.backgammon import evaluate, gnubg, match, playing, stakes
from gamecore.games.backgammon.stake import Stake


class BackgammonPlugin(GamePlugin):
    options = dict.fromkeys(("search", "evaluate"), stakes.configure) | {
        "play": partial(stakes.add_play, player="the first player"), "match": match.configure}
    refused = {"duplicate": ", where every ballot is played twice anyway", "mat": ", whose games --pdn keeps"}
    protocols = [("gnubg", "an external player for GNU Backgammon, on a socket of this machine",
                  gnubg.configure, gnubg.run)]
    max_plies, match, evaluate = match.MAX_PLIES, staticmethod(match.run), staticmethod(evaluate.run)

    def match_context(self, args, position):
        return stakes.BackgammonContext(args, position)

    def console_game(self, args):
        if not args.cube and args.score is None and Stake.read(args.position).is_usual:
            stakes.check_rules(args, "--cube", args.cube)
            return super().console_game(args)
        return stakes.start_of(args), playing.CubeGame


PLUGIN = BackgammonPlugin()
