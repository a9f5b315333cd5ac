"""gamecore play: a game against the engine."""
from gamecore.commands.game import check_unfinished, load, position_of
from gamecore.commands.options import add_engine, add_game, add_limits, add_position
from gamecore.commands.playing import Session
from gamecore.engine import Engine

HELP = "play a game against the engine"
DEFAULT_SECONDS = 1.0                # a move, unless a level is given


def configure(parser):
    add_game(parser)
    add_position(parser)
    add_limits(parser)
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--first", dest="person", action="store_const", const=0, default=0, help="you make the first move (the default)")
    side.add_argument("--second", dest="person", action="store_const", const=1, help="the engine makes the first move")
    add_engine(parser)


def run(args, console):
    position = position_of(load(args.game), args.position)
    check_unfinished(position)
    engine = Engine(hash_mb=args.hash_mb, threads=args.threads, switches="play")
    seconds = DEFAULT_SECONDS if args.depth is args.nodes is args.seconds is None else args.seconds

    def think(position):
        try:
            return engine.search(position, args.depth, args.nodes, seconds,
                                 on_iteration=lambda iteration: console.status(f"thinking, depth {iteration.depth}; Ctrl-C: move now"))
        except KeyboardInterrupt as interrupt:
            return getattr(interrupt, "result", None) or engine.search(position, nodes=1)

    engine.search(position, args.depth, args.nodes, seconds, on_iteration=lambda _: engine.stop())     # refuses what cannot be
    Session(position, think, console, args.person).run()
    return 0
