"""Options that several commands share."""
from argparse import ArgumentTypeError

import os

from gamecore.core.files import checked_path
from gamecore.core.parallel import cores
from gamecore.errors import SettingsError


def within(least, most=None):
    """Returns the type of an option that is an integer within limits."""
    def integer(text):
        if not least <= int(text) <= (int(text) if most is None else most):
            raise ArgumentTypeError(f"expected {least}{' or more' if most is None else f'..{most}'}, not {text!r}")
        return int(text)
    return integer


def jobs(text):
    return within(0)(text) or cores()


def jobs_option(workers, default=1):
    return {"metavar": "N", "type": jobs, "default": f"{default}",
            "help": f"{workers} that share the work, with the same results; 0: one for each core; default {default}"}


WRITTEN = ("csv", "html", "key", "mat", "out", "pdn", "plot", "svg")        # options that name a file
READ = ("answers", "ballots", "file", "suite")

SHARED = {
    "game": {"metavar": "GAME",
             "help": "connect-four, checkers, backgammon, or module:Class for a game of your own"},
    "--position": {"metavar": "P",
                   "help": "where to begin, in the game's notation (connect-four: the columns played, 4455, or six "
                           "rows joined by /; checkers: a FEN, B:W18,K31:B2; backgammon: a position ID, "
                           "4HPwATDgc/ABMA, perhaps with :MATCH-ID, a FIBS line, or an XGID); default: the start"},
    "--dice": {"metavar": "A,B", "help": "backgammon: the roll to be played, 3,1"},
    "--evaluation": {"metavar": "NAME",
                     "help": "evaluation of the horizon; connect-four: linear; checkers: net, patterns, linear, or a "
                             "file of pattern weights; backgammon: net, linear, or a file of a network; in all games "
                             "module:function for your own"},
    "--databases": {"metavar": "DIR",
                    "help": "endgame databases of checkers; default: those up to 4 pieces that are shipped"},
    "--jobs": jobs_option("processes"),
    "--csv": {"metavar": "FILE", "help": "also write the rows into a file"},
    "--json": {"action": "store_true", "help": "one JSON object per line, for programs"},
}


def add_action(actions, name, description, **defaults):
    """Returns the parser of a command, or of one of its actions, with this description."""
    sentence = f"{description[0].upper()}{description[1:]}."
    action = actions.add_parser(name, help=description, description=sentence, allow_abbrev=False)
    action.set_defaults(**defaults)
    return action


def add_shared(parser, *names):
    for name in names:
        parser.add_argument(name, **SHARED[name])


def add_number(parser, name, description, default=None, metavar="N", type=int):
    """Adds an option for a number; the help ends with the default if there is one."""
    parser.add_argument(name, metavar=metavar, type=type, default=default,
                        help=description if default is None else f"{description}; default {default}")


def add_seed(parser, description, default=0):
    add_number(parser, "--seed", description, default, type=within(0, 2**64 - 1))


def add_limits(parser):
    parser.add_argument("--depth", "--plies", metavar="N", type=int,
                        help="plies to search; in games of chance, layers of chance: 0 ranks by the static evaluation")
    add_number(parser, "--nodes", "positions to visit")
    add_number(parser, "--seconds", "time to take", metavar="S", type=float)


def limits_of(args):
    return {name: vars(args)[name] for name in ("depth", "nodes", "seconds") if vars(args)[name] is not None}


def add_engine(parser, threads="threads that search together", table="the transposition table"):
    """Adds the options of an engine; `threads` is the help of --threads, and `table` the size of its table."""
    add_number(parser, "--threads", threads, 1, metavar="T")
    add_number(parser, "--hash-mb", f"size of {table} in MiB", 64, metavar="M")


def refuse(args, names, place=None):
    """Raises SettingsError if an option was given that does not apply to this game or `place`."""
    for name in names:
        value = getattr(args, name)
        if not (value is None or value is False or value == []):
            option = name.replace("_", "-") + ("" if value is True else f" {value!r}")
            raise SettingsError(f"--{option} is not for {place or args.game}")


def check_files(args):
    """Raises SettingsError if an option names the file that another one writes; a device may be named twice."""
    names = {}
    for name in WRITTEN + READ:
        path = getattr(args, name, None)
        if isinstance(path, str) and (os.path.isfile(path) or not os.path.exists(checked_path(path))):
            other = names.setdefault(os.path.realpath(path), name)
            if name != other in WRITTEN:
                raise SettingsError(f"--{other} and --{name} are one file, {path!r}")
