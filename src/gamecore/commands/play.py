"""gamecore play: a game against the engine."""
from gamecore.commands.game import check_unfinished, load, position_of
from gamecore.commands.options import add_engine, add_game, add_limits, add_position
from gamecore.commands.playing import Session
from gamecore.engine import Engine
from gamecore.errors import GameError
from gamecore.games.connect_four.solver import Solver

HELP = "play a game against the engine"
DEFAULT_SECONDS = 1.0                # a move, unless a level is given


def configure(parser):
    add_game(parser)
    add_position(parser)
    add_limits(parser)
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--first", dest="person", action="store_const", const=0, default=0,
                      help="you make the first move (the default)")
    side.add_argument("--second", dest="person", action="store_const", const=1, help="the engine makes the first move")
    add_engine(parser)
    parser.add_argument("--perfect", action="store_true", help="connect-four: the engine never makes a mistake")


def run(args, console):
    position = position_of(load(args.game), args.position)
    check_unfinished(position)
    if args.perfect:
        Session(position, perfect_player(args, console), console, args.person).run()
        return 0
    engine = Engine(hash_mb=args.hash_mb, threads=args.threads, switches="play")
    seconds = DEFAULT_SECONDS if args.depth is args.nodes is args.seconds is None else args.seconds

    def think(position):
        try:
            return engine.search(position, args.depth, args.nodes, seconds,
                                 on_iteration=lambda iteration: console.status(
                                     f"thinking, depth {iteration.depth}; Ctrl-C: move now"))
        except KeyboardInterrupt as interrupt:
            return getattr(interrupt, "result", None) or engine.search(position, nodes=1)

    # refuses bad input
    engine.search(position, args.depth, args.nodes, seconds, on_iteration=lambda _: engine.stop())
    Session(position, think, console, args.person).run()
    return 0


def perfect_player(args, console):
    """A function from a position to what the solver knows of it."""
    if args.game != "connect-four":
        raise GameError(f"nobody plays {args.game!r} without a mistake: --perfect is for connect-four")
    solver = Solver(args.hash_mb, args.threads)

    def think(position):
        return solver.solve(position, on_progress=lambda solver: console.status(f"thinking, score {solver.bounds[0]} to {solver.bounds[1]}"))
    return think
