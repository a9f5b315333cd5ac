"""gamecore serve: serves a page for playing and analysing to a browser on this machine."""
import os
import re
import webbrowser
from contextlib import suppress
from functools import partial
from secrets import token_urlsafe

from gamecore.playing.names import load
from gamecore.errors import GameError, SettingsError
from gamecore.examples.pacman.cast import loaded
from gamecore.games.all import GAMES
from gamecore.games.outside.turns import check_two_sides
from gamecore.screen.options import add_number, within

HELP = "open a page to play, to analyse and to watch pruning, for a browser on this machine"
OWN = {"pacman": "a Pacman", "ghosts": "ghosts", "evaluation": "an evaluation"}


def configure(parser):
    add_number(parser, "--port", "the port of 127.0.0.1; 0: a free one", 0, type=within(0, 65535))
    parser.add_argument("--token", metavar="FILE", help="a file with the secret part of the address, to keep it; "
                        "created if there is none")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument("--game", metavar="module:Class", action="append", default=[],
                        help="a game of your own to be offered too; may be given several times")
    for part, description in OWN.items():
        parser.add_argument(f"--{part}", metavar="module:name", action="append", default=[],
                            help=f"{description} of your own, for the page on Pacman; may be given several times")


def run(args, console):
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

    def started(address):
        console.print(f"{address}   Ctrl-C ends it")
        if args.open:
            webbrowser.open(address)

    with suppress(KeyboardInterrupt):
        app.serve(games, cast, args.port, args.token and token_in(args.token), started)
    return 0


def token_in(file):
    """Returns the token in a file. If the file is missing, it is written, readable for its owner alone."""
    with suppress(FileExistsError), open(file, "x", encoding="ascii", opener=partial(os.open, mode=0o600)) as made:
        made.write(token_urlsafe(16))
    with open(file, encoding="ascii", errors="replace") as made:
        text = made.read(200).strip()
    if not re.fullmatch(r"[A-Za-z0-9_-]{16,100}", text):
        raise SettingsError(f"--token {file!r} holds {text!r:.40}: expected 16 to 100 letters, digits, - or _")
    return text
