"""Options that several commands share."""
from gamecore.core.spread import cores
from gamecore.errors import SettingsError


def add_game(parser):
    parser.add_argument("game", metavar="GAME",
                        help="connect-four, checkers, backgammon, or module:Class for a game of your own")


def add_position(parser):
    parser.add_argument("--position", metavar="P",
                        help="where to begin, in the game's notation (connect-four: the columns played, 4455, or six "
                             "rows joined by /; checkers: a FEN, B:W18,K31:B2; backgammon: a position ID, "
                             "4HPwATDgc/ABMA, a FIBS line, or an XGID); default: the start")


def add_dice(parser):
    parser.add_argument("--dice", metavar="A,B", help="backgammon: the roll to be played, 3,1")


def add_evaluation(parser):
    parser.add_argument("--evaluation", metavar="NAME",
                        help="evaluation of the horizon; connect-four: linear; checkers: net, patterns, linear, or a "
                             "file of pattern weights; backgammon: net, linear, or a file of a network; in all games "
                             "module:function for your own")


def add_databases(parser):
    parser.add_argument("--databases", metavar="DIR",
                        help="endgame databases of checkers; default: those up to 4 pieces that are shipped")


def add_jobs(parser, workers="processes", default=1):
    parser.add_argument("--jobs", metavar="N", type=jobs, default=f"{default}",
                        help=f"{workers} that share the work, with the same results; 0: one for each core; "
                             f"default {default}")


def jobs(text):
    return int(text) or cores()


def add_json(parser):
    parser.add_argument("--json", action="store_true", help="one JSON object per line, for programs")


def add_limits(parser):
    parser.add_argument("--depth", "--plies", dest="depth", metavar="N", type=int,
                        help="plies to search; in games of chance, layers of chance: 0 ranks by the static evaluation")
    parser.add_argument("--nodes", metavar="N", type=int, help="positions to visit")
    parser.add_argument("--seconds", metavar="S", type=float, help="time to take")


def limits_of(args):
    return {name: vars(args)[name] for name in ("depth", "nodes", "seconds") if vars(args)[name] is not None}


def add_engine(parser):
    parser.add_argument("--threads", metavar="T", type=int, default=1, help="threads that search together; default 1")
    parser.add_argument("--hash-mb", metavar="M", type=int, default=64,
                        help="size of the transposition table in MiB; default 64")


def refuse(args, names):
    """Raises SettingsError if one of these options, which are not for this game, was given."""
    for name in names:
        if (value := getattr(args, name)) is not None:
            raise SettingsError(f"--{name} {value!r} is not for {args.game}")
