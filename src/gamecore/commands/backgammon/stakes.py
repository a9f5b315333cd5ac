"""The options for the stake of a game of backgammon, --score and --cube, and the cube decision."""
from argparse import Namespace

from gamecore.commands.plugins import MatchContext
from gamecore.playing.names import names_function
from gamecore.core.text import counted, signed
from gamecore.errors import SettingsError
from gamecore.games.backgammon.cube import CENTRED, OPPONENT, OWNERS, check_cube
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.probabilities import swapped
from gamecore.games.backgammon.text import read_stakes
from gamecore.screen.options import add_number, refuse


def add_score(parser, player="the player on roll", default="default: for money"):
    parser.add_argument("--score", metavar="A-B/N",
                        help=f"backgammon: the score of a match to N points, 3-5/7, those of {player} first, or "
                             f"'6-5/7 post' after the Crawford game; {default}")


def configure(parser):
    """Adds the options for the stakes of `search` and `evaluate`."""
    add_score(parser)
    add_number(parser, "--cube",
               "backgammon: the cube's value, 1, 2, 4, ...: before the dice, asks for the cube decision")
    parser.add_argument("--owner", choices=OWNERS,
                        help="who has the cube: me, the player on roll; you, the opponent; default centred")
    add_rules(parser)


def add_rules(parser):
    parser.add_argument("--jacoby", action="store_true",
                        help="backgammon, the cube for money: gammons count only after a double")
    parser.add_argument("--beavers", action="store_true",
                        help="backgammon, the cube for money: a player who takes may double at once and still own it")


def add_play(parser, player):
    """Adds the options for the stakes of complete games; the points of `player` come first in a score."""
    parser.add_argument("--cube", action="store_true", help="backgammon: play with the doubling cube")
    add_rules(parser)
    add_score(parser, player)


def check_rules(args, name, cube):
    """Raises SettingsError for a cube's rules of money games without a cube; `name` is the option for a cube."""
    for option in ("jacoby", "beavers"):
        if getattr(args, option) and (not cube or args.score is not None):
            raise SettingsError(f"--{option} is a rule of the cube for money: {name} without --score")


def start_of(args):
    """Returns the XGID of the first position of `gamecore play --cube`, with the stakes."""
    check_rules(args, "--cube", args.cube)
    if args.load is not None:
        refuse(args, ("score", "jacoby", "beavers"), f"--load {args.load!r}, a game with its own")
    stakes = {} if args.score or args.jacoby or args.beavers else read_stakes(args.position or "")
    score = args.score or stakes.pop("score", None)
    rules = {"jacoby": args.jacoby, "beavers": args.beavers}
    return Backgammon(args.position or "").xgid(score and MatchScore.read(score), **rules | stakes)


def stake_of(args):
    """Returns the MatchScore of a game whose stake --cube sets, or None for money."""
    if args.score is None and args.cube is not None and not args.cubeful:
        raise SettingsError(f"--cube {args.cube} is the stake at a score, and there is none: --score A-B/N")
    return None if args.score is None else MatchScore.read(args.score, 1 if args.cube is None else args.cube)


def with_xgid(args, dice=None):
    """Returns the arguments with the stakes of an XGID, unless options give stakes or the evaluation does not support a
    cube.

    After a roll of a money game there is no cube decision.
    """
    stakes = read_stakes(args.position or "")
    if stakes and args.owner and args.cube is None:
        raise SettingsError(f"--owner {args.owner} goes with --cube N, which replaces the stakes of {args.position!r}: "
                            f"cube {stakes['cube']}, owner {stakes['owner']}")
    name = args.evaluation or ""
    if names_function(name) or name == "linear" or any((args.score, args.cube, args.jacoby, args.beavers)):
        return args
    if dice and "score" not in stakes:
        stakes = {}                      # for money the cube is turned before the dice
    return Namespace(**vars(args) | stakes)


class BackgammonContext(MatchContext):
    """The stakes of backgammon: the score of a match, or money, and the cube."""

    headings = ("win %", "g won", "b won", "g lost", "b lost")

    def __init__(self, args, position):
        args = with_xgid(args, position.dice)
        if args.cube is not None:
            check_cube(args.cube)
            if args.score is None and position.dice:
                raise SettingsError(f"--cube {args.cube} is turned before the dice, and {str(position)!r} has some")
            if names_function(args.evaluation or ""):
                raise SettingsError(f"--cube {args.cube} needs probabilities, and a function such as "
                                    f"{args.evaluation!r} has none; a network has")
        elif args.owner is not None:
            raise SettingsError(f"--owner {args.owner} needs a cube: --cube N")
        check_rules(args, "--cube N", args.cube)
        self.args, self.position, self.decision = args, position, None
        self.score = None if args.score is None else MatchScore.read(args.score, args.cube or 1)
        self.settings = {"match": self.score}

    def chances(self, engine, result):
        """Returns the five probabilities of each line for the side on roll, at the depth of the search.

        The probabilities cost as much as the search itself, so for a search with a budget or without a network there
        are none.
        """
        args, position = self.args, self.position
        if (args.evaluation == "linear" or names_function(args.evaluation or "") or args.nodes is not None
                or args.seconds is not None or "evaluation" not in engine.switches.split(",")):
            return None
        if position.dice is None:
            return [self.decision.probabilities if self.decision else engine.probabilities(position, result.depth)]
        return [swapped(engine.probabilities(position.play(line[0]), result.depth)) for _, line in result.lines]

    def decide(self, engine, depth):
        """Stores the cube decision if it was requested."""
        args = self.args
        if args.cube is not None and not self.position.dice:
            self.depth = depth
            self.decision = engine.decide(self.position, depth, args.cube, args.owner or CENTRED, jacoby=args.jacoby,
                                          beavers=args.beavers)

    def record(self, equity):
        record = {} if self.score is None else {"match_chance": self.score.chance_of(equity)}
        if self.decision is None:
            return record
        cube = {"value": self.args.cube, "owner": self.args.owner or CENTRED} | self.decision._asdict()
        del cube["probabilities"]        # the result has them
        return record | {"cube": cube}

    def show(self, equity, console):
        args, decision = self.args, self.decision
        if self.score is not None:
            console.print(f"{100 * self.score.chance_of(equity):.2f} %", " to win the match",
                          (" (without the cube)", "dim"))
        if decision is None:
            return
        owner = {OPPONENT: "the opponent's", CENTRED: "centred"}.get(args.owner or CENTRED, "the player's own")
        text = f"cube {args.cube}, {owner}: no double {signed(decision.no_double)}"
        if decision.reason:
            console.print(f"{text}; no decision, because {decision.reason}")
            return
        answer = "beaver" if decision.action.endswith("beaver") else "take"
        console.print(f"{text}, double/{answer} {signed(decision.double_take)}, double/pass "
                      f"{signed(decision.double_pass)}")
        source = ("exact, from the bear-off table" if decision.exact else "Janowski's interpolation"
                  + f" after {counted(self.depth, 'roll')} of search" * (self.depth > 0))
        console.print((decision.action, "bold green"), (f": {source}", "dim"))
        points = {"take from": decision.take_point, "double from": decision.double_point,
                  "cash from": decision.cash_point, "too good from": decision.too_good_point}
        console.print(", ".join(f"{name} {100 * point:.1f} %" for name, point in points.items() if point is not None))
