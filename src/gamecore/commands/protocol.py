"""gamecore protocol: answers another program in one of two protocols."""
from gamecore.commands.plugins import all_plugins, refuse_other_games_options
from gamecore.screen.ending import INTERRUPTED
from gamecore.playing.names import evaluation_of, load
from gamecore.protocols.json_lines import JsonServer
from gamecore.screen.options import add_action, add_engine, add_shared
from gamecore.protocols.ugi import UgiServer
from gamecore.protocols.server import standard_lines, write_line
from gamecore.games.outside.turns import check_two_sides
from gamecore import Engine

HELP = "talk to another program"


def configure(parser):
    protocols = parser.add_subparsers(metavar="PROTOCOL", required=True)
    for name, title, serve in (("json", "JSON lines", serve_json), ("ugi", "the Universal Game Interface", serve_ugi)):
        protocol = add_action(protocols, name, f"{title}, for every game, on standard input and output", serve=serve)
        add_shared(protocol, "game", "--evaluation", "--databases")
        add_engine(protocol)
    for plugin in all_plugins():
        for name, description, add_options, serve in plugin.protocols:
            add_options(add_action(protocols, name, description, serve=serve))


def run(args, console):
    try:
        args.serve(args, console)
    except KeyboardInterrupt:            # standard output has nothing but the protocol's lines
        return INTERRUPTED
    return 0


def loaded(args):
    game = load(args.game)
    check_two_sides(game.position)
    refuse_other_games_options(args, game, "protocol")
    return game


def serve_json(args, console):
    game = loaded(args)
    engine = Engine(hash_mb=args.hash_mb, threads=args.threads, evaluation=evaluation_of(game, args.evaluation),
                    databases=args.databases)
    JsonServer(game, write_line, engine).serve(standard_lines())


def serve_ugi(args, console):
    given = {"hash": args.hash_mb, "threads": args.threads, "evaluation": args.evaluation, "databases": args.databases}
    settings = {name: value for name, value in given.items() if value is not None}
    UgiServer(loaded(args), write_line, settings).serve(standard_lines())
