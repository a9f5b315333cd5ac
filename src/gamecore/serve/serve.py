"""gamecore serve: serves a page for playing and analysing to a browser on this machine."""
from contextlib import suppress

from gamecore.playing.names import load
from gamecore.errors import GameError, LimitError
from gamecore.examples.pacman.cast import loaded
from gamecore.games.all import GAMES
from gamecore.games.outside.turns import check_two_sides

HELP = "open a page to play, to analyse and to watch pruning, for a browser on this machine"
OWN = {"pacman": "a Pacman", "ghosts": "ghosts", "evaluation": "an evaluation"}


def configure(parser):
    parser.add_argument("--port", metavar="N", type=int, default=0, help="the port of 127.0.0.1; default 0, a free one")
    parser.add_argument("--game", metavar="module:Class", action="append", default=[],
                        help="a game of your own to be offered too; may be given several times")
    for part, description in OWN.items():
        parser.add_argument(f"--{part}", metavar="module:name", action="append", default=[],
                            help=f"{description} of your own, for the page on Pacman; may be given several times")


def run(args, console):
    if not 0 <= args.port < 1 << 16:
        raise LimitError(f"--port {args.port} is none: expected 0..65535")
    games = GAMES | {name: load(name) for name in args.game}
    for game in games.values():
        check_two_sides(game.position)
    cast = {part: vars(args)[part] for part in OWN}
    for part, names in cast.items():
        for name in names:
            loaded(name, (), OWN[part])
    try:
        from gamecore.serve import app                   # starlette, when it is needed
    except ModuleNotFoundError as error:
        raise GameError(f"the page needs {error.name.partition('.')[0]!r}: pip install 'gamecore[serve]'") from error
    with suppress(KeyboardInterrupt):
        app.serve(games, cast, args.port, lambda address: console.print(f"{address}   Ctrl-C ends it"))
    return 0
