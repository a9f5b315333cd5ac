"""gamecore protocol: the engine answers another program, in one of two protocols."""
from gamecore.commands import gnubg, json_lines, ugi
from gamecore.commands.game import evaluation_of, load
from gamecore.commands.options import add_databases, add_engine, add_evaluation, add_game
from gamecore.commands.wire import StandardWire
from gamecore.engine import Engine
from gamecore.errors import LimitError

HELP = "talk to another program"


def configure(parser):
    protocols = parser.add_subparsers(metavar="PROTOCOL", required=True)
    configure_json(add(protocols, "json", "JSON lines, for every game, on standard input and output"))
    configure_ugi(add(protocols, "ugi", "the Universal Game Interface, for every game, on standard input and output"))
    configure_gnubg(add(protocols, "gnubg", "an external player for GNU Backgammon, on a socket of this machine"))


def add(protocols, name, told):
    return protocols.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.", allow_abbrev=False)


def run(args, console):
    return args.serve(args, console)


def add_settings(parser):
    add_game(parser)
    add_evaluation(parser)
    add_databases(parser)
    add_engine(parser)


def configure_json(parser):
    add_settings(parser)
    parser.set_defaults(serve=serve_json)


def serve_json(args, console):
    game, wire = load(args.game), StandardWire()
    engine = Engine(hash_mb=args.hash_mb, threads=args.threads, evaluation=evaluation_of(game, args.evaluation),
                    databases=args.databases)
    json_lines.Server(game, wire.write, engine).serve(wire.lines())
    return 0


def configure_ugi(parser):
    add_settings(parser)
    parser.set_defaults(serve=serve_ugi)


def serve_ugi(args, console):
    told = {"hash": args.hash_mb, "threads": args.threads, "evaluation": args.evaluation, "databases": args.databases}
    wire = StandardWire()
    ugi.Server(load(args.game), wire.write, {name: value for name, value in told.items() if value is not None}).serve(
        wire.lines())
    return 0


def configure_gnubg(parser):
    parser.add_argument("--port", metavar="N", type=int, default=gnubg.PORT,
                        help=f"of localhost; 0 takes a free one; default {gnubg.PORT}")
    parser.add_argument("--plies", metavar="N", type=int, default=gnubg.PLIES,
                        help=f"rolls to look ahead; default {gnubg.PLIES}")
    parser.add_argument("--switches", metavar="LIST", default="play",
                        help="everything that is on: play (the default), exact, or names")
    parser.add_argument("--once", action="store_true", help="end when the opponent leaves")
    add_evaluation(parser)
    add_engine(parser)
    parser.set_defaults(serve=serve_gnubg)


def serve_gnubg(args, console):
    if not 0 <= args.port < 1 << 16:
        raise LimitError(f"--port must be 0..65535, not {args.port!r}")
    settings = {"hash_mb": args.hash_mb, "threads": args.threads, "switches": args.switches,
                "evaluation": args.evaluation}
    gnubg.Player(settings, args.plies).check()
    with gnubg.Server(args.port, settings, args.plies, args.once) as server:
        console.print(f"listening at localhost:{server.server_address[1]}")
        server.serve_forever(poll_interval=0.1)
    return 0
