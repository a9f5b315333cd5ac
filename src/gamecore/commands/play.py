"""gamecore play: plays a game between people, engines and chance."""
from functools import partial
from random import Random

from gamecore.commands.plugins import (
    add_plugin_options, plugin_of, refuse_other_games_options, refuse_other_games_settings)
from gamecore.screen.options import add_engine, add_limits, add_number, add_seed, add_shared, limits_of, refuse
from gamecore.errors import GameError, SettingsError
from gamecore.match.settings import parse
from gamecore.playing.game import Game
from gamecore.playing.names import check_unfinished, load
from gamecore.playing.players import player_of

HELP = "play a game against the engine, or let others play"
DEFAULT_SECONDS = 1.0                # per move, unless a level is given


def configure(parser):
    add_shared(parser, "game", "--position")
    add_limits(parser)
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--first", dest="players", action="store_const", const=("person", "engine"),
                      default=("person", "engine"),
                      help="you make the first move, unless an opening roll decides (the default)")
    side.add_argument("--second", dest="players", action="store_const", const=("engine", "person"),
                      help="the engine does")
    side.add_argument("--players", nargs=2, metavar=("FIRST", "SECOND"),
                      help="who plays: person, engine, random, perfect (connect-four), or an engine's settings as in "
                           "match: depth=2, nodes=1000,switches=play")
    add_number(parser, "--level", "how well the engine plays: 1, a beginner's level, to 10")
    parser.add_argument("--load", metavar="F", help="continue a saved game")
    add_seed(parser, "of chance, and of players that play at random", None)
    add_engine(parser)
    add_plugin_options(parser, "play")
    parser.add_argument("--perfect", action="store_true", help="connect-four: the engine never makes a mistake")


def run(args, console):
    game = load(args.game)
    refuse_other_games_options(args, game, "play")
    if args.load is not None and args.position is not None:
        raise GameError(f"--load {args.load!r} has its own position; --position {args.position!r} cannot be given, too")
    if args.perfect and args.level is not None:
        raise SettingsError(f"--perfect or --level {args.level!r}, not both")
    start, console_game = plugin_of(game).console_game(args)
    random = Random(args.seed)
    if args.load is None:
        played = Game(game, start, cube=console_game.cube, seed=random)
        check_unfinished(played.position)
    else:
        played = console_game.load_game(args.load, game, seed=random)
    usual = {"hash_mb": args.hash_mb, "threads": args.threads,
             "limits": limits_of(args) or {"seconds": DEFAULT_SECONDS}}
    engine = "perfect" if args.perfect else f"level={args.level}" if args.level is not None else "engine"
    refuse(args, () if "engine" in args.players else ("level",), f"the players {' and '.join(args.players)}")
    names = [engine if name == "engine" else name for name in args.players]
    player = partial(checked_player, game=game, position=played.root.position, usual=usual, random=random)
    players = list(map(player, names))
    best = "perfect" if args.perfect or "perfect" in names else "engine"
    hint_player = dict(zip(names, players)).get(best) or player(best)
    # An engine that compares moves searches with exact switches only.
    judge = hint_player if best == "perfect" else player("switches=exact")
    played.players = players[::-1] if played.root.side else players
    console_game(played, hint_player, judge, console, lambda level: player(f"level={level}")).run()
    return 0


def checked_player(text, game, position, usual, random):
    """Returns the player that a text names; raises now the errors that it would raise in the first position."""
    if "=" in text and not text.startswith("level="):
        refuse_other_games_settings(parse(text), game, game.name)
    player = player_of(text, game, usual, random)
    if player is not None:
        player.check(position)
    return player
