"""gamecore protocol: the engine answers another program, in one of two protocols."""
from gamecore.commands.backgammon import gnubg
from gamecore.screen.ending import INTERRUPTED
from gamecore.commands.game import evaluation_of, load
from gamecore.commands.json_lines import JsonServer
from gamecore.screen.options import add_databases, add_engine, add_evaluation, add_game
from gamecore.commands.ugi import UgiServer
from gamecore.commands.wire import standard_lines, write_line
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
    try:
        args.serve(args, console)
    except KeyboardInterrupt:            # standard output has nothing but the protocol's lines
        return INTERRUPTED
    return 0


def add_settings(parser):
    add_game(parser)
    add_evaluation(parser)
    add_databases(parser)
    add_engine(parser)


def configure_json(parser):
    add_settings(parser)
    parser.set_defaults(serve=serve_json)


def serve_json(args, console):
    game = load(args.game)
    engine = Engine(hash_mb=args.hash_mb, threads=args.threads, evaluation=evaluation_of(game, args.evaluation),
                    databases=args.databases)
    JsonServer(game, write_line, engine).serve(standard_lines())


def configure_ugi(parser):
    add_settings(parser)
    parser.set_defaults(serve=serve_ugi)


def serve_ugi(args, console):
    told = {"hash": args.hash_mb, "threads": args.threads, "evaluation": args.evaluation, "databases": args.databases}
    settings = {name: value for name, value in told.items() if value is not None}
    UgiServer(load(args.game), write_line, settings).serve(standard_lines())


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
