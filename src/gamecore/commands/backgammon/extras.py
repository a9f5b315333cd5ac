"""The additions of backgammon to the commands that serve every game."""
from gamecore.commands import extras
from gamecore.commands.backgammon import evaluate, gnubg, match, page, playing, rollout_plays, stakes
from gamecore.errors import SettingsError


class Extras(extras.Extras):
    evaluate, match, max_plies = staticmethod(evaluate.run), staticmethod(match.run), match.MAX_PLIES
    rollout, read_game, texts_of = rollout_plays.Rollout, staticmethod(page.read_game), staticmethod(page.texts_of)

    def add_stakes(self, parser):
        stakes.add_score(parser)
        stakes.add_cube(parser)

    def stakes(self, args, position):
        return stakes.BackgammonStakes(args, position)

    def refuse_stakes(self, args):
        stakes.refuse(args)

    def add_play_options(self, parser):
        parser.add_argument("--cube", action="store_true", help="backgammon: play with the doubling cube")
        stakes.add_rules(parser)
        stakes.add_score(parser, "the first player")

    def refuse_play_options(self, args):
        stakes.refuse(args)

    def session(self, args):
        if not args.cube and args.score is None:
            stakes.check_rules(args, "--cube", args.cube)
            return super().session(args)
        return stakes.start_of(args), playing.CubeSession

    def add_match_options(self, parser):
        parser.add_argument("--duplicate", action="store_true",
                            help="backgammon: play all dice twice, with sides exchanged")
        parser.add_argument("--cube", action="store_true", help="backgammon: play with the doubling cube")
        stakes.add_rules(parser)
        stakes.add_score(parser, "side a")
        parser.add_argument("--money", choices=("a", "b"),
                            help="backgammon: with --score, the side that does not know the score and plays for money")

    def add_match_files(self, parser):
        parser.add_argument("--mat", metavar="FILE",
                            help="backgammon: write the games into a new file in the .mat format, which GNU Backgammon "
                                 "imports")

    def refuse_match_options(self, args):
        if args.duplicate:
            raise SettingsError(f"--duplicate is for backgammon; in {args.game} every ballot is played twice anyway")
        for option in ("cube", "jacoby", "beavers", "score", "money"):
            if value := getattr(args, option):
                told = {"score": f" {value!r}", "money": f" {value}"}.get(option, "")
                raise SettingsError(f"--{option}{told} is for backgammon, not for {args.game!r}")
        if args.mat:
            raise SettingsError(f"--mat {args.mat!r} is for backgammon; games of {args.game} are kept by --pdn")

    def add_protocols(self, add):
        gnubg.configure(add("gnubg", "an external player for GNU Backgammon, on a socket of this machine"))


EXTRAS = Extras()
