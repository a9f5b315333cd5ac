"""gamecore rollout: estimates the value of a backgammon position by self-play."""
from argparse import Namespace

from gamecore.commands.backgammon import rollout_plays, stakes
from gamecore.playing.backgammon.rollout import chance_record
from gamecore.playing.names import evaluation_of, load, position_of, rolled
from gamecore.screen.options import add_number, add_seed, add_shared, within
from gamecore.core.text import counted, signed_mean
from gamecore import Engine
from gamecore.errors import GameError, SettingsError
from gamecore.games.backgammon.cube import CENTRED, OWNERS, check_cube
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.stake import Stake
from gamecore.match.backgammon.rollout import rollout

HELP = "play a position of backgammon, or several plays of a roll, out many times"


def configure(parser):
    add_shared(parser, "game", "--position", "--dice")
    parser.add_argument("--plays", metavar="PLAY", nargs="+",
                        help="plays of the roll, '8/5 6/5' '24/20': each is rolled out with the same dice")
    add_number(parser, "--candidates", "the same for the best K plays of a search, one layer of chance deep or --plies",
               metavar="K", type=within(1))
    add_number(parser, "--games", "of a position or a play, at the most", 1296)
    add_number(parser, "--until", "stop when the standard error of each equity is this small",
               metavar="ERROR", type=float)
    add_number(parser, "--ahead",
               "of plays: drop those that are Z standard errors behind the best, and stop when one is left",
               metavar="Z", type=float)
    add_number(parser, "--plies", "layers of chance in the search for a play, 0: the static evaluation", 0)
    add_number(parser, "--truncate", "end games after N plies with the value of a search of --plies")
    add_seed(parser, "of the dice")
    stakes.add_score(parser)
    add_number(parser, "--cube", "the stake of the game, with --score or --cubeful; default 1")
    parser.add_argument("--cubeful", action="store_true",
                        help="of a position: both sides use the cube from the second roll on")
    parser.add_argument("--owner", choices=OWNERS,
                        help="who has that cube: me, the player on roll; you, the opponent; default centred")
    stakes.add_rules(parser)
    add_shared(parser, "--evaluation", "--jobs", "--json")


def run(args, console):
    game = load(args.game)
    if game.position is not Backgammon:
        raise GameError(f"a rollout is for backgammon, not for {args.game!r}")
    position = rolled(position_of(game, args.position), args.dice)
    args = with_xgid(args)
    first = first_cube(args)
    score = stakes.stake_of(args)
    engine = Engine(hash_mb=1, evaluation=evaluation_of(game, args.evaluation), match=score)
    if first:
        engine.decide(Backgammon())      # raises errors before the first game
    if args.plays or args.candidates is not None:
        if first:
            raise SettingsError(f"--cubeful is for the rollout of a position alone, not for plays of {str(position)!r}")
        plays = rollout_plays.plays_of(args, position, engine)
        rollout = rollout_plays.RolloutOfPlays(args, position, score, console, plays)
    elif args.ahead is not None:
        raise SettingsError(f"--ahead {args.ahead:g} compares plays: it needs --plays or --candidates")
    else:
        rollout = Rollout(args, position, score, first, console)
    return rollout.run(engine)


def with_xgid(args):
    """Returns the arguments with the stakes of an XGID; without --cubeful these are only the score and the cube's
    value."""
    merged = stakes.with_xgid(args)
    if args.cubeful or merged == args:
        return merged
    return Namespace(**vars(args) | {"score": merged.score, "cube": merged.score and merged.cube})


def first_cube(args):
    """Returns the Stake of games with a cube, or None."""
    stakes.check_rules(args, "--cubeful", args.cubeful)
    if args.owner and not args.cubeful:
        raise SettingsError(f"--owner {args.owner} needs a cube: --cubeful")
    if not args.cubeful:
        return None
    owner = {"me": 0, "you": 1}.get(args.owner)
    first = Stake(None, check_cube(1 if args.cube is None else args.cube), owner, args.jacoby, args.beavers)
    first.offered = getattr(args, "doubled", False)      # of an XGID
    return first


class Rollout(rollout_plays.RolloutInProgress):
    """A rollout of a position."""

    def __init__(self, args, position, score, first, console):
        super().__init__(args, position, score, console)
        self.first = first
        self.rolled, = self.results

    def rounds(self, *arguments):
        return ([game] for game in rollout(self.position, *arguments, stake=self.first))

    def progress(self, game, plies):
        so_far = f"; {mean_text(self.rolled.adjusted)}" if self.games else ""
        so_far += f", {self.chance_text()}" if so_far and self.score else ""
        return f"game {game} of {self.args.games}, ply {plies}{so_far}"

    def as_dict(self):
        args = self.args
        cube = {"cube": self.first.value, "owner": args.owner or CENTRED, "jacoby": args.jacoby,
                "beavers": args.beavers} if self.first else {}
        return self.about() | self.rolled.as_dict(self.score) | cube

    def chance_text(self):
        """Returns the chance as text, such as "12.34 +- 0.05 % to win the match"."""
        chance, error = chance_record(self.score, self.rolled.adjusted).values()
        return f"{100 * chance:.2f}" + ("" if not error else f" +- {100 * error:.2f}") + " % to win the match"

    def show(self):
        self.console.print(counted(self.games, "game") + rollout_plays.ENDS[self.stop])
        if not self.games:
            return
        for side, rates in (self.rolled.rates or {}).items():
            self.console.print(f"{SIDES[side]}: " + ", ".join(f"{name} {share:.1%}" for name, share in rates.items()))
        self.console.print("equity ", (mean_text(self.rolled.adjusted), "bold green"),
                           " points a game" * (not self.score), " for the player on roll")
        if self.score:
            self.console.print(self.chance_text(), (" (without the cube)" * (not self.first), "dim"))
        self.console.print((f"without the adjustment for luck {mean_text(self.rolled.raw)}", "dim"))


SIDES = {"own": "the player on roll", "other": "the opponent"}


def mean_text(mean):
    return signed_mean(mean.mean, mean.standard_error, 4)
