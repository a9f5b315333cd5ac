"""gamecore protocol: other programs talk to the engine, in a language of theirs."""
from gamecore.commands import ugi
from gamecore.commands.game import load
from gamecore.commands.options import add_databases, add_engine, add_evaluation, add_game
from gamecore.commands.wire import StandardWire

HELP = "talk to another program"


def configure(parser):
    protocols = parser.add_subparsers(metavar="PROTOCOL", required=True)
    add_ugi(protocols)


def add_ugi(protocols):
    told = "the Universal Game Interface, for every game, on standard input and output"
    parser = protocols.add_parser("ugi", help=told, description=f"{told.capitalize()}.", allow_abbrev=False)
    add_game(parser)
    add_evaluation(parser)
    add_databases(parser)
    add_engine(parser)
    parser.set_defaults(serve=serve_ugi)


def run(args, console):
    return args.serve(args)


def serve_ugi(args):
    told = {"hash": args.hash_mb, "threads": args.threads, "evaluation": args.evaluation, "databases": args.databases}
    wire = StandardWire()
    ugi.Server(load(args.game), wire.write, {name: value for name, value in told.items() if value is not None}).serve(wire.lines())
    return 0
