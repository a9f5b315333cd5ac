"""An external player for GNU Backgammon, which sends FIBS board lines and gets plays and cube decisions."""
import socketserver
import threading
from contextlib import suppress
from functools import cached_property

from gamecore.screen.complaints import explain, one_line
from gamecore.screen.options import add_engine, add_evaluation
from gamecore.commands.wire import MAX_LINE, TOO_LONG, read_lines
from gamecore.engine import Engine
from gamecore.errors import GamecoreError, LimitError, ProtocolError
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.text import BOARD, CHECKERS, COLOUR, DIRECTION, ON_BAR, ON_HOME, TURN, fibs_numbers

PORT = 4321                          # GNU Backgammon's own example
PLIES = 2
OPPONENTS = 16                       # served at the same time, each by an engine
DOUBLED = 40                         # the field for an offer of the cube by the opponent

# Taking a doubled cube and losing half a point per game on average equals passing and losing the point at stake.
TAKE_POINT = -0.5


def configure(parser):
    parser.add_argument("--port", metavar="N", type=int, default=PORT,
                        help=f"of localhost; 0 takes a free one; default {PORT}")
    parser.add_argument("--plies", metavar="N", type=int, default=PLIES,
                        help=f"rolls to look ahead; default {PLIES}")
    parser.add_argument("--switches", metavar="LIST", default="play",
                        help="everything that is on: play (the default), exact, or names")
    parser.add_argument("--once", action="store_true", help="end when the opponent leaves")
    add_evaluation(parser)
    add_engine(parser)
    parser.set_defaults(serve=run)


def run(args, console):
    if not 0 <= args.port < 1 << 16:
        raise LimitError(f"--port must be 0..65535, not {args.port!r}")
    settings = {"hash_mb": args.hash_mb, "threads": args.threads, "switches": args.switches,
                "evaluation": args.evaluation}
    Player(settings, args.plies).check()
    with Server(args.port, settings, args.plies, args.once) as server:
        console.print(f"listening at localhost:{server.server_address[1]}")
        server.serve_forever(poll_interval=0.1)


class Player:
    """The player that answers the lines of one opponent."""

    def __init__(self, settings, plies):
        self.settings, self.plies = settings, plies

    @cached_property
    def engine(self):
        return Engine(**self.settings)

    def check(self):
        """Raises the errors of a search with these settings, and reads the tables."""
        self.engine.search(Backgammon().roll(3, 1), self.plies, on_iteration=lambda iteration: self.engine.stop())

    def answer(self, line):
        """Returns the answer to a line: a play such as 8/5 6/5, roll, accept, reject, or an error message."""
        try:
            if line is TOO_LONG:
                raise ProtocolError(f"a line has more than {MAX_LINE} bytes")
            position, doubled = read(line)
            if position.dice:
                return str(self.engine.search(position, self.plies).move)
            return self.take(position) if doubled else "roll"
        except (GamecoreError, MemoryError, OSError) as error:
            return f"Error: {one_line(explain(error), 400)}"

    def take(self, position):
        """Whether to take a double in this position, in which the opponent is to roll."""
        return "accept" if -self.engine.search(position, self.plies).score > TAKE_POINT else "reject"


def read(line):
    """Returns (position, whether the opponent has doubled) of a board line.

    The dice belong to the player, whatever the line's turn says. The numbers of checkers off and on the bar follow from
    the board.
    """
    numbers = fibs_numbers(line)
    numbers[TURN] = numbers[COLOUR]
    board, bars = numbers[BOARD:BOARD + 26], (25, 0) if numbers[DIRECTION] < 0 else (0, 25)
    for i, colour in enumerate((numbers[COLOUR], -numbers[COLOUR])):
        numbers[ON_BAR + i] = max(0, colour * board[bars[i]])
        numbers[ON_HOME + i] = CHECKERS - sum(max(0, colour * count) for count in board)
    return Backgammon(":".join(["board", "You", "Opponent", *map(str, numbers[3:])])), numbers[DOUBLED] != 0


class Server(socketserver.ThreadingTCPServer):
    """A server that gives each opponent a player.

    Parameters
    ----------
    port : int
        A port of localhost; 0 takes a free one.
    settings : dict
        Arguments of Engine.
    plies : int
        Layers of chance to search for a play.
    once : bool
        Whether to stop listening once an opponent has left.
    """

    allow_reuse_address = daemon_threads = True

    def __init__(self, port, settings, plies, once=False):
        self.settings, self.plies, self.once = settings, plies, once
        self.places = threading.Semaphore(OPPONENTS)
        super().__init__(("localhost", port), Handler)


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        if not self.server.places.acquire(blocking=False):
            self.tell(f"Error: {OPPONENTS} opponents are being served: come again later")
            return
        try:
            self.serve(Player(self.server.settings, self.server.plies))
        finally:
            self.server.places.release()
        if self.server.once:
            threading.Thread(target=self.server.shutdown).start()

    def serve(self, player):
        """Answers until the opponent disconnects or the connection fails."""
        with suppress(OSError):
            for line in read_lines(self.rfile):
                if line is TOO_LONG or (line := line.strip(" \0\r")):    # GNU Backgammon ends its lines with "\n\0"
                    self.tell(player.answer(line))

    def tell(self, line):
        with suppress(OSError):
            self.wfile.write(f"{line}\n".encode())
