"""The command `gamecore`: the list of its commands."""
from importlib import import_module

from gamecore import __version__
from gamecore.screen.command import CommandParser, run_command
from gamecore.screen.options import add_action

COMMANDS = ("perft", "search", "solve", "evaluate", "play", "match", "rollout", "annotate", "bench", "pruning",
            "ablation", "chance", "endgames", "book", "protocol",
            "tree", "check-search", "exercises", "draw", "serve", "new-game", "build", "check")
FOLDERS = {"rollout": "commands.backgammon", "annotate": "commands.backgammon", "endgames": "commands.checkers",
           "book": "commands.connect_four", "serve": "serve"}


def build_parser(words=()):
    """Returns the parser for these words.

    The function imports only the command with which the words begin, no command for --version, and all commands in
    other cases.
    """
    parser = CommandParser(prog="gamecore", description="A game-tree search engine.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"gamecore {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND")
    wanted = words[:1]
    if wanted == ["--version"]:
        wanted = []
    elif not wanted or wanted[0] not in COMMANDS:
        wanted = COMMANDS
    for name in wanted:
        module = import_module(module_of(name))
        module.configure(add_action(commands, name, module.HELP, run=module.run))
    return parser


def module_of(name):
    return f"gamecore.{FOLDERS.get(name, 'commands')}.{name.replace('-', '_')}"


def main(argv=None):
    """Runs the command with these arguments, or those of the process, and returns the exit code."""
    return run_command(argv, build_parser)
